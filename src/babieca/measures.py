"""Measures of a tour: sums of step numbers along lines (magic tours), and crossings of moves.

Two moves cross if their segments share a point that is interior to both. Moves that only meet at a
square, or lie on one line, do not cross. Whether two moves cross depends only on their directions
and the distance of their starts. So the count is a sum of overlaps of shifted bit maps, in time
linear in the number of squares.
"""

import itertools

import numpy as np
from numpy.typing import NDArray

Steps = NDArray[np.int64]
Vector = tuple[int, int]


def line_sums(steps: Steps) -> list[Steps]:
    """Return the sums along the lines of each axis.

    >>> [sums.tolist() for sums in line_sums(np.array([[1, 2], [3, 4]]))]
    [[4, 6], [3, 7]]
    """
    return [steps.sum(axis=axis).reshape(-1) for axis in range(steps.ndim)]


def is_semimagic(steps: Steps) -> bool:
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


def crossings(rows: Steps, columns: Steps, sides: tuple[int, ...]) -> int:
    """Count the crossings of the moves between consecutive points.

    >>> crossings(np.array([0, 1, 0, 1]), np.array([0, 1, 1, 0]), (2, 2))
    1
    """
    by_row, by_column = np.diff(rows), np.diff(columns)
    # Direct every move upwards (or rightwards), so that a move is (least end, direction).
    flip = (by_row < 0) | ((by_row == 0) & (by_column < 0))
    foot_row = np.where(flip, rows[1:], rows[:-1])
    foot_column = np.where(flip, columns[1:], columns[:-1])
    up, right = np.where(flip, -by_row, by_row), np.where(flip, -by_column, by_column)
    maps: dict[Vector, NDArray[np.bool_]] = {}
    for direction in set(zip(up.tolist(), right.tolist(), strict=True)):
        present = np.zeros(sides, dtype=bool)
        chosen = (up == direction[0]) & (right == direction[1])
        present[foot_row[chosen], foot_column[chosen]] = True
        maps[direction] = present
    total = 0
    for first, second in itertools.combinations_with_replacement(sorted(maps), 2):
        for shift in _crossing_shifts(first, second):
            total += _overlap(maps[first], maps[second], shift)
    return total


def _crossing_shifts(first: Vector, second: Vector) -> list[Vector]:
    """Return the positions of the foot of `second`, relative to that of `first`, that cross."""
    cross = first[0] * second[1] - first[1] * second[0]
    if cross == 0:
        return []
    reach = max(map(abs, first + second)) * 2
    found = []
    for up, right in itertools.product(range(-reach, reach + 1), repeat=2):
        # first * s == (up, right) + second * t, with 0 < s, t < 1
        along = (up * second[1] - right * second[0], up * first[1] - right * first[0])
        if all(0 < scaled * cross < cross * cross for scaled in along):
            found.append((up, right))
    return found


def _overlap(first: NDArray[np.bool_], second: NDArray[np.bool_], shift: Vector) -> int:
    """Count squares p such that `first` has p and `second` has p + shift."""
    here, there = [], []
    for by, side in zip(shift, first.shape, strict=True):
        if abs(by) >= side:
            return 0
        here.append(slice(max(0, -by), side - max(0, by)))
        there.append(slice(max(0, by), side - max(0, -by)))
    return int(np.count_nonzero(first[tuple(here)] & second[tuple(there)]))
