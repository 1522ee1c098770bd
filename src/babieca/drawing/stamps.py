"""A million moves at once: every kind of move is a stamp, pressed on all its places together.

On a board of even squares a move looks the same wherever it stands, up to its position within a
pixel. So there are few different lines; each is computed once as a small table of how much of every
pixel it covers, and each entry of the table is added to all moves of its kind by one array
operation. Where lines share a pixel, the one that covers more of it wins.
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
    """Mix the lines with what lies below, a few rows at a time to stay in the cache."""
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
    """Yield each different row with the places where it stands.

    The places come in the order of memory, so that neighbours share cache lines.
    """
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
    if (
        low_x + by_x >= 0
        and high_x + by_x < across
        and low_y + by_y >= 0
        and high_y + by_y < height
    ):
        return slice(None)
    return (x + by_x >= 0) & (x + by_x < across) & (y + by_y >= 0) & (y + by_y < height)
