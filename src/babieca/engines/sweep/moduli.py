"""Numbers larger than a counter: bounds, coprime moduli, the Chinese remainder theorem."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal

import numpy as np

from babieca import _core
from babieca.errors import BadInputError, ContradictionError
from babieca.questions import Question


class OutgrownError(BadInputError):
    """A plan does not fit: neither the memory nor the counters; another plan might."""


def bound_bits(question: Question) -> int:
    """Return a number of bits that the answer surely fits in.

    A directed Hamiltonian cycle is a permutation along edges, so there are at most as many as the
    permanent of the adjacency matrix, which Bregman's theorem bounds by the product of
    (d!)^(1/d) over the degrees d. On a bipartite graph every cycle gives each vertex of one colour
    one of d(d-1)/2 pairs of neighbours. Paths are cycles through one more vertex.

    >>> from babieca.boards import Board
    >>> bound_bits(Question.ask(Board(6, 6)))
    43
    """
    bounds = [_log2_bregman(degrees_left(question))]
    colours = question.graph.bipartition() if question.closed else None
    if colours is not None:
        degrees = np.array(degrees_left(question))
        bounds += [_log2_pairs(degrees[colours == colour].tolist()) for colour in (0, 1)]
    return max(1, math.floor(min(bounds) + 0.001) + 1)


EXPECTED_SHARE = 0.55
"""Bits of a number of tours, about, of those of its bound: 44 of 88 on 8x8, 261 of 403 on 8x32."""

SHARP_SHARE = 0.77
"""Bits of the bound by matchings, at most in most cases, of those of `bound_bits`: 311 of 403."""


def expected_bits(question: Question) -> int:
    """Return about how many bits the answer has: nothing is proved."""
    return math.ceil(EXPECTED_SHARE * bound_bits(question))


def expected_bound_bits(question: Question) -> int:
    """Return about how many bits the sharp bound has, which takes longer to compute."""
    return math.ceil(SHARP_SHARE * bound_bits(question))


def expected_widths(
    question: Question, plan: _core.CountingPlan, counter_bits: int, *, lent: bool = False
) -> list[int]:
    """Return the expected bytes of a counter, for each layer.

    The bits of the largest counter grow evenly from layer to layer after a slow beginning. Counters
    of 6 bytes occur only in large layers that are not `lent` to another sweep.
    """
    steps = len(plan.layers) - 1
    bits = expected_bits(question)
    widths = []
    for layer in range(steps + 1):
        needed = bits * (1.2 * layer / max(steps, 1) - 0.1) + 1
        large = 8 * plan.layers[layer].counters > _core.large_layer
        words = [1, 2, 4, 6, 8] if large and not lent and counter_bits == 64 else [1, 2, 4, 8]
        enough = (word for word in words if needed <= 8 * word - 1)
        widths.append(min(next(enough, 8), counter_bits // 8))
    return widths


def fits_easily(question: Question, bits: int) -> bool:
    """Whether the answer surely fits in so many bits, by the quicker of the bounds."""
    return _log2_bregman(degrees_left(question)) < bits


def degrees_left(question: Question) -> list[int]:
    """Return the degrees without edges to avoid; for paths, with the vertex that closes them."""
    degrees = question.graph.degrees.copy()
    for u, v in question.avoiding:
        degrees[[u, v]] -= 1
    if not question.closed:
        degrees = np.append(degrees + 1, len(question.graph))
    found: list[int] = degrees.tolist()
    return found


def _log2_bregman(degrees: list[int]) -> float:
    if min(degrees, default=0) == 0:
        return 0.0
    return sum(math.lgamma(d + 1) / math.log(2) / d for d in degrees)


def _log2_pairs(degrees: list[int]) -> float:
    if min(degrees, default=0) < 2:
        return 0.0
    return sum(math.log2(d * (d - 1) / 2) for d in degrees)


Arithmetic = Literal["cpu", "gpu", "products"]
"""What the counters of a sweep are reduced by: residues are added ("cpu"), added without a spare
bit ("gpu"), or multiplied ("products")."""


def coprime_moduli(counter_bits: int, arithmetic: Arithmetic = "cpu") -> Iterator[int]:
    """Yield pairwise coprime moduli: 2^bits, where counters simply wrap, then odd ones.

    On the processor they are below 2^(bits - 1). Wide ones are scattered: the inverses of
    neighbouring moduli are small, and so would be the change that a small error makes. On the GPU
    they descend from 2^bits - 1 (2^63 - 1). Products of residues need odd moduli.

    >>> import itertools
    >>> list(itertools.islice(coprime_moduli(16), 3)), list(itertools.islice(coprime_moduli(32), 3))
    ([65536, 32767, 32765], [4294967296, 2064532531, 2115799143])
    """
    chosen = [2**counter_bits]
    if arithmetic != "products":
        yield chosen[0]
    gpu = arithmetic == "gpu"
    top = 2**counter_bits - 1 if gpu and counter_bits < 64 else 2 ** (counter_bits - 1) - 1
    scattered = not gpu and counter_bits > 16
    few = 2 ** (counter_bits - 6)
    step = int(few * GOLDEN) if scattered else 1
    for n in range(1 if scattered else 0, top // 2):
        candidate = top - 2 * (n * step % few if scattered else n)
        if all(math.gcd(candidate, modulus) == 1 for modulus in chosen):
            chosen.append(candidate)
            yield candidate


GOLDEN = (math.sqrt(5) - 1) / 2
"""Multiples of this, without their whole parts, lie scattered between 0 and 1."""

SPARE = {8: 8, 16: 16, 32: 24, 64: 24}
"""Bits by which scattered moduli reach beyond every possible answer, so that a wrong residue shows.

It leads to a number outside of the bounds, but for one case in 2^24. Moduli that are neighbours
spare a whole modulus. There are two at least: an error in a single residue might be small.
"""


def enough_moduli(counter_bits: int, bits: int, arithmetic: Arithmetic = "cpu") -> list[int]:
    """Return moduli that determine every number of so many bits, with bits to spare as a check.

    Products of residues have none to spare: their sums are checked.

    >>> [len(enough_moduli(64, bits)) for bits in (20, 100, 120)]
    [2, 2, 3]
    >>> enough_moduli(8, 30, "gpu"), enough_moduli(32, 40, "products")
    ([256, 255, 253, 251, 247], [2064532531, 2115799143])
    """
    spare = {"cpu": SPARE[counter_bits], "gpu": counter_bits, "products": 0}[arithmetic]
    fewest = 1 if arithmetic == "products" else 2
    chosen: list[int] = []
    for modulus in coprime_moduli(counter_bits, arithmetic):
        chosen.append(modulus)
        if len(chosen) >= fewest and math.prod(chosen).bit_length() > bits + spare:
            return chosen
    raise OutgrownError(
        f"counters of {counter_bits} bits do not reach numbers of {bits} bits; take 16"
    )


def combine(residues: list[tuple[int, int]]) -> tuple[int, int]:
    """Return the least number with the given (residue, modulus) pairs, and their common multiple.

    Moduli that share a factor are allowed: their residues must agree there.

    >>> combine([(2, 3), (3, 5), (2, 7)]), combine([(3, 4), (5, 6)])
    ((23, 105), (11, 12))
    """
    value, product = 0, 1
    for residue, modulus in residues:
        shared = math.gcd(product, modulus)
        quotient, rest = divmod(residue - value, shared)
        if rest:
            raise contradiction()
        own = modulus // shared
        value += product * (quotient * pow(product // shared, -1, own) % own)
        product *= own
    return value, product


def combine_within(residues: list[tuple[int, int]], low: int, high: int) -> int:
    """Return the number with these residues, which must lie between the bounds.

    >>> combine_within([(2, 3), (3, 5), (1, 7)], 0, 14)
    8
    >>> combine_within([(2, 3), (3, 5), (2, 7)], 0, 14)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    babieca.errors.ContradictionError: the residues contradict one another: ...
    """
    value, product = combine(residues)
    value = low + (value - low) % product
    if value > high:
        raise contradiction()
    return value


def contradiction() -> ContradictionError:
    return ContradictionError(
        "the residues contradict one another: a hardware fault or a bug; nothing is known"
    )
