"""Warnsdorff's rule: always to the square with the fewest onward moves (Warnsdorff 1823).

Ties are broken by any of the criteria of Costa and Pereira de Sá, in any order, or by fixed move
orders (after Squirrel and Cull 1996): `docs/warnsdorff.md` explains both and says how often a
walk fails. One walk takes time linear in the number of squares and never takes a move back. The
table of move orders is our own, found and verified by `benchmarks/derive_move_orders.py`.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

from babieca import _core
from babieca.boards import Board
from babieca.engines.finders import found
from babieca.engines.protocol import Finding
from babieca.errors import BadInputError, shown
from babieca.limits import Limits
from babieca.progress import Report
from babieca.questions import Question

NEEDS_BOARD: dict[str, bool] = dict(_core.CRITERIA)
CRITERIA = tuple(NEEDS_BOARD)
ATTEMPTS = 16
"""The most walks to try: k in Costa and Pereira de Sá."""


def warnsdorff(
    question: Question,
    limits: Limits,
    *,
    criteria: str | Sequence[str] | None = None,
    log: _core.EventLog | None = None,
) -> Finding:
    """Walk by Warnsdorff's rule; `criteria` are names from `CRITERIA`, all four by default."""
    numbers = [CRITERIA.index(name) for name in checked_criteria(criteria, question.board)]
    return found(partial(_core.find_by_warnsdorff, criteria=numbers, log=log), question, limits)


def checked_criteria(given: object, board: Board | None) -> Sequence[str]:
    """Return the criteria in their order; refuse unknown ones.

    >>> checked_criteria("degree, random", None)
    ['degree', 'random']
    """
    if given is None:
        return [name for name in CRITERIA if board is not None or not NEEDS_BOARD[name]]
    if isinstance(given, str):
        given = [name.strip() for name in given.split(",")]
    names = [*CRITERIA]
    if not isinstance(given, Sequence) or not given:
        raise BadInputError("criteria_some_names_not", names=names, given=shown(given))
    for criterion in given:
        if criterion not in CRITERIA:
            raise BadInputError("criteria_some_names_not", names=names, given=shown(criterion))
        if board is None and NEEDS_BOARD[criterion]:
            raise BadInputError("criterion_board", criterion=repr(criterion), name=criterion)
    return list(given)


Program = tuple[str | tuple[int, int], ...]
"""A move order, then any number of switch squares, each followed by its move order.

Move orders name the moves 1 to 8 counter-clockwise from the upper right. Switch squares count from
0; -1 is the last row or column.
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
    >>> [board.square(int(square)) for square in finding.vertices[:3]]
    [(0, 0), (1, 2), (0, 4)]
    """
    board = question.board
    square = board is not None and board.is_plain and len({*board.sides}) == 1
    if board is None or not square or board.dimensions != 2 or board.sides[0] < SMALLEST:
        raise BadInputError("squirrel_square", least=SMALLEST, graph=question.graph)
    rows, columns = board.sides
    corner = (0, 0) if question.start is None else board.square(question.start)
    if any(coordinate not in (0, rows - 1) for coordinate in corner):
        raise BadInputError("squirrel_corner", square=board.name_of(corner))
    outcome, walked, statistics = walk(rows, TABLE[rows % 8], limits.reporter())
    nodes = {"nodes": statistics["nodes"]}
    if outcome != 0:
        return Finding(statistics=nodes)
    # The table is for the corner a1; the other corners are its mirror images.
    row, column = divmod(walked, columns)
    row = rows - 1 - row if corner[0] else row
    column = columns - 1 - column if corner[1] else column
    return Finding(vertices=row * columns + column, statistics=nodes)


def walk(n: int, program: Program, progress: Report | None = None) -> tuple[Any, ...]:
    """Run a program on the n x n board from a1; return the core's answer."""
    ranks = [[step.index(move) for move in "12345678"] for step in program if isinstance(step, str)]
    switches = [step[0] % n * n + step[1] % n for step in program if not isinstance(step, str)]
    return _core.fixed_order_walk(_core.Place(Board(n, n)), ranks, switches, progress)
