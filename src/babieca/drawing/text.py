"""Tours for terminals: numbered grids in colour, lines in Braille dots, shades when all is small.

What is drawn depends on the room: numbers if they fit the width, else the line of the tour with
eight dots to a character, else a map of when each part of the board is visited.
"""

from __future__ import annotations

import os
import shutil
import sys
from typing import Literal

import numpy as np

from babieca.boards import Board
from babieca.drawing.layout import SIDE, Layout
from babieca.drawing.palette import NIGHT, RAMP_SIZE, Floats, ink_on, to_bytes, to_hex
from babieca.errors import BadInputError
from babieca.tours import Tour

TextStyle = Literal["auto", "numbers", "line", "map"]

_RESET = "\x1b[0m"
# The bit of each dot of a Braille character, by row and column.
_BRAILLE = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]])
_SHADES = "░▒▓█"
_ASCII_SHADES = ".:oO@"
_FEWEST_DOTS = 4
"""Below this many dots to a side of a square, lines run together."""


def draw_text(
    tour: Tour,
    *,
    style: TextStyle = "auto",
    width: int = 80,
    colour: bool = False,
    unicode: bool = True,
) -> str:
    """Return a drawing for a terminal of `width` columns, ending in a newline.

    >>> tour = Tour(Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3")
    >>> print(draw_text(tour, unicode=False), end="")
     3   3  6  9 12
     2   8 11  2  5
     1   1  4  7 10
         a  b  c  d
    """
    if style not in ("auto", "numbers", "line", "map"):
        raise BadInputError(f"unknown style {style!r}: use auto, numbers, line or map")
    board = tour.board
    if board is None:
        return " ".join(str(label) for label in tour.squares) + "\n"
    if style == "auto":
        layout = Layout(board, margin=0)
        if _width_of_numbers(tour, board) <= width:
            style = "numbers"
        elif unicode and width * 2 * SIDE / layout.width >= _FEWEST_DOTS:
            style = "line"
        else:
            style = "map"
    if style == "numbers":
        return _numbers(tour, board, colour=colour, unicode=unicode)
    if style == "line":
        return _line(tour, board, width, colour=colour)
    return _map(tour, board, width, colour=colour, unicode=unicode)


def for_this_terminal(tour: Tour, *, style: TextStyle = "auto") -> str:
    """Return the drawing that standard output can show.

    Colour is for terminals, unless NO_COLOR is set; Unicode is for encodings that have it.
    """
    encoding = (sys.stdout.encoding or "ascii").lower()
    return draw_text(
        tour,
        style=style,
        width=shutil.get_terminal_size().columns,
        colour=sys.stdout.isatty()
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM") != "dumb",
        unicode=encoding.replace("-", "") in ("utf8", "utf16", "utf32"),
    )


def _width_of_numbers(tour: Tour, board: Board) -> int:
    return board.sides[-1] * (len(str(len(tour))) + 1) + len(str(board.sides[0])) + 4


def _numbers(tour: Tour, board: Board, *, colour: bool, unicode: bool) -> str:
    """Every square its step; in colour, each on a ground that runs along the tour."""
    width = len(str(len(tour)))
    steps = tour.steps.reshape((-1, *((1,) * (2 - board.dimensions) + board.sides)[-2:]))
    named = board.has_names
    margin = len(str(steps.shape[1])) if named else 0
    bar = "│" if unicode else " "
    empty = "·" if unicode else "."
    layers = []
    for layer in steps:
        lines = []
        for row in range(len(layer) - 1, -1, -1):
            cells = [
                _cell(step, width, len(tour), empty, colour=colour) for step in layer[row].tolist()
            ]
            label = f"{row + 1:>{margin + 1}} {bar}" if named else ""
            lines.append(label + "".join(cells).rstrip())
        if named:
            letters = "".join(
                f"{chr(ord('a') + column):>{width + 1}}" for column in range(layer.shape[1])
            )
            rule = "─" * (layer.shape[1] * (width + 1) + 1)
            lines += [" " * (margin + 2) + "└" + rule] if unicode else []
            lines.append(" " * (margin + 3) + letters)
        layers.append("\n".join(lines))
    return "\n\n".join(layers) + "\n"


def _cell(step: int, width: int, count: int, empty: str, *, colour: bool) -> str:
    text = f"{step or empty:>{width}}"
    if not colour or step == 0:
        return f" {text}"
    ground = _ramp_colour((step - 1) / max(count - 1, 1))
    return f"{_ground(ground)}{_ink(_on(ground))} {text}{_RESET}"


def _line(tour: Tour, board: Board, width: int, *, colour: bool) -> str:
    """The tour as lines of dots, two by four to a character."""
    layout = Layout(board, margin=0)
    scale = min(width * 2 / layout.width, 8 / SIDE)
    columns = -(-int(layout.width * scale + 1) // 2)
    rows = -(-int(layout.height * scale + 1) // 4)
    order = tour.indices.astype(np.int64)
    starts = order if tour.closed else order[:-1]
    stops = np.roll(order, -1) if tour.closed else order[1:]
    segments, owner = layout.segments(starts, stops)
    # Enough points on every line that none of its dots is missed.
    longest = np.hypot(*(segments[:, 2:] - segments[:, :2]).T).max(initial=1.0) * scale
    along = np.linspace(0, 1, int(longest * 1.5) + 2)[None, :, None]
    points = segments[:, None, :2] * (1 - along) + segments[:, None, 2:] * along
    dots = np.minimum((points * scale).astype(np.int64), [columns * 2 - 1, rows * 4 - 1])
    x, y = dots[..., 0], dots[..., 1]
    patterns = np.zeros((rows, columns), dtype=np.int64)
    np.bitwise_or.at(patterns, (y // 4, x // 2), _BRAILLE[y % 4, x % 2])
    latest = np.zeros((rows, columns), dtype=np.int64)
    np.maximum.at(latest, (y // 4, x // 2), np.broadcast_to(owner[:, None], x.shape))
    lines = []
    for row in range(rows):
        parts = []
        for pattern, move in zip(patterns[row].tolist(), latest[row].tolist(), strict=True):
            dot = chr(0x2800 + pattern) if pattern else " "
            if colour and pattern:
                dot = f"{_ink(_ramp_colour(move / max(len(starts) - 1, 1)))}{dot}{_RESET}"
            parts.append(dot)
        lines.append("".join(parts).rstrip())
    return "\n".join(lines) + "\n"


def _map(tour: Tour, board: Board, width: int, *, colour: bool, unicode: bool) -> str:
    """When each part of the board is visited: the mean step of the squares under a character."""
    layout = Layout(board, margin=0)
    columns = min(width, int(layout.width / SIDE))
    scale = columns / layout.width
    rows = max(1, round(layout.height * scale / 2))
    centres = layout.centres(tour.indices)
    x = np.minimum((centres[:, 0] * scale).astype(np.int64), columns - 1)
    y = np.minimum((centres[:, 1] * scale / 2).astype(np.int64), rows - 1)
    sums, counts = np.zeros((rows, columns)), np.zeros((rows, columns))
    np.add.at(sums, (y, x), np.arange(len(tour)) / max(len(tour) - 1, 1))
    np.add.at(counts, (y, x), 1)
    lines = []
    marks = _SHADES if unicode else _ASCII_SHADES
    for row in range(rows):
        parts = []
        for total, count in zip(sums[row].tolist(), counts[row].tolist(), strict=True):
            if count == 0:
                parts.append(" ")
            elif colour:
                parts.append(f"{_ground(_ramp_colour(total / count))} {_RESET}")
            else:
                parts.append(marks[min(int(total / count * len(marks)), len(marks) - 1)])
        lines.append("".join(parts).rstrip())
    return "\n".join(lines) + "\n"


def _ramp_colour(share: float) -> Floats:
    colour: Floats = NIGHT.ramp[round(share * (RAMP_SIZE - 1))]
    return colour


def _on(ground: Floats) -> Floats:
    dark = ink_on(to_hex(ground)) != "#ffffff"
    return np.full(3, 0.05 if dark else 1.0)


def _ink(colour: Floats) -> str:
    return "\x1b[38;2;{};{};{}m".format(*to_bytes(colour))


def _ground(colour: Floats) -> str:
    return "\x1b[48;2;{};{};{}m".format(*to_bytes(colour))


def main() -> None:
    """Print the sample in every style."""
    from babieca.drawing.samples import sample_tour

    for style in ("numbers", "line", "map"):
        print(for_this_terminal(sample_tour(), style=style))


if __name__ == "__main__":
    main()
