"""Proofs that a question has no tours: theorems, colours, degrees, cuts, forced moves, symmetry.

`refuted` is the one entry. Three tables list the arguments, the cheapest first.
`reasons.py` has the sources of the theorems, `verdicts.py` the three answers of `exists`.
"""

from __future__ import annotations

from collections.abc import Callable

from babieca.boards import Board
from babieca.engines.refuter.colour_balance import unbalanced_bipartition, unbalanced_colours
from babieca.engines.refuter.degrees_and_cuts import in_pieces, too_few_moves
from babieca.engines.refuter.forced_moves import contradicting_moves, ends_a_move_apart
from babieca.engines.refuter.reasons import COLOURS, Reason
from babieca.engines.refuter.theorems import admitted_by_theorem, excluded_by_theorem, plain_inside
from babieca.graphs import Graph
from babieca.questions import Question
from babieca.symmetry_obstructions import obstruction

__all__ = ["Reason", "admitted", "refuted"]

Argument = Callable[[Question], Reason | None]

MOST_SQUARES = 1_000_000
"""Larger graphs are not built: only the arguments of constant cost see them."""


def _too_small(question: Question) -> Reason | None:
    if len(question.graph) == 0:
        return Reason("there is nothing to visit")
    if question.closed and len(question.graph) < 3:
        return Reason("a closed tour needs at least three squares")
    return None


def _obstructed_symmetry(question: Question) -> Reason | None:
    board, kept = question.board, question.symmetry
    if board is None or kept is None:
        return None
    reason = obstruction(board, kept.symmetry, kept.style, closed=question.closed)
    return Reason(reason, COLOURS) if reason else None


CONSTANT_COST: tuple[Argument, ...] = (
    _too_small,
    ends_a_move_apart,
    unbalanced_colours,
    excluded_by_theorem,
    _obstructed_symmetry,
)
"""Arguments about the board, the ends and the symmetry, which need no graph."""

LINEAR_COST: tuple[Argument, ...] = (too_few_moves, in_pieces, unbalanced_bipartition)
"""Arguments about the graph and the ends, linear in the number of moves."""

LOCAL_COST: tuple[Argument, ...] = (contradicting_moves,)
"""Arguments about all words, linear in the words, and in the graph if it is small."""


def refuted(question: Question) -> Reason | None:
    """Return a reason why the question has no tour; None if no argument finds one.

    Tours are undirected here: a path from a to b is one from b to a.

    >>> from babieca import Board
    >>> print(refuted(Question.ask(Board(2, 8), "path")))
    the 2x8 board has no path (Cull and De Curtins 1978, Knight's tour revisited)
    >>> refuted(Question.ask(Board(8, 8))) is None
    True
    """
    if len(question.graph) == 1 and not question.closed:
        return None
    if reason := _first(CONSTANT_COST, question):
        return reason
    exists_without_words = admitted(question) is not None
    if exists_without_words and not (question.required or question.avoiding):
        return None
    has_two_moves = exists_without_words or _has_room(question.board)
    if not has_two_moves and len(question.graph) <= MOST_SQUARES:
        reason = _first(LINEAR_COST, question)
    return reason or _first(LOCAL_COST, question)


def admitted(question: Question) -> Reason | None:
    """Return why some tour of this kind has these ends, whatever its moves and symmetry.

    The caller has found no refutation of constant cost.
    """
    board = question.board
    if board is None or (plain := plain_inside(board)) is None:
        return admitted_by_theorem(question)
    inside = Question(
        Graph.from_board(plain), question.kind, start=question.start, end=question.end
    )
    if _first(CONSTANT_COST, inside) or not (reason := admitted_by_theorem(inside)):
        return None
    return Reason(f"{reason.text}, and joined borders only add moves", reason.source)


def _first(arguments: tuple[Argument, ...], question: Question) -> Reason | None:
    return next((reason for argument in arguments if (reason := argument(question))), None)


def _has_room(board: Board | None) -> bool:
    """Whether a knight's board is connected and every square has two moves: 3x4 and larger."""
    if board is None or board.leaper != (1, 2) or board.dimensions < 2 or board.holes:
        return False
    return sorted(board.sides)[-2:] >= [3, 4]
