"""`babieca draw FILE`: a tour, several tours or a board as a picture, an animation or text."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Annotated, TypedDict, cast, get_args

from babieca.boards import Board
from babieca.cli.printing import read_tours, what_was_written
from babieca.cli.progress import note
from babieca.cli.words import BoardOptions, FileWords, Output, of_group, refuse, writing
from babieca.drawing import draw_board, draw_degrees
from babieca.drawing.playing import play as play_tour
from babieca.drawing.sheets import draw_sheet
from babieca.drawing.terminal import this_terminal
from babieca.drawing.text import TextStyle, draw_board_text, for_this_terminal
from babieca.errors import BadInputError
from babieca.looks import Style, View


class LookWords(TypedDict, total=False):
    """What a picture takes."""

    theme: Annotated[str, writing("NAME", "paper, night or print.")]
    view: Annotated[View, writing(None, "Of more than two dimensions.")]
    size: Annotated[int, writing("PIXELS", "The longer side of the picture.")]
    arrows: Annotated[bool, writing(None, "Show the direction of moves.", "--arrows")]
    fill: Annotated[bool, writing(None, "Colour the regions a closed tour winds around.", "--fill")]
    orbits: Annotated[
        bool, writing(None, "One colour for moves that a symmetry exchanges.", "--orbits")
    ]
    labels: Annotated[
        bool, writing(None, "Letters and figures at the border.", "--labels/--no-labels")
    ]


class DrawWords(LookWords, total=False):
    """What a picture or an animation takes."""

    speed: Annotated[
        float, writing("MOVES", "Animate: moves per second; in a file, or with --play.")
    ]


def draw(
    source: FileWords,
    words: DrawWords,
    output: Output | None = None,
    style: Annotated[str, writing("NAME", f"{', '.join(get_args(TextStyle))} (no file).")] = "auto",
    number: Annotated[int, writing(None, "Which tour of the file, from 1.")] = 1,
    sheet: Annotated[bool, writing(None, "All tours of the file side by side.", "--sheet")] = False,
    degrees: Annotated[
        bool, writing(None, "Of a board: how many moves each square has.", "--degrees")
    ] = False,
    play: Annotated[bool, writing(None, "Animate it here, in the terminal.", "--play")] = False,
) -> None:
    """Draw a tour: in the terminal, or into a file: svg, pdf, png, gif or webp.

    In place of a file, the sides of a board draw the board.

    Examples:
    - `babieca draw tour.txt`
    - `babieca draw tour.txt -o tour.svg --orbits`
    - `babieca find 8x8 | babieca draw -o tour.gif --speed 10`
    - `babieca find 8x8 | babieca draw --play`
    - `babieca list 5x6 | babieca draw --sheet -o all.svg`
    - `babieca draw 8x8 --holes d4,e5 --degrees -o board.svg`
    """
    board = _board_named(source)
    if board is not None:
        given = {name for name in words if name not in ("theme", "size", "labels")}
        if given or sheet or play or style != "auto" or number != 1:
            raise BadInputError("a board takes --theme, --size, --labels and --degrees only")
        _draw_board(board, words, output, degrees)
        return
    if degrees:
        raise BadInputError("--degrees is for boards: name one such as 8x8 in place of the file")
    if play and output is not None:
        raise BadInputError("--play is for the terminal and -o for files: give one of them")
    if play and (not sys.stdout.isatty() or os.environ.get("TERM") == "dumb"):
        raise BadInputError("--play needs a terminal that moves its cursor: try -o tour.gif")
    tours = read_tours(source)
    if sheet:
        if output is None or "speed" in words or number != 1:
            raise BadInputError("--sheet draws all tours into one still picture: give -o sheet.svg")
        look = of_group(words, LookWords)
        draw_sheet(tours, style=cast(Style, style), **look).save(output)
        note(what_was_written(output))
        return
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


def _board_named(source: FileWords) -> Board | None:
    """Return the board whose sides stand where a file may; a file of that name comes first."""
    file = source.get("file", "-")
    if not re.fullmatch(r"[0-9]+(x[0-9]+)+", file) or os.path.exists(file):
        return None
    refuse(source, "a board to draw", "board", "format")
    return Board.parse(file, **of_group(source, BoardOptions))


def _draw_board(board: Board, words: DrawWords, output: Path | None, degrees: bool) -> None:
    if output is None:
        if words:
            raise BadInputError(f"--{min(words)} is for files: give one with -o board.svg")
        colours, unicode = this_terminal()
        print(draw_board_text(board, colours=colours, unicode=unicode), end="")
        return
    theme, size = words.get("theme", "paper"), words.get("size")
    draw = draw_degrees if degrees else draw_board
    draw(board, theme=theme, size=size, labels=words.get("labels")).save(output)
    note(what_was_written(output))
