"""What every engine is: a way from a question and its limits to an answer.

An `Engine` is a name, a function `(Question, Limits) -> answer`, one that estimates what that will
take, and the words of a question it understands; a question with another word is refused by
name before anything is computed. All engines are listed in `babieca.engines` and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.questions import WORDS, Question

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Finding:
    """One of three answers: found (`order`), impossible (`proof`), not decided (neither).

    `order` lists vertices of the question's graph. `statistics` is what the method counted on the
    way: restarts, backtracks, nodes, states, …; `method` names who answered for another.
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
    """What an engine will take for a question, as far as it can be known beforehand.

    `bytes` and `seconds` are None where only the work itself tells. `refusal` says why the engine
    cannot answer at all, or not within the limits; it is empty where it can. `disk_bytes` go to
    scratch.
    """

    bytes: int | None = None
    seconds: float | None = None
    refusal: str = ""
    disk_bytes: int | None = None


def unknown(question: Question, limits: Limits) -> Estimate:
    """Estimate a search: it takes as long as it takes, and next to no memory."""
    return Estimate()


def per_square(count: int) -> Callable[[Question, Limits], Estimate]:
    """Return the estimate of a method that takes so many bytes for each square."""

    def estimate(question: Question, limits: Limits) -> Estimate:
        return Estimate(bytes=count * len(question.graph))

    return estimate


@dataclass(frozen=True)
class Engine(Generic[Answer]):
    """A way to answer: see the module. `choices` are keyword arguments of its own.

    One that `scratches` writes in a directory what the memory does not hold, if there is one.
    """

    name: str
    answer: Callable[..., Answer]
    estimate: Callable[[Question, Limits], Estimate] = unknown
    words: frozenset[str] = frozenset(WORDS)
    kinds: frozenset[str] = frozenset({"closed", "path"})
    choices: frozenset[str] = frozenset()
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
        """Say why the engine does not take this question; nothing if it does."""
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
