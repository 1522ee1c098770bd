"""Sweeps backwards: how many tours make each move, and several counts at once.

Entries of a table are counts that differ in a few moves, or in where paths begin. A sweep forwards
and backwards answers for all single moves and ends. A sweep backwards only answers for all sets of
moves, if the squares at which they differ retire first. docs/counting.md explains both sweeps, and
the layers that are kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from babieca import _core
from babieca.edges import Edge
from babieca.engines.sweep.count_plan import CountPlan, Machine
from babieca.engines.sweep.counting import automatic, numbers_by_residues
from babieca.engines.sweep.moduli import (
    Found,
    OutgrownError,
    Swept,
    bounds_of,
    contradiction,
)
from babieca.engines.sweep.plans import batch_plans, usage_plans
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.memory import MOST_BYTES, human_bytes
from babieca.questions import Question
from babieca.reasons import Reason

FIRST_COUNT = 0.1
"""Share of the work that the number of tours takes, if moves are counted by residues."""


@dataclass(frozen=True)
class Made:
    """How many undirected tours make each move and end at each vertex; with a modulus, residues."""

    moves: dict[Edge, int]
    ends: dict[int, int]
    peak_bytes: int = 0  # of blocks
    modulus: int = 0

    @classmethod
    def of(
        cls, question: Question, uses: dict[Edge, int], peak_bytes: int = 0, modulus: int = 0
    ) -> Made:
        """Separate moves from ends: edges to the apex, the vertex that closes all paths."""
        size = len(question.graph)
        moves = {edge: uses.get(edge, 0) for edge in question.graph.edges()}
        ends = {} if question.closed else {v: uses.get((v, size), 0) for v in range(size)}
        return cls(moves, ends, peak_bytes, modulus)

    @property
    def exact(self) -> bool:
        return self.modulus == 0

    @property
    def values(self) -> tuple[int, ...]:
        return (*self.moves.values(), *self.ends.values())


Read = Callable[[Made, int], int]
"""Reads the entry with a number from the answer of a sweep forwards and backwards."""


def counts_together(
    question: Question, entries: Sequence[Question], limits: Limits, read: Read | None = None
) -> list[int] | None:
    """Return the counts of entries that share a question; None if counting each is cheaper."""
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


def moves_made(question: Question, limits: Limits) -> Made:
    """Sweep forwards and backwards; `OutgrownError` says that no plan fits the memory."""
    for plan in usage_plans(question, limits, Machine.of(limits)):
        with suppress(OutgrownError):
            return made_by_plan(plan, limits)
    raise outgrown(question, limits)


def made_by_plan(plan: CountPlan, limits: Limits) -> Made:
    """Sweep as a plan says; `OutgrownError`: it does not fit, or there are 2^63 tours or more."""
    if plan.method == "theory":
        return Made.of(plan.question, {})
    if plan.method == "sparse usage":
        return by_states(plan, limits)
    return by_blocks(plan, 0, limits) if plan.single else by_residues(plan, limits)


def by_blocks(plan: CountPlan, modulus: int, limits: Limits) -> Made:
    """Sweep blocks; with an odd modulus below 2^31 all numbers are residues."""
    try:
        record = plan.ready.sweep.sweep_and_back(
            plan.ready.block_plan(),
            plan.sections,
            modulus,
            limits.workers,
            limits.budget,
            "" if limits.scratch is None else str(limits.scratch),
            limits.reporter(),
        )
    except (_core.OutOfBudget, _core.TooNarrow):
        raise outgrown(plan.question, limits) from None
    except _core.FileError as error:
        raise BadInputError(str(error)) from None
    return Made.of(plan.question, record["uses"], record["peak_bytes"], modulus)


def by_residues(plan: CountPlan, limits: Limits) -> Made:
    """Sweep blocks forwards and backwards for each of enough moduli.

    The number of tours is the bound, and the check: the moves at every square add up to it, twice.
    """
    question = plan.question
    total = automatic(question, limits.part(0.0, FIRST_COUNT)).value
    rest = limits.part(FIRST_COUNT, 1.0)
    numbers, found = numbers_by_residues(plan, rest, partial(_one_by_one, by_blocks), most=total)
    count, first = len(found[0].moves), found[0]
    made = Made(
        dict(zip(first.moves, numbers[:count], strict=True)),
        dict(zip(first.ends, numbers[count:], strict=True)),
        max(each.peak_bytes for each in found),
    )
    met = Counter(made.ends)
    for (u, v), tours in made.moves.items():
        met.update({u: tours, v: tours})
    if any(met[vertex] != 2 * total for vertex in range(len(question.graph))):
        raise contradiction()
    return made


def by_states(plan: CountPlan, limits: Limits) -> Made:
    """Sweep a hash table of the states that are reached, with numbers of any width."""
    try:
        made = plan.ready.sweep.edge_usage(limits.budget, limits.reporter())
    except (_core.OutOfBudget, _core.TooNarrow):
        raise outgrown(plan.question, limits) from None
    return Made.of(plan.question, made)


def tours_through(plan: CountPlan, sets: Sequence[Collection[Edge]], limits: Limits) -> list[int]:
    def backwards(plan: CountPlan, modulus: int, limits: Limits) -> Found:
        try:
            backward_only = plan.ready.sweep.backward_only(
                plan.ready.block_plan(),
                plan.layer,
                modulus,
                limits.workers,
                limits.budget,
                limits.reporter(),
            )
        except _core.OutOfBudget:
            raise outgrown(plan.question, limits) from None
        found = [backward_only.tours(sorted(edges)) for edges in sets]
        exact = all(exact for _, exact in found) and modulus == 2**64
        return Found(modulus, [value for value, _ in found], exact)

    return numbers_by_residues(plan, limits, partial(_one_by_one, backwards))[0]


def _one_by_one(
    sweep: Callable[[CountPlan, int, Limits], Swept],
    plan: CountPlan,
    moduli: Sequence[int],
    limits: Limits,
) -> list[Swept]:
    return [
        sweep(plan, modulus, limits.part(n / len(moduli), (n + 1) / len(moduli)))
        for n, modulus in enumerate(moduli)
    ]


def outgrown(question: Question, limits: Limits) -> OutgrownError:
    text = limits.outgrown(question.graph, "use_counts")
    machine = Machine(MOST_BYTES, limits.workers, disk=MOST_BYTES)
    if bounds_of(question).expected_bits < 64:
        for plan in usage_plans(question, limits, machine)[:1]:
            disk, memory = human_bytes(plan.disk_bytes), human_bytes(plan.bytes)
            text = Reason("or_scratch", text=text, disk=disk, bytes=memory)
    return OutgrownError(text)
