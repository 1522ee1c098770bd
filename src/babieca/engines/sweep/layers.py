"""Which layers of a sweep are kept so that tours can be read off backwards, and where.

Blocks need not keep every layer: the ways of a state between two kept layers are summed up from its
predecessors when a walk asks for them. Keeping one large layer in eight makes a walk take
milliseconds and an eighth of the room.
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
# Sweeps with fewer counters than this are faster over a table of states.
FEWEST_COUNTERS = 1_000_000


@dataclass(frozen=True)
class Keeping:
    """A choice of layers: how many bytes they take, and what the sweep needs besides."""

    layers: list[int]
    bytes: int
    working_bytes: int


def keeping_for(plan: _core.CountingPlan, stride: int, threads: int) -> Keeping:
    """Return what is kept at a stride."""
    layers = _core.layers_to_keep(plan, stride)
    return Keeping(layers, _core.bytes_to_keep(plan, layers), plan.bytes_needed(8, threads))


def number_sparsely(question: Question, limits: Limits, *, order: Any = None) -> Numbering:
    """Keep every state that is reached, with numbers of any width."""
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
    """Keep some layers of counters of 64 bits, in memory or in nameless files in scratch.

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
    """Keep blocks where they are worth it and wide enough, states elsewhere."""
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
    """Say what keeping every layer takes, or the widest stride where that is too much."""
    try:
        ready = _ready(question, limits, None)
    except BadInputError as error:
        return Estimate(refusal=str(error))
    if ready is None or ready.plan is None:
        return Estimate()
    kept = keeping_for(ready.plan, STRIDES[-1], limits.workers)
    return Estimate(bytes=kept.bytes + kept.working_bytes)


def numbering_order(question: Question, order: Any) -> Order:
    """Return the order in which vertices retire: the numbers depend on it, so it never varies."""
    if order is not None:
        return checked_order(question.graph, order)
    return retirement_order(question.graph)


def first_vertex(question: Question) -> int:
    """Return the vertex from which paths are written, or -1."""
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
                f"keeping {human_bytes(keeping.bytes)} of counts in {directory} for the while"
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
