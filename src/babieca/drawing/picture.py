"""Pictures: a few kinds of marks in units of length, which every writer can draw.

A picture is made once and written many times: as SVG, PDF, PNG or frames of an animation. The
y axis points down, as on screens.
"""

from __future__ import annotations

import importlib
import os
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from babieca.errors import BadInputError, shown
from babieca.files import atomic_file

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

SIDE = 20.0
"""The side of a square in units; even, so that centres are whole numbers in the files."""
BOX = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * SIDE / 2
"""The corners of a square, seen from its centre."""

WRITERS = {"svg": "svg", "pdf": "pdf", "png": "raster", "webp": "raster", "gif": "raster"}
"""The format of a picture and the module whose `write(picture, format)` returns the file."""


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


@dataclass(frozen=True)
class Polygons:
    """Filled outlines, each an array of corners; `opacity` applies to the mark as a whole."""

    outlines: list[Floats]
    fill: str
    opacity: float = 1.0


@dataclass(frozen=True)
class Strokes:
    """Straight lines with round ends: rows of x1, y1, x2, y2.

    `which` picks the colour of each line. Consecutive lines of one colour that touch are joined.
    """

    segments: Floats
    which: Integers
    colours: list[str]
    width: float
    opacity: float = 1.0
    dashed: bool = False


@dataclass(frozen=True)
class Discs:
    """Discs around centres (rows of x, y); a colour may be `none`."""

    centres: Floats
    which: Integers
    colours: list[str]
    radius: float
    outline: str | None = None
    outline_width: float = 0.0


@dataclass(frozen=True)
class Texts:
    """Words centred on points."""

    centres: Floats
    words: list[str]
    which: Integers
    colours: list[str]
    size: float
    bold: bool = False


Mark = Checkers | Polygons | Strokes | Discs | Texts


@dataclass(frozen=True)
class Picture:
    """Marks on a background, with a title and a description for screen readers.

    `size` is the wanted length of the longer side in pixels; None: choose by the number of squares.

    >>> from babieca import Board
    >>> from babieca.drawing import draw_board
    >>> picture = draw_board(Board(3, 4))
    >>> picture.title, picture.svg()[:4]
    ('The 3x4 board', '<svg')
    """

    width: float
    height: float
    size: int | None
    background: str
    title: str
    description: str
    marks: list[Mark] = field(repr=False)

    @property
    def pixels(self) -> int:
        """The longer side in SVG and PDF: 44 pixels per square, but at most 900 in all.

        Boards of more than 100 squares on a side take 1400.
        """
        target = 900 if self._squares <= 100 else 1400
        return self._pixels(min(44.0, target / self._squares))

    @property
    def dots(self) -> int:
        """The longer side in files of pixels: about 1200, whole pixels per square.

        >>> Picture(190, 190, None, "#ffffff", "8x8 with labels", "", []).dots
        1197
        """
        return self._pixels(round(1200 / self._squares))

    @property
    def _squares(self) -> float:
        return max(self.width, self.height) / SIDE

    def _pixels(self, per_square: float) -> int:
        """At least 3 pixels per square keep the lines of a large tour apart."""
        return self.size or round(self._squares * max(3.0, per_square))

    def data(self, format: str) -> bytes:
        """Return the file of this picture; png, webp and gif need Pillow."""
        module = importlib.import_module(f"babieca.drawing.{WRITERS[format]}")
        data: bytes = module.write(self, format)
        return data

    def svg(self) -> str:
        """Return the picture as one SVG document."""
        return self.data("svg").decode()

    def pdf(self) -> bytes:
        """Return the picture as a PDF of one page, all vectors."""
        return self.data("pdf")

    def png(self) -> bytes:
        """Return the picture as PNG (needs Pillow)."""
        return self.data("png")

    def _repr_svg_(self) -> str:
        return self.svg()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture to a file, whole or not at all; the suffix tells the format."""
        data = self.data(picture_format(path))
        with atomic_file(Path(path)) as file:
            file.write(data)


def picture_format(path: str | os.PathLike[str]) -> str:
    """Return the format that the suffix of a file names; refuse others.

    >>> picture_format("board.SVG")
    'svg'
    """
    path = Path(path)
    format = path.suffix.lower().removeprefix(".")
    if format not in WRITERS:
        names = ", ".join(f".{name}" for name in WRITERS)
        raise BadInputError(f"cannot draw as {shown(path.suffix or path.name)}: use one of {names}")
    return format


def moved(mark: Mark, x: float, y: float) -> Mark:
    """Return the mark shifted by x and y."""
    by = np.array([x, y])
    if isinstance(mark, Checkers):
        return replace(mark, x=mark.x + x, y=mark.y + y)
    if isinstance(mark, Polygons):
        return replace(mark, outlines=[outline + by for outline in mark.outlines])
    if isinstance(mark, Strokes):
        return replace(mark, segments=mark.segments + np.tile(by, 2))
    return replace(mark, centres=mark.centres + by)


def boxes(centres: Floats, fill: str, share: float = 1.0) -> Polygons:
    """Return squares around centres; `share` is the part of a board square that they cover."""
    return Polygons([centre + BOX * share for centre in centres], fill)


def one_colour(count: int) -> Integers:
    """Return the choice of the first colour for every mark."""
    return np.zeros(count, dtype=np.int64)


TITLE_SIZE = 8.0


def title_marks(
    width: float, colour: str, title: str, *, size: float = TITLE_SIZE
) -> tuple[list[Mark], float]:
    """Return a title that fits the width, and the height that it takes."""
    fitting = min(size, 1.8 * width / max(len(title), 1))
    middle = np.array([[width / 2, size * 1.4]])
    return [Texts(middle, [title], one_colour(1), [colour], fitting, bold=True)], size * 2
