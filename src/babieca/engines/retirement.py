"""Retirement orders: the order in which a sweep passes the vertices of a graph.

The frontier is the set of vertices not yet retired that are adjacent to a retired one; its width
decides the number of states. On a knight's board with w columns, row by row, the even columns from
left to right and then the odd ones from right to left, the frontier has exactly 2w squares: every
square that retires adds exactly one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.boards import Board
from babieca.engines.answers import asked_of_core
from babieca.errors import BadInputError, shown
from babieca.graphs import Graph
from babieca.questions import Question
from babieca.stopping import asked

Order = NDArray[np.int32]

LARGEST_SEARCHED = 400
GREEDY_STARTS = 16
WIDER = 2
"""Slots by which a search may widen the frontier; none with a mirror."""

LARGER = 100.0
"""Factor by which a layer may grow during the search from a greedy order."""

SEARCH_ROUNDS = 30_000
LONGER = 4
"""Factor for the rounds if the first vertices are fixed."""

COUNTERS_PER_ROUND = 2000
"""Counters that are swept in the time of one round: a search takes no longer than the sweep."""

WORTH_A_SEARCH = 1_000_000
"""Counters from which a better order than the simple ones is searched."""


def retirement_order(graph: Graph, *, seed: int = 0) -> Order:
    """Return an order with a narrow frontier; the seed determines it.

    Plain rectangles have the order above, along the longer side. Other boards and graphs have the
    best of the row and column sweeps and a greedy order, improved by local search.

    >>> retirement_order(Graph.of(Board(3, 4)))[:6].tolist()
    [0, 8, 4, 1, 9, 5]
    """
    board = graph.board
    if board is not None and board.is_plain and board.dimensions == 2:
        return next(sweeps(board))
    candidates = list(sweeps(board)) if board is not None else []
    if not 0 < len(graph) <= LARGEST_SEARCHED:
        candidates.append(np.arange(len(graph), dtype=np.int32))
        return min(candidates, key=lambda order: order_cost(graph, order))
    return searched(order_search(Question(graph)), candidates, seed=seed)


def order_cost(graph: Graph, order: Order) -> float:
    """Return log2 of the sum of 3^width over the layers, about the number of states."""
    return _core.order_cost(graph.offsets, graph.targets, np.ascontiguousarray(order, np.int32))


def order_search(question: Question) -> _core.OrderSearch:
    graph = question.graph
    return _core.OrderSearch(graph.offsets, graph.targets, *asked_of_core(question))


def searched(
    search: _core.OrderSearch,
    candidates: list[Order],
    *,
    mirror: Order | None = None,
    seed: int = 0,
) -> Order:
    """Return the order with the fewest counters: the best given or greedy one, improved."""
    best = min(candidates, key=search.counters, default=None)
    if best is not None and search.counters(best) < WORTH_A_SEARCH:
        return best
    greedy = search.greediest(GREEDY_STARTS, mirror, asked())
    best = greedy if best is None else min(best, greedy, key=search.counters)
    return improved(search, best, larger=LARGER, mirror=mirror, seed=seed)


def improved(
    search: _core.OrderSearch,
    order: Order,
    *,
    larger: float = 1.0,
    mirror: Order | None = None,
    fixed: int = 0,
    seed: int = 0,
) -> Order:
    """Return an order with no more counters, after a search that is not longer than the sweep.

    Its largest layer has at most `larger` times the counters. With a mirror, every vertex retires
    next to its image. The first `fixed` vertices stay first; then the frontier does not widen.
    """
    worth = max(20 * len(order), search.counters(order) / COUNTERS_PER_ROUND)
    rounds = int(min(SEARCH_ROUNDS * (LONGER if fixed else 1), worth))
    wider = WIDER if mirror is None and not fixed else 0
    return search.improve(order, wider, larger, rounds, seed, mirror, fixed, asked())


def checked_order(graph: Graph, order: Any) -> Order:
    """Return an order given by the user as vertices; refuse all but permutations."""
    try:
        vertices = np.array([graph.vertex(label) for label in order], dtype=np.int32)
    except TypeError:
        raise BadInputError(f"order is a list of all squares, not {shown(order)}") from None
    if not np.array_equal(np.sort(vertices), np.arange(len(graph))):
        raise BadInputError("an order names every vertex of the graph exactly once")
    return vertices


def sweeps(board: Board) -> Iterator[Order]:
    """Yield two sweeps along each axis: even lines before odd ones, and line by line."""
    for axis in sorted(range(board.dimensions), key=lambda axis: -board.sides[axis]):
        across = np.arange(board.cells // board.sides[axis])
        yield sweep_along(board, axis, np.concatenate([across[::2], across[1::2][::-1]]))
        yield sweep_along(board, axis, across)


def sweep_along(board: Board, axis: int, across: NDArray[np.intp]) -> Order:
    """Return the order slice by slice along an axis, with the squares of a slice as given."""
    grid = np.moveaxis(board.vertices().astype(np.int32).reshape(board.sides), axis, 0)
    order = grid.reshape(board.sides[axis], -1)[:, across].reshape(-1)
    return np.ascontiguousarray(order[order >= 0])
