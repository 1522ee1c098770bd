"""Pictures: a few kinds of marks in units of length, which every writer knows how to draw.

A picture is made once and written many times: as SVG, PDF, PNG or frames of an animation. The
y axis points down, as on screens.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from babieca.drawing.palette import Theme
from babieca.errors import BadInputError, shown
from babieca.files import atomic_file

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

TITLE_SIZE = 8.0
SIDE = 20.0
"""The side of a square in units; even, so that centres are whole numbers in the files."""


@dataclass(frozen=True)
class Checkers:
    """A box of squares in two colours; the square at the bottom left has the first colour.

    Without a frame, whoever draws them outlines what is left of them.
    """

    x: float
    y: float
    rows: int
    columns: int
    side: float
    colours: tuple[str, str]
    frame: str | None


@dataclass(frozen=True)
class Polygons:
    """Filled outlines, each an array of corners; `opacity` is of the whole mark."""

    outlines: list[Floats]
    fill: str
    opacity: float = 1.0


@dataclass(frozen=True)
class Strokes:
    """Straight lines with round ends: rows of x1, y1, x2, y2; `which` picks each one's colour.

    Lines of one colour that follow one another end to start are joined.
    """

    segments: Floats
    which: Integers
    colours: list[str]
    width: float
    opacity: float = 1.0
    dashed: bool = False


@dataclass(frozen=True)
class Discs:
    """Discs around centres (rows of x, y), with an outline if asked; the colour may be `none`."""

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
    """Marks on a background, with a title and a description for those who cannot see them.

    `size` is how many pixels long the longer side was asked to be, if it was.

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

    def __post_init__(self) -> None:
        if self.size is not None and not 16 <= self.size <= 100_000:
            raise BadInputError(f"the size of a picture is 16 to 100000 pixels, not {self.size}")

    @property
    def pixels(self) -> int:
        """How long the longer side is on a page: squares of 44 pixels while that is below 900.

        Large boards take 1400.
        """
        target = 900 if self._squares <= 100 else 1400
        return self._pixels(min(44.0, target / self._squares))

    @property
    def dots(self) -> int:
        """How long the longer side is in a file of pixels: about 1200, whole pixels per square.

        >>> Picture(190, 190, None, "#ffffff", "8x8 with labels", "", []).dots
        1197
        """
        return self._pixels(round(1200 / self._squares))

    @property
    def _squares(self) -> float:
        return max(self.width, self.height) / SIDE

    def _pixels(self, per_square: float) -> int:
        """Never fewer than 3 for each square, so that the lines of a large tour stay apart."""
        return self.size or round(self._squares * max(3.0, per_square))

    def svg(self) -> str:
        """Return the picture as one SVG document."""
        from babieca.drawing import svg

        return svg.write(self)

    def pdf(self) -> bytes:
        """Return the picture as a PDF of one page, all vectors."""
        from babieca.drawing import pdf

        return pdf.write(self)

    def png(self) -> bytes:
        """Return the picture as PNG (needs Pillow)."""
        from babieca.drawing import raster

        return raster.write(self, "PNG")

    def webp(self) -> bytes:
        """Return the picture as lossless WebP (needs Pillow)."""
        from babieca.drawing import raster

        return raster.write(self, "WEBP")

    def gif(self) -> bytes:
        """Return the picture as GIF (needs Pillow)."""
        from babieca.drawing import raster

        return raster.write(self, "GIF")

    def _repr_svg_(self) -> str:
        return self.svg()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture to a file, whole or not at all; the suffix tells the format."""
        path = Path(path)
        write = self.writer(path)
        data = write()
        with atomic_file(path) as file:
            file.write(data)

    def writer(self, path: Path) -> Callable[[], bytes]:
        """Return the writer a suffix asks for."""
        writers: dict[str, Callable[[], bytes]] = {
            ".svg": lambda: self.svg().encode(),
            ".pdf": self.pdf,
            ".png": self.png,
            ".webp": self.webp,
            ".gif": self.gif,
        }
        if path.suffix.lower() not in writers:
            raise BadInputError(
                f"cannot draw as {shown(path.suffix or path.name)}: use one of {', '.join(writers)}"
            )
        return writers[path.suffix.lower()]


def moved(mark: Mark, x: float, y: float) -> Mark:
    """Return a mark in another place."""
    by = np.array([x, y])
    if isinstance(mark, Checkers):
        return replace(mark, x=mark.x + x, y=mark.y + y)
    if isinstance(mark, Polygons):
        return replace(mark, outlines=[outline + by for outline in mark.outlines])
    if isinstance(mark, Strokes):
        return replace(mark, segments=mark.segments + np.tile(by, 2))
    return replace(mark, centres=mark.centres + by)


def title_marks(
    width: float, theme: Theme, title: str, *, size: float = TITLE_SIZE
) -> tuple[list[Mark], float]:
    """Return the title above everything, small enough for the width, and the room that it takes."""
    fitting = min(size, 1.8 * width / max(len(title), 1))
    middle = np.array([[width / 2, size * 1.4]])
    return [Texts(middle, [title], one_colour(1), [theme.ink], fitting, bold=True)], size * 2


def one_colour(count: int) -> Integers:
    """Return the choice of the first colour for every mark."""
    return np.zeros(count, dtype=np.int64)
