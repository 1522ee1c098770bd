"""The cost of an answer, before it is begun: order, slots, counters, bytes and time."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from babieca import _core
from babieca.as_json import Big
from babieca.boards import Board
from babieca.engines import COUNTERS, FINDERS, LISTERS, NUMBERERS
from babieca.engines.protocol import Engine, Estimate
from babieca.engines.refuter import refuted
from babieca.engines.retirement import checked_order, retirement_order
from babieca.engines.statistics import TablePlan, table_plan
from babieca.engines.sweep.count_plan import WIDTHS, CounterBits, CountPlan, Machine
from babieca.engines.sweep.gpu.gpus import Device, expected_seconds
from babieca.engines.sweep.moduli import bounds_of
from babieca.engines.sweep.plans import SweepMethod, plans
from babieca.engines.sweep.refusals import refusal
from babieca.engines.sweep.sweeps import Prepared, prepare, require_narrow, terms
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.memory import MOST_BYTES
from babieca.questions import Question
from babieca.reasons import Reason
from babieca.showing import Shown

Entry = TypeVar("Entry")
SLOT_NAMES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class ThroughScratch:
    counter_bits: int
    memory_bytes: int
    disk_bytes: int
    estimated_seconds: float


@dataclass(frozen=True)
class OnGpu:
    """The cost of a count on a GPU; the time is for an H200, None if the count uses the host."""

    device: str
    counter_bits: int
    moduli: tuple[Big, ...]
    together: int
    gpu_bytes: int
    host_bytes: int
    estimated_seconds: float | None


@dataclass(frozen=True)
class Plan(Shown):
    """The sweep of one question. Per-layer lists have one entry more than the sweep has steps.

    A vertex of a directed graph retires in three steps: its layer is the largest of theirs.

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
    sweeps: int  # how many a count will probably take, by moduli
    estimates: Mapping[str, Mapping[str, Estimate]]
    gpu: OnGpu | Reason | None  # the cost on a GPU, or why the count does not fit; None: no GPU
    refutation: Reason | None  # why there is no tour, so that every count is 0
    table: TablePlan | None  # what a table of sums over moves takes; None: none was asked for
    chosen: CountPlan | None  # what a count by method auto begins with; None: it is refused
    _ready: Prepared | None  # None: refuted, and too wide to be swept
    _plans: Mapping[tuple[str, int], CountPlan]  # by place and counter width, for any memory
    _limits: Limits

    @property
    def usable_bits(self) -> list[CounterBits]:
        """The counter widths that a count can use, the widest first."""
        if self._ready is None:
            return []
        usable = _core.usable_widths(bounds_of(self._ready.question))
        return [bits for bits in WIDTHS if bits in usable]

    @property
    def _layout(self) -> _core.BlockPlan | None:
        return None if self._ready is None else self._ready.plan

    @property
    def widths(self) -> list[int] | None:
        """About how many bytes the counters of each layer take."""
        if self._ready is None or self._ready.plan is None:
            return None
        bounds = bounds_of(self._ready.question)
        return _by_vertex(self._ready, bounds.expected_widths(self._ready.plan, self.counter_bits))

    @property
    def total_counters(self) -> int | None:
        """The counters of all layers: the work of a sweep."""
        return None if self._layout is None else self._layout.total_counters

    @property
    def peak_counters(self) -> int | None:
        """The counters of the largest layer: most of the memory."""
        return None if self._layout is None else self._layout.peak_counters

    def bytes_needed(self, *, counter_bits: int = 64) -> int | None:
        """Return the bytes that counting by blocks allocates, each layer as wide as expected."""
        plan = self._plans.get(("memory", counter_bits))
        return None if plan is None else plan.bytes

    def estimated_seconds(self, *, counter_bits: int = 64) -> float | None:
        """Estimate the time from the speed of small counts that run now, without other load."""
        plan = self._plans.get(("memory", counter_bits))
        return None if plan is None else plan.seconds()

    def through_scratch(self, *, counter_bits: CounterBits = 64) -> ThroughScratch | None:
        """Return the cost of counting by blocks through `scratch`; None if it was not given."""
        plan = self._plans.get(("scratch", counter_bits))
        if plan is None:
            return None
        seconds = plan.seconds(self._limits.scratch)
        return ThroughScratch(counter_bits, plan.bytes, plan.disk_bytes, seconds)

    def picture(self, layer: int | None = None) -> str:
        """Draw a layer of a board in two dimensions: retired squares `#`, slots, the rest `.`.

        By default, it is the first of the largest layers.

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
            raise BadInputError("plane_pictures")
        sizes = self.counters or self.occupied
        chosen = sizes.index(max(sizes)) if layer is None else layer
        marks = dict.fromkeys(self.order[:chosen], "#")
        for slot, vertex in enumerate(self.layers[chosen]):
            if 0 <= vertex < len(self.question.graph):
                marks[self.question.graph.label(vertex)] = SLOT_NAMES[slot]
        return grid_text(board, marks | dict.fromkeys(board.holes, " "))


def _occupied(layer: list[int]) -> int:
    return sum(vertex >= 0 for vertex in layer)


def _last_steps(ready: Prepared) -> list[int]:
    """Return the steps in which the last part of a vertex retires; there is one part on boards."""
    parts = ready.question.graph.parts
    return sorted({vertex // parts: at for at, vertex in enumerate(ready.order.tolist())}.values())


def _by_vertex(
    ready: Prepared, layers: Sequence[Entry], key: Callable[[Entry], Any] | None = None
) -> list[Entry]:
    """Return the first layer, the largest one of the steps up to each vertex's last step, the rest.

    A path ends with one step more: the vertex that joins its ends retires.
    """
    steps = _last_steps(ready)
    if not steps:  # a graph without vertices
        return [*layers]
    parts = [layers[before + 2 : last + 2] for before, last in itertools.pairwise([-1, *steps])]
    largest = [max(part, key=key) if key else max(part) for part in parts]  # type: ignore[type-var]
    return [layers[0], *largest, *layers[steps[-1] + 2 :]]


def grid_text(board: Board, marks: Mapping[Any, str]) -> str:
    """Return a board as text, the top row first: the mark of each square, `.` without one."""
    rows, columns = map(range, board.sides)
    lines = (" ".join(marks.get((row, column), ".") for column in columns) for row in rows)
    return "\n".join(line.rstrip() for line in reversed([*lines]))


def _on_gpu(
    main_term: Question, limits: Limits, machine: Machine, ready: Prepared
) -> OnGpu | Reason | None:
    if machine.gpu is None:
        return None
    found = plans(main_term, limits, machine)
    if not found:
        return refusal(main_term, limits, machine).reason
    layout, bits, moduli = ready.block_plan(), found[0].counter_bits, found[0].moduli
    together = min(found[0].together, len(moduli))
    on_gpu, on_host = machine.gpu.memory.bytes_for(layout, bits, together)
    seconds = expected_seconds(layout, len(moduli), -(-len(moduli) // together))
    time = None if on_host else seconds
    return OnGpu(machine.gpu.name, bits, moduli, together, on_gpu, on_host, time)


def _estimates(
    question: Question,
    main_term: Question,
    limits: Limits,
    made: Mapping[SweepMethod, CountPlan | BadInputError],
    least: list[CountPlan],
) -> dict[str, dict[str, Estimate]]:
    verbs: dict[str, tuple[Mapping[str, Engine[Any]], Question]] = {
        "find": (FINDERS, question),
        "count": (COUNTERS, main_term),
        "list": (LISTERS, question),
        "sample": (NUMBERERS, main_term),
    }
    found = {
        verb: {
            name: Estimate(refusal=refused)
            if (refused := engine.refusal(about))
            else Estimate()
            if not made
            else engine.estimate(about, limits)
            for name, engine in engines.items()
        }
        for verb, (engines, about) in verbs.items()
    }
    if not made:  # refuted
        return {verb: found[verb] | {"auto": Estimate(bytes=0, seconds=0.0)} for verb in found}
    for method, plan in made.items():
        found["count"][method] = _estimated(plan, main_term, limits, least)
    return found


def _chosen(
    method: SweepMethod, main_term: Question, limits: Limits, machine: Machine
) -> CountPlan | BadInputError:
    """Return the plan that a count begins with, or why it is refused."""
    try:
        found = plans(main_term, limits, machine, method=method)
        return found[0] if found else refusal(main_term, limits, machine, method=method)
    except BadInputError as error:
        return error


def _estimated(
    plan: CountPlan | BadInputError, main_term: Question, limits: Limits, least: list[CountPlan]
) -> Estimate:
    if isinstance(plan, BadInputError):
        if not least:  # too wide for blocks
            return Estimate(refusal=plan.reason)
        return Estimate(least[0].bytes, least[0].seconds(), plan.reason)
    if plan.method == "sparse":
        return COUNTERS["sparse"].estimate(main_term, limits)
    return Estimate(plan.bytes, plan.seconds(limits.scratch), disk_bytes=plan.disk_bytes or None)


def plan_of(
    question: Question,
    limits: Limits,
    *,
    order: tuple[Any, ...] | None = None,
    device: Device = "auto",
    by: str | None = None,
) -> Plan:
    """Plan the sweep of a question, and estimate each engine."""
    machine = Machine.of(limits, device)
    main_term = terms(question)[0].question if terms(question) else question.undirected()
    graph = main_term.graph
    given = None if order is None else checked_order(graph, order)
    refutation = refuted(question)
    ready: Prepared | None = None
    try:
        require_narrow(main_term, limits)
        if refutation is not None and given is None:
            given = retirement_order(graph)  # the best order would take long to find
        ready = prepare(main_term, limits, given, mirror=None)
    except BadInputError:
        if refutation is None:
            raise
    here = replace(machine, gpu=None)
    disk = None if machine.disk is None else MOST_BYTES
    unlimited = replace(here, memory=MOST_BYTES, disk=disk)
    wide: dict[tuple[str, int], CountPlan] = {}
    if refutation is None and ready is not None and ready.plan is not None:
        found = plans(main_term, limits, unlimited, method="blocks", order=given)
        wide = {(plan.place, plan.counter_bits): plan for plan in found}
    in_memory = [plan for (place, _), plan in wide.items() if place == "memory"]
    in_memory.sort(key=lambda plan: -plan.counter_bits)
    fitting = [plan for plan in in_memory if plan.bytes <= machine.memory]
    widest = (fitting or in_memory[-1:] or [CountPlan(main_term)])[0]
    made: dict[SweepMethod, CountPlan | BadInputError] = {}
    if refutation is None:
        made["auto"] = _chosen("auto", main_term, limits, here)
        made["blocks"] = _chosen("blocks", main_term, limits, here)
    first = made.get("auto", CountPlan(main_term, method="theory"))
    layers = [] if ready is None else _by_vertex(ready, ready.sweep.occupants, _occupied)
    counters, stored = None, None
    if ready is not None and ready.plan is not None:
        counters = _by_vertex(ready, [layer.counters for layer in ready.plan.layers])
        stored = _by_vertex(ready, [layer.stored for layer in ready.plan.layers])
    return Plan(
        question,
        [] if ready is None else [*map(graph.label, ready.order[_last_steps(ready)].tolist())],
        0 if ready is None else ready.sweep.slot_count,
        [*map(_occupied, layers)],
        layers,
        counters,
        stored,
        ready is not None and bool(ready.mirror),
        limits.workers,
        widest.counter_bits,
        0 if refutation else widest.sweeps,
        _estimates(question, main_term, limits, made, in_memory[-1:]),
        None if ready is None else _on_gpu(main_term, limits, machine, ready),
        refutation,
        None if by is None else table_plan(question, by, limits, machine),
        None if isinstance(first, BadInputError) else first,
        ready,
        wide,
        limits,
    )
