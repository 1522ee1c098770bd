"""Draw a million moves by array operations.

On a board of equal squares, moves of one kind differ only by their position within a pixel. So
there are few different lines. Each is computed once as a *stamp*: a table of the share of every
pixel that it covers. One array operation adds one entry of a stamp to all moves of its kind. Where
lines share a pixel, the line with the larger share wins.
"""

from __future__ import annotations

from collections.abc import Iterator

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
    for kind, places in _groups(np.hstack([ways, within]), cells[:, 1] * across + cells[:, 0]):
        x, y = cells[places, 0], cells[places, 1]
        base, colour = y * across + x, which[places].astype(np.uint16)
        for by_x, by_y, level in _stamp(kind / _POSITIONS, width):
            inside = _inside(x, y, by_x, by_y, across, height)
            at = base[inside] + (by_y * across + by_x)
            packed = colour[inside] + np.uint16(level << 8)
            best[at] = np.maximum(best.take(at), packed)
    _blend(pixels, best.reshape(height, across), ramp)


def _blend(pixels: NDArray[np.uint8], best: NDArray[np.uint16], ramp: Floats) -> None:
    """Mix the lines with the pixels below, 32 rows at a time to stay in the cache."""
    lines = np.zeros((256, 3), dtype=np.uint16)
    lines[: len(ramp)] = np.rint(ramp * 255)
    rows_at_once = 32
    for top in range(0, len(best), rows_at_once):
        rows = slice(top, top + rows_at_once)
        share, colour = best[rows] >> 8, best[rows] & 255
        for channel in range(3):
            below = pixels[rows, :, channel].astype(np.uint16)
            mixed = lines[:, channel].take(colour) * share + below * (_LEVELS - share)
            pixels[rows, :, channel] = (mixed + _LEVELS // 2) // _LEVELS


def _groups(kinds: Integers, positions: Integers) -> Iterator[tuple[Integers, Integers]]:
    """Yield each different row with the places where it occurs, sorted by address."""
    low, spans = kinds.min(axis=0), np.ptp(kinds, axis=0) + 1
    code = np.zeros(len(kinds), dtype=np.int64)
    for column in range(kinds.shape[1]):
        code = code * spans[column] + (kinds[:, column] - low[column])
    span = int(np.ptp(positions)) + 1
    order = np.argsort(code * span + (positions - positions.min()))
    cuts = np.flatnonzero(np.diff(code[order])) + 1
    for places in np.split(order, cuts):
        yield kinds[places[0]], places


def _stamp(kind: Floats, width: float) -> list[tuple[int, int, int]]:
    """Return the covered pixels relative to the pixel where the line starts, and their shares."""
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
    """Return which places stay in the image; a slice, which copies nothing, if all do."""
    if min(x.min() + by_x, y.min() + by_y) >= 0 and (
        x.max() + by_x < across and y.max() + by_y < height
    ):
        return slice(None)
    return (x + by_x >= 0) & (x + by_x < across) & (y + by_y >= 0) & (y + by_y < height)
