"""Sums of step numbers along the lines of a board: magic and semimagic tours."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Steps = NDArray[np.int64]


def line_sums(steps: Steps) -> list[Steps]:
    """Return the sums along the lines of each axis.

    >>> [sums.tolist() for sums in line_sums(np.array([[1, 2], [3, 4]]))]
    [[4, 6], [3, 7]]
    """
    return [steps.sum(axis=axis).reshape(-1) for axis in range(steps.ndim)]


def is_semimagic(steps: Steps) -> bool:
    """Whether, for each axis, all lines along it have one sum."""
    return all(len(np.unique(sums)) == 1 for sums in line_sums(steps))


def is_magic(steps: Steps) -> bool:
    """Whether the sides are equal and all lines have one sum, long diagonals included.

    >>> is_magic(np.array([[2, 7, 6], [9, 5, 1], [4, 3, 8]]))
    True
    """
    side = steps.shape[0]
    if any(other != side for other in steps.shape) or not is_semimagic(steps):
        return False
    if side == 1:
        return True
    along = np.arange(side)
    target = int(line_sums(steps)[0][0])
    return all(
        int(steps[tuple(along[::-1] if flip else along for flip in flips)].sum()) == target
        for flips in np.ndindex(*(2,) * steps.ndim)
    )
