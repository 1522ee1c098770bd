"""How many tours: a question taken apart into what the engines count, and put together again."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, replace
from typing import Any

from babieca.engines import COUNTERS
from babieca.engines.protocol import Counted, chosen
from babieca.engines.sweep.terms import Term, terms, trivial_answer
from babieca.errors import BadInputError
from babieca.files import locked
from babieca.limits import Limits
from babieca.questions import Kind, Question


@dataclass(frozen=True)
class CountReport:
    """A count and what it took. `int(report)` is the count."""

    value: int
    method: str
    moduli: tuple[int, ...]
    steps: int
    slots: int
    counters: int
    seconds: float
    peak_bytes: int

    def __int__(self) -> int:
        return self.value

    def record(self) -> dict[str, Any]:
        """Return a dictionary for JSON, large integers as text."""
        return {
            **asdict(self),
            "value": str(self.value),
            "moduli": [str(modulus) for modulus in self.moduli],
        }


def count_report(question: Question, limits: Limits, method: str, **choices: Any) -> CountReport:
    """Count by a method with its own choices; see `Tours.count`.

    The directory of the checkpoint is locked: two processes cannot work in one.
    """
    if limits.checkpoint is None:
        return _report(question, limits, method, choices)
    with locked(limits.checkpoint):
        return _report(question, limits, method, choices)


def _report(
    question: Question, limits: Limits, method: str, choices: dict[str, Any]
) -> CountReport:
    began = time.perf_counter()
    if question.symmetry is not None and method == "auto":
        method = "fold"
    engine = chosen(COUNTERS, method)
    whole = method in ("fold", "reference")
    parts = [Term(1, question, "all")] if whole else terms(question)
    if not whole:  # also where nothing is left to count
        kind: Kind = "closed" if question.closed else "path"
        engine.accept(replace(question.undirected(), kind=kind), choices)
    total, done = sum(part.weight for part in parts), 0
    value, answers = 0, []
    for part in parts:
        trivial = None if whole else trivial_answer(part.question)
        answer = Counted(trivial or 0, "theory")
        if trivial is None:
            own = limits.part(done / total, (done + part.weight) / total).saving(part.name)
            answer = engine(part.question, own, **choices)
        done += part.weight
        answers.append(answer)
        value += part.factor * answer.value
    return CountReport(
        value,
        "+".join(dict.fromkeys(answer.method for answer in answers)) or "theory",
        max((answer.moduli for answer in answers), key=len, default=()),
        sum(answer.steps for answer in answers),
        max((answer.slots for answer in answers), default=0),
        sum(answer.counters for answer in answers),
        time.perf_counter() - began,
        max((answer.peak_bytes for answer in answers), default=0),
    )


def refuse_words(question: Question, verb: str, *words: str) -> None:
    """Refuse words that a verb makes no sense of."""
    for word in words:
        if word in question.words:
            raise BadInputError(f"{verb} does not take {word}")
