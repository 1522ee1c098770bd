"""Tours by deciding edges: the search that finds the tiles, on any graph of moderate size.

Every vertex needs two edges. Whatever follows from that is done at once; only then an edge is
chosen, by Warnsdorff's rule told to edges. Wrong choices are taken back, and after too many of them
the search restarts with a larger limit, so that in the end it is exhaustive.
"""

from __future__ import annotations

from babieca import _core
from babieca.finding.answers import seed_of, vertex_count, vertex_or_nobody
from babieca.finding.problem import Finding, Problem

DEFAULT_SECONDS = 30.0

_IMPOSSIBLE = 1


def edges(problem: Problem) -> Finding:
    """Search by deciding edges within `timeout` seconds (30 by default).

    >>> from babieca.boards import Board
    >>> len(edges(Problem(Board(8, 8, wrap=True), closed=True)).order)
    64
    """
    if problem.closed and vertex_count(problem) < 3:
        return Finding(proof="a closed tour needs at least three squares")
    graph = problem.graph
    outcome, squares, statistics = _core.edge_search(
        graph.offsets,
        graph.targets,
        problem.closed,
        vertex_or_nobody(problem.start),
        vertex_or_nobody(problem.end),
        vertex_or_nobody(problem.first),
        problem.timeout or DEFAULT_SECONDS,
        seed_of(problem),
        problem.progress,
    )
    if len(squares):
        return Finding(order=squares, statistics=statistics)
    if outcome == _IMPOSSIBLE:
        proof = f"exhaustive search, {statistics['nodes']} choices"
        return Finding(proof=proof, statistics=statistics)
    return Finding(statistics=statistics)


METHODS = {"edges": edges}
