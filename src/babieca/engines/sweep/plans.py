"""The one planner: every plan for a count that fits a machine, cheapest first.

Only this file decides on memory, scratch, counter width, batches and kept layers. Costs are
compared by the plan and the machine alone. A measured speed would differ from call to call, and the
same call must give the same plan.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal

from babieca import _core
from babieca.boards import Board
from babieca.edges import Edge
from babieca.engines.retirement import Order, retirement_order
from babieca.engines.sweep.count_plan import (
    WIDTHS,
    CounterBits,
    CountPlan,
    Machine,
    Place,
    bits_for,
    planned,
    usable_widths,
)
from babieca.engines.sweep.gpu.gpus import Gpu
from babieca.engines.sweep.moduli import bounds_of
from babieca.engines.sweep.sweeps import (
    Prepared,
    best_order,
    prepare,
    require_narrow,
    trivial_answer,
    under_deadline,
)
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.questions import Question

SweepMethod = Literal["auto", "blocks", "sparse"]

BYTES_PER_STATE = 32
"""A key of 16 bytes, a count of 8, and free entries of the hash table."""

FEWEST_REACHED = 0.25
"""At least this part of the dense counters is reached on large boards; usually nearly all."""

LEAST_WIDE_COUNTERS = 50_000_000
"""A frontier of more than 20 slots with fewer counters is faster with a hash table: the tables of
its layouts take seconds."""

BACKWARD_WORK = 2
"""Cost of a counter of a backward sweep, in counters of a count, about."""

USAGE_WORK = 4
"""Cost of a forward and backward sweep, in counts, about."""

LEAST_OF_ENTRY = 0.25
"""The least work of an entry of a table, as a part of the whole count: the search for its order
takes longer than the entry."""

STATE_WORK = 20 * USAGE_WORK
"""Cost of a state of the hash table in both sweeps, in counters of a count."""

USAGE_BYTES_PER_STATE = 48
"""Bytes of a state in the hash tables of both sweeps, free entries included."""

MOST_DECIDING = 8
"""The most vertices that are put first: with more, the frontier holds them all and is too wide."""


@under_deadline
def plans(
    question: Question,
    limits: Limits,
    machine: Machine,
    *,
    method: SweepMethod = "auto",
    order: Order | None = None,
    counter_bits: CounterBits | None = None,
    mirror: bool | None = None,
    moduli: Sequence[int] = (),
) -> list[CountPlan]:
    """Return all plans that fit a machine: first the plans of a checkpoint, then the cheapest.

    The question is undirected, of kind closed or path. The planner makes choices that are None.
    Blocks are preferred: states are tried where no blocks fit, unless a choice asks for blocks.
    """
    if trivial_answer(question) is not None:
        return [CountPlan(question, method="theory")]
    ready = prepare(question, limits, order, mirror=False if method == "sparse" else mirror)
    if ready.sweep.impossible:
        return [CountPlan(question, method="theory")]
    blocks_only = method == "blocks" or counter_bits or mirror is not None or moduli
    elsewhere = machine.gpu is not None or machine.disk is not None
    if not (blocks_only or elsewhere) and _is_wide_and_small(ready):
        method = "sparse"
    if method != "sparse" and (ready.plan is not None or blocks_only):
        if moduli:
            counter_bits = max(bits_for(modulus, gpu=machine.gpu is not None) for modulus in moduli)
        if machine.gpu is not None:
            return list(gpu_plans(ready, machine, machine.gpu, counter_bits, moduli))
        widths = [counter_bits] if counter_bits else usable_widths(question)
        plain = ready
        if ready.mirror and not mirror and machine.disk is not None:
            plain = prepare(question, limits, order)
        found = [
            plan
            for bits in widths
            for plan in _block_plans(ready, plain, machine, bits, tuple(moduli))
            if fits(plan, machine)
        ]
        if found or blocks_only or machine.disk is not None:
            return sorted(
                found,
                key=lambda plan: ((plan.place, plan.counter_bits) not in machine.begun, plan.work),
            )
        # Most possible states are reached: the number of counters bounds the hash table too.
        least = ready.block_plan().peak_counters * FEWEST_REACHED
    else:
        least = 0 if method == "sparse" else fewest_states(question)
    if least * BYTES_PER_STATE > machine.memory:
        return []
    plain = prepare(question, limits, order)
    place: Place = "cluster" if machine.cluster else "memory"
    return [planned(plain, machine, place, 64, method="sparse", together=1)]


def _is_wide_and_small(ready: Prepared) -> bool:
    wide = ready.sweep.slot_count > _core.usual_block_slots
    return wide and ready.plan is not None and ready.plan.total_counters < LEAST_WIDE_COUNTERS


def fits(plan: CountPlan, machine: Machine) -> bool:
    return plan.bytes <= machine.memory and plan.disk_bytes <= (machine.disk or 0)


def _block_plans(
    ready: Prepared, plain: Prepared, machine: Machine, bits: int, given: tuple[int, ...]
) -> Iterator[CountPlan]:
    """Yield the plan in memory, and the plan through scratch, which has no mirror.

    A wave reads the images of its blocks from all over a layer, but scratch is read in order.
    """
    shared = {"given": given, "together": 1 if machine.saving or given else 0}
    widths = bounds_of(ready.question).expected_widths(ready.block_plan(), bits)
    needed = ready.block_plan().bytes_for(widths, machine.threads)
    place: Place = "cluster" if machine.cluster else "memory"
    yield planned(ready, machine, place, bits, bytes=needed, **shared)
    if machine.disk is None or plain.plan is None or plain.mirror:
        return
    widths = bounds_of(plain.question).expected_widths(plain.plan, bits)
    memory, disk = plain.plan.scratch_bytes_for(widths, machine.threads, saved=machine.saving)
    spare = max(0, machine.memory - memory)
    sizes = (layer.counters * width for layer, width in zip(plain.plan.layers, widths, strict=True))
    moved = 2 * sum(max(0, size - spare) for size in sizes)
    costs = {"bytes": memory, "disk_bytes": disk, "moved_bytes": moved}
    yield planned(plain, machine, "scratch", bits, **costs, **shared)


def gpu_plans(
    ready: Prepared,
    machine: Machine,
    gpu: Gpu,
    counter_bits: CounterBits | None = None,
    given: Sequence[int] = (),
) -> Iterator[CountPlan]:
    """Yield one sweep with 64-bit counters where they probably hold the number, then residues.

    The host's memory is used only if no width fits the GPU alone.
    """
    layout = ready.block_plan()
    widths = WIDTHS if counter_bits is None else (counter_bits,)
    fitting = [bits for bits in widths if gpu.fits(layout, bits)] or [
        bits for bits in widths if gpu.divide(layout, bits, 1)
    ]
    if not fitting:
        return
    choices = [(32 if 32 in fitting else fitting[0], False)]
    if fitting[0] == 64 and not given and bounds_of(ready.question).expected_bits < 64:
        choices.insert(0, (64, True))
    for bits, single in choices:
        together = max(1, gpu.fits(layout, bits))
        shared = {"given": tuple(given), "together": together}
        plan = planned(ready, machine, "gpu", bits, single=single, **shared)
        on_gpu, on_host = gpu.bytes_for(layout, bits, min(together, plan.sweeps))
        yield replace(plan, bytes=on_gpu, host_bytes=on_host)


@under_deadline
def usage_plans(question: Question, limits: Limits, machine: Machine) -> list[CountPlan]:
    """Return the plans for a sweep forwards and backwards that fit a machine, cheapest first.

    64-bit counters are exact for fewer than 2^63 tours; more are counted by residues of 32 bits.
    """
    ready = prepare(question, limits, mirror=None)
    if ready.sweep.impossible:
        return [CountPlan(question, method="theory")]
    expected, found = bounds_of(question).expected_bits, []
    for bits in (64, 32) if ready.plan is not None else ():
        if bits == 64 and expected >= 64:
            continue
        sections = sections_for(ready, machine, bits)
        plan = planned(ready, machine, "memory", bits, method="usage", single=bits == 64)
        plan = replace(
            plan,
            bytes=sections.bytes,
            disk_bytes=sections.disk_bytes,
            sections=sections,
            sweeps=1 if plan.single else len(plan.moduli_for(expected)),
            counters=USAGE_WORK * plan.counters,
        )
        if fits(plan, machine):
            found.append(plan)
    if ready.plan is None or ready.plan.total_counters * USAGE_BYTES_PER_STATE <= machine.memory:
        plain = prepare(question, limits, retirement_order(question.graph))
        plan = planned(plain, machine, "memory", 64, method="sparse usage")
        found.append(replace(plan, counters=STATE_WORK * plan.counters))
    return found


def sections_for(ready: Prepared, machine: Machine, bits: int = 64) -> _core.Sections:
    """Return the layers to keep: as few bytes as possible in memory, or as many as fit the disk."""
    layout = ready.block_plan()
    widths = bounds_of(ready.question).expected_widths(layout, bits, lent=True)
    sections = _core.choose_sections(layout, widths, machine.threads, machine.kept)
    if sections.bytes <= machine.memory or machine.disk is None:
        return sections
    return _core.sections_in_scratch(layout, widths, machine.threads, machine.disk)


@under_deadline
def batch_plans(
    question: Question,
    entries: Sequence[Question],
    limits: Limits,
    machine: Machine,
    *,
    single_moves: bool,
) -> list[CountPlan]:
    """Return the plans that count all entries at once and are cheaper than counting each.

    The question has the words that all entries share. A sweep forwards and backwards needs entries
    that differ in `single_moves` or ends; a sweep backwards only, entries that differ in moves.
    """
    if not entries or machine.cluster or machine.saving:
        return []
    # A retirement order with given first vertices is hardly better than the best of all, and its
    # search takes longer than a sweep forwards and backwards saves unless one vertex is enough.
    moves = all(replace(entry, through=question.through) == question for entry in entries)
    sets = [entry.through - question.through for entry in entries] if moves else []
    one = len(deciding(edge for edges in sets for edge in edges)) == 1
    whole = _work(question, limits)
    found = usage_plans(question, limits, machine) if single_moves else []
    if whole is not None and found and not one:
        best = min(plan.work for plan in found)
        if best < len(entries) * LEAST_OF_ENTRY * whole / machine.threads:
            return sorted(found, key=lambda plan: plan.work)
    some = [entries[n] for n in sorted({0, len(entries) // 2, len(entries) - 1})]
    sample = [_work(entry, limits) for entry in some]
    if whole is None or None in sample:
        return found if len(entries) > USAGE_WORK else []
    each = len(entries) * sum(filter(None, sample)) / len(sample) / machine.threads
    found = [plan for plan in found if plan.work < each]
    best = min([each, *(plan.work for plan in found)])
    if moves and (one or not found) and BACKWARD_WORK * whole / machine.threads <= best:
        plan = backward_only_plan(question, sets, limits, machine)
        if plan is not None and plan.work <= best and plan.bytes <= machine.memory:
            found.append(plan)
    return sorted(found, key=lambda plan: plan.work)


def backward_only_plan(
    question: Question, sets: Sequence[Collection[Edge]], limits: Limits, machine: Machine
) -> CountPlan | None:
    """Return the plan of a sweep whose few first vertices decide every move; None if too wide."""
    first = deciding(edge for edges in sets for edge in edges)
    if len(first) > MOST_DECIDING:
        return None
    try:
        ready = prepare(question, limits, best_order(question, limits, first))
    except BadInputError:
        return None
    if ready.plan is None:
        return None
    widths = bounds_of(question).expected_widths(ready.plan, 64, lent=True)
    costs: dict[str, int] = {
        "layer": len(first),
        "bytes": _core.backward_only_bytes(ready.plan, widths, len(first), machine.threads),
    }
    plan = planned(ready, machine, "memory", 64, method="backward only", **costs)
    counters = sum(layer.counters for layer in ready.plan.layers[len(first) :])
    return replace(plan, counters=BACKWARD_WORK * counters)


def deciding(edges: Iterable[Edge]) -> tuple[int, ...]:
    """Return a vertex cover of the edges, chosen greedily: the vertex with the most edges left.

    >>> deciding([(3, 7), (1, 3), (3, 5)]), deciding([(0, 1), (1, 2), (4, 5)])
    ((3,), (1, 4))
    """
    left = set(edges)
    chosen: list[int] = []
    while left:
        met = Counter(vertex for edge in left for vertex in edge)
        best = min(met, key=lambda vertex: (-met[vertex], vertex))
        chosen.append(best)
        left = {edge for edge in left if best not in edge}
    return tuple(chosen)


def _work(question: Question, limits: Limits) -> float | None:
    try:
        ready = prepare(question, limits, mirror=None)
    except BadInputError:
        return None
    return None if ready.plan is None else planned(ready, Machine(0, 1), "memory", 64).work


@under_deadline
def numbering_plans(
    question: Question,
    limits: Limits,
    machine: Machine,
    *,
    method: SweepMethod = "auto",
    order: Order | None = None,
    every: int | None = None,
) -> list[CountPlan]:
    """Return the plans for a numbering, the preferred one first.

    Layers of blocks are kept in memory, as many as fit, otherwise in scratch. With `every`,
    one layer in that number goes to scratch. The numbers depend on the order, so it never varies.
    """
    undirected = question.undirected()
    if trivial_answer(undirected) is not None:
        return [CountPlan(undirected, method="theory")]
    require_narrow(undirected, limits)
    chosen = retirement_order(undirected.graph) if order is None else order
    ready = prepare(undirected, limits, chosen)
    if ready.sweep.impossible:
        return [CountPlan(undirected, method="theory")]
    plan = CountPlan(undirected, tuple(ready.order.tolist()), threads=machine.threads)
    sparse = replace(plan, method="sparse")
    if method == "sparse" or (method == "auto" and ready.plan is None):
        return [sparse]
    layout = ready.block_plan()
    layers, needed, kept, fits_memory = _core.layers_within(
        layout, machine.threads, machine.kept, every or 0
    )
    plan = replace(
        plan,
        method="layers",
        layers=tuple(layers),
        place="memory" if fits_memory else "scratch",
        bytes=needed + kept if fits_memory else needed,
        disk_bytes=0 if fits_memory else kept,
        counters=layout.total_counters,
        moved_bytes=0 if fits_memory else kept,
    )
    if method == "blocks":
        return [plan]
    small = layout.total_counters < _core.least_block_counters
    return [sparse, plan] if small else [plan, sparse]


def fewest_states(question: Question) -> int:
    """Return how many states a sweep too wide for blocks surely reaches; 0 if that is not known.

    On a plain rectangle, more slots only add states to the states of the widest block sweep.
    """
    board = question.board
    if board is None or not board.is_plain or board.dimensions != 2:
        return 0
    if question.through or question.avoiding:
        return 0
    side = _core.usual_block_slots // 2
    widest = prepare(Question.ask(Board(side, side)), Limits())
    return int(widest.block_plan().peak_counters * FEWEST_REACHED)
