"""The canonical form of tours, and the representatives of their classes.

Two tours are in one class if a symmetry maps one to the other, in any direction. The representative
of a class is its first tour in the order of `list`, which docs/symmetry.md explains: squares
compare by their number of moves, then by index.

The classes of a question are the orbits of its tours under the symmetries that map its words to
themselves. A directed tour and its reversal are two tours, otherwise one.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.boards import Board
from babieca.checking import Indices
from babieca.errors import BadInputError, shown
from babieca.graphs import Graph
from babieca.invariants import Image, edge_images, vertex_image
from babieca.reasons import Reason
from babieca.symmetries import Symmetry

if TYPE_CHECKING:
    from babieca.questions import Question

UpTo = Literal["symmetry"]
Rows = NDArray[np.int32]


def checked_up_to(up_to: Any, graph: Graph) -> UpTo | None:
    if up_to is None:
        return None
    if not isinstance(up_to, str) or up_to != "symmetry":
        raise BadInputError("is_only", name="up_to", listed="symmetry", value=shown(up_to))
    if graph.board is None:
        raise BadInputError("needs_board_symmetries", what=Reason("word", word="up_to"))
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
def _images_and_ranks(board: Board) -> tuple[Indices, Indices]:
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


def symmetries_of(question: Question) -> list[Symmetry]:
    """Return the board's symmetries that keep the question, the identity first.

    They map the required moves, the avoided moves and the ends of paths to themselves, and turn the
    question's own symmetry into a symmetry of the same tours.

    >>> from babieca.questions import Question
    >>> from babieca.boards import Board
    >>> question = Question.ask(Board(5, 5), "path", start="a1")
    >>> [symmetry.name for symmetry in symmetries_of(question)]
    ['identity', 'diagonal reflection']
    """
    board = question.board
    assert board is not None
    ends, own = set(question.ends), question.symmetry
    if not (ends or question.required or question.avoiding or own):
        return board.symmetries()  # large boards: without an image of every square
    image_of = functools.partial(vertex_image, board)
    same_tours = set() if own is None else _powers(image_of(own.symmetry))

    def keeps(image: Image) -> bool:
        return (
            {int(image[end]) for end in ends} == ends
            and edge_images(question.required, image) == question.required
            and edge_images(question.avoiding, image) == question.avoiding
            and (own is None or _conjugate(image_of(own.symmetry), image) in same_tours)
        )

    return [symmetry for symmetry in board.symmetries() if keeps(image_of(symmetry))]


def _powers(image: Image) -> set[bytes]:
    powers, power = set[bytes](), image
    while power.tobytes() not in powers:
        powers.add(power.tobytes())
        power = image[power]
    return powers


def _conjugate(image: Image, by: Image) -> bytes:
    conjugate = np.empty_like(image)
    conjugate[by] = by[image]
    return conjugate.tobytes()


def canonical(question: Question, rows: Indices) -> Rows:
    """Write tours as asked: by their given steps, from the given start or end, or canonically."""
    if question.at:
        return question.written(rows).astype(np.int32)
    return _canonical(question, rows, directed=False)[1]


def representatives(question: Question) -> Callable[[Indices], Rows]:
    """Return a function that takes tours of a question and returns the representatives."""
    board = question.board
    assert board is not None
    images = np.concatenate([vertex_image(board, one) for one in symmetries_of(question)])
    ranks = ranks_of(question.graph)

    def chosen(rows: Indices) -> Rows:
        directed = question.multiplicity == 2
        symmetries, forms = _canonical(question, rows, directed, images=images, ranks=ranks)
        kept: Rows = forms[symmetries == 0]
        return kept

    return chosen


def _canonical(
    question: Question, rows: Indices, directed: bool, **classes: Any
) -> tuple[NDArray[np.int32], Rows]:
    """Return which symmetry makes each row least, and its least image, written as asked."""
    start, end = (None, None) if question.closed else (question.start, question.end)
    symmetries, squares = _core.canonical_forms(
        np.ascontiguousarray(rows, dtype=np.int32),
        question.closed,
        directed,
        -1 if start is None else start,
        -1 if end is None else end,
        **classes,
    )
    forms: Rows = squares.reshape(rows.shape)
    return symmetries, question.written(forms) if question.closed else forms
