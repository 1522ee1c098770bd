"""Contact sheets: several tours side by side in one picture, numbered, under one title."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Unpack

import numpy as np

from babieca.drawing.picture import TITLE_SIZE, Picture, Texts, moved, one_colour, title_marks
from babieca.drawing.tour_pictures import draw_tour
from babieca.errors import BadInputError
from babieca.looks import TourLook, completed
from babieca.palette import theme_named
from babieca.tour import Tour
from babieca.words import spelled

MOST_TOURS = 400
MOST_SQUARES = 500_000
_SHAPE = 1.4
"""The preferred width of a sheet, in heights."""
_CAPTION = 7.0


@spelled
def draw_sheet(
    tours: Iterable[Tour], *, title: str | None = None, **look: Unpack[TourLook]
) -> Picture:
    """Draw several tours on one sheet, numbered from 1; the options are those of `draw_tour`.

    `style` is by default `line`, and `labels` are by default left out.

    >>> from babieca import Board, Tours
    >>> draw_sheet(Tours(Board(5, 6)).list()).title
    '8 tours'
    """
    chosen = completed(TourLook, look)
    theme = theme_named(chosen["theme"])
    each: TourLook = {**look, "size": None, "labels": bool(chosen["labels"])}
    if chosen["style"] == "auto":
        each["style"] = "line"
    pictures: list[Picture] = []
    squares = 0
    for tour in tours:
        squares += len(tour)
        if len(pictures) == MOST_TOURS or squares > MOST_SQUARES:
            raise BadInputError(
                f"a sheet shows at most {MOST_TOURS} tours and {MOST_SQUARES:,} squares: draw fewer"
            )
        pictures.append(draw_tour(tour, **each))
    if not pictures:
        raise BadInputError("there is no tour to draw")
    wide = max(picture.width for picture in pictures)
    tall = max(picture.height for picture in pictures) + _CAPTION
    across = _columns(len(pictures), tall / wide)
    width, down = across * wide, math.ceil(len(pictures) / across)
    title = title or f"{len(pictures)} tours"
    marks, head = title_marks(width, theme.ink, title, size=max(TITLE_SIZE, width / 70))
    below = []
    for at, picture in enumerate(pictures):
        x = at % across * wide + (wide - picture.width) / 2
        y = head + at // across * tall + (tall - _CAPTION - picture.height) / 2
        marks += [moved(mark, x, y) for mark in picture.marks]
        below.append((x + picture.width / 2, y + picture.height))
    numbers = [str(number) for number in range(1, len(pictures) + 1)]
    marks.append(Texts(np.array(below), numbers, one_colour(len(numbers)), [theme.faint], _CAPTION))
    words = f"{len(pictures)} pictures: " + "; ".join(picture.title for picture in pictures[:12])
    height = head + down * tall
    return Picture(width, height, chosen["size"], theme.background, title, words, marks)


def _columns(count: int, slope: float) -> int:
    """Return the number of pictures in a row that gives a good shape with few empty places.

    >>> _columns(12, 1.0), _columns(7, 1.0), _columns(1, 1.0)
    (4, 4, 1)
    """

    def fault(across: int) -> float:
        down = math.ceil(count / across)
        return abs(math.log(across / (down * slope * _SHAPE))) + (across * down - count) / count

    return min(range(1, count + 1), key=fault)
