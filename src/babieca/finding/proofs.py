"""Cheap reasons why a graph has no tour: each takes time linear in the number of moves."""

from __future__ import annotations

import numpy as np

from babieca import _core
from babieca.boards import Board
from babieca.finding.problem import Problem
from babieca.graphs import Graph


def cheap_proof(problem: Problem) -> str | None:
    """Return why no such tour exists, if size, degrees, pieces or colours show it at once.

    >>> from babieca.boards import Board
    >>> cheap_proof(Problem(Board(3, 3), closed=True))
    'b2 has no move'
    >>> cheap_proof(Problem(Graph.from_edges("ab bc ca cd de ef fd".split()), closed=True))
    'without c the rest falls into 2 pieces'
    """
    count = len(problem.where)
    if problem.closed and count < 3:
        return "a closed tour needs at least three squares"
    if count == 1:
        return None
    for reason in (_degrees, _pieces, _colours):
        proof = reason(problem)
        if proof is not None:
            return proof
    return None


def _name(problem: Problem, vertex: int) -> str:
    label = problem.graph.labels[vertex]
    if isinstance(problem.where, Board):
        return problem.where.name_of(label)  # type: ignore[arg-type]
    return str(label)


def _ends(problem: Problem) -> list[int]:
    if problem.closed:
        return []
    return [end for end in (problem.start, problem.end) if end is not None]


def _degrees(problem: Problem) -> str | None:
    graph: Graph = problem.graph
    degrees = graph.degrees
    least = int(np.argmin(degrees))
    if degrees[least] == 0:
        return f"{_name(problem, least)} has no move"
    if not graph.is_connected():
        return "the moves do not connect all squares"
    dangling = np.flatnonzero(degrees == 1)
    if problem.closed:
        if len(dangling):
            return f"{_name(problem, int(dangling[0]))} has only one move"
        # Both moves of a square with two are in every closed tour, and a square has only two.
        sources = np.repeat(np.arange(len(graph)), degrees)
        forced = np.bincount(graph.targets[degrees[sources] == 2], minlength=len(graph))
        crowded = int(np.argmax(forced))
        if forced[crowded] > 2:
            return f"{forced[crowded]} squares can be left only through {_name(problem, crowded)}"
        return None
    ends = _ends(problem)
    unplanned = [int(vertex) for vertex in dangling if int(vertex) not in ends]
    if len(unplanned) > 2 - len(ends):
        names = ", ".join(_name(problem, vertex) for vertex in unplanned[:3])
        return f"more squares with only one move than free ends of a path: {names}"
    return None


def _pieces(problem: Problem) -> str | None:
    graph = problem.graph
    pieces = _core.pieces_without(graph.offsets, graph.targets)
    worst = int(np.argmax(pieces))
    if pieces[worst] > (1 if problem.closed else 2):
        return f"without {_name(problem, worst)} the rest falls into {pieces[worst]} pieces"
    for end in _ends(problem):
        if pieces[end] > 1:
            return f"without its end {_name(problem, end)} the path falls into {pieces[end]} pieces"
    return None


def _colours(problem: Problem) -> str | None:
    """Moves that always change between two classes force the classes to balance."""
    colours = problem.graph.bipartition()
    if colours is None:
        return None
    ones = int(colours.sum())
    counts = (len(colours) - ones, ones)
    more = int(counts[1] > counts[0])
    balance = f"{counts[more]} squares of one colour and {counts[1 - more]} of the other"
    excess = counts[more] - counts[1 - more]
    if excess > (0 if problem.closed else 1):
        return f"{balance}, which no tour can alternate"
    ends = _ends(problem)
    if excess == 1:
        for end in ends:
            if colours[end] != more:
                return f"{balance}, so a path cannot end on {_name(problem, end)}"
    elif len(ends) == 2 and colours[ends[0]] == colours[ends[1]]:
        return "the colours balance, so a path ends on the colour it did not start on"
    return None
