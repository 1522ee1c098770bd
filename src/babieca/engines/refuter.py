"""Proofs that a question has no tours: the arguments of the core, and symmetry.

The core (`cpp/core/questions`) knows theorems, colours, degrees, cuts, forced moves, given steps
and tori. Symmetries are of Python.
"""

from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from babieca import _core
from babieca.engines.directed_reasons import directed_reason
from babieca.engines.protocol import core_question
from babieca.errors import NotFoundError, NoTourError
from babieca.invariants import obstruction
from babieca.questions import Question
from babieca.reasons import Reason, sentence
from babieca.showing import Shown

ENDS = ("directed", "start", "end")
"""The words that theorems speak of."""

Answer: TypeAlias = Literal["yes", "no", "undecided"]


def refuted(question: Question) -> Reason | None:
    """Return why the question has no tour, in either direction; None if none is known."""
    if reason := _core.refuted(core_question(question)):
        return proof_of(question, reason)
    board, invariant = question.board, question.symmetry
    if board is None or invariant is None:
        return None
    return obstruction(board, invariant.symmetry, invariant.style, closed=question.closed)


def proof_of(question: Question, told: Any) -> Reason:
    """Return a proof of the core for the question's graph."""
    reason = question.graph.reason(told)
    return reason if question.graph.parts == 1 else directed_reason(question, reason)


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
    reason: Reason

    @property
    def source(self) -> str | None:
        """The theorem or argument; None where the reason proves itself."""
        return self.reason.source and sentence(self.reason.source, {})

    def __bool__(self) -> bool:
        if self.answer == "undecided":
            raise NotFoundError("theory_undecided", reason=self.reason)
        return self.answer == "yes"

    def __str__(self) -> str:
        codes = {"yes": "answer_yes", "no": "answer_no", "undecided": "answer_undecided"}
        return Reason(codes[self.answer], reason=self.reason)


def verdict_on(question: Question) -> Verdict:
    if question.symmetry is not None and (reason := refuted(question)):
        return Verdict("no", reason)
    beyond = "" if question.symmetry is None else "symmetry"
    answer, told = _core.verdict(core_question(question), beyond)
    reason = proof_of(question, told) if answer == "no" else question.graph.reason(told)
    return Verdict(answer, reason)


def advice_on(question: Question) -> str:
    """Return which kind of tours exists instead, or nothing."""
    return Reason("path_exists") if has_path(question) else ""


def no_tour(question: Question, proof: Reason) -> NoTourError:
    """Return the error of a question without tours; it names the kind that has some."""
    return NoTourError(proof, advice_on(question))
