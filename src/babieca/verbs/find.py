"""One tour: found, proved impossible, or not found within the limits."""

from __future__ import annotations

import contextlib
import hashlib
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from babieca.engines import FINDERS
from babieca.engines.automatic import known
from babieca.engines.protocol import Finding, chosen
from babieca.engines.refuter.verdicts import verdict_on
from babieca.errors import BadInputError, NotFoundError, NoTourError
from babieca.limits import Limits
from babieca.questions import Question
from babieca.showing import Shown
from babieca.tasks import SMALL, Executor, Task
from babieca.tour import Tour

LEAST_PATIENCE = 30.0
"""Seconds: methods that need a limit and are given none take this one or a longer one."""

SEEDS = 8
"""Of a method, tried at the same time where there is an executor."""


@dataclass(frozen=True)
class FindReport(Shown):
    """What came of looking for a tour: exactly one of found, proved impossible, not found.

    `statistics` is what the method counted; `seconds` is the time it took, without the check of the
    tour. `exists` is what theorems alone say: yes, no or undecided. `timeout` is the one that was
    asked for: without one, a search that might never end takes 30 or 60 seconds.

    >>> from babieca import Board, Tours
    >>> report = Tours(Board(8, 8)).find_report()
    >>> report.tour.kind, report.proof, report.method, report.exists
    ('closed', None, 'construction', 'yes')
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


@dataclass(frozen=True)
class Attempt(Task[Finding]):
    """One method with one seed, looking for a tour."""

    question: Question
    method: str
    choices: tuple[tuple[str, Any], ...] = ()
    timeout: float | None = None
    restarts: int | None = None
    nodes: int | None = None
    states: int | None = None
    seed: int | None = None

    @property
    def key(self) -> str:
        """Everything that it is told."""
        told = repr((self.method, self.choices, self.timeout, self.restarts, self.nodes))
        asked = hashlib.sha256(f"{told}{self.states}{self.seed}".encode()).hexdigest()
        return f"{self.question.fingerprint}-{asked}"

    def bytes_needed(self, limits: Limits) -> int:
        """Return what the method estimates."""
        estimate = FINDERS[self.method].estimate(self.question, limits)
        return max(SMALL, estimate.bytes or 0)

    def run(self, limits: Limits) -> Finding:
        """Look."""
        own = limits if self.timeout is None else limits.within(self.timeout)
        own = replace(
            own, restarts=self.restarts, nodes=self.nodes, states=self.states, seed=self.seed
        )
        return FINDERS[self.method](self.question, own, **dict(self.choices))


@dataclass(frozen=True)
class Portfolio(Attempt):
    """An attempt among others, which go on where this one cannot."""

    def run(self, limits: Limits) -> Finding:
        """Look, and leave what the method refuses to the others."""
        try:
            return super().run(limits)
        except BadInputError:
            return Finding()


def _attempts(first: Attempt) -> list[Attempt]:
    """Return a method with several seeds, or all methods that take the question and its choices."""
    seed = first.seed or 0
    more = [replace(first, seed=seed + number) for number in range(1, SEEDS)]
    if first.method != "auto" or first.choices:
        return [first, *more]
    others = [
        Portfolio(**{**vars(first), "method": name})
        for name, engine in FINDERS.items()
        if name != "auto" and not engine.refusal(first.question)
    ]
    return [first, *others, *more]


def _first_answer(attempts: list[Attempt], executor: Executor, limits: Limits) -> Finding:
    """Return the first answer of an executor; who has not answered by then is called off."""
    with contextlib.closing(executor.deal(attempts, limits)) as answers:
        for attempt, finding in answers:
            if finding.decided:
                name = finding.method or cast(Attempt, attempt).method
                return replace(finding, method=name)
    return Finding(statistics={"attempts": len(attempts)})


def find_report(question: Question, limits: Limits, method: str, **choices: Any) -> FindReport:
    """Look for a tour by a method with its own choices; see `Tours.find`."""
    engine = chosen(FINDERS, method)
    engine.accept(question, choices)  # also where theory answers before it is asked
    began = time.perf_counter()
    finding = known(question)
    if finding is None and limits.executor is not None:
        words = {"restarts": limits.restarts, "nodes": limits.nodes, "states": limits.states}
        made = tuple(sorted(choices.items()))
        first = Attempt(question, method, made, limits.timeout, **words, seed=limits.seed)
        finding = _first_answer(_attempts(first), limits.executor, limits)
    elif finding is None:
        finding = engine(question, limits, **choices)
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
        limits.timeout,
    )
