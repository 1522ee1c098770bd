"""What an answer will take, before it is begun: order, slots, counters, bytes, time, by whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from babieca import _core
from babieca.engines import COUNTERS, FINDERS, LISTERS, NUMBERERS
from babieca.engines.protocol import Engine, Estimate
from babieca.engines.retirement import checked_order
from babieca.engines.sweep.gpu.counting import (
    Device,
    Gpu,
    GpuPlan,
    checked_device,
    gpu_or_none,
    gpu_plan,
)
from babieca.engines.sweep.moduli import expected_widths
from babieca.engines.sweep.plans import (
    CounterBits,
    expected_runs,
    expected_seconds,
    fitting_bits,
    scratch_way,
    usable_widths,
    way_seconds,
)
from babieca.engines.sweep.sweeps import Prepared, prepare
from babieca.engines.sweep.terms import terms
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.questions import Question
from babieca.showing import Shown

SLOT_NAMES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class ThroughScratch:
    """What a count takes whose layers are on disk, with counters of up to so many bits."""

    counter_bits: int
    memory_bytes: int
    disk_bytes: int
    estimated_seconds: float


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
    counter_bits: int  # of the widest counters: those that probably fit the budget
    sweeps: int  # how many a count will probably take, by moduli or in floating point
    estimates: Mapping[str, Mapping[str, Estimate]]
    gpu: GpuPlan | str | None  # how a GPU counts, or why it does not; None: there is no GPU
    _ready: Prepared
    _plain: Prepared  # without a mirror
    _limits: Limits

    @property
    def _plan(self) -> _core.CountingPlan | None:
        return self._ready.plan

    @property
    def usable_bits(self) -> list[CounterBits]:
        """The widths of counters that a count can do with, the widest first."""
        return usable_widths(self._ready.question)

    @property
    def widths(self) -> list[int] | None:
        """About how many bytes the counters of each layer take."""
        if self._plan is None:
            return None
        return expected_widths(self._ready.question, self._plan, self.counter_bits)

    @property
    def total_counters(self) -> int | None:
        """Over all layers: the work."""
        return None if self._plan is None else self._plan.total_counters

    @property
    def peak_counters(self) -> int | None:
        """Of the largest layer: the memory."""
        return None if self._plan is None else self._plan.peak_counters

    def bytes_needed(self, *, counter_bits: int = 64, in_place: bool = True) -> int | None:
        """Return the bytes that counting by blocks allocates, each layer as wide as expected."""
        if self._plan is None:
            return None
        widths = expected_widths(self._ready.question, self._plan, counter_bits)
        return self._plan.bytes_for(widths, self.threads, in_place)

    def estimated_seconds(self, *, counter_bits: int = 64) -> float | None:
        """Return a guess from the speed of small counts made now, with no other load."""
        if self._plan is None:
            return None
        return expected_seconds(self._ready, counter_bits, self.threads)

    def through_scratch(self, *, counter_bits: CounterBits = 64) -> ThroughScratch | None:
        """Return what counting by blocks takes where layers go to `scratch`, if it was given."""
        if self._plan is None or self._limits.scratch is None:
            return None
        way = scratch_way(self._plain, counter_bits, self._limits)
        return ThroughScratch(counter_bits, way.memory, way.disk, way_seconds(way, self._limits))

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
    gpu = gpu_or_none(checked_device("auto" if device is None else device), limits)
    if question.symmetry is not None:
        raise BadInputError("plan does not take symmetry: folded sweeps are not planned")
    asked = terms(question)[0].question if terms(question) else question.undirected()
    graph = asked.graph
    chosen = None if order is None else checked_order(graph, order)
    ready = prepare(asked, limits, chosen, mirror=None)
    bits = 64 if ready.plan is None else fitting_bits(ready, limits) or 8
    layers = ready.sweep.occupants
    return Plan(
        question,
        [graph.label(vertex) for vertex in ready.order.tolist()],
        ready.sweep.slot_count,
        [sum(vertex >= 0 for vertex in layer) for layer in layers],
        layers,
        None if ready.plan is None else [layer.counters for layer in ready.plan.layers],
        None if ready.plan is None else [layer.stored for layer in ready.plan.layers],
        bool(ready.mirror),
        limits.workers,
        bits,
        expected_runs(asked, bits),
        _estimates(question, asked, limits),
        None if gpu is None else _on_gpu(ready, gpu),
        ready,
        prepare(asked, limits, chosen, mirror=False) if ready.mirror else ready,
        limits,
    )


def _on_gpu(ready: Prepared, gpu: Gpu) -> GpuPlan | str:
    try:
        return gpu_plan(ready, gpu)
    except BadInputError as error:
        return str(error)


def _estimates(
    question: Question, asked: Question, limits: Limits
) -> dict[str, dict[str, Estimate]]:
    verbs: dict[str, tuple[Mapping[str, Engine[Any]], Question]] = {
        "find": (FINDERS, question),
        "count": (COUNTERS, asked),
        "list": (LISTERS, question),
        "sample": (NUMBERERS, asked),
    }
    return {
        verb: {name: _estimate(engine, about, limits) for name, engine in engines.items()}
        for verb, (engines, about) in verbs.items()
    }


def _estimate(engine: Engine[Any], question: Question, limits: Limits) -> Estimate:
    refusal = engine.refusal(question)
    return Estimate(refusal=refusal) if refusal else engine.estimate(question, limits)
