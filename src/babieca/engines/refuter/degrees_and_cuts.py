"""Squares with too few moves, boards in pieces, and squares whose removal cuts a board."""

from __future__ import annotations

import numpy as np

from babieca import _core
from babieca.engines.refuter.reasons import Reason
from babieca.questions import Question


def too_few_moves(question: Question) -> Reason | None:
    """Look for squares with no move or one, and for squares that three others need.

    >>> from babieca import Board
    >>> print(too_few_moves(Question.ask(Board(3, 3))))
    b2 has no move
    """
    graph = question.graph
    degrees = graph.degrees
    least = int(np.argmin(degrees))
    if degrees[least] == 0:
        return Reason(f"{graph.name_of(least)} has no move")
    dangling = np.flatnonzero(degrees == 1).tolist()
    if not question.closed:
        passed = [vertex for vertex in dangling if vertex not in question.ends]
        if len(passed) <= 2 - len(question.ends):
            return None
        names = ", ".join(map(graph.name_of, passed[:3]))
        if len(question.ends) == 2:
            return Reason(f"{names} can be entered but not left again")
        return Reason(f"more squares with only one move than free ends of a path: {names}")
    if dangling:
        return Reason(f"{graph.name_of(dangling[0])} has only one move")
    # A closed tour makes both moves of a square that has two, and only two at each square.
    sources = np.repeat(np.arange(len(graph)), degrees)
    forced = np.bincount(graph.targets[degrees[sources] == 2], minlength=len(graph))
    crowded = int(np.argmax(forced))
    if forced[crowded] > 2:
        return Reason(
            f"{forced[crowded]} squares can be left only through {graph.name_of(crowded)}"
        )
    return None


def in_pieces(question: Question) -> Reason | None:
    """Look for squares that no walk connects, and for cut vertices.

    >>> from babieca import Graph
    >>> print(in_pieces(Question.ask(Graph.from_edges("ab bc ca cd de ef fd".split()))))
    without c the rest falls into 2 pieces
    """
    graph = question.graph
    if not graph.is_connected():
        return Reason("the moves do not connect all squares")
    pieces = _core.pieces_without(graph.offsets, graph.targets)
    worst = int(np.argmax(pieces))
    if pieces[worst] > (1 if question.closed else 2):
        return Reason(f"without {graph.name_of(worst)} the rest falls into {pieces[worst]} pieces")
    for end in question.ends:
        if pieces[end] > 1:
            name = graph.name_of(end)
            return Reason(f"without its end {name} the path falls into {pieces[end]} pieces")
    return None
