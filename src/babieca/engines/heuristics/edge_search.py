"""Tours by deciding edges, on graphs of moderate size; it also finds the tiles of constructions.

Every vertex needs two edges. All consequences are drawn at once; then an edge is chosen, by
Warnsdorff's rule for edges. After too many wrong choices the search restarts with a larger limit,
so that in the end it is exhaustive.
"""

from __future__ import annotations

from babieca import _core
from babieca.engines.answers import TOO_FEW, reduced, require_graph, vertex_count, vertex_or_nobody
from babieca.engines.protocol import Finding
from babieca.limits import Limits
from babieca.questions import Question

DEFAULT_SECONDS = 30.0

_IMPOSSIBLE = 1


def edge_search(question: Question, limits: Limits) -> Finding:
    """Search by deciding edges within `timeout` seconds (30 by default).

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
        vertex_or_nobody(question.start),
        vertex_or_nobody(question.end),
        vertex_or_nobody(question.first),
        limits.left(DEFAULT_SECONDS),
        limits.core_seed,
        limits.reporter(timed=False),
    )
    if len(squares):
        return Finding(order=squares, statistics=statistics)
    if outcome == _IMPOSSIBLE:
        proof = f"exhaustive search, {statistics['nodes']} choices"
        return Finding(proof=proof, statistics=statistics)
    return Finding(statistics=statistics)
