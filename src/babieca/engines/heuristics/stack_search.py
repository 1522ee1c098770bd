"""Backtracking with an explicit stack (González), and the exact search built on it.

`backtrack` is the paper's program: neighbours counter-clockwise from the upper right, or first by
Warnsdorff's rule with ties in that order. `exact` prunes with degrees and blocks, for small graphs.
Both prove that there is no tour if they visit the whole tree; without a timeout or a limit on nodes
they give up after a minute.
"""

from __future__ import annotations

import numpy as np

from babieca import _core
from babieca.engines.answers import (
    Vertices,
    finding_of,
    require_graph,
    vertex_count,
    vertex_or_nobody,
)
from babieca.engines.heuristics import from_start
from babieca.engines.protocol import Finding
from babieca.errors import BadInputError, shown
from babieca.limits import USUAL_SECONDS, Limits
from babieca.questions import Question

_BYTES_PER_MOVE = 48  # the adjacency in the order of trial, while it is built


def backtrack(
    question: Question,
    limits: Limits,
    *,
    warnsdorff: bool = True,
    log: _core.EventLog | None = None,
) -> Finding:
    """Search depth first, by Warnsdorff's rule or in a fixed order, within `limits.nodes`.

    Without a start, every square is tried as one, as in the paper. The search is traced in `log`.

    >>> from babieca.boards import Board
    >>> paths = Question.ask(Board(5, 5), "path", start="a1")
    >>> backtrack(paths, Limits()).statistics["backtracks"]
    0
    >>> backtrack(Question.ask(Board(4, 4), "path", start="a1"), Limits()).proof
    'exhaustive search, 2223 squares entered'
    """
    if not isinstance(warnsdorff, bool):
        raise BadInputError(f"warnsdorff is True or False, not {shown(warnsdorff)}")
    return _search(question, limits, warnsdorff=warnsdorff, prune=False, log=log)


def exact(question: Question, limits: Limits) -> Finding:
    """Search depth first, and leave every branch whose unvisited squares cannot be walked."""
    return _search(question, limits, warnsdorff=True, prune=True)


@from_start
def _search(
    question: Question,
    limits: Limits,
    *,
    warnsdorff: bool,
    prune: bool,
    log: _core.EventLog | None = None,
) -> Finding:
    board = question.board
    if board is not None and board.dimensions >= 2 and not board.holes and not any(board.wrap):
        needed = _BYTES_PER_MOVE * vertex_count(question) * len(board.moves())
        limits.require(needed, f"a search on the {board.name} board")
        offsets, targets = _core.adjacency_in_move_order(list(board.sides), *board.leaper)
    else:
        require_graph(question, limits)
        offsets, targets = question.graph.offsets, question.graph.targets
    answer = _core.backtrack(
        offsets,
        targets,
        _starts(question, np.diff(offsets)),
        vertex_or_nobody(question.end),
        question.closed,
        warnsdorff,
        prune,
        limits.nodes or 0,
        limits.left(USUAL_SECONDS if limits.nodes is None else 0.0),
        limits.reporter(timed=False),
        log,
    )
    counts = ["restarts", "backtracks", "nodes"]
    return finding_of(answer, counts, proof="exhaustive search")


def _starts(question: Question, degrees: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Vertices:
    if question.start is not None:
        return np.array([question.start], dtype=np.int32)
    if question.closed:  # begin at a square with few moves: a closed tour passes every square
        return np.array([np.argmin(degrees)], dtype=np.int32)
    return np.argsort(degrees, kind="stable").astype(np.int32)
