"""Play a tour in a terminal: draw it step by step, each frame over the last."""

from __future__ import annotations

import math
import shutil
import sys
import time

from babieca.drawing.animation import DEFAULT_SPEED, moves_per_frame
from babieca.drawing.terminal import RESET, this_terminal
from babieca.drawing.text import TextStyle, draw_text
from babieca.errors import BadInputError
from babieca.looks import MovingLook, completed
from babieca.tour import Tour

LONGEST = 30.0
"""Seconds that a tour plays unless a speed is given."""
_HIDE_CURSOR, _SHOW_CURSOR = "\x1b[?25l", "\x1b[?25h"


def play(tour: Tour, *, style: TextStyle = "auto", speed: float | None = None) -> None:
    """Play a tour on standard output, a terminal, at `speed` moves per second.

    Every frame fits the terminal. At the end, or on Ctrl-C, the cursor is shown again below the
    drawing.
    """
    speed = completed(MovingLook, {"speed": speed})["speed"] or max(
        DEFAULT_SPEED, len(tour) / LONGEST
    )
    size = shutil.get_terminal_size()
    # A line stays free for the cursor.
    width = fitting_width(tour, style, size.columns, size.lines - 1)
    colours, unicode = this_terminal()
    began, last, frame = time.monotonic(), 0, ""
    stride = moves_per_frame(speed)
    try:
        sys.stdout.write(_HIDE_CURSOR)
        while last < len(tour):
            # If drawing is slower than the moves, skip frames.
            due = 1 + math.floor((time.monotonic() - began) * speed)
            last = min(max(last + stride if last else 1, due), len(tour))
            before = frame
            frame = draw_text(
                tour, style=style, width=width, colours=colours, unicode=unicode, steps=last
            )
            sys.stdout.write(over(before, frame))
            sys.stdout.flush()
            if last < len(tour):
                time.sleep(max(0.0, began + last / speed - time.monotonic()))
    finally:
        sys.stdout.write(RESET + _SHOW_CURSOR)
        sys.stdout.flush()


def fitting_width(tour: Tour, style: TextStyle, width: int, height: int) -> int:
    """Return the most columns, up to `width`, for which a drawing has at most `height` lines.

    >>> from babieca.boards import Board
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
            raise BadInputError(
                f"the drawing has {lines} lines and the terminal {height}: "
                "use --style auto, or a larger window"
            )
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
