"""The three answers of `exists`: yes, no, or undecided by theory, each with its reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from babieca.engines.refuter import admitted, refuted
from babieca.errors import NotFoundError
from babieca.questions import Question
from babieca.showing import Shown


@dataclass(frozen=True, slots=True)
class Verdict(Shown):
    """An answer with its reason. `bool(verdict)` raises NotFoundError if it is undecided.

    >>> from babieca import Board
    >>> print(verdict_on(Question.ask(Board(2, 8), "path")))
    no: the 2x8 board has no path (Cull and De Curtins 1978, Knight's tour revisited)
    """

    answer: Literal["yes", "no", "undecided"]
    reason: str
    source: str | None = None

    def __bool__(self) -> bool:
        if self.answer == "undecided":
            raise NotFoundError(f"theory does not decide: {self.reason}")
        return self.answer == "yes"

    def __str__(self) -> str:
        return f"{self.answer}: {self.reason}" + (f" ({self.source})" if self.source else "")


def verdict_on(question: Question) -> Verdict:
    """Say whether such a tour exists, by theorems and short proofs alone.

    >>> from babieca import Board
    >>> verdict_on(Question.ask(Board(8, 8))).answer
    'yes'
    """
    if reason := refuted(question):
        return Verdict("no", reason.text, reason.source)
    reason = admitted(question)
    if reason is None:
        covered = "this graph" if question.board is None else str(question.board)
        return _undecided(f"no theorem known here covers {covered}")
    for word in question.words:
        if word not in ("directed", "start", "end"):
            return _undecided(f"{reason.text}, but no theorem known here speaks of {word}")
    return Verdict("yes", reason.text, reason.source)


def _undecided(reason: str) -> Verdict:
    return Verdict("undecided", f"{reason}; find decides by searching, within a timeout")
