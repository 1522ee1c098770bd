"""The first tour of a search that restarts: alone, or by two knights in central symmetry.

The time of a search depends on its first choices, and now and then is a million times the usual. So
a search is given up after some nodes and begun again with ties broken in another way. The number of
nodes doubles each time, so a search that must visit the whole tree takes at most four times as
long.

Two knights (M. Sánchez López): knight A walks half of the board, one square of every pair of
opposite ones, and knight B mirrors it. When A reaches the first square of B, the two halves make
one closed tour that the half-turn maps to itself. The search is half as deep, which is why an
IBM 1620 could afford it.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from babieca import _core
from babieca.engines.protocol import Finding
from babieca.engines.search.instances import Search, refuse_many, search_for
from babieca.engines.search.move_orders import OrderLike, shuffled_warnsdorff
from babieca.errors import BadInputError, NotFoundError
from babieca.limits import USUAL_SECONDS, Limits
from babieca.progress import Report
from babieca.questions import Question

RULES = ("dangling-colour", "divided", "forced")
"""Rules that see early that a partial path leads to no tour."""

SEARCH_NODES = 2**12
TWO_KNIGHTS_NODES = 2**18
TWO_KNIGHTS_SECONDS = 30.0

_WHOLE_TREE = "the search visited the whole tree of partial tours"


def search_one(question: Question, limits: Limits) -> Finding:
    """Search with forced edges until the first tour; understands every word but symmetry.

    Without a timeout or a limit on nodes it gives up after a minute.

    >>> from babieca.boards import Board
    >>> len(search_one(Question.ask(Board(6, 6), through="c3-d5"), Limits()).order)
    36
    >>> search_one(Question.ask(Board(3, 8)), Limits()).proof
    'the search visited the whole tree of partial tours'
    """

    def search(restart: int) -> Search:
        order: OrderLike = "warnsdorff"
        if restart or limits.seed is not None:
            order = _shuffled(question, limits, restart)
        return search_for(question, rules=RULES, order=order)

    usual = USUAL_SECONDS if limits.nodes is None else 0.0
    return _first_tour(search, limits, usual=usual, nodes=SEARCH_NODES)


def two_knights(question: Question, limits: Limits) -> Finding:
    """Find a closed tour of a board that the half-turn keeps.

    Warnsdorff's order with ties broken at random: good up to about 10x10, and exhaustive in the
    end. Without a timeout it gives up after 30 s.
    """
    found = _first_tour(
        lambda restart: two_knights_search(question, limits, restart),
        limits,
        usual=TWO_KNIGHTS_SECONDS,
        nodes=TWO_KNIGHTS_NODES,
    )
    if found.proof is None:
        return found
    if question.symmetry is not None:
        return replace(found, proof="two knights met in every way they can")
    # The proof is about tours that the half-turn keeps, and the question is not.
    return Finding(statistics={**found.statistics, "symmetric tours": 0})


def two_knights_search(question: Question, limits: Limits, restart: int) -> Search:
    """Return the search of a restart; refuse questions that two knights cannot answer."""
    kept = question.symmetry
    if kept is not None and str(kept) != "half-turn":
        raise BadInputError(f"two-knights finds tours with the half-turn in any style, not {kept}")
    refuse_many(question.graph)
    if len(question.begin) > 2:
        raise BadInputError("two-knights takes a beginning of two squares, not more")
    order = _shuffled(question, limits, restart)
    asked = replace(question, symmetry=None, directed=False)
    return search_for(asked, order=order, two_knights=True)


def _shuffled(question: Question, limits: Limits, restart: int) -> OrderLike:
    return shuffled_warnsdorff(question.graph, limits.core_seed * 1_000_003 + restart)


def _first_tour(
    search: Callable[[int], Search], limits: Limits, *, usual: float, nodes: int
) -> Finding:
    """Search for `nodes` nodes, then restart with twice as many, until the first tour.

    Without a timeout it gives up after the `usual` seconds; 0 means never.
    """
    seconds = limits.left(usual)
    end = time.monotonic() + (seconds or math.inf)
    entered = 0
    for restart in itertools.count():
        stream = _core.TourStream(search(restart).instance)
        calls, step = 2**restart, nodes
        if limits.nodes is not None:
            left = limits.nodes - entered
            step = min(nodes, left)
            calls = min(calls, -(-left // step))
        patience = _Patience(calls, end, limits.reporter(timed=False))
        found = None
        try:
            found = stream.next(1, patience, step)
        except NotFoundError:
            pass
        entered += stream.tally()[0]
        statistics = {"nodes": entered, "restarts": restart}
        if found is not None and len(found):
            return Finding(order=np.asarray(found), statistics=statistics)
        if found is not None:
            return Finding(proof=_WHOLE_TREE, statistics=statistics)
        if patience.late or entered >= (limits.nodes or math.inf):
            return Finding(statistics=statistics)
    raise AssertionError("unreachable")


class _Patience:
    """Passes progress on; ends a search after so many calls or at the end of the time."""

    def __init__(self, calls: int, end: float, report: Report | None) -> None:
        self.late = False
        self._calls = calls
        self._end = end
        self._report = report

    def __call__(self, done: int, total: int) -> None:
        self._calls -= 1
        self.late = time.monotonic() > self._end
        if self.late or self._calls == 0:
            raise NotFoundError("out of patience")
        if self._report is not None:
            self._report(done, total)
