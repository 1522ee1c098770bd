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

LEAST_PATIENCE = 30.0
"""Seconds: methods that need a limit and are given none take this one or a longer one."""


@dataclass(frozen=True)
class FindReport:
    """What came of looking for a tour: exactly one of found, proved impossible, not found.

    `statistics` is what the method counted; `seconds` is the time it took, without the check of the
    tour. `exists` is what theorems alone say: yes, no or undecided. `timeout` is the one that was
    asked for: without one, a search that might never end takes 30 or 60 seconds.
    """

    tour: Tour | None
    proof: str | None
    method: str
    statistics: Mapping[str, int | float | str]
    seconds: float
    exists: str
    timeout: float | None = None

    def found(self) -> Tour:
        """Return the tour, or raise what the report says instead.

        >>> FindReport(None, None, "search", {}, 60.1, "yes").found()  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        babieca.errors.NotFoundError: search found no tour within its limits; one exists; method
        auto finds it, or allow more time; it gave up after its usual 60 s, as no timeout was given
        """
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
        patience = ""
        if self.timeout is None and self.seconds >= LEAST_PATIENCE:
            patience = f"; it gave up after its usual {self.seconds:.0f} s, as no timeout was given"
        raise NotFoundError(
            f"{self.method} found no tour within its limits"
            + (f" ({counted})" if counted else "")
            + f"; {decided}{patience}"
        )


def find_report(question: Question, limits: Limits, method: str, **choices: Any) -> FindReport:
    """Look for a tour by a method with its own choices; see `Tours.find`."""
    engine = chosen(FINDERS, method)
    engine.accept(question, choices)  # also where theory answers before it is asked
    began = time.perf_counter()
    finding = known(question) or engine(question, limits, **choices)
    seconds = time.perf_counter() - began
    tour = None if finding.order is None else question.tour(question.written(finding.order))
    return FindReport(
        tour,
        finding.proof,
        finding.method or method,
        finding.statistics,
        seconds,
        "yes" if tour is not None else "no" if finding.proof else verdict_on(question).answer,
        limits.timeout,
    )
