"""Seed 001 (M. Sánchez López): two knights that move in central symmetry about the middle.

Knight A walks half of the board, one square of every pair of opposite ones; knight B mirrors it.
When A reaches the square where B began, the two halves make one closed tour that the half-turn maps
to itself. The search is half as deep, which is how an IBM 1620 could afford it.
"""

from __future__ import annotations

import itertools
import time
from typing import Any

import numpy as np

from babieca import _core
from babieca.errors import BadInputError, NotFoundError
from babieca.finding.answers import seed_of
from babieca.finding.problem import Finding, Problem
from babieca.searching.orders import shuffled_warnsdorff
from babieca.searching.questions import ask

DEFAULT_TIMEOUT = 30.0


def two_knights(problem: Problem) -> Finding:
    """Find a closed tour of a board that the half-turn maps to itself.

    Asked for a path, it gives the same tour, not closed. Warnsdorff's order with ties broken at
    random, begun again with twice the patience each time: good up to about 10x10, and exhaustive in
    the end. Without `timeout` it gives up after 30 s.
    """
    if problem.board is None or problem.end is not None:
        raise BadInputError("two knights find closed tours of boards: leave out the end")
    first: Any = None if problem.first is None else problem.graph.labels[problem.first]
    start: Any = None if problem.start is None else problem.graph.labels[problem.start]
    end = time.monotonic() + (DEFAULT_TIMEOUT if problem.timeout is None else problem.timeout)
    nodes = 0
    for restart in itertools.count():
        seed = seed_of(problem) * 1_000_003 + restart
        question = ask(
            problem.board,
            kind="closed",
            start=start,
            first=first,
            symmetry="half-turn",
            order=shuffled_warnsdorff(problem.graph, seed),
        )
        stream = _core.TourStream(question.instance)
        patience = _Patience(2**restart, end, problem)
        try:
            order = stream.next(1, patience)
        except NotFoundError:
            nodes += stream.tally()[0]
            if patience.late:
                return Finding(statistics={"nodes": nodes, "restarts": restart})
            continue
        statistics = {"nodes": nodes + stream.tally()[0], "restarts": restart}
        if len(order) == 0:
            # Proved only that no tour is symmetric, which is not the question.
            return Finding(statistics=statistics | {"symmetric tours": 0})
        return Finding(order=np.asarray(order), statistics=statistics)
    raise AssertionError("unreachable")


class _Patience:
    """Passes progress on, and ends a try after so many calls or when the time is over."""

    def __init__(self, calls: int, end: float, problem: Problem) -> None:
        self.late = False
        self._calls = calls
        self._end = end
        self._report = problem.progress

    def __call__(self, done: int, total: int) -> None:
        self._calls -= 1
        self.late = time.monotonic() > self._end
        if self.late or self._calls < 0:
            raise NotFoundError("out of patience")
        if self._report is not None:
            self._report(done, total)


METHODS = {"two-knights": two_knights}
