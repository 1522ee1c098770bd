"""Counting by sweeps: dense blocks of counters, or a hash table of states.

Both run modulo words; where that is not proved to be the number itself, modulo enough coprime
numbers, and more than enough, so that they must agree (see moduli.py).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from babieca.boards import Board
from babieca.engines.protocol import Counted, Estimate
from babieca.engines.retirement import Order, checked_order
from babieca.engines.sweep.gpu.counting import (
    Device,
    checked_device,
    count_by_gpu,
    gpu_or_none,
)
from babieca.engines.sweep.moduli import bound_bits, combine_within, contradiction, enough_moduli
from babieca.engines.sweep.plans import (
    WIDTHS,
    CounterBits,
    Way,
    enclosing_pays,
    expected_runs,
    fitting_ways,
    memory_bytes,
    refusal,
    usable_widths,
    way_seconds,
)
from babieca.engines.sweep.sweeps import MOST_BLOCK_SLOTS, Prepared, prepare, require_narrow
from babieca.engines.sweep.tasks import BYTES_PER_STATE, OutgrownError, Residue, SweepTask
from babieca.engines.sweep.terms import trivial_answer
from babieca.errors import BadInputError, shown
from babieca.limits import Limits
from babieca.memory import human_bytes
from babieca.questions import Question

FEWEST_REACHED = 0.25
"""Part of the dense counters that is surely reached on large boards; nearly all are."""

PROBABLY = 0.9
"""Share of the work that is done when a residue is there of which exactness is expected."""


def by_blocks(
    question: Question,
    limits: Limits,
    *,
    order: Any = None,
    counter_bits: CounterBits | None = None,
    in_place: bool = True,
    mirror: bool | None = None,
    device: Device | None = None,
) -> Counted:
    """Sweep dense blocks of counters; in place, or with two copies of a layer.

    Counters of up to 64 bits where they fit the memory, else of as many as do, or through scratch
    if it is given and faster; in memory, half of each layer where a mirror keeps the question. On a
    GPU, always in place.
    """
    place = checked_device(device)
    if counter_bits is not None and counter_bits not in WIDTHS:
        raise BadInputError(f"counter_bits is 8, 16, 32 or 64, not {shown(counter_bits)}")
    for name, value in (("in_place", in_place), ("mirror", mirror)):
        if value is not None and not isinstance(value, bool):
            raise BadInputError(f"{name} is True or False, not {shown(value)}")
    ready = _ready(question, limits, order, mirror)
    if ready.sweep.impossible:
        return Counted(trivial_answer(question) or 0, "blocks")
    ready.block_plan()
    elsewhere = limits.executor is not None
    saved = limits.checkpoint is not None
    gpu = None if place == "auto" and (saved or elsewhere) else gpu_or_none(place, limits)
    if gpu is not None:
        if elsewhere:
            raise BadInputError("workers of a cluster have no GPU: leave out cluster, or device")
        if saved:
            raise BadInputError("a sweep on a GPU is not saved: leave out checkpoint, or device")
        if not in_place:
            raise BadInputError("on a GPU counters are always in place: leave out in_place")
        if limits.scratch is not None and place != "auto":
            raise BadInputError("a GPU keeps its layers itself: leave out scratch, or device")
        return count_by_gpu(ready, gpu, limits, counter_bits)
    widths = usable_widths(question) if counter_bits is None else [counter_bits]
    plain = ready if mirror or not ready.mirror else _ready(question, limits, order)
    fitting = fitting_ways(ready, None if plain.mirror else plain, limits, widths, in_place)
    for way in fitting:
        try:
            return _counted_by(way, limits, in_place)
        except OutgrownError:  # wider than was expected: the next narrower ones have less to hold
            if way is fitting[-1]:
                raise
    raise AssertionError("the loop returns or raises")


def _counted_by(way: Way, limits: Limits, in_place: bool) -> Counted:
    ready, plan = way.ready, way.ready.block_plan()
    first = SweepTask(
        ready.question,
        _tuple(ready.order),
        2**way.bits,
        "blocks",
        way.bits,
        in_place,
        ready.mirror,
    )
    found = count_by_residues(first, way.within(limits))
    return replace(found, steps=len(plan.layers) - 1, slots=plan.slot_count)


def by_sparse(question: Question, limits: Limits, *, order: Any = None) -> Counted:
    """Sweep a hash table of the states that are reached."""
    ready = _ready(question, limits, order)
    if ready.sweep.impossible:
        return Counted(trivial_answer(question) or 0, "sparse")
    found = count_by_residues(SweepTask(question, _tuple(ready.order), 2**64, "sparse"), limits)
    return replace(found, steps=len(ready.sweep.occupants) - 1, slots=ready.sweep.slot_count)


def automatic(
    question: Question,
    limits: Limits,
    *,
    order: Any = None,
    counter_bits: CounterBits | None = None,
    in_place: bool | None = None,
    mirror: bool | None = None,
    device: Device | None = None,
) -> Counted:
    """Blocks where they fit the memory, the hash table where that may fit; else a refusal at once.

    `counter_bits`, `in_place` and `mirror` are about blocks and so ask for them; so do a GPU and
    scratch.
    """
    place = checked_device(device)
    ready = _ready(question, limits, order)
    asked = any(choice is not None for choice in (counter_bits, in_place, mirror))
    given = limits.scratch is not None or gpu_or_none(place, limits) is not None
    asked = asked or (ready.plan is not None and given)
    if ready.sweep.impossible or asked:
        return by_blocks(
            question,
            limits,
            order=order,
            counter_bits=counter_bits,
            in_place=True if in_place is None else in_place,
            mirror=mirror,
            device=device,
        )
    if ready.plan is None:
        limits.require(_fewest_states(question) * BYTES_PER_STATE, f"a sweep of {question.graph}")
        why = f"its {ready.sweep.slot_count} slots are too many for blocks"
        return _trying_sparse(question, limits, order, why)
    halved = _ready(question, limits, order, None)
    needed = memory_bytes(halved, usable_widths(question)[-1], limits)
    if needed <= limits.budget:
        return by_blocks(question, limits, order=order)
    # What is reached is a large part of what is possible: the plan bounds the hash table too.
    if ready.plan.peak_counters * FEWEST_REACHED * BYTES_PER_STATE > limits.budget:
        raise BadInputError(refusal(halved, limits))
    return _trying_sparse(question, limits, order, f"blocks need {human_bytes(needed)}")


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


def _trying_sparse(question: Question, limits: Limits, order: Any, why: str) -> Counted:
    try:
        return by_sparse(question, limits, order=order)
    except BadInputError as error:
        raise BadInputError(f"{error} ({why})") from None


def estimate_blocks(question: Question, limits: Limits) -> Estimate:
    """Say how many bytes and seconds the blocks of a question take, one modulus after another."""
    try:
        ready = _ready(question, limits, None, None)
        ready.block_plan()
    except BadInputError as error:
        return Estimate(refusal=str(error))
    widths = usable_widths(question)
    plain = ready if not ready.mirror else _ready(question, limits, None)
    try:
        way = fitting_ways(ready, plain, limits, widths)[0]
    except BadInputError as error:
        way = Way(ready, widths[-1], memory_bytes(ready, widths[-1], limits))
        return Estimate(way.memory, way_seconds(way, limits), str(error))
    return Estimate(way.memory, way_seconds(way, limits), disk_bytes=way.disk or None)


def estimate_sparse(question: Question, limits: Limits) -> Estimate:
    """Say what bounds the hash table, where a plan of blocks tells."""
    try:
        require_narrow(question, limits)
        ready = _ready(question, limits, None)
    except BadInputError as error:
        return Estimate(refusal=str(error))
    if ready.plan is None:
        return Estimate()
    return Estimate(bytes=ready.plan.peak_counters * BYTES_PER_STATE)


def _ready(question: Question, limits: Limits, order: Any, mirror: bool | None = False) -> Prepared:
    chosen = None if order is None else checked_order(question.graph, order)
    return prepare(question, limits, chosen, mirror=mirror)


def _tuple(order: Order) -> tuple[int, ...]:
    return tuple(order.tolist())


def count_by_residues(
    first: SweepTask, limits: Limits, run: Callable[[SweepTask, Limits], Residue] | None = None
) -> Counted:
    """Run modulo 2^bits; if that is not proved to be the answer itself, modulo enough others.

    They reach further than the bound, and must lead to a number within it. Where that saves sweeps,
    the bounds come from one in floating point, whose leading digits the residues then confirm.
    Without `run`, moduli are swept together, or by an executor if there is one.
    """
    if limits.executor is not None and run is None:
        return _by_executor(first, limits)
    question, bits = first.question, first.counter_bits
    runs = expected_runs(question, bits)
    done = 0

    def part(sweeps: int, text: str) -> Limits:
        nonlocal done
        begun, done = done, done + sweeps
        whole = max(runs, done)
        return limits.part(begun / whole, done / whole, text if runs > 1 else "")

    residues: list[Residue] = []
    if runs == 1:
        residues.append((run or SweepTask.run)(first, part(1, "")))
    if runs == 1 and residues[0].exact:
        value = residues[0].value
    else:
        low, high = 0, 2 ** bound_bits(question) - 1
        if first.engine == "blocks" and enclosing_pays(question, bits):
            found = first.enclosure(part(1, "leading digits"))
            low, high = (low, high) if found is None else (found[0], min(high, found[1]))
        moduli = enough_moduli(bits, (high - low).bit_length())
        runs = max(runs, done + len(moduli) - len(residues))
        left = moduli[len(residues) :]
        if left and run is None and first.engine == "blocks" and limits.checkpoint is None:
            residues += first.run_together(left, part(len(left), f"{len(left)} moduli"))
        else:
            residues += [
                (run or SweepTask.run)(
                    replace(first, modulus=modulus), part(1, f"modulus {n} of {len(moduli)}")
                )
                for n, modulus in enumerate(left, start=len(residues) + 1)
            ]
        known = next((residue for residue in residues if residue.exact), None)
        residues = residues if known is None else [known]
        value = residues[0].value if known else combined(residues, low, high)
    return _counted(first, value, residues)


def _counted(first: SweepTask, value: int, residues: list[Residue]) -> Counted:
    return Counted(
        value,
        first.engine,
        tuple(residue.modulus for residue in residues),
        counters=sum(residue.counters for residue in residues),
        peak_bytes=max(residue.peak_bytes for residue in residues),
        disk_bytes=max(residue.disk_bytes for residue in residues),
    )


def _by_executor(first: SweepTask, limits: Limits) -> Counted:
    """Have all residues found at once, each by a sweep of its own.

    Of what is proved exact there is another residue that must agree: no machine is believed alone.
    """
    moduli = enough_moduli(first.counter_bits, bound_bits(first.question))
    needed = [first, *(replace(first, modulus=modulus) for modulus in moduli[1:])]
    single = expected_runs(first.question, first.counter_bits) == 1
    asked = [first, _check(first)] if single else needed

    def swept(tasks: list[SweepTask], part: Limits) -> dict[int, Residue]:
        residues = part.each(lambda task, own: own.run(task), tasks)
        return {residue.modulus: residue for residue in residues}

    found = swept(asked, limits.part(0.0, PROBABLY if single else 1.0))
    value = found[first.modulus].value
    if not found[first.modulus].exact:
        left = [task for task in needed if task.modulus not in found]
        found |= swept(left, limits.part(PROBABLY, 1.0))
        most = 2 ** bound_bits(first.question) - 1
        value = combined([found[modulus] for modulus in moduli], 0, most)
    if any(value % residue.modulus != residue.value for residue in found.values()):
        raise contradiction()
    return _counted(first, value, list(found.values()))


def _check(first: SweepTask) -> SweepTask:
    """Return the cheapest sweep that tells a wrong residue: narrow counters, an odd modulus."""
    bits = min(32, first.counter_bits)
    return replace(first, modulus=2 ** (bits - 1) - 1, counter_bits=bits)


def combined(residues: list[Residue], low: int, high: int) -> int:
    """Return the number with these residues, which must lie between the bounds."""
    return combine_within([(residue.value, residue.modulus) for residue in residues], low, high)
