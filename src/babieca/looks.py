"""How pictures look: every word of drawing, declared once; and the tours that draw themselves."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict, Unpack, cast

from babieca.errors import BadInputError, shown
from babieca.palette import Theme
from babieca.words import Word, declared, one_of, spelled, with_defaults

if TYPE_CHECKING:
    from babieca.tour import Tour

Style = Literal["auto", "line", "numbers", "both"]
View = Literal["layers", "isometric"]
Paper = Literal["a4", "letter"]
PICTURE = "The picture"
_LARGEST_SHOWN = 100_000


class BoardLook(TypedDict, total=False):
    theme: Annotated[
        str | Theme, Word("Colours: paper, night or print.", PICTURE, "paper", metavar="NAME")
    ]
    size: Annotated[
        int | None,
        Word(
            "Longer side of the picture, in pixels.",
            PICTURE,
            metavar="PIXELS",
            bounds=(16, 100_000),
            sent_bounds=(16, 2400),
        ),
    ]
    labels: Annotated[
        bool | None,
        Word(
            "Letters and figures at the border; by default on small boards.",
            PICTURE,
            names=("--labels/--no-labels",),
        ),
    ]


class TourLook(BoardLook, total=False):
    style: Annotated[
        Style, Word("By default both on small boards, the line on others.", PICTURE, "auto")
    ]
    view: Annotated[
        View, Word("How boards of three or more dimensions are drawn.", PICTURE, "layers")
    ]
    arrows: Annotated[bool, Word("Show the direction of every move.", PICTURE, False)]
    fill: Annotated[
        bool, Word("Colour the regions that a closed tour winds around.", PICTURE, False)
    ]
    orbits: Annotated[
        bool, Word("Give moves that a symmetry exchanges one colour; mark axes.", PICTURE, False)
    ]


class MovingLook(TourLook, total=False):
    speed: Annotated[
        float | None,
        Word("Animate: moves per second.", PICTURE, metavar="MOVES", bounds=(0.01, 100_000)),
    ]


class PaperWords(TypedDict, total=False):
    title: Annotated[
        str | None,
        Word("Heading of a sheet, or of every PDF page.", PICTURE, metavar="TEXT", longest=200),
    ]
    paper: Annotated[Paper | None, Word("Pages of a PDF, with margins, to print.", PICTURE)]
    per_page: Annotated[
        int | None,
        Word("Boards on each PDF page; of tours, 12 by default.", PICTURE, bounds=(1, 100)),
    ]
    name_line: Annotated[
        bool,
        Word(
            "Lines for a name and a date on every PDF page.",
            PICTURE,
            False,
            names=("--name-line",),
        ),
    ]


class PaperLook(TourLook, PaperWords, total=False): ...


class FileLook(MovingLook, PaperWords, total=False):
    """The words of pictures in files."""


class DrawingWords(FileLook, total=False):
    number: Annotated[
        int | None, Word("Which of several tours, from 1.", PICTURE, bounds=(1, 1000))
    ]
    sheet: Annotated[
        bool | None,
        Word("Draw all tours side by side, as several are drawn.", PICTURE, names=("--sheet",)),
    ]
    degrees: Annotated[
        bool | None,
        Word("Of a board: how many moves each square has.", PICTURE, names=("--degrees",)),
    ]
    at: Annotated[
        Mapping[Any, int] | str | None,
        Word(
            "Of a board: numbers on squares, such as c3=15,e4=30.",
            PICTURE,
            metavar="SQUARE=N,…",
            longest=8000,
        ),
    ]


def completed(group: type, look: Mapping[str, Any]) -> FileLook:
    """Return the words of a group with their defaults; refuse bad values and other words.

    >>> completed(TourLook, {"theme": "night"})["style"]
    'auto'
    """
    words = declared(group)
    whole = {**dict.fromkeys(words), **with_defaults(group, look)}
    for name, value in whole.items():
        choices, bounds = words[name].choices, words[name].word.bounds
        if choices and not (value is None and words[name].optional):
            one_of(name, value, choices)
        if bounds and value is not None and not bounds[0] <= value <= bounds[1]:
            raise BadInputError(
                "name_bounds_bounds2_not",
                name=name,
                bounds=f"{bounds[0]:g}",
                bounds2=f"{bounds[1]:,}",
                value=shown(value),
            )
    return cast(FileLook, whole)


class Drawn:
    """A tour that draws itself: the methods import the layers that draw and write."""

    __slots__ = ()

    @spelled
    def svg(self, **look: Unpack[TourLook]) -> str:
        """Return a picture as SVG; the words are those of `drawing.draw_tour`.

        >>> from babieca import Tour
        >>> Tour("1x1", "a1").svg().count("<title>")
        1
        """
        from babieca.drawing.tour_pictures import draw_tour

        return draw_tour(cast("Tour", self), **look).svg()

    @spelled
    def save(self, path: str | os.PathLike[str], **look: Unpack[MovingLook]) -> None:
        """Write the tour to a file, whole or not at all, as its suffix says.

        Suffixes in `formats.SUFFIXES`, such as `.json` and `.npy`, write text or numbers to read
        back. Others, such as `.svg` and `.png`, draw a picture, with the words of
        `drawing.draw_tour`. A `.gif` moves, and so does a `.svg` with a `speed`.
        """
        from babieca.drawing.saving import save_tour

        save_tour(cast("Tour", self), path, **look)

    def _repr_svg_(self) -> str | None:
        return self.svg() if len(cast("Tour", self)) <= _LARGEST_SHOWN else None
