"""Tours for terminals: numbered grids, lines of Braille dots, maps of shades.

The style `auto` draws numbers if they fit the width, else the line of the tour with eight dots per
character, else a map that shows when each part of the board is visited. Without Unicode, ASCII
characters stand for dots and shades.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from babieca.boards import Board
from babieca.drawing.layout import Layout
from babieca.drawing.picture import SIDE
from babieca.drawing.terminal import COLOURS, RESET, Colours, ground, ink, nearest, this_terminal
from babieca.errors import BadInputError, shown
from babieca.graphs import Graph
from babieca.palette import NIGHT, RAMP_SIZE, Floats, ink_on, to_hex
from babieca.tour import Tour
from babieca.words import whole_number

Numbers = NDArray[np.float64] | NDArray[np.int64]
TextStyle = Literal["auto", "line", "numbers", "both", "map"]

# The bit of each dot of a Braille character, by row and column.
_BRAILLE = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]])
_ASCII_DOTS = " .,:;+*#@"
"""By the number of dots of a character."""
_SHADES = "░▒▓█"
_ASCII_SHADES = ".:oO@"
_FEWEST_DOTS = 4
"""Below this many dots to a side of a square, lines run together."""


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
    only the first steps, in the same places, with a knight on the last.

    >>> tour = Tour(Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3")
    >>> print(draw_text(tour, unicode=False), end="")
     3   3  6  9 12
     2   8 11  2  5
     1   1  4  7 10
         a  b  c  d
    """
    if style not in get_args(TextStyle):
        raise BadInputError(f"unknown style {shown(style)}: use {', '.join(get_args(TextStyle))}")
    if colours not in COLOURS:
        raise BadInputError(f"a terminal has 0, 16, 256 or 16777216 colours, not {shown(colours)}")
    board = tour.board
    drawn = whole_number("steps", steps, 0, len(tour))
    last = len(tour) if drawn is None else drawn
    if board is None:
        return " ".join(str(label) for label in tour.squares[:last]) + "\n"
    if style == "auto":
        layout = Layout(board, margin=0)
        if _width_of_numbers(tour, board) <= width:
            style = "numbers"
        elif unicode and width * 2 * SIDE / layout.width >= _FEWEST_DOTS:
            style = "line"
        else:
            style = "map"
    if style == "map":
        return _map(tour, board, last, width, colours, unicode)
    parts = []
    if style != "line":
        parts.append(_numbers(tour, board, last, colours, unicode))
    if style != "numbers":
        parts.append(_line(tour, board, last, width, colours, unicode))
    return "\n".join(parts)


def for_this_terminal(tour: Tour, *, style: TextStyle = "auto") -> str:
    """Return the drawing in the width and the colours of standard output."""
    colours, unicode = this_terminal()
    width = shutil.get_terminal_size().columns
    return draw_text(tour, style=style, width=width, colours=colours, unicode=unicode)


def _width_of_numbers(tour: Tour, board: Board) -> int:
    return board.sides[-1] * (len(str(len(tour))) + 1) + len(str(board.sides[0])) + 4


def _numbers(tour: Tour, board: Board, last: int, colours: Colours, unicode: bool) -> str:
    """Return the grid of steps; with colours, the background of each follows the tour."""
    width = len(str(len(tour)))
    marks = {0: "·" if unicode else "."}
    if last < len(tour):
        marks |= dict.fromkeys(range(last + 1, len(tour) + 1), "")
        marks[last] = marks[0] if last == 0 else "♞" if unicode else "N"
    last_step = max(len(tour) - 1, 1)
    cells = [
        _cell(f"{marks.get(step, str(step)):>{width}}", (step - 1) / last_step, colours)
        for step in tour.steps.reshape(-1).tolist()
    ]
    return _with_coordinates(board, cells, width, unicode)


def draw_board_text(board: Board, *, colours: Colours = 0, unicode: bool = True) -> str:
    """Return a board for a terminal, ending in a newline: the number of moves from each square.

    >>> print(draw_board_text(Board(3, 4, holes="b2"), unicode=False), end="")
     3   2 3 3 1
     2   2 . 2 2
     1   2 3 3 1
         a b c d
    """
    degrees = Graph.from_board(board).degrees
    least, most = int(degrees.min()), int(degrees.max())
    width = len(str(most))
    cells = [f" {'·' if unicode else '.':>{width}}"] * board.cells
    for index, degree in zip(board.indices().tolist(), degrees.tolist(), strict=True):
        share = (degree - least) / max(most - least, 1)
        cells[index] = _cell(f"{degree:>{width}}", share, colours)
    return _with_coordinates(board, cells, width, unicode)


def _with_coordinates(board: Board, cells: Sequence[str], width: int, unicode: bool) -> str:
    """Return the cells of a board, given by index, as rows from the top with coordinates."""
    rows, columns = ((1,) * (2 - board.dimensions) + board.sides)[-2:]
    named = board.has_names
    margin = len(str(rows)) if named else 0
    bar = "│" if unicode else " "
    layers = []
    for first in range(0, len(cells), rows * columns):
        lines = []
        for row in range(rows - 1, -1, -1):
            at = first + row * columns
            label = f"{row + 1:>{margin + 1}} {bar}" if named else ""
            lines.append(label + "".join(cells[at : at + columns]).rstrip())
        if named:
            letters = "".join(f"{chr(ord('a') + column):>{width + 1}}" for column in range(columns))
            rule = "─" * (columns * (width + 1) + 1)
            lines += [" " * (margin + 2) + "└" + rule] if unicode else []
            lines.append(" " * (margin + 3) + letters)
        layers.append("\n".join(lines))
    return "\n\n".join(layers) + "\n"


def _cell(text: str, share: float, colours: Colours) -> str:
    """Return a number on a colour of the ramp; a hole has no colour."""
    if colours == 0 or text.strip() in ("", "·", "."):
        return f" {text}"
    below = nearest(_ramp_colour(share), colours)
    return f"{ground(below, colours)}{ink(_on(below), colours)} {text}{RESET}"


def _line(tour: Tour, board: Board, last: int, width: int, colours: Colours, unicode: bool) -> str:
    """Return the tour as lines of dots, two by four per character."""
    layout = Layout(board, margin=0)
    scale = min(width * 2 / layout.width, 8 / SIDE)
    columns = -(-int(layout.width * scale + 1) // 2)
    rows = -(-int(layout.height * scale + 1) // 4)
    order = tour.indices.astype(np.int64)
    moves = last if tour.closed and last == len(tour) else max(last - 1, 0)
    starts, stops = order[:moves], np.roll(order, -1)[:moves]
    segments, owner = layout.segments(starts, stops)
    # Enough points on every line to hit each of its dots.
    longest = np.hypot(*(segments[:, 2:] - segments[:, :2]).T).max(initial=1.0) * scale
    along = np.linspace(0, 1, int(longest * 1.5) + 2)[None, :, None]
    points = segments[:, None, :2] * (1 - along) + segments[:, None, 2:] * along
    dots = np.minimum((points * scale).astype(np.int64), [columns * 2 - 1, rows * 4 - 1])
    x, y = dots[..., 0], dots[..., 1]
    patterns = np.zeros((rows, columns), dtype=np.int64)
    np.bitwise_or.at(patterns, (y // 4, x // 2), _BRAILLE[y % 4, x % 2])
    latest = np.zeros((rows, columns), dtype=np.int64)
    np.maximum.at(latest, (y // 4, x // 2), np.broadcast_to(owner[:, None], x.shape))
    moves_drawn = max(len(tour) - 1 - (not tour.closed), 1)

    def character(pattern: int, move: int) -> str:
        if not pattern:
            return " "
        dot = chr(0x2800 + pattern) if unicode else _ASCII_DOTS[pattern.bit_count()]
        return f"{ink(_ramp_colour(move / moves_drawn), colours)}{dot}{RESET}" if colours else dot

    return _drawn(character, patterns, latest)


def _map(tour: Tour, board: Board, last: int, width: int, colours: Colours, unicode: bool) -> str:
    """Return the mean step of the squares under each character, as a shade or a colour."""
    layout = Layout(board, margin=0)
    columns = min(width, int(layout.width / SIDE))
    scale = columns / layout.width
    rows = max(1, round(layout.height * scale / 2))
    centres = layout.centres(tour.indices[:last])
    x = np.minimum((centres[:, 0] * scale).astype(np.int64), columns - 1)
    y = np.minimum((centres[:, 1] * scale / 2).astype(np.int64), rows - 1)
    sums, counts = np.zeros((rows, columns)), np.zeros((rows, columns))
    np.add.at(sums, (y, x), np.arange(last) / max(len(tour) - 1, 1))
    np.add.at(counts, (y, x), 1)
    marks = _SHADES if unicode else _ASCII_SHADES

    def character(total: float, count: float) -> str:
        if count == 0:
            return " "
        if colours:
            return f"{ground(_ramp_colour(total / count), colours)} {RESET}"
        return marks[min(int(total / count * len(marks)), len(marks) - 1)]

    return _drawn(character, sums, counts)


def _drawn(character: Callable[[Any, Any], str], first: Numbers, second: Numbers) -> str:
    """Return one character for each pair of entries of two tables."""
    rows = zip(first.tolist(), second.tolist(), strict=True)
    return "".join(f"{''.join(map(character, *row)).rstrip()}\n" for row in rows)


def _ramp_colour(share: float) -> Floats:
    colour: Floats = NIGHT.ramp[round(share * (RAMP_SIZE - 1))]
    return colour


def _on(ground: Floats) -> Floats:
    dark = ink_on(to_hex(ground)) != "#ffffff"
    return np.full(3, 0.05 if dark else 1.0)
