"""One tour by the search that visits all of them: the first it meets, or the proof that none is."""

from __future__ import annotations

from babieca.engines.protocol import Finding
from babieca.engines.search.instances import Search, search_for
from babieca.engines.search.move_orders import OrderLike, shuffled_warnsdorff
from babieca.engines.search.restarting import first_tour
from babieca.limits import USUAL_SECONDS, Limits
from babieca.questions import Question

RULES = ("dangling-colour", "divided", "forced")
"""Tours are far apart where one is looked for: it pays to see early that there is none."""

FIRST_NODES = 2**12


def search_one(question: Question, limits: Limits) -> Finding:
    """Search with forced edges, every word of the question heeded, until the first tour.

    Without a timeout or a most number of nodes it gives up after a minute.

    >>> from babieca.boards import Board
    >>> len(search_one(Question.ask(Board(6, 6), through="c3-d5"), Limits()).order)
    36
    >>> search_one(Question.ask(Board(3, 8)), Limits()).proof
    'the search visited the whole tree of partial tours'
    """

    def search(restart: int) -> Search:
        order: OrderLike = "warnsdorff"
        if restart or limits.seed is not None:
            order = shuffled_warnsdorff(question.graph, limits.core_seed * 1_000_003 + restart)
        return search_for(question, rules=RULES, order=order)

    usual = USUAL_SECONDS if limits.nodes is None else 0.0
    found = first_tour(search, limits, usual=usual, nodes=FIRST_NODES)
    proof = "the search visited the whole tree of partial tours" if found.complete else None
    return Finding(order=found.order, proof=proof, statistics=found.statistics)
