"""A million moves at once: every kind of move is a stamp, pressed on all its places together.

On a board of even squares a move looks the same wherever it stands, up to its position within a
pixel. So there are few different lines; each is computed once as a small table of how much of every
pixel it covers, and each entry of the table is added to all moves of its kind by one array
operation. Where lines share a pixel, the one that covers more of it wins.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from babieca.drawing.picture import Floats, Integers

_POSITIONS = 4
"""Positions within a pixel are rounded to this many per side."""
_LEVELS = 255


def draw(
    pixels: NDArray[np.uint8], segments: Floats, which: Integers, ramp: Floats, width: float
) -> None:
    """Draw segments (in pixels) of colours `ramp[which]` onto an image, in place."""
    height, across = pixels.shape[:2]
    # A pixel of `best` holds coverage * 256 + colour of the line that covers it most: comparing
    # the packed numbers compares coverage first.
    best = np.zeros(height * across, dtype=np.uint16)
    fixed = np.rint(segments * _POSITIONS).astype(np.int64)
    starts, ways = fixed[:, :2], fixed[:, 2:] - fixed[:, :2]
    cells, within = np.divmod(starts, _POSITIONS)
    kinds = np.column_stack([ways, within])
    for kind, places in _groups(kinds):
        # In the order of memory, so that neighbours share cache lines.
        base = cells[places, 1] * across + cells[places, 0]
        order = np.argsort(base)
        base, colour = base[order], which[places][order].astype(np.uint16)
        x, y = cells[places, 0][order], cells[places, 1][order]
        for by_x, by_y, level in _stamp(kind / _POSITIONS, width):
            inside = _inside(x, y, by_x, by_y, across, height)
            at = (base + (by_y * across + by_x))[inside]
            packed = colour[inside] + np.uint16(level << 8)
            best[at] = np.maximum(best[at], packed)
    covered = np.flatnonzero(best)
    values = best[covered]
    share = (values >> 8).astype(np.float32)[:, None] / _LEVELS
    flat = pixels.reshape(-1, 3)
    line = (ramp * 255).astype(np.float32)[values & 255]
    flat[covered] = np.rint(flat[covered] * (1 - share) + line * share).astype(np.uint8)


def _groups(kinds: Integers) -> list[tuple[Integers, Integers]]:
    """Return each different row with the places where it stands."""
    different, inverse = np.unique(kinds, axis=0, return_inverse=True)
    order = np.argsort(inverse.reshape(-1), kind="stable")
    counts = np.bincount(inverse.reshape(-1), minlength=len(different))
    return list(zip(different, np.split(order, np.cumsum(counts)[:-1]), strict=True))


def _stamp(kind: Floats, width: float) -> list[tuple[int, int, int]]:
    """Return the pixels a line covers, seen from the pixel it starts in, and how much of each."""
    by_x, by_y, x, y = kind.tolist()
    reach = int(width / 2 + 2)
    columns = np.arange(int(min(0, by_x)) - reach, int(max(0, by_x)) + reach + 1)
    rows = np.arange(int(min(0, by_y)) - reach, int(max(0, by_y)) + reach + 1)
    from_x, from_y = np.meshgrid(columns + 0.5 - x, rows + 0.5 - y)
    length = max(by_x**2 + by_y**2, 1e-12)
    along = np.clip((from_x * by_x + from_y * by_y) / length, 0, 1)
    distance = np.hypot(from_x - along * by_x, from_y - along * by_y)
    cover = np.clip(width / 2 + 0.5 - distance, 0, min(1.0, width))
    levels = np.rint(cover * _LEVELS).astype(np.int64)
    return [
        (int(columns[column]), int(rows[row]), int(levels[row, column]))
        for row, column in zip(*np.nonzero(levels > 8), strict=True)
    ]


def _inside(
    x: Integers, y: Integers, by_x: int, by_y: int, across: int, height: int
) -> NDArray[np.bool_] | slice:
    """Return which places stay in the image; all of them, mostly, and then nothing is copied."""
    low_x, high_x, low_y, high_y = int(x.min()), int(x.max()), int(y.min()), int(y.max())
    if low_x + by_x >= 0 and high_x + by_x < across and low_y + by_y >= 0 and high_y + by_y < height:
        return slice(None)
    return (x + by_x >= 0) & (x + by_x < across) & (y + by_y >= 0) & (y + by_y < height)
