"""Proofs that a question has no tours: the arguments of the core, and symmetry.

The core (`cpp/core/questions`) knows theorems, colours, degrees, cuts, forced moves, given steps
and tori. Symmetries are of Python.
"""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, cast

from babieca import _core
from babieca.engines.directed_reasons import directed_reason, without_parts
from babieca.engines.protocol import core_question, with_names
from babieca.errors import NotFoundError
from babieca.invariants import obstruction
from babieca.questions import Question
from babieca.showing import Shown

ENDS = ("directed", "start", "end")
"""The words that theorems speak of."""

COLOURS = "colour argument"

Answer: TypeAlias = Literal["yes", "no", "undecided"]


@dataclass(frozen=True, slots=True)
class Reason:
    """One sentence and its source; None where the sentence proves itself."""

    text: str
    source: str | None = None

    def __str__(self) -> str:
        return f"{self.text} ({self.source})" if self.source else self.text


def refuted(question: Question) -> Reason | None:
    """Return why the question has no tour, in either direction; None if none is known."""
    if reason := _core.refuted(core_question(question)):
        return proof_of(question, *reason)
    board, invariant = question.board, question.symmetry
    if board is None or invariant is None:
        return None
    why = obstruction(board, invariant.symmetry, invariant.style, closed=question.closed)
    return Reason(why, COLOURS) if why else None


def proof_of(question: Question, text: str, source: str | None = None) -> Reason:
    """Return a proof of the core in the words of the question's graph."""
    if question.graph.parts > 1:
        own = directed_reason(question)
        return Reason(own or with_names(question.graph, without_parts(text)))
    return Reason(with_names(question.graph, text), source)


def has_path(question: Question) -> bool:
    """Whether a theorem promises a path that obeys the words of a question for closed tours."""
    if not question.closed or any(word not in ENDS for word in question.words):
        return False
    return verdict_on(replace(question, kind="path")).answer == "yes"


@dataclass(frozen=True, slots=True)
class Verdict(Shown):
    """An answer of `exists` with its reason. `bool(verdict)` raises NotFoundError if undecided.

    >>> from babieca import Board
    >>> print(verdict_on(Question.ask(Board(2, 8), "path")))
    no: the 2x8 board has no path (Cull and De Curtins 1978, Knight's tour revisited)
    """

    answer: Answer
    reason: str
    source: str | None = None

    def __bool__(self) -> bool:
        if self.answer == "undecided":
            raise NotFoundError(f"theory does not decide: {self.reason}")
        return self.answer == "yes"

    def __str__(self) -> str:
        return f"{self.answer}: {Reason(self.reason, self.source)}"


def verdict_on(question: Question) -> Verdict:
    if question.symmetry is not None and (reason := refuted(question)):
        return Verdict("no", reason.text, reason.source)
    beyond = "" if question.symmetry is None else "symmetry"
    answer, text, source = _core.verdict(core_question(question), beyond)
    if answer == "no":
        reason = proof_of(question, text, source)
        return Verdict("no", reason.text, reason.source)
    return Verdict(cast("Answer", answer), with_names(question.graph, text), source)
