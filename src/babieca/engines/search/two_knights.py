"""Two knights that move in central symmetry about the middle (M. Sánchez López).

Knight A walks half of the board, one square of every pair of opposite ones; knight B mirrors it.
When A reaches the square where B began, the two halves make one closed tour that the half-turn maps
to itself. The search is half as deep, which is how an IBM 1620 could afford it.
"""

from __future__ import annotations

from dataclasses import replace

from babieca.engines.protocol import Finding
from babieca.engines.search.instances import Search, refuse_many, search_for
from babieca.engines.search.move_orders import shuffled_warnsdorff
from babieca.engines.search.restarting import first_tour
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.questions import Question

DEFAULT_SECONDS = 30.0
FIRST_NODES = 2**18


def two_knights(question: Question, limits: Limits) -> Finding:
    """Find a closed tour of a board that the half-turn keeps.

    Warnsdorff's order with ties broken at random, begun again with twice the patience each time:
    good up to about 10x10, and exhaustive in the end. Without a timeout it gives up after 30 s.
    """
    kept = question.symmetry
    if kept is not None and str(kept) != "half-turn":
        raise BadInputError(f"two-knights finds tours with the half-turn in any style, not {kept}")
    refuse_many(question.graph)
    if len(question.begin) > 2:
        raise BadInputError("two-knights takes a beginning of two squares, not more")
    asked = replace(question, symmetry=None, directed=False)

    def search(restart: int) -> Search:
        order = shuffled_warnsdorff(question.graph, limits.core_seed * 1_000_003 + restart)
        return search_for(asked, order=order, two_knights=True)

    found = first_tour(search, limits, usual=DEFAULT_SECONDS, nodes=FIRST_NODES)
    if not found.complete:
        return Finding(order=found.order, statistics=found.statistics)
    if kept is not None:
        return Finding(proof="two knights met in every way they can", statistics=found.statistics)
    # Proved only that the half-turn keeps no tour, which is not the question.
    return Finding(statistics=found.statistics | {"symmetric tours": 0})
