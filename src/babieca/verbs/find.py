"""One tour: found, proved impossible, or not found within the limits."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from babieca.engines import FINDERS
from babieca.engines.automatic import known
from babieca.engines.protocol import chosen
from babieca.engines.theory import verdict_on
from babieca.errors import NotFoundError, NoTourError
from babieca.limits import Limits
from babieca.questions import Question
from babieca.tours import Tour


@dataclass(frozen=True)
class FindReport:
    """What came of looking for a tour: exactly one of found, proved impossible, not found.

    `statistics` is what the method counted; `seconds` is the time it took, without the check of the
    tour. `exists` is what theorems alone say: yes, no or undecided.
    """

    tour: Tour | None
    proof: str | None
    method: str
    statistics: Mapping[str, int | float | str]
    seconds: float
    exists: str

    def found(self) -> Tour:
        """Return the tour, or raise what the report says instead."""
        if self.proof is not None:
            raise NoTourError(self.proof)
        if self.tour is not None:
            return self.tour
        counted = ", ".join(f"{value} {name}" for name, value in self.statistics.items())
        decided = (
            "one exists; method auto finds it, or allow more time"
            if self.exists == "yes"
            else "whether one exists is not decided; allow more time, or try another method"
        )
        raise NotFoundError(
            f"{self.method} found no tour within its limits"
            + (f" ({counted})" if counted else "")
            + f"; {decided}"
        )


def find_report(question: Question, limits: Limits, method: str, **choices: Any) -> FindReport:
    """Look for a tour by a method with its own choices; see `Tours.find`."""
    engine = chosen(FINDERS, method)
    engine.accept(question, choices)  # also where theory answers before it is asked
    began = time.perf_counter()
    finding = known(question) or engine(question, limits, **choices)
    seconds = time.perf_counter() - began
    tour = None if finding.order is None else question.tour(question.written(finding.order))
    known_by_theory = "undecided" if "magic" in choices else verdict_on(question).answer
    return FindReport(
        tour,
        finding.proof,
        finding.method or method,
        finding.statistics,
        seconds,
        "yes" if tour is not None else "no" if finding.proof else known_by_theory,
    )
