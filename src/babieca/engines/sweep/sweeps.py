"""The sweep of a question: its retirement order and its exact sizes.

All sweeps (deciding, counting, numbering, usage) start here. Questions that are too wide are
refused before anything large is built.
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
"""Slots that one step of blocks may touch: its tables have 3^touched entries."""

MOST_UPPER_SLOTS = 12
"""With a mirror, slots except the left ones of pairs: layers have 3^these segments."""

MOST_REMEMBERED = 1024
"""Orders and layouts, less than a megabyte each."""

MOST_IMAGES = 16
"""Images of an order that are compared if ends and moves break the board's symmetry."""


def swept(question: Question, order: Order, mirror: tuple[int, ...] = ()) -> _core.Sweep:
    """Return the core's sweep of an undirected question of kind closed or path.

    `mirror` has the image of every vertex, if the order is mirrored.
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
    """A sweep with its order; `plan` has its layout, None if it is too wide for blocks."""

    question: Question
    order: Order
    mirror: tuple[int, ...]  # each vertex's image; empty: every layer is kept whole
    sweep: _core.Sweep
    plan: _core.CountingPlan | None

    def block_plan(self) -> _core.CountingPlan:
        """Return the layout; refuse a sweep that is too wide for blocks."""
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
    """Choose the retirement order of an undirected question, and lay out its sweep.

    With a mirror, half of each layer is kept; None: if that takes fewer counters.
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
    """Return the sweep in a given order; it is cached, because a layout takes long."""
    chosen = np.array(order, dtype=np.int32)
    sweep = swept(question, chosen, mirror)
    narrow = sweep.slot_count <= MOST_BLOCK_SLOTS and touched(question, chosen) <= MOST_TOUCHED
    if sweep.pairs:
        narrow = narrow and sweep.slot_count - sweep.pairs <= MOST_UPPER_SLOTS
    plan = sweep.plan(asked()) if narrow else None
    return Prepared(question, chosen, mirror, sweep, plan)


def touched(question: Question, order: Order) -> int:
    """Return the most slots that a step touches: a vertex, its later neighbours, and the apex."""
    graph = question.graph
    time = np.empty(len(graph), dtype=np.int64)
    time[order] = np.arange(len(graph))
    sources = np.repeat(np.arange(len(graph)), graph.degrees)
    later = np.bincount(sources[time[graph.targets] > time[sources]], minlength=len(graph))
    return int(later.max(initial=0)) + 1 + (not question.closed)


def best_order(question: Question, limits: Limits) -> Order:
    """Return a good retirement order; refuse frontiers that are too wide."""
    require_narrow(question, limits)
    order = searched_order(question)
    width = _width(question, order)
    if width > MOST_SLOTS:
        raise BadInputError(
            f"{question.graph} is too wide to count: the frontier has {width} squares, and a sweep "
            f"takes at most {MOST_SLOTS}"
        )
    return order


def _width(question: Question, order: Order) -> int:
    graph = question.graph
    return _core.frontier_width(graph.offsets, graph.targets, order) + (not question.closed)


@functools.lru_cache(maxsize=MOST_REMEMBERED)
def searched_order(question: Question) -> Order:
    """Return the best order that was found.

    Ends and moves break the board's symmetry: how much they save depends on when a sweep meets
    them. So the images of the simple order are compared before it is improved.
    """
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
    """Return a good order that begins with some vertices."""
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
    """Return the images of an order under the symmetries of a board, if they are few."""
    board = graph.board
    if board is None or symmetry_count(board.sides) > MOST_IMAGES:
        return [order]
    return [image[order] for _, image in vertex_symmetries(graph)]


def _improved_for_blocks(
    question: Question, search: _core.OrderSearch, order: Order, fixed: int = 0
) -> Order:
    """Improve an order after its `fixed` first vertices, if blocks can take the result."""
    found = improved(search, order, fixed=fixed)
    if touched(question, found) > max(MOST_TOUCHED, touched(question, order)):
        return order
    if _width(question, found) > max(MOST_BLOCK_SLOTS, _width(question, order)):
        return order
    return found


def require_narrow(question: Question, limits: Limits, *, folds: int = 1) -> None:
    """Refuse rectangles that are too wide, and graphs that do not fit the budget.

    A folded board is narrower by a factor of `folds` at most.
    """
    board = question.board
    if board is not None and board.is_plain and board.dimensions == 2:
        most = folds * MOST_SLOTS // 2
        if min(board.sides) > most:
            raise BadInputError(
                f"{question.graph} is too wide to count: the shorter side may have at most {most} "
                "squares"
            )
    require_graph(question, limits)
