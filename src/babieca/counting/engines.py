"""The methods: each answers one question exactly, and says what it took.

To add a method, write a function from a `Job` to an `Outcome` and enter it in `METHODS`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from babieca import _core, _reference
from babieca.counting.moduli import bound_bits, combine, coprime_moduli
from babieca.counting.questions import Question
from babieca.counting.symmetric import vertex_symmetries
from babieca.errors import BabiecaError, BadInputError
from babieca.memory import available_bytes, human_bytes
from babieca.orders import Order, retirement_order
from babieca.searching.counts import count_tours

MOST_BLOCK_SLOTS = 20

Report = Callable[[int, int], Any]


@dataclass(frozen=True)
class Job:
    """A question with everything an engine may want to know."""

    question: Question
    order: Order | None = None
    threads: int = 1
    memory: int | None = None  # bytes; None: what the machine has
    counter_bits: int = 64
    in_place: bool = True
    checkpoint: Path | None = None  # a file name without its suffix
    checkpoint_seconds: float = 60.0
    report: Report | None = None

    @property
    def budget(self) -> int:
        """The bytes that may be used."""
        return available_bytes() if self.memory is None else self.memory

    @property
    def sweep(self) -> _core.CountingSweep:
        """The question as the core sees it."""
        return self._chosen[1]

    @property
    def chosen_order(self) -> Order:
        """The order of the sweep: the one given, or a good one."""
        return self._chosen[0]

    @functools.cached_property
    def plan(self) -> _core.CountingPlan:
        """The exact sizes of the sweep by blocks; refuses a frontier that is too wide for them."""
        if self.sweep.slot_count > MOST_BLOCK_SLOTS:
            raise BadInputError(
                f"the frontier has {self.sweep.slot_count} slots, too many for blocks "
                f"(at most {MOST_BLOCK_SLOTS}); use method='sparse'"
            )
        return self.sweep.plan()

    @functools.cached_property
    def _chosen(self) -> tuple[Order, _core.CountingSweep]:
        """Choose the order.

        Ends and constraints break the board's symmetry: how much they save depends on the side
        from which they are met. So every image of the order is planned where that may matter.
        """
        if self.order is not None:
            return self.order, self._swept(self.order)
        question = self.question
        order = retirement_order(question.graph)
        sweep = self._swept(order)
        lopsided = question.through or question.avoiding or question.start >= 0
        worthwhile = 12 <= sweep.slot_count <= MOST_BLOCK_SLOTS
        if sweep.impossible or not lopsided or not worthwhile:
            return order, sweep
        images = [image[order].astype(np.int32) for _, image in vertex_symmetries(question.graph)]
        sweeps = [(image, self._swept(image)) for image in images]
        narrow = [pair for pair in sweeps if pair[1].slot_count <= MOST_BLOCK_SLOTS]
        return min(narrow, key=lambda pair: pair[1].plan().total_counters)

    def _swept(self, order: Order) -> _core.CountingSweep:
        question = self.question
        graph = question.graph
        try:
            return _core.CountingSweep(
                graph.offsets,
                graph.targets,
                np.ascontiguousarray(order, np.int32),
                question.paths,
                question.start,
                question.end,
                sorted(question.through),
                sorted(question.avoiding),
            )
        except ValueError as error:
            raise BadInputError(f"cannot be counted by a sweep: {error}") from None


@dataclass
class Outcome:
    """An answer and what it took."""

    value: int
    method: str
    moduli: list[int] = field(default_factory=list)
    steps: int = 0
    slots: int = 0
    counters: int = 0
    peak_bytes: int = 0


def by_blocks(job: Job) -> Outcome:
    """Sweep dense blocks of counters."""
    sweep = job.sweep
    if sweep.impossible:
        return Outcome(0, "blocks")
    plan = job.plan
    _check_budget(job, plan)

    def run(modulus: int) -> dict[str, Any]:
        checkpoint = ""
        if job.checkpoint is not None:
            checkpoint = f"{job.checkpoint}-{modulus:x}.layer"
        try:
            return sweep.count_blocks(
                plan,
                0 if modulus == 2**job.counter_bits else modulus,
                job.counter_bits,
                job.threads,
                job.in_place,
                checkpoint,
                job.checkpoint_seconds,
                job.report,
            )
        except ValueError as error:  # a foreign or damaged checkpoint, or too many counters
            raise BadInputError(f"cannot be counted by blocks: {error}") from None

    outcome = _residues(job.question, job.counter_bits, "blocks", run)
    outcome.steps, outcome.slots = len(plan.layers) - 1, plan.slot_count
    return outcome


def by_sparse(job: Job) -> Outcome:
    """Sweep a hash table of states."""
    sweep = job.sweep
    if sweep.impossible:
        return Outcome(0, "sparse")
    budget = job.budget

    def run(modulus: int) -> dict[str, Any]:
        try:
            return sweep.count_sparse(0 if modulus == 2**64 else modulus, budget, job.report)
        except _core.OutOfBudget:
            raise BadInputError(
                f"the states do not fit into {human_bytes(budget)}; allow more memory or try a "
                "smaller board"
            ) from None

    outcome = _residues(job.question, 64, "sparse", run)
    outcome.steps, outcome.slots = len(sweep.occupants) - 1, sweep.slot_count
    return outcome


def by_search(job: Job) -> Outcome:
    """Visit every tour, as seed 000 does."""
    question = job.question
    graph = question.graph
    labels: Any = graph.labels
    found = count_tours(
        graph,
        kind="path" if question.paths else "closed",
        start=None if question.start < 0 else labels[question.start],
        end=None if question.end < 0 else labels[question.end],
        through=[(labels[u], labels[v]) for u, v in sorted(question.through)],
        avoiding=[(labels[u], labels[v]) for u, v in sorted(question.avoiding)],
        threads=job.threads,
        checkpoint=None if job.checkpoint is None else f"{job.checkpoint}.search",
        checkpoint_every=job.checkpoint_seconds,
        progress=job.report,
    )
    return Outcome(found.count, "search", steps=len(graph))


def by_reference(job: Job) -> Outcome:
    """List every tour, slowly."""
    question = job.question
    neighbours = _reference.adjacency(question.graph)
    listing = _reference.paths if question.paths else _reference.closed_tours

    def fits(tour: tuple[int, ...]) -> bool:
        steps = zip(tour, tour[1:] if question.paths else tour[1:] + tour[:1], strict=False)
        edges = {(min(u, v), max(u, v)) for u, v in steps}
        ends = {tour[0], tour[-1]}
        return (
            question.through <= edges
            and not question.avoiding & edges
            and all(end < 0 or end in ends for end in (question.start, question.end))
        )

    return Outcome(sum(1 for tour in listing(neighbours) if fits(tour)), "reference")


def automatic(job: Job) -> Outcome:
    """Blocks where they fit the memory, the hash table elsewhere."""
    sweep = job.sweep
    blocks = f"its {sweep.slot_count} slots are too many for blocks"
    if sweep.slot_count <= MOST_BLOCK_SLOTS:
        needed = job.plan.bytes_needed(job.counter_bits // 8, job.threads, job.in_place)
        if needed <= job.budget:
            return by_blocks(job)
        blocks = f"blocks need {human_bytes(needed)}"
    try:
        return by_sparse(job)
    except BadInputError as error:
        raise BadInputError(f"{error} ({blocks})") from None


METHODS: dict[str, Callable[[Job], Outcome]] = {
    "auto": automatic,
    "blocks": by_blocks,
    "sparse": by_sparse,
    "search": by_search,
    "reference": by_reference,
}


def _check_budget(job: Job, plan: _core.CountingPlan) -> None:
    needed = plan.bytes_needed(job.counter_bits // 8, job.threads, job.in_place)
    if needed <= job.budget:
        return
    hints = []
    for bits, threads in ((64, 1), (32, job.threads), (32, 1)):
        other = plan.bytes_needed(bits // 8, threads, True)
        if other < needed:
            fits = "fits" if other <= job.budget else "does not fit either"
            words = f"{bits}-bit counters and {threads} thread{'s' if threads > 1 else ''}"
            hints.append(f"with {words} it needs {human_bytes(other)}, which {fits}")
    raise BadInputError(
        f"counting by blocks needs {human_bytes(needed)}; the budget is {human_bytes(job.budget)}"
        + "".join(f"; {hint}" for hint in hints)
    )


def _residues(
    question: Question, counter_bits: int, method: str, run: Callable[[int], dict[str, Any]]
) -> Outcome:
    """Run modulo 2^bits; if that is not proved to be the answer itself, modulo enough others.

    One modulus more than the bound asks for must then agree with the rest.
    """
    moduli = coprime_moduli(counter_bits)
    used = [next(moduli)]
    records = [run(used[0])]
    value = int(records[0]["residue"])
    if not records[0]["exact"]:
        bits = bound_bits(question)
        product = used[0]
        while product.bit_length() <= bits:
            used.append(next(moduli))
            product *= used[-1]
        used.append(next(moduli))
        records += [run(modulus) for modulus in used[1:]]
        residues = [
            (int(record["residue"]), modulus) for record, modulus in zip(records, used, strict=True)
        ]
        value = combine(residues[:-1])
        if value % used[-1] != residues[-1][0]:
            raise BabiecaError(
                "the residues contradict one another: a hardware fault or a bug; nothing is known"
            )
    return Outcome(
        value,
        method,
        used,
        counters=sum(int(record["counters"]) for record in records),
        peak_bytes=max(int(record["peak_bytes"]) for record in records),
    )
