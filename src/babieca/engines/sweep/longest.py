"""The longest closed tour or path of a graph that has no tour: some vertices are skipped.

A narrow graph is swept, which proves the answer (`cpp/core/sweep/longest.hpp`). On a wide one,
graphs without some vertices are searched for a tour, from the upper bound of the length down.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np

from babieca import _core
from babieca.boards import Board
from babieca.engines.finders import automatic
from babieca.engines.refuter import refuted
from babieca.engines.retirement import order_cost, searched_order
from babieca.engines.sweep.cheapest import sweep_by_sweep
from babieca.engines.sweep.sweeps import prepare
from babieca.errors import BadInputError, NotFoundError
from babieca.graphs import Graph
from babieca.limits import Limits
from babieca.questions import Question
from babieca.tour import Tour

WIDEST = _core.widest_longest
"""The largest `order_cost` that is swept."""

USUAL_SECONDS = 30.0
TRIES = 16  # sets of skipped vertices of one size before one more is skipped
SECONDS_PER_TRY = 1.0


@dataclass(frozen=True)
class Longest:
    """The longest tour that was found, None if the graph has not even a short one.

    `bound`: no tour is longer. `tours` is the number of longest tours, and `states` that of the
    sweep; both are None if the graph was searched.
    """

    tour: Tour | None
    bound: int
    tours: int | None = None
    states: int | None = None
    method: str = "sweep"


def longest(question: Question, limits: Limits) -> Longest:
    """Find the longest tour; the words of the question are at most `start`, `end`, `avoiding`."""
    graph = question.graph
    if order_cost(graph, searched_order(question.undirected())) <= WIDEST:
        if limits.seed is not None:
            raise BadInputError("seed_does_not_go", graph=graph)
        return _swept(question, limits)
    return _searched(question, limits.usually(USUAL_SECONDS))


def _swept(question: Question, limits: Limits) -> Longest:
    sweep = prepare(question.undirected(), limits).sweep
    try:
        found = sweep.longest_tour(limits.budget, sweep_by_sweep(limits))
    except _core.OutOfBudget:
        return _searched(question, limits.usually(USUAL_SECONDS))
    vertices, tours = found["squares"], found["tours"]
    if not tours and not question.closed and len(question.ends) < 2:  # one square is a path
        vertices = np.array(question.ends or [0], dtype=np.int32)
        tours = 1 if question.ends else len(question.graph)
    if not tours:
        return Longest(None, 0, 0, found["states"])
    kept = _kept(question, set(vertices.tolist()))
    place = {v: at for at, v in enumerate(sorted(vertices.tolist()))}
    renamed = np.array([place[v] for v in vertices.tolist()], dtype=np.int32)
    tour = kept.tour(kept.written(renamed))
    return Longest(tour, len(tour), tours, found["states"])


def _kept(question: Question, vertices: set[int]) -> Question:
    """Return the question for some of the vertices: a board gets more holes."""
    graph = question.graph
    if (board := graph.board) is not None:
        skipped = [board.index_of(v) for v in range(len(graph)) if v not in vertices]
        holes = sorted({*board.hole_indices, *skipped})
        small = Graph.from_board(
            Board(*board.sides, leaper=board.leaper, wrap=board.wrap, holes=holes)
        )
    else:
        labels = [graph.label(v) for v in sorted(vertices)]
        edges = [(u, v) for u, v in graph.edges() if u in vertices and v in vertices]
        named = [(graph.label(u), graph.label(v)) for u, v in edges]
        small = Graph.from_edges(named, vertices=labels)
    start, end = (None if v is None else graph.label(v) for v in (question.start, question.end))
    avoiding = [
        (graph.label(u), graph.label(v))
        for u, v in question.avoiding
        if u in vertices and v in vertices
    ]
    return Question.ask(small, question.kind, start=start, end=end, avoiding=avoiding)


# Wide graphs --------------------------------------------------------------------------------------


def upper_bound(question: Question) -> int:
    """Return a length that no tour exceeds, by the degrees and by the two colours.

    >>> upper_bound(Question.ask("7x7")), upper_bound(Question.ask("3x3", "path"))
    (48, 8)
    >>> upper_bound(Question.ask("9x9", "path", start="b1", end="d1"))
    79
    """
    vertices, ends = _joinable(question), question.ends
    colours = question.graph.bipartition()
    most = len(vertices)
    if colours is not None:
        of_ends = {int(colours[end]) for end in ends} or {0}
        own = int((colours[vertices] == min(of_ends)).sum())
        other = most - own
        if question.closed or len(of_ends) == 2:
            most = 2 * min(own, other)
        else:  # the ends have the same colour, or one of them or both are free
            most = min(most, 2 * own + 1 - len(ends), 2 * other + 1)
    if most == len(question.graph) and refuted(question):
        most -= 1
    return most


def _joinable(question: Question) -> list[int]:
    """Return the vertices that can be on a closed tour by their degrees; of paths, all."""
    graph = question.graph
    if not question.closed:
        return list(range(len(graph)))
    degrees = graph.degrees.copy()
    loose = [v for v in range(len(graph)) if degrees[v] < 2]
    gone = set(loose)
    while loose:
        for u in graph.neighbours(loose.pop()).tolist():
            degrees[u] -= 1
            if degrees[u] < 2 and u not in gone:
                gone.add(u)
                loose.append(u)
    return [v for v in range(len(graph)) if v not in gone]


def _searched(question: Question, limits: Limits) -> Longest:
    bound, chance = upper_bound(question), random.Random(limits.seed or 0)
    shortest = 3 if question.closed else max(1, len(question.ends))
    for size in range(bound, shortest - 1, -1):
        for _ in range(TRIES if size < len(question.graph) else 1):
            kept = _kept(question, _chosen(question, size, chance))
            if limits.over:
                raise NotFoundError(
                    "longest_out_of_time", seconds=f"{limits.timeout:g}", bound=bound
                )
            if refuted(kept):
                continue
            try:
                finding = automatic(kept, limits.within(min(limits.left(), SECONDS_PER_TRY)))
            except NotFoundError:
                continue
            if finding.vertices is not None:
                tour = kept.tour(kept.written(finding.vertices))
                return Longest(tour, bound, method=finding.method or "search")
    if bound < shortest:
        return Longest(None, 0, 0, method="search")
    raise NotFoundError("longest_not_found", bound=bound)


def _chosen(question: Question, size: int, chance: random.Random) -> set[int]:
    """Choose vertices at random, as many of both colours as a tour needs; both ends of a path."""
    vertices, colours = _joinable(question), question.graph.bipartition()
    chance.shuffle(vertices)
    vertices.sort(key=lambda vertex: vertex not in question.ends)
    if colours is None:
        return set(vertices[:size])
    few = [vertex for vertex in vertices if colours[vertex]]
    many = [vertex for vertex in vertices if not colours[vertex]]
    few, many = sorted((few, many), key=len)
    # A path with an odd number of squares has one more of the colour of its ends.
    if question.ends and all(end in few for end in question.ends):
        few, many = many, few
    return {*few[: size // 2], *many[: size - size // 2]}
