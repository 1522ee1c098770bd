"""Several pictures side by side: a sheet of any size, or PDF pages to print."""

from __future__ import annotations

import itertools
import math
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Unpack, cast

import numpy as np

from babieca.boards import Board
from babieca.drawing import vectors
from babieca.drawing.board_pictures import draw_board
from babieca.drawing.layout import columns_for
from babieca.drawing.marks import Mark, Strokes, Texts, all_first, moved
from babieca.drawing.picture import SIDE, TITLE_SIZE, Picture, title_mark
from babieca.drawing.tour_pictures import draw_tour
from babieca.errors import BadInputError, shown
from babieca.files import atomic_file
from babieca.formats.entry import Entry
from babieca.looks import BoardLook, Paper, PaperLook, PaperWords, TourLook, completed
from babieca.palette import PAPER, Theme, theme_named
from babieca.reasons import Reason
from babieca.tour import Tour
from babieca.words import spelled, split_words

MOST_TOURS = 400
MOST_PRINTED = 2000
MOST_SQUARES = 500_000
"""A sheet shows at most 400 tours, PDF pages 2000, and both so many squares."""
Drawn = Tour | Entry | Picture
_SHAPE = 1.4
"""The preferred width of a sheet, in heights."""
_CAPTION = 7.0
_PIXELS, _MOST_PIXELS = 16, 2400
"""Of a square on a sheet, and of the longer side of a sheet, unless a size is given."""

# Paper, in points.
SIZES: dict[Paper, tuple[float, float]] = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
PER_PAGE = 12
"""How many tours a PDF page has by default."""
_MARGIN = 42.5
_HEAD, _NAMES, _FOOT = 30.0, 26.0, 20.0
_BELOW = 13.0
_LARGEST_SCALE = 85 / SIDE
"""Squares on paper are at most 3 cm wide."""
_MOST_IN_FULL = 6
"""With more tours on a PDF page, numbers and labels are left out."""


@spelled
def draw_sheet(
    drawn: Iterable[Drawn], *, title: str | None = None, **look: Unpack[TourLook]
) -> Picture:
    """Draw several tours on one sheet, numbered from 1; the options are those of `draw_tour`.

    `style` is by default `line`, and `labels` are by default left out. Grids with gaps and finished
    pictures may stand in place of tours.

    >>> from babieca import Board, Tours
    >>> draw_sheet(Tours(Board(5, 6)).list()).title
    '8 tours'
    """
    chosen = completed(TourLook, look)
    theme = theme_named(chosen["theme"])
    pictures = _pictures(drawn, {**look, "size": None}, MOST_TOURS, plain=True)
    count = len(pictures)
    wide = max(picture.width for picture in pictures)
    caption = max(_CAPTION, wide / 14)
    tall = max(picture.height for picture in pictures) + caption
    across = columns_for(count, tall / wide, _SHAPE)
    width, down = across * wide, math.ceil(count / across)
    title = title or Reason("counted_tours", count=count)
    size = max(TITLE_SIZE, width / 70)
    head, below = 2 * size, []
    marks: list[Mark] = [title_mark(width, theme.ink, title, size)]
    for at, picture in enumerate(pictures):
        x = at % across * wide + (wide - picture.width) / 2
        y = head + at // across * tall + (tall - caption - picture.height) / 2
        marks += [moved(mark, x, y) for mark in picture.marks]
        below.append((x + picture.width / 2, y + picture.height - _CAPTION / 2 + caption / 2))
    numbers = [str(number) for number in range(1, count + 1)]
    marks.append(Texts(np.array(below), numbers, all_first(count), [theme.faint], caption))
    description = Reason(
        "pictures_listed", count=count, titles="; ".join(one.title for one in pictures[:12])
    )
    height = head + down * tall
    # Numbers of 100 tours are legible if a square has 16 pixels.
    legible = min(round(max(width, height) / SIDE * _PIXELS), _MOST_PIXELS)
    pixels = chosen["size"] or (legible if legible > 1200 else None)
    return Picture(width, height, pixels, theme.background, title, description, marks)


def _pictures(drawn: Iterable[Drawn], look: TourLook, most: int, *, plain: bool) -> list[Picture]:
    """Draw each; `plain`: by default without numbers and labels."""
    chosen = completed(TourLook, look)
    each: TourLook = {**look}
    if plain:
        each["labels"] = bool(chosen["labels"])
        each["style"] = "line" if chosen["style"] == "auto" else chosen["style"]
    pictures: list[Picture] = []
    squares, symmetric = 0, False
    for one in drawn:
        squares += len(one) if isinstance(one, Tour) else 0
        if len(pictures) == most or squares > MOST_SQUARES:
            raise BadInputError("sheet_too_large", most=most, squares=f"{MOST_SQUARES:,}")
        if isinstance(one, Tour):
            each["orbits"] = chosen["orbits"] and len(one.symmetries()) > 1
            symmetric |= each["orbits"]
            pictures.append(draw_tour(one, **each))
        elif isinstance(one, Picture):
            pictures.append(one)
        else:
            pictures.append(draw_gaps(one, **look))
    if not pictures:
        raise BadInputError("no_tour_drawn")
    if chosen["orbits"] and not symmetric:
        raise BadInputError("orbits_symmetric_tours_none")
    return pictures


def draw_gaps(entry: Entry, **look: Unpack[TourLook]) -> Picture:
    """Draw a grid with gaps as a board with numbers."""
    of_board, others = split_words(BoardLook, look)
    if any(others.values()) or not isinstance(entry.board, Board):
        raise BadInputError("gaps_take_only")
    return draw_board(entry.board, at=entry.numbers, **of_board)


@dataclass(frozen=True)
class Printout:
    """PDF pages, whose units are points. `+` adds pages, and the page numbers run on.

    >>> boards = draw_paper([draw_board(Board(5, 5))])
    >>> len((boards + boards).pages), boards.pdf()[:4]
    (2, b'%PDF')
    """

    pages: tuple[Picture, ...]

    def __add__(self, other: Printout) -> Printout:
        return Printout(self.pages + other.pages)

    def pdf(self) -> bytes:
        """Return the pages as PDF; several have numbers at the foot."""
        count, pages = len(self.pages), list(self.pages)
        if count > 1:
            for at, page in enumerate(pages):
                foot = np.array([[page.width / 2, page.height - _MARGIN + _FOOT / 2]])
                ink = "#808080"
                number = Texts(foot, [f"{at + 1} / {count}"], all_first(1), [ink], 9.0)
                pages[at] = replace(page, marks=[*page.marks, number])
        return vectors.pdf(pages, 1.0)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the PDF, whole or not at all."""
        if Path(path).suffix.lower() != ".pdf":
            name = shown(Path(path).name)
            raise BadInputError("cannot_write_as", format=name, names=[".pdf"])
        with atomic_file(Path(path)) as file:
            file.write(self.pdf())


@dataclass(frozen=True)
class PaperLayout:
    """How pictures stand on PDF pages: `per_page` on each, below the title and the name line."""

    per_page: int
    paper: Paper = "a4"
    title: str = ""
    name_line: bool = False
    theme: Theme = PAPER

    def printout(self, pictures: Sequence[Picture], captions: Sequence[str]) -> Printout:
        """Lay out pictures, each with a caption below it, all to one scale."""
        width, height = SIZES[self.paper]
        left, top = _MARGIN, _MARGIN + _HEAD * bool(self.title) + _NAMES * self.name_line
        wide, tall = width - 2 * _MARGIN, height - top - _MARGIN - _FOOT
        largest = max(one.width for one in pictures), max(one.height for one in pictures)
        scales = {}
        for across in range(1, self.per_page + 1):
            down = math.ceil(self.per_page / across)
            # Captions keep their size, so they are left out of the scaling.
            fitting = (wide / across / largest[0], (tall / down - _BELOW) / largest[1])
            scales[across] = min(*fitting, _LARGEST_SCALE)
        across = max(scales, key=lambda one: scales[one])
        cell, scale = (wide / across, tall / math.ceil(self.per_page / across)), scales[across]
        pages = []
        for first in range(0, len(pictures), self.per_page):
            marks = self._head(width)
            below: list[tuple[float, float]] = []
            for at, picture in enumerate(pictures[first : first + self.per_page]):
                middle = left + (at % across + 0.5) * cell[0]
                y = top + at // across * cell[1] + (cell[1] - _BELOW - picture.height * scale) / 2
                x = middle - picture.width * scale / 2
                marks += [moved(mark, x, y, scale) for mark in picture.marks]
                below.append((middle, y + picture.height * scale + _BELOW / 2))
            written = [*captions[first : first + self.per_page]]
            ink = [self.theme.faint]
            marks.append(Texts(np.array(below), written, all_first(len(written)), ink, 9.0))
            about = "; ".join(one.title for one in pictures[first : first + self.per_page])
            title, ground = self.title or pictures[0].title, self.theme.background
            pages.append(Picture(width, height, None, ground, title, about, marks))
        return Printout(tuple(pages))

    def _head(self, width: float) -> list[Mark]:
        marks: list[Mark] = []
        if self.title:
            fitting = min(14.0, 1.8 * (width - 2 * _MARGIN) / len(self.title))
            middle, ink = np.array([[width / 2, _MARGIN + 7]]), [self.theme.ink]
            marks.append(Texts(middle, [self.title], all_first(1), ink, fitting, bold=True))
        if self.name_line:
            y, right = _MARGIN + _HEAD * bool(self.title) + 8, width - _MARGIN
            words = np.array([[_MARGIN + 16, y], [right - 150, y]])
            marks.append(Texts(words, ["Name", "Date"], all_first(2), [self.theme.ink], 11.0))
            lines = np.array(
                [[_MARGIN + 36, y + 5, right - 180, y + 5], [right - 132, y + 5, right, y + 5]]
            )
            marks.append(Strokes(lines, all_first(2), [self.theme.faint], 0.6))
        return marks


@spelled
def draw_paper(
    drawn: Iterable[Drawn],
    *,
    captions: Sequence[str] | None = None,
    **words: Unpack[PaperLook],
) -> Printout:
    """Draw tours, grids with gaps or finished pictures on PDF pages, numbered or with captions.

    With more than 6 on a page, tours have by default no numbers and no labels.

    >>> from babieca import Tours
    >>> len(draw_paper(Tours(Board(5, 6)).list(), per_page=3).pages)
    3
    """
    layout, look = split_words(PaperWords, words)
    chosen = completed(PaperWords, layout)
    if look.get("size") is not None:
        raise BadInputError("size_does_not_go")
    listed = list(itertools.islice(drawn, MOST_PRINTED + 1))
    per_page = chosen["per_page"] or min(len(listed), PER_PAGE)
    pictures = _pictures(listed, cast(TourLook, look), MOST_PRINTED, plain=per_page > _MOST_IN_FULL)
    if captions is None:
        captions = [str(at) for at in range(1, len(pictures) + 1)] if len(pictures) > 1 else [""]
    title = chosen["title"] or ""
    theme, paper = theme_named(look.get("theme", PAPER)), chosen["paper"] or "a4"
    page = PaperLayout(per_page, paper, title, chosen["name_line"], theme)
    return page.printout(pictures, captions)
