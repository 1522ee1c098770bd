"""How pictures look: every word of drawing, declared once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypedDict, cast

from babieca.errors import BadInputError, shown
from babieca.palette import Theme
from babieca.words import Word, declared, with_defaults

Style = Literal["auto", "line", "numbers", "both"]
View = Literal["layers", "isometric"]
PICTURE = "The picture"


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


class DrawingWords(MovingLook, total=False):
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


def completed(group: type, look: Mapping[str, Any]) -> MovingLook:
    """Return the words of a group with their defaults; refuse bad values and other words.

    >>> completed(TourLook, {"theme": "night"})["style"]
    'auto'
    """
    words = declared(group)
    whole = {**dict.fromkeys(words), **with_defaults(group, look)}
    for name, value in whole.items():
        choices, bounds = words[name].choices, words[name].word.bounds
        if choices and value not in choices:
            raise BadInputError(f"unknown {name} {shown(value)}: use {', '.join(choices)}")
        if bounds and value is not None and not bounds[0] <= value <= bounds[1]:
            raise BadInputError(f"{name} is {bounds[0]:g} to {bounds[1]:,}, not {shown(value)}")
    return cast(MovingLook, whole)
