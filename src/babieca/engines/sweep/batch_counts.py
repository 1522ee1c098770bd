"""Several counts at once, if that is cheaper than one after another.

Entries of a table are counts that differ in a few moves, or in where paths begin. A sweep forwards
and backwards answers for all single moves and ends. A sweep backwards only answers for all sets of
moves: if the squares at which they differ retire first, each set leads to a few states of one early
layer, and the ways to go on from those states are all that is left to know.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass

from babieca import _core
from babieca.edges import Edge
from babieca.engines.sweep.backward import Made, made_by_plan, outgrown
from babieca.engines.sweep.counting import numbers_by_residues
from babieca.engines.sweep.machine import Machine
from babieca.engines.sweep.moduli import OutgrownError
from babieca.engines.sweep.plans import CountPlan, batch_plans
from babieca.limits import Limits
from babieca.questions import Question

Read = Callable[[Made, int], int]
"""Finds the entry of a number in the answer of a sweep forwards and backwards."""


def counts_together(
    question: Question, entries: Sequence[Question], limits: Limits, read: Read | None = None
) -> list[int] | None:
    """Return the counts of all entries, undirected; None if to count each by itself is cheaper.

    The question is what they have in common.
    """
    if not entries:
        return []
    machine = Machine.of(limits)
    for plan in batch_plans(question, entries, limits, machine, single_moves=read is not None):
        with suppress(OutgrownError):
            if plan.method == "backward only":
                sets = [entry.through - question.through for entry in entries]
                return tours_through(plan, sets, limits)
            made = made_by_plan(plan, limits)
            assert read is not None
            return [read(made, number) for number in range(len(entries))]
    return None


@dataclass(frozen=True)
class _Swept:
    modulus: int
    values: tuple[int, ...]
    exact: bool


def tours_through(plan: CountPlan, sets: Sequence[Collection[Edge]], limits: Limits) -> list[int]:
    """Return, for each set of edges, how many tours use all of them.

    `OutgrownError` says that a layer does not fit the memory.
    """

    def swept(plan: CountPlan, moduli: Sequence[int], part: Limits) -> list[_Swept]:
        return [
            _backwards(plan, sets, modulus, part.part(n / len(moduli), (n + 1) / len(moduli)))
            for n, modulus in enumerate(moduli)
        ]

    return numbers_by_residues(plan, limits, swept)[0]


def _backwards(
    plan: CountPlan, sets: Sequence[Collection[Edge]], modulus: int, limits: Limits
) -> _Swept:
    try:
        onward = plan.ready.sweep.backward_only(
            plan.ready.block_plan(),
            plan.layer,
            0 if modulus == 2**64 else modulus,
            limits.workers,
            limits.budget,
            limits.reporter(),
        )
    except _core.OutOfBudget:
        raise outgrown(plan.question, limits) from None
    found = [onward.tours(sorted(edges)) for edges in sets]
    exact = all(exact for _, exact in found) and modulus == 2**64
    return _Swept(modulus, tuple(value for value, _ in found), exact)
