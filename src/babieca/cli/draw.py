"""`babieca draw FILE`: a tour, several tours or a board as a picture, an animation or text."""

from __future__ import annotations

import os
import re
import sys
from typing import Annotated, cast

from babieca.boards import Board
from babieca.cli.printing import read_tours, what_was_written
from babieca.cli.progress import note
from babieca.cli.words import FileWords, OutputWords, board_of, refuse
from babieca.drawing import draw_board, draw_degrees
from babieca.drawing.playing import play as play_tour
from babieca.drawing.sheets import draw_sheet
from babieca.drawing.terminal import this_terminal
from babieca.drawing.text import TextStyle, draw_board_text, for_this_terminal
from babieca.errors import BadInputError
from babieca.looks import BoardLook, MovingLook, TourLook
from babieca.words import Word, declared


class DrawWords(OutputWords, total=False):
    """What is drawn, and where."""

    number: Annotated[int, Word("Which tour of the file, from 1.", "Output")]
    sheet: Annotated[bool, Word("Draw all tours side by side.", "Output", names=("--sheet",))]
    degrees: Annotated[
        bool, Word("Of a board: how many moves each square has.", "Output", names=("--degrees",))
    ]
    play: Annotated[bool, Word("Animate in the terminal.", "Output", names=("--play",))]


class DrawLook(MovingLook, total=False):
    """How it looks; in the terminal there are more styles than in files."""

    style: Annotated[TextStyle, Word("How a tour is drawn.", "Output")]  # type: ignore[misc]


def draw(source: FileWords, look: DrawLook, words: DrawWords) -> None:
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
    output, number = words.get("output"), words.get("number", 1)
    board = _board_named(source)
    if board is not None:
        if not look.keys() <= declared(BoardLook).keys() or words.keys() - {"output", "degrees"}:
            raise BadInputError("a board takes --theme, --size, --labels and --degrees only")
        _draw_board(board, look, words)
        return
    if "degrees" in words:
        raise BadInputError("--degrees is for boards: name one such as 8x8 in place of the file")
    if "play" in words and output is not None:
        raise BadInputError("--play is for the terminal and -o for files: give one of them")
    if "play" in words and (not sys.stdout.isatty() or os.environ.get("TERM") == "dumb"):
        raise BadInputError("--play needs a terminal that moves its cursor: try -o tour.gif")
    tours = read_tours(source)
    if "sheet" in words:
        if output is None or "speed" in look or "number" in words:
            raise BadInputError("--sheet draws all tours into one still picture: give -o sheet.svg")
        draw_sheet(tours, **cast(TourLook, look)).save(output)
        note(what_was_written(output))
        return
    if not 1 <= number <= len(tours):
        raise BadInputError(f"there is no tour {number}: the file holds {len(tours)}")
    tour = tours[number - 1]
    if output is not None:
        tour.save(output, **cast(MovingLook, look))
        note(what_was_written(output))
        return
    style = look.pop("style", "auto")
    speed = look.pop("speed", None) if "play" in words else None
    if look:
        raise BadInputError(f"--{min(look)} is for files: give one with -o, such as -o tour.svg")
    if "play" in words:
        play_tour(tour, style=style, speed=speed)
        return
    print(for_this_terminal(tour, style=style), end="")


def _board_named(source: FileWords) -> Board | None:
    """Return the board whose sides stand where a file may; a file of that name comes first."""
    file = source.get("file", "-")
    if not re.fullmatch(r"[0-9]+(x[0-9]+)+", file) or os.path.exists(file):
        return None
    refuse(source, "a board to draw", "board", "format")
    return board_of({**source, "board": file})


def _draw_board(board: Board, look: DrawLook, words: DrawWords) -> None:
    if "output" not in words:
        if look:
            raise BadInputError(f"--{min(look)} is for files: give one with -o board.svg")
        colours, unicode = this_terminal()
        print(draw_board_text(board, colours=colours, unicode=unicode), end="")
        return
    draw = draw_degrees if "degrees" in words else draw_board
    draw(board, **cast(BoardLook, look)).save(words["output"])
    note(what_was_written(words["output"]))
