"""Tours that look like any other: random switches lose every trace of how a tour was found.

A tour of tiles shows its tiles. `cpp/core/constructions/organic.hpp` tells how switches on
parallelograms of two moves shake it, and how the pieces it falls into are joined again. Ends,
beginnings and moves that are required or avoided stay as they are. It is not uniform over all
tours; `sample` is.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from babieca import _core
from babieca.boards import Board
from babieca.engines.protocol import Finding
from babieca.limits import Limits
from babieca.questions import Question

MOST_SQUARES = 3_000_000
"""Larger boards keep the tour as it was constructed: a second or so for each half million."""

_BYTES_PER_SQUARE = 24


def can_be_shaken(board: Board | None) -> bool:
    """Whether the switches are for this board: the plane, a leaper with eight moves, some room.

    >>> can_be_shaken(Board(8, 8)), can_be_shaken(Board(4, 4, 4))
    (True, False)
    """
    if board is None or board.dimensions != 2 or board.cells > MOST_SQUARES:
        return False
    shorter, longer = board.leaper
    roomy = all(
        side > 2 * longer for side, joined in zip(board.sides, board.wrap, strict=True) if joined
    )
    return 0 < shorter < longer and roomy


def shaken(question: Question, finding: Finding, limits: Limits) -> Finding:
    """Return another tour with the same ends and moves that must stay; as it was where none is.

    >>> from babieca.engines.constructions.rectangles import construction
    >>> asked = Question.ask(Board(20, 20), through="c3-d5")
    >>> tiled = construction(Question.ask(Board(20, 20)), Limits())
    >>> tour = asked.tour(shaken(Question.ask(Board(20, 20)), tiled, Limits(seed=1)).order)
    >>> len(tour), tour.closed
    (400, True)
    """
    board = question.board
    if finding.order is None or not can_be_shaken(board):
        return finding
    assert board is not None
    limits.require(_BYTES_PER_SQUARE * board.cells, f"a tour of the {board.name} board")
    places = board.indices() if board.hole_indices else None

    def index(vertex: int) -> int:
        return vertex if places is None else int(places[vertex])

    order = finding.order if places is None else places[finding.order]
    found = _core.organic_tour(
        np.ascontiguousarray(order, dtype=np.int32),
        board.sides[0],
        board.sides[1],
        board.wrap[0],
        board.wrap[1],
        board.leaper[0],
        board.leaper[1],
        question.closed,
        [(index(u), index(v)) for u, v in sorted(question.required)],
        [(index(u), index(v)) for u, v in sorted(question.avoiding)],
        limits.core_seed,
        limits.reporter(),
    )
    if places is not None:
        found = np.searchsorted(places, found).astype(np.int32)
    return replace(finding, order=question.written(found))
