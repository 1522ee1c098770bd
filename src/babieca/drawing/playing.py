"""A tour that plays in a terminal: step after step, each drawn over the last."""

from __future__ import annotations

import math
import shutil
import sys
import time

from babieca.drawing.speed import DEFAULT_SPEED, check_speed, moves_per_frame
from babieca.drawing.terminal import RESET, this_terminal
from babieca.drawing.text import TextStyle, draw_text
from babieca.errors import BadInputError
from babieca.tour import Tour

LONGEST = 30.0
"""Seconds that a tour plays at most, unless a speed is given."""
_HIDE_CURSOR, _SHOW_CURSOR = "\x1b[?25l", "\x1b[?25h"


def play(tour: Tour, *, style: TextStyle = "auto", speed: float | None = None) -> None:
    """Play a tour on standard output, a terminal, at `speed` moves per second.

    Every frame is as wide and high as the terminal has room for. However it ends, the cursor is
    shown again below the drawing.
    """
    if speed is None:
        speed = max(DEFAULT_SPEED, len(tour) / LONGEST)
    check_speed(speed)
    size = shutil.get_terminal_size()
    # A line stays free for the cursor.
    width = fitting_width(tour, style, size.columns, size.lines - 1)
    colours, unicode = this_terminal()
    began, last, frame = time.monotonic(), 0, ""
    stride = moves_per_frame(speed)
    try:
        sys.stdout.write(_HIDE_CURSOR)
        while last < len(tour):
            # Where drawing is slower than the moves, frames are left out.
            due = 1 + math.floor((time.monotonic() - began) * speed)
            last = min(max(last + stride if last else 1, due), len(tour))
            before, frame = (
                frame,
                draw_text(
                    tour, style=style, width=width, colours=colours, unicode=unicode, steps=last
                ),
            )
            sys.stdout.write(over(before, frame))
            sys.stdout.flush()
            if last < len(tour):
                time.sleep(max(0.0, began + last / speed - time.monotonic()))
    finally:
        sys.stdout.write(RESET + _SHOW_CURSOR)
        sys.stdout.flush()


def fitting_width(tour: Tour, style: TextStyle, width: int, height: int) -> int:
    """Return the most columns for which a drawing has no more lines than there are.

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
                f"the drawing has {lines} lines and the terminal room for {height}: "
                "use --style auto, or a larger window"
            )
        width = max(1, min(width - 1, width * height // lines))


def over(before: str, frame: str) -> str:
    r"""Return what turns the lines above the cursor into a frame: only what differs is written.

    >>> over("ab\ncd\n", "ab\nce\n")
    '\x1b[2F\nce\x1b[K\n'
    """
    old, new = before.splitlines(), frame.splitlines()
    up = f"\x1b[{len(old)}F" if old else ""
    old += [""] * (len(new) - len(old))
    changed = ("" if one == two else f"{two}\x1b[K" for one, two in zip(old, new, strict=True))
    return up + "".join(f"{line}\n" for line in changed)
