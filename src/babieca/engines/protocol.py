"""What an engine is: a function from a question and its limits to an answer, and what it obeys.

A question with a word that the engine does not obey is refused by name before anything is computed.
All engines are listed in `babieca.engines`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.questions import Question

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Finding:
    """One of three answers: found (`order`), impossible (`proof`), not decided (neither).

    `order` lists vertices of the question's graph. `statistics` has the counts of the method:
    restarts, backtracks, nodes, states, …; `method` names the engine that another one chose.
    """

    order: NDArray[np.integer[Any]] | None = None
    proof: str | None = None
    statistics: Mapping[str, int | float | str] = field(default_factory=dict)
    method: str = ""

    @property
    def decided(self) -> bool:
        """Whether a tour was found or excluded."""
        return self.order is not None or self.proof is not None


@dataclass(frozen=True)
class Counted:
    """A number of tours and what it took."""

    value: int
    method: str
    moduli: tuple[int, ...] = ()
    steps: int = 0
    slots: int = 0
    counters: int = 0
    peak_bytes: int = 0
    disk_bytes: int = 0


@dataclass(frozen=True)
class Estimate:
    """The expected cost of an answer; None if it is not known beforehand.

    `refusal` says why the engine cannot answer within the limits. `disk_bytes` go to scratch.
    """

    bytes: int | None = None
    seconds: float | None = None
    refusal: str = ""
    disk_bytes: int | None = None


def unknown(question: Question, limits: Limits) -> Estimate:
    """Return the estimate of a search: its time is unknown, its memory small."""
    return Estimate()


def per_square(count: int) -> Callable[[Question, Limits], Estimate]:
    """Return the estimate of a method that takes so many bytes for each square."""

    def estimate(question: Question, limits: Limits) -> Estimate:
        return Estimate(bytes=count * len(question.graph))

    return estimate


@dataclass(frozen=True)
class Engine(Generic[Answer]):
    """A way to answer questions of some `kinds` with some `words`.

    `choices` are its own keyword arguments. If it `scratches`, it can use a scratch directory.
    """

    name: str
    answer: Callable[..., Answer]
    words: frozenset[str]
    kinds: frozenset[str]
    choices: tuple[str, ...] = ()
    estimate: Callable[[Question, Limits], Estimate] = unknown
    scratches: bool = False

    def __call__(self, question: Question, limits: Limits, **choices: Any) -> Answer:
        self.accept(question, choices)
        if limits.scratch is not None and not self.scratches:
            raise BadInputError(f"method {self.name} takes no scratch")
        return self.answer(question, limits, **choices)

    def accept(self, question: Question, choices: Mapping[str, Any]) -> None:
        """Refuse a question, or choices, that the engine does not take."""
        if refusal := self.refusal(question):
            raise BadInputError(refusal)
        for name in sorted(choices):
            if name not in self.choices:
                raise BadInputError(f"method {self.name} takes no {name}")

    def refusal(self, question: Question) -> str:
        """Say why the engine does not take this question; empty if it does."""
        if question.kind not in self.kinds:
            return f"method {self.name} does not answer for kind {question.kind}"
        for word in question.words:
            if word not in self.words:
                return f"method {self.name} does not take {word}"
        return ""


Registry = Mapping[str, Engine[Answer]]


def chosen(engines: Registry[Answer], method: str) -> Engine[Answer]:
    """Return the engine with a name."""
    if method not in engines:
        raise BadInputError(f"method is one of {', '.join(engines)}, not {method!r:.60}")
    return engines[method]
