"""What standard output can show: how many colours, and whether Unicode."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Literal, TextIO, get_args

import numpy as np

from babieca.drawing.palette import Floats, to_bytes

Colours = Literal[0, 16, 256, 16777216]
"""How many colours there are; 0: none."""
COLOURS: tuple[Colours, ...] = get_args(Colours)
TRUE_COLOUR: Colours = 16777216
RESET = "\x1b[0m"

# The usual sixteen, in the order of their codes: 30 to 37, then 90 to 97.
_SIXTEEN = np.array(
    [
        *([0, 0, 0], [170, 0, 0], [0, 170, 0], [170, 85, 0]),
        *([0, 0, 170], [170, 0, 170], [0, 170, 170], [170, 170, 170]),
        *([85, 85, 85], [255, 85, 85], [85, 255, 85], [255, 255, 85]),
        *([85, 85, 255], [255, 85, 255], [85, 255, 255], [255, 255, 255]),
    ]
)


def colours_of(stream: TextIO, environment: Mapping[str, str] = os.environ) -> Colours:
    """Return how many colours a stream shows, as far as its environment tells.

    `NO_COLOR` wants none; `FORCE_COLOR` wants some even where there is no terminal, and may say
    how many: 1 for 16, 2 for 256, 3 for all of them.
    """
    forced = environment.get("FORCE_COLOR", "").lower()
    if environment.get("NO_COLOR") or forced in ("0", "false"):
        return 0
    if not forced and (environment.get("TERM") == "dumb" or not stream.isatty()):
        return 0
    told = environment.get("COLORTERM", "").lower()
    if forced == "3" or told in ("truecolor", "24bit"):
        return TRUE_COLOUR
    return 256 if forced == "2" or "256color" in environment.get("TERM", "") else 16


def has_unicode(stream: TextIO) -> bool:
    """Whether a stream can be written any character."""
    return (stream.encoding or "ascii").lower().replace("-", "") in ("utf8", "utf16", "utf32")


def this_terminal() -> tuple[Colours, bool]:
    """Return how many colours standard output shows, and whether Unicode."""
    return colours_of(sys.stdout), has_unicode(sys.stdout)


def ink(colour: Floats, colours: Colours) -> str:
    """Return the code after which letters have a colour, or the nearest there is.

    >>> red = np.array([1.0, 0.3, 0.3])
    >>> [ink(red, colours)[1:] for colours in COLOURS]
    ['', '[91m', '[38;5;203m', '[38;2;255;76;76m']
    """
    return _code(colour, colours, 38, 30, 90)


def nearest(colour: Floats, colours: Colours) -> Floats:
    """Return the colour that is seen where a colour is wanted, as far as that matters for contrast.

    >>> nearest(np.array([1.0, 0.3, 0.3]), 16).round(2).tolist()
    [1.0, 0.33, 0.33]
    """
    return _SIXTEEN[_nearest_of_sixteen(colour)] / 255 if colours == 16 else colour


def ground(colour: Floats, colours: Colours) -> str:
    """Return the code after which letters stand on a colour, or on the nearest there is."""
    return _code(colour, colours, 48, 40, 100)


def _code(colour: Floats, colours: Colours, extended: int, dark: int, bright: int) -> str:
    if colours == 0:
        return ""
    rgb = to_bytes(colour)
    if colours == TRUE_COLOUR:
        return f"\x1b[{extended};2;{rgb[0]};{rgb[1]};{rgb[2]}m"
    if colours == 256:
        # A cube of 6 by 6 by 6 colours follows the first sixteen.
        red, green, blue = (round(part / 51) for part in rgb)
        return f"\x1b[{extended};5;{16 + 36 * red + 6 * green + blue}m"
    number = _nearest_of_sixteen(colour)
    return f"\x1b[{dark + number if number < 8 else bright + number - 8}m"


def _nearest_of_sixteen(colour: Floats) -> int:
    return int(np.square(_SIXTEEN - to_bytes(colour)).sum(axis=1).argmin())
