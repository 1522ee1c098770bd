"""Proofs that a question has no tours: theorems, colours, degrees, cuts, forced moves, symmetry.

`refuted` is the one entry. Two tables list the cheap arguments, the cheapest first.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from babieca.boards import Board
from babieca.engines.refuter.forced_moves import contradicting_moves, ends_a_move_apart
from babieca.engines.refuter.given_steps import contradicting_steps
from babieca.engines.refuter.theorems import (
    COLOURS,
    Reason,
    admitted_by_theorem,
    excluded_by_theorem,
    in_pieces,
    plain_inside,
    too_few_moves,
    unbalanced_bipartition,
    unbalanced_colours,
)
from babieca.engines.refuter.tori import admitted_on_torus, excluded_on_torus, is_full_torus
from babieca.errors import NotFoundError
from babieca.graphs import Graph
from babieca.invariants import obstruction
from babieca.questions import Question
from babieca.showing import Shown

Argument = Callable[[Question], Reason | None]

ENDS = ("directed", "start", "end")
"""The words that theorems speak of."""

MOST_SQUARES = 1_000_000
"""Larger graphs are not built: only the arguments of constant cost see them."""


def _too_small(question: Question) -> Reason | None:
    if len(question.graph) == 0:
        return Reason("there is nothing to visit")
    if question.closed and len(question.graph) < 3:
        return Reason("a closed tour needs at least three squares")
    return None


def _obstructed_symmetry(question: Question) -> Reason | None:
    board, invariant = question.board, question.symmetry
    if board is None or invariant is None:
        return None
    reason = obstruction(board, invariant.symmetry, invariant.style, closed=question.closed)
    return Reason(reason, COLOURS) if reason else None


CONSTANT_COST: tuple[Argument, ...] = (
    _too_small,
    ends_a_move_apart,
    unbalanced_colours,
    excluded_by_theorem,
    excluded_on_torus,
    _obstructed_symmetry,
)
"""Arguments about the board, the ends and the symmetry, which need no graph."""

LINEAR_COST: tuple[Argument, ...] = (too_few_moves, in_pieces, unbalanced_bipartition)
"""Arguments about the graph and the ends, linear in the number of moves."""


def refuted(question: Question) -> Reason | None:
    """Return why the question has no tour, in either direction; None if none is known."""
    if len(question.graph) == 1 and not question.closed:
        return None
    if reason := _first(CONSTANT_COST, question):
        return reason
    numbered = question.at and len(question.graph) <= MOST_SQUARES
    if numbered and (reason := contradicting_steps(question)):
        return reason
    exists_without_words = admitted(question) is not None
    if exists_without_words and not (question.required or question.avoiding):
        return None
    has_two_moves = exists_without_words or _has_two_moves_everywhere(question.board)
    if not has_two_moves and len(question.graph) <= MOST_SQUARES:
        reason = _first(LINEAR_COST, question)
    return reason or contradicting_moves(question)


def admitted(question: Question) -> Reason | None:
    """Return why some tour of this kind has these ends, whatever its moves and symmetry.

    The caller has found no refutation of constant cost.
    """
    board = question.board
    if is_full_torus(board) and len(question.graph) > 1:
        return admitted_on_torus(question)
    if board is None or len(board) == 1 or (plain := plain_inside(board)) is None:
        return admitted_by_theorem(question)
    inside = Question(
        Graph.from_board(plain), question.kind, start=question.start, end=question.end
    )
    if _first(CONSTANT_COST, inside) or not (reason := admitted_by_theorem(inside)):
        return None
    return Reason(f"{reason.text}, and joined borders only add moves", reason.source)


def has_path(question: Question) -> bool:
    """Whether a theorem promises a path that obeys the words of a question for closed tours."""
    if not question.closed or any(word not in ENDS for word in question.words):
        return False
    path = replace(question, kind="path")
    return len(path.graph) == 1 or (
        _first(CONSTANT_COST, path) is None and admitted(path) is not None
    )


def _first(arguments: tuple[Argument, ...], question: Question) -> Reason | None:
    return next((reason for argument in arguments if (reason := argument(question))), None)


def _has_two_moves_everywhere(board: Board | None) -> bool:
    """Whether this is a connected knight's board with two moves at every square: 3x4 or larger."""
    if board is None or board.leaper != (1, 2) or board.dimensions < 2 or board.holes:
        return False
    return sorted(board.sides)[-2:] >= [3, 4]


@dataclass(frozen=True, slots=True)
class Verdict(Shown):
    """An answer of `exists` with its reason. `bool(verdict)` raises NotFoundError if undecided.

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
        return f"{self.answer}: {Reason(self.reason, self.source)}"


def verdict_on(question: Question) -> Verdict:
    if reason := refuted(question):
        return Verdict("no", reason.text, reason.source)
    reason = admitted(question)
    beyond = [word for word in question.words if word not in (*ENDS, "up_to")]
    if reason is not None and not beyond:
        return Verdict("yes", reason.text, reason.source)
    if reason is None:
        covered = "this graph" if question.board is None else str(question.board)
        why = f"no theorem known here covers {covered}"
    else:
        why = f"{reason.text}, but no theorem known here speaks of {beyond[0]}"
    return Verdict("undecided", f"{why}; find decides by searching, within a timeout")
