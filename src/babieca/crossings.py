"""The number of pairs of moves of a drawn tour that cross.

Two moves cross if their segments share a point that is interior to both. Moves that only meet at a
square, or lie on one line, do not cross. Whether two moves cross depends only on their directions
and the distance of their starts. So the count is a sum of overlaps of shifted bit maps, in time
linear in the number of squares.
"""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

Vector = tuple[int, int]


def count(rows: NDArray[np.int64], columns: NDArray[np.int64], sides: tuple[int, ...]) -> int:
    """Count the crossings of the moves between consecutive points.

    >>> count(np.array([0, 1, 0, 1]), np.array([0, 1, 1, 0]), (2, 2))
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
    near = range(-reach, reach + 1)
    for shift in itertools.product(near, near):
        # first * s == shift + second * t, with 0 < s, t < 1
        along_first = shift[0] * second[1] - shift[1] * second[0]
        along_second = shift[0] * first[1] - shift[1] * first[0]
        if 0 < along_first * cross < cross * cross and 0 < along_second * cross < cross * cross:
            found.append(shift)
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
