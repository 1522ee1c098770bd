"""Counting by sweeps: run the cheapest plan, modulo as many numbers as it takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol, TypeVar

from babieca.engines.protocol import Counted, Estimate
from babieca.engines.retirement import checked_order
from babieca.engines.sweep.gpu.gpus import Device
from babieca.engines.sweep.machine import WIDTHS, CounterBits, Machine
from babieca.engines.sweep.matchings import sharp_bound_bits
from babieca.engines.sweep.moduli import OutgrownError, combine_within, contradiction
from babieca.engines.sweep.plans import BYTES_PER_STATE, CountPlan, plans, refusal
from babieca.engines.sweep.sweeps import prepare
from babieca.engines.sweep.tasks import Sweep, enclosure, sweep_for
from babieca.engines.sweep.terms import trivial_answer
from babieca.errors import BadInputError, shown
from babieca.limits import Limits
from babieca.questions import Question


def automatic(question: Question, limits: Limits, **choices: Any) -> Counted:
    """Count by blocks if they fit the memory, else by states if these may fit; else refuse.

    Choices about blocks ask for blocks; so do a GPU and scratch.
    """
    return _counted(question, limits, "auto", **choices)


def by_blocks(question: Question, limits: Limits, **choices: Any) -> Counted:
    """Count by dense blocks of counters; in memory, half of each layer if a mirror allows it."""
    return _counted(question, limits, "blocks", **choices)


def by_sparse(question: Question, limits: Limits, *, order: Any = None) -> Counted:
    """Count by a hash table of the states that are reached."""
    return _counted(question, limits, "sparse", order=order)


def _counted(
    question: Question,
    limits: Limits,
    method: Literal["auto", "blocks", "sparse"],
    *,
    order: Any = None,
    counter_bits: CounterBits | None = None,
    mirror: bool | None = None,
    device: Device | None = None,
) -> Counted:
    if counter_bits is not None and counter_bits not in WIDTHS:
        raise BadInputError(f"counter_bits is 8, 16, 32 or 64, not {shown(counter_bits)}")
    if mirror is not None and not isinstance(mirror, bool):
        raise BadInputError(f"mirror is True or False, not {shown(mirror)}")
    choices: dict[str, Any] = {"counter_bits": counter_bits, "mirror": mirror}
    choices["order"] = None if order is None else checked_order(question.graph, order)
    return count_on(Machine.of(limits, device), question, limits, method=method, **choices)


def count_on(machine: Machine, question: Question, limits: Limits, **choices: Any) -> Counted:
    """Count by the cheapest plan that fits a machine; the choices are those of `plans`."""
    found = plans(question, limits, machine, **choices)
    for plan in found:
        try:
            return count_by_plan(plan, limits, sweep_for(machine), machine)
        except OutgrownError:  # more than expected: a cheaper plan may take more memory
            if plan is found[-1]:
                raise
    raise refusal(question, limits, machine, **choices)


def count_by_plan(
    plan: CountPlan, limits: Limits, sweep: Sweep, machine: Machine | None = None
) -> Counted:
    """Count the tours of a plan's question."""
    if plan.method == "theory":
        return Counted(trivial_answer(plan.question) or 0, "theory")
    (value,), residues = numbers_by_residues(plan, limits, sweep)
    on = f" on {machine.gpu.name}" if machine is not None and machine.gpu is not None else ""
    return Counted(
        value,
        plan.method + on,
        tuple(residue.modulus for residue in residues),
        len(plan.ready.sweep.occupants) - 1,
        plan.ready.sweep.slot_count,
        counters=sum(residue.counters for residue in residues),
        peak_bytes=max(residue.peak_bytes for residue in residues),
        disk_bytes=max(residue.disk_bytes for residue in residues),
    )


def estimate_sparse(question: Question, limits: Limits) -> Estimate:
    """Say what bounds the hash table, if a layout of blocks tells."""
    try:
        ready = prepare(question, limits)
    except BadInputError as error:
        return Estimate(refusal=str(error))
    if ready.plan is None:
        return Estimate()
    return Estimate(bytes=ready.plan.peak_counters * BYTES_PER_STATE)


class Residues(Protocol):
    """What one sweep gives: numbers modulo `modulus`; `exact`: the numbers themselves."""

    @property
    def modulus(self) -> int: ...
    @property
    def values(self) -> Sequence[int]: ...
    @property
    def exact(self) -> bool: ...


Found = TypeVar("Found", bound=Residues)


def numbers_by_residues(
    plan: CountPlan,
    limits: Limits,
    sweep: Callable[[CountPlan, Sequence[int], Limits], list[Found]],
    most: int | None = None,
) -> tuple[list[int], list[Found]]:
    """Return the numbers that a plan counts, none larger than `most`, and their residues.

    This is the only loop over moduli. If the first sweep is proved to be exact, it is enough.
    Otherwise moduli reach beyond the bound, and the residues must lead to numbers within it: a
    wrong residue does not. All residues must agree with the numbers.
    """
    expected, done = plan.sweeps, 0

    def part(sweeps: int, text: str) -> Limits:
        nonlocal done
        begun, done = done, done + sweeps
        whole = max(expected, done)
        return limits.part(begun / whole, done / whole, text if whole > 1 else "")

    found: list[Found] = []
    low, high = 0, 0
    if plan.single:
        found += sweep(plan, plan.moduli, part(1, ""))
    if not any(residue.exact for residue in found):
        if plan.single and plan.place == "gpu":
            raise OutgrownError("the number has 64 bits or more")  # the next plan has residues
        high = 2 ** sharp_bound_bits(plan.question) - 1 if most is None else most
        if plan.rounded and (near := enclosure(plan, part(1, "leading digits"))) is not None:
            low, high = near[0], min(high, near[1])
        known = {residue.modulus for residue in found}
        left = [m for m in plan.moduli_for((high - low).bit_length()) if m not in known]
        expected = done + len(left)
        at_once = plan.together or max(1, len(left))
        for begin in range(0, len(left), at_once):
            group = left[begin : begin + at_once]
            last, whole = len(found) + len(group), len(known) + len(left)
            first = f"modulus {last}" if len(group) == 1 else f"moduli {len(found) + 1} to {last}"
            found += sweep(plan, group, part(len(group), f"{first} of {whole}"))
    exact = next((residue for residue in found if residue.exact), None)
    numbers = [*exact.values] if exact is not None else _combined(found, low, high)
    for residue in found:
        if any(n % residue.modulus != r for n, r in zip(numbers, residue.values, strict=True)):
            raise contradiction()
    return numbers, found


def _combined(found: Sequence[Residues], low: int, high: int) -> list[int]:
    columns = zip(*(residue.values for residue in found), strict=True)
    moduli = [residue.modulus for residue in found]
    return [combine_within([*zip(column, moduli, strict=True)], low, high) for column in columns]
