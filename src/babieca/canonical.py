"""The canonical form of tours, and the representatives of their classes.

Two tours are in one class if a symmetry maps one to the other, in any direction. The representative
of a class is its first tour in the order of `list`, which docs/symmetry.md explains: squares
compare by their number of moves, then by index.
"""

from __future__ import annotations

import functools
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.boards import Board
from babieca.checking import Indices
from babieca.errors import BadInputError, shown
from babieca.graphs import Graph
from babieca.reasons import Reason

UpTo = Literal["symmetry"]
Ranks = NDArray[np.integer[Any]]


def checked_up_to(up_to: Any, graph: Graph) -> UpTo | None:
    if up_to is None:
        return None
    if not isinstance(up_to, str) or up_to != "symmetry":
        raise BadInputError(Reason("is_only", name="up_to", listed="symmetry", value=shown(up_to)))
    if graph.board is None:
        raise BadInputError(Reason("needs_board_symmetries", what=Reason("word", word="up_to")))
    return "symmetry"


def ranks_of(graph: Graph) -> NDArray[np.int32]:
    """Return the place of each vertex in the order of `list`: by number of moves, then by index.

    >>> ranks_of(Graph.of(Board(3, 4))).tolist()
    [0, 8, 9, 1, 2, 3, 4, 5, 6, 10, 11, 7]
    """
    ranks = np.empty(len(graph), dtype=np.int32)
    ranks[np.argsort(graph.degrees, kind="stable")] = np.arange(len(graph), dtype=np.int32)
    return ranks


@functools.lru_cache(maxsize=4)
def _images_and_ranks(board: Board) -> tuple[Indices, Ranks]:
    """Return the images of the board's squares under all symmetries, and the squares' ranks."""
    dtype: Any = np.int32 if board.cells < 2**31 else np.int64
    images = [symmetry.permutation(board.sides) for symmetry in board.symmetries()]
    ranks = np.zeros(board.cells, dtype=dtype)
    ranks[board.indices()] = ranks_of(Graph.from_board(board))
    return np.concatenate(images, dtype=dtype), ranks


def canonical_rows(graph: Graph, rows: Indices, *, closed: bool, up_to: UpTo | None) -> Indices:
    """Return tours, one row of indices for each, in their canonical form."""
    classes = checked_up_to(up_to, graph)
    if graph.directed:
        first = np.argmin(rows, axis=1)[:, None] if closed else 0
        columns = (np.arange(rows.shape[1])[None] + first) % max(rows.shape[1], 1)
        turned: Indices = np.take_along_axis(rows, np.broadcast_to(columns, rows.shape), axis=1)
        turned.flags.writeable = False
        return turned
    images: Any = None
    ranks: Any = None
    if classes and graph.board is not None:
        images, ranks = _images_and_ranks(graph.board)
    given: Any = rows
    _, squares = _core.canonical_forms(given, closed, images=images, ranks=ranks)
    forms: Indices = squares.reshape(rows.shape)
    forms.flags.writeable = False
    return forms
