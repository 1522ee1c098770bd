"""Exact answers by the frontier sweep: a tour, or the proof that there is none.

The vertices retire one by one; a state is how the vertices between the retired and the others are
linked so far. Searching the states depth first, none twice, ends with a tour or with the proof that
none exists. On a board of fixed width the time is linear in the length.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from babieca.engines.answers import TOO_FEW
from babieca.engines.protocol import Finding
from babieca.engines.refuter.theorems import inner_squares, rectangle_of
from babieca.engines.retirement import Order, order_cost, retirement_order
from babieca.engines.sweep.sweeps import swept
from babieca.graphs import Graph
from babieca.limits import Limits
from babieca.questions import Question

MOST_STATES = 20_000_000
"""About 2 GB: enough for rectangles of a million squares with a side up to 5."""

WIDEST = 11
"""The largest shorter side of a rectangle whose frontier fits a state."""

_BYTES_PER_VERTEX = 1000


def decide(question: Question, limits: Limits) -> Finding:
    """Decide by the frontier sweep, entering at most `limits.states` states.

    >>> from babieca.boards import Board
    >>> len(decide(Question.ask(Board(3, 10)), Limits()).order)
    30
    >>> decide(Question.ask(Board(3, 8)), Limits()).proof
    'proved by exhaustive sweep, 78 states'
    """
    count = len(question.graph)
    if question.closed and count < 3:
        return Finding(proof=TOO_FEW)
    if count == 1:
        return Finding(order=np.zeros(1, dtype=np.int32))
    limits.require(count * _BYTES_PER_VERTEX, "the plan of the sweep")
    inner: NDArray[np.int32] = np.empty(0, dtype=np.int32)
    period = 0
    sides = rectangle_of(question.board)
    if sides is not None and not question.through and not question.avoiding:
        period = 4 * min(sides)
        if min(sides) == 4 and not question.closed:
            inner = inner_squares(sides)
    squares, complete, entered = swept(question.undirected(), _order(question, sides)).decide(
        inner,
        period,
        limits.states or MOST_STATES,
        limits.left(),
        None if limits.seed is None else limits.core_seed,
        limits.reporter(timed=False),
    )
    statistics = {"states": entered}
    if len(squares):
        return Finding(order=question.written(squares), statistics=statistics)
    if complete:
        return Finding(proof=f"proved by exhaustive sweep, {entered} states", statistics=statistics)
    return Finding(statistics=statistics)


def width_of(graph: Graph, order: Order) -> float:
    """Return the width of the frontier, about: a mean that favours the widest layers.

    >>> from babieca.boards import Board
    >>> board = Graph.of(Board(8, 8))
    >>> round(width_of(board, retirement_order(board)))
    16
    """
    return (order_cost(graph, order) - math.log2(len(order))) / math.log2(3)


def _order(question: Question, sides: tuple[int, int] | None) -> Order:
    """Sweep from the end of a rectangle nearer to the start: contradictions are there."""
    order = retirement_order(question.graph)
    if sides is None or question.start is None:
        return order
    start = divmod(question.start, sides[1])
    axis = int(sides[1] > sides[0])
    return len(order) - 1 - order if 2 * start[axis] >= sides[axis] else order
