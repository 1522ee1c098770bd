"""Sweeps as jobs: a `Task` names everything that decides its `Residue`."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass
from typing import Any, Literal

from babieca import _core
from babieca.engines.sweep.sweeps import prepared
from babieca.errors import BabiecaError, BadInputError
from babieca.jobs import SMALL, Job
from babieca.limits import Limits
from babieca.memory import human_bytes
from babieca.questions import Question

BYTES_PER_STATE = 32
"""Of the hash table: a key of two words, a count, and as much again that is free."""

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


@dataclass(frozen=True)
class Task(Job[Residue]):
    """One sweep: an undirected question about closed tours or paths, in one order, by one modulus.

    A modulus of 2^bits means that the words simply wrap.
    """

    question: Question
    order: tuple[int, ...]
    modulus: int
    engine: Literal["blocks", "sparse"] = "blocks"
    counter_bits: int = 64
    in_place: bool = True

    @property
    def key(self) -> str:
        """A text that two tasks share only if they must give the same residue."""
        order = hashlib.sha256(repr(self.order).encode()).hexdigest()[:16]
        return f"{VERSION}-{self.question.fingerprint}-{order}-{self.modulus:x}"

    def bytes_needed(self, limits: Limits) -> int:
        """Return what the plan says; it bounds a hash table too, of two layers that may double."""
        ready = prepared(self.question, self.order)
        if self.engine == "blocks":
            return ready.block_plan().bytes_needed(
                self.counter_bits // 8, limits.workers, self.in_place
            )
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
        saved = "" if limits.checkpoint is None else f"{limits.checkpoint}-{self.modulus:x}.layer"
        modulus = 0 if self.modulus == 2**self.counter_bits else self.modulus
        try:
            if self.engine == "blocks":
                record = self._by_blocks(limits, modulus, saved)
            else:
                record = prepared(self.question, self.order).sweep.count_sparse(
                    modulus, limits.budget, saved, limits.checkpoint_seconds, limits.reporter()
                )
        except _core.OutOfBudget:
            raise BadInputError(
                f"the states do not fit into {human_bytes(limits.budget)}; allow more with memory, "
                "or ask of a smaller board"
            ) from None
        except MemoryError:
            raise BabiecaError("the system gave less memory than it promised") from None
        except ValueError as error:  # a foreign or damaged checkpoint, or too many counters
            raise BadInputError(f"cannot be counted by {self.engine}: {error}") from None
        return Residue(
            self.modulus,
            int(record["residue"]),
            bool(record["exact"]),
            int(record["counters"]),
            int(record["peak_bytes"]),
        )

    def _by_blocks(self, limits: Limits, modulus: int, saved: str) -> dict[str, Any]:
        ready = prepared(self.question, self.order)
        return ready.sweep.count_blocks(
            ready.block_plan(),
            modulus,
            self.counter_bits,
            limits.workers,
            self.in_place,
            saved,
            limits.checkpoint_seconds,
            limits.reporter(),
        )
