"""Repair of a tour that lacks a required move or makes an avoided one, window by window.

The squares around the wrong move form a window. The tour outside the window stays: each of its runs
becomes one vertex, joined to the two squares of the window where the run begins and ends. A closed
tour of this small graph through those joints is a tour of the whole board. So the work does not
grow with the board.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from babieca.boards import Board
from babieca.edges import Edge
from babieca.engines.constructions.organic import joined
from babieca.engines.search.finding import search_one
from babieca.errors import NotFoundError
from babieca.graphs import Graph
from babieca.limits import Limits
from babieca.questions import Question

REACHES = (2, 3, 4)
"""How far a window extends around the wrong move, in moves; tried in this order."""

SECONDS = 0.3
"""For one window: a search takes a few milliseconds, or finds nothing."""

SHAKES, FEW_TRIES = 64, 8
"""Shakes for each word on moves, and switches tried in each shake."""

Order = NDArray[np.integer[Any]]


def repaired(question: Question, order: Order, limits: Limits) -> Order | None:
    """Change a tour until it makes every required move and no avoided one; None if that fails.

    `order` is a tour of the same kind and ends.

    >>> from babieca.engines.constructions.rectangles import construction
    >>> board = Board(200, 200)
    >>> tiled = construction(Question.ask(board), Limits()).order
    >>> asked = Question.ask(board, begin=[(90, 90), (91, 92), (92, 94), (93, 96)])
    >>> asked.tour(asked.written(repaired(asked, tiled, Limits())))[2]
    (92, 94)
    """
    tried = 0
    while wrong := _wrong(question, order):
        tried += 1
        if tried > 4 * (len(question.required) + len(question.avoiding)):
            return None
        for reach in REACHES:
            changed = _walked_anew(question, order, _window(question.graph, wrong, reach), limits)
            if changed is not None:
                order = changed
                break
        else:
            return None
    return order


def repaired_by_chance(question: Question, order: Order, limits: Limits) -> Order | None:
    """Shake a tour until it obeys, and keep the words that it obeys already; None if that fails.

    This serves symmetric tours, whose symmetry a window would break. About every fourth tour makes
    a given move.
    """
    wanted = len(question.required) + len(question.avoiding)
    for shake in range(SHAKES * wanted + 1):
        made = _made(question, order)
        if question.required <= made and not question.avoiding & made:
            return order
        if limits.timeout is not None and limits.left() < SECONDS:
            return None
        obeyed = replace(question.undirected(), through=question.required & made)
        chance = replace(limits, seed=(limits.seed or 0) + shake)
        try:
            found = joined(obeyed, [order], chance, tries=FEW_TRIES)
        except NotFoundError:
            return None
        order = order if found is None else found
    return None


def _wrong(question: Question, order: Order) -> Edge | None:
    """Return a required move that is missing, or an avoided one that is made."""
    made = _made(question, order)
    wrong = [*sorted(question.required - made), *sorted(question.avoiding & made)]
    return wrong[0] if wrong else None


def _made(question: Question, order: Order) -> frozenset[Edge]:
    """Return the required and avoided moves that a tour makes."""
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    apart = {1, len(order) - 1} if question.closed else {1}
    asked = question.required | question.avoiding
    return frozenset((u, v) for u, v in asked if abs(int(place[u]) - int(place[v])) in apart)


def _window(graph: Graph, edge: Edge, reach: int) -> list[int]:
    """Return the vertices at most so many moves away from an edge."""
    window, border = set(edge), set(edge)
    for _ in range(reach):
        border = {other for vertex in border for other in graph.near(vertex)} - window
        window |= border
    return sorted(window)


class _Small(NamedTuple):
    """The graph of a window: its squares first, then one vertex for each run outside it."""

    question: Question
    squares: list[int]
    runs: list[Order]  # without the squares of the window before and after
    leaves: list[int]  # the number of the square before each run


def _walked_anew(
    question: Question, order: Order, window: list[int], limits: Limits
) -> Order | None:
    small = _small(question, order, window)
    found = search_one(small.question, limits.within(min(SECONDS, limits.left(SECONDS)))).order
    if found is None:
        return None
    count, parts, apex = len(small.squares), [], len(order)
    for number, vertex in enumerate(found.tolist()):
        if vertex < count:
            parts.append(np.array([small.squares[vertex]], dtype=np.int64))
            continue
        before = int(found[number - 1])
        run = small.runs[vertex - count]
        parts.append(run if before == small.leaves[vertex - count] else run[::-1])
    whole = np.concatenate(parts)
    if not question.closed:
        whole = np.roll(whole, -1 - int(np.flatnonzero(whole == apex)[0]))[:-1]
    return whole.astype(np.int32)


def _small(question: Question, order: Order, window: list[int]) -> _Small:
    """Take the tour apart at a window. One more vertex outside closes a path."""
    graph = question.graph
    cycle = order.astype(np.int64)
    if not question.closed:
        cycle = np.append(cycle, len(order))
    place = np.empty(len(cycle), dtype=np.int64)
    place[cycle] = np.arange(len(cycle))
    number = {vertex: local for local, vertex in enumerate(window)}
    inside = np.sort(place[window])
    edges: set[Edge] = set()
    required: set[Edge] = set()
    for vertex, local in number.items():
        for other in graph.near(vertex):
            edge = (min(vertex, other), max(vertex, other))
            if other in number and vertex < other and edge not in question.avoiding:
                edges.add((local, number[other]))
                if edge in question.required:
                    required.add((local, number[other]))
    runs: list[Order] = []
    leaves: list[int] = []
    for here, there in zip(inside, np.roll(inside, -1), strict=True):
        length = int((there - here) % len(cycle)) or len(cycle)
        if length == 1:
            continue
        run = np.take(cycle, np.arange(here + 1, here + length), mode="wrap")
        outside = len(window) + len(runs)
        ends = (number[int(cycle[here])], number[int(cycle[there])])
        runs.append(run)
        leaves.append(ends[0])
        edges.update((end, outside) for end in ends)
        required.update((end, outside) for end in ends)
    pairs = np.array(sorted(edges), dtype=np.int64).reshape(-1, 2)
    small = Graph(pairs[:, 0], pairs[:, 1], len(window) + len(runs))
    return _Small(Question(small, through=frozenset(required)), window, runs, leaves)


def can_be_repaired(board: Board | None) -> bool:
    """Whether this is a board with room for a window: two sides of at least two moves."""
    return board is not None and sorted(board.sides)[-2:] >= [2 * max(board.leaper)] * 2
