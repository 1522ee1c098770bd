"""Exact answers by the frontier sweep: a tour, or the proof that there is none.

The vertices retire one by one; a state is how the vertices between the retired and the others are
linked so far. Searching the states depth first, none twice, ends with a tour or with the proof that
none exists. On a board of fixed width the time is linear in the length.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.boards import Board
from babieca.errors import BadInputError
from babieca.finding.constructions import inner_squares, rectangle_of
from babieca.finding.problem import Finding, Problem
from babieca.graphs import Graph
from babieca.memory import require

MOST_STATES = 20_000_000
"""About 2 GB. More than any rectangle with a side up to 5 and a million squares needs."""

WIDEST = 22
"""The most slots of a frontier that the packed states can hold, less the one of a path's ends."""

_BYTES_PER_VERTEX = 1000


def sweep(problem: Problem) -> Finding:
    """Decide by the frontier sweep. Option `states`: the most states to enter.

    >>> len(sweep(Problem(Board(3, 10), closed=True)).order)
    30
    >>> sweep(Problem(Board(3, 8), closed=True)).proof
    'proved by exhaustive sweep, 78 states'
    """
    states = problem.options.get("states", MOST_STATES)
    if not isinstance(states, int) or states < 1:
        raise BadInputError(f"states is the most states to enter, not {states!r}")
    count = len(problem.where)
    if problem.closed and count < 3:
        return Finding(proof="a closed tour needs at least three squares")
    if count == 1:
        return Finding(order=np.zeros(1, dtype=np.int32))
    require(count * _BYTES_PER_VERTEX, "the plan of the sweep")
    inner: NDArray[np.int32] = np.empty(0, dtype=np.int32)
    period = 0
    sides = rectangle_of(problem.board)
    if sides is not None:
        period = 4 * min(sides)
        if min(sides) == 4 and not problem.closed:
            inner = np.array(inner_squares(sides), dtype=np.int32)
    order = sweep_order(problem.where)
    if frontier_width(problem.graph, order) > WIDEST:
        raise BadInputError(f"the frontier is wider than {WIDEST}; use another method")
    forced_start = problem.start if not problem.closed or problem.first is not None else None
    squares, complete, entered = _core.sweep(
        problem.graph.offsets,
        problem.graph.targets,
        order,
        problem.closed,
        -1 if forced_start is None else forced_start,
        -1 if problem.end is None else problem.end,
        -1 if problem.first is None else problem.first,
        inner,
        period,
        states,
        None if problem.seed is None else problem.seed % 2**64,
        problem.progress,
    )
    statistics = {"states": entered}
    if len(squares):
        if problem.closed and problem.start is not None:
            squares = np.roll(squares, -int(np.flatnonzero(squares == problem.start)[0]))
        return Finding(order=squares, statistics=statistics)
    if complete:
        return Finding(proof=f"proved by exhaustive sweep, {entered} states", statistics=statistics)
    return Finding(statistics=statistics)


METHODS = {"sweep": sweep}


def sweep_order(where: Board | Graph) -> NDArray[np.int32]:
    """Return an order of retirement with a small frontier.

    Boards are swept line by line along their longest side, each line by the even places and then
    back by the odd ones: on a plain board of width w the frontier is then 2w squares at every step.
    Graphs are swept breadth first from a vertex of least degree.

    >>> sweep_order(Board(3, 4)).tolist()
    [0, 8, 4, 1, 9, 5, 2, 10, 6, 3, 11, 7]
    """
    board = where.board if isinstance(where, Graph) else where
    if board is None:
        assert isinstance(where, Graph)
        return _breadth_first(where)
    axis = int(np.argmax(board.sides))
    grid = np.moveaxis(np.arange(board.cells).reshape(board.sides), axis, 0)
    lines = grid.reshape(board.sides[axis], -1)
    lines = np.concatenate([lines[:, ::2], lines[:, 1::2][:, ::-1]], axis=1)
    order = lines.reshape(-1)
    if board.holes:
        indices = board.indices()
        order = np.searchsorted(indices, order[np.isin(order, indices)])
    return order.astype(np.int32)


def _breadth_first(graph: Graph) -> NDArray[np.int32]:
    seen = np.zeros(len(graph), dtype=bool)
    order: list[int] = []
    for root in np.argsort(graph.degrees, kind="stable").tolist():
        if seen[root]:
            continue
        seen[root] = True
        at = len(order)
        order.append(root)
        while at < len(order):
            for other in graph.neighbours(order[at]).tolist():
                if not seen[other]:
                    seen[other] = True
                    order.append(other)
            at += 1
    return np.array(order, dtype=np.int32)


def frontier_width(graph: Graph, order: NDArray[np.int32]) -> int:
    """Return the most vertices that wait between the retired and the untouched.

    >>> board = Board(8, 8)
    >>> frontier_width(Graph.of(board), sweep_order(board))
    16
    """
    time = np.empty(len(graph), dtype=np.int64)
    time[order] = np.arange(len(graph))
    # A vertex waits from the first retirement among its neighbours up to its own.
    entry = time.copy()
    np.minimum.at(entry, np.repeat(np.arange(len(graph)), graph.degrees), time[graph.targets])
    change = np.bincount(entry, minlength=len(graph) + 1) - np.bincount(
        time, minlength=len(graph) + 1
    )
    return int(np.cumsum(change).max())
