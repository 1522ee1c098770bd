"""Find one tour, prove that there is none, or give up at the limits."""

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

SHORTEST_USUAL = 30.0
"""The shortest timeout, in seconds, that a method sets itself."""

SEEDS = 8
"""How many seeds of a method an executor tries at the same time."""

EFFORT = ("timeout", "restarts", "nodes", "states", "seed")
"""The limits that an attempt carries to another machine."""


@dataclass(frozen=True)
class FindReport(Shown):
    """The result of a search: a tour, a proof that there is none, or neither.

    `statistics` are the counts of the method. `seconds` is its time, without the check of the tour.
    `exists` is yes, no or undecided. `timeout` is the caller's; without one, a search that might
    never end takes 30 or 60 seconds.

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
        """Return the tour, or raise `NoTourError` or `NotFoundError`.

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
        if self.timeout is None and self.seconds >= SHORTEST_USUAL:
            patience = f"; it gave up after its usual {self.seconds:.0f} s, as no timeout was given"
        raise NotFoundError(
            f"{self.method} found no tour within its limits"
            + (f" ({counted})" if counted else "")
            + f"; {decided}{patience}"
        )


@dataclass(frozen=True)
class Attempt(Task[Finding]):
    """One method with one seed. `effort` are the limits in `EFFORT`, by name."""

    question: Question
    method: str
    choices: tuple[tuple[str, Any], ...]
    effort: tuple[tuple[str, Any], ...]
    may_refuse: bool = False  # other attempts go on if this method refuses the question

    @property
    def key(self) -> str:
        """The question, the method and its arguments."""
        asked = hashlib.sha256(repr((self.method, self.choices, self.effort)).encode()).hexdigest()
        return f"{self.question.fingerprint}-{asked}"

    def bytes_needed(self, limits: Limits) -> int:
        """Return the estimate of the method."""
        estimate = FINDERS[self.method].estimate(self.question, limits)
        return max(SMALL, estimate.bytes or 0)

    def run(self, limits: Limits) -> Finding:
        """Look for a tour."""
        effort = dict(self.effort)
        timeout = effort.pop("timeout")
        own = replace(limits if timeout is None else limits.within(timeout), **effort)
        try:
            return FINDERS[self.method](self.question, own, **dict(self.choices))
        except BadInputError:
            if not self.may_refuse:
                raise
            return Finding()


def _attempts(first: Attempt) -> list[Attempt]:
    """Return a method with several seeds; for auto without choices, the other methods too."""
    effort = dict(first.effort)
    seeds = range((effort["seed"] or 0) + 1, (effort["seed"] or 0) + SEEDS)
    more = [replace(first, effort=tuple((effort | {"seed": seed}).items())) for seed in seeds]
    if first.method != "auto" or first.choices:
        return [first, *more]
    others = [
        replace(first, method=name, may_refuse=True)
        for name, engine in FINDERS.items()
        if name != "auto" and not engine.refusal(first.question)
    ]
    return [first, *others, *more]


def _first_answer(attempts: list[Attempt], executor: Executor, limits: Limits) -> Finding:
    """Return the first finding that decides, and stop the other attempts."""
    with contextlib.closing(executor.deal(attempts, limits)) as answers:
        for attempt, finding in answers:
            if finding.decided:
                name = finding.method or cast(Attempt, attempt).method
                return replace(finding, method=name)
    return Finding(statistics={"attempts": len(attempts)})


def find_report(question: Question, limits: Limits, method: str, **choices: Any) -> FindReport:
    """Look for a tour by a method with its own choices; see `Tours.find`."""
    engine = chosen(FINDERS, method)
    engine.accept(question, choices)  # before a refutation answers in its place
    began = time.perf_counter()
    finding = known(question)
    if finding is None and limits.executor is not None:
        effort = tuple((name, getattr(limits, name)) for name in EFFORT)
        first = Attempt(question, method, tuple(sorted(choices.items())), effort)
        finding = _first_answer(_attempts(first), limits.executor, limits)
    elif finding is None:
        finding = engine(question, limits, **choices)
    seconds = time.perf_counter() - began
    tour = None if finding.order is None else question.tour(question.written(finding.order))
    if finding.decided:
        exists = "yes" if finding.proof is None else "no"
    else:
        exists = "undecided" if "magic" in choices else verdict_on(question).answer
    used = finding.method or method
    return FindReport(
        tour, finding.proof, used, finding.statistics, seconds, exists, limits.timeout
    )
