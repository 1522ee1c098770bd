"""Tours of rectangles by tiles and rails: linear time and memory, from anywhere to anywhere.

The board is cut into small tiles with closed tours, found by search and copied; neighbouring tours
are joined by rails; between two given ends runs a corridor of tiles. `docs/finding.md` explains why
it never fails. Boards with a side of 3 or 4 are left to the sweep.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from babieca import _core
from babieca.engines.answers import vertex_or_minus_one
from babieca.engines.protocol import Finding
from babieca.engines.refuter import refuted
from babieca.engines.refuter.theorems import rectangle_of
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.questions import Question

SHORTEST_SIDE = 5
"""Boards with a shorter side are left to the sweep."""

_BYTES_PER_SQUARE = 10  # the links, the answer, its copy in the tour, and the check of it


def construction(question: Question, limits: Limits) -> Finding:
    """Construct a tour of a rectangle with sides of 5 at least.

    >>> from babieca.boards import Board
    >>> finding = construction(Question.ask(Board(100, 101)), Limits())
    >>> len(finding.order)
    10100
    """
    sides = rectangle_of(question.board)
    if sides is None or min(sides) < SHORTEST_SIDE:
        raise BadInputError(
            f"construction is for plain rectangles with sides of {SHORTEST_SIDE} at least"
        )
    assert question.board is not None
    if len(question.begin) > 2:
        raise BadInputError("construction takes a beginning of two squares, not more")
    if reason := refuted(question):
        return Finding(proof=str(reason))
    if not question.closed and question.start is None and question.end is not None:
        finding = construction(replace(question, start=question.end, end=None), limits)
        return replace(finding, order=None if finding.order is None else finding.order[::-1])
    cells = sides[0] * sides[1]
    limits.require(
        cells * (_BYTES_PER_SQUARE if cells <= 2**31 else _BYTES_PER_SQUARE * 2),
        f"a tour of the {question.board.name} board",
    )
    if cells % 2 == 0 and question.end is None:
        # A closed tour can be cut open at any square, so it serves paths as well.
        finding = _construct(question, limits, sides, cycle=True)
        if finding.order is not None or question.closed:
            return finding
    return _construct(question, limits, sides, cycle=False)


def _construct(
    question: Question, limits: Limits, sides: tuple[int, int], *, cycle: bool
) -> Finding:
    start = question.start
    if start is None and limits.seed is not None:
        # Any square of a cycle; on an odd board the colour of the corners, that of even indices.
        start = int(np.random.default_rng(limits.seed % 2**64).integers(sides[0] * sides[1]))
        start -= 0 if cycle else start % 2
    if start is None and not cycle:
        start = 0
    small = sides[0] * sides[1] <= 2**31
    construct = _core.construct_rectangle if small else _core.construct_large_rectangle
    order = construct(
        *sides,
        cycle,
        vertex_or_minus_one(start),
        vertex_or_minus_one(question.end),
        vertex_or_minus_one(question.first),
        None if limits.seed is None else limits.seed % 2**64,
        limits.reporter(),
    )
    return Finding(order=order)
