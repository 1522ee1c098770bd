"""Searches for one tour of a graph: backtracking with a stack, rotation, deciding edges."""

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
    vertex_or_minus_one,
)
from babieca.engines.heuristics import from_start
from babieca.engines.protocol import Finding
from babieca.errors import BadInputError, shown
from babieca.limits import USUAL_SECONDS, Limits
from babieca.questions import Question

DEFAULT_SECONDS = 30.0

_BYTES_PER_MOVE = 48  # the adjacency in the order of trial, while it is built
_IMPOSSIBLE = 1


def backtrack(
    question: Question,
    limits: Limits,
    *,
    warnsdorff: bool = True,
    log: _core.EventLog | None = None,
) -> Finding:
    """Search depth first (González): neighbours counter-clockwise from the upper right.

    With `warnsdorff`, neighbours with fewer onward moves come first. Without a start, every square
    is tried as one, as in the paper. It proves that there is no tour if it visits the whole tree;
    without a timeout or a limit on nodes it gives up after a minute. The search is traced in `log`.

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
        vertex_or_minus_one(question.end),
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


@from_start
def rotation(question: Question, limits: Limits) -> Finding:
    """Search by rotation and extension (Pósa 1976); proves nothing.

    A path grows; if it cannot, its tail is reversed. Gives up after `timeout` seconds (30 by
    default).

    >>> from babieca.boards import Board
    >>> finding = rotation(Question.ask(Board(6, 6)), Limits(seed=1))
    >>> len(finding.order)
    36
    """
    require_graph(question, limits)
    graph = question.graph
    answer = _core.rotation_extension(
        graph.offsets,
        graph.targets,
        vertex_or_minus_one(question.start),
        vertex_or_minus_one(question.end),
        question.closed,
        limits.core_seed,
        limits.left(DEFAULT_SECONDS),
        limits.reporter(timed=False),
    )
    return finding_of(answer, ["restarts", "rotations", "nodes"])


def edge_search(question: Question, limits: Limits) -> Finding:
    """Search by deciding edges within `timeout` seconds (30 by default).

    Every vertex needs two edges. All consequences are drawn at once; then an edge is chosen, by
    Warnsdorff's rule for edges. After too many wrong choices the search restarts with a larger
    limit, so that in the end it is exhaustive.

    >>> from babieca.boards import Board
    >>> len(edge_search(Question.ask(Board(8, 8, wrap=True)), Limits()).order)
    64
    """
    if question.closed and vertex_count(question) < 3:
        return Finding(proof=TOO_FEW)
    if len(question.begin) > 2:  # the core takes one move of a beginning
        found = reduced(edge_search, question, limits)
        assert found is not None
        return found
    require_graph(question, limits)
    graph = question.graph
    outcome, squares, statistics = _core.edge_search(
        graph.offsets,
        graph.targets,
        question.closed,
        vertex_or_minus_one(question.start),
        vertex_or_minus_one(question.end),
        vertex_or_minus_one(question.first),
        limits.left(DEFAULT_SECONDS),
        limits.core_seed,
        limits.reporter(timed=False),
    )
    order = squares if len(squares) else None
    proof = f"exhaustive search, {statistics['nodes']} choices" if outcome == _IMPOSSIBLE else None
    return Finding(order=order, proof=proof, statistics=statistics)
