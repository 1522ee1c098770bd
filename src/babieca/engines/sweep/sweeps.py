"""A question made ready for the frontier sweep: its order of retirement and its exact sizes.

All sweeps (deciding, counting, numbering, edge usage) start here, from one bound object of the
core. What is hopeless is refused before anything large is built.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

from babieca import _core
from babieca.engines.answers import asked_of_core, require_graph
from babieca.engines.images import vertex_symmetries
from babieca.engines.mirrored import mirrored_order
from babieca.engines.retirement import (
    LARGEST_SEARCHED,
    WORTH_A_SEARCH,
    Order,
    improved,
    order_search,
    retirement_order,
)
from babieca.errors import BadInputError
from babieca.graphs import Graph
from babieca.limits import Limits
from babieca.questions import Question
from babieca.stopping import asked
from babieca.symmetries import symmetry_count

MOST_SLOTS = 32
MOST_BLOCK_SLOTS = 20
MOST_TOUCHED = 12
"""Slots that one step of blocks may touch: what it does to them is tabulated, 3^touched entries."""

MOST_UPPER_SLOTS = 12
"""With a mirror, slots that are not the left one of a pair: layers have 3^these segments."""

MOST_REMEMBERED = 1024
"""Orders and plans, less than a megabyte each: as many as an executor asks for at the same time."""

MOST_IMAGES = 16
"""Orders that are compared where ends and constraints break the board's symmetry."""


def swept(question: Question, order: Order, mirror: tuple[int, ...] = ()) -> _core.Sweep:
    """Return the sweep of an undirected question of kind closed or path, as the core sees it.

    `mirror` has the image of every vertex under a symmetry for which the order is mirrored.
    """
    graph = question.graph
    try:
        return _core.Sweep(
            graph.offsets,
            graph.targets,
            np.ascontiguousarray(order, np.int32),
            *asked_of_core(question),
            np.array(mirror, dtype=np.int32),
        )
    except ValueError as error:
        raise BadInputError(f"this cannot be swept: {error}") from None


@dataclass(frozen=True)
class Prepared:
    """A sweep with its order; `plan` has its sizes, None if it is too wide for blocks."""

    question: Question
    order: Order
    mirror: tuple[int, ...]  # each vertex's image; empty: every layer is kept whole
    sweep: _core.Sweep
    plan: _core.CountingPlan | None

    def block_plan(self) -> _core.CountingPlan:
        """Return the plan, or refuse what is too wide for one."""
        if self.plan is None:
            raise BadInputError(
                f"the frontier has {self.sweep.slot_count} slots, too many for blocks (at most "
                f"{MOST_BLOCK_SLOTS}, {MOST_TOUCHED} touched at once); method sparse takes more"
            )
        return self.plan


def prepare(
    question: Question,
    limits: Limits,
    order: Order | None = None,
    *,
    mirror: bool | None = False,
) -> Prepared:
    """Choose the order and plan the sweep of an undirected question.

    Ends and constraints break the board's symmetry: how much they save depends on the side from
    which they are met. So the images of the order are compared before it is improved. With a
    mirror, half of each layer is kept: if it is None, where that takes fewer counters.
    """
    if order is not None:
        if mirror:
            raise BadInputError("give an order or a mirror, not both: a mirror has its own order")
        return prepared(question, tuple(order.tolist()), ())
    if mirror:
        halved = _halved(question, limits)
        if halved is None:
            raise BadInputError(f"no mirror keeps this question on {question.graph}")
        return halved
    plain = prepared(question, tuple(best_order(question, limits).tolist()), ())
    if mirror is False or plain.plan is None or plain.plan.total_counters < WORTH_A_SEARCH:
        return plain
    halved = _halved(question, limits)
    if halved is None or halved.plan is None:
        return plain
    return min(halved, plain, key=lambda ready: ready.block_plan().total_counters)


def _halved(question: Question, limits: Limits) -> Prepared | None:
    require_narrow(question, limits)
    found = mirrored_order(question)
    if found is None:
        return None
    order, mirror = found
    return prepared(question, tuple(order.tolist()), tuple(mirror.tolist()))


@functools.lru_cache(maxsize=MOST_REMEMBERED)
def prepared(question: Question, order: tuple[int, ...], mirror: tuple[int, ...]) -> Prepared:
    """Return the sweep in a given order; it takes long for its size, and is remembered."""
    chosen = np.array(order, dtype=np.int32)
    sweep = swept(question, chosen, mirror)
    narrow = sweep.slot_count <= MOST_BLOCK_SLOTS and touched(question, chosen) <= MOST_TOUCHED
    if sweep.pairs:
        narrow = narrow and sweep.slot_count - sweep.pairs <= MOST_UPPER_SLOTS
    plan = sweep.plan(asked()) if narrow else None
    return Prepared(question, chosen, mirror, sweep, plan)


def touched(question: Question, order: Order) -> int:
    """Return how many slots the busiest step touches: a vertex, those after it, and the apex."""
    graph = question.graph
    time = np.empty(len(graph), dtype=np.int64)
    time[order] = np.arange(len(graph))
    sources = np.repeat(np.arange(len(graph)), graph.degrees)
    later = np.bincount(sources[time[graph.targets] > time[sources]], minlength=len(graph))
    return int(later.max(initial=0)) + 1 + (not question.closed)


def best_order(question: Question, limits: Limits) -> Order:
    """Return a good order of retirement for a question, refusing frontiers no sweep takes."""
    require_narrow(question, limits)
    order = searched_order(question)
    _refuse_width(question, _width(question, order))
    return order


def _width(question: Question, order: Order) -> int:
    graph = question.graph
    return _core.frontier_width(graph.offsets, graph.targets, order) + (not question.closed)


@functools.lru_cache(maxsize=MOST_REMEMBERED)
def searched_order(question: Question) -> Order:
    """Return the best order that was found."""
    graph = question.graph
    order = retirement_order(graph)
    if not 0 < len(graph) <= LARGEST_SEARCHED:
        return order
    search = order_search(question)
    order = min(_images(graph, order), key=search.counters)
    if search.counters(order) < WORTH_A_SEARCH:
        return order
    mirrored = mirrored_order(question)
    if mirrored is not None:
        order = min(order, mirrored[0], key=search.counters)
    return _improved_for_blocks(question, search, order)


def order_beginning_with(question: Question, first: tuple[int, ...], limits: Limits) -> Order:
    """Return a good order in which some vertices retire first, in the order given."""
    return _order_from(question, first, tuple(best_order(question, limits).tolist()))


@functools.lru_cache(maxsize=4)
def _order_from(question: Question, first: tuple[int, ...], order: tuple[int, ...]) -> Order:
    graph, search = question.graph, order_search(question)
    best = min(
        (
            np.concatenate([np.array(first, dtype=np.int32), one[~np.isin(one, first)]])
            for known in (np.array(order, dtype=np.int32), retirement_order(graph))
            for one in _images(graph, known)
        ),
        key=search.counters,
    )
    if len(graph) > LARGEST_SEARCHED or search.counters(best) < WORTH_A_SEARCH:
        return best
    return _improved_for_blocks(question, search, best, len(first))


def _images(graph: Graph, order: Order) -> list[Order]:
    """Return the images of an order under the symmetries of a board, where they are few."""
    board = graph.board
    if board is None or symmetry_count(board.sides) > MOST_IMAGES:
        return [order]
    return [image[order] for _, image in vertex_symmetries(graph)]


def _improved_for_blocks(
    question: Question, search: _core.OrderSearch, order: Order, fixed: int = 0
) -> Order:
    """Improve an order but for its first vertices, unless that would take it beyond blocks.

    It may become wider or, where vertices have many neighbours, touch more at once.
    """
    found = improved(search, order, fixed=fixed)
    if touched(question, found) > max(MOST_TOUCHED, touched(question, order)):
        return order
    if _width(question, found) > max(MOST_BLOCK_SLOTS, _width(question, order)):
        return order
    return found


def require_narrow(question: Question, limits: Limits, *, folds: int = 1) -> None:
    """Refuse at once what is known to be too wide, or whose graph alone outgrows the budget.

    A folded board is narrower by a factor of `folds` at most.
    """
    board = question.board
    if board is not None and board.is_plain and board.dimensions == 2:
        _refuse_width(question, 2 * min(board.sides) // folds, folds)
    require_graph(question, limits)


def _refuse_width(question: Question, width: int, folds: int = 1) -> None:
    if width > MOST_SLOTS:
        raise BadInputError(
            f"the frontier of {question.graph} has {width} squares; a sweep takes at most "
            f"{MOST_SLOTS}: on a plain rectangle, a shorter side of {folds * MOST_SLOTS // 2}"
        )
