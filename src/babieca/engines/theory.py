"""What is known without computing: theorems about which boards have tours, with their sources.

The answer is yes, no or *undecided by theory*; nothing is guessed, and every answer says why.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from babieca.boards import Board
from babieca.engines.colours import alternates, colour_of
from babieca.engines.kept import why_none_is_kept
from babieca.engines.proofs import cheap_proof
from babieca.errors import NotFoundError
from babieca.graphs import Graph
from babieca.questions import Question
from babieca.showing import Shown

SCHWENK = "Schwenk 1991, Which rectangular chessboards have a knight's tour?"
CULL = "Cull and De Curtins 1978, Knight's tour revisited"
CONRAD = (
    "Conrad, Hindrichs, Morsy and Wegener 1994, Solution of the knight's Hamiltonian path problem "
    "on chessboards"
)
ERDE = "Erde, Golénia and Golénia 2012, The closed knight tour problem in higher dimensions"
COLOURS = "colour argument"
DEGREES = "degree argument"

# Boards past this are not looked at square by square: theory is for answers without computing.
MOST_SQUARES_LOOKED_AT = 1_000_000


@dataclass(frozen=True, slots=True)
class Verdict(Shown):
    """An answer with its reason. `bool(verdict)` refuses to guess when theory does not decide.

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
    """Tell from theorems alone whether there is such a tour.

    Tours are undirected here: a path from a to b is one from b to a. Moves that are required or
    avoided and beginnings are beyond the theorems: they may turn a yes into undecided, never a no.
    Of symmetries they know which ones keep no tour, not which ones keep one.

    >>> verdict_on(Question.ask(Board(8, 8))).answer
    'yes'
    >>> verdict_on(Question.ask(Board(5, 5), "path", start="a2")).reason
    'of 13 and 12 squares of the two colours, a path starts and ends on the 13; a2 is not of those'
    """
    if len(question.graph) == 0:
        return Verdict("no", "there is nothing to visit")
    if (
        question.kind == "open"
        and len(question.ends) == 2
        and question.graph.has_edge(*question.ends)
    ):
        return Verdict("no", "start and end are a move apart, so no such path is open")
    verdict = _on_graph(question) if question.board is None else _on_board(question)
    if verdict.answer != "no" and (reason := why_none_is_kept(question)):
        return Verdict("no", reason, COLOURS)
    restricting = [word for word in question.words if word not in ("directed", "start", "end")]
    if verdict.answer == "yes" and restricting:
        return _undecided(f"{verdict.reason}, but no theorem known here speaks of {restricting[0]}")
    return verdict


def _undecided(reason: str) -> Verdict:
    return Verdict("undecided", f"{reason}; find decides by searching, within a timeout")


def _on_graph(question: Question) -> Verdict:
    if len(question.graph) == 1 and not question.closed:
        return Verdict("yes", "a single square is a path")
    if len(question.graph) <= MOST_SQUARES_LOOKED_AT and (proof := cheap_proof(question)):
        return Verdict("no", proof)
    return _undecided("no theorem known here covers this graph")


def _on_board(question: Question) -> Verdict:
    board, closed = question.board, question.closed
    assert board is not None
    ends = [board.index_of(vertex) for vertex in question.ends]
    found = None
    for rule in (_tiny, _colours, _rectangle, _box, _degrees):
        found = rule(board, closed, ends)
        if found is not None:
            break
    if found is None and (plain := plain_inside(board)) is not None:
        # Joining borders only adds moves; the words on moves may be about just those.
        within = verdict_on(
            Question(Graph.from_board(plain), question.kind, start=question.start, end=question.end)
        )
        if within.answer == "yes":
            reason = f"{within.reason}, and joined borders only add moves"
            return Verdict("yes", reason, within.source)
    if found is None:
        return _undecided(f"no theorem known here covers {board}")
    if found.answer == "yes" and question.kind == "open" and len(board) > 1:
        return _open_too(question, board, ends, found)
    return found


def plain_inside(board: Board) -> Board | None:
    """Return the same board with open borders, if a knight's without holes has joined ones.

    >>> plain_inside(Board(8, 8, wrap=True))
    Board(8, 8)
    """
    if board.leaper != (1, 2) or board.holes or not any(board.wrap):
        return None
    return Board(*board.sides)


def _open_too(question: Question, board: Board, ends: list[int], path: Verdict) -> Verdict:
    """Whether the path that exists can have ends that are not a move apart."""
    if len(question.ends) == 2:
        return path
    if board.is_plain and board.dimensions == 2 and min(board.sides) >= 6:
        return Verdict("yes", "the ends may be any two squares that colours allow", CONRAD)
    return _undecided(f"{path.reason}, but whether one with its ends not a move apart is not known")


def _tiny(board: Board, closed: bool, ends: list[int]) -> Verdict | None:
    if closed and len(board) < 3:
        return Verdict("no", "a closed tour needs at least three squares")
    if len(board) == 1:
        return Verdict("yes", "a single square is a path")
    return None


def _colours(board: Board, closed: bool, ends: list[int]) -> Verdict | None:
    even = (
        board.cells
        - board.cells // 2
        - sum(colour_of(board, hole) == 0 for hole in board.hole_indices)
    )
    counts = (even, len(board) - even)
    if not alternates(board):
        stays = sum(board.leaper) % 2 == 0 and not any(
            joined and side % 2 for side, joined in zip(board.sides, board.wrap, strict=True)
        )
        if stays and min(counts) > 0:
            return Verdict("no", f"a {board.leaper} leaper never changes colour", COLOURS)
        return None
    more = 0 if counts[0] >= counts[1] else 1
    excess = counts[more] - counts[1 - more]
    balance = (
        f"the board has {counts[more]} squares of one colour and {counts[1 - more]} of the other"
    )
    if closed and excess:
        source = SCHWENK if board.is_plain and board.dimensions == 2 else COLOURS
        return Verdict("no", f"{balance}, and a closed tour alternates", source)
    if excess > 1:
        return Verdict("no", f"{balance}, and a path alternates", COLOURS)
    if excess == 1:
        for index in ends:
            if colour_of(board, index) != more:
                name = board.name_of(index)
                return Verdict(
                    "no",
                    f"of {counts[more]} and {counts[1 - more]} squares of the two colours, a path "
                    f"starts and ends on the {counts[more]}; {name} is not of those",
                    COLOURS,
                )
    elif len(ends) == 2 and colour_of(board, ends[0]) == colour_of(board, ends[1]):
        return Verdict(
            "no", "the colours balance, so a path ends on the colour it did not start on", COLOURS
        )
    return None


def _rectangle(board: Board, closed: bool, ends: list[int]) -> Verdict | None:
    """Apply the theorems for knights on rectangles, colours already found to allow the tour."""
    if not board.is_plain or board.dimensions != 2:
        return None
    short, long = sorted(board.sides)
    name = board.name
    has_closed = not (short * long % 2 or short in (1, 2, 4) or (short == 3 and long in (4, 6, 8)))
    if closed:
        if has_closed:
            return Verdict("yes", f"the {name} board has a closed tour", SCHWENK)
        return Verdict("no", f"the {name} board has no closed tour", SCHWENK)
    has_path = short >= 5 or (short == 3 and (long == 4 or long >= 7)) or (short == 4 and long >= 5)
    if not has_path:
        return Verdict("no", f"the {name} board has no path", CULL)
    if not ends:
        return Verdict("yes", f"the {name} board has a path", CULL)
    if len(ends) == 1 and has_closed:
        return Verdict(
            "yes",
            f"the {name} board has a closed tour, which can be cut open at any square",
            SCHWENK,
        )
    if short >= 6:
        return Verdict(
            "yes", "the colours of the ends allow a path, and both sides are at least 6", CONRAD
        )
    return None


def _box(board: Board, closed: bool, ends: list[int]) -> Verdict | None:
    """Apply the theorem for knights in three or more dimensions."""
    proper = [side for side in board.sides if side > 1]
    if not board.is_plain or board.dimensions < 3:
        return None
    if len(proper) < 3:
        flat = Board(*proper) if proper else Board(1)
        # A side of 1 is no room at all: the board is the one without it.
        squares = [
            tuple(c for c, side in zip(board.square(index), board.sides, strict=True) if side > 1)
            for index in ends
        ]
        if len(proper) == 2:
            return _rectangle(flat, closed, [flat.index(square) for square in squares])
        return None
    second, largest = sorted(proper)[-2:]
    admits = any(side % 2 == 0 for side in proper) and largest >= 4 and second >= 3
    if closed:
        answer: Literal["yes", "no"] = "yes" if admits else "no"
        return Verdict(
            answer, f"the {board.name} board has {'a' if admits else 'no'} closed tour", ERDE
        )
    if admits and len(ends) < 2:
        return Verdict(
            "yes",
            f"the {board.name} board has a closed tour, which can be cut open at any square",
            ERDE,
        )
    return None


def _degrees(board: Board, closed: bool, ends: list[int]) -> Verdict | None:
    """Look for squares with too few moves and for a board in pieces."""
    # With a side of 4 and another of 3, a knight's board is connected and no square has one move.
    whole = board.leaper == (1, 2) and board.dimensions > 1 and not board.holes
    roomy = whole and sorted(board.sides)[-2:] >= [3, 4]
    if roomy or len(board) > MOST_SQUARES_LOOKED_AT:
        return None
    graph = Graph.from_board(board)
    degrees = graph.degrees
    if not degrees.all():
        name = graph.name_of(int(np.argmin(degrees)))
        return Verdict("no", f"{name} has no move", DEGREES)
    if not graph.is_connected():
        return Verdict("no", "the moves do not connect all squares", DEGREES)
    dangling = np.flatnonzero(degrees == 1)
    if closed and len(dangling):
        name = graph.name_of(int(dangling[0]))
        return Verdict("no", f"{name} has only one move", DEGREES)
    free = 2 - len(ends)
    unplanned = [v for v in dangling.tolist() if int(board.indices()[v]) not in ends]
    if len(unplanned) > free:
        return Verdict(
            "no", f"{len(dangling)} squares have only one move, and a path has two ends", DEGREES
        )
    return None
