"""Shared by methods that look for one tour: answers of the core, and easier questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babieca.boards import Board
from babieca.edges import Edge
from babieca.engines.protocol import Finding
from babieca.errors import BadInputError
from babieca.graphs import Graph
from babieca.limits import Limits
from babieca.questions import Question

NO_VERTEX = -1
"""The core's number for no vertex."""

_FOUND, _IMPOSSIBLE = 0, 1

TOO_FEW = "a closed tour needs at least three squares"

Vertices = NDArray[np.int32]
Finder = Callable[[Question, Limits], Finding]


def finding_of(
    answer: tuple[Any, ...], counts: Sequence[str], *, proof: str | None = None
) -> Finding:
    """Turn (outcome, squares, statistics) into a finding; `proof` names an exhausted search."""
    outcome, squares, statistics = answer
    counted = {name: statistics[name] for name in counts}
    if outcome == _FOUND:
        return Finding(order=squares, statistics=counted)
    if outcome == _IMPOSSIBLE:
        assert proof is not None
        return Finding(proof=f"{proof}, {statistics['nodes']} squares entered", statistics=counted)
    return Finding(statistics=counted)


def vertex_count(question: Question) -> int:
    """Return the number of squares; refuse 0, and more than the core can number."""
    count = len(question.graph)
    if count == 0:
        raise BadInputError("a graph without vertices has nothing to visit")
    if count >= 2**31:
        raise BadInputError(f"methods that search number fewer than 2^31 squares, not {count}")
    return count


def require_graph(question: Question, limits: Limits) -> None:
    """Refuse a question whose graph would not fit the budget, before it is built."""
    limits.require(question.graph.adjacency_bytes, f"the graph of {question.graph}")


def vertex_or_minus_one(vertex: int | None) -> int:
    return NO_VERTEX if vertex is None else vertex


def asked_of_core(question: Question) -> tuple[bool, int, int, list[Edge], list[Edge]]:
    """Return paths or not, start, end, and the edges to use and to avoid, for the core's sweeps."""
    return (
        not question.closed,
        vertex_or_minus_one(question.start),
        vertex_or_minus_one(question.end),
        sorted(question.through),
        sorted(question.avoiding),
    )


def reduced(method: Finder, question: Question, limits: Limits) -> Finding | None:
    """Rewrite an end without a start, or a begin, as a start; None if there is neither."""
    return _reversed_if_only_end(method, question, limits) or _after_the_beginning(
        method, question, limits
    )


def _reversed_if_only_end(method: Finder, question: Question, limits: Limits) -> Finding | None:
    """Look for the path from its end, and reverse it."""
    if question.closed or question.start is not None or question.end is None:
        return None
    finding = method(replace(question, start=question.end, end=None), limits)
    return finding if finding.order is None else replace(finding, order=finding.order[::-1])


def _after_the_beginning(method: Finder, question: Question, limits: Limits) -> Finding | None:
    """Look for a path from the last square of `begin`, on the graph without the squares before.

    A closed tour a, b, …, a is a path from b to a; a path a, b, … is one from b without a.
    """
    begin = question.begin
    if not begin:
        return None
    size = len(question.graph)
    if question.closed and size < 3:
        return Finding(proof=TOO_FEW)
    head = begin[1:-1] if question.closed else begin[:-1]
    rest, number = without(question.graph, head)
    end = begin[0] if question.closed else question.end
    if len(rest) == 1:
        return Finding(order=np.array(begin, dtype=np.int32))
    if end == begin[-1]:
        return Finding(proof="the beginning reaches the end before all is visited")
    easier = replace(
        question,
        graph=rest,
        kind="path",
        start=int(number[begin[-1]]),
        end=None if end is None else int(number[end]),
        begin=(),
    )
    finding = method(easier, limits)
    if finding.order is None:
        return finding
    kept = np.flatnonzero(number >= 0)
    order = kept[finding.order]
    if question.closed:
        order = order[:-1]
        head = begin[:-1]
    return replace(finding, order=np.concatenate([head, order]).astype(np.int32))


def without(graph: Graph, gone: Sequence[int]) -> tuple[Graph, NDArray[np.int64]]:
    """Return the graph without some vertices, and the new number of each vertex (-1: gone)."""
    if len(gone) == 0:
        return graph, np.arange(len(graph))
    stays = np.ones(len(graph), dtype=bool)
    stays[list(gone)] = False
    number = np.where(stays, np.cumsum(stays) - 1, -1)
    board = graph.board
    if board is not None:
        holes = [*board.hole_indices, *(board.index_of(vertex) for vertex in gone)]
        squares = [board.square(index) for index in holes]
        smaller = Board(*board.sides, leaper=board.leaper, holes=squares, wrap=board.wrap)
        return Graph.from_board(smaller), number
    sources = np.repeat(np.arange(len(graph)), graph.degrees)
    targets = graph.targets.astype(np.int64)
    kept = stays[sources] & stays[targets]
    labels = [label for label, there in zip(graph.labels, stays, strict=True) if there]
    smaller_graph = Graph(number[sources[kept]], number[targets[kept]], len(labels), labels=labels)
    return smaller_graph, number
