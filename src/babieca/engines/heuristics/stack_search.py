"""Backtracking with an explicit stack (González), and the exact search built on it.

`backtrack` is the paper's program: neighbours counter-clockwise from the upper right, or first by
Warnsdorff's rule with ties in that order. `exact` prunes with degrees and blocks, and is the last
resort for small graphs. Both prove impossibility when they end by themselves; without a timeout or
a most number of nodes they give up after a minute.
"""

from __future__ import annotations

import numpy as np

from babieca import _core
from babieca.engines.answers import (
    TOO_FEW,
    Vertices,
    finding_of,
    reduced,
    require_graph,
    vertex_count,
    vertex_or_nobody,
)
from babieca.engines.protocol import Finding
from babieca.errors import BadInputError, shown
from babieca.limits import USUAL_SECONDS, Limits
from babieca.questions import Question

_BYTES_PER_MOVE = 48  # the adjacency in the order of trial, while it is built


def backtrack(question: Question, limits: Limits, *, warnsdorff: bool = True) -> Finding:
    """Search depth first, by Warnsdorff's rule or in a fixed order, within `limits.nodes`.

    Without a start, every square is tried as one, as the paper does.

    >>> from babieca.boards import Board
    >>> paths = Question.ask(Board(5, 5), "path", start="a1")
    >>> backtrack(paths, Limits()).statistics["backtracks"]
    0
    >>> backtrack(Question.ask(Board(4, 4), "path", start="a1"), Limits()).proof
    'exhaustive search, 2223 squares entered'
    """
    if not isinstance(warnsdorff, bool):
        raise BadInputError(f"warnsdorff is True or False, not {shown(warnsdorff)}")
    return _search(question, limits, warnsdorff=warnsdorff, prune=False)


def exact(question: Question, limits: Limits) -> Finding:
    """Search depth first and leave every branch whose rest cannot be walked."""
    return _search(question, limits, warnsdorff=True, prune=True)


def _search(question: Question, limits: Limits, *, warnsdorff: bool, prune: bool) -> Finding:
    def again(easier: Question, within: Limits) -> Finding:
        return _search(easier, within, warnsdorff=warnsdorff, prune=prune)

    served = reduced(again, question, limits)
    if served is not None:
        return served
    count = vertex_count(question)
    if question.closed and count < 3:
        return Finding(proof=TOO_FEW)
    board = question.board
    if board is not None and board.dimensions >= 2 and not board.holes and not any(board.wrap):
        needed = _BYTES_PER_MOVE * count * len(board.moves())
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
    )
    counts = ["restarts", "backtracks", "nodes"]
    return finding_of(answer, counts, proof="exhaustive search")


def _starts(question: Question, degrees: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Vertices:
    if question.start is not None:
        return np.array([question.start], dtype=np.int32)
    if question.closed:  # a closed tour passes everywhere: begin where the choice is smallest
        return np.array([np.argmin(degrees)], dtype=np.int32)
    return np.argsort(degrees, kind="stable").astype(np.int32)
