"""How many tours: split a question into terms, count each, and add up."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass, replace
from typing import Any

from babieca.engines import COUNTERS
from babieca.engines.fold.counting import is_swept
from babieca.engines.protocol import Counted, chosen
from babieca.engines.refuter import refuted
from babieca.engines.sweep.tasks import VERSION
from babieca.engines.sweep.terms import Term, terms, trivial_answer
from babieca.errors import BadInputError
from babieca.files import locked
from babieca.limits import Limits
from babieca.questions import Kind, Question
from babieca.showing import Shown
from babieca.tasks import Task


@dataclass(frozen=True)
class CountReport(Shown):
    """A count and what it took. `int(report)` is the count.

    >>> from babieca import Board, Tours
    >>> report = Tours(Board(6, 6)).count_report(method="blocks")
    >>> report.value, report.method, report.steps
    (9862, 'blocks', 36)
    """

    value: int
    method: str
    moduli: tuple[int, ...]
    steps: int
    slots: int
    counters: int
    seconds: float
    peak_bytes: int
    disk_bytes: int
    proof: str | None = None  # why there is no tour, if a short proof gave the answer

    def __int__(self) -> int:
        return self.value

    def record(self) -> dict[str, Any]:
        """Return a dictionary for JSON, large integers as text."""
        record = asdict(self) | {
            "value": str(self.value),
            "moduli": [str(modulus) for modulus in self.moduli],
        }
        if self.proof is None:
            del record["proof"]
        return record


@dataclass(frozen=True)
class WholeCount(Task[Counted]):
    """A count by an engine that does not divide its work."""

    question: Question
    method: str

    @property
    def key(self) -> str:
        return f"{VERSION}-{self.question.fingerprint}-{self.method}"

    def run(self, limits: Limits) -> Counted:
        return chosen(COUNTERS, self.method)(self.question, limits)

    def bytes_needed(self, limits: Limits) -> int:
        """Return the whole memory of a worker: the need is not known beforehand."""
        return limits.budget

    def to_json(self, answer: Counted) -> Any:
        return {**asdict(answer), "value": str(answer.value)}

    def from_json(self, record: Any) -> Counted:
        return Counted(**{**record, "value": int(record["value"]), "moduli": ()})

    def agree(self, one: Counted, other: Counted) -> bool:
        return one.value == other.value


def count_report(question: Question, limits: Limits, method: str, **choices: Any) -> CountReport:
    """Count by a method with its own choices; see `Tours.count`."""
    with locked_checkpoint(limits):
        return _report(question, limits, method, choices)


def locked_checkpoint(limits: Limits) -> AbstractContextManager[object]:
    """Lock the directory of the checkpoint, if there is one, against other processes."""
    return nullcontext() if limits.checkpoint is None else locked(limits.checkpoint)


def _report(
    question: Question, limits: Limits, method: str, choices: dict[str, Any]
) -> CountReport:
    began = time.perf_counter()
    refutation = refuted(question) if method == "auto" else None
    if question.symmetry is not None and method == "auto":
        method = "fold"
    engine = chosen(COUNTERS, method)
    whole = method in ("fold", "reference")
    parts = [Term(1, question, "all")] if whole else terms(question)
    if not whole:  # also where nothing is left to count
        kind: Kind = "closed" if question.closed else "path"
        engine.accept(replace(question.undirected(), kind=kind), choices)
    if refutation is not None:
        seconds = time.perf_counter() - began
        return CountReport(0, "theory", (), 0, 0, 0, seconds, 0, 0, str(refutation))

    def answered(term: Term, part: Limits) -> Counted:
        trivial = None if whole else trivial_answer(term.question)
        if trivial is not None:
            return Counted(trivial, "theory")
        if whole and part.executor is not None and (method != "fold" or is_swept(term.question)):
            return part.run(WholeCount(term.question, method))
        return engine(term.question, part.saving(term.name), **choices)

    answers = limits.each(answered, parts, [part.weight for part in parts])
    value = sum(part.factor * answer.value for part, answer in zip(parts, answers, strict=True))
    return CountReport(
        value,
        "+".join(dict.fromkeys(answer.method for answer in answers)) or "theory",
        max((answer.moduli for answer in answers), key=len, default=()),
        sum(answer.steps for answer in answers),
        max((answer.slots for answer in answers), default=0),
        sum(answer.counters for answer in answers),
        time.perf_counter() - began,
        max((answer.peak_bytes for answer in answers), default=0),
        max((answer.disk_bytes for answer in answers), default=0),
    )


def refuse_words(question: Question, verb: str, *words: str) -> None:
    """Refuse words of the question that a verb does not take."""
    for word in words:
        if word in question.words:
            raise BadInputError(f"{verb} does not take {word}")
