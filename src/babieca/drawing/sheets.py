"""Contact sheets: several tours side by side in one picture, numbered, under one title."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from babieca.drawing.palette import Theme, theme_named
from babieca.drawing.picture import TITLE_SIZE, Picture, Texts, moved, one_colour, title_marks
from babieca.drawing.tour_pictures import Look, Style, View, picture_of
from babieca.errors import BadInputError
from babieca.tour import Tour

MOST_TOURS = 400
MOST_SQUARES = 500_000
_SHAPE = 1.4
"""A sheet is about so many times as wide as high."""
_CAPTION = 7.0


def draw_sheet(
    tours: Iterable[Tour],
    *,
    title: str | None = None,
    style: Style = "line",
    theme: str | Theme = "paper",
    view: View = "layers",
    arrows: bool = False,
    fill: bool = False,
    orbits: bool = False,
    labels: bool = False,
    size: int | None = None,
) -> Picture:
    """Draw several tours on one sheet, numbered from 1; the words are those of `draw_tour`.

    >>> from babieca import Board, Tours
    >>> draw_sheet(Tours(Board(5, 6)).list()).title
    '8 tours'
    """
    return sheet_of(
        tours, Look(style, theme, view, arrows, fill, orbits, labels, size), title=title
    )


def sheet_of(tours: Iterable[Tour], look: Look, *, title: str | None = None) -> Picture:
    """Draw tours on one sheet, each with this look."""
    theme = theme_named(look.theme)
    pictures: list[Picture] = []
    squares = 0
    for tour in tours:
        squares += len(tour)
        if len(pictures) == MOST_TOURS or squares > MOST_SQUARES:
            raise BadInputError(
                f"a sheet shows at most {MOST_TOURS} tours and {MOST_SQUARES:,} squares: draw fewer"
            )
        pictures.append(picture_of(tour, replace(look, size=None)))
    if not pictures:
        raise BadInputError("there is no tour to draw")
    wide = max(picture.width for picture in pictures)
    tall = max(picture.height for picture in pictures) + _CAPTION
    across = _columns(len(pictures), tall / wide)
    width, down = across * wide, math.ceil(len(pictures) / across)
    title = title or f"{len(pictures)} tours"
    marks, head = title_marks(width, theme, title, size=max(TITLE_SIZE, width / 70))
    below = []
    for at, picture in enumerate(pictures):
        x = at % across * wide + (wide - picture.width) / 2
        y = head + at // across * tall + (tall - _CAPTION - picture.height) / 2
        marks += [moved(mark, x, y) for mark in picture.marks]
        below.append((x + picture.width / 2, y + picture.height))
    numbers = [str(number) for number in range(1, len(pictures) + 1)]
    marks.append(Texts(np.array(below), numbers, one_colour(len(numbers)), [theme.faint], _CAPTION))
    words = f"{len(pictures)} pictures: " + "; ".join(picture.title for picture in pictures[:12])
    return Picture(width, head + down * tall, look.size, theme.background, title, words, marks)


def _columns(count: int, slope: float) -> int:
    """Return how many pictures stand side by side: a pleasant shape with few empty places.

    >>> _columns(12, 1.0), _columns(7, 1.0), _columns(1, 1.0)
    (4, 4, 1)
    """

    def fault(across: int) -> float:
        down = math.ceil(count / across)
        return abs(math.log(across / (down * slope * _SHAPE))) + (across * down - count) / count

    return min(range(1, count + 1), key=fault)
