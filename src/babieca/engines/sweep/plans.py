"""What counting by blocks needs, and which ways fit the limits: counters of which width, and where.

In memory, half of each layer is kept where a mirror allows it. In scratch it never is: the images
that a wave reads would lie anywhere in a layer, and layers are to be read in order.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from babieca.engines.sweep.gpu.driver import buffer_bytes, least_bytes
from babieca.engines.sweep.gpu.driver import expected_seconds as gpu_seconds
from babieca.engines.sweep.gpu.machines import BUFFERS
from babieca.engines.sweep.moduli import (
    bound_bits,
    enough_moduli,
    expected_bits,
    expected_widths,
    fits_easily,
    moduli_reach,
)
from babieca.engines.sweep.speed import counters_per_second, disk_bytes_per_second
from babieca.engines.sweep.sweeps import Prepared, prepare
from babieca.engines.sweep.tasks import layers_bytes, saved_as
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.memory import free_disk, human_bytes, require_disk
from babieca.progress import human_seconds
from babieca.questions import Question

CounterBits = Literal[8, 16, 32, 64]
WIDTHS: tuple[CounterBits, ...] = (64, 32, 16, 8)

GPU_BYTES = 150_000_000_000
"""What an NVIDIA H200 holds."""

COUNTERS_PER_BYTE = 0.6
"""What one thread computes in memory while a disk takes or gives a byte: see docs/counting.md."""


@dataclass(frozen=True)
class Way:
    """A way to count by blocks; `disk` is 0 where all layers stay in memory."""

    ready: Prepared
    bits: CounterBits
    memory: int
    disk: int = 0

    def within(self, limits: Limits) -> Limits:
        """Return the limits of its sweeps, which are saved apart from those of other ways."""
        return limits.saving_beside("scratch") if self.disk else replace(limits, scratch=None)

    def begun(self, limits: Limits) -> bool:
        """Whether a checkpoint goes on this way."""
        saved = saved_as(self.within(limits), 2**self.bits)
        return bool(saved) and Path(saved).exists()


def fitting_ways(
    ready: Prepared,
    plain: Prepared | None,
    limits: Limits,
    widths: list[CounterBits],
    in_place: bool = True,
) -> list[Way]:
    """Return the ways that probably fit, the fastest first; refuse if none does.

    Narrower counters take more sweeps, scratch moves the layers of the `plain` sweep to a disk and
    back: `expected_work` weighs one against the other. What was begun goes on as it was.
    """
    memory = [Way(ready, bits, memory_bytes(ready, bits, limits, in_place)) for bits in widths]
    fitting = [way for way in memory if way.memory <= limits.budget]
    if limits.scratch is not None and plain is not None and plain.plan is not None:
        scratch = [scratch_way(plain, bits, limits, in_place) for bits in widths]
        scratch = [way for way in scratch if way.memory <= limits.budget]
        taken = layers_bytes(limits.saving_beside("scratch"))
        if scratch and not fitting:
            require_disk(scratch[-1].disk - taken, limits.scratch)
        free = free_disk(limits.scratch) + taken
        fitting += [way for way in scratch if way.disk <= free]
    if not fitting:
        raise BadInputError(refusal(ready, limits, widths[-1], in_place))
    return sorted(fitting, key=lambda way: (not way.begun(limits), expected_work(way, limits)))


def expected_work(way: Way, limits: Limits) -> float:
    """Return how long a way takes, in counters that one thread computes in memory.

    By the plan and the limits alone: what is measured now is another number a moment later, and
    the same call is to go the same way.
    """
    runs = expected_runs(way.ready.question, way.bits)
    computed = way.ready.block_plan().total_counters / limits.workers
    return runs * (computed + COUNTERS_PER_BYTE * moved_bytes(way, limits))


def moved_bytes(way: Way, limits: Limits) -> int:
    """Return how much a sweep writes to scratch and reads again: what the memory does not keep."""
    if not way.disk:
        return 0
    plan = way.ready.block_plan()
    widths = expected_widths(way.ready.question, plan, way.bits)
    kept = max(0, limits.budget - way.memory)
    sizes = (layer.counters * width for layer, width in zip(plan.layers, widths, strict=True))
    return 2 * sum(max(0, size - kept) for size in sizes)


def scratch_way(plain: Prepared, bits: CounterBits, limits: Limits, in_place: bool = True) -> Way:
    """Return the way through scratch, without a mirror."""
    plan = plain.block_plan()
    widths = expected_widths(plain.question, plan, bits)
    saved = limits.checkpoint is not None
    return Way(plain, bits, *plan.scratch_bytes_for(widths, limits.workers, in_place, saved))


def way_seconds(way: Way, limits: Limits, *, quickly: bool = False) -> float:
    """Return about how long a way takes; without a directory, the time of the disk is left out."""
    seconds = expected_seconds(way.ready, way.bits, limits.workers, quickly=quickly)
    if not way.disk or limits.scratch is None:
        return seconds
    runs = expected_runs(way.ready.question, way.bits)
    return seconds + runs * moved_bytes(way, limits) / disk_bytes_per_second(limits.scratch)


def usable_widths(question: Question) -> list[CounterBits]:
    """Return the widths of counters whose moduli reach the answer, the widest first."""
    bits = bound_bits(question)
    return [width for width in WIDTHS if moduli_reach(width, bits)]


def fitting_bits(ready: Prepared, limits: Limits) -> CounterBits | None:
    """Return the widest counters that probably fit the budget, None if none do."""
    usable = usable_widths(ready.question)
    return next(
        (bits for bits in usable if memory_bytes(ready, bits, limits) <= limits.budget), None
    )


def memory_bytes(ready: Prepared, bits: int, limits: Limits, in_place: bool = True) -> int:
    plan = ready.block_plan()
    widths = expected_widths(ready.question, plan, bits)
    return plan.bytes_for(widths, limits.workers, in_place)


def expected_seconds(ready: Prepared, bits: int, threads: int, *, quickly: bool = False) -> float:
    """Return about how long a count takes, one modulus after another."""
    plan = ready.block_plan()
    rate = counters_per_second(plan.peak_counters * bits // 8, quickly=quickly)
    return expected_runs(ready.question, bits) * plan.total_counters / rate / threads


def refusal(ready: Prepared, limits: Limits, bits: int | None = None, in_place: bool = True) -> str:
    """Say what blocks need, what the budget is, and what would fit, in which time."""
    usable = usable_widths(ready.question)
    asked = usable[-1] if bits is None else bits
    choices = [(width, threads) for width in usable for threads in {limits.workers: 0, 1: 0}]
    fitting = [choice for choice in choices if _with(ready, *choice, limits) <= limits.budget]
    lead = "what would fit" if fitting else "the least is"
    would = ", or ".join(
        f"{human_bytes(_with(ready, width, threads, limits))} with {width}-bit counters and "
        f"{threads} thread{'s' if threads > 1 else ''}, about "
        f"{human_seconds(expected_seconds(ready, width, threads, quickly=True))}"
        for width, threads in fitting[:2] or choices[-1:]
    )
    needed = human_bytes(memory_bytes(ready, asked, limits, in_place))
    return (
        f"counting by blocks needs {needed} with "
        f"{asked}-bit counters; the budget is {human_bytes(limits.budget)}; {lead}: {would}"
        f"{_offered_scratch(ready.question, limits)}{_offered_machines(ready, limits)}"
    )


def _offered_scratch(question: Question, limits: Limits) -> str:
    """Say what scratch would do, or the least it takes where it was given and is too little."""
    plain = prepare(question, limits, mirror=False)
    if plain.plan is None:
        return ""
    ways = [
        (scratch_way(plain, bits, own), own)
        for bits in usable_widths(question)
        for own in (limits, replace(limits, threads=1))
    ]
    if limits.scratch is None:
        ways = [(way, own) for way, own in ways if way.memory <= limits.budget][:1]
    if not ways:
        return ""
    way, own = ways[-1]
    return (
        f", or with scratch: {human_bytes(way.disk)} of disk and {human_bytes(way.memory)} with "
        f"{way.bits}-bit counters and {own.workers} thread{'s' if own.workers > 1 else ''}, about "
        f"{human_seconds(way_seconds(way, own, quickly=True))}"
        f"{' and what the disk takes' if limits.scratch is None else ''}"
    )


def _offered_machines(ready: Prepared, limits: Limits) -> str:
    """Say what a GPU would take, and each machine of a cluster, of which every one sweeps."""
    plan, widths = ready.block_plan(), usable_widths(ready.question)
    bits, offered = widths[0], ""
    for word in (width for width in widths if width <= 32):
        lists = BUFFERS * buffer_bytes(plan)
        copy = least_bytes(plan, word) + lists
        if copy > GPU_BYTES:
            continue
        moduli = expected_runs(ready.question, word)
        together = min(moduli, (GPU_BYTES - lists) // least_bytes(plan, word))
        swept = gpu_seconds(plan, moduli, -(-moduli // together))
        offered = (
            f", or device cuda: {human_bytes(copy)} with {word}-bit counters, about "
            f"{human_seconds(swept)} on an H200"
        )
        break
    if limits.executor is not None:
        return offered
    whole = expected_seconds(ready, bits, limits.workers, quickly=True)
    each = whole / expected_runs(ready.question, bits)
    return (
        f"{offered}, or cluster: {human_bytes(memory_bytes(ready, bits, limits))} of each machine, "
        f"about {human_seconds(each)} a sweep"
    )


def _with(ready: Prepared, bits: int, threads: int, limits: Limits) -> int:
    return memory_bytes(ready, bits, replace(limits, threads=threads))


def expected_runs(question: Question, counter_bits: int = 64) -> int:
    """Return how many sweeps a count will probably take, by moduli and in floating point.

    >>> from babieca.boards import Board
    >>> expected_runs(Question.ask(Board(8, 8))), expected_runs(Question.ask(Board(8, 32)))
    (1, 5)
    """
    if fits_easily(question, 3 * counter_bits // 2) or expected_bits(question) < counter_bits:
        return 1
    rounded = enclosing_pays(question, counter_bits)
    span = expected_bits(question) - ENCLOSED[counter_bits] if rounded else bound_bits(question)
    return len(enough_moduli(counter_bits, span)) + rounded


ENCLOSED = {8: 0, 16: 0, 32: 9, 64: 36}
"""Leading bits that a sweep in floating point surely gives."""


def enclosing_pays(question: Question, counter_bits: int) -> bool:
    """Whether a sweep in floating point saves more sweeps by moduli than the one it is."""
    most = {32: 120, 64: 1000}.get(counter_bits, 0)  # bits before floating point overflows
    expected = expected_bits(question)
    if expected > most:
        return False
    without = len(enough_moduli(counter_bits, bound_bits(question)))
    return without - len(enough_moduli(counter_bits, expected - ENCLOSED[counter_bits])) >= 2
