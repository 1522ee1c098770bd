"""Seed 001 (M. Sánchez López): two knights that move in central symmetry about the middle.

Knight A walks half of the board, one square of every pair of opposite ones; knight B mirrors it.
When A reaches the square where B began, the two halves make one closed tour that the half-turn maps
to itself. The search is half as deep, which is how an IBM 1620 could afford it.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from babieca import _core
from babieca.errors import BadInputError, NotFoundError
from babieca.finding.problem import Finding, Problem
from babieca.searching.questions import ask


def two_knights(problem: Problem) -> Finding:
    """Find a closed tour of a board that the half-turn maps to itself."""
    if problem.board is None or not problem.closed:
        raise BadInputError("two knights find closed tours of boards: ask for a closed one")
    if problem.first is not None:
        raise BadInputError("two knights choose their first move themselves")
    start: Any = None if problem.start is None else problem.graph.labels[problem.start]
    question = ask(problem.board, kind="closed", start=start, symmetry="half-turn", order="fixed")
    stream = _core.TourStream(question.instance)
    try:
        order = stream.next(1, _Deadline(problem))
    except NotFoundError:
        return Finding(statistics={"nodes": stream.tally()[0]})
    statistics = {"nodes": stream.tally()[0]}
    if len(order) == 0:
        # Proved only that no tour is symmetric, which is not the question.
        return Finding(statistics=statistics | {"symmetric tours": 0})
    return Finding(order=np.asarray(order), statistics=statistics)


class _Deadline:
    """Passes progress on, and ends the search when its time is over."""

    def __init__(self, problem: Problem) -> None:
        self._end = None if problem.timeout is None else time.monotonic() + problem.timeout
        self._report = problem.progress

    def __call__(self, done: int, total: int) -> None:
        if self._end is not None and time.monotonic() > self._end:
            raise NotFoundError("no tour was found in time")
        if self._report is not None:
            self._report(done, total)


METHODS = {"two-knights": two_knights}
