"""Counts along an endless strip modulo primes, and the recurrence that they obey.

`cpp/core/sweep/strip_automaton.hpp` turns the sweep into a finite automaton, which counts column
after column modulo sixteen primes at once. Berlekamp-Massey finds the recurrence modulo each prime,
and as many primes as the coefficients need determine them. `StripCounts._proved` has the proof.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.engines.sweep.moduli import core_errors
from babieca.engines.sweep.prefixes import Strip
from babieca.errors import NotFoundError
from babieca.limits import Limits
from babieca.primes import primes_below
from babieca.questions import Kind
from babieca.recurrences import SPARE, Guess, Recurrence, multiply, shortest_modulo

FIRST_LENGTHS = 64
"""A recurrence is looked for in this many terms, then in twice as many, and so on."""

AT_ONCE = 16
"""The automaton counts modulo so many primes in the same time as modulo one."""

LEAST_BITS = 30
"""The bits that a prime surely adds to a product: it is above 2^30."""


@dataclass(frozen=True)
class StripLaw:
    """The recurrence of every `step`-th length; odd lengths have no tours if the step is 2.

    Until it is proved, `terms` terms obey it modulo each of some primes, whose product has `bits`
    bits and which were not needed to find it.
    """

    fraction: Recurrence
    step: int
    proved: bool
    terms: int
    bits: int


@dataclass(frozen=True)
class StripCounts:
    """The counts of one kind of tours, for all lengths of a strip.

    `first` has the counts for the shortest lengths, from 0 on, which are not swept.
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

    def residues(self, lengths: int, primes: Sequence[int], text: str = "") -> NDArray[np.int64]:
        """Return one row for each prime: the counts for the lengths 0, 1, …, `lengths`."""
        return self._residues(lengths, primes, (), 1, self.limits.part(0, 0, text))[0]

    def _residues(
        self, last: int, primes: Sequence[int], below: Sequence[int], step: int, limits: Limits
    ) -> tuple[NDArray[np.int64], bool]:
        """Return the residues, and whether the counters of a border obey a denominator."""
        moduli = np.array(primes, dtype=np.int64)
        total = np.zeros((len(primes), last + 1), dtype=np.int64)
        coefficients = [q % prime for q in below for prime in primes]
        obeyed = True
        for i, automaton in enumerate(self.automata):
            report = limits.part(i / len(self.automata), (i + 1) / len(self.automata)).reporter()
            found, obeys = automaton.residues(
                last, [*primes], coefficients, step, limits.workers, report
            )
            obeyed &= obeys
            rows = np.asarray(found, dtype=np.int64).reshape(last + 1, -1).T
            if i == 1:  # a closed tour is a path from each of its squares
                rows = -rows * (np.arange(last + 1) * self.strip.width) % moduli[:, None]
            total += rows
        for n, value in enumerate(self.first):
            total[:, n] = [value % prime for prime in primes]
        total[:, len(self.first) :] *= self.factor
        return total % moduli[:, None], obeyed

    def bits(self, lengths: int) -> int:
        """Return bits that the counts surely fit in, up to a length."""
        most = self.automata[0].bits(lengths, self.limits.part(0, 0).reporter())
        return max(2, most + self.factor.bit_length())

    def recurrence(self) -> StripLaw:
        """Return the shortest recurrence of every length, or of every second one.

        It is proved, unless the time ends after the coefficients are found.
        """
        primes = primes_below(2**31)
        lengths = FIRST_LENGTHS
        while True:
            # One prime is quicker than sixteen, and tells how many lengths are needed.
            prime = next(primes)
            row = self.residues(lengths, [prime], "finding the order")[0]
            step = _step(row)
            order = len(shortest_modulo(row[::step], prime)) - 1
            if 2 * order + SPARE <= lengths // step:
                enough = step * (2 * order + SPARE)
                guess = self._guess(enough, step, primes)
                if guess and (law := self._proved(guess, enough, step, primes)):
                    return law
            lengths *= 2

    def _batch(self, primes: Iterator[int]) -> list[int]:
        return [*itertools.islice(primes, AT_ONCE * self.limits.workers)]

    def _guess(self, lengths: int, step: int, primes: Iterator[int]) -> Guess | None:
        """Combine the coefficients until more primes agree; None if the lengths are too few."""
        guess, seen = Guess(), 0
        while guess.confirmed == 1:
            some = self._batch(primes)
            seen += len(some)
            rows = self.residues(lengths, some, f"finding the coefficients from {seen} primes")
            if _step(rows) != step:
                return None
            rows = rows[:, ::step]
            with ThreadPoolExecutor(self.limits.workers) as pool:
                found = [*pool.map(shortest_modulo, rows, some)]
            for prime, row, denominator in zip(some, rows, found, strict=True):
                if not guess.learn(prime, row, denominator):
                    return None
        return guess

    def _proved(
        self, guess: Guess, lengths: int, step: int, primes: Iterator[int]
    ) -> StripLaw | None:
        """Prove the recurrence as far as the time suffices; return None if a term disobeys it.

        If the counters of one border obey it, those of all later borders do, and with them the
        counts. If they do not obey it, its failures are still counts of the automaton, which stay
        0 if as many of them in a row are 0 as there are states. Either number is 0 if it is 0
        modulo primes whose product is larger.
        """
        order, made = guess.size - 1, guess.recurrence
        above = [*made.numerator, *[0] * order][:order]
        below = [*made.denominator, *[0] * order][: order + 1]
        law = StripLaw(made, step, False, lengths // step + 1, guess.confirmed.bit_length())
        begin = self.columns + step * order
        proofs: list[tuple[int, list[int]]]
        proofs = [(begin + max(step, self.period) * self.states, [])]
        if self.kind != "open" and step % self.period == 0:
            proofs.insert(0, (begin, below))
        for last, at_border in proofs:
            try:
                goal = self.bits(last) + sum(map(abs, below)).bit_length() + 2
                batches = -(-goal // (LEAST_BITS * AT_ONCE * self.limits.workers))
                for number in range(batches):
                    some = self._batch(primes)
                    text = f"proving the recurrence modulo {goal} bits"
                    limits = self.limits.part(number / batches, (number + 1) / batches, text)
                    rows, obeyed = self._residues(last, some, at_border, step, limits)
                    if _step(rows) != step or not _agree(above, below, rows[:, ::step], some):
                        return None
                    confirmed = law.bits + math.prod(some).bit_length() - 1
                    law = replace(law, terms=min(law.terms, last // step + 1), bits=confirmed)
                    if not obeyed:
                        break
                else:
                    return replace(law, proved=True)
            except NotFoundError:
                return law
        raise AssertionError("the last proof needs no border")

    def denominator_modulo(self, prime: int, lengths: int = 0) -> tuple[list[int], int]:
        """Return the denominator modulo a prime, and the step of its variable in columns.

        It is sure with as many lengths as twice the states need, the default. With fewer lengths,
        16 more terms than twice its order agree.
        """
        row = self.residues(lengths or 2 * (self.columns + self.period * self.states), [prime])[0]
        step = _step(row)
        found = shortest_modulo(row[::step], prime)
        if lengths and 2 * len(found) + SPARE > len(row[::step]) + 2:
            raise NotFoundError("too_few_lengths", count=lengths)
        return found[: int(np.flatnonzero(found)[-1]) + 1], step

    def order_modulo(self, prime: int) -> tuple[int, int]:
        """Return the order of the recurrence modulo a prime, and an upper bound of its order."""
        found, step = self.denominator_modulo(prime)
        return len(found) - 1, self.states * max(1, self.period // step)


def _agree(
    above: list[int], below: list[int], rows: NDArray[np.int64], primes: Sequence[int]
) -> bool:
    """Whether the fraction gives the terms modulo each prime."""
    for prime, row in zip(primes, rows.tolist(), strict=True):
        series = multiply([q % prime for q in below], row, prime)[: len(row)]
        if series[: len(above)] != [p % prime for p in above] or any(series[len(above) :]):
            return False
    return True


def _step(rows: NDArray[np.int64]) -> int:
    return 2 if rows.any() and not rows[..., 1::2].any() else 1


def _automaton(strip: Strip, paths: bool, limits: Limits) -> _core.StripAutomaton:
    columns = 8
    while True:
        sweep = strip.sweep(columns, paths)
        with core_errors(limits, "narrower_board"):
            found = _core.strip_automaton(sweep, strip.width, limits.budget, limits.reporter())
        # The end of the longer board must be out of sight of the borders that repeat.
        if sweep.impossible or 0 < found.columns <= columns - found.period:
            return found
        columns *= 2
