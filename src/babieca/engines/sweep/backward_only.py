"""Many counts that differ in a few moves, all at once: one sweep backwards, and nothing else.

Where the squares at which the moves differ retire first, each set of moves leads to a few states of
one early layer. What a sweep backwards knows there, the ways to go on from every state, is all
that is left to know: it is swept once for all sets. Layers are never kept, and the numbers may be
of any size: what outgrows a word is put together from residues.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from babieca import _core
from babieca.edges import Edge
from babieca.engines.sweep.backward import outgrown
from babieca.engines.sweep.moduli import (
    bound_bits,
    combine_within,
    enough_moduli,
    expected_bits,
    expected_widths,
)
from babieca.engines.sweep.sweeps import Prepared, order_beginning_with, prepared
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.questions import Question

WORD = 64
COUNTERS = 2
"""Counters that a count computes in the time of one going back, about."""


@dataclass(frozen=True)
class Cut:
    """A sweep whose first squares decide every move that is asked for."""

    ready: Prepared
    layer: int  # the one after those squares

    @property
    def counters(self) -> int:
        """Those that a sweep back to the layer computes."""
        layers = self.ready.block_plan().layers
        return sum(layer.counters for layer in layers[self.layer :])

    def bytes_needed(self, limits: Limits) -> int:
        """Return about how many bytes that takes."""
        plan = self.ready.block_plan()
        widths = expected_widths(self.ready.question, plan, WORD, lent=True)
        return _core.onward_bytes_for(plan, widths, self.layer, limits.workers)


def cut_for(question: Question, sets: Sequence[Collection[Edge]], limits: Limits) -> Cut | None:
    """Return the sweep of an undirected question that serves all sets of edges at once.

    None if its frontier is too wide for blocks.
    """
    first = deciding(edge for edges in sets for edge in edges)
    try:
        order = order_beginning_with(question, first, limits)
        ready = prepared(question, tuple(order.tolist()), ())
    except BadInputError:
        return None
    return None if ready.plan is None else Cut(ready, len(first))


def deciding(edges: Iterable[Edge]) -> tuple[int, ...]:
    """Return a few vertices of which every edge has one: always the one with the most edges left.

    >>> deciding([(3, 7), (1, 3), (3, 5)]), deciding([(0, 1), (1, 2), (4, 5)])
    ((3,), (1, 4))
    """
    left = set(edges)
    chosen: list[int] = []
    while left:
        met = Counter(vertex for edge in left for vertex in edge)
        best = min(met, key=lambda vertex: (-met[vertex], vertex))
        chosen.append(best)
        left = {edge for edge in left if best not in edge}
    return tuple(chosen)


def tours_through(cut: Cut, sets: Sequence[Collection[Edge]], limits: Limits) -> list[int]:
    """Return, for each set of edges, how many tours use all of them.

    `OutgrownError` says that a layer does not fit the memory.
    """
    question = cut.ready.question
    moduli = enough_moduli(WORD, bound_bits(question))
    # A single sweep may well be enough: then it is the whole of the work.
    runs = 1 if expected_bits(question) < WORD else len(moduli)
    found = _residues(cut, sets, 0, limits.part(0.0, 1 / runs))
    if all(exact for _, exact in found):
        return [value for value, _ in found]
    residues = [[(value, moduli[0])] for value, _ in found]
    for number, modulus in enumerate(moduli[1:], start=1):
        part = limits.part(number / len(moduli), (number + 1) / len(moduli))
        own = replace(part, text=f"modulus {number + 1} of {len(moduli)}")
        for known, (value, _) in zip(residues, _residues(cut, sets, modulus, own), strict=True):
            known.append((value, modulus))
    return [combine_within(known, 0, 2 ** bound_bits(question) - 1) for known in residues]


def _residues(
    cut: Cut, sets: Sequence[Collection[Edge]], modulus: int, limits: Limits
) -> list[tuple[int, bool]]:
    ready = cut.ready
    try:
        onward = ready.sweep.go_back(
            ready.block_plan(),
            cut.layer,
            modulus,
            limits.workers,
            limits.budget,
            limits.reporter(),
        )
    except _core.OutOfBudget:
        raise outgrown(ready.question, limits) from None
    return [onward.tours(sorted(edges)) for edges in sets]
