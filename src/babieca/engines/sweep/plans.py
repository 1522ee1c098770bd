"""The planner of the core, for questions of Python: every plan that fits a machine, cheapest first.

The core decides (cpp/core/questions/plans.hpp). Here its plans become values that travel with their
tasks, and questions that are too wide are refused by name.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from babieca import _core
from babieca.edges import Edge
from babieca.engines.retirement import Order, retirement_order, sweep_choice
from babieca.engines.sweep.count_plan import CounterBits, CountPlan, Machine
from babieca.engines.sweep.moduli import bounds_of, enough_moduli
from babieca.engines.sweep.sweeps import (
    prepare,
    require_narrow,
    trivial_answer,
    under_deadline,
)
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.progress import stop_report
from babieca.questions import Question

SweepMethod = Literal["auto", "blocks", "sparse"]


def _planned(question: Question, planner: Callable[..., Any], *asked: Any) -> list[CountPlan]:
    return [CountPlan(question, **record) for record in planner(*asked, stop_report())]


def _choices(method: SweepMethod, order: Order | None = None, **others: Any) -> _core.PlanChoices:
    given = None if order is None else np.ascontiguousarray(order, np.int32)
    return _core.PlanChoices(method=method, order=given, **others)


@under_deadline
def plans(
    question: Question,
    limits: Limits,
    machine: Machine,
    *,
    method: SweepMethod = "auto",
    order: Order | None = None,
    counter_bits: CounterBits | None = None,
    mirror: bool | None = None,
    moduli: Sequence[int] = (),
) -> list[CountPlan]:
    """Return all plans that fit a machine: first the plans of a checkpoint, then the cheapest.

    The question is undirected, of kind closed or path. The planner makes choices that are None.
    Blocks are preferred: states are tried where no blocks fit, unless a choice asks for blocks.
    """
    if trivial_answer(question) is not None:
        return [CountPlan(question, method="theory")]
    ready = prepare(question, limits, order, mirror=False if method == "sparse" else mirror)
    given = [modulus % 2**64 for modulus in moduli]
    choices = _choices(method, order, counter_bits=counter_bits or 0, mirror=mirror, moduli=given)
    asked = (sweep_choice(question), choices, machine.core)
    found = _planned(question, _core.plans, *asked)
    if not found and (method == "blocks" or counter_bits or mirror is not None or moduli):
        ready.block_plan()  # refuses what is too wide for blocks
        if counter_bits and not moduli:  # refuses counters that do not reach the number
            arithmetic: Literal["cpu", "gpu"] = "cpu" if machine.gpu is None else "gpu"
            enough_moduli(counter_bits, bounds_of(question).expected_sharp_bits, arithmetic)
    return found


@under_deadline
def usage_plans(question: Question, limits: Limits, machine: Machine) -> list[CountPlan]:
    """Return the plans for a sweep forwards and backwards that fit a machine."""
    prepare(question, limits, mirror=None)  # refuses what is too wide
    return _planned(question, _core.usage_plans, sweep_choice(question), machine.core)


@under_deadline
def batch_plans(
    question: Question,
    entries: Sequence[Question],
    limits: Limits,
    machine: Machine,
    *,
    single_moves: bool,
) -> list[CountPlan]:
    """Return the plans that count all entries at once and are cheaper than counting each.

    The question has the words that all entries share. A sweep forwards and backwards needs entries
    that differ in `single_moves` or ends; a sweep backwards only, entries that differ in moves.
    """
    if not entries:
        return []
    require_narrow(question, limits)
    moves = None
    if all(replace(entry, through=question.through) == question for entry in entries):
        moves = [sorted(entry.through - question.through) for entry in entries]
    sample = [sweep_choice(entries[number]) for number in _core.sampled_entries(len(entries))]
    whole = sweep_choice(question)
    asked = (whole, len(entries), sample, moves, single_moves, machine.core)
    try:
        return _planned(question, _core.batch_plans, *asked)
    except _core.Refused as error:
        raise BadInputError("cannot_sweep", why=question.graph.reason(error.args)) from None


def backward_only_plan(
    question: Question, sets: Sequence[Collection[Edge]], limits: Limits, machine: Machine
) -> CountPlan | None:
    """Return the plan of a sweep whose few first vertices decide every move; None if too wide."""
    require_narrow(question, limits)
    listed = [sorted(edges) for edges in sets]
    found = _core.backward_only_plan(sweep_choice(question), listed, machine.core, stop_report())
    return None if found is None else CountPlan(question, **found)


@under_deadline
def numbering_plans(
    question: Question,
    limits: Limits,
    machine: Machine,
    *,
    method: SweepMethod = "auto",
    order: Order | None = None,
    every: int | None = None,
) -> list[CountPlan]:
    """Return the plans for a numbering, the preferred one first.

    Layers of blocks are kept in memory, as many as fit, otherwise in scratch. With `every`,
    one layer in that number goes to scratch. The numbers depend on the order, so it never varies.
    """
    undirected = question.undirected()
    if trivial_answer(undirected) is not None:
        return [CountPlan(undirected, method="theory")]
    require_narrow(undirected, limits)
    chosen = retirement_order(undirected.graph) if order is None else order
    ready = prepare(undirected, limits, chosen)
    asked = (sweep_choice(undirected), _choices(method, chosen), every or 0, machine.core)
    found = _planned(undirected, _core.numbering_plans, *asked)
    if not found:
        ready.block_plan()  # refuses
    return found


@under_deadline
def weighted_plans(
    question: Question, limits: Limits, machine: Machine, method: SweepMethod, mirror: bool | None
) -> list[CountPlan]:
    """Return the plans of weighted sweeps; `mirror` is False if no mirror keeps the weights."""
    if trivial_answer(question) is not None:
        return [CountPlan(question, method="theory")]
    choices = _choices(method, mirror=mirror)
    asked = (sweep_choice(question), choices, machine.core)
    return _planned(question, _core.weighted_plans, *asked)


def fewest_states(question: Question) -> int:
    """Return how many states a sweep too wide for blocks surely reaches; 0 if that is not known."""
    return _core.fewest_states(sweep_choice(question), stop_report())
