"""One tour: on any board that has one, from any square, in linear time where that is known.

`find` returns a tour, raises `NoTourError` where none exists, and `NotFoundError` where neither a
tour nor a proof was found within the limits. `find_report` returns all of that as a value.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from babieca import theory
from babieca.boards import Board, SquareLike
from babieca.errors import BadInputError, NotFoundError, NoTourError
from babieca.finding import constructions, edges, general
from babieca.finding import sweep as sweeping
from babieca.finding.problem import Finding, Method, Problem, Report
from babieca.graphs import Graph
from babieca.orders import retirement_order
from babieca.tours import Tour

if TYPE_CHECKING:
    import networkx

__all__ = [
    "METHODS",
    "FindReport",
    "Finding",
    "Problem",
    "Report",
    "find",
    "find_report",
    "tour_of",
]

NARROW = 12
"""Graphs and unusual boards with a frontier up to this many vertices are decided exactly."""

NARROW_STATES = 2_000_000
"""How many states that may take before the heuristics have their turn."""

MOST_RESTARTS = 10**6
"""More are refused: each draws its start beforehand."""

NARROW_VERTICES = 100_000


def auto(problem: Problem) -> Finding:
    """Construct on wide rectangles, sweep narrow ones, do the best on everything else."""
    sides = constructions.rectangle_of(problem.board)
    if sides is not None:
        if min(sides) >= constructions.SHORTEST_SIDE:
            finding = _named("construction", constructions.construction(problem))
            if finding.order is not None or finding.proof is not None:
                return finding
        if min(sides) <= sweeping.WIDEST:
            return _named("sweep", sweeping.sweep(problem))
        return finding
    if len(problem.where) <= NARROW_VERTICES and not _is_box(problem.board):
        order = retirement_order(problem.where)
        if sweeping.width_of(problem.where, order) <= NARROW:
            finding = sweeping.sweep(replace(problem, options={"states": NARROW_STATES}))
            if finding.order is not None or finding.proof is not None:
                return _named("sweep", finding)
    return general.best_effort(problem)


METHODS: dict[str, Method] = {
    "auto": auto,
    **constructions.METHODS,
    **sweeping.METHODS,
    **edges.METHODS,
    **general.METHODS,
}
"""What `method` may be."""

OPTIONS: dict[str, frozenset[str]] = {
    "sweep": frozenset({"states"}),
    "warnsdorff": frozenset({"criteria"}),
    "backtrack": frozenset({"warnsdorff", "nodes"}),
    "exact": frozenset({"nodes"}),
}
"""The options of the methods that have any."""


@dataclass(frozen=True)
class FindReport:
    """What came of looking for a tour: exactly one of found, proved impossible, not found.

    `statistics` is what the method counted; `seconds` is the time it took, without the check of the
    tour.
    """

    tour: Tour | None
    proof: str | None
    method: str
    statistics: Mapping[str, int | float | str]
    seconds: float


def find(
    board_or_graph: Board | Graph | networkx.Graph[Any],
    *,
    closed: bool = False,
    start: SquareLike | Hashable | None = None,
    end: SquareLike | Hashable | None = None,
    first: SquareLike | Hashable | None = None,
    method: str = "auto",
    restarts: int | None = None,
    timeout: float | None = None,
    progress: Report | None = None,
    options: Mapping[str, object] | None = None,
    seed: int | None = None,
) -> Tour:
    """Return a tour, or raise `NoTourError` (proved) or `NotFoundError` (limits reached).

    Tours are undirected; the tour returned is written from `start` (any square if not given), by
    way of `first` if given, to `end`. Without `closed` any path will do, also one whose ends are a
    move apart. `method="auto"` never fails on plain rectangles; the other methods are in `METHODS`,
    with their own `options`. `progress(done, total)` is called now and then. The same `seed` gives
    the same tour; without one the choice is fixed.

    >>> find(Board(6, 6), closed=True).closed
    True
    >>> tour = find(Board(8, 8), start="a1", end="h1", first="b3", seed=7)
    >>> tour.squares[0], tour.squares[1], tour.squares[-1]
    ((0, 0), (2, 1), (0, 7))
    >>> find(Board(4, 8), closed=True)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    babieca.errors.NoTourError: no such tour exists: the 4x8 board has no closed tour (Schwenk...
    """
    return tour_of(
        find_report(
            board_or_graph,
            closed=closed,
            start=start,
            end=end,
            first=first,
            method=method,
            restarts=restarts,
            timeout=timeout,
            progress=progress,
            options=options,
            seed=seed,
        )
    )


def tour_of(report: FindReport) -> Tour:
    """Return the tour of a report, or raise what it says instead."""
    if report.proof is not None:
        raise NoTourError(report.proof)
    if report.tour is None:
        counted = ", ".join(f"{value} {name}" for name, value in report.statistics.items())
        raise NotFoundError(
            f"{report.method} found no tour within its limits"
            + (f" ({counted})" if counted else "")
            + "; whether one exists is not decided"
        )
    return report.tour


def find_report(
    board_or_graph: Board | Graph | networkx.Graph[Any],
    *,
    closed: bool = False,
    start: SquareLike | Hashable | None = None,
    end: SquareLike | Hashable | None = None,
    first: SquareLike | Hashable | None = None,
    method: str = "auto",
    restarts: int | None = None,
    timeout: float | None = None,
    progress: Report | None = None,
    options: Mapping[str, object] | None = None,
    seed: int | None = None,
) -> FindReport:
    """Return what came of looking for a tour, and what it took. Arguments as for `find`.

    >>> report = find_report(Board(8, 8), start="a1", method="warnsdorff", seed=1)
    >>> report.tour is not None, report.method, report.statistics["restarts"]
    (True, 'warnsdorff', 0)
    >>> find_report(Board(3, 5)).proof
    "the 3x5 board has no path (Cull and De Curtins 1978, Knight's tour revisited)"
    """
    if method not in METHODS:
        raise BadInputError(f"unknown method {method!r}: use one of {', '.join(METHODS)}")
    for name in options or {}:
        if name not in OPTIONS.get(method, ()):
            known = ", ".join(sorted(OPTIONS.get(method, ()))) or "none"
            raise BadInputError(f"{method} has no option {name!r}; it has {known}")
    where = board_or_graph if isinstance(board_or_graph, Board) else Graph.of(board_or_graph)
    problem = Problem(
        where=where if isinstance(where, Board) or where.board is None else where.board,
        closed=closed,
        start=_vertex(where, start),
        end=_vertex(where, end),
        first=_vertex(where, first),
        restarts=restarts,
        timeout=timeout,
        progress=progress,
        options=options or {},
        seed=seed,
    )
    _check(problem)
    began = time.perf_counter()
    finding = _known(problem) or METHODS[method](problem)
    seconds = time.perf_counter() - began
    tour = None if finding.order is None else _tour(problem, finding.order)
    statistics = dict(finding.statistics)
    used = str(statistics.pop("method", method))
    return FindReport(tour, finding.proof, used, statistics, seconds)


def _named(method: str, finding: Finding) -> Finding:
    return replace(finding, statistics={**finding.statistics, "method": method})


def _is_box(board: Board | None) -> bool:
    """Whether the board has its own construction in three or more dimensions."""
    return board is not None and board.is_plain and sum(side > 1 for side in board.sides) > 2


def _vertex(where: Board | Graph, square: Any) -> int | None:
    if square is None:
        return None
    if isinstance(where, Graph):
        return where.vertex(square)
    return where.vertex_of(square)


def _check(problem: Problem) -> None:
    if problem.closed and problem.end is not None:
        raise BadInputError("a closed tour has no end; leave out end= or ask for a path")
    if problem.start is not None and problem.start == problem.end and len(problem.where) > 1:
        raise BadInputError("start and end are the same square")
    if problem.timeout is not None and not problem.timeout > 0:
        raise BadInputError(f"a timeout is a positive number of seconds, not {problem.timeout}")
    if problem.restarts is not None and not 0 <= problem.restarts <= MOST_RESTARTS:
        raise BadInputError(f"restarts are from 0 to {MOST_RESTARTS}, not {problem.restarts}")
    if problem.first is None:
        return
    if problem.start is None:
        raise BadInputError("a first move needs a start: give start= as well")
    board = problem.board
    if board is None:
        adjacent = problem.graph.has_edge(problem.start, problem.first)
    else:
        first, start = (board.index_of(vertex) for vertex in (problem.first, problem.start))
        adjacent = board.square(first) in board.neighbours(start)
    if not adjacent:
        raise BadInputError("the first move is not a move: first= is not next to start=")
    if problem.first == problem.end and len(problem.where) > 2:
        raise BadInputError("first= and end= are the same square, and there are others to visit")


def _known(problem: Problem) -> Finding | None:
    """What needs no search: a single square, and what theorems exclude."""
    board = problem.board
    if len(problem.where) == 0:
        return _named("theory", Finding(proof="there is nothing to visit"))
    if board is None:
        return None
    start = None if problem.start is None else board.index_of(problem.start)
    end = None if problem.end is None else board.index_of(problem.end)
    verdict = theory.exists(board, closed=problem.closed, start=start, end=end)
    if verdict.answer == "no":
        source = f" ({verdict.source})" if verdict.source else ""
        return _named("theory", Finding(proof=f"{verdict.reason}{source}"))
    if len(board) == 1:
        return Finding(order=np.zeros(1, dtype=np.int32))
    sides = constructions.rectangle_of(board)
    proof = constructions.rectangle_proof(problem, sides) if sides is not None else None
    return None if proof is None else _named("theory", Finding(proof=proof))


def _tour(problem: Problem, order: NDArray[np.integer[Any]]) -> Tour:
    board = problem.board
    if board is not None and board.holes:
        order = board.indices()[order]
    order.flags.writeable = False  # so that the tour can keep it without a copy
    return Tour(problem.where, order, kind="closed" if problem.closed else "path")
