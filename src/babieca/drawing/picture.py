"""Pictures: marks, made once and written many times: as SVG, PDF, PNG or frames of an animation."""

import importlib
import os
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from babieca.drawing.marks import Floats, Mark, Polygons, Texts, all_first
from babieca.errors import BadInputError, shown
from babieca.files import atomic_file

SIDE = 20.0
"""The side of a square in units; even, so that centres are whole numbers in the files."""
BOX = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * SIDE / 2
"""The corners of a square, seen from its centre."""
TITLE_SIZE = 8.0

WRITERS = {"svg": "vectors", "pdf": "vectors", "png": "raster", "webp": "raster", "gif": "raster"}
"""The format of a picture and the module whose `write(picture, format)` returns the file."""


class Showable:
    """A drawing that shows itself in notebooks and saves itself; `data` returns its file."""

    def data(self, format: str) -> bytes:
        """Return the file in a format."""
        raise NotImplementedError

    def svg(self) -> str:
        """Return the drawing as one SVG document."""
        return self.data("svg").decode()

    def pdf(self) -> bytes:
        """Return the drawing as a PDF of one page, all vectors."""
        return self.data("pdf")

    def png(self) -> bytes:
        """Return the drawing as PNG (needs Pillow)."""
        return self.data("png")

    def _repr_svg_(self) -> str:
        return self.svg()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the drawing to a file, whole or not at all; the suffix tells the format."""
        data = self.data(Path(path).suffix.lower().removeprefix("."))
        with atomic_file(Path(path)) as file:
            file.write(data)


@dataclass(frozen=True)
class Picture(Showable):
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
        """The longer side in SVG and PDF: 44 pixels per square, at most 900 in all.

        Boards of more than 100 squares on a side take 1400.
        """
        return self._pixels(min(44.0, (900 if self._squares <= 100 else 1400) / self._squares))

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

    def save(self, path: str | os.PathLike[str]) -> None:
        picture_format(path)
        super().save(path)


def picture_format(path: str | os.PathLike[str]) -> str:
    """Return the format that the suffix of a file names; refuse others.

    >>> picture_format("board.SVG")
    'svg'
    """
    path = Path(path)
    format = path.suffix.lower().removeprefix(".")
    if format not in WRITERS:
        names = [f".{name}" for name in WRITERS]
        raise BadInputError("cannot_write_as", format=shown(path.suffix or path.name), names=names)
    return format


def boxes(centres: Floats, fill: str, share: float = 1.0) -> Polygons:
    """Return squares around centres; `share` is the part of a board square that they cover."""
    return Polygons([centre + BOX * share for centre in centres], fill)


def title_mark(width: float, colour: str, title: str, size: float = TITLE_SIZE) -> Texts:
    """Return a title that fits the width; it takes twice its size at the top."""
    fitting = min(size, 1.8 * width / max(len(title), 1))
    middle = np.array([[width / 2, size * 1.4]])
    return Texts(middle, [title], all_first(1), [colour], fitting, bold=True)
