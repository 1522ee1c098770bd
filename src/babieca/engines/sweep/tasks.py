"""Sweeps as tasks: a `SweepTask` names everything that decides its `Residue`."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

from babieca import _core
from babieca.engines.sweep.sweeps import prepared
from babieca.errors import BabiecaError, BadInputError
from babieca.limits import Limits, PathLike
from babieca.memory import human_bytes
from babieca.questions import Question
from babieca.tasks import SMALL, Task

BYTES_PER_STATE = 32
"""Of the hash table: a key of two words, a count, and as much again that is free."""

VERSION = 1
"""Of the recurrence and of what residues mean: other versions do not mix."""


class OutgrownError(BadInputError):
    """The states of a sweep do not fit into the memory allowed; narrower counters might."""


@dataclass(frozen=True)
class Residue:
    """A number of tours modulo `modulus`; `exact` if that is proved to be the number itself."""

    modulus: int
    value: int
    exact: bool
    counters: int
    peak_bytes: int
    disk_bytes: int = 0


@dataclass(frozen=True)
class SweepTask(Task[Residue]):
    """One sweep: an undirected question about closed tours or paths, in one order, by one modulus.

    A modulus of 2^bits means that the words simply wrap.
    """

    question: Question
    order: tuple[int, ...]
    modulus: int
    engine: Literal["blocks", "sparse"] = "blocks"
    counter_bits: int = 64
    in_place: bool = True
    mirror: tuple[int, ...] = ()

    @property
    def key(self) -> str:
        """A text that two tasks share only if they must give the same residue."""
        order = hashlib.sha256(repr(self.order).encode()).hexdigest()[:16]
        return f"{VERSION}-{self.question.fingerprint}-{order}-{self.modulus:x}"

    def bytes_needed(self, limits: Limits) -> int:
        """Return what the plan says; it bounds a hash table too, of two layers that may double."""
        ready = prepared(self.question, self.order, self.mirror)
        if self.engine == "blocks":
            sure = ready.block_plan().bytes_needed(
                self.counter_bits // 8, limits.workers, self.in_place
            )
            # Most layers are narrower: where these do not all fit, a whole machine probably does.
            return min(limits.budget, sure)
        if ready.plan is None:
            return limits.budget
        return min(limits.budget, SMALL + 4 * ready.plan.peak_counters * BYTES_PER_STATE)

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

    def run(self, limits: Limits) -> Residue:
        """Sweep, within the limits; saved and resumed where `limits.checkpoint` says."""
        if self.engine == "blocks":
            return self.run_together([self.modulus], limits)[0]
        with _telling(self, limits):
            record = prepared(self.question, self.order, self.mirror).sweep.count_sparse(
                self._given(self.modulus),
                limits.budget,
                saved_as(limits, self.modulus),
                limits.checkpoint_seconds,
                limits.reporter(),
            )
        return self._residue(self.modulus, int(record["residue"]), record)

    def run_together(self, moduli: Sequence[int], limits: Limits) -> list[Residue]:
        """Sweep blocks by several moduli, what is known exactly only once where memory allows."""
        given = [self._given(modulus) for modulus in moduli]
        saved = saved_as(limits, moduli[0]) if len(moduli) == 1 else ""
        record = self._sweep(given, False, self.counter_bits, saved, limits)
        residues = []
        for modulus, value in zip(moduli, record["residues"], strict=True):
            residues.append(self._residue(modulus, value, record))
            record = {**record, "counters": 0}  # they are those of all
        return residues

    def enclosure(self, limits: Limits) -> tuple[int, int] | None:
        """Sweep in floating point: two numbers between which the answer surely lies, None if none.

        Nothing is negative, so every rounding changes the result by a factor between 1 - u and
        1 + u at most, u being 2^-24 or 2^-53, and on the way to it there are at most so many in a
        row as the steps have terms.
        """
        record = self._sweep([0], True, self.counter_bits, "", limits)
        found = float(record["rounded"])
        if not math.isfinite(found):
            return None
        roundings = int(record["roundings"])
        slack = 1 - roundings * Fraction(1, 2**24 if self.counter_bits == 32 else 2**53)
        if slack <= 0:
            return None
        return math.floor(Fraction(found) * slack), math.ceil(Fraction(found) / slack)

    def _given(self, modulus: int) -> int:
        return 0 if modulus == 2**self.counter_bits else modulus

    def _residue(self, modulus: int, value: int, record: dict[str, Any]) -> Residue:
        exact = bool(record["exact"]) and self._given(modulus) == 0
        names = ("counters", "peak_bytes", "disk_bytes")
        return Residue(modulus, value, exact, **{name: int(record.get(name, 0)) for name in names})

    def _sweep(
        self, moduli: list[int], rounded: bool, bits: int, saved: str, limits: Limits
    ) -> dict[str, Any]:
        ready = prepared(self.question, self.order, self.mirror)
        with _telling(self, limits):
            return ready.sweep.count_blocks(
                ready.block_plan(),
                moduli,
                rounded,
                bits,
                limits.workers,
                self.in_place,
                limits.budget,
                "" if limits.scratch is None else str(limits.scratch),
                layers_name(saved) if saved and limits.scratch is not None else "",
                saved,
                limits.checkpoint_seconds,
                limits.reporter(),
            )


def saved_as(limits: Limits, modulus: int) -> str:
    """Return the file a sweep is saved in; nothing without a checkpoint."""
    return "" if limits.checkpoint is None else f"{limits.checkpoint}-{modulus:x}.layer"


def layers_name(saved: PathLike) -> str:
    """Return the name in scratch of the layers that a saved sweep refers to, and no other does."""
    place = str(Path(saved).resolve()).encode()
    return f"babieca-{hashlib.sha256(place).hexdigest()[:16]}.layers"


def layers_bytes(limits: Limits) -> int:
    """Return what the layers of a checkpoint take in scratch already."""
    if limits.checkpoint is None or limits.scratch is None:
        return 0
    taken = 0
    for saved in limits.checkpoint.parent.glob("*.layer"):
        if saved.name.startswith(f"{limits.checkpoint.name}-"):
            with suppress(OSError):
                found = (limits.scratch / layers_name(saved)).stat()
                taken += 512 * getattr(found, "st_blocks", found.st_size // 512)
    return taken


@contextmanager
def _telling(task: SweepTask, limits: Limits) -> Iterator[None]:
    """Turn what the core throws into errors for people."""
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
        raise BadInputError(f"cannot be counted by {task.engine}: {error}") from None
