"""Backtracking with an explicit stack (González, seed 002), and the exact search built on it.

`backtrack` is the seed's program: neighbours counter-clockwise from the upper right, or first by
Warnsdorff's rule with ties in that order. `exact` prunes with degrees and blocks, and is the last
resort for small graphs. Both prove impossibility when they end by themselves.
"""

from __future__ import annotations

import numpy as np

from babieca import _core
from babieca.errors import BadInputError
from babieca.finding.answers import (
    Vertices,
    board_of,
    finding_of,
    option,
    reversed_if_only_end,
    vertex_count,
    vertex_or_nobody,
    with_first_move,
)
from babieca.finding.problem import Finding, Problem


def backtrack(problem: Problem) -> Finding:
    """Search depth first. Options: `warnsdorff` (True by default), `nodes` (most squares entered).

    Without a start, every square is tried as one, as the seed does.

    >>> from babieca.boards import Board
    >>> backtrack(Problem(Board(5, 5), start=0)).statistics["backtracks"]
    0
    >>> backtrack(Problem(Board(4, 4), start=0)).proof
    'exhaustive search, 2223 squares entered'
    """
    rule = option(problem, "warnsdorff", True)
    if not isinstance(rule, bool):
        raise BadInputError(f"warnsdorff is yes or no, not {rule!r}")
    return _search(problem, warnsdorff=rule, prune=False)


def exact(problem: Problem) -> Finding:
    """Search depth first and leave every branch whose rest cannot be walked. Option: `nodes`."""
    return _search(problem, warnsdorff=True, prune=True)


METHODS = {"backtrack": backtrack, "exact": exact}


def _search(problem: Problem, *, warnsdorff: bool, prune: bool) -> Finding:
    method = exact if prune else backtrack
    reduced = reversed_if_only_end(method, problem) or with_first_move(method, problem)
    if reduced is not None:
        return reduced
    count = vertex_count(problem)
    if problem.closed and count < 3:
        return Finding(proof="a closed tour needs at least three squares")
    nodes = option(problem, "nodes", 0)
    if not isinstance(nodes, int) or nodes < 0:
        raise BadInputError(f"nodes is the most squares to enter, not {nodes!r}")
    board = board_of(problem)
    if board is not None and board.dimensions >= 2 and not board.holes and not any(board.wrap):
        offsets, targets = _core.adjacency_in_move_order(list(board.sides), *board.leaper)
    else:
        offsets, targets = problem.graph.offsets, problem.graph.targets
    answer = _core.backtrack(
        offsets,
        targets,
        _starts(problem, np.diff(offsets)),
        vertex_or_nobody(problem.end),
        problem.closed,
        warnsdorff,
        prune,
        nodes,
        problem.timeout or 0.0,
        problem.progress,
    )
    counts = ["restarts", "backtracks", "nodes"]
    return finding_of(answer, counts, proof="exhaustive search")


def _starts(problem: Problem, degrees: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Vertices:
    if problem.start is not None:
        return np.array([problem.start], dtype=np.int32)
    if problem.closed:  # a closed tour passes everywhere: begin where the choice is smallest
        return np.array([np.argmin(degrees)], dtype=np.int32)
    return np.argsort(degrees, kind="stable").astype(np.int32)
