"""Linear recurrences of integer sequences: found modulo primes, written as P(x) / Q(x).

By Fatou's lemma a sequence of integers with a rational generating function has one P(x) / Q(x) with
integer coefficients and Q(0) = 1. The Berlekamp-Massey algorithm finds Q modulo a prime from twice
as many terms as its degree; several primes determine the coefficients, and more primes confirm
them.
"""

from __future__ import annotations

import decimal
import itertools
import math
import operator
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.errors import BadInputError

FAR_TERMS = 500
"""The growth is computed from the ratio of terms at most so far."""

SPARE = 16
"""The terms beyond twice the order that a recurrence must explain before it is believed."""


@dataclass(frozen=True)
class Recurrence:
    """A generating function P(x) / Q(x): the coefficient of x^i is term i, from i = 0 on.

    >>> fibonacci = Recurrence((0, 1), (1, -1, -1))
    >>> fibonacci.order, [fibonacci.term(i) for i in range(8)], fibonacci.term(10**6, 1000)
    (2, [0, 1, 1, 2, 3, 5, 8, 13], 875)
    >>> print(fibonacci)
    x / (1 - x - x^2)
    >>> fibonacci.growth(12)
    '1.61803398875'
    """

    numerator: tuple[int, ...]
    denominator: tuple[int, ...]

    @property
    def order(self) -> int:
        return len(self.denominator) - 1

    def __str__(self) -> str:
        return self.written()

    def written(self, step: int = 1) -> str:
        """Return the fraction with x to the power of `step` for x.

        >>> Recurrence((0, 1), (1, -1, -1)).written(2)
        'x^2 / (1 - x^2 - x^4)'
        """
        above, below = (_bracketed(part, step) for part in (self.numerator, self.denominator))
        return f"{above} / {below}"

    def law(self, name: str = "a", step: int = 1) -> str:
        """Return the recurrence as an equation; term i has the index `step` i.

        >>> Recurrence((0, 1), (1, -1, -1)).law(), Recurrence((0, 1), (1, -3)).law("b", 2)
        ('a(n) = a(n-1) + a(n-2)', 'b(n) = 3*b(n-2)')
        """
        later = [(f"{name}(n-{step * i})", -q) for i, q in enumerate(self.denominator) if i and q]
        return f"{name}(n) = {_sum(later)}"

    def terms(self) -> Iterator[int]:
        """Yield all terms, exactly."""
        last: deque[int] = deque(maxlen=self.order)  # the newest first
        rest = self.denominator[1:]
        for i in itertools.count():
            own = self.numerator[i] if i < len(self.numerator) else 0
            term = own - sum(map(operator.mul, rest, last))
            last.appendleft(term)
            yield term

    def term(self, number: int, modulus: int | None = None) -> int:
        """Return one term: exactly in linear time, modulo a number in logarithmic time.

        Both parts of the fraction are multiplied by Q(-x): the denominator becomes even, so only
        every second term of the numerator matters (Bostan and Mori 2021).
        """
        if modulus is None:
            return next(itertools.islice(self.terms(), number, None))
        above = [p % modulus for p in self.numerator]
        below = [q % modulus for q in self.denominator]
        while number:
            other = [-q if i % 2 else q for i, q in enumerate(below)]
            above = multiply(above, other, modulus)[number % 2 :: 2]
            below = multiply(below, other, modulus)[::2]
            number //= 2
        return above[0] % modulus if above else 0  # Q(0) is 1 in every round

    def growth(self, digits: int = 20, step: int = 1) -> str:
        """Return the `step`-th root of the limit of the ratios of terms: 1 over a root of Q.

        Newton's method starts from the ratio of two far terms. Q changes its sign within the last
        digit.
        """
        far = min(8 * self.order, FAR_TERMS)
        before, after = itertools.islice(self.terms(), far, far + 2)
        if before == 0 or after == 0:
            raise BadInputError("no_growth")
        # The summands of Q(1 / root) may be large although their sum is small.
        shrink = math.log10(abs(after / before))
        large = max(_digits(q) - i * shrink for i, q in enumerate(self.denominator) if q)
        with decimal.localcontext(prec=2 * digits + 20 + max(0, int(large))):
            coefficients = [decimal.Decimal(q) for q in self.denominator]
            root = decimal.Decimal(after) / decimal.Decimal(before)
            for _ in range(200):
                value = slope = decimal.Decimal(0)
                for q in coefficients:  # of root^order Q(1 / root)
                    slope = slope * root + value
                    value = value * root + q
                change = value / slope
                root -= change
                if abs(change) < decimal.Decimal(10) ** -(2 * digits):
                    break
            text = f"{root ** (1 / decimal.Decimal(step)):.{digits - 1}f}"
        last = Fraction(1, 10 ** (digits - 1))
        if not self._changes_sign((Fraction(text) - last) ** step, (Fraction(text) + last) ** step):
            raise BadInputError("growth_not_found")
        return text

    def _changes_sign(self, low: Fraction, high: Fraction) -> bool:
        """Whether Q(1 / x) changes its sign between two numbers."""

        def sign(x: Fraction) -> int:
            value, power = 0, 1
            for q in self.denominator:  # x^order Q(1 / x), times a power of the denominator of x
                value = value * x.numerator + q * power
                power *= x.denominator
            return (value > 0) - (value < 0)

        return sign(low) * sign(high) <= 0

    def divides(self, other: Recurrence, power: int = 1) -> bool:
        """Whether a power of this denominator divides the other denominator, exactly.

        >>> one = Recurrence((1,), (1, -1))
        >>> one.divides(Recurrence((1,), (1, -2, 1)), 2), one.divides(Recurrence((1,), (1, -2)))
        (True, False)
        """
        divisor = [1]
        for _ in range(power):
            divisor = multiply(divisor, [*self.denominator])
        rest = [*other.denominator]
        # Q(0) = 1, so the division goes upwards from the constant term, in integers.
        for i in range(len(rest) - len(divisor) + 1):
            if factor := rest[i]:
                for j, d in enumerate(divisor):
                    rest[i + j] -= factor * d
        return not any(rest) and len(divisor) <= len(other.denominator)


class Guess:
    """The coefficients of P and Q, combined from residues modulo primes.

    `confirmed` is the product of the primes that agreed with the coefficients as integers.
    """

    def __init__(self) -> None:
        self.size = 0  # of Q with its zeros at the end
        self.confirmed = 1
        self._known = _core.Remainders(0)  # of Q, then P
        self._guess: list[int] = []

    def learn(self, prime: int, row: NDArray[np.int64], denominator: list[int]) -> bool:
        """Take the terms and the denominator modulo a prime; say whether the terms are enough."""
        if 2 * len(denominator) + SPARE > len(row) + 2:
            return False
        if len(denominator) < self.size:
            return True  # this prime divides a determinant
        if len(denominator) > self.size:
            self.size, self._guess = len(denominator), []
            self._known = _core.Remainders(2 * self.size - 1)
        order = self.size - 1
        found = denominator + multiply(denominator, row[:order].tolist(), prime)[:order]
        found += [0] * (2 * self.size - 1 - len(found))
        if [number % prime for number in self._guess] == found:
            self.confirmed *= prime
            return True
        self.confirmed = 1
        self._known.add(prime, found)
        self._guess = _signed(self._known.values, self._known.product)
        return True

    @property
    def recurrence(self) -> Recurrence:
        parts = self._guess[self.size :], self._guess[: self.size]
        return Recurrence(*(tuple(_trimmed(part)) for part in parts))


def _signed(residues: list[int], modulus: int) -> list[int]:
    return [r - modulus if 2 * r > modulus else r for r in residues]


def _digits(number: int) -> float:
    """Return about the decimal logarithm of a number that is not 0."""
    return number.bit_length() * math.log10(2)


def _trimmed(coefficients: list[int]) -> list[int]:
    while coefficients and coefficients[-1] == 0:
        coefficients = coefficients[:-1]
    return coefficients


def shortest_modulo(values: NDArray[np.int64], prime: int) -> list[int]:
    """Return Q of the shortest recurrence modulo a prime below 2^31 (Berlekamp and Massey 1969).

    >>> shortest_modulo(np.array([0, 1, 1, 2, 3, 5, 8, 13]), 101)
    [1, 100, 100]
    """
    return [int(q) for q in _core.shortest_recurrence(values.tolist(), prime)]


def multiply(one: list[int], other: list[int], modulus: int | None = None) -> list[int]:
    """Multiply polynomials: as two large integers, their values at a power of 2 (Kronecker 1882).

    >>> multiply([1, -2], [3, 0, -5])
    [3, -6, -5, 10]
    """
    if not one or not other:
        return []
    largest = (max(map(abs, factor)).bit_length() for factor in (one, other))
    size = (sum(largest) + min(len(one), len(other)).bit_length() + 2 + 7) // 8
    count = len(one) + len(other) - 1
    value = _packed(one, size) * _packed(other, size)
    # Adding half of the range to every coefficient makes all of them positive.
    half = 1 << (8 * size - 1)
    data = (value + _packed([half] * count, size)).to_bytes(size * count + 1, "little")
    at = range(0, size * count, size)
    made = [int.from_bytes(data[i : i + size], "little") - half for i in at]
    return made if modulus is None else [number % modulus for number in made]


def _packed(numbers: list[int], size: int) -> int:
    """Return the polynomial with these coefficients at 2^(8 size)."""
    parts = (
        b"".join(max(sign * n, 0).to_bytes(size, "little") for n in numbers) for sign in (1, -1)
    )
    above, below = (int.from_bytes(part, "little") for part in parts)
    return above - below


def _bracketed(coefficients: Sequence[int], step: int) -> str:
    names = {0: "", 1: "x"}
    powers = ((step * i, q) for i, q in enumerate(coefficients) if q)
    named = [(names.get(power, f"x^{power}"), q) for power, q in powers]
    return f"({_sum(named)})" if len(named) > 1 else _sum(named)


def _sum(parts: Sequence[tuple[str, int]]) -> str:
    """Write a sum of named parts.

    >>> _sum([("", 1), ("x", -1), ("x^2", 6)])
    '1 - x + 6*x^2'
    """
    text = ""
    for name, factor in parts:
        size = abs(factor)
        written = str(size) if not name else name if size == 1 else f"{size}*{name}"
        sign = ("-" if factor < 0 else "") if not text else (" - " if factor < 0 else " + ")
        text += sign + written
    return text or "0"
