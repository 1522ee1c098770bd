"""Best effort where no construction is known: proofs, heuristics and exact search in one budget.

Serves other leapers, boards with holes and plain graphs. The answer is one of three: found, proved
impossible, or not found within the limits.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from babieca.engines.answers import Finder, reduced, require_graph, vertex_count
from babieca.engines.heuristics.graph_searches import exact, rotation
from babieca.engines.heuristics.warnsdorff import warnsdorff
from babieca.engines.protocol import Finding
from babieca.engines.refuter import refuted
from babieca.limits import USUAL_SECONDS, Limits
from babieca.questions import Question

FIRST_SLICE = 0.1


def best_effort(question: Question, limits: Limits) -> Finding:
    """Find a tour, or prove that there is none, within the timeout (60 s by default).

    >>> from babieca.boards import Board
    >>> best_effort(Question.ask(Board(10, 10, leaper="zebra")), Limits()).method
    'warnsdorff'
    >>> best_effort(Question.ask(Board(8, 8, holes=["a1"])), Limits()).proof
    '32 squares have one colour and 31 the other, and a closed tour alternates (colour argument)'
    """
    served = reduced(best_effort, question, limits)
    if served is not None:
        return served
    count = vertex_count(question)
    require_graph(question, limits)
    if reason := refuted(question):
        return Finding(proof=str(reason), method="theory")
    if count == 1:
        return Finding(order=np.zeros(1, dtype=np.int32), method="theory")
    return _search(question, limits)


def _search(question: Question, limits: Limits) -> Finding:
    """Try the methods in turn and add up their statistics."""
    totals: dict[str, int | float | str] = {}
    for name, method, stage in _stages(limits):
        finding = method(question, stage)
        for key, value in finding.statistics.items():
            if isinstance(value, int):
                totals[key] = int(totals.get(key, 0)) + value
        if finding.decided:
            return replace(finding, statistics=totals, method=name)
    return Finding(statistics=totals, method="best effort")


def _stages(limits: Limits) -> Iterator[tuple[str, Finder, Limits]]:
    """Yield the next method, with its part of the time.

    Most boards fall to Warnsdorff's rule at once. Then exact search, which also proves, and
    rotation, which only finds, take turns with ever longer slices: whichever of the two would need
    t seconds alone needs a small multiple of t here.
    """
    deadline = time.monotonic() + limits.left(USUAL_SECONDS)

    def left() -> float:
        return deadline - time.monotonic()

    quick = limits.within(0.2 * max(left(), 0.01))
    yield "warnsdorff", warnsdorff, replace(quick, text="warnsdorff")
    seed, seconds = limits.seed or 0, FIRST_SLICE
    while left() > 0:
        for name, method in (("exact", exact), ("rotation", rotation)):
            seed += 1
            timeout = max(min(seconds, left()), 0.01)
            yield name, method, replace(limits.within(timeout), seed=seed, text=name)
        seconds *= 4
