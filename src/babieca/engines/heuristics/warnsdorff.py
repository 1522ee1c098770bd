"""Warnsdorff's rule: always to the square with the fewest onward moves (Warnsdorff 1823).

Ties are broken by any of the criteria of Costa and Pereira de Sá, in any order, or by fixed move
orders (after Squirrel and Cull 1996): `docs/warnsdorff.md` explains both and says how often a
walk fails. One walk takes time linear in the number of squares and never takes a move back. The
table of move orders is our own, found and verified by `benchmarks/derive_move_orders.py`.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.boards import Board
from babieca.engines.protocol import (
    Finding,
    finding_of,
    from_start,
    require_graph,
    vertex_count,
    vertex_or_minus_one,
)
from babieca.errors import BadInputError, shown
from babieca.limits import Limits
from babieca.progress import Report
from babieca.questions import Question

CRITERIA = ("degree", "corner", "edge", "random")
ATTEMPTS = 16
"""The most walks to try: k in Costa and Pereira de Sá."""

_BYTES_PER_SQUARE = 10  # the degrees with their padding, the answer and its check


@from_start
def warnsdorff(
    question: Question,
    limits: Limits,
    *,
    criteria: str | Sequence[str] | None = None,
    log: _core.EventLog | None = None,
) -> Finding:
    """Walk by Warnsdorff's rule; `criteria` are names from `CRITERIA`, all four by default."""
    count = vertex_count(question)
    board = question.board
    attempts = ATTEMPTS if limits.restarts is None else limits.restarts + 1
    shared = (
        [CRITERIA.index(criterion) for criterion in checked_criteria(criteria, board)],
        _starts(question, limits, board, count, attempts),
        vertex_or_minus_one(question.end),
        question.closed,
        attempts,
        limits.core_seed,
        limits.left(),
        limits.reporter(timed=False),
        log,
    )
    if (
        board is not None
        and board.dimensions >= 2
        and not (board.holes or any(board.wrap))
        and _core.box_fits(list(board.sides), *board.leaper)
    ):
        limits.require(_BYTES_PER_SQUARE * count, f"a walk on the {board.name} board")
        shorter, longer = board.leaper
        answer = _core.warnsdorff_on_box(list(board.sides), shorter, longer, *shared)
    else:
        require_graph(question, limits)
        graph = question.graph
        corner, edge = _distances(board)
        answer = _core.warnsdorff_on_graph(graph.offsets, graph.targets, corner, edge, *shared)
    return finding_of(answer, ["restarts", "nodes"])


def checked_criteria(given: object, board: Board | None) -> Sequence[str]:
    """Return the criteria in their order; refuse unknown ones.

    >>> checked_criteria("degree, random", None)
    ['degree', 'random']
    """
    if given is None:
        return CRITERIA if board is not None else ("degree", "random")
    if isinstance(given, str):
        given = [name.strip() for name in given.split(",")]
    names = ", ".join(CRITERIA)
    if not isinstance(given, Sequence) or not given:
        raise BadInputError(f"criteria are some of {names}, not {shown(given)}")
    for criterion in given:
        if criterion not in CRITERIA:
            raise BadInputError(f"unknown criterion {shown(criterion)}: expected some of {names}")
        if board is None and criterion in ("corner", "edge"):
            raise BadInputError(
                f"criterion {criterion!r} needs a board; a graph has no {criterion}"
            )
    return list(given)


def _starts(
    question: Question, limits: Limits, board: Board | None, count: int, attempts: int
) -> NDArray[np.int32]:
    """Return the start, or one random start per attempt, on the colour that has more squares."""
    if question.start is not None:
        return np.array([question.start], dtype=np.int32)
    dice = np.random.default_rng(limits.core_seed)
    starts = dice.integers(count, size=max(attempts, 1), dtype=np.int32)
    if board is not None and board.is_plain and count % 2 == 1:
        # With all sides odd, the colour of a square is the parity of its index.
        starts = starts - starts % 2
    return starts


def _distances(board: Board | None) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the distances of every square to corner and edge; axes that wrap around have none."""
    if board is None:
        nothing = np.empty(0, dtype=np.int64)
        return nothing, nothing
    corner = np.zeros(board.sides, dtype=np.int64)
    edge = np.full(board.sides, max(board.sides), dtype=np.int64)
    for axis, (side, joined) in enumerate(zip(board.sides, board.wrap, strict=True)):
        if joined:
            continue
        border = np.minimum(np.arange(side), np.arange(side)[::-1])
        along = border.reshape([-1 if other == axis else 1 for other in range(board.dimensions)])
        corner = corner + along
        edge = np.minimum(edge, along)
    indices = board.indices()
    return corner.reshape(-1)[indices], edge.reshape(-1)[indices]


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
    finding = finding_of(walk(rows, TABLE[rows % 8], limits.reporter()), ["nodes"])
    if finding.vertices is None:
        return finding
    # The table is for the corner a1; the other corners are its mirror images.
    row, column = divmod(finding.vertices, columns)
    row = rows - 1 - row if corner[0] else row
    column = columns - 1 - column if corner[1] else column
    return Finding(vertices=row * columns + column, statistics=finding.statistics)


def walk(n: int, program: Program, progress: Report | None = None) -> tuple[Any, ...]:
    """Run a program on the n x n board from a1; return the core's answer."""
    ranks = [[step.index(move) for move in "12345678"] for step in program if isinstance(step, str)]
    switches = [step[0] % n * n + step[1] % n for step in program if not isinstance(step, str)]
    return _core.fixed_order_walk([n, n], ranks, switches, 0, progress)
