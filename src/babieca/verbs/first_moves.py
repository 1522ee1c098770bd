"""A row per second square: the first tour, the number of tours, the time (a course exercise)."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

from babieca.engines.search.counting import visit
from babieca.engines.search.instances import RulesLike, refuse_many, search_for
from babieca.engines.search.listing import batches
from babieca.engines.search.move_orders import LISTED, OrderLike, move_order
from babieca.errors import BadInputError, NotFoundError
from babieca.graphs import Graph
from babieca.limits import Limits
from babieca.questions import Question
from babieca.tour import Tour


@dataclass(frozen=True)
class FirstMove:
    """Tours whose first move goes to `square`: the first one found, their number, the time.

    >>> from babieca import Board, first_moves
    >>> [(row.square, row.count) for row in first_moves(Board(5, 5), "path", start="a1")]
    [((2, 1), 152), ((1, 2), 152)]
    """

    square: Any
    first_tour: Tour | None
    count: int
    seconds: float


def first_moves_of(
    question: Question, limits: Limits, *, rules: RulesLike, moves: OrderLike
) -> list[FirstMove]:
    """Return one row per move from the start, in the order of trial; see `Tours.first_moves`."""
    if question.start is None or question.begin:
        raise BadInputError("a table of first moves needs a start, and no begin")
    graph, start = question.graph, question.start
    refuse_many(graph)
    neighbours = _ordered(graph, start, moves)
    rows = []
    for number, other in enumerate(neighbours):
        part = limits.part(number / len(neighbours), (number + 1) / len(neighbours))
        began = time.perf_counter()
        asked = replace(question, begin=(start, other))
        search = search_for(asked, rules=rules, order=moves)
        found = next(batches(search, part, most=1), None)
        tour = None if found is None else question.tour(found[0])
        visited = visit(search, part)
        if not visited.finished:
            raise NotFoundError(f"not decided within {limits.timeout:g} s: {number} rows done")
        rows.append(FirstMove(graph.label(other), tour, visited.count, time.perf_counter() - began))
    return rows


def _ordered(graph: Graph, vertex: int, order: OrderLike) -> list[int]:
    chosen = move_order(graph, order)
    low, high = int(graph.offsets[vertex]), int(graph.offsets[vertex + 1])
    if chosen.code == LISTED:
        return chosen.listed[low:high]
    neighbours: list[int] = graph.neighbours(vertex).tolist()
    return sorted(neighbours, key=lambda v: chosen.rank[v] if chosen.rank else v)
