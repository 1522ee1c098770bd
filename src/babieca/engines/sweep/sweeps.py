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
from babieca.engines.retirement import Order, retirement_order
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.questions import Question
from babieca.symmetries import symmetry_count

MOST_SLOTS = 32
MOST_BLOCK_SLOTS = 20
MOST_TOUCHED = 12
"""Slots that one step of blocks may touch: what it does to them is tabulated, 3^touched entries."""

MOST_UPPER_SLOTS = 12
"""With a mirror, slots that are not the left one of a pair: layers have 3^these segments."""

FEWEST_MIRRORED = 1_000_000
"""Counters in all below which a sweep is over before a mirrored order is found."""

MOST_IMAGES = 16
"""Orders that are compared where ends and constraints break the board's symmetry."""

FEWEST_SLOTS_COMPARED = 12


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
    which they are met. So the images of the order are planned where that may matter. With a mirror,
    half of each layer is kept: if it is None, where that takes fewer counters.
    """
    if order is not None:
        if mirror:
            raise BadInputError("give an order or a mirror, not both: a mirror has its own order")
        return prepared(question, tuple(order.tolist()))
    if mirror:
        halved = _halved(question, limits)
        if halved is None:
            raise BadInputError(f"no mirror keeps this question on {question.graph}")
        return halved
    plain = prepared(question, tuple(best_order(question, limits).tolist()))
    if mirror is False or plain.plan is None or plain.plan.total_counters < FEWEST_MIRRORED:
        return plain
    halved = _halved(question, limits)
    if halved is None or halved.plan is None:
        return plain
    return min(halved, plain, key=lambda ready: ready.block_plan().total_counters)


def _halved(question: Question, limits: Limits) -> Prepared | None:
    require_narrow(question, limits)
    found = _mirrored(question)
    return None if found is None else prepared(question, *found)


@functools.lru_cache(maxsize=16)
def _mirrored(question: Question) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    found = mirrored_order(question)
    return None if found is None else (tuple(found[0].tolist()), tuple(found[1].tolist()))


@functools.lru_cache(maxsize=8)
def prepared(question: Question, order: tuple[int, ...], mirror: tuple[int, ...] = ()) -> Prepared:
    """Return the sweep in a given order; the last few are remembered."""
    chosen = np.array(order, dtype=np.int32)
    sweep = swept(question, chosen, mirror)
    narrow = sweep.slot_count <= MOST_BLOCK_SLOTS and _touched(question, chosen) <= MOST_TOUCHED
    if sweep.pairs:
        narrow = narrow and sweep.slot_count - sweep.pairs <= MOST_UPPER_SLOTS
    return Prepared(question, chosen, mirror, sweep, sweep.plan() if narrow else None)


def _touched(question: Question, order: Order) -> int:
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
    graph = question.graph
    order = retirement_order(graph)
    width = _core.frontier_width(graph.offsets, graph.targets, order)
    _refuse_width(question, width + (not question.closed))
    lopsided = bool(question.required or question.avoiding or question.ends)
    if not lopsided or not FEWEST_SLOTS_COMPARED <= width <= MOST_BLOCK_SLOTS:
        return order
    board = graph.board
    if board is None or symmetry_count(board.sides) > MOST_IMAGES:
        return order
    images = [image[order] for _, image in vertex_symmetries(graph)]
    sizes = {}
    for number, image in enumerate(images):
        ready = prepared(question, tuple(image.tolist()))
        if ready.plan is not None:
            sizes[number] = ready.plan.total_counters
    return images[min(sizes, key=lambda number: sizes[number])] if sizes else order


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
