"""What the searching methods share: how the core answers, and what a first move reduces to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babieca.boards import Board
from babieca.errors import BadInputError
from babieca.finding.problem import Finding, Method, Problem
from babieca.graphs import Graph

NOBODY = -1
"""How the core is told that no vertex is given."""

_FOUND, _IMPOSSIBLE = 0, 1

Vertices = NDArray[np.int32]


def finding_of(
    answer: tuple[Any, ...], counts: Sequence[str], *, proof: str | None = None
) -> Finding:
    """Turn (outcome, squares, statistics) into a finding with the counts the method keeps.

    `proof` is the name of an exhausted search.
    """
    outcome, squares, statistics = answer
    counted = {name: statistics[name] for name in counts}
    if outcome == _FOUND:
        return Finding(order=squares, statistics=counted)
    if outcome == _IMPOSSIBLE:
        assert proof is not None
        return Finding(proof=f"{proof}, {statistics['nodes']} squares entered", statistics=counted)
    return Finding(statistics=counted)


def board_of(problem: Problem) -> Board | None:
    """Return the board behind the problem, also where its graph was given."""
    return problem.where.board if isinstance(problem.where, Graph) else problem.where


def vertex_count(problem: Problem) -> int:
    """Return the number of squares, refusing none and more than the core can number."""
    count = len(problem.where)
    if count == 0:
        raise BadInputError("a graph without vertices has nothing to visit")
    if count >= 2**31:
        raise BadInputError(f"methods that search number fewer than 2^31 squares, not {count}")
    return count


def seed_of(problem: Problem) -> int:
    """Return the seed as the core takes it: any integer is one, none is 0."""
    return (problem.seed or 0) % 2**64


def option(problem: Problem, name: str, default: Any) -> Any:
    """Return one of the method's own options; no number of them is wider than the core's."""
    value = problem.options.get(name, default)
    if isinstance(value, int) and abs(value) >= 2**62:
        raise BadInputError(f"{name} must be less than 2^62, not {value}")
    return value


def vertex_or_nobody(vertex: int | None) -> int:
    """Return the vertex, or the core's word for none."""
    return NOBODY if vertex is None else vertex


def reversed_if_only_end(method: Method, problem: Problem) -> Finding | None:
    """Serve a path of which only the end is given as one from there, read backwards."""
    if problem.closed or problem.start is not None or problem.end is None:
        return None
    finding = method(replace(problem, start=problem.end, end=None))
    return finding if finding.order is None else replace(finding, order=finding.order[::-1])


def with_first_move(method: Method, problem: Problem) -> Finding | None:
    """Reduce a problem with a first move to one without; None if there is no first move.

    A path start, first, ... is a path from `first` on the board without `start`. A closed tour
    start, first, ..., start is a path from `first` to `start` on the whole board.
    """
    if problem.first is None:
        return None
    start, first = problem.start, problem.first
    assert start is not None
    if problem.closed:
        if len(problem.where) < 3:
            return Finding(proof="a closed tour needs at least three squares")
        finding = method(replace(problem, closed=False, start=first, end=start, first=None))
        if finding.order is None:
            return finding
        return replace(finding, order=np.roll(finding.order, 1))

    def renumber(vertex: int) -> int:
        return vertex - (vertex > start)

    end = None if problem.end is None else renumber(problem.end)
    smaller = replace(
        problem, where=_without(problem.where, start), start=renumber(first), end=end, first=None
    )
    if len(smaller.where) == 1:
        return Finding(order=np.array([start, first], dtype=np.int32))
    finding = method(smaller)
    if finding.order is None:
        return finding
    rest = np.asarray(finding.order)
    rest = rest + (rest >= start)
    return replace(finding, order=np.concatenate([[start], rest]).astype(np.int32))


def _without(where: Board | Graph, vertex: int) -> Board | Graph:
    """Return the same board or graph without one vertex, the others called as before."""
    board = where if isinstance(where, Board) else where.board
    if board is not None:
        hole = int(board.indices()[vertex])
        return Board(
            *board.sides,
            leaper=board.leaper,
            holes=[*board.holes, board.square(hole)],
            wrap=board.wrap,
        )
    graph = Graph.of(where)
    sources = np.repeat(np.arange(len(graph)), graph.degrees)
    targets = graph.targets.astype(np.int64)
    kept = (sources != vertex) & (targets != vertex)
    sources, targets = sources[kept], targets[kept]
    labels = [label for other, label in enumerate(graph.labels) if other != vertex]
    return Graph(
        sources - (sources > vertex), targets - (targets > vertex), len(labels), labels=labels
    )
