"""Tours of wrapped boards by the constructions for plain boards.

Wrapping only adds moves, so every tour of the plain board is a tour of the wrapped board. If the
plain board has no closed tour, a path of it is closed by a move across the border.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from babieca.boards import Board
from babieca.engines.constructions import layered, rectangles
from babieca.engines.protocol import Finding
from babieca.engines.refuter import refuted
from babieca.engines.refuter.theorems import plain_inside, rectangle_of
from babieca.engines.sweep.deciding import decide
from babieca.errors import BadInputError
from babieca.graphs import Graph
from babieca.limits import Limits
from babieca.questions import Question


def unwrapped(question: Question, limits: Limits) -> Finding:
    """Construct a tour that crosses the wrapped border at most once; undecided if that fails.

    >>> len(unwrapped(Question.ask(Board(25, 25, wrap=True)), Limits()).order)
    625
    """
    board = question.board
    plain = None if board is None else plain_inside(board)
    if board is None or plain is None:
        raise BadInputError("unwrapped is for a knight on boards with joined borders and no holes")
    for easier in _easier(question, board, plain):
        if not refuted(easier):
            finding = _solve(easier, plain, limits)
            if finding.order is not None:
                return replace(finding, order=question.written(finding.order))
    return Finding()


def _easier(question: Question, board: Board, plain: Board) -> Iterator[Question]:
    inside = Graph.from_board(plain)
    pairs = zip(question.begin, question.begin[1:], strict=False)
    if all(inside.has_edge(u, v) for u, v in pairs):
        yield replace(question, graph=inside)
    if question.closed and not question.begin:
        # The corner has the majority colour, so a path may start there.
        for end in sorted(set(board.neighbours(0)) - set(plain.neighbours(0))):
            yield replace(question, graph=inside, kind="path", start=0, end=plain.index(end))


def _solve(question: Question, plain: Board, limits: Limits) -> Finding:
    sides = rectangle_of(plain)
    if len(question.begin) > 2:
        return Finding()
    if sides is None:
        proper = sum(side > 1 for side in plain.sides)
        return layered.layered(question, limits) if proper > 2 else Finding()
    if min(sides) >= rectangles.SHORTEST_SIDE:
        return rectangles.construction(question, limits)
    return decide(question, limits)
