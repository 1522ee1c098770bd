"""Python integers as rows of 64-bit words, and back."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def to_words(numbers: Sequence[int], words: int) -> NDArray[np.uint64]:
    """Return natural numbers as little-endian words, one number after another.

    >>> to_words([1, 2**64], 2).tolist()
    [1, 0, 0, 1]
    """
    size = 8 * words
    data = b"".join(number.to_bytes(size, "little") for number in numbers)
    return np.frombuffer(data, dtype="<u8").astype(np.uint64)


def from_words(array: NDArray[np.uint64] | Sequence[int], words: int) -> list[int]:
    """Return the numbers that `to_words` wrote.

    >>> from_words(to_words([5, 3 * 2**70], 2), 2) == [5, 3 * 2**70]
    True
    """
    data = np.asarray(array, dtype=np.uint64).astype("<u8").tobytes()
    size = 8 * words
    return [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]
