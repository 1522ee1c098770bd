"""Marks, which every writer can draw. Lengths are in units; the y axis points down."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Checkers:
    """A box of squares in two colours; the square at the bottom left has the first colour."""

    x: float
    y: float
    rows: int
    columns: int
    side: float
    colours: tuple[str, str]
    frame: str | None
    frame_width: float = 1.0


@dataclass(frozen=True)
class Polygons:
    """Filled outlines, each an array of corners; `opacity` applies to the mark as a whole."""

    outlines: list[Floats]
    fill: str
    opacity: float = 1.0


class Coloured:
    """A mark of many items; `which` has the index in `colours` of each."""

    which: Integers
    colours: list[str]

    @functools.cached_property
    def fills(self) -> list[str]:
        return [self.colours[which] for which in self.which.tolist()]


@dataclass(frozen=True)
class Strokes(Coloured):
    """Straight lines with round ends: rows of x1, y1, x2, y2; touching ones are joined."""

    segments: Floats
    which: Integers
    colours: list[str]
    width: float
    opacity: float = 1.0
    dashed: bool = False


@dataclass(frozen=True)
class Discs(Coloured):
    """Discs around centres (rows of x, y); a colour may be `none`."""

    centres: Floats
    which: Integers
    colours: list[str]
    radius: float
    outline: str | None = None
    outline_width: float = 0.0


@dataclass(frozen=True)
class Texts(Coloured):
    centres: Floats
    texts: list[str]
    which: Integers
    colours: list[str]
    size: float
    bold: bool = False


Mark = Checkers | Polygons | Strokes | Discs | Texts


def moved(mark: Mark, x: float, y: float, scale: float = 1.0) -> Mark:
    """Return a mark scaled from the origin, then moved."""
    by = np.array([x, y])
    if isinstance(mark, Checkers):
        x, y, edge = mark.x * scale + x, mark.y * scale + y, mark.frame_width * scale
        return replace(mark, x=x, y=y, side=mark.side * scale, frame_width=edge)
    if isinstance(mark, Polygons):
        return replace(mark, outlines=[outline * scale + by for outline in mark.outlines])
    if isinstance(mark, Strokes):
        segments = mark.segments * scale + np.tile(by, 2)
        return replace(mark, segments=segments, width=mark.width * scale)
    centres = mark.centres * scale + by
    if isinstance(mark, Texts):
        return replace(mark, centres=centres, size=mark.size * scale)
    edge = mark.outline_width * scale
    return replace(mark, centres=centres, radius=mark.radius * scale, outline_width=edge)


def all_first(count: int) -> Integers:
    """Return the choice of the first colour for every mark."""
    return np.zeros(count, dtype=np.int64)
