"""The sweep of a question: its terms, its retirement order, its exact sizes.

All sweeps (counting, numbering, usage) start here. They count undirected closed tours,
and undirected paths with given ends, that use some edges and avoid others. Questions that are too
wide are refused before anything large is built.
"""

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast

import numpy as np

from babieca import _core
from babieca.engines.protocol import core_question, require_graph
from babieca.engines.retirement import (
    Order,
    frontier_width,
    mirrored_order,
    order_cost,
    retirement_order,
    searched_order,
    sweep_choice,
)
from babieca.errors import BadInputError
from babieca.graphs import Graph
from babieca.limits import Limits
from babieca.progress import stop_report, stopped_by
from babieca.questions import Question
from babieca.reasons import Reason

MOST_SLOTS = 32

Call = TypeVar("Call", bound=Callable[..., Any])


def under_deadline(call: Call) -> Call:
    """Stop a call at the timeout of its limits, even while the core has no progress to report."""

    @functools.wraps(call)
    def timed(*arguments: Any, **words: Any) -> Any:
        limits = next(given for given in arguments if isinstance(given, Limits))
        before = stop_report()

        def poll(done: int, total: int) -> None:
            if before is not None:
                before(done, total)
            if limits.over:
                raise limits.undecided(Reason("still_planning"))

        with stopped_by(poll):
            return call(*arguments, **words)

    return cast(Call, timed)


@dataclass(frozen=True)
class Term:
    """An undirected question of kind closed or path, and the factor of its answer."""

    factor: int
    question: Question
    name: str  # of its checkpoint

    @property
    def weight(self) -> int:
        """The work of the term relative to others, about: paths have one slot more."""
        return 1 if self.question.closed else 8


def trivial_answer(question: Question) -> int | None:
    """Return the answer for closed tours of at most 2 squares and paths of at most 1, else None."""
    size = len(question.graph)
    if question.closed:
        return 0 if size < 3 else None
    return size if size < 2 else None


def terms(question: Question) -> list[Term]:
    """Return a question without symmetry as a sum of terms, which sweeps can answer.

    >>> from babieca.boards import Board
    >>> [(term.factor, term.name) for term in terms(Question.ask(Board(5, 6), "open"))]
    [(1, 'path'), (-30, 'closed')]
    """
    plain, times = question.undirected(), question.multiplicity
    found = []
    for factor, closed, through, avoiding, name in _core.terms(core_question(plain)):
        term = replace(
            plain,
            kind="closed" if closed else "path",
            start=None if closed else plain.start,
            end=None if closed else plain.end,
            through=frozenset(through),
            avoiding=frozenset(avoiding),
        )
        found.append(Term(times * factor, term, name))
    return found


@dataclass(frozen=True)
class Prepared:
    """A sweep with its order; `plan` has its layout, None if it is too wide for blocks."""

    question: Question
    order: Order
    mirror: tuple[int, ...]  # each vertex's image; empty: every layer is kept whole
    sweep: _core.Sweep
    plan: _core.BlockPlan | None

    def block_plan(self) -> _core.BlockPlan:
        if self.plan is None:
            slots = self.sweep.slot_count
            if slots <= _core.usual_block_slots:
                raise BadInputError("too_many_touched", touched=_core.most_touched)
            raise BadInputError(
                "too_many_slots",
                slots=slots,
                usual=_core.usual_block_slots,
                most=_core.most_block_slots,
                touched=_core.most_touched,
            )
        return self.plan


@under_deadline
def prepare(
    question: Question, limits: Limits, order: Order | None = None, *, mirror: bool | None = False
) -> Prepared:
    """Choose the retirement order of an undirected question, and lay out its sweep.

    With `mirror`, half of each layer is kept; if it is None, only where that takes fewer counters.
    A given order with `mirror` retires mirrored pairs together.
    """
    if order is not None:
        mirrored = mirrored_order(question) if mirror else None
        image = tuple(mirrored[1].tolist()) if mirrored else ()
        return prepared(question, tuple(order.tolist()), image)
    if not mirror:
        best_order(question, limits)
    require_narrow(question, limits)
    found = sweep_choice(question).prepare(mirror, stop_report())
    if found is None:
        raise BadInputError("no_mirror_keeps_question")
    return Prepared(question, found.order, tuple(found.mirror.tolist()), found.sweep, found.plan)


def prepared(question: Question, order: tuple[int, ...], mirror: tuple[int, ...]) -> Prepared:
    """Return the sweep in a given order, the same again if it is known: a layout takes long."""
    chosen = np.array(order, dtype=np.int32)
    try:
        found = sweep_choice(question).in_order(chosen, np.array(mirror, np.int32), stop_report())
    except _core.Refused as error:
        raise BadInputError("cannot_sweep", why=question.graph.reason(error.args)) from None
    return Prepared(question, chosen, mirror, found.sweep, found.plan)


@under_deadline
def best_order(question: Question, limits: Limits) -> Order:
    require_narrow(question, limits)
    order = searched_order(question)
    width = frontier_width(question, order)
    if width > MOST_SLOTS:
        raise BadInputError("too_wide_frontier", graph=question.graph, width=width, most=MOST_SLOTS)
    return order


def require_narrow(question: Question, limits: Limits, *, folds: int = 1) -> None:
    """Refuse rectangles that are too wide, and graphs that do not fit the budget.

    A folded board is narrower by a factor of `folds` at most.
    """
    if (board := question.board) is not None and board.is_plain and board.dimensions == 2:
        most = folds * MOST_SLOTS // 2
        if min(board.sides) > most:
            raise BadInputError("too_wide_side", graph=question.graph, most=most)
    require_graph(question, limits)


def width_of(graph: Graph) -> float:
    """Return the width of the frontier, about: a mean that favours the widest layers.

    >>> from babieca.boards import Board
    >>> round(width_of(Graph.of(Board(8, 8))))
    16
    """
    return (order_cost(graph, retirement_order(graph)) - math.log2(len(graph))) / math.log2(3)
