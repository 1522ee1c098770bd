"""Exact answers by the frontier sweep: a tour, or the proof that there is none.

The vertices retire one by one; a state is how the vertices between the retired and the others are
linked so far. Searching the states depth first, none twice, ends with a tour or with the proof that
none exists. On a board of fixed width the time is linear in the length.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.boards import Board
from babieca.errors import BadInputError
from babieca.finding.answers import option, vertex_or_nobody
from babieca.finding.constructions import inner_squares, rectangle_of
from babieca.finding.problem import Finding, Problem
from babieca.graphs import Graph
from babieca.memory import require
from babieca.orders import Order, order_cost, retirement_order

MOST_STATES = 20_000_000
"""About 2 GB. More than any rectangle with a side up to 5 and a million squares needs."""

WIDEST = 11
"""The longest shorter side of a rectangle whose frontier the states can hold."""

_BYTES_PER_VERTEX = 1000


def sweep(problem: Problem) -> Finding:
    """Decide by the frontier sweep. Option `states`: the most states to enter.

    >>> len(sweep(Problem(Board(3, 10), closed=True)).order)
    30
    >>> sweep(Problem(Board(3, 8), closed=True)).proof
    'proved by exhaustive sweep, 78 states'
    """
    states = option(problem, "states", MOST_STATES)
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
            inner = inner_squares(sides)
    forced_start = problem.start if not problem.closed or problem.first is not None else None
    try:
        squares, complete, entered = _core.sweep(
            problem.graph.offsets,
            problem.graph.targets,
            _order(problem, sides),
            problem.closed,
            vertex_or_nobody(forced_start),
            vertex_or_nobody(problem.end),
            vertex_or_nobody(problem.first),
            inner,
            period,
            states,
            problem.timeout or 0.0,
            None if problem.seed is None else problem.seed % 2**64,
            problem.progress,
        )
    except ValueError as error:
        raise BadInputError(f"{error}; use another method") from None
    statistics = {"states": entered}
    if len(squares):
        if problem.closed and problem.start is not None:
            squares = np.roll(squares, -int(np.flatnonzero(squares == problem.start)[0]))
        return Finding(order=squares, statistics=statistics)
    if complete:
        return Finding(proof=f"proved by exhaustive sweep, {entered} states", statistics=statistics)
    return Finding(statistics=statistics)


METHODS = {"sweep": sweep}


def width_of(where: Board | Graph, order: Order) -> float:
    """Return about how wide the frontier is, as a mean that favours the widest layers.

    >>> round(width_of(Board(8, 8), retirement_order(Board(8, 8))))
    16
    """
    return (order_cost(where, order) - math.log2(len(order))) / math.log2(3)


def _order(problem: Problem, sides: tuple[int, int] | None) -> Order:
    """Sweep from the end of a rectangle nearer to the start: reasons against a tour are there."""
    order = retirement_order(problem.where)
    if sides is None or problem.start is None:
        return order
    start = divmod(problem.start, sides[1])
    axis = int(sides[1] > sides[0])
    return len(order) - 1 - order if 2 * start[axis] >= sides[axis] else order
