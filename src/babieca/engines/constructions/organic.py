"""Organic tours: random switches hide the tiles of a constructed tour.

`cpp/core/constructions/organic.hpp` explains how switches on parallelograms of two moves change a
tour, and how its pieces are joined again. Ends, beginnings, required and avoided moves, and the
symmetry stay. The distribution is not uniform over all tours; that of `sample` is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.boards import Board
from babieca.engines.protocol import Finding
from babieca.limits import Limits
from babieca.questions import Question

MOST_SQUARES = 3_000_000
"""Larger boards keep the constructed tour: switching takes about a second per half million."""

TRIES = 50
"""Switches tried per square: about nine of them are made."""

_BYTES_PER_SQUARE = 24


def can_be_shaken(board: Board | None) -> bool:
    """Whether switches work here: two dimensions, eight moves, wrapped sides long enough.

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
    """Return another tour with the same ends and required moves, or the same tour if none is found.

    >>> from babieca.engines.constructions.rectangles import construction
    >>> asked = Question.ask(Board(20, 20), through="c3-d5")
    >>> tiled = construction(Question.ask(Board(20, 20)), Limits())
    >>> tour = asked.tour(shaken(Question.ask(Board(20, 20)), tiled, Limits(seed=1)).order)
    >>> len(tour), tour.closed
    (400, True)
    """
    if finding.order is None or not can_be_shaken(question.board):
        return finding
    found = joined(question, [finding.order], limits)
    return finding if found is None else replace(finding, order=found)


def joined(
    question: Question,
    pieces: Sequence[NDArray[np.integer[Any]]],
    limits: Limits,
    tries: int = TRIES,
) -> NDArray[np.int32] | None:
    """Join pieces that cover the board into one tour by switches; None if they cannot be joined.

    First, `tries` random switches are tried per square. The first piece is a path if the question
    asks for paths; all others are cycles. The symmetry of the question keeps the pieces; if it
    shifts the tour along itself, the voltages of all pieces of the folded board have an odd sum.
    """
    board = question.board
    assert board is not None
    limits.require(_BYTES_PER_SQUARE * board.cells, f"a tour of the {board.name} board")
    places = board.indices() if board.hole_indices else None

    def index(vertex: int) -> int:
        return vertex if places is None else int(places[vertex])

    order = np.concatenate(pieces)
    order = order if places is None else places[order]
    kept = None if question.symmetry is None else question.symmetry.symmetry
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
        tries,
        limits.core_seed,
        kept is not None and kept.axes == (1, 0),
        kept is not None and kept.flips[0],
        kept is not None and kept.flips[1],
        [len(piece) for piece in pieces],
        limits.reporter(),
    )
    if len(found) == 0:
        return None
    if places is not None:
        found = np.searchsorted(places, found).astype(np.int32)
    return np.ascontiguousarray(question.written(found), dtype=np.int32)
