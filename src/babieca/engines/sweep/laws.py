"""Counts along an endless strip modulo primes, and the recurrence that they obey.

`cpp/core/sweep/strip_automaton.hpp` turns the sweep into a finite automaton, which counts column
after column modulo sixteen primes at once. Berlekamp-Massey finds the recurrence modulo each of
them. Its failures are again counts of the same automaton: if as many of them in a row are 0 as the
automaton has states, all later ones are 0. So every recurrence that is returned is proved.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.engines.sweep.moduli import OutgrownError
from babieca.engines.sweep.prefixes import Strip
from babieca.errors import NotFoundError
from babieca.limits import Limits
from babieca.memory import human_bytes
from babieca.primes import primes_below
from babieca.questions import Kind
from babieca.recurrences import SPARE, Recurrence, recurrence_of, shortest_modulo

FIRST_LENGTHS = 64
"""A recurrence is looked for in this many terms, then in twice as many, and so on."""

AT_ONCE = 16
"""The automaton counts modulo so many primes in the same time as modulo one."""


@dataclass(frozen=True)
class StripCounts:
    """The counts of one kind of tours, for all lengths of a strip.

    `first` has the counts for the shortest lengths, from 0 on: those with fewer than three squares.
    """

    strip: Strip
    kind: Kind
    factor: int
    first: tuple[int, ...]
    automata: tuple[_core.StripAutomaton, ...]  # of paths, of closed tours, or of both
    limits: Limits

    @classmethod
    def of(
        cls, strip: Strip, kind: Kind, factor: int, first: Sequence[int], limits: Limits
    ) -> StripCounts:
        """Build the automata of a kind; `factor` is 2 if both directions count."""
        kinds = [True] * (kind != "closed") + [False] * (kind != "path")
        automata = tuple(_automaton(strip, paths, limits) for paths in kinds)
        return cls(strip, kind, factor, tuple(first), automata, limits)

    @property
    def columns(self) -> int:
        """From this length on, all terms come from the repeating steps of the automata."""
        begin = (each.columns + each.period + each.reach for each in self.automata)
        return max(len(self.first), *begin)

    @property
    def period(self) -> int:
        """The columns after which the steps of the automata repeat, 1 or 2."""
        return max(each.period for each in self.automata)

    @property
    def states(self) -> int:
        """Every `period`-th term obeys a recurrence of at most this order, from `columns` on.

        Open tours are paths less n times the closed tours, whose denominator counts twice then.
        """
        if self.kind != "open":
            return self.automata[0].states
        paths, closed = self.automata
        return paths.states + 2 * closed.states

    def residues(self, lengths: int, primes: Sequence[int]) -> NDArray[np.int64]:
        """Return one row for each prime: the counts for the lengths 0, 1, …, `lengths`."""
        moduli = np.array(primes, dtype=np.int64)
        total = np.zeros((len(primes), lengths + 1), dtype=np.int64)
        for i, automaton in enumerate(self.automata):
            part = self.limits.part(i / len(self.automata), (i + 1) / len(self.automata))
            found = automaton.residues(lengths, [*primes], part.reporter())
            rows = np.asarray(found, dtype=np.int64).reshape(lengths + 1, -1).T
            if i == 1:  # a closed tour is a path from each of its squares
                rows = -rows * (np.arange(lengths + 1) * self.strip.width) % moduli[:, None]
            total += rows
        for n, value in enumerate(self.first):
            total[:, n] = [value % prime for prime in primes]
        total[:, len(self.first) :] *= self.factor
        return total % moduli[:, None]

    def bits(self, lengths: int) -> int:
        """Return bits that the counts surely fit in, up to a length."""
        most = self.automata[0].bits(lengths, self.limits.reporter())
        return max(2, most + self.factor.bit_length())

    def recurrence(self) -> tuple[Recurrence, int]:
        """Return the shortest recurrence, proved, of every length or of every second one.

        The second answer, 1 or 2, says which; if it is 2, there is no tour for an odd length.
        """
        lengths = FIRST_LENGTHS
        while not self.limits.over:
            rows = self._rows(lengths)
            if (first := next(rows, None)) is None:
                break
            step = _step(first[1])
            thinned = ((p, row[::step]) for p, row in itertools.chain([first], rows))
            found = recurrence_of(thinned, self.bits(lengths))
            needed = 0 if found is None else self._needed(found, step)
            if found is not None and needed <= lengths:
                return found, step
            lengths = max(2 * lengths, needed)
        raise NotFoundError("no recurrence was found within the time")

    def _rows(self, lengths: int) -> Iterator[tuple[int, NDArray[np.int64]]]:
        """Yield primes and the terms modulo each of them, until the time is over.

        They end if odd lengths have tours that the first prime did not show.
        """
        primes = primes_below(2**31)
        odd = None
        while not self.limits.over:
            some = [*itertools.islice(primes, AT_ONCE)]
            rows = self.residues(lengths, some)
            for prime, row in zip(some, rows, strict=True):
                if odd is not None and odd != row[1::2].any():
                    return
                odd = row[1::2].any()
                yield prime, row

    def _needed(self, found: Recurrence, step: int) -> int:
        """Return the lengths that prove a recurrence if they obey it."""
        begin = self.columns + step * max(found.order, len(found.numerator))
        return begin + max(step, self.period) * self.states

    def denominator_modulo(self, prime: int, lengths: int = 0) -> tuple[list[int], int]:
        """Return the denominator modulo a prime, and the step of its variable in columns.

        It is sure with as many lengths as twice the states need, the default. With fewer lengths,
        16 more terms than twice its order agree.
        """
        row = self.residues(lengths or 2 * (self.columns + self.period * self.states), [prime])[0]
        step = _step(row)
        found = shortest_modulo(row[::step], prime)
        if lengths and 2 * len(found) + SPARE > len(row[::step]) + 2:
            raise NotFoundError(f"{lengths} lengths are too few for the denominator")
        return found[: int(np.flatnonzero(found)[-1]) + 1], step

    def order_modulo(self, prime: int) -> tuple[int, int]:
        """Return the order of the recurrence modulo a prime, and an upper bound of its order."""
        found, step = self.denominator_modulo(prime)
        return len(found) - 1, self.states * max(1, self.period // step)


def _step(row: NDArray[np.int64]) -> int:
    return 2 if row.any() and not row[1::2].any() else 1


def _automaton(strip: Strip, paths: bool, limits: Limits) -> _core.StripAutomaton:
    columns = 8
    while True:
        sweep = strip.sweep(columns, paths)
        try:
            found = _core.strip_automaton(sweep, strip.width, limits.budget, limits.reporter())
        except _core.OutOfBudget:
            raise OutgrownError(
                f"the states do not fit into {human_bytes(limits.budget)}; allow more with memory, "
                "or take a narrower board"
            ) from None
        # The end of the longer board must be out of sight of the borders that repeat.
        if sweep.impossible or 0 < found.columns <= columns - found.period:
            return found
        columns *= 2
