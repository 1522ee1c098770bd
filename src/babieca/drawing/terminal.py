"""How many colours standard output can show, and whether it takes Unicode; escape codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Literal, TextIO, get_args

import numpy as np

from babieca.palette import Floats, to_bytes

Colours = Literal[0, 16, 256, 16777216]
"""How many colours a terminal shows."""
COLOURS: tuple[Colours, ...] = get_args(Colours)
TRUE_COLOUR: Colours = 16777216
RESET = "\x1b[0m"

# The standard sixteen colours by code: 30 to 37, then 90 to 97.
_SIXTEEN = np.array(
    [
        *([0, 0, 0], [170, 0, 0], [0, 170, 0], [170, 85, 0]),
        *([0, 0, 170], [170, 0, 170], [0, 170, 170], [170, 170, 170]),
        *([85, 85, 85], [255, 85, 85], [85, 255, 85], [255, 255, 85]),
        *([85, 85, 255], [255, 85, 255], [85, 255, 255], [255, 255, 255]),
    ]
)


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
    told = environment.get("COLORTERM", "").lower()
    if forced == "3" or told in ("truecolor", "24bit"):
        return TRUE_COLOUR
    return 256 if forced == "2" or "256color" in environment.get("TERM", "") else 16


def has_unicode(stream: TextIO) -> bool:
    """Whether the encoding of a stream has every character."""
    return (stream.encoding or "ascii").lower().replace("-", "") in ("utf8", "utf16", "utf32")


def this_terminal() -> tuple[Colours, bool]:
    """Return how many colours standard output shows, and whether it takes Unicode."""
    return colours_of(sys.stdout), has_unicode(sys.stdout)


def ink(colour: Floats, colours: Colours) -> str:
    """Return the escape code that sets the colour of letters, or the nearest colour.

    >>> red = np.array([1.0, 0.3, 0.3])
    >>> [ink(red, colours)[1:] for colours in COLOURS]
    ['', '[91m', '[38;5;203m', '[38;2;255;76;76m']
    """
    return _code(colour, colours, 38, 30, 90)


def nearest(colour: Floats, colours: Colours) -> Floats:
    """Return the colour that the terminal shows for a colour; of 256, the colour itself.

    >>> nearest(np.array([1.0, 0.3, 0.3]), 16).round(2).tolist()
    [1.0, 0.33, 0.33]
    """
    return _SIXTEEN[_nearest_of_sixteen(colour)] / 255 if colours == 16 else colour


def ground(colour: Floats, colours: Colours) -> str:
    """Return the escape code that sets the background of letters."""
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
