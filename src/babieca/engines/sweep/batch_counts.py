"""Several counts at once, where that is cheaper than one after the other.

Entries of a table are counts that differ in a few moves, or in where paths begin. A sweep backwards
alone answers for all sets of moves (`backward_only`). A sweep and back answers for all single moves
and ends (`backward`). Otherwise each entry is counted by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from babieca.engines.sweep import backward, backward_only
from babieca.engines.sweep.backward import Made, moves_made
from babieca.engines.sweep.backward_only import Cut, cut_for, tours_through
from babieca.engines.sweep.sweeps import prepare
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.questions import Question

Read = Callable[[Made, int], int]
"""Finds the entry of a number in what a sweep and back gives."""


def at_once(
    question: Question, entries: Sequence[Question], limits: Limits, read: Read | None = None
) -> list[int] | None:
    """Return the counts of all entries, undirected; None if to count each by itself is cheaper.

    The question is what they have in common. `OutgrownError`: none of the ways fits the memory.
    """
    if not entries:
        return []
    cut = cut_that_pays(question, entries, limits, swept=read is not None)
    if cut is not None:
        return tours_through(cut, [entry.through - question.through for entry in entries], limits)
    if read is None or not backward.pays(question, entries, limits):
        return None
    made = moves_made(question, limits)
    return [read(made, number) for number in range(len(entries))]


def cut_that_pays(
    question: Question, entries: Sequence[Question], limits: Limits, *, swept: bool
) -> Cut | None:
    """Return the sweep backwards that answers for all entries, if that fits and is cheapest.

    It is compared with a count for each and, where that gives them too, a sweep and back.
    """
    if any(replace(entry, through=question.through) != question for entry in entries):
        return None
    some = sorted({0, len(entries) // 2, len(entries) - 1})
    best, *sample = (_counters(one, limits) for one in (question, *(entries[n] for n in some)))
    if best is None or None in sample:
        return None
    others = len(entries) * sum(filter(None, sample)) // len(sample)
    if swept:
        others = min(others, backward.COUNTS * best)
    # An order with a beginning of its own is hardly better than the best of all.
    if backward_only.COUNTERS * best > others:
        return None
    cut = cut_for(question, [entry.through - question.through for entry in entries], limits)
    if cut is None or backward_only.COUNTERS * cut.counters > others:
        return None
    return cut if cut.bytes_needed(limits) <= limits.budget else None


def _counters(question: Question, limits: Limits) -> int | None:
    """Return those of a count by blocks; None if its frontier is too wide for them."""
    try:
        plan = prepare(question, limits, mirror=None).plan
    except BadInputError:
        return None
    return None if plan is None else plan.total_counters
