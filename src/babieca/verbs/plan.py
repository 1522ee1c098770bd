"""What an answer will take, before it is begun: order, slots, counters, bytes and time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from babieca import _core
from babieca.engines import COUNTERS, FINDERS, LISTERS, NUMBERERS
from babieca.engines.protocol import Engine, Estimate
from babieca.engines.refuter import refuted
from babieca.engines.retirement import checked_order
from babieca.engines.sweep.gpu.driver import expected_seconds
from babieca.engines.sweep.gpu.gpus import Device
from babieca.engines.sweep.machine import CounterBits, Machine, Place
from babieca.engines.sweep.moduli import expected_widths
from babieca.engines.sweep.plans import CountPlan, plans, refusal, usable_widths
from babieca.engines.sweep.sweeps import Prepared, prepare
from babieca.engines.sweep.terms import terms
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.memory import MOST_BYTES
from babieca.questions import Question
from babieca.showing import Shown

SLOT_NAMES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class ThroughScratch:
    """What a count takes whose layers are on disk."""

    counter_bits: int
    memory_bytes: int
    disk_bytes: int
    estimated_seconds: float


@dataclass(frozen=True)
class OnGpu:
    """What a count takes on a GPU; the time is that of an H200, None if it uses the host."""

    device: str
    counter_bits: int
    moduli: tuple[int, ...]
    together: int
    card_bytes: int
    host_bytes: int
    estimated_seconds: float | None


@dataclass(frozen=True)
class Plan(Shown):
    """The sweep of one question. Per-layer lists have one entry more than there are steps.

    `estimates` says, for each verb and each of its methods, what it would take or why it refuses.

    >>> from babieca import Board, plan
    >>> plan(Board(6, 6)).slots, plan(Board(8, 8)).peak_counters
    (12, 146815078)
    """

    question: Question
    order: list[Any]  # labels, in the order in which they retire
    slots: int
    occupied: list[int]  # slots in use, per layer
    layers: list[list[int]]  # the vertex in each slot, per layer; -1 free, len(graph) the apex
    counters: list[int] | None  # per layer; None: too wide for blocks
    stored: list[bool] | None  # per layer: whether it is kept; others are passed through
    mirrored: bool  # half of each layer is kept
    threads: int
    counter_bits: int  # the widest that probably fit the budget
    sweeps: int  # how many a count will probably take, by moduli or in floating point
    estimates: Mapping[str, Mapping[str, Estimate]]
    gpu: OnGpu | str | None  # what a GPU takes, or why it does not fit; None: there is no GPU
    refutation: str | None  # why there is no tour, so that every count is 0
    _ready: Prepared | None  # None: refuted, and too wide to be swept
    _plans: Mapping[tuple[Place, int], CountPlan]  # by place and counter width, if memory allows
    _limits: Limits

    @property
    def usable_bits(self) -> list[CounterBits]:
        """The widths of counters that a count can do with, the widest first."""
        return [] if self._ready is None else usable_widths(self._ready.question)

    @property
    def _layout(self) -> _core.CountingPlan | None:
        return None if self._ready is None else self._ready.plan

    @property
    def widths(self) -> list[int] | None:
        """About how many bytes the counters of each layer take."""
        if self._ready is None or self._ready.plan is None:
            return None
        return expected_widths(self._ready.question, self._ready.plan, self.counter_bits)

    @property
    def total_counters(self) -> int | None:
        """Over all layers: the work."""
        return None if self._layout is None else self._layout.total_counters

    @property
    def peak_counters(self) -> int | None:
        """Of the largest layer: the memory."""
        return None if self._layout is None else self._layout.peak_counters

    def bytes_needed(self, *, counter_bits: int = 64) -> int | None:
        """Return the bytes that counting by blocks allocates, each layer as wide as expected."""
        plan = self._plans.get(("memory", counter_bits))
        return None if plan is None else plan.bytes

    def estimated_seconds(self, *, counter_bits: int = 64) -> float | None:
        """Return a guess from the speed of small counts made now, with no other load."""
        plan = self._plans.get(("memory", counter_bits))
        return None if plan is None else plan.seconds()

    def through_scratch(self, *, counter_bits: CounterBits = 64) -> ThroughScratch | None:
        """Return what counting by blocks takes where layers go to `scratch`, if it was given."""
        plan = self._plans.get(("scratch", counter_bits))
        if plan is None:
            return None
        seconds = plan.seconds(self._limits.scratch)
        return ThroughScratch(counter_bits, plan.bytes, plan.disk_bytes, seconds)

    def picture(self, layer: int | None = None) -> str:
        """Draw a layer of a board in two dimensions: retired squares `#`, slots, the rest `.`.

        Without a layer, the first one of the largest.

        >>> from babieca import Board, Tours
        >>> print(Tours(Board(6, 4)).plan().picture(6))
        . . . .
        . . . .
        . 2 . 0
        7 1 5 3
        # 4 # 6
        # # # #
        """
        board = self.question.board
        if board is None or board.dimensions != 2:
            raise BadInputError("only boards in two dimensions have a picture")
        sizes = self.counters or self.occupied
        chosen = sizes.index(max(sizes)) if layer is None else layer
        marks = dict.fromkeys(self.order[:chosen], "#")
        for slot, vertex in enumerate(self.layers[chosen]):
            if 0 <= vertex < len(self.question.graph):
                marks[self.question.graph.label(vertex)] = SLOT_NAMES[slot]
        rows, columns = board.sides
        hole = set(board.holes)
        return "\n".join(
            " ".join(
                " " if (r, c) in hole else marks.get((r, c), ".") for c in range(columns)
            ).rstrip()
            for r in reversed(range(rows))
        )


def plan_of(
    question: Question, limits: Limits, order: Any = None, device: Device | None = None
) -> Plan:
    """Plan without counting; see `Tours.plan`."""
    machine = Machine.of(limits, "auto" if device is None else device)
    if question.symmetry is not None:
        raise BadInputError("plan does not take symmetry: folded sweeps are not planned")
    asked = terms(question)[0].question if terms(question) else question.undirected()
    graph = asked.graph
    chosen = None if order is None else checked_order(graph, order)
    refutation = refuted(question)
    ready: Prepared | None = None
    try:
        ready = prepare(asked, limits, chosen, mirror=None)
    except BadInputError:
        if refutation is None:
            raise
    here = replace(machine, gpu=None)
    roomy = replace(here, memory=MOST_BYTES, disk=None if machine.disk is None else MOST_BYTES)
    wide: dict[tuple[Place, int], CountPlan] = {}
    if refutation is None and ready is not None and ready.plan is not None:
        found = plans(asked, limits, roomy, method="blocks", order=chosen)
        wide = {(plan.place, plan.counter_bits): plan for plan in found}
    in_memory = [plan for (place, _), plan in wide.items() if place == "memory"]
    in_memory.sort(key=lambda plan: -plan.counter_bits)
    fitting = [plan for plan in in_memory if plan.bytes <= machine.memory]
    widest = (fitting or in_memory[-1:] or [CountPlan(asked)])[0]
    layers = [] if ready is None else ready.sweep.occupants
    layout = None if ready is None else ready.plan
    return Plan(
        question,
        [] if ready is None else [graph.label(vertex) for vertex in ready.order.tolist()],
        0 if ready is None else ready.sweep.slot_count,
        [sum(vertex >= 0 for vertex in layer) for layer in layers],
        layers,
        None if layout is None else [layer.counters for layer in layout.layers],
        None if layout is None else [layer.stored for layer in layout.layers],
        ready is not None and bool(ready.mirror),
        limits.workers,
        widest.counter_bits,
        0 if refutation else widest.sweeps,
        _estimates(question, asked, limits, here, in_memory[-1:], refuted=bool(refutation)),
        None if machine.gpu is None or ready is None else _on_gpu(asked, limits, machine, ready),
        None if refutation is None else str(refutation),
        ready,
        wide,
        limits,
    )


def _on_gpu(asked: Question, limits: Limits, machine: Machine, ready: Prepared) -> OnGpu | str:
    assert machine.gpu is not None
    found = plans(asked, limits, machine)
    if not found:
        return str(refusal(asked, limits, machine))
    plan, layout = found[0], ready.block_plan()
    moduli = plan.moduli
    together = min(plan.together, len(moduli))
    on_gpu, on_host = machine.gpu.bytes_for(layout, plan.counter_bits, together)
    seconds = expected_seconds(layout, len(moduli), -(-len(moduli) // together))
    return OnGpu(
        machine.gpu.name,
        plan.counter_bits,
        moduli,
        together,
        on_gpu,
        on_host,
        None if on_host else seconds,
    )


def _estimates(
    question: Question,
    asked: Question,
    limits: Limits,
    machine: Machine,
    least: list[CountPlan],
    *,
    refuted: bool,
) -> dict[str, dict[str, Estimate]]:
    verbs: dict[str, tuple[Mapping[str, Engine[Any]], Question]] = {
        "find": (FINDERS, question),
        "count": (COUNTERS, asked),
        "list": (LISTERS, question),
        "sample": (NUMBERERS, asked),
    }
    found = {
        verb: {name: _estimate(engine, about, limits) for name, engine in engines.items()}
        for verb, (engines, about) in verbs.items()
    }
    if refuted:
        return {verb: found[verb] | {"auto": Estimate(bytes=0, seconds=0.0)} for verb in found}
    blocks = _estimated_blocks(asked, limits, machine, least)
    return found | {"count": found["count"] | {"auto": blocks, "blocks": blocks}}


def _estimate(engine: Engine[Any], question: Question, limits: Limits) -> Estimate:
    refused = engine.refusal(question)
    return Estimate(refusal=refused) if refused else engine.estimate(question, limits)


def _estimated_blocks(
    asked: Question, limits: Limits, machine: Machine, least: list[CountPlan]
) -> Estimate:
    try:
        found = plans(asked, limits, machine, method="blocks")
    except BadInputError as error:
        return Estimate(refusal=str(error))
    if found:
        plan, scratch = found[0], limits.scratch
        return Estimate(plan.bytes, plan.seconds(scratch), disk_bytes=plan.disk_bytes or None)
    (plan,) = least
    return Estimate(plan.bytes, plan.seconds(), str(refusal(asked, limits, machine)))
