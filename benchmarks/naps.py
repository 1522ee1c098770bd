"""Tasks that do nothing, for `benchmarks/cluster.py`; in a module, so that workers import them."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from babieca.limits import Limits
from babieca.tasks import Task


@dataclass(frozen=True)
class Nap(Task[float]):
    """A task that sleeps on a worker."""

    number: int
    seconds: float

    @property
    def key(self) -> str:
        """The number of the task, and a time that no other run has."""
        return f"nap-{self.number}-{self.seconds!r}"

    def run(self, limits: Limits) -> float:
        """Sleep."""
        time.sleep(self.seconds)
        return self.seconds

    def to_json(self, answer: float) -> Any:
        """Return the answer for the task log."""
        return answer

    def from_json(self, record: Any) -> float:
        """Return the answer of the task log."""
        return float(record)
