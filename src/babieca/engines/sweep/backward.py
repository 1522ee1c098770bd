"""How often each move is made, all at once: a sweep forwards, and one backwards.

Forwards gives the ways to reach every state, backwards the ways to go on from it; their product
along every step, added up by what the step decides, says how many tours make each move and how many
paths end at each square. Blocks do it where they fit the memory, half of each layer where a mirror
keeps the question: if not all layers fit, some are kept and what lies between is swept once more;
if those do not fit either, kept layers go to scratch, where it is given. Numbers beyond a word are
put together from residues of 32 bits. Where blocks do not fit, a table of states does, if that
fits.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from babieca import _core
from babieca.edges import Edge
from babieca.engines.retirement import retirement_order
from babieca.engines.sweep.counting import automatic
from babieca.engines.sweep.integers import from_words
from babieca.engines.sweep.layers import memory_to_keep
from babieca.engines.sweep.moduli import (
    combine,
    contradiction,
    coprime_moduli,
    expected_bits,
    expected_widths,
)
from babieca.engines.sweep.plans import expected_runs
from babieca.engines.sweep.sweeps import Prepared, prepare
from babieca.engines.sweep.tasks import OutgrownError
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.memory import MOST_BYTES, free_disk, human_bytes
from babieca.questions import Question

Key = TypeVar("Key")

FIRST_COUNT = 0.1
"""Share of the work that the number of tours takes, where moves are counted by residues."""

BYTES_PER_STATE = 48
"""Of the tables of the two sweeps, free places included."""

COUNTS = 4
"""Counts of the same question that a sweep and back takes as long as, about."""

WORD_BITS = 64
RESIDUE_BITS = 32
"""Of a counter, where blocks count the moves exactly, and where they are residues."""

MOST_BITS = WORD_BITS - 1
"""Of the number of tours, where blocks count the moves exactly."""


@dataclass(frozen=True)
class Made:
    """How many undirected tours make each move, and how many paths have an end at each vertex."""

    moves: dict[Edge, int]
    ends: dict[int, int]
    method: str
    counters: int = 0
    peak_bytes: int = 0


def moves_made(question: Question, limits: Limits) -> Made:
    """Sweep an undirected question of kind closed or path forwards and backwards.

    `OutgrownError` says that neither blocks nor states fit the memory.
    """
    ready = prepare(question, limits, mirror=None)
    if ready.sweep.impossible:
        return _made(question, {}, "theory")
    if _blocks_fit(ready, limits):
        try:
            return by_blocks(ready, limits)
        except _core.TooNarrow:
            pass
    if _blocks_fit(ready, limits, RESIDUE_BITS):
        return by_residues(ready, limits)
    if _states_may_fit(ready, limits):
        return by_states(question, limits)
    raise outgrown(question, limits)


def fits(question: Question, limits: Limits) -> bool:
    """Whether a sweep and back of an undirected question probably fits the memory."""
    ready = prepare(question, limits, mirror=None)
    ways = (_blocks_fit(ready, limits, bits) for bits in (WORD_BITS, RESIDUE_BITS))
    return any(ways) or _states_may_fit(ready, limits)


def pays(question: Question, entries: Sequence[Question], limits: Limits) -> bool:
    """Whether a sweep and back fits the memory and is cheaper than a count for each entry."""
    if not entries:
        return False
    ready, entry = (prepare(one, limits, mirror=None) for one in (question, entries[0]))
    if ready.plan is None or entry.plan is None:
        return len(entries) > COUNTS and fits(question, limits)
    counting = len(entries) * entry.plan.total_counters * expected_runs(entries[0], WORD_BITS)
    runs = 1 if _blocks_fit(ready, limits) else len(_moduli(expected_bits(question)))
    sweeping = COUNTS * ready.plan.total_counters * runs
    return counting > sweeping and fits(question, limits)


def by_blocks(
    ready: Prepared,
    limits: Limits,
    sections: _core.Sections | None = None,
    *,
    modulus: int = 0,
) -> Made:
    """Sweep blocks; raise `_core.TooNarrow` if there may be 2^63 tours or more.

    With an odd modulus below 2^31 all numbers are residues.
    """
    question, plan = ready.question, ready.block_plan()
    bits = RESIDUE_BITS if modulus else WORD_BITS
    try:
        record = ready.sweep.sweep_and_back(
            plan,
            sections or sections_for(ready, limits, bits),
            modulus,
            limits.workers,
            limits.budget,
            "" if limits.scratch is None else str(limits.scratch),
            limits.reporter(),
        )
    except _core.OutOfBudget:
        raise outgrown(question, limits) from None
    except _core.FileError as error:
        raise BadInputError(str(error)) from None
    return _made(question, record["uses"], "blocks", record["counters"], record["peak_bytes"])


def by_residues(ready: Prepared, limits: Limits) -> Made:
    """Sweep blocks there and back for each of enough moduli.

    No other is needed as a check: the moves at every square must add up to all tours, twice.
    """
    question = ready.question
    total = automatic(question, limits.part(0.0, FIRST_COUNT)).value
    moduli = _moduli(total.bit_length())
    rest = limits.part(FIRST_COUNT, 1.0)
    found: list[Made] = []
    for number, modulus in enumerate(moduli):
        part = rest.part(number / len(moduli), (number + 1) / len(moduli))
        own = replace(part, text=f"modulus {number + 1} of {len(moduli)}")
        found.append(by_blocks(ready, own, modulus=modulus))

    def whole(tables: list[dict[Key, int]]) -> dict[Key, int]:
        return {
            key: combine(
                [(table[key], modulus) for table, modulus in zip(tables, moduli, strict=True)]
            )[0]
            for key in tables[0]
        }

    made = replace(
        found[0],
        moves=whole([each.moves for each in found]),
        ends=whole([each.ends for each in found]),
        counters=sum(each.counters for each in found),
        peak_bytes=max(each.peak_bytes for each in found),
    )
    met = Counter(made.ends)
    for (u, v), tours in made.moves.items():
        met.update({u: tours, v: tours})
    if any(met[vertex] != 2 * total for vertex in range(len(question.graph))):
        raise contradiction()
    return made


def _moduli(bits: int) -> list[int]:
    """Return odd moduli whose product exceeds every number of so many bits.

    >>> _moduli(40)
    [2064532531, 2115799143]
    """
    moduli = itertools.islice(coprime_moduli(RESIDUE_BITS), 1, None)
    chosen = [next(moduli)]
    while math.prod(chosen).bit_length() <= bits:
        chosen.append(next(moduli))
    return chosen


def sections_for(ready: Prepared, limits: Limits, bits: int = WORD_BITS) -> _core.Sections:
    """Return which layers are kept: all of them, or those with which it takes the fewest bytes.

    In scratch, if it is given and they do not fit the memory, as many as fit the disk.
    """
    plan = ready.block_plan()
    widths = expected_widths(ready.question, plan, bits, lent=True)
    sections = _core.choose_sections(plan, widths, limits.workers, memory_to_keep(limits))
    if sections.bytes <= limits.budget or limits.scratch is None:
        return sections
    free = free_disk(limits.scratch)
    return _core.sections_in_scratch(plan, widths, limits.workers, free)


def by_states(question: Question, limits: Limits) -> Made:
    """Sweep a table of the states that are reached, with numbers of any width."""
    sweep = prepare(question, limits, retirement_order(question.graph)).sweep
    try:
        edges, words, counts = sweep.edge_usage(limits.budget, limits.reporter())
    except (_core.OutOfBudget, _core.TooNarrow):
        raise outgrown(question, limits) from None
    return _made(question, dict(zip(edges, from_words(counts, words), strict=True)), "sparse")


def _blocks_fit(ready: Prepared, limits: Limits, bits: int = WORD_BITS) -> bool:
    if ready.plan is None:
        return False
    if bits == WORD_BITS and expected_bits(ready.question) > MOST_BITS:
        return False
    sections = sections_for(ready, limits, bits)
    return sections.bytes <= limits.budget and (
        limits.scratch is None or sections.disk_bytes <= free_disk(limits.scratch)
    )


def _states_may_fit(ready: Prepared, limits: Limits) -> bool:
    if ready.plan is None:
        return True  # sparsely reached, if at all
    return ready.plan.total_counters * BYTES_PER_STATE <= limits.budget


def _made(
    question: Question, made: dict[Edge, int], method: str, counters: int = 0, peak_bytes: int = 0
) -> Made:
    """Part moves from ends: those are edges to one vertex more, which closes the paths."""
    size = len(question.graph)
    moves = {edge: made.get(edge, 0) for edge in question.graph.edges()}
    ends = {} if question.closed else {v: made.get((v, size), 0) for v in range(size)}
    return Made(moves, ends, method, counters, peak_bytes)


def outgrown(question: Question, limits: Limits) -> OutgrownError:
    """Say that neither blocks nor states fit the memory."""
    return OutgrownError(
        f"the states of {question.graph} take more than {human_bytes(limits.budget)}; "
        f"allow more with memory, or use method counts{_offered_scratch(question, limits)}"
    )


def _offered_scratch(question: Question, limits: Limits) -> str:
    """Say what a sweep and back takes whose kept layers are all in scratch."""
    ready = prepare(question, limits, mirror=None)
    if ready.plan is None or expected_bits(question) > MOST_BITS:
        return ""
    widths = expected_widths(question, ready.plan, 64, lent=True)
    sections = _core.sections_in_scratch(ready.plan, widths, limits.workers, MOST_BYTES)
    disk, memory = human_bytes(sections.disk_bytes), human_bytes(sections.bytes)
    return f", or scratch: {disk} of disk and {memory} of memory"
