"""Boards with joined borders, by the constructions for the same board with open ones.

Joining borders only adds moves, so every tour of the plain board is one of the wrapped board. And a
closed tour that the plain board does not have, because its squares are odd in number or it is too
narrow, is a path of the plain board between two squares that the seam makes neighbours.
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
    """Return a tour that needs the seam at most once; undecided if there is none at hand.

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
        # From the corner, whose colour is never in the minority; it is turned to its start later.
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
