"""Counting by sweeps: run the cheapest plan, modulo as many numbers as it takes.

A `SweepTask` is a plan and a modulus; its answer is a `Residue`. Both are plain values: a task can
run here or on a worker of a cluster. Each place where layers may be has one function that sweeps a
plan modulo some numbers, and one loop runs the residues, checks and combines them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any

from babieca import _core
from babieca.engines.protocol import Counted, Estimate
from babieca.engines.retirement import checked_order
from babieca.engines.sweep.count_plan import (
    WIDTHS,
    CounterBits,
    CountPlan,
    Machine,
    bits_for,
    layers_name,
    saved_as,
    within,
)
from babieca.engines.sweep.gpu.gpus import Device, Gpu, residues_on_gpu
from babieca.engines.sweep.moduli import (
    ARITHMETICS,
    OutgrownError,
    Swept,
    determined,
    sharp_bound_bits,
)
from babieca.engines.sweep.plans import SweepMethod, plans
from babieca.engines.sweep.refusals import refusal
from babieca.engines.sweep.sweeps import prepare, trivial_answer, under_deadline
from babieca.errors import BabiecaError, BadInputError
from babieca.limits import Limits
from babieca.questions import Question
from babieca.tasks import SMALL, Task
from babieca.words import one_of, true_or_false

VERSION = 1
"""The version of the recurrence and its residues, part of the key of a task."""


def automatic(
    question: Question,
    limits: Limits,
    *,
    method: SweepMethod = "auto",
    order: Any = None,
    counter_bits: CounterBits | None = None,
    mirror: bool | None = None,
    device: Device | None = None,
) -> Counted:
    """Count by blocks if they fit the memory, else by states if these may fit; else refuse."""
    if counter_bits is not None:
        one_of("counter_bits", counter_bits, WIDTHS)
    if mirror is not None:
        true_or_false("mirror", mirror)
    choices: dict[str, Any] = {"counter_bits": counter_bits, "mirror": mirror}
    choices["order"] = None if order is None else checked_order(question.graph, order)
    return count_on(Machine.of(limits, device), question, limits, method=method, **choices)


def count_on(machine: Machine, question: Question, limits: Limits, **choices: Any) -> Counted:
    found = plans(question, limits, machine, **choices)
    for plan in found:
        try:
            return count_by_plan(plan, limits, sweep_for(machine), machine)
        except OutgrownError:  # more than expected: a cheaper plan may take more memory
            if plan is found[-1]:
                raise
    raise refusal(question, limits, machine, **choices)


def count_by_plan(
    plan: CountPlan, limits: Limits, sweep: Sweeper, machine: Machine | None = None
) -> Counted:
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
    """Return a bound on the bytes of the hash table, if a layout of blocks gives one."""
    try:
        ready = prepare(question, limits)
    except BadInputError as error:
        return Estimate(refusal=error.reason)
    if ready.plan is None:
        return Estimate()
    return Estimate(bytes=ready.plan.peak_counters * _core.bytes_per_state)


def numbers_by_residues(
    plan: CountPlan,
    limits: Limits,
    sweep: Callable[[CountPlan, Sequence[int], Limits], Sequence[Swept]],
    most: int | None = None,
) -> tuple[list[int], list[Swept]]:
    """Return the numbers that a plan counts, none larger than `most`, and what was swept."""

    def largest() -> list[int]:
        if plan.single and plan.place == "gpu":
            raise OutgrownError("number_64_bits")  # the next plan has residues
        return [2 ** _bound_bits(plan.question, limits) - 1 if most is None else most]

    loop = _core.Residues(
        counter_bits=plan.counter_bits,
        arithmetic=ARITHMETICS.index(plan.arithmetic),
        first=plan.moduli if plan.single else (),
        together=plan.together,
        expected=plan.sweeps,
    )
    return determined(loop, partial(sweep, plan), limits, largest)


@under_deadline
def _bound_bits(question: Question, limits: Limits) -> int:
    return sharp_bound_bits(question)


@dataclass(frozen=True)
class Residue:
    """A number of tours modulo `modulus`; `exact` if that is proved to be the number itself."""

    modulus: int
    value: int
    exact: bool
    counters: int
    peak_bytes: int
    disk_bytes: int = 0

    @property
    def values(self) -> tuple[int, ...]:
        return (self.value,)


Sweeper = Callable[[CountPlan, Sequence[int], Limits], list[Residue]]
"""Sweeps a plan modulo each of some numbers."""


@dataclass(frozen=True)
class SweepTask(Task[Residue]):
    """One sweep of a plan, by blocks or states in memory, modulo one number."""

    plan: CountPlan
    modulus: int  # 2^bits: counters of that width wrap

    @property
    def key(self) -> str:
        order = hashlib.sha256(repr(self.plan.order).encode()).hexdigest()[:16]
        return f"{VERSION}-{self.plan.question.fingerprint}-{order}-{self.modulus:x}"

    def bytes_needed(self, limits: Limits) -> int:
        """Return the bytes for all layers at full width, but at most the memory budget."""
        layout, needed = self.plan.ready.plan, limits.budget
        if self.plan.method == "blocks":
            width = min(self.plan.counter_bits, bits_for(self.modulus)) // 8
            needed = self.plan.ready.block_plan().bytes_needed(width, limits.workers)
        elif layout is not None:
            needed = max(SMALL, 2 * layout.peak_counters * _core.bytes_per_state)
        return min(limits.budget, needed)

    def run(self, limits: Limits) -> Residue:
        return sweep_here(self.plan, [self.modulus], limits)[0]

    def to_json(self, answer: Residue) -> Any:
        """Return the residue with its numbers as text: readers of JSON may round them."""
        return {name: str(number) for name, number in asdict(answer).items()}

    def from_json(self, record: Any) -> Residue:
        names = ("modulus", "value", "counters", "peak_bytes")
        numbers = {name: int(record[name]) for name in names}
        return Residue(**numbers, exact=record["exact"] == "True")

    def agree(self, one: Residue, other: Residue) -> bool:
        return (one.modulus, one.value) == (other.modulus, other.value)


def sweep_for(machine: Machine) -> Sweeper:
    if machine.gpu is not None:
        return partial(_on_gpu, machine.gpu)
    return _by_executor if machine.cluster else sweep_here


def sweep_here(plan: CountPlan, moduli: Sequence[int], limits: Limits) -> list[Residue]:
    """Sweep in memory or through scratch: blocks by all moduli together, states by each."""
    limits = within(plan.place, limits)
    if plan.method == "sparse":
        return [_sparse(plan, modulus, limits) for modulus in moduli]
    bits = min(plan.counter_bits, max(bits_for(modulus) for modulus in moduli))
    saved = saved_as(limits, moduli[0]) if len(moduli) == 1 else ""
    record = _blocks(plan, moduli, bits, saved, limits)
    residues = []
    for modulus, value in zip(moduli, record["residues"], strict=True):
        residues.append(_residue(modulus, value, bits, record))
        record = {**record, "counters": 0}  # the first residue has the counters of all
    return residues


def _sparse(plan: CountPlan, modulus: int, limits: Limits) -> Residue:
    with telling(plan, limits):
        record = plan.ready.sweep.count_sparse(
            modulus,
            limits.budget,
            saved_as(limits, modulus),
            limits.checkpoint_seconds,
            limits.reporter(),
        )
    return _residue(modulus, int(record["residue"]), 64, record)


def _by_executor(plan: CountPlan, moduli: Sequence[int], limits: Limits) -> list[Residue]:
    tasks = [SweepTask(replace(plan, place="memory"), modulus) for modulus in moduli]
    return limits.each(lambda task, own: own.run(task), tasks)


def _on_gpu(gpu: Gpu, plan: CountPlan, moduli: Sequence[int], limits: Limits) -> list[Residue]:
    found = residues_on_gpu(plan.ready, gpu, moduli, plan.counter_bits, limits)
    return [
        Residue(modulus, value, exact, found.counters, found.peak_bytes * len(moduli))
        for modulus, value, exact in zip(moduli, found.residues, found.exact, strict=True)
    ]


def _residue(modulus: int, value: int, bits: int, record: dict[str, Any]) -> Residue:
    exact = bool(record["exact"]) and modulus == 2**bits
    names = ("counters", "peak_bytes", "disk_bytes")
    return Residue(modulus, value, exact, **{name: int(record.get(name, 0)) for name in names})


def _blocks(
    plan: CountPlan, moduli: Sequence[int], bits: int, saved: str, limits: Limits
) -> dict[str, Any]:
    ready = plan.ready
    with telling(plan, limits):
        return ready.sweep.count_blocks(
            plan=ready.block_plan(),
            moduli=moduli,
            counter_bits=bits,
            threads=limits.workers,
            memory=limits.budget,
            scratch="" if limits.scratch is None else str(limits.scratch),
            scratch_name=layers_name(saved) if saved and limits.scratch is not None else "",
            checkpoint=saved,
            checkpoint_seconds=limits.checkpoint_seconds,
            report=limits.reporter(),
        )


@contextmanager
def telling(plan: CountPlan, limits: Limits) -> Iterator[None]:
    """Turn the exceptions of the core into errors for people."""
    try:
        yield
    except _core.OutOfBudget:
        raise OutgrownError(limits.outgrown(advice="smaller_board")) from None
    except MemoryError:
        raise BabiecaError("less_memory") from None
    except BadInputError:
        raise
    except _core.Refused as error:
        why = plan.question.graph.reason(error.args)
        raise BadInputError("not_counted_by", method=plan.method, error=why) from None
    except _core.FileError as error:  # a foreign or damaged checkpoint
        raise BadInputError("not_counted_by", method=plan.method, error=error) from None
