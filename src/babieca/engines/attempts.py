"""Several methods and seeds at the same time: the first answer counts."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from babieca.engines import FINDERS
from babieca.engines.finders import known
from babieca.engines.protocol import Finding
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.questions import Question
from babieca.tasks import SMALL, Executor, Task

SEEDS = 8  # how many seeds of a method an executor tries at the same time
EFFORT = ("timeout", "restarts", "nodes", "states", "seed")  # the limits that an attempt carries


@dataclass(frozen=True)
class Attempt(Task[Finding]):
    question: Question
    method: str
    choices: tuple[tuple[str, Any], ...]
    effort: tuple[tuple[str, Any], ...]
    may_refuse: bool = False  # other attempts go on if this method refuses the question

    @property
    def key(self) -> str:
        digest = hashlib.sha256(repr((self.method, self.choices, self.effort)).encode()).hexdigest()
        return f"{self.question.fingerprint}-{digest}"

    def bytes_needed(self, limits: Limits) -> int:
        return max(SMALL, FINDERS[self.method].estimate(self.question, limits).bytes or 0)

    def run(self, limits: Limits) -> Finding:
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
    with contextlib.closing(executor.deal(attempts, limits)) as answers:
        for attempt, finding in answers:
            if finding.decided:
                return replace(finding, method=finding.method or cast(Attempt, attempt).method)
    return Finding(statistics={"attempts": len(attempts)})


def find_one(
    question: Question, limits: Limits, method: str, choices: Mapping[str, Any]
) -> Finding:
    """Find a tour by one method, or by several if an executor takes them."""
    if (finding := known(question)) is not None:
        return finding
    if limits.executor is None:
        return FINDERS[method](question, limits, **choices)
    effort = tuple((name, getattr(limits, name)) for name in EFFORT)
    first = Attempt(question, method, tuple(sorted(choices.items())), effort)
    return _first_answer(_attempts(first), limits.executor, limits)
