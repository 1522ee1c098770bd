"""One sweep of a plan, modulo one number or several, in each of the places where layers may be.

A `SweepTask` is a plan and a modulus; its answer is a `Residue`. Both are plain values: a task can
run here or on a worker of a cluster.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from typing import Any

from babieca import _core
from babieca.engines.sweep.gpu.gpus import Gpu, residues_on_gpu
from babieca.engines.sweep.machine import Machine, layers_name, saved_as, within
from babieca.engines.sweep.moduli import OutgrownError
from babieca.engines.sweep.plans import BYTES_PER_STATE, CountPlan, width_of
from babieca.errors import BabiecaError, BadInputError
from babieca.limits import Limits
from babieca.memory import human_bytes
from babieca.tasks import SMALL, Task

VERSION = 1
"""Of the recurrence and of what residues mean: other versions do not mix."""


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
        """The residues of all numbers that the sweep counts: one."""
        return (self.value,)


Sweep = Callable[[CountPlan, Sequence[int], Limits], list[Residue]]
"""Sweeps a plan modulo each of some numbers."""


@dataclass(frozen=True)
class SweepTask(Task[Residue]):
    """One sweep of a plan, by blocks or states in memory, modulo one number.

    A modulus of 2^bits means that counters of so many bits wrap.
    """

    plan: CountPlan
    modulus: int

    @property
    def key(self) -> str:
        """A text that two tasks share only if they must give the same residue."""
        order = hashlib.sha256(repr(self.plan.order).encode()).hexdigest()[:16]
        return f"{VERSION}-{self.plan.question.fingerprint}-{order}-{self.modulus:x}"

    def bytes_needed(self, limits: Limits) -> int:
        """Return the bytes for all layers at full width, but at most the memory budget."""
        layout = self.plan.ready.plan
        if self.plan.method == "blocks":
            width = min(self.plan.counter_bits, width_of(self.modulus)) // 8
            sure = self.plan.ready.block_plan().bytes_needed(width, limits.workers)
            return min(limits.budget, sure)
        if layout is None:
            return limits.budget
        states = 2 * layout.peak_counters * BYTES_PER_STATE
        return min(limits.budget, max(SMALL, states))

    def run(self, limits: Limits) -> Residue:
        """Sweep, within the limits; saved and resumed if `limits.checkpoint` is given."""
        return sweep_here(self.plan, [self.modulus], limits)[0]

    def to_json(self, answer: Residue) -> Any:
        """Return the residue with its numbers as text: readers of JSON may round them."""
        return {name: str(number) for name, number in asdict(answer).items()}

    def from_json(self, record: Any) -> Residue:
        """Return the residue again."""
        numbers = {name: int(record[name]) for name in ("modulus", "value", "counters")}
        return Residue(
            **numbers, exact=record["exact"] == "True", peak_bytes=int(record["peak_bytes"])
        )

    def agree(self, one: Residue, other: Residue) -> bool:
        """Whether two residues are one number, however it was found."""
        return (one.modulus, one.value) == (other.modulus, other.value)


def sweep_for(machine: Machine) -> Sweep:
    """Return how plans for a machine are swept modulo some numbers."""
    if machine.gpu is not None:
        return _on_gpu(machine.gpu)
    return _by_executor if machine.cluster else sweep_here


def sweep_here(plan: CountPlan, moduli: Sequence[int], limits: Limits) -> list[Residue]:
    """Sweep in memory or through scratch: blocks by all moduli together, states by each."""
    limits = within(plan.place, limits)
    if plan.method == "sparse":
        return [_sparse(plan, modulus, limits) for modulus in moduli]
    bits = min(plan.counter_bits, max(width_of(modulus) for modulus in moduli))
    saved = saved_as(limits, moduli[0]) if len(moduli) == 1 else ""
    given = [_given(modulus, bits) for modulus in moduli]
    record = _blocks(plan, given, bits, saved, limits)
    residues = []
    for modulus, value in zip(moduli, record["residues"], strict=True):
        residues.append(_residue(modulus, value, bits, record))
        record = {**record, "counters": 0}  # the first residue has the counters of all
    return residues


def _sparse(plan: CountPlan, modulus: int, limits: Limits) -> Residue:
    with _telling(plan, limits):
        record = plan.ready.sweep.count_sparse(
            _given(modulus, 64),
            limits.budget,
            saved_as(limits, modulus),
            limits.checkpoint_seconds,
            limits.reporter(),
        )
    return _residue(modulus, int(record["residue"]), 64, record)


def _by_executor(plan: CountPlan, moduli: Sequence[int], limits: Limits) -> list[Residue]:
    """Have the workers of a cluster sweep, all moduli at the same time."""
    tasks = [SweepTask(replace(plan, place="memory"), modulus) for modulus in moduli]
    return limits.each(lambda task, own: own.run(task), tasks)


def _on_gpu(gpu: Gpu) -> Sweep:
    def sweep(plan: CountPlan, moduli: Sequence[int], limits: Limits) -> list[Residue]:
        found = residues_on_gpu(plan.ready, gpu, moduli, plan.counter_bits, limits)
        return [
            Residue(modulus, value, exact, found.counters, found.peak_bytes * len(moduli))
            for modulus, value, exact in zip(moduli, found.residues, found.exact, strict=True)
        ]

    return sweep


def enclosure(plan: CountPlan, limits: Limits) -> tuple[int, int] | None:
    """Sweep in floating point: two numbers between which the answer surely lies, None if none.

    Nothing is negative, so every rounding changes the result by a factor between 1 - u and 1 + u at
    most, u being 2^-24 or 2^-53, and at most as many follow one another as the steps have terms.
    """
    record = _blocks(plan, [0], plan.counter_bits, "", within(plan.place, limits), rounded=True)
    found = float(record["rounded"])
    if not math.isfinite(found):
        return None
    roundings = int(record["roundings"])
    slack = 1 - roundings * Fraction(1, 2**24 if plan.counter_bits == 32 else 2**53)
    if slack <= 0:
        return None
    return math.floor(Fraction(found) * slack), math.ceil(Fraction(found) / slack)


def _given(modulus: int, bits: int) -> int:
    """Return a modulus as the core takes it: 0 lets counters wrap."""
    return 0 if modulus == 2**bits else modulus


def _residue(modulus: int, value: int, bits: int, record: dict[str, Any]) -> Residue:
    exact = bool(record["exact"]) and modulus == 2**bits
    names = ("counters", "peak_bytes", "disk_bytes")
    return Residue(modulus, value, exact, **{name: int(record.get(name, 0)) for name in names})


def _blocks(
    plan: CountPlan,
    moduli: list[int],
    bits: int,
    saved: str,
    limits: Limits,
    *,
    rounded: bool = False,
) -> dict[str, Any]:
    ready = plan.ready
    with _telling(plan, limits):
        return ready.sweep.count_blocks(
            plan=ready.block_plan(),
            moduli=moduli,
            rounded=rounded,
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
def _telling(plan: CountPlan, limits: Limits) -> Iterator[None]:
    """Turn the exceptions of the core into errors for people."""
    try:
        yield
    except _core.OutOfBudget:
        raise OutgrownError(
            f"the states do not fit into {human_bytes(limits.budget)}; allow more with memory, "
            "or ask of a smaller board"
        ) from None
    except MemoryError:
        raise BabiecaError("the system gave less memory than it promised") from None
    except ValueError as error:  # a foreign or damaged checkpoint
        raise BadInputError(f"cannot be counted by {plan.method}: {error}") from None
