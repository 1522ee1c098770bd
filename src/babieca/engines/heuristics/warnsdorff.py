"""Warnsdorff's rule: always to the square with the fewest onward moves (Warnsdorff 1823).

Ties are broken by any of the criteria of Costa and Pereira de Sá, in any order:

- ``degree``: fewest onward moves, Warnsdorff's own;
- ``corner``: nearest to a corner, distances added up over the axes;
- ``edge``: nearest to an edge;
- ``random``: one at random, and the whole walk again if it fails, at most k = 16 times.

One walk takes time linear in the number of squares and never takes a move back. It may fail where
a tour exists: `docs/warnsdorff.md` says how often.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.boards import Board
from babieca.engines.answers import (
    Vertices,
    finding_of,
    require_graph,
    vertex_count,
    vertex_or_minus_one,
)
from babieca.engines.heuristics import from_start
from babieca.engines.protocol import Finding
from babieca.errors import BadInputError, shown
from babieca.limits import Limits
from babieca.questions import Question

CRITERIA = ("degree", "corner", "edge", "random")
ATTEMPTS = 16
"""How many walks are tried, k in Costa and Pereira de Sá."""

_BYTES_PER_SQUARE = 10  # the degrees with their padding, the answer and its check

_NEED_A_BOARD = ("corner", "edge")


@from_start
def warnsdorff(
    question: Question,
    limits: Limits,
    *,
    criteria: str | Sequence[str] | None = None,
    log: _core.EventLog | None = None,
) -> Finding:
    """Walk by Warnsdorff's rule; `criteria` are names from `CRITERIA`, all four by default.

    `limits.restarts` bounds the walks after the first. Without a start each begins elsewhere. The
    walk is traced in `log`.

    >>> from babieca.boards import Board
    >>> finding = warnsdorff(Question.ask(Board(8, 8), "path", start=0), Limits(seed=1))
    >>> len(finding.order), finding.statistics["restarts"]
    (64, 0)
    """
    count = vertex_count(question)
    board = question.board
    used = checked_criteria(criteria, board)
    attempts = ATTEMPTS if limits.restarts is None else limits.restarts + 1
    starts = _starts(question, limits, board, count, attempts)
    shared = (
        [CRITERIA.index(criterion) for criterion in used],
        starts,
        vertex_or_minus_one(question.end),
        question.closed,
        attempts,
        limits.core_seed,
        limits.left(),
        limits.reporter(timed=False),
        log,
    )
    if board is not None and _is_open_box(board):
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
        given = [part.strip() for part in given.split(",")]
    if not isinstance(given, Sequence) or not given:
        raise BadInputError(f"criteria are some of {', '.join(CRITERIA)}, not {shown(given)}")
    for criterion in given:
        if criterion not in CRITERIA:
            raise BadInputError(
                f"unknown criterion {shown(criterion)}: expected some of {', '.join(CRITERIA)}"
            )
        if board is None and criterion in _NEED_A_BOARD:
            raise BadInputError(
                f"criterion {criterion!r} needs a board; a graph has no {criterion}"
            )
    return list(given)


def _starts(
    question: Question, limits: Limits, board: Board | None, count: int, attempts: int
) -> Vertices:
    """Return the start, or one random start per attempt, on the colour that has more squares."""
    if question.start is not None:
        return np.array([question.start], dtype=np.int32)
    dice = np.random.default_rng(limits.core_seed)
    starts = dice.integers(count, size=max(attempts, 1), dtype=np.int32)
    if board is not None and board.is_plain and count % 2 == 1:
        # With all sides odd, the colour of a square is the parity of its index.
        starts = starts - starts % 2
    return starts


def _is_open_box(board: Board) -> bool:
    return (
        board.dimensions >= 2
        and not board.holes
        and not any(board.wrap)
        and bool(_core.box_fits(list(board.sides), *board.leaper))
    )


def _distances(board: Board | None) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the distances of every square to the nearest corner and to the nearest edge.

    An axis that wraps around has no edge and does not count.
    """
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
