"""Tours in files, by suffix: text, a picture, an animation, or a sheet of several tours."""

from __future__ import annotations

import itertools
import math
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Unpack

import numpy as np

from babieca import formats
from babieca.boards import Board
from babieca.drawing.animation import FRAME_FORMATS, animate
from babieca.drawing.board_pictures import draw_board, draw_degrees
from babieca.drawing.marks import Mark, Texts, all_first, moved
from babieca.drawing.picture import TITLE_SIZE, WRITERS, Picture, title_mark
from babieca.drawing.tour_pictures import draw_tour
from babieca.errors import BadInputError, shown
from babieca.files import atomic_file
from babieca.looks import BoardLook, MovingLook, TourLook, completed
from babieca.palette import theme_named
from babieca.tour import Tour
from babieca.words import declared, spelled, split_words

PICTURES = tuple(f".{name}" for name in WRITERS if name not in FRAME_FORMATS)
ANIMATIONS = tuple(f".{name}" for name in FRAME_FORMATS)
TEXTS = tuple(formats.SUFFIXES)
MOST_TOURS = 400
MOST_SQUARES = 500_000
"""A sheet shows at most so many tours and squares."""
_SHAPE = 1.4
"""The preferred width of a sheet, in heights."""
_CAPTION = 7.0


def checked_suffix(path: Path) -> str:
    """Return the suffix of a file that a tour can be written to; refuse others."""
    known = PICTURES + ANIMATIONS + TEXTS
    if path.suffix.lower() not in known:
        raise BadInputError(
            f"cannot tell the format of {shown(str(path))}: use one of {', '.join(known)}"
        )
    return path.suffix.lower()


def save_tour(tour: Tour, path: str | os.PathLike[str], **look: Unpack[MovingLook]) -> None:
    """Write a tour by suffix, computed before the path is touched; `speed`: moves per second."""
    path = Path(path)
    suffix = checked_suffix(path)
    moving, format = look.get("speed") is not None, suffix.removeprefix(".")
    if suffix in TEXTS:
        if completed(MovingLook, look) != completed(MovingLook, {}):
            raise BadInputError(f"{suffix} files hold text; they take no drawing options")
        formats.save(tour, path)
        return
    if suffix in ANIMATIONS or (suffix == ".svg" and moving):
        data = animate(tour, format, **look)
    elif moving:
        raise BadInputError(f"{suffix} files do not move: use .gif, .webp or .svg")
    else:
        data = draw_tour(tour, **split_words(TourLook, look)[0]).data(format)
    with atomic_file(path) as file:
        file.write(data)


def check_words(path: Path, words: Mapping[str, Any]) -> None:
    """Refuse a suffix that no tour can be written to, and drawing words that its files lack."""
    suffix = checked_suffix(path)
    if suffix in TEXTS and words:
        raise BadInputError(f"{suffix} files hold text; they take no drawing options")
    if "speed" in words and suffix not in (*ANIMATIONS, ".svg"):
        raise BadInputError(f"{suffix} files do not move: use .gif, .webp or .svg")


def save_drawing(
    drawn: Board | Sequence[Tour], path: Path, words: Mapping[str, Any], title: str | None = None
) -> None:
    """Draw a board, one tour or a sheet of several into a file; see `DrawingWords`."""
    look = {name: value for name, value in words.items() if name not in _CHOICES}
    check_words(path, {name: words[name] for name in words if name != "number"})
    degrees, sheet, number = (words.get(name) for name in _CHOICES)
    if isinstance(drawn, Board):
        if sheet or number is not None or look.keys() - declared(BoardLook).keys():
            raise BadInputError("a board takes only theme, size, labels and degrees")
        (draw_degrees if degrees else draw_board)(drawn, **look).save(path)
        return
    if degrees:
        raise BadInputError("degrees is for boards: give a board in place of the tours")
    if sheet and number is not None:
        raise BadInputError("number does not go together with sheet")
    tours = drawn if number is None else [chosen(drawn, number)]
    if len(tours) == 1 and not sheet:
        save_tour(tours[0], path, **look)
    elif path.suffix.lower() in TEXTS:
        formats.save(tours, path)
    elif path.suffix.lower() in ANIMATIONS or "speed" in look:
        raise BadInputError(f"a moving picture shows one tour, not a sheet of {len(tours)}")
    else:
        draw_sheet(tours, title=title, **look).save(path)


_CHOICES = ("degrees", "sheet", "number")


def chosen(tours: Sequence[Tour], number: int) -> Tour:
    """Return the tour with a number, counted from 1."""
    if not 1 <= number <= len(tours):
        raise BadInputError(f"there is no tour {number}: the input holds {len(tours)}")
    return tours[number - 1]


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
    tours = list(itertools.islice(tours, MOST_TOURS + 1))
    symmetric = [chosen["orbits"] and len(tour.symmetries()) > 1 for tour in tours]
    if chosen["orbits"] and not any(symmetric):
        raise BadInputError("orbits is for symmetric tours: none of these tours has a symmetry")
    for tour, each["orbits"] in zip(tours, symmetric, strict=True):
        squares += len(tour)
        if len(pictures) == MOST_TOURS or squares > MOST_SQUARES:
            raise BadInputError(
                f"a sheet shows at most {MOST_TOURS} tours and {MOST_SQUARES:,} squares: draw fewer"
            )
        pictures.append(draw_tour(tour, **each))
    if not pictures:
        raise BadInputError("there is no tour to draw")
    count = len(pictures)
    wide = max(picture.width for picture in pictures)
    tall = max(picture.height for picture in pictures) + _CAPTION
    across = _columns(count, tall / wide)
    width, down = across * wide, math.ceil(count / across)
    title = title or f"{count} tours"
    size = max(TITLE_SIZE, width / 70)
    head, below = 2 * size, []
    marks: list[Mark] = [title_mark(width, theme.ink, title, size)]
    for at, picture in enumerate(pictures):
        x = at % across * wide + (wide - picture.width) / 2
        y = head + at // across * tall + (tall - _CAPTION - picture.height) / 2
        marks += [moved(mark, x, y) for mark in picture.marks]
        below.append((x + picture.width / 2, y + picture.height))
    numbers = [str(number) for number in range(1, count + 1)]
    marks.append(Texts(np.array(below), numbers, all_first(count), [theme.faint], _CAPTION))
    description = f"{count} pictures: " + "; ".join(picture.title for picture in pictures[:12])
    height = head + down * tall
    return Picture(width, height, chosen["size"], theme.background, title, description, marks)


def _columns(count: int, slope: float) -> int:
    """Return the number of pictures in a row that gives a good shape with few gaps.

    >>> _columns(12, 1.0), _columns(7, 1.0), _columns(1, 1.0)
    (4, 4, 1)
    """

    def fault(across: int) -> float:
        down = math.ceil(count / across)
        return abs(math.log(across / (down * slope * _SHAPE))) + (across * down - count) / count

    return min(range(1, count + 1), key=fault)
