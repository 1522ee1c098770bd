"""Counting by sweeps: dense blocks of counters, or a hash table of states.

Both run modulo words; where that is not proved to be the number itself, modulo enough coprime
numbers, and one more that must agree (see moduli.py).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

from babieca.boards import Board
from babieca.engines.protocol import Counted, Estimate
from babieca.engines.retirement import Order, checked_order
from babieca.engines.sweep.moduli import bound_bits, combine, enough_moduli, fits_easily
from babieca.engines.sweep.speed import counters_per_second
from babieca.engines.sweep.sweeps import MOST_BLOCK_SLOTS, Prepared, prepare, require_narrow
from babieca.engines.sweep.tasks import BYTES_PER_STATE, Residue, Task
from babieca.engines.sweep.terms import trivial_answer
from babieca.errors import BadInputError, ContradictionError, shown
from babieca.limits import Limits
from babieca.memory import human_bytes
from babieca.questions import Question

FEWEST_REACHED = 0.25
"""Part of the dense counters that is surely reached on large boards; nearly all are."""

CounterBits = Literal[32, 64]


def by_blocks(
    question: Question,
    limits: Limits,
    *,
    order: Any = None,
    counter_bits: CounterBits = 64,
    in_place: bool = True,
) -> Counted:
    """Sweep dense blocks of counters, of 32 or 64 bits; in place, or with two copies of a layer."""
    if counter_bits not in (32, 64):
        raise BadInputError(f"counter_bits is 32 or 64, not {shown(counter_bits)}")
    if not isinstance(in_place, bool):
        raise BadInputError(f"in_place is True or False, not {shown(in_place)}")
    ready = _ready(question, limits, order)
    if ready.sweep.impossible:
        return Counted(trivial_answer(question) or 0, "blocks")
    plan = ready.block_plan()
    needed = plan.bytes_needed(counter_bits // 8, limits.workers, in_place)
    if needed > limits.budget:
        raise BadInputError(_refusal(ready, limits, needed))
    first = Task(question, _tuple(ready.order), 2**counter_bits, "blocks", counter_bits, in_place)
    found = count_by_residues(first, limits)
    return replace(found, steps=len(plan.layers) - 1, slots=plan.slot_count)


def by_sparse(question: Question, limits: Limits, *, order: Any = None) -> Counted:
    """Sweep a hash table of the states that are reached."""
    ready = _ready(question, limits, order)
    if ready.sweep.impossible:
        return Counted(trivial_answer(question) or 0, "sparse")
    found = count_by_residues(Task(question, _tuple(ready.order), 2**64, "sparse"), limits)
    return replace(found, steps=len(ready.sweep.occupants) - 1, slots=ready.sweep.slot_count)


def automatic(
    question: Question,
    limits: Limits,
    *,
    order: Any = None,
    counter_bits: CounterBits | None = None,
    in_place: bool | None = None,
) -> Counted:
    """Blocks where they fit the memory, the hash table where that may fit; else a refusal at once.

    `counter_bits` and `in_place` are about blocks and so ask for them.
    """
    ready = _ready(question, limits, order)
    blocks = {"order": order, "counter_bits": counter_bits or 64}
    if ready.sweep.impossible or counter_bits is not None or in_place is not None:
        return by_blocks(
            question, limits, **blocks, in_place=True if in_place is None else in_place
        )
    if ready.plan is None:
        limits.require(_fewest_states(question) * BYTES_PER_STATE, f"a sweep of {question.graph}")
        why = f"its {ready.sweep.slot_count} slots are too many for blocks"
        return _trying_sparse(question, limits, order, why)
    needed = ready.plan.bytes_needed(8, limits.workers, True)
    if needed <= limits.budget:
        return by_blocks(question, limits, **blocks)
    # What is reached is a large part of what is possible: the plan bounds the hash table too.
    if ready.plan.peak_counters * FEWEST_REACHED * BYTES_PER_STATE > limits.budget:
        raise BadInputError(_refusal(ready, limits, needed))
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
        ready = _ready(question, limits, None)
        plan = ready.block_plan()
    except BadInputError as error:
        return Estimate(refusal=str(error))
    needed = plan.bytes_needed(8, limits.workers, True)
    rate = counters_per_second(plan.peak_counters * 8)
    seconds = expected_runs(question) * plan.total_counters / rate / limits.workers
    refusal = _refusal(ready, limits, needed) if needed > limits.budget else ""
    return Estimate(needed, seconds, refusal)


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


def _ready(question: Question, limits: Limits, order: Any) -> Prepared:
    chosen = None if order is None else checked_order(question.graph, order)
    return prepare(question, limits, chosen)


def _tuple(order: Order) -> tuple[int, ...]:
    return tuple(order.tolist())


def _refusal(ready: Prepared, limits: Limits, needed: int) -> str:
    """Say what blocks need, what the budget is, and what would fit."""
    plan = ready.block_plan()
    hints = []
    for bits, threads in ((64, 1), (32, limits.workers), (32, 1)):
        other = plan.bytes_needed(bits // 8, threads, True)
        if other < needed:
            fits = "fits" if other <= limits.budget else "does not fit either"
            words = f"{bits}-bit counters and {threads} thread{'s' if threads > 1 else ''}"
            hints.append(f"with {words} it needs {human_bytes(other)}, which {fits}")
    return (
        f"counting by blocks needs {human_bytes(needed)}; the budget is "
        f"{human_bytes(limits.budget)}" + "".join(f"; {hint}" for hint in dict.fromkeys(hints))
    )


def expected_runs(question: Question, counter_bits: int = 64) -> int:
    """Return how many moduli a count will probably take: the bound is generous, by half as a rule.

    >>> from babieca.boards import Board
    >>> expected_runs(Question.ask(Board(8, 8))), expected_runs(Question.ask(Board(8, 32)))
    (1, 8)
    """
    if fits_easily(question, 3 * counter_bits // 2):
        return 1
    bits = bound_bits(question)
    return 1 if bits <= 1.5 * counter_bits else len(enough_moduli(counter_bits, bits))


def count_by_residues(
    first: Task, limits: Limits, run: Callable[[Task, Limits], Residue] | None = None
) -> Counted:
    """Run modulo 2^bits; if that is not proved to be the answer itself, modulo enough others.

    One modulus more than the bound asks for must then agree with the rest. A crew works on all of
    them at once, and of what is proved exact it also gives a residue that must agree: no machine
    is believed alone.
    """
    question, bits = first.question, first.counter_bits
    runs = expected_runs(question, bits)

    def timed(numbered: tuple[int, Task], part: Limits) -> Residue:
        number, task = numbered
        own = replace(part, text=f"modulus {number + 1} of {runs}") if runs > 1 else part
        return own.run(task) if run is None else run(task, own)

    def others() -> list[tuple[int, Task]]:
        moduli = enough_moduli(bits, bound_bits(question))
        return [(n, replace(first, modulus=modulus)) for n, modulus in enumerate(moduli) if n]

    asked = [(0, first)]
    if limits.crew is not None:
        asked += others() if runs > 1 else [(1, _check(first))]
        runs = len(asked)
    residues = limits.part(0.0, len(asked) / runs).each(timed, asked)
    value = residues[0].value
    if not residues[0].exact:
        needed = others()
        runs = max(runs, len(needed) + 1)
        found = {residue.modulus: residue for residue in residues[1:]}
        left = [numbered for numbered in needed if numbered[1].modulus not in found]
        rest = limits.part(len(asked) / runs, 1.0).each(timed, left)
        found |= {residue.modulus: residue for residue in rest}
        chosen = [residues[0], *(found[task.modulus] for _, task in needed)]
        value = combine([(residue.value, residue.modulus) for residue in chosen[:-1]])
        residues = [residues[0], *found.values()]
    if any(value % residue.modulus != residue.value for residue in residues):
        raise ContradictionError(
            "the residues contradict one another: a hardware fault or a bug; nothing is known"
        )
    return Counted(
        value,
        first.engine,
        tuple(residue.modulus for residue in residues),
        counters=sum(residue.counters for residue in residues),
        peak_bytes=max(residue.peak_bytes for residue in residues),
    )


def _check(first: Task) -> Task:
    """Return the cheapest sweep that tells a wrong residue: narrow counters, a prime modulus."""
    return replace(first, modulus=2**31 - 1, counter_bits=32)
