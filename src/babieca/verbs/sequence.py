"""The numbers of tours of all boards of one width, and the recurrence that they obey."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Unpack

from babieca.board_text import checked_leaper, checked_wrap, leaper_name, wrap_text
from babieca.boards import LeaperWords
from babieca.engines.lengths import Lengths
from babieca.engines.sweep.laws import StripCounts
from babieca.engines.sweep.prefixes import PrefixMethod, Strip
from babieca.errors import BadInputError, NotFoundError, shown
from babieca.limits import CheckpointWords, Limits, LimitWords, TimeWords, WorkWords
from babieca.primes import is_prime
from babieca.questions import KINDS, Kind
from babieca.recurrences import Recurrence
from babieca.showing import Shown
from babieca.words import (
    Word,
    one_of,
    spelled,
    split_words,
    true_or_false,
    whole_number,
    with_defaults,
)

__all__ = ["Law", "Sequence", "Terms"]

MOST_LENGTHS = 100_000
MOST_WIDTH = 64


class SequenceWords(LeaperWords, total=False):
    wrap: Annotated[
        bool | str | Iterable[bool],
        Word("Join the two borders of the width: axis 0 of 5xn, 1 of nx5.", "The board",
             default=False, metavar="AXIS", values=("0", "1")),
    ]  # fmt: skip
    ragged: Annotated[
        bool,
        Word("Boards grow by one square at a time; the last column may be unfinished.",
             "The question", default=False),
    ]  # fmt: skip
    directed: Annotated[
        bool, Word("Count each tour once for each direction.", "The question", default=False)
    ]
    symmetry: Annotated[
        str | None,
        Word("Only tours that this symmetry keeps, such as half-turn; board by board.",
             "The question", metavar="NAME"),
    ]  # fmt: skip


class TermsWords(WorkWords, CheckpointWords, total=False):
    method: Annotated[
        PrefixMethod, Word("auto, blocks, or sparse: a hash table of states.", default="auto")
    ]


@dataclass(frozen=True)
class Terms(Shown):
    """The first terms of a sequence, numbered from 1 by length, or by squares if it is ragged.

    >>> found = Sequence(3).terms(12)
    >>> found[10], found[12], found.b_file().splitlines()[9]
    (16, 176, '10 16')
    """

    sequence: Sequence
    values: tuple[int, ...]
    method: str
    moduli: tuple[int, ...]
    counters: int
    peak_bytes: int
    seconds: float

    def __getitem__(self, number: int) -> int:
        if not 1 <= number <= len(self.values):
            raise IndexError(f"terms are numbered from 1 to {len(self.values)}")
        return self.values[number - 1]

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[int]:
        return iter(self.values)

    def b_file(self) -> str:
        """Return lines `n a(n)`, as the OEIS has them."""
        return "\n".join(f"{n} {value}" for n, value in enumerate(self.values, start=1))

    def to_json(self) -> dict[str, Any]:
        """Return the terms for JSON, numbers as text."""
        return self.sequence.to_json() | {
            "offset": 1,
            "terms": [str(value) for value in self.values],
            "method": self.method,
            "moduli": [str(modulus) for modulus in self.moduli],
            "counters": self.counters,
            "peak_bytes": self.peak_bytes,
            "seconds": self.seconds,
        }


@dataclass(frozen=True)
class Law(Shown):
    """The recurrence of a sequence, for every `step`-th length: x stands for `step` columns.

    The fraction gives the terms for the lengths 0, step, 2 step, …, with 0 for length 0; all other
    lengths have no tours. Every length n from `holds_from` on obeys the recurrence. The transfer
    matrix between two columns has `states`. If the recurrence is not `proved`, the first `terms`
    terms obey it modulo primes that were not needed to find it, with `bits` bits together.

    >>> law = Sequence(3).recurrence()
    >>> law.fraction.order, law.step, law.states, law.proved, law.growth(8)
    (21, 2, 26, True, '3.1194905')
    >>> law.holds_from
    45
    """

    sequence: Sequence
    fraction: Recurrence
    step: int
    states: int
    proved: bool
    terms: int
    bits: int

    @property
    def holds_from(self) -> int:
        """The least length from which on all lengths obey the recurrence; a(n) is 0 for n < 1.

        >>> law = Sequence(4, leaper="wazir").recurrence()
        >>> print(law.fraction.law(step=law.step), "from", law.holds_from, "on")
        a(n) = 2*a(n-1) + 2*a(n-2) - 2*a(n-3) + a(n-4) from 3 on
        """
        # The last term that disobeys belongs to the last coefficient of the numerator.
        return max(1, self.step * (len(self.fraction.numerator) - 1) + 1)

    @spelled
    def term(self, length: int, modulus: int | None = None, **words: Unpack[TimeWords]) -> int:
        """Return the count for one length: exactly, or modulo a number for very long boards.

        >>> Sequence(3).recurrence().term(1_000_000, modulus=1_000_000_007)
        803090527
        """
        check_length("length", length, exact=modulus is None)
        limits = Limits.of(**words)
        if length % self.step:
            return 0
        number = length // self.step
        if modulus is not None:
            whole_number("modulus", modulus, 1, 10**4000)
            return self.fraction.term(number, modulus)
        for i, value in enumerate(self.fraction.terms()):
            if i == number:
                return value
            if limits.over:
                break
        raise NotFoundError("time_over_columns", done=f"{self.step * i:,}", length=f"{length:,}")

    def growth(self, digits: int = 20) -> str:
        """Return the limit of the ratios of counts, for one column more."""
        whole_number("digits", digits, 1, 1000)
        return self.fraction.growth(digits, self.step)

    def to_json(self) -> dict[str, Any]:
        return self.sequence.to_json() | {
            "step": self.step,
            "order": self.fraction.order,
            "holds_from": self.holds_from,
            "numerator": [str(p) for p in self.fraction.numerator],
            "denominator": [str(q) for q in self.fraction.denominator],
            "states": self.states,
            "proved": self.proved,
            "terms": self.terms,
            "bits": self.bits,
        }


@dataclass(frozen=True)
class Sequence(Shown):
    """The numbers of tours of the boards with `width` rows and 1, 2, 3, … columns.

    One sweep along a long board gives the numbers for all shorter ones. If `ragged`, the boards
    grow square by square: column after column, each from the bottom to the top.

    >>> Sequence(5, "closed").terms(8).values
    (0, 0, 0, 0, 0, 8, 0, 44202)
    >>> Sequence("4xn", "path").terms(5).values
    (0, 0, 8, 0, 82)
    >>> Sequence(5, ragged=True).terms(24)[24]
    30
    """

    width: int
    kind: Kind
    leaper: tuple[int, int]
    wrap: tuple[bool, bool]
    ragged: bool
    directed: bool
    symmetry: str | None

    @spelled
    def __init__(
        self, width: int | str, kind: Kind = "closed", **words: Unpack[SequenceWords]
    ) -> None:
        given = with_defaults(SequenceWords, words)
        one_of("kind", kind, KINDS)
        rows, axis = read_width(width) if isinstance(width, str) else (width, 0)
        whole_number("width", rows, 1, MOST_WIDTH)
        if given["ragged"] and given.get("symmetry"):
            raise BadInputError("ragged_symmetry")
        values = {
            **{"symmetry": None, **given},
            "width": rows,
            "kind": kind,
            "leaper": checked_leaper(given["leaper"]),
            "wrap": (_joined(given["wrap"], axis), False),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)
        for name in ("ragged", "directed"):
            true_or_false(name, getattr(self, name))
        if self.symmetry is not None:  # refuse a symmetry of square boards only, or an unknown one
            self._check_symmetry()

    def _check_symmetry(self) -> None:
        try:
            self._lengths.question(self.width * (self.width + 1))
        except BadInputError as error:
            known = error.reason.arguments.get("names") if error.reason else None
            if not known:
                raise
            raise BadInputError(
                "symmetry_boards_width_xn",
                width=self.width,
                known=known,
                symmetry=shown(self.symmetry),
            ) from None

    def __str__(self) -> str:
        parts = [f"{self.kind} {self.width}xn"]
        parts += [leaper_name(self.leaper)] * (self.leaper != (1, 2))
        parts += [f"wrap {wrap_text(self.wrap)}"] * any(self.wrap)
        parts += [name for name in ("ragged", "directed") if getattr(self, name)]
        return ", ".join(parts if self.symmetry is None else [*parts, self.symmetry])

    def to_json(self) -> dict[str, Any]:
        record: dict[str, Any] = {"width": self.width, "kind": self.kind}
        if self.leaper != (1, 2):
            record["leaper"] = list(self.leaper)
        if any(self.wrap):
            record["wrap"] = list(self.wrap)
        record |= {name: True for name in ("ragged", "directed") if getattr(self, name)}
        return record if self.symmetry is None else record | {"symmetry": self.symmetry}

    @property
    def strip(self) -> Strip:
        return Strip(self.width, self.leaper, self.wrap)

    @cached_property
    def _lengths(self) -> Lengths:
        return Lengths(self.strip, self.kind, self.directed, self.symmetry)

    @spelled
    def terms(self, limit: int, **words: Unpack[TermsWords]) -> Terms:
        """Return the first terms, exactly.

        With a `checkpoint`, finished residues are saved, and the same call goes on from them.
        """
        whole_number("limit", limit, 1, MOST_LENGTHS)
        limits, choices = split_words(LimitWords, with_defaults(TermsWords, words))
        began, working = time.perf_counter(), Limits.of(**limits)
        squares = [n if self.ragged else n * self.width for n in range(1, limit + 1)]
        with working.locked():
            found = self._lengths.counts(squares, working, choices["method"])
        return Terms(self, **vars(found), seconds=time.perf_counter() - began)

    @spelled
    def recurrence(self, **words: Unpack[WorkWords]) -> Law:
        """Find the shortest linear recurrence of the counts, and prove it.

        If the time is over before the proof ends, the recurrence is conjectured: it is not
        `proved`. It raises `NotFoundError` if the time is over before the recurrence is known.
        """
        counts = self._counts(Limits.of(**words))
        found = counts.recurrence()
        return Law(self, states=counts.states, **vars(found))

    @spelled
    def order(self, modulus: int, **words: Unpack[WorkWords]) -> tuple[int, int]:
        """Return a lower and an upper bound of the order of the recurrence.

        The lower bound is the order modulo a prime below 2^31, which is quicker to find than the
        recurrence, and only a prime of bad luck makes it differ from the order. As in
        `recurrence`, only even lengths count if odd ones have no tours.

        >>> Sequence(3).order(1_000_003)
        (21, 26)
        """
        whole_number("modulus", modulus, 3, 2**31 - 1)
        if not is_prime(modulus):
            raise BadInputError("modulus_prime", modulus=modulus)
        return self._counts(Limits.of(**words)).order_modulo(modulus)

    def _counts(self, limits: Limits) -> StripCounts:
        if self.ragged or self.symmetry is not None:
            raise BadInputError("recurrences_columns")
        return self._lengths.whole_columns(limits)


def check_length(name: str, length: int, exact: bool) -> None:
    """Refuse a length that no term has, or one whose exact term would take too long."""
    whole_number(name, length, 1, 2**59)
    if exact and length > MOST_LENGTHS:
        raise BadInputError("exact_columns", most=f"{MOST_LENGTHS:,}")


def _joined(wrap: bool | str | Iterable[bool], axis: int) -> bool:
    """Return whether the axis of the width wraps; refuse the other one, which has no end."""
    try:
        joined = checked_wrap(wrap, 2)
    except BadInputError:
        joined = (True, True)
    if joined[1 - axis]:
        raise BadInputError("wrap_of_sequence", axis=axis, wrap=shown(wrap))
    return joined[axis]


def read_width(text: str) -> tuple[int, int]:
    """Read the width in a text such as 5xn, and the axis along which it lies.

    >>> read_width("5xn"), read_width("n x 8")
    ((5, 0), (8, 1))
    """
    match = re.fullmatch(
        r"([0-9]{1,9})\s*+[xX×]\s*+[nN]|[nN]\s*+[xX×]\s*+([0-9]{1,9})", text.strip()
    )
    if match is None:
        raise BadInputError("sequence_written", text=shown(text))
    return (int(match[1]), 0) if match[1] else (int(match[2]), 1)
