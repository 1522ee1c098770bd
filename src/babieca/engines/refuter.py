"""Proofs that a question has no tours: the arguments of the core, and symmetry.

The core (`cpp/core/questions`) knows theorems, colours, degrees, cuts, forced moves, given steps
and tori. Symmetries are of Python.
"""

import re
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, cast

from babieca import _core
from babieca.boards import Board
from babieca.engines.protocol import core_question
from babieca.errors import NotFoundError
from babieca.graphs import Graph
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


def with_names(graph: Graph, text: str) -> str:
    """Write names into a text of the core, which names vertices {17} and the graph {graph}.

    >>> with_names(Graph.of(Board(8, 8)), "{17} has no move")
    'b3 has no move'
    """

    def name(found: re.Match[str]) -> str:
        return str(graph) if found[1] == "graph" else graph.name_of(int(found[1]))

    return re.sub(r"\{(\w+)\}", name, text)


def rectangle_of(board: Board | None) -> tuple[int, int] | None:
    """Return the two sides of a plain rectangle, or None. Further sides of 1 are left out.

    >>> rectangle_of(Board(6, 1, 8)), rectangle_of(Board(4, 4, 4)), rectangle_of(Board(1, 1))
    ((6, 8), None, (1, 1))
    """
    if board is None or not board.is_plain or board.dimensions < 2:
        return None
    proper = [side for side in board.sides if side > 1]
    if len(proper) > 2:
        return None
    rows, columns = [1, 1, *proper][-2:]
    return rows, columns


def plain_inside(board: Board) -> Board | None:
    """Return a knight's board without its wrap; None if it has no wrap, or has holes.

    >>> plain_inside(Board(8, 8, wrap=True))
    Board(8, 8)
    """
    if board.leaper != (1, 2) or board.holes or not any(board.wrap):
        return None
    return Board(*board.sides)


def forced_ends(question: Question) -> list[int]:
    """Return the ends of a path that are given, and the squares that can only be ends."""
    return _core.forced_ends(core_question(question))


def refuted(question: Question) -> Reason | None:
    """Return why the question has no tour, in either direction; None if none is known."""
    if reason := _core.refuted(core_question(question)):
        text, source = reason
        return Reason(with_names(question.graph, text), source)
    board, invariant = question.board, question.symmetry
    if board is None or invariant is None:
        return None
    why = obstruction(board, invariant.symmetry, invariant.style, closed=question.closed)
    return Reason(why, COLOURS) if why else None


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
    return Verdict(cast("Answer", answer), with_names(question.graph, text), source)
