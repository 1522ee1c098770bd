"""Two knights that move in central symmetry about the middle (M. Sánchez López).

Knight A walks half of the board, one square of every pair of opposite ones; knight B mirrors it.
When A reaches the square where B began, the two halves make one closed tour that the half-turn maps
to itself. The search is half as deep, which is how an IBM 1620 could afford it.
"""

from __future__ import annotations

import itertools
import time
from dataclasses import replace

import numpy as np

from babieca import _core
from babieca.engines.protocol import Finding
from babieca.engines.search.instances import Search, refuse_many, search_for
from babieca.engines.search.move_orders import shuffled_warnsdorff
from babieca.errors import BadInputError, NotFoundError
from babieca.limits import Limits
from babieca.progress import Report
from babieca.questions import Question

DEFAULT_SECONDS = 30.0

NODES_PER_CALL = 2**18
"""After so many squares the core asks whether to go on."""


def two_knights(question: Question, limits: Limits) -> Finding:
    """Find a closed tour of a board that the half-turn keeps.

    Warnsdorff's order with ties broken at random, begun again with twice the patience each time:
    good up to about 10x10, and exhaustive in the end. Without a timeout it gives up after 30 s.
    """
    kept = question.symmetry
    end = time.monotonic() + limits.left(DEFAULT_SECONDS)
    nodes = 0
    for restart in itertools.count():
        stream = _core.TourStream(one_try(question, limits, restart).instance)
        patience = _Patience(2**restart, end, limits.reporter(timed=False))
        try:
            found = stream.next(1, patience)
        except NotFoundError:
            nodes += stream.tally()[0]
            if patience.late:
                return Finding(statistics={"nodes": nodes, "restarts": restart})
            continue
        statistics = {"nodes": nodes + stream.tally()[0], "restarts": restart}
        if len(found):
            return Finding(order=np.asarray(found), statistics=statistics)
        if kept is not None:
            return Finding(proof="two knights met in every way they can", statistics=statistics)
        # Proved only that the half-turn keeps no tour, which is not the question.
        return Finding(statistics=statistics | {"symmetric tours": 0})
    raise AssertionError("unreachable")


def one_try(question: Question, limits: Limits, number: int) -> Search:
    """Return the search of a try, by its number from 0; refuse what two knights cannot do."""
    kept = question.symmetry
    if kept is not None and str(kept) != "half-turn":
        raise BadInputError(f"two-knights finds tours with the half-turn in any style, not {kept}")
    refuse_many(question.graph)
    if len(question.begin) > 2:
        raise BadInputError("two-knights takes a beginning of two squares, not more")
    order = shuffled_warnsdorff(question.graph, limits.core_seed * 1_000_003 + number)
    asked = replace(question, symmetry=None, directed=False)
    return search_for(asked, order=order, two_knights=True)


def nodes_of_try(number: int) -> int:
    """Return after how many squares a try is given up."""
    return ((1 << number) + 1) * NODES_PER_CALL


class _Patience:
    """Passes progress on, and ends a try after so many calls or when the time is over."""

    def __init__(self, calls: int, end: float, report: Report | None) -> None:
        self.late = False
        self._calls = calls
        self._end = end
        self._report = report

    def __call__(self, done: int, total: int) -> None:
        self._calls -= 1
        self.late = time.monotonic() > self._end
        if self.late or self._calls < 0:
            raise NotFoundError("out of patience")
        if self._report is not None:
            self._report(done, total)
