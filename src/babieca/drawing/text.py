"""Tours and boards in terminals: numbered grids, lines of Braille dots, maps of shades.

Without Unicode, ASCII characters stand for dots and shades.
"""

import math
import os
import shutil
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TextIO, get_args

import numpy as np
from numpy.typing import NDArray

from babieca.board_text import column_name
from babieca.boards import Board
from babieca.checking import numbers_at
from babieca.drawing.animation import DEFAULT_SPEED, moves_per_frame
from babieca.drawing.layout import Layout
from babieca.drawing.marks import Floats
from babieca.drawing.picture import SIDE
from babieca.errors import BadInputError
from babieca.graphs import Graph
from babieca.looks import MovingLook, completed
from babieca.memory import require
from babieca.palette import NIGHT, RAMP_SIZE, ink_on, to_bytes, to_hex
from babieca.reasons import Reason
from babieca.tour import Tour
from babieca.words import one_of, whole_number

Colours = Literal[0, 16, 256, 16777216]
"""How many colours a terminal shows."""
COLOURS: tuple[Colours, ...] = get_args(Colours)
TRUE_COLOUR: Colours = 16777216
TextStyle = Literal["auto", "line", "numbers", "both", "map"]
LONGEST = 30.0
"""Seconds that a tour plays unless a speed is given."""
_BYTES_PER_CELL = 150
RESET = "\x1b[0m"
_HIDE_CURSOR, _SHOW_CURSOR = "\x1b[?25l", "\x1b[?25h"

# The bit of each dot of a Braille character, by row and column.
_BRAILLE = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]])
_ASCII_DOTS = " .,:;+*#@"
"""By the number of dots of a character."""
_SHADES = "░▒▓█"
_ASCII_SHADES = ".:oO@"
_FEWEST_DOTS = 4
"""Below this many dots to a side of a square, lines run together."""
# The standard sixteen colours by code: 30 to 37, then 90 to 97.
_SIXTEEN = np.array(
    [
        *([0, 0, 0], [170, 0, 0], [0, 170, 0], [170, 85, 0]),
        *([0, 0, 170], [170, 0, 170], [0, 170, 170], [170, 170, 170]),
        *([85, 85, 85], [255, 85, 85], [85, 255, 85], [255, 255, 85]),
        *([85, 85, 255], [255, 85, 255], [85, 255, 255], [255, 255, 255]),
    ]
)


def draw_text(
    tour: Tour,
    *,
    style: TextStyle = "auto",
    width: int = 80,
    colours: Colours = 0,
    unicode: bool = True,
    steps: int | None = None,
) -> str:
    """Return a drawing for a terminal of `width` columns, ending in a newline.

    `style`: `numbers`, `line`, `both`, `map`, or `auto`: the first of numbers, line and map that
    fits. `colours` is the number of colours of the terminal: 0, 16, 256 or 16777216. `steps` draws
    only the first steps, in the same positions, with a knight on the last.

    >>> tour = Tour(Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3")
    >>> print(draw_text(tour, unicode=False), end="")
     3   3  6  9 12
     2   8 11  2  5
     1   1  4  7 10
         a  b  c  d
    """
    one_of("style", style, get_args(TextStyle))
    one_of("colours", colours, COLOURS)
    board = tour.board
    drawn = whole_number("steps", steps, 0, len(tour))
    last = len(tour) if drawn is None else drawn
    if board is None:
        return " ".join(str(label) for label in tour.squares[:last]) + "\n"
    layout = Layout(board, margin=0)
    if style == "auto":
        of_numbers = board.sides[-1] * (len(str(len(tour))) + 1) + len(str(board.sides[0])) + 4
        line_fits = unicode and width * 2 * SIDE / layout.width >= _FEWEST_DOTS
        style = "numbers" if of_numbers <= width else "line" if line_fits else "map"
    if style == "map":
        return _map(tour, layout, last, width, colours, unicode)
    parts = []
    if style != "line":
        parts.append(_numbers(tour, board, last, colours, unicode))
    if style != "numbers":
        parts.append(_line(tour, layout, last, width, colours, unicode))
    return "\n".join(parts)


def for_this_terminal(tour: Tour, *, style: TextStyle = "auto") -> str:
    colours, unicode = this_terminal()
    width = shutil.get_terminal_size().columns
    return draw_text(tour, style=style, width=width, colours=colours, unicode=unicode)


def draw_board_text(
    board: Board, *, at: Mapping[Any, int] | str | None = None, unicode: bool = True
) -> str:
    """Return the squares of a board for a terminal, ending in a newline; holes are blank.

    `at` puts numbers on squares, such as `c3=15,e4=30`.

    >>> print(draw_board_text(Board(3, 4, holes="b2"), unicode=False), end="")
     3   # . # .
     2   .   . #
     1   # . # .
         a b c d
    """
    require(board.cells * _BYTES_PER_CELL, Reason("picture_of_squares", squares=board.cells))
    squares = "■□" if unicode else "#."
    numbers = {} if at is None else numbers_at(at, board.index, len(board))
    width = max(len(str(max(numbers.values(), default=1))), _letters(board))
    cells = [" " * (width + 1)] * board.cells
    for index, square in zip(board.indices().tolist(), board, strict=True):
        cells[index] = f" {numbers.get(index, squares[sum(square) % 2]):>{width}}"
    return _with_coordinates(board, cells, width, unicode)


def draw_degrees_text(board: Board, *, colours: Colours = 0, unicode: bool = True) -> str:
    """Return a board for a terminal, ending in a newline: the number of moves from each square.

    >>> print(draw_degrees_text(Board(3, 4, holes="b2"), unicode=False), end="")
     3   2 3 3 1
     2   2 . 2 2
     1   2 3 3 1
         a b c d
    """
    require(board.cells * _BYTES_PER_CELL, Reason("picture_of_squares", squares=board.cells))
    degrees = Graph.from_board(board).degrees
    least, most = int(degrees.min()), int(degrees.max())
    width = max(len(str(most)), _letters(board))
    cells = [f" {'·' if unicode else '.':>{width}}"] * board.cells
    for index, degree in zip(board.indices().tolist(), degrees.tolist(), strict=True):
        cells[index] = _cell(f"{degree:>{width}}", (degree - least) / max(most - least, 1), colours)
    return _with_coordinates(board, cells, width, unicode)


def _letters(board: Board) -> int:
    """Return the most letters of a column's name."""
    return len(column_name(board.sides[-1] - 1)) if board.has_names else 0


def _numbers(tour: Tour, board: Board, last: int, colours: Colours, unicode: bool) -> str:
    """Return the grid of steps; with colours, the background of each follows the tour."""
    width = len(str(len(tour)))
    texts = {0: "·" if unicode else "."}
    if last < len(tour):
        texts |= dict.fromkeys(range(last + 1, len(tour) + 1), "")
        texts[last] = texts[0] if last == 0 else "♞" if unicode else "N"
    last_step = max(len(tour) - 1, 1)
    cells = [
        _cell(f"{texts.get(step, str(step)):>{width}}", (step - 1) / last_step, colours)
        for step in tour.steps.reshape(-1).tolist()
    ]
    return _with_coordinates(board, cells, width, unicode)


def _with_coordinates(board: Board, cells: Sequence[str], width: int, unicode: bool) -> str:
    """Return the cells of a board, given by index, as rows from the top with coordinates."""
    rows, columns = ((1,) * (2 - board.dimensions) + board.sides)[-2:]
    named = board.has_names
    margin = len(str(rows)) if named else 0
    layers = []
    for first in range(0, len(cells), rows * columns):
        lines = []
        for row in range(rows - 1, -1, -1):
            at = first + row * columns
            label = f"{row + 1:>{margin + 1}} {'│' if unicode else ' '}" if named else ""
            lines.append(label + "".join(cells[at : at + columns]).rstrip())
        if named:
            letters = "".join(f"{column_name(at):>{width + 1}}" for at in range(columns))
            rule = "─" * (columns * (width + 1) + 1)
            lines += [" " * (margin + 2) + "└" + rule] if unicode else []
            lines.append(" " * (margin + 3) + letters)
        layers.append("\n".join(lines))
    return "\n\n".join(layers) + "\n"


def _cell(text: str, share: float, colours: Colours) -> str:
    """Return a number on a colour of the ramp; a hole has no colour."""
    if colours == 0 or text.strip() in ("", "·", "."):
        return f" {text}"
    below = _ramp_colour(share)
    if colours == 16:
        below = _SIXTEEN[_nearest_of_sixteen(below)] / 255
    letters = np.full(3, 1.0 if ink_on(to_hex(below)) == "#ffffff" else 0.05)
    return f"{ground(below, colours)}{ink(letters, colours)} {text}{RESET}"


def _line(
    tour: Tour, layout: Layout, last: int, width: int, colours: Colours, unicode: bool
) -> str:
    """Return the tour as lines of dots, two by four per character."""
    scale = min(width * 2 / layout.width, 8 / SIDE)
    columns = -(-int(layout.width * scale + 1) // 2)
    rows = -(-int(layout.height * scale + 1) // 4)
    order = tour.indices.astype(np.int64)
    moves = last if tour.closed and last == len(tour) else max(last - 1, 0)
    segments, owner = layout.segments(order[:moves], np.roll(order, -1)[:moves])
    # Enough points on every line to hit each of its dots.
    longest = np.hypot(*(segments[:, 2:] - segments[:, :2]).T).max(initial=1.0) * scale
    along = np.linspace(0, 1, int(longest * 1.5) + 2)[None, :, None]
    points = segments[:, None, :2] * (1 - along) + segments[:, None, 2:] * along
    dots = np.minimum((points * scale).astype(np.int64), [columns * 2 - 1, rows * 4 - 1])
    x, y = dots[..., 0], dots[..., 1]
    patterns, latest = np.zeros((2, rows, columns), dtype=np.int64)
    np.bitwise_or.at(patterns, (y // 4, x // 2), _BRAILLE[y % 4, x % 2])
    np.maximum.at(latest, (y // 4, x // 2), np.broadcast_to(owner[:, None], x.shape))
    moves_drawn = max(len(tour) - 1 - (not tour.closed), 1)

    def character(pattern: int, move: int) -> str:
        if not pattern:
            return " "
        dot = chr(0x2800 + pattern) if unicode else _ASCII_DOTS[pattern.bit_count()]
        return f"{ink(_ramp_colour(move / moves_drawn), colours)}{dot}{RESET}" if colours else dot

    return _drawn(character, patterns, latest)


def _map(tour: Tour, layout: Layout, last: int, width: int, colours: Colours, unicode: bool) -> str:
    """Return the mean step of the squares under each character, as a shade or a colour."""
    columns = min(width, int(layout.width / SIDE))
    scale = columns / layout.width
    rows = max(1, round(layout.height * scale / 2))
    centres = layout.centres(tour.indices[:last])
    x = np.minimum((centres[:, 0] * scale).astype(np.int64), columns - 1)
    y = np.minimum((centres[:, 1] * scale / 2).astype(np.int64), rows - 1)
    sums, counts = np.zeros((2, rows, columns))
    np.add.at(sums, (y, x), np.arange(last) / max(len(tour) - 1, 1))
    np.add.at(counts, (y, x), 1)
    shades = _SHADES if unicode else _ASCII_SHADES

    def character(total: float, count: float) -> str:
        if count == 0:
            return " "
        if colours:
            return f"{ground(_ramp_colour(total / count), colours)} {RESET}"
        return shades[min(int(total / count * len(shades)), len(shades) - 1)]

    return _drawn(character, sums, counts)


def _drawn(character: Callable[[Any, Any], str], first: NDArray[Any], second: NDArray[Any]) -> str:
    """Return one character for each pair of entries of two tables."""
    rows = zip(first.tolist(), second.tolist(), strict=True)
    return "".join(f"{''.join(map(character, *row)).rstrip()}\n" for row in rows)


def this_terminal() -> tuple[Colours, bool]:
    """Return how many colours standard output shows, and whether it takes Unicode."""
    encoding = (sys.stdout.encoding or "ascii").lower().replace("-", "")
    return colours_of(sys.stdout), encoding in ("utf8", "utf16", "utf32")


def colours_of(stream: TextIO, environment: Mapping[str, str] = os.environ) -> Colours:
    """Return how many colours a stream shows, according to the environment.

    `NO_COLOR` means none. `FORCE_COLOR` means colours without a terminal too: 1 means 16, 2 means
    256, 3 means all.
    """
    forced = environment.get("FORCE_COLOR", "").lower()
    if environment.get("NO_COLOR") or forced in ("0", "false"):
        return 0
    if not forced and (environment.get("TERM") == "dumb" or not stream.isatty()):
        return 0
    if forced == "3" or environment.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return TRUE_COLOUR
    return 256 if forced == "2" or "256color" in environment.get("TERM", "") else 16


def ink(colour: Floats, colours: Colours, base: int = 30) -> str:
    """Return the escape code that sets the colour of letters, or the nearest colour.

    >>> red = np.array([1.0, 0.3, 0.3])
    >>> [ink(red, colours)[1:] for colours in COLOURS]
    ['', '[91m', '[38;5;203m', '[38;2;255;76;76m']
    """
    red, green, blue = to_bytes(colour)
    if colours == 0:
        return ""
    if colours == TRUE_COLOUR:
        return f"\x1b[{base + 8};2;{red};{green};{blue}m"
    if colours == 256:
        # A cube of 6 by 6 by 6 colours follows the first sixteen.
        red, green, blue = (round(part / 51) for part in (red, green, blue))
        return f"\x1b[{base + 8};5;{16 + 36 * red + 6 * green + blue}m"
    number = _nearest_of_sixteen(colour)
    return f"\x1b[{base + number if number < 8 else base + 52 + number}m"


def ground(colour: Floats, colours: Colours) -> str:
    return ink(colour, colours, 40)


def _nearest_of_sixteen(colour: Floats) -> int:
    return int(np.square(_SIXTEEN - to_bytes(colour)).sum(axis=1).argmin())


def _ramp_colour(share: float) -> Floats:
    colour: Floats = NIGHT.ramp[round(share * (RAMP_SIZE - 1))]
    return colour


def play(tour: Tour, *, style: TextStyle = "auto", speed: float | None = None) -> None:
    """Play a tour on standard output, a terminal, at `speed` moves per second."""
    speed = completed(MovingLook, {"speed": speed})["speed"]
    speed = speed or max(DEFAULT_SPEED, len(tour) / LONGEST)
    size = shutil.get_terminal_size()
    # A line stays free for the cursor.
    width = fitting_width(tour, style, size.columns, size.lines - 1)
    colours, unicode = this_terminal()
    began, last, frame = time.monotonic(), 0, ""
    try:
        sys.stdout.write(_HIDE_CURSOR)
        while last < len(tour):
            # If drawing is slower than the moves, skip frames.
            due = 1 + math.floor((time.monotonic() - began) * speed)
            last = min(max(last + moves_per_frame(speed) if last else 1, due), len(tour))
            new = draw_text(
                tour, style=style, width=width, colours=colours, unicode=unicode, steps=last
            )
            sys.stdout.write(over(frame, new))
            frame = new
            sys.stdout.flush()
            if last < len(tour):
                time.sleep(max(0.0, began + last / speed - time.monotonic()))
    finally:
        sys.stdout.write(RESET + _SHOW_CURSOR)
        sys.stdout.flush()


def fitting_width(tour: Tour, style: TextStyle, width: int, height: int) -> int:
    """Return the most columns, up to `width`, for which a drawing has at most `height` lines.

    >>> tour = Tour(Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3")
    >>> fitting_width(tour, "auto", 80, 24)
    80
    """
    unicode = this_terminal()[1]
    while True:
        lines = draw_text(tour, style=style, width=width, unicode=unicode).count("\n")
        if lines <= height:
            return width
        if style in ("numbers", "both") or width == 1:
            raise BadInputError("drawing_too_high", lines=lines, height=height)
        width = max(1, min(width - 1, width * height // lines))


def over(before: str, frame: str) -> str:
    r"""Return the text that turns the lines above the cursor into a frame; it skips equal lines.

    >>> over("ab\ncd\n", "ab\nce\n")
    '\x1b[2F\nce\x1b[K\n'
    """
    old, new = before.splitlines(), frame.splitlines()
    up = f"\x1b[{len(old)}F" if old else ""
    old += [""] * (len(new) - len(old))
    changed = ("" if one == two else f"{two}\x1b[K" for one, two in zip(old, new, strict=True))
    return up + "".join(f"{line}\n" for line in changed)
