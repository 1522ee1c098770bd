"""The one planner: every plan for a count that fits a machine, cheapest first.

A plan is a plain value: the question, the retirement order, a mirror or none, the place of the
layers, the counter width, the moduli, and what it takes. It pickles, so a worker of a cluster is
given its plan and plans nothing.

Costs are compared by the plan and the machine alone. A measured speed would be another number a
moment later, and the same call is to give the same plan.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from babieca import _core
from babieca.boards import Board
from babieca.edges import Edge
from babieca.engines.retirement import retirement_order
from babieca.engines.sweep.gpu import driver
from babieca.engines.sweep.gpu.gpus import Gpu
from babieca.engines.sweep.gpu.machines import EmulatedMachine
from babieca.engines.sweep.machine import WIDTHS, CounterBits, Machine, Place
from babieca.engines.sweep.matchings import sharp_bound_bits
from babieca.engines.sweep.moduli import (
    Arithmetic,
    OutgrownError,
    enough_moduli,
    expected_bits,
    expected_bound_bits,
    expected_widths,
    fits_easily,
)
from babieca.engines.sweep.speed import counters_per_second, disk_bytes_per_second
from babieca.engines.sweep.sweeps import (
    MOST_BLOCK_SLOTS,
    Prepared,
    order_beginning_with,
    prepare,
    prepared,
)
from babieca.engines.sweep.terms import trivial_answer
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.memory import MOST_BYTES, human_bytes
from babieca.progress import human_seconds
from babieca.questions import Question

Method = Literal["theory", "blocks", "sparse", "usage", "sparse usage", "backward only"]
"""How a plan counts: without a sweep; forwards; forwards and backwards, for every move at once;
backwards only, for many sets of moves at once. "sparse" keeps a hash table of states instead of
blocks."""

BYTES_PER_STATE = 32
"""Of the hash table: a key of 16 bytes, a count of 8, and free places."""

FEWEST_REACHED = 0.25
"""Part of the dense counters that is surely reached on large boards; nearly all are."""

COUNTERS_PER_BYTE = 0.6
"""Counters that one thread computes while a disk takes or gives a byte: see docs/counting.md."""

ENCLOSED = {8: 0, 16: 0, 32: 9, 64: 36}
"""Leading bits that a sweep in floating point surely gives."""

H200 = Gpu(EmulatedMachine, 150_000_000_000, name="an H200")
"""The GPU that a refusal offers."""


@dataclass(frozen=True)
class CountPlan:
    """One way to count the tours of an undirected question of kind closed or path.

    `single`: the first residue is expected to be the number itself. `rounded`: a sweep in floating
    point gives the leading digits, so that fewer moduli are needed. `counters` and `moved_bytes`
    (to scratch and back) are those of one sweep; `sweeps` is how many are expected.
    """

    question: Question
    order: tuple[int, ...] = ()
    mirror: tuple[int, ...] = ()  # each vertex's image; empty: layers are kept whole
    method: Method = "blocks"
    place: Place = "memory"
    counter_bits: int = 64
    single: bool = True
    rounded: bool = False
    given: tuple[int, ...] = ()  # moduli that the caller asks for
    together: int = 0  # moduli that one sweep takes at most; 0: all
    bytes: int = 0
    disk_bytes: int = 0
    host_bytes: int = 0
    threads: int = 1
    sweeps: int = 1
    counters: int = 0
    moved_bytes: int = 0
    layer: int = 0  # backwards only: the layer at which the sweep ends
    sections: Any = field(default=None, compare=False, repr=False)

    @property
    def ready(self) -> Prepared:
        """The sweep of this plan, laid out as the plan says."""
        return prepared(self.question, self.order, self.mirror)

    @property
    def arithmetic(self) -> Arithmetic:
        """How residues are computed."""
        return "gpu" if self.place == "gpu" else "products" if self.method == "usage" else "cpu"

    @cached_property
    def moduli(self) -> tuple[int, ...]:
        """The moduli that are swept first: all that are needed, unless one probably is enough.

        On a cluster a second, cheap one checks it: no machine is believed alone.
        """
        if self.given:
            return self.given
        if not self.single:
            return tuple(self.moduli_for(sharp_bound_bits(self.question)))
        check = 2 ** (min(32, self.counter_bits) - 1) - 1
        return (2**self.counter_bits, check)[: 2 if self.place == "cluster" else 1]

    def moduli_for(self, bits: int) -> list[int]:
        """Return moduli that determine a number between bounds so many bits apart."""
        return enough_moduli(self.counter_bits, bits, self.arithmetic)

    @property
    def work(self) -> float:
        """The expected time, in counters that one thread computes in memory."""
        moved = COUNTERS_PER_BYTE * self.moved_bytes
        return self.sweeps * (self.counters / self.threads + moved)

    def seconds(self, scratch: Path | None = None, *, quickly: bool = False) -> float:
        """Return the expected time; without a directory, the time of the disk is left out."""
        layout = self.ready.block_plan()
        if self.place == "gpu":
            sweeps = -(-self.sweeps // max(1, self.together))
            return driver.expected_seconds(layout, self.sweeps, sweeps)
        largest = layout.peak_counters * self.counter_bits // 8
        seconds = self.counters / counters_per_second(largest, quickly=quickly) / self.threads
        if self.moved_bytes and scratch is not None:
            seconds += self.moved_bytes / disk_bytes_per_second(scratch)
        return self.sweeps * seconds


def plans(
    question: Question,
    limits: Limits,
    machine: Machine,
    *,
    method: Literal["auto", "blocks", "sparse"] = "auto",
    order: Any = None,
    counter_bits: CounterBits | None = None,
    mirror: bool | None = None,
    moduli: Sequence[int] = (),
) -> list[CountPlan]:
    """Return all plans that fit a machine, cheapest first; those of a checkpoint before all others.

    The question is undirected, of kind closed or path. Choices that are None are the planner's.
    Blocks are preferred: states are tried where no blocks fit, unless a choice asks for blocks.
    """
    if trivial_answer(question) is not None:
        return [CountPlan(question, method="theory")]
    ready = prepare(question, limits, order, mirror=False if method == "sparse" else mirror)
    if ready.sweep.impossible:
        return [CountPlan(question, method="theory")]
    if method == "sparse":
        return [_sparse_plan(ready, machine)]
    asked = counter_bits or mirror is not None or moduli
    if ready.plan is not None or method == "blocks" or asked:
        layout = ready.block_plan()
        if moduli:
            gpu = machine.gpu is not None
            widths = [max(width_of(modulus, gpu=gpu) for modulus in moduli)]
        else:
            widths = usable_widths(question) if counter_bits is None else [counter_bits]
        if machine.gpu is not None:
            return list(_gpu_plans(ready, machine, machine.gpu, widths, counter_bits, moduli))
        plain = ready
        if ready.mirror and not mirror and machine.disk is not None:
            plain = prepare(question, limits, order)
        found = [
            plan
            for bits in widths
            for plan in _block_plans(ready, plain, machine, bits, tuple(moduli))
            if plan.bytes <= machine.memory and plan.disk_bytes <= (machine.disk or 0)
        ]
        if found or asked or method == "blocks" or machine.disk is not None:
            return sorted(
                found,
                key=lambda plan: ((plan.place, plan.counter_bits) not in machine.begun, plan.work),
            )
        # Most possible states are reached: the number of counters bounds the hash table too.
        if layout.peak_counters * FEWEST_REACHED * BYTES_PER_STATE > machine.memory:
            return []
    elif _fewest_states(question) * BYTES_PER_STATE > machine.memory:
        return []
    return [_sparse_plan(prepare(question, limits, order), machine)]


def _sparse_plan(ready: Prepared, machine: Machine) -> CountPlan:
    place: Place = "cluster" if machine.cluster else "memory"
    return _planned(ready, machine, place, 64, method="sparse", rounded=False, together=1)


def _block_plans(
    ready: Prepared, plain: Prepared, machine: Machine, bits: int, given: tuple[int, ...]
) -> Iterator[CountPlan]:
    """Yield the plan in memory, and the one through scratch, which has no mirror.

    A wave reads the images of its blocks from all over a layer, but scratch is read in order.
    """
    together = 1 if machine.saving or given else 0
    widths = expected_widths(ready.question, ready.block_plan(), bits)
    yield _planned(
        ready,
        machine,
        "cluster" if machine.cluster else "memory",
        bits,
        given=given,
        together=together,
        bytes=ready.block_plan().bytes_for(widths, machine.threads),
    )
    if machine.disk is None or plain.plan is None or plain.mirror:
        return
    widths = expected_widths(plain.question, plain.plan, bits)
    memory, disk = plain.plan.scratch_bytes_for(widths, machine.threads, saved=machine.saving)
    kept = max(0, machine.memory - memory)
    sizes = (layer.counters * width for layer, width in zip(plain.plan.layers, widths, strict=True))
    yield _planned(
        plain,
        machine,
        "scratch",
        bits,
        given=given,
        together=together,
        bytes=memory,
        disk_bytes=disk,
        moved_bytes=2 * sum(max(0, size - kept) for size in sizes),
    )


def _gpu_plans(
    ready: Prepared,
    machine: Machine,
    gpu: Gpu,
    widths: Sequence[int],
    counter_bits: int | None,
    given: Sequence[int],
) -> Iterator[CountPlan]:
    """Yield one sweep with 64-bit counters where they probably hold the number, then residues.

    The host's memory is used only if no width fits the GPU alone.
    """
    layout = ready.block_plan()
    widths = [64, 32, 16, 8] if counter_bits is None and not given else widths
    fitting = [bits for bits in widths if gpu.fits(layout, bits)] or [
        bits for bits in widths if gpu.places(layout, bits, 1)
    ]
    if not fitting:
        return
    bits = 32 if counter_bits is None and not given and 32 in fitting else fitting[0]
    choices = [(bits, False)]
    if fitting[0] == 64 and not given and expected_bits(ready.question) < 64:
        choices.insert(0, (64, True))
    for bits, single in choices:
        together = max(1, gpu.fits(layout, bits))
        plan = _planned(
            ready, machine, "gpu", bits, single=single, given=tuple(given), together=together
        )
        on_gpu, on_host = gpu.bytes_for(layout, bits, min(together, plan.sweeps))
        yield replace(plan, bytes=on_gpu, host_bytes=on_host)


BACKWARD_WORK = 2
"""Counters of a count in the time of one counter of a sweep backwards, about."""

USAGE_WORK = 4
"""Counts in the time of a sweep forwards and backwards, about."""

MOST_DECIDING = 8
"""Vertices that retire first: with more, the frontier is as wide as all of them."""

STATE_WORK = 20 * USAGE_WORK
"""Counters of a count in the time of one state of the hash table, forwards and backwards."""

USAGE_BYTES_PER_STATE = 48
"""Of the hash tables of the two sweeps, free places included."""


def usage_plans(question: Question, limits: Limits, machine: Machine) -> list[CountPlan]:
    """Return the plans for a sweep forwards and backwards that fit a machine, cheapest first.

    64-bit counters are exact for fewer than 2^63 tours; more are counted by residues of 32 bits.
    """
    ready = prepare(question, limits, mirror=None)
    if ready.sweep.impossible:
        return [CountPlan(question, method="theory")]
    found = []
    for bits in (64, 32) if ready.plan is not None else ():
        if bits == 64 and expected_bits(question) >= 64:
            continue
        sections = sections_for(ready, machine, bits)
        plan = replace(
            _planned(ready, machine, "memory", bits, method="usage", single=bits == 64),
            bytes=sections.bytes,
            disk_bytes=sections.disk_bytes,
            sections=sections,
        )
        sweeps = 1 if plan.single else len(plan.moduli_for(expected_bits(question)))
        plan = replace(plan, sweeps=sweeps, counters=USAGE_WORK * plan.counters)
        if plan.bytes <= machine.memory and plan.disk_bytes <= (machine.disk or 0):
            found.append(plan)
    if ready.plan is None or ready.plan.total_counters * USAGE_BYTES_PER_STATE <= machine.memory:
        plain = prepare(question, limits, retirement_order(question.graph))
        plan = _planned(plain, machine, "memory", 64, method="sparse usage")
        found.append(replace(plan, counters=STATE_WORK * plan.counters))
    return found


def sections_for(ready: Prepared, machine: Machine, bits: int = 64) -> _core.Sections:
    """Return the layers to keep: all, or the choice that takes the fewest bytes.

    If they do not fit the memory and scratch is given: as many as fit the disk.
    """
    layout = ready.block_plan()
    widths = expected_widths(ready.question, layout, bits, lent=True)
    sections = _core.choose_sections(layout, widths, machine.threads, machine.kept)
    if sections.bytes <= machine.memory or machine.disk is None:
        return sections
    return _core.sections_in_scratch(layout, widths, machine.threads, machine.disk)


def batch_plans(
    question: Question,
    entries: Sequence[Question],
    limits: Limits,
    machine: Machine,
    *,
    single_moves: bool,
) -> list[CountPlan]:
    """Return the plans that count all entries at once and are cheaper than to count each.

    The question is what the entries have in common. A sweep forwards and backwards answers only
    where they differ in `single_moves` or ends; one backwards only, where they differ in moves.
    """
    if not entries or machine.cluster or machine.saving:
        return []
    some = [entries[n] for n in sorted({0, len(entries) // 2, len(entries) - 1})]
    whole, *sample = (_counters(one, limits) for one in (question, *some))
    found = usage_plans(question, limits, machine) if single_moves else []
    if whole is None or None in sample:
        return found if len(entries) > USAGE_WORK else []
    each = len(entries) * sum(filter(None, sample)) / len(sample) / machine.threads
    found = [plan for plan in found if plan.work < each]
    best = min([each, *(plan.work for plan in found)])
    # A retirement order with given first vertices is hardly better than the best of all, and its
    # search takes longer than a sweep forwards and backwards saves unless one vertex is enough.
    moves = all(replace(entry, through=question.through) == question for entry in entries)
    sets = [entry.through - question.through for entry in entries] if moves else []
    one = len(deciding(edge for edges in sets for edge in edges)) == 1
    if moves and (one or not found) and BACKWARD_WORK * whole / machine.threads <= best:
        plan = backward_only_plan(question, sets, limits, machine)
        if plan is not None and plan.work <= best and plan.bytes <= machine.memory:
            found.append(plan)
    return sorted(found, key=lambda plan: plan.work)


def backward_only_plan(
    question: Question, sets: Sequence[Collection[Edge]], limits: Limits, machine: Machine
) -> CountPlan | None:
    """Return the plan of a sweep whose first vertices decide every move of the sets.

    None if there are too many such vertices, or if the frontier is too wide for blocks.
    """
    first = deciding(edge for edges in sets for edge in edges)
    if len(first) > MOST_DECIDING:
        return None
    try:
        order = order_beginning_with(question, first, limits)
        ready = prepared(question, tuple(order.tolist()), ())
    except BadInputError:
        return None
    if ready.plan is None:
        return None
    widths = expected_widths(question, ready.plan, 64, lent=True)
    layers = ready.plan.layers[len(first) :]
    plan = _planned(
        ready,
        machine,
        "memory",
        64,
        method="backward only",
        rounded=False,
        layer=len(first),
        bytes=_core.onward_bytes_for(ready.plan, widths, len(first), machine.threads),
    )
    return replace(plan, counters=BACKWARD_WORK * sum(layer.counters for layer in layers))


def deciding(edges: Iterable[Edge]) -> tuple[int, ...]:
    """Return a few vertices of which every edge has one: always the one with the most edges left.

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


def _counters(question: Question, limits: Limits) -> float | None:
    """Return the work of a count by blocks; None if its frontier is too wide for them."""
    try:
        ready = prepare(question, limits, mirror=None)
    except BadInputError:
        return None
    if ready.plan is None:
        return None
    return _planned(ready, Machine(0, 1), "memory", 64).work


def _planned(ready: Prepared, machine: Machine, place: Place, bits: int, **found: Any) -> CountPlan:
    question = ready.question
    single = fits_easily(question, 3 * bits // 2) or expected_bits(question) < bits
    rounded = place in ("memory", "scratch") and not single and enclosing_pays(question, bits)
    choices = {"single": single, "rounded": rounded, **found}
    plan = CountPlan(
        question,
        tuple(ready.order.tolist()),
        ready.mirror,
        place=place,
        counter_bits=bits,
        threads=machine.threads,
        counters=0 if ready.plan is None else ready.plan.total_counters,
        **choices,
    )
    return replace(plan, sweeps=_expected_sweeps(plan))


def _expected_sweeps(plan: CountPlan) -> int:
    if plan.single or plan.given:
        return max(1, len(plan.given))
    span = expected_bound_bits(plan.question)
    if plan.rounded:
        span = expected_bits(plan.question) - ENCLOSED[plan.counter_bits]
    return len(plan.moduli_for(span)) + plan.rounded


def enclosing_pays(question: Question, counter_bits: int) -> bool:
    """Whether a sweep in floating point saves more sweeps by moduli than the one it is."""
    most = {32: 120, 64: 1000}.get(counter_bits, 0)  # bits before floating point overflows
    expected = expected_bits(question)
    if expected > most:
        return False
    without = len(enough_moduli(counter_bits, expected_bound_bits(question)))
    return without - len(enough_moduli(counter_bits, expected - ENCLOSED[counter_bits])) >= 2


def usable_widths(question: Question) -> list[CounterBits]:
    """Return the counter widths whose moduli probably reach the answer, the widest first."""
    try:
        enough_moduli(8, expected_bound_bits(question))
    except OutgrownError:
        return [64, 32, 16]
    return list(WIDTHS)


def width_of(modulus: int, *, gpu: bool = False) -> CounterBits:
    """Return the narrowest counters for a modulus; the processor adds before it reduces.

    >>> width_of(251), width_of(251, gpu=True), width_of(2**32)
    (16, 8, 32)
    """
    return next(
        bits
        for bits in reversed(WIDTHS)
        if modulus == 2**bits or modulus < 2 ** (bits if gpu and bits < 64 else bits - 1)
    )


def _fewest_states(question: Question) -> int:
    """Return how many states a sweep too wide for blocks surely reaches; 0 if that is not known.

    On a plain rectangle, more slots only add states to those of the widest that blocks take.
    """
    board = question.board
    if board is None or not board.is_plain or board.dimensions != 2:
        return 0
    if question.through or question.avoiding:
        return 0
    side = MOST_BLOCK_SLOTS // 2
    widest = prepare(Question.ask(Board(side, side)), Limits())
    return int(widest.block_plan().peak_counters * FEWEST_REACHED)


def refusal(question: Question, limits: Limits, machine: Machine, **choices: Any) -> BadInputError:
    """Say what a count needs, what the budget is, and which plans would fit other machines."""
    ready = prepare(question, limits, choices.get("order"), mirror=choices.get("mirror"))
    if ready.plan is None:
        limits.require(_fewest_states(question) * BYTES_PER_STATE, f"a sweep of {question.graph}")
        return BadInputError(f"no plan counts {question}")
    if machine.gpu is not None:
        bits = choices.get("counter_bits") or 8
        if moduli := choices.get("moduli"):
            bits = max(width_of(modulus, gpu=True) for modulus in moduli)
        return BadInputError(machine.gpu.refusal(ready.plan, bits))

    def others(place: Place = "memory", **changed: Any) -> list[CountPlan]:
        """Return the plans of another machine, the widest counters first."""
        other = replace(machine, **{"disk": None, "begun": frozenset(), **changed})
        found = plans(question, limits, other, method="blocks")
        found = [plan for plan in found if plan.place in (place, "cluster")]
        return sorted(found, key=lambda plan: -plan.counter_bits)

    on_disk = others("scratch", disk=MOST_BYTES)
    if machine.disk is not None and on_disk:
        return BadInputError(
            f"{human_bytes(on_disk[-1].disk_bytes)} of disk are needed in {limits.scratch}; "
            f"{human_bytes(machine.disk)} are free"
        )
    roomy, alone = others(memory=MOST_BYTES), others(memory=MOST_BYTES, threads=1)
    bits = choices.get("counter_bits") or roomy[-1].counter_bits
    needed = next(plan for plan in roomy if plan.counter_bits == bits)
    fitting = others() + (others(threads=1) if machine.threads > 1 else [])
    fitting.sort(key=lambda plan: -plan.counter_bits)
    text = (
        f"counting by blocks needs {human_bytes(needed.bytes)} with {bits}-bit counters; the "
        f"budget is {human_bytes(machine.memory)}; "
        f"{'what would fit' if fitting else 'the least is'}: "
        + ", or ".join(_described(plan) for plan in fitting[:2] or alone[-1:])
    )
    if machine.disk is None:
        on_disk = on_disk or others("scratch", disk=MOST_BYTES, threads=1)
    else:
        on_disk = others("scratch", disk=MOST_BYTES, memory=MOST_BYTES, threads=1)[-1:]
    for plan in on_disk[:1]:
        text += f", or with scratch: {human_bytes(plan.disk_bytes)} of disk and {_described(plan)}"
        text += " and what the disk takes" if limits.scratch is None else ""
    for plan in list(_gpu_plans(ready, machine, H200, [32, 16, 8], None, ()))[-1:]:
        text += (
            f", or device cuda: {human_bytes(plan.bytes)} with {plan.counter_bits}-bit counters, "
            f"about {human_seconds(plan.seconds())} on {H200.name}"
        )
    if not machine.cluster:
        seconds = roomy[0].seconds(quickly=True) / roomy[0].sweeps
        text += (
            f", or cluster: {human_bytes(roomy[0].bytes)} of each machine, about "
            f"{human_seconds(seconds)} a sweep"
        )
    return BadInputError(text)


def _described(plan: CountPlan) -> str:
    threads = f"{plan.threads} thread{'s' if plan.threads > 1 else ''}"
    return (
        f"{human_bytes(plan.bytes)} with {plan.counter_bits}-bit counters and {threads}, about "
        f"{human_seconds(plan.seconds(quickly=True))}"
    )
