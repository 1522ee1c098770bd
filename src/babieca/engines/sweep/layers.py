"""Which layers of a sweep are kept for a numbering, and where.

Blocks need not keep every layer: a walk computes the ways to reach a state between two kept layers
from its predecessors. With one large layer of eight, a walk takes milliseconds.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from typing import Any

from babieca import _core
from babieca.engines.protocol import Estimate
from babieca.engines.retirement import Order, checked_order, retirement_order
from babieca.engines.sweep.machine import memory_to_keep
from babieca.engines.sweep.numbering import Numbering
from babieca.engines.sweep.sweeps import Prepared, prepare, require_narrow
from babieca.engines.sweep.terms import trivial_answer
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.memory import human_bytes, require_disk
from babieca.questions import Question

STRIDES = (1, 2, 3, 4, 6, 8)
FEWEST_COUNTERS = 1_000_000
"""Sweeps with fewer are faster with a hash table of states."""


@dataclass(frozen=True)
class Keeping:
    """The layers to keep, their bytes, and the bytes that the sweep needs besides."""

    layers: list[int]
    bytes: int
    working_bytes: int


def keeping_for(plan: _core.CountingPlan, stride: int, threads: int) -> Keeping:
    layers = _core.layers_to_keep(plan, stride)
    return Keeping(layers, _core.bytes_to_keep(plan, layers), plan.bytes_needed(8, threads))


def number_sparsely(question: Question, limits: Limits, *, order: Any = None) -> Numbering:
    """Number the tours by a hash table of all states, with numbers of any width."""
    ready = _ready(question, limits, order)
    if ready is None:
        return Numbering(question, None)
    try:
        index = _core.TourIndex.sparse(
            ready.sweep, first_vertex(question), limits.budget, limits.reporter()
        )
    except _core.OutOfBudget:
        raise BadInputError(
            f"the states of {question.graph} take more than {human_bytes(limits.budget)}; "
            "allow more with memory, or add constraints"
        ) from None
    except _core.TooNarrow as error:
        raise BadInputError(f"these tours cannot be numbered: {error}") from None
    return Numbering(question, index, "sparse")


def number_by_blocks(question: Question, limits: Limits, *, order: Any = None) -> Numbering:
    """Number the tours by some layers of 64-bit counters, in memory or in unnamed scratch files.

    `limits.say` is told before anything large is written there.
    """
    ready = _ready(question, limits, order)
    if ready is None:
        return Numbering(question, None)
    try:
        return Numbering(question, _kept_blocks(question, ready, limits), "blocks")
    except _core.TooNarrow:
        raise BadInputError("the counts need more than 64 bits; use method sparse") from None


def number(question: Question, limits: Limits, *, order: Any = None) -> Numbering:
    """Number the tours by blocks if these are large and wide enough, else by states."""
    ready = _ready(question, limits, order)
    if ready is None:
        return Numbering(question, None)
    if ready.plan is not None and ready.plan.total_counters >= FEWEST_COUNTERS:
        try:
            return Numbering(question, _kept_blocks(question, ready, limits), "blocks")
        except _core.TooNarrow:
            pass
    return number_sparsely(question, limits, order=order)


def estimate(question: Question, limits: Limits) -> Estimate:
    """Return the bytes with the widest stride."""
    try:
        ready = _ready(question, limits, None)
    except BadInputError as error:
        return Estimate(refusal=str(error))
    if ready is None or ready.plan is None:
        return Estimate()
    kept = keeping_for(ready.plan, STRIDES[-1], limits.workers)
    return Estimate(bytes=kept.bytes + kept.working_bytes)


def numbering_order(question: Question, order: Any) -> Order:
    """Return the retirement order, on which the numbers depend: it never varies."""
    if order is not None:
        return checked_order(question.graph, order)
    return retirement_order(question.graph)


def first_vertex(question: Question) -> int:
    return next(iter(question.ends), -1)


def _ready(question: Question, limits: Limits, order: Any) -> Prepared | None:
    undirected = question.undirected()
    if trivial_answer(undirected) is not None:
        return None
    require_narrow(undirected, limits)
    ready = prepare(undirected, limits, numbering_order(question, order))
    return None if ready.sweep.impossible else ready


def _kept_blocks(question: Question, ready: Prepared, limits: Limits) -> _core.TourIndex:
    plan, threads = ready.block_plan(), limits.workers
    room = memory_to_keep(limits)
    directory = ""
    for stride in STRIDES:
        keeping = keeping_for(plan, stride, threads)
        limits.require(keeping.working_bytes, "the sweep")
        if keeping.working_bytes + keeping.bytes <= room:
            break
    else:
        directory = str(limits.scratch or tempfile.gettempdir())
        require_disk(keeping.bytes, directory)
        if limits.say is not None:
            limits.say(
                f"using {human_bytes(keeping.bytes)} of temporary disk in {directory}; "
                "`babieca atlas build` keeps it for next time"
            )
    try:
        return _core.TourIndex.blocks(
            ready.sweep,
            first_vertex(question),
            plan,
            keeping.layers,
            directory,
            threads,
            limits.reporter(),
            nameless=True,
        )
    except _core.FileError as error:
        raise BadInputError(str(error)) from None
