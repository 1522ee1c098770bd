"""The tour with the least total weight, by a sweep over the least totals of all states.

`cpp/core/sweep/cheapest.hpp` has the algorithm, docs/weights.md explains it.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from babieca import _core
from babieca.engines.refuter import refuted
from babieca.engines.sweep.moduli import core_errors
from babieca.engines.sweep.sweeps import prepare, trivial_answer
from babieca.engines.sweep.totals import Turn
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.progress import Report
from babieca.questions import Question, Vertices
from babieca.reasons import Reason

KINDS = ("closed", "path")


@dataclass(frozen=True)
class Cheapest:
    """A tour with the least total, and how many undirected tours have it; or why there is none."""

    vertices: Vertices | None = None
    proof: Reason | None = None
    total: int = 0
    tours: int = 0
    slots: int = 0
    states: int = 0
    sweeps: int = 0
    peak_bytes: int = 0


def sweep_by_sweep(limits: Limits) -> Report | None:
    """Return a report of sweeps with larger and larger bounds: their number is not known."""
    sweep, before = 1, 0

    def report(done: int, total: int) -> None:
        nonlocal sweep, before
        sweep, before = sweep + (done < before), done
        if tell := limits.part(0.0, 1.0, Reason("squares_passed", sweep=sweep)).reporter():
            tell(done, 0)

    return None if limits.reporter() is None else report


def cheapest(
    question: Question,
    weights: Sequence[int],
    limits: Limits,
    turns: Mapping[Turn, int] | None = None,
) -> Cheapest:
    """Find a tour with the least sum of weights, one for each edge in the order of `edges()`.

    With `turns`, the sum is of the weights of turns instead; other turns weigh nothing.
    """
    if reason := refuted(question):
        return Cheapest(proof=reason)
    if trivial_answer(question):
        return Cheapest(np.zeros(1, dtype=np.int32), tours=1)
    most = _core.most_total // (len(question.graph) + 1)
    if largest := [weight for weight in weights if abs(weight) > most]:
        raise BadInputError("weights_too_long", units=abs(largest[0]), most=most)
    sweep = prepare(question.undirected(), limits).sweep
    if sweep.impossible:
        return Cheapest(proof=Reason("swept_none"))
    with core_errors(limits, "smaller_board"):
        try:
            found = _core.cheapest_tour(
                sweep,
                question.graph.edges() if turns is None else [],
                np.array(weights, dtype=np.int64),
                np.array([*(turns or ())], dtype=np.int32).reshape(-1),
                np.array([*(turns or {}).values()], dtype=np.int64),
                limits.budget,
                sweep_by_sweep(limits),
            )
        except _core.Refused:
            raise BadInputError("frontier_too_wide_for_turns", slots=sweep.slot_count) from None
    work = operator.itemgetter("states", "sweeps", "peak_bytes")(found)
    if not len(found["squares"]):
        return Cheapest(None, Reason("swept_none"), 0, 0, sweep.slot_count, *work)
    optimum = found["total"], found["tours"]
    return Cheapest(found["squares"], None, *optimum, sweep.slot_count, *work)
