"""Warnsdorff's rule with fixed move orders and switch squares (after Squirrel and Cull 1996).

On an n x n board from a corner, ties are broken by a fixed order of the eight moves, which changes
when the knight enters a switch square. One walk, nothing random, in linear time. The table is our
own, found and verified by `benchmarks/derive_move_orders.py`.
"""

from __future__ import annotations

from typing import Any

from babieca import _core
from babieca.engines.answers import finding_of
from babieca.engines.protocol import Finding
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.progress import Report
from babieca.questions import Question

Program = tuple[str | tuple[int, int], ...]
"""An order of the moves, then any number of switch squares, each followed by its order.

Orders name the moves 1 to 8 counter-clockwise from the upper right. Switch squares count from 0;
-1 is the last row or column.
"""

SMALLEST = 5
LARGEST_VERIFIED = 1000

TABLE: dict[int, Program] = {
    0: ("31648725", (-3, -3), "87612534"),
    1: ("85631274", (-2, -1), "65487231"),
    2: ("64187352", (1, 2), "67423851"),
    3: ("64251873", (2, 2), "57642183"),
    4: ("65718342", (0, -2), "23458716"),
    5: ("52861473", (-1, -3), "87614352"),
    6: ("65471238", (-4, -1), "76532148"),
    7: ("21685473", (0, -3), "25473816"),
}
"""The program for each remainder of n by 8."""


def squirrel_cull(question: Question, limits: Limits) -> Finding:
    """Walk an n x n board, n >= 5, from a corner; other boards and starts are refused.

    >>> from babieca.boards import Board
    >>> board = Board(20, 20)
    >>> finding = squirrel_cull(Question.ask(board, "path"), Limits())
    >>> [board.square(int(square)) for square in finding.order[:3]]
    [(0, 0), (1, 2), (0, 4)]
    """
    board = question.board
    if board is None or not board.is_plain or board.dimensions != 2:
        raise BadInputError("squirrel-cull walks plain square boards only; try warnsdorff")
    rows, columns = board.sides
    if rows != columns or rows < SMALLEST:
        raise BadInputError(
            f"squirrel-cull walks n x n boards with n >= {SMALLEST}, not {board.name}"
        )
    corner = (0, 0) if question.start is None else board.square(question.start)
    if any(coordinate not in (0, rows - 1) for coordinate in corner):
        raise BadInputError(f"squirrel-cull starts in a corner, not at {board.name_of(corner)}")
    finding = finding_of(walk(rows, program_for(rows), limits.reporter()), ["nodes"])
    if finding.order is None:
        return finding
    # The table is for the corner a1; the other corners are its mirror images.
    row, column = divmod(finding.order, columns)
    row = rows - 1 - row if corner[0] else row
    column = columns - 1 - column if corner[1] else column
    return Finding(order=row * columns + column, statistics=finding.statistics)


def program_for(n: int) -> Program:
    """Return the program for the n x n board."""
    return TABLE[n % 8]


def walk(n: int, program: Program, progress: Report | None = None) -> tuple[Any, ...]:
    """Run a program on the n x n board from a1; return the core's answer."""
    ranks = [[step.index(move) for move in "12345678"] for step in program if isinstance(step, str)]
    switches = [step[0] % n * n + step[1] % n for step in program if not isinstance(step, str)]
    return _core.fixed_order_walk([n, n], ranks, switches, 0, progress)
