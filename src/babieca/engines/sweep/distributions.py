"""How a sum over the moves of a tour is distributed over all tours, exactly.

Every move has a vector of whole numbers, and a tour has their sum, its *total*. With the weight
x1^v1 … xk^vk for a move with the vector v, the weighted sum over all tours is a polynomial, and its
coefficients count the tours by total. The polynomial is evaluated modulo a prime at roots of unity,
and a Fourier transform gives the coefficients. docs/weights.md has the mathematics.

Symmetries of the board that change vectors by an affine map make evaluations equal up to a root of
unity, and so does a parity that all totals share: one of each orbit is swept.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babieca.engines.sweep.moduli import contradiction
from babieca.errors import BadInputError
from babieca.invariants import Image, fixing, image_of_pair
from babieca.primes import is_prime, root_of_unity
from babieca.questions import Question
from babieca.recurrences import multiply

Vector = tuple[int, ...]

MOST_POINTS = 2_000_000
"""The most points of a transform; a table with more would take years on most boards."""

MOST_PARITIES = 6
"""With more columns, parities are not looked for."""

PRIME_BITS = 61
SPARE_BITS = 16
"""A wrong evaluation changes every coefficient at random: one in 2^16 would still be in bounds."""


@dataclass(frozen=True)
class Move:
    """A relation between evaluations: P(j) = sign * root^phase(j) * P(image of j)."""

    matrix: tuple[Vector, ...]  # image of j: j times this, plus the shift
    shift: Vector
    phase: Vector  # times j, per column
    sign: int = 1


@dataclass(frozen=True)
class Distribution:
    """The evaluations that tell the totals of all tours of an undirected question.

    `values` has the vector of each edge of the graph. `ranges`, if known, has the least and the
    largest total of each column. In each kept column, the totals are among `orders` numbers from
    `lows` on. Totals that differ by multiples of `orders` are added up.
    """

    question: Question
    values: tuple[Vector, ...]
    ranges: tuple[tuple[int, int], ...] = ()

    @cached_property
    def length(self) -> int:
        """The number of moves of a tour."""
        return len(self.question.graph) - (not self.question.closed)

    @cached_property
    def edges(self) -> list[tuple[int, int]]:
        return self.question.graph.edges()

    @cached_property
    def _columns(self) -> tuple[list[int], dict[int, list[Fraction]]]:
        """The columns to evaluate, and how each other column follows from 1 and these columns."""
        rows = sorted(set(self.values))
        span = Span(len(rows))
        kept: list[int] = []
        others: dict[int, list[Fraction]] = {}
        for column in range(len(rows[0]) if rows else 0):
            found = span.express([row[column] for row in rows])
            if found is None:
                kept.append(column)
                span.add([row[column] for row in rows])
            else:
                others[column] = found
        return kept, others

    @cached_property
    def _scales(self) -> list[tuple[int, int]]:
        """The least value of each kept column, and the common divisor of the differences to it."""
        columns = [[row[column] for row in self.values] for column in self._columns[0]]
        return [(min(one), math.gcd(*(value - min(one) for value in one))) for one in columns]

    @cached_property
    def vectors(self) -> NDArray[np.int64]:
        """The kept columns of each edge, from 0 on and without a common divisor."""
        rows = np.array(self.values, dtype=np.int64).reshape(len(self.values), -1)
        rows = rows[:, self._columns[0]]
        least, divisors = np.array(self._scales, dtype=np.int64).reshape(-1, 2).T
        return (rows - least) // divisors

    @cached_property
    def _allowed(self) -> list[tuple[int, int, Vector]]:
        """The edges that a tour may use, with their vectors."""
        rows = self.vectors.tolist()
        return [
            (u, v, tuple(row))
            for (u, v), row in zip(self.edges, rows, strict=True)
            if (u, v) not in self.question.avoiding
        ]

    @cached_property
    def _bounds(self) -> list[tuple[int, int]]:
        """Bounds of the totals: twice a total is the sum of two edges at each vertex."""
        found = []
        if self.ranges:
            for kept, (least, divisor) in zip(self._columns[0], self._scales, strict=True):
                low, high = (
                    (total - least * self.length) // divisor for total in self.ranges[kept]
                )
                found.append((low, high))
            return found
        for column in range(self.vectors.shape[1]):
            at: list[list[int]] = [[] for _ in self.question.graph.labels]
            for u, v, row in self._allowed:
                at[u].append(row[column])
                at[v].append(row[column])
            high = sum(sum(sorted(each)[-2:]) for each in at) // 2
            low = -(-sum(sum(sorted(each)[:2]) for each in at) // 2) if self.question.closed else 0
            found.append((low, max(low, min(high, sum(row[column] for *_, row in self._allowed)))))
        return found

    @cached_property
    def lows(self) -> list[int]:
        return [low for low, _ in self._bounds]

    @cached_property
    def _parities(self) -> dict[Vector, int]:
        """The sets of columns whose sum has the same parity in all tours, and that parity.

        The parity of the values of a move from u to v is h(u) + h(v) + c: the tour visits every
        vertex once, so the sum of all h counts twice.
        """
        count = self.vectors.shape[1]
        if not self.question.closed or count > MOST_PARITIES:
            return {}
        found = {}
        for chosen in itertools.product((0, 1), repeat=count):
            odd = [(u, v, sum(itertools.compress(row, chosen)) % 2) for u, v, row in self._allowed]
            for constant in (0, 1) if any(chosen) else ():
                if _is_sum(len(self.question.graph), odd, constant):
                    found[chosen] = self.length * constant % 2
        return found

    @cached_property
    def _symmetries(self) -> list[tuple[list[list[int]], list[int]]]:
        """The matrices and constants by which symmetries change the vectors of the edges."""
        question = self.question
        rows = dict(zip(self.edges, map(tuple, self.vectors.tolist()), strict=True))
        found = []
        for _, image in fixing(
            question.graph, question.through, question.avoiding, vertices=question.ends
        ):
            pairs = sorted({(row, rows[image_of_pair(edge, image)]) for edge, row in rows.items()})
            span = Span(len(pairs))
            for column in range(self.vectors.shape[1]):
                span.add([row[column] for row, _ in pairs])
            changes = [
                span.express([after[column] for _, after in pairs])
                for column in range(self.vectors.shape[1])
            ]
            if all(
                change is not None and all(part.denominator == 1 for part in change)
                for change in changes
            ):
                whole = [[int(part) for part in change or ()] for change in changes]
                found.append(([change[1:] for change in whole], [change[0] for change in whole]))
        return found

    @cached_property
    def orders(self) -> list[int]:
        """The order of the root of unity of each kept column: columns that mix have the same."""
        parities = self._parities
        orders = [high - low + 1 for low, high in self._bounds]
        orders = [
            order + (order % 2 and any(chosen[column] for chosen in parities))
            for column, order in enumerate(orders)
        ]
        changed = True
        while changed:
            changed = False
            for matrix, _ in self._symmetries:
                for (k, row), i in itertools.product(enumerate(matrix), range(len(orders))):
                    if row[i] and orders[i] != orders[k]:
                        orders[i] = orders[k] = max(orders[i], orders[k])
                        changed = True
        return orders

    @property
    def points(self) -> int:
        return math.prod(self.orders)

    def keeps(self, image: Image) -> bool:
        """Whether a map of the vertices keeps the vector of every edge."""
        rows = dict(zip(self.edges, self.values, strict=True))
        return all(rows[image_of_pair(edge, image)] == row for edge, row in rows.items())

    def _moves(self) -> Iterator[Move]:
        count = len(self.orders)
        same = tuple(tuple(int(i == k) for i in range(count)) for k in range(count))
        for matrix, constant in self._symmetries:
            phase = tuple(self.length * one for one in constant)
            yield Move(tuple(map(tuple, matrix)), (0,) * count, phase)
        for chosen, parity in self._parities.items():
            half = tuple(one * order // 2 for one, order in zip(chosen, self.orders, strict=True))
            yield Move(same, half, (0,) * count, -1 if parity else 1)

    @cached_property
    def orbits(self) -> dict[Vector, tuple[Vector, Vector, int]]:
        """For every point: its representative, and the exponents and sign of the factor to it."""
        if self.points > MOST_POINTS:
            raise BadInputError(
                "too_many_evaluations", count=f"{self.points:,}", most=f"{MOST_POINTS:,}"
            )
        orders = self.orders
        moves = list(self._moves())
        found: dict[Vector, tuple[Vector, Vector, int]] = {}
        for first in itertools.product(*map(range, orders)):
            if first in found:
                continue
            found[first] = (first, (0,) * len(orders), 1)
            fresh = [first]
            while fresh:
                # If P(image) = factor * P(point), then found[image] follows from found[point]. The
                # moves form a group, so every point of the orbit is the image of another one.
                point = fresh.pop()
                _, phase, sign = found[point]
                for move in moves:
                    image = tuple(
                        (sum(j * row[i] for j, row in zip(point, move.matrix, strict=True)) + more)
                        % order
                        for i, (more, order) in enumerate(zip(move.shift, orders, strict=True))
                    )
                    if image in found:
                        continue
                    # P(point) = sign * root^(phase . point) * P(image), and its inverse.
                    own = tuple(
                        (before - j * by) % order
                        for before, j, by, order in zip(
                            phase, point, move.phase, orders, strict=True
                        )
                    )
                    found[image] = (first, own, sign * move.sign)
                    fresh.append(image)
        return found

    @cached_property
    def representatives(self) -> list[Vector]:
        """The points to evaluate; the evaluation at 0 is the number of tours."""
        return [
            point for point, (first, *_) in self.orbits.items() if point == first and any(point)
        ]

    def column(self, number: int) -> Distribution:
        """Return the distribution of one column alone."""
        return Distribution(self.question, tuple((row[number],) for row in self.values))

    @property
    def is_joint(self) -> bool:
        """Whether more than one column has to be evaluated."""
        return len(self._columns[0]) > 1

    def primes(self, most: int) -> list[int]:
        """Return primes that tell apart all numbers up to `most`, with bits to spare."""
        common = math.lcm(*self.orders)
        wanted = 1 << (most.bit_length() + SPARE_BITS)
        found: list[int] = []
        candidate = (2**PRIME_BITS // common) * common + 1
        while math.prod(found) < wanted:
            candidate -= common
            if candidate < 2 ** (PRIME_BITS - 1):
                raise BadInputError("too_few_primes")
            if is_prime(candidate):
                found.append(candidate)
        return found

    def roots(self, prime: int) -> list[int]:
        return [root_of_unity(order, prime) for order in self.orders]

    def weights(self, point: Vector, prime: int) -> tuple[int, ...]:
        """Return the weight of each edge at a point."""
        bases = [pow(root, j, prime) for root, j in zip(self.roots(prime), point, strict=True)]
        known: dict[Vector, int] = {}
        for row in set(map(tuple, self.vectors.tolist())):
            known[row] = (
                math.prod(pow(b, v, prime) for b, v in zip(bases, row, strict=True)) % prime
            )
        return tuple(known[tuple(row)] for row in self.vectors.tolist())

    def coefficients(
        self, evaluations: Mapping[Vector, int], tours: int, prime: int
    ) -> NDArray[Any]:
        """Return the number of tours modulo a prime, by total minus the lowest total.

        `evaluations` has the value at each representative.
        """
        roots = self.roots(prime)
        at = {**evaluations, (0,) * len(self.orders): tours % prime}
        numbers = np.empty(self.orders, dtype=object)
        for point, (first, phase, sign) in self.orbits.items():
            factor = sign
            for root, exponent in zip(roots, phase, strict=True):
                factor = factor * pow(root, exponent, prime) % prime
            numbers[point] = factor * at[first] % prime
        for axis, (root, order, low) in enumerate(zip(roots, self.orders, self.lows, strict=True)):
            shifts = [pow(root, -low * j, prime) for j in range(order)]
            numbers = np.moveaxis(numbers, axis, -1) * shifts % prime
            numbers = np.apply_along_axis(fourier, -1, numbers, pow(root, -1, prime), prime)
            numbers = np.moveaxis(numbers, -1, axis)
            numbers = numbers * pow(order, -1, prime) % prime
        return numbers

    def table(self, numbers: Sequence[int], tours: int) -> dict[Vector, int]:
        """Return the table with these coefficients; leave out totals that no tour has."""
        places = itertools.product(*map(range, self.orders))
        counted = zip(places, numbers, strict=True)
        found = {self._total(at): number for at, number in counted if number}
        if sum(found.values()) != tours:
            raise contradiction()
        return dict(sorted(found.items()))

    def _total(self, at: Vector) -> Vector:
        """Return the total of a coefficient in all columns."""
        kept, others = self._columns
        totals: dict[int, int] = {}
        for column, offset, low, (least, divisor) in zip(
            kept, at, self.lows, self._scales, strict=True
        ):
            totals[column] = least * self.length + divisor * (low + offset)
        for column, (constant, *parts) in others.items():
            terms = zip(parts, kept, strict=False)  # later columns were not yet known
            total = constant * self.length + sum(part * totals[known] for part, known in terms)
            totals[column] = int(total)
        return tuple(totals[column] for column in sorted(totals))


def fourier(numbers: NDArray[Any], root: int, prime: int) -> NDArray[Any]:
    """Return the sums over j of numbers[j] root^(j t) for each t, by one product (Bluestein 1970).

    >>> fourier(np.array([1, 1, 0], dtype=object), 2, 7).tolist()
    [2, 3, 5]
    """
    # With c(k) = k (k - 1) / 2, j t is c(j + t) - c(j) - c(t).
    count, back = len(numbers), pow(root, -1, prime)
    inverse = [pow(back, k * (k - 1) // 2, prime) for k in range(count)]
    chirp = [pow(root, k * (k - 1) // 2, prime) for k in range(2 * count)]
    weighted = [number * factor % prime for number, factor in zip(numbers, inverse, strict=True)]
    found = multiply(weighted[::-1], chirp, prime)[count - 1 :]
    return np.array([a * b % prime for a, b in zip(found, inverse, strict=False)], dtype=object)


class Span:
    """The space of vectors that are combinations of the vector of ones and of added vectors."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._added = 0
        # Each with its pivot, and as a combination of the vector of ones and the added vectors.
        self._basis: list[tuple[int, list[Fraction], list[Fraction]]] = []
        if size:
            self._basis.append((0, [Fraction(1)] * size, [Fraction(1)]))

    def _reduced(self, vector: Sequence[int]) -> tuple[list[Fraction], list[Fraction]]:
        rest = [Fraction(part) for part in vector]
        parts = [Fraction(0)] * (1 + self._added)
        for pivot, basis, made_of in self._basis:
            if factor := rest[pivot] / basis[pivot]:
                rest = [one - factor * other for one, other in zip(rest, basis, strict=True)]
                for number, part in enumerate(made_of):
                    parts[number] += factor * part
        return rest, parts

    def express(self, vector: Sequence[int]) -> list[Fraction] | None:
        """Return the coefficients of the vector of ones and of the added vectors; None: it is new.

        >>> span = Span(3)
        >>> span.add([0, 1, 2])
        >>> [int(part) for part in span.express([5, 3, 1])], span.express([0, 1, 0])
        ([5, -2], None)
        """
        rest, parts = self._reduced(vector)
        return None if any(rest) else parts

    def add(self, vector: Sequence[int]) -> None:
        rest, parts = self._reduced(vector)
        self._added += 1
        if any(rest):
            pivot = next(number for number, part in enumerate(rest) if part)
            self._basis.append((pivot, rest, [*(-part for part in parts), Fraction(1)]))


def _is_sum(count: int, odd: Sequence[tuple[int, int, int]], constant: int) -> bool:
    """Whether the parity of every edge is h(u) + h(v) + constant, for some h."""
    near: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    for u, v, parity in odd:
        near[u].append((v, parity))
        near[v].append((u, parity))
    height: dict[int, int] = {}
    for root in range(count):
        if root in height:
            continue
        height[root] = 0
        fresh = [root]
        while fresh:
            u = fresh.pop()
            for v, parity in near[u]:
                wanted = (height[u] + parity + constant) % 2
                if v not in height:
                    height[v] = wanted
                    fresh.append(v)
                elif height[v] != wanted:
                    return False
    return True
