"""`babieca draw FILE`: a tour as a picture, an animation or text."""

from __future__ import annotations

import os
import sys
from typing import Annotated, TypedDict, cast, get_args

from babieca.cli.printing import read_tours, what_was_written
from babieca.cli.progress import note
from babieca.cli.words import FileWords, Output, word
from babieca.drawing.playing import play as play_tour
from babieca.drawing.text import TextStyle, for_this_terminal
from babieca.drawing.tour_pictures import Style, View
from babieca.errors import BadInputError


class DrawWords(TypedDict, total=False):
    """What a picture or an animation takes."""

    theme: Annotated[str, word("NAME", "paper, night or print.")]
    view: Annotated[View, word(None, "Of more than two dimensions.")]
    size: Annotated[int, word("PIXELS", "The longer side of the picture.")]
    speed: Annotated[float, word("MOVES", "Animate: moves per second; in a file, or with --play.")]
    arrows: Annotated[bool, word(None, "Show the direction of moves.", "--arrows")]
    fill: Annotated[bool, word(None, "Colour the regions a closed tour winds around.", "--fill")]
    orbits: Annotated[
        bool, word(None, "One colour for moves that a symmetry exchanges.", "--orbits")
    ]


def draw(
    source: FileWords,
    words: DrawWords,
    output: Output | None = None,
    style: Annotated[str, word("NAME", f"{', '.join(get_args(TextStyle))} (no file).")] = "auto",
    number: Annotated[int, word(None, "Which tour of the file, from 1.")] = 1,
    play: Annotated[bool, word(None, "Animate it here, in the terminal.", "--play")] = False,
) -> None:
    """Draw a tour: in the terminal, or into a file: svg, pdf, png, gif or webp.

    Examples:
    - `babieca draw tour.txt`
    - `babieca draw tour.txt -o tour.svg --orbits`
    - `babieca find 8x8 | babieca draw -o tour.gif --speed 10`
    - `babieca find 8x8 | babieca draw --play`
    """
    if play and output is not None:
        raise BadInputError("--play is for the terminal and -o for files: give one of them")
    if play and (not sys.stdout.isatty() or os.environ.get("TERM") == "dumb"):
        raise BadInputError("--play needs a terminal that moves its cursor: try -o tour.gif")
    tours = read_tours(source)
    if not 1 <= number <= len(tours):
        raise BadInputError(f"there is no tour {number}: the file holds {len(tours)}")
    tour = tours[number - 1]
    if output is not None:
        tour.save(output, style=cast(Style, style), **words)
        note(what_was_written(output))
        return
    speed = words.pop("speed", None) if play else None
    if words:
        raise BadInputError(f"--{min(words)} is for files: give one with -o, such as -o tour.svg")
    if play:
        play_tour(tour, style=cast(TextStyle, style), speed=speed)
        return
    print(for_this_terminal(tour, style=cast(TextStyle, style)), end="")
