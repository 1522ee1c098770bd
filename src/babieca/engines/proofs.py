"""Cheap reasons why a graph has no tour: each takes time linear in the number of moves."""

from __future__ import annotations

import numpy as np

from babieca import _core
from babieca.engines.answers import TOO_FEW
from babieca.questions import Question


def cheap_proof(question: Question) -> str | None:
    """Return why no such tour exists, if size, degrees, pieces or colours show it at once.

    >>> from babieca import Board, Graph
    >>> cheap_proof(Question.ask(Board(3, 3)))
    'b2 has no move'
    >>> cheap_proof(Question.ask(Graph.from_edges("ab bc ca cd de ef fd".split())))
    'without c the rest falls into 2 pieces'
    """
    count = len(question.graph)
    if question.closed and count < 3:
        return TOO_FEW
    if count == 1:
        return None
    for reason in (_degrees, _pieces, _colours):
        proof = reason(question)
        if proof is not None:
            return proof
    return None


def _degrees(question: Question) -> str | None:
    graph = question.graph
    degrees = graph.degrees
    least = int(np.argmin(degrees))
    if degrees[least] == 0:
        return f"{question.graph.name_of(least)} has no move"
    if not graph.is_connected():
        return "the moves do not connect all squares"
    dangling = np.flatnonzero(degrees == 1)
    if question.closed:
        if len(dangling):
            return f"{question.graph.name_of(int(dangling[0]))} has only one move"
        # Both moves of a square with two are in every closed tour, and a square has only two.
        sources = np.repeat(np.arange(len(graph)), degrees)
        forced = np.bincount(graph.targets[degrees[sources] == 2], minlength=len(graph))
        crowded = int(np.argmax(forced))
        if forced[crowded] > 2:
            name = graph.name_of(crowded)
            return f"{forced[crowded]} squares can be left only through {name}"
        return None
    ends = question.ends
    unplanned = [int(vertex) for vertex in dangling if int(vertex) not in ends]
    if len(unplanned) > 2 - len(ends):
        names = ", ".join(question.graph.name_of(vertex) for vertex in unplanned[:3])
        if len(ends) == 2:
            return f"{names} can be entered but not left again"
        return f"more squares with only one move than free ends of a path: {names}"
    return None


def _pieces(question: Question) -> str | None:
    graph = question.graph
    pieces = _core.pieces_without(graph.offsets, graph.targets)
    worst = int(np.argmax(pieces))
    if pieces[worst] > (1 if question.closed else 2):
        return f"without {question.graph.name_of(worst)} the rest falls into {pieces[worst]} pieces"
    for end in question.ends:
        if pieces[end] > 1:
            name = graph.name_of(end)
            return f"without its end {name} the path falls into {pieces[end]} pieces"
    return None


def _colours(question: Question) -> str | None:
    """Moves that always change between two classes force the classes to balance."""
    colours = question.graph.bipartition()
    if colours is None:
        return None
    ones = int(colours.sum())
    counts = (len(colours) - ones, ones)
    more = int(counts[1] > counts[0])
    balance = f"{counts[more]} squares of one colour and {counts[1 - more]} of the other"
    excess = counts[more] - counts[1 - more]
    if excess > (0 if question.closed else 1):
        return f"{balance}, which no tour can alternate"
    ends = question.ends
    if excess == 1:
        for end in ends:
            if colours[end] != more:
                return f"{balance}, so a path cannot end on {question.graph.name_of(end)}"
    elif len(ends) == 2 and colours[ends[0]] == colours[ends[1]]:
        return "the colours balance, so a path ends on the colour it did not start on"
    return None
