"""Numbers larger than a counter: bounds, coprime moduli, the Chinese remainder theorem.

The core has the bounds and chooses the moduli: cpp/core/sweep/bounds.hpp.
"""

import functools
import math
from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.engines.protocol import built_question
from babieca.engines.retirement import retirement_order
from babieca.errors import BadInputError, ContradictionError
from babieca.progress import stop_report
from babieca.questions import Question


class OutgrownError(BadInputError):
    """A count outgrew the memory or the counters of its plan; another plan might fit."""


@functools.lru_cache(maxsize=64)
def bounds_of(question: Question) -> _core.Bounds:
    """Return quick bounds of the answer: bits that it surely fits in, and that are expected.

    >>> from babieca.boards import Board
    >>> bounds_of(Question.ask(Board(6, 6))).bits
    43
    """
    return _core.Bounds(built_question(question))


@functools.lru_cache(maxsize=64)
def sharp_bound_bits(question: Question) -> int:
    """Return a number of bits that the answer surely fits in, by the best bound.

    >>> from babieca.boards import Board
    >>> sharp_bound_bits(Question.ask(Board(6, 6)))
    25
    """
    order = retirement_order(question.graph)
    return _core.sharp_bound_bits(built_question(question), order, stop_report())


Arithmetic = Literal["cpu", "gpu", "products"]
"""How a sweep combines residues: it adds them ("cpu"), adds them without a spare bit ("gpu"), or
multiplies them ("products")."""

ARITHMETICS: tuple[Arithmetic, ...] = get_args(Arithmetic)


def enough_moduli(counter_bits: int, bits: int, arithmetic: Arithmetic = "cpu") -> list[int]:
    """Return moduli that determine every number of `bits` bits, with bits to spare as a check.

    The core chooses them (cpp/core/sweep/bounds.hpp); there, 2^64 is written as 0.

    >>> [len(enough_moduli(64, bits)) for bits in (20, 100, 120)]
    [2, 2, 3]
    >>> enough_moduli(8, 30, "gpu"), enough_moduli(32, 40, "products")
    ([256, 255, 253, 251, 247], [2064532531, 2115799143])
    """
    number = ARITHMETICS.index(arithmetic)
    if chosen := _core.enough_moduli(counter_bits, bits, number):
        return [modulus or 2**64 for modulus in chosen]
    raise OutgrownError(
        f"counters of {counter_bits} bits do not reach numbers of {bits} bits; use 16"
    )


def combine(residues: Sequence[tuple[int, int]]) -> tuple[int, int]:
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


def to_limbs(numbers: Sequence[int], limbs: int) -> NDArray[np.uint64]:
    """Return natural numbers as limbs of 64 bits, the lowest first, one number after another.

    >>> to_limbs([1, 2**64], 2).tolist()
    [1, 0, 0, 1]
    """
    data = b"".join(number.to_bytes(8 * limbs, "little") for number in numbers)
    return np.frombuffer(data, dtype="<u8").astype(np.uint64)


def from_limbs(array: NDArray[np.uint64] | Sequence[int], limbs: int) -> list[int]:
    """Return the numbers that `to_limbs` wrote.

    >>> from_limbs(to_limbs([5, 3 * 2**70], 2), 2) == [5, 3 * 2**70]
    True
    """
    data = np.asarray(array, dtype=np.uint64).astype("<u8").tobytes()
    size = 8 * limbs
    return [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]
