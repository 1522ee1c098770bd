"""Retirement orders: the order in which a sweep passes the vertices of a graph.

The core chooses them (cpp/core/frontier/order_choice.hpp). In a mirrored order, a vertex and its
image under a symmetry retire one right after the other, so that a sweep keeps one of each two
states that mirror each other.
"""

import functools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.engines.protocol import built_question
from babieca.errors import BadInputError, shown
from babieca.graphs import Graph
from babieca.invariants import Image
from babieca.progress import stop_report
from babieca.questions import Question

Order = NDArray[np.int32]

MOST_REMEMBERED = 1024
"""Questions whose orders and layouts are cached, about a megabyte each."""


def retirement_order(graph: Graph) -> Order:
    """Return an order with a narrow frontier, always the same.

    Plain rectangles are swept along the longer side. Other boards and graphs have the best of the
    row and column sweeps and a greedy order, improved by local search.

    >>> from babieca.boards import Board
    >>> retirement_order(Graph.of(Board(3, 4)))[:6].tolist()
    [0, 8, 4, 1, 9, 5]
    """
    return _core.retirement_order(graph.built, stop_report())


def order_cost(graph: Graph, order: Order) -> float:
    """Return log2 of the sum of 3^width over the layers, about the number of states."""
    return _core.order_cost(graph.built, np.ascontiguousarray(order, np.int32))


def line_order(question: Question, *, mirrored: bool) -> Order:
    """Return the best order that goes line by line: another than the searched one, hardly slower.

    With `mirrored`, mirrored pairs retire together.

    >>> from babieca.boards import Board
    >>> line_order(Question.ask(Board(4, 6)), mirrored=True)[:8].tolist()
    [0, 18, 12, 6, 1, 19, 13, 7]
    """
    found = mirrored_order(question) if mirrored else None
    if found is None:
        return retirement_order(question.graph)
    orders = _core.mirrored_sweeps(question.graph.place, np.array(found[1], np.int32))
    return min(orders, key=order_search(question).counters)


def frontier_width(question: Question, order: Order) -> int:
    """Return the most slots that a sweep needs at once."""
    return _core.frontier_width(built_question(question), order)


def checked_order(graph: Graph, order: Any) -> Order:
    try:
        parts = [graph.vertex(label) + part for label in order for part in range(graph.parts)]
    except TypeError:
        raise BadInputError("order_list_all_squares", order=shown(order)) from None
    vertices = np.array(parts, dtype=np.int32)
    if not np.array_equal(np.sort(vertices), np.arange(len(graph))):
        raise BadInputError("order_of_vertices")
    return vertices


def order_search(question: Question) -> _core.OrderSearch:
    return _core.OrderSearch(built_question(question))


@functools.lru_cache(maxsize=MOST_REMEMBERED)
def sweep_choice(question: Question) -> _core.SweepChoice:
    """Return the sweeps of an undirected question; it remembers their orders and layouts."""
    return _core.SweepChoice(built_question(question))


def searched_order(question: Question, first: tuple[int, ...] = ()) -> Order:
    """Return the best order that was found, beginning with the vertices `first`."""
    return sweep_choice(question).searched(np.array(first, dtype=np.int32), stop_report())


def mirrored_order(question: Question) -> tuple[Order, Image] | None:
    """Return an order that retires mirrored pairs together, and the mirror: each vertex's image.

    None if no symmetry keeps the question, which is undirected, of kind closed or path. Of the
    orders that are tried, it is the one with the fewest counters.

    >>> from babieca.boards import Board
    >>> order, mirror = mirrored_order(Question.ask(Board(6, 8)))
    >>> bool((mirror[order[::2]] == order[1::2]).all())
    True
    """
    order, mirror = sweep_choice(question).mirrored(stop_report())
    return (order, mirror) if len(order) else None
