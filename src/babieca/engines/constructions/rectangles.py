"""Tours of rectangles by tiles and rails: linear time and memory, from anywhere to anywhere.

The board is cut into small tiles with closed tours, found by search and copied; neighbouring tours
are joined by rails; between two given ends runs a corridor of tiles. `docs/finding.md` explains why
it never fails. Boards with a side of 3 or 4 are left to the sweep.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.boards import Board
from babieca.engines.answers import vertex_or_nobody
from babieca.engines.protocol import Finding
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.questions import Question

SHORTEST_SIDE = 5
"""Boards with a shorter side are left to the sweep."""

_BYTES_PER_SQUARE = 10  # the links, the answer, its copy in the tour, and the check of it


def rectangle_of(board: Board | None) -> tuple[int, int] | None:
    """Return the two sides of a plain rectangle, or None. A side of 1 more is no room at all.

    >>> rectangle_of(Board(6, 1, 8)), rectangle_of(Board(4, 4, 4)), rectangle_of(Board(1, 1))
    ((6, 8), None, (1, 1))
    """
    if board is None or not board.is_plain or board.dimensions < 2:
        return None
    proper = [side for side in board.sides if side > 1]
    if len(proper) > 2:
        return None
    rows, columns = [1, 1, *proper][-2:]
    return rows, columns


def construction(question: Question, limits: Limits) -> Finding:
    """Construct a tour of a rectangle with sides of 5 at least.

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
    proof = rectangle_proof(question, sides)
    if proof is not None:
        return Finding(proof=proof)
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
        vertex_or_nobody(start),
        vertex_or_nobody(question.end),
        vertex_or_nobody(question.first),
        None if limits.seed is None else limits.seed % 2**64,
        limits.reporter(),
    )
    return Finding(order=order)


def rectangle_proof(question: Question, sides: tuple[int, int]) -> str | None:
    """Return why a rectangle with a tour has none with these ends and this first move, or None.

    Colours and the theorems about whole boards have been asked before. This adds two arguments:
    about boards with a side of 4, and about the corners, which have only two moves.

    >>> rectangle_proof(Question.ask(Board(4, 9), "path", start=9), (4, 9))
    'with a side of 4, a path starts and ends in the two outer lines (counting argument)'
    """
    ends = question.ends
    if min(sides) == 4 and not question.closed and any(_is_inner(end, sides) for end in ends):
        # Outer squares have inner neighbours only. So inner links number (outer ends - inner
        # ends) / 2; with none of them a path would keep to the squares whose line (outer or inner)
        # goes with their colour as at its start. Hence one inner link, and two outer ends.
        return "with a side of 4, a path starts and ends in the two outer lines (counting argument)"
    if min(sides) >= 3 and _corners_contradict(question, sides):
        return (
            "a corner is passed between its only two neighbours, which leaves no way to begin and "
            "end as asked (degree argument)"
        )
    return None


def _is_inner(square: int, sides: tuple[int, int]) -> bool:
    row, column = divmod(square, sides[1])
    line = row if sides[0] == 4 else column
    return line in (1, 2)


def inner_squares(sides: tuple[int, int]) -> NDArray[np.int32]:
    """Return the squares of the two inner lines of a board with a side of 4."""
    grid = np.arange(sides[0] * sides[1], dtype=np.int32).reshape(sides)
    return (grid[1:3] if sides[0] == 4 else grid[:, 1:3]).reshape(-1)


def _corners_contradict(question: Question, sides: tuple[int, int]) -> bool:
    """Whether the links forced at the corners and by the first move exclude each other.

    A free end may lie in a corner or elsewhere; all of these cases must be contradictory.
    """
    rows, columns = sides
    if question.closed:
        return _contradict(question, sides, set())
    if question.start is None:
        return False
    if question.end is not None:
        return _contradict(question, sides, {question.start, question.end})
    corners = {row * columns + column for row in (0, rows - 1) for column in (0, columns - 1)}
    return _contradict(question, sides, {question.start}) and all(
        _contradict(question, sides, {question.start, corner}) for corner in corners
    )


def _contradict(question: Question, sides: tuple[int, int], ends: set[int]) -> bool:
    rows, columns = sides
    links: dict[int, set[int]] = defaultdict(set)

    def link(one: int, other: int) -> None:
        links[one].add(other)
        links[other].add(one)

    for row, down in ((0, 1), (rows - 1, -1)):
        for column, right in ((0, 1), (columns - 1, -1)):
            if (corner := row * columns + column) not in ends:
                link(corner, (row + down) * columns + column + 2 * right)
                link(corner, (row + 2 * down) * columns + column + right)
    if question.start is not None and question.first is not None:
        link(question.start, question.first)
    if any(len(linked) > (1 if square in ends else 2) for square, linked in links.items()):
        return True
    # What is linked so far must not be a cycle, nor a path from end to end, before all is passed.
    for square in links:
        component, frontier = {square}, [square]
        while frontier:
            fresh = links[frontier.pop()] - component
            component |= fresh
            frontier.extend(fresh)
        finished = all(len(links[at]) == (1 if at in ends else 2) for at in component)
        if finished and len(component) < rows * columns:
            return True
    return False
