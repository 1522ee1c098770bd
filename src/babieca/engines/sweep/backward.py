"""How many tours make each move, for all moves at once: a sweep forwards, and one backwards.

Forwards gives the ways to reach every state, backwards the ways to go on from it. Their product
along every step, added up by the moves that the step decides, says how many tours make each move
and how many paths end at each square.

Going back needs the layers that the forward sweep passed. If not all fit the memory, some are kept
and the layers between them are swept once more; if those do not fit either, they go to scratch.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from babieca import _core
from babieca.edges import Edge
from babieca.engines.sweep.counting import automatic, numbers_by_residues
from babieca.engines.sweep.integers import from_words
from babieca.engines.sweep.machine import Machine
from babieca.engines.sweep.moduli import OutgrownError, contradiction, expected_bits
from babieca.engines.sweep.plans import CountPlan, usage_plans
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.memory import MOST_BYTES, human_bytes
from babieca.questions import Question

FIRST_COUNT = 0.1
"""Share of the work that the number of tours takes, if moves are counted by residues."""


@dataclass(frozen=True)
class Made:
    """How many undirected tours make each move, and how many paths have an end at each vertex.

    With a modulus, all numbers are residues.
    """

    moves: dict[Edge, int]
    ends: dict[int, int]
    method: str
    counters: int = 0
    peak_bytes: int = 0
    modulus: int = 0
    exact: bool = True

    @property
    def values(self) -> tuple[int, ...]:
        """All numbers: of moves, then of ends."""
        return (*self.moves.values(), *self.ends.values())


def moves_made(
    question: Question, limits: Limits, planned: Sequence[CountPlan] | None = None
) -> Made:
    """Sweep an undirected question of kind closed or path forwards and backwards.

    `OutgrownError` says that no plan fits the memory.
    """
    if planned is None:
        planned = usage_plans(question, limits, Machine.of(limits))
    for plan in planned:
        try:
            return made_by_plan(plan, limits)
        except OutgrownError:
            continue
    raise outgrown(question, limits)


def made_by_plan(plan: CountPlan, limits: Limits) -> Made:
    """Sweep as a plan says; `OutgrownError`: it does not fit, or there are 2^63 tours or more."""
    if plan.method == "theory":
        return _made(plan.question, {}, "theory")
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
    counters, peak_bytes = record["counters"], record["peak_bytes"]
    return _made(plan.question, record["uses"], "blocks", counters, peak_bytes, modulus)


def by_residues(plan: CountPlan, limits: Limits) -> Made:
    """Sweep blocks there and back for each of enough moduli.

    The number of tours is the bound, and the check: the moves at every square add up to it, twice.
    """
    question = plan.question
    total = automatic(question, limits.part(0.0, FIRST_COUNT)).value

    def swept(plan: CountPlan, moduli: Sequence[int], part: Limits) -> list[Made]:
        return [
            by_blocks(plan, modulus, part.part(n / len(moduli), (n + 1) / len(moduli)))
            for n, modulus in enumerate(moduli)
        ]

    rest = limits.part(FIRST_COUNT, 1.0)
    numbers, found = numbers_by_residues(plan, rest, swept, most=total)
    keys, first = len(found[0].moves), found[0]
    made = Made(
        dict(zip(first.moves, numbers[:keys], strict=True)),
        dict(zip(first.ends, numbers[keys:], strict=True)),
        "blocks",
        sum(each.counters for each in found),
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
        edges, words, counts = plan.ready.sweep.edge_usage(limits.budget, limits.reporter())
    except (_core.OutOfBudget, _core.TooNarrow):
        raise outgrown(plan.question, limits) from None
    return _made(plan.question, dict(zip(edges, from_words(counts, words), strict=True)), "sparse")


def _made(
    question: Question,
    made: dict[Edge, int],
    method: str,
    counters: int = 0,
    peak_bytes: int = 0,
    modulus: int = 0,
) -> Made:
    """Separate moves from ends, which are edges to the apex, the vertex that closes all paths."""
    size = len(question.graph)
    moves = {edge: made.get(edge, 0) for edge in question.graph.edges()}
    ends = {} if question.closed else {v: made.get((v, size), 0) for v in range(size)}
    return Made(moves, ends, method, counters, peak_bytes, modulus, modulus == 0)


def outgrown(question: Question, limits: Limits) -> OutgrownError:
    """Say that neither blocks nor states fit the memory, and what scratch would take."""
    offered = ""
    machine = Machine(MOST_BYTES, limits.workers, disk=MOST_BYTES)
    if expected_bits(question) < 64:
        for plan in usage_plans(question, limits, machine)[:1]:
            disk, memory = human_bytes(plan.disk_bytes), human_bytes(plan.bytes)
            offered = f", or scratch: {disk} of disk and {memory} of memory"
    return OutgrownError(
        f"the states of {question.graph} take more than {human_bytes(limits.budget)}; "
        f"allow more with memory, or use method counts{offered}"
    )
