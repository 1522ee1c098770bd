"""Colours: the three themes of pictures and their colour ramps.

A ramp is a Bézier curve in OKLab (B. Ottosson, "A perceptual color space for image processing",
2020) with equal steps, monotone lightness, and hues from blue to yellow: docs/gallery.md says why.
"""

import functools
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from babieca.words import one_of

Floats = NDArray[np.float64]

RAMP_SIZE = 256
READABLE = 4.5
"""The least contrast of text with their background."""
VISIBLE = 1.7
"""The least contrast of lines."""

_LINEAR_TO_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_CONES_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def _linear(rgb: Floats) -> Floats:
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def lab_from_rgb(rgb: Floats) -> Floats:
    """Return OKLab (lightness, green-red, blue-yellow) of sRGB colours between 0 and 1."""
    lab: Floats = np.cbrt(_linear(rgb) @ _LINEAR_TO_CONES.T) @ _CONES_TO_LAB.T
    return lab


def rgb_from_lab(lab: Floats) -> Floats:
    """Return sRGB of OKLab colours; values below 0 or above 1 are outside sRGB."""
    cones = (lab @ np.linalg.inv(_CONES_TO_LAB).T) ** 3
    linear = cones @ np.linalg.inv(_LINEAR_TO_CONES).T
    bright = 1.055 * np.maximum(linear, 0.0031308) ** (1 / 2.4) - 0.055
    return np.where(linear <= 0.0031308, 12.92 * linear, bright)


@dataclass(frozen=True)
class Theme:
    """The colours of a picture; `curve` holds the ramp's control points: lightness, chroma, hue."""

    name: str
    background: str
    light_square: str
    dark_square: str
    frame: str
    ink: str
    faint: str
    curve: tuple[tuple[float, float, float], ...]
    heat_curve: tuple[tuple[float, float, float], ...]

    @functools.cached_property
    def ramp(self) -> Floats:
        """The ramp as `RAMP_SIZE` rows of red, green, blue between 0 and 1."""
        return _walk(self.curve)

    @functools.cached_property
    def heat(self) -> Floats:
        """The ramp for values, which begins near the background."""
        return _walk(self.heat_curve)

    def colours(self, count: int) -> list[str]:
        """Return `count` colours evenly along the ramp, as `#rrggbb`.

        >>> PAPER.colours(2)[0] == PAPER.colours(9)[0], len(PAPER.colours(9))
        (True, 9)
        """
        return _evenly(self.ramp, count)

    def heat_colours(self, count: int) -> list[str]:
        return _evenly(self.heat, count)

    def heat_on_squares(self, count: int) -> list[str]:
        """Return `count` colours for lines, all of them visible on the squares."""
        seen = [_least_contrast(to_hex(colour), self) >= VISIBLE for colour in self.heat]
        return _evenly(self.heat[seen.index(True) :], count)


def _evenly(ramp: Floats, count: int) -> list[str]:
    at = np.linspace(0, len(ramp) - 1, count).round().astype(int) if count > 1 else [0]
    return [to_hex(colour) for colour in ramp[at]]


def _walk(points: tuple[tuple[float, float, float], ...]) -> Floats:
    """Return the colours along a Bézier curve at equal distances in OKLab."""
    lightness, chroma, hue = np.array(points).T
    angle = np.radians(hue)
    control = np.stack([lightness, chroma * np.cos(angle), chroma * np.sin(angle)], axis=1)
    along, degree = np.linspace(0, 1, 2001), len(control) - 1
    weights = [
        math.comb(degree, at) * along**at * (1 - along) ** (degree - at) for at in range(degree + 1)
    ]
    curve = np.stack(weights, axis=1) @ control
    walked = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(curve, axis=0), axis=1))])
    even = np.linspace(0, walked[-1], RAMP_SIZE)
    return rgb_from_lab(np.stack([np.interp(even, walked, axis) for axis in curve.T], axis=1))


# Name, background, light square, dark square, frame, ink, faint ink; the two curves.
PAPER = Theme(
    *("paper", "#ffffff", "#faf7f1", "#eee8dd", "#b9b0a0", "#2b2a33", "#756f63"),
    curve=((0.30, 0.13, 275), (0.42, 0.20, 295), (0.58, 0.24, 5), (0.66, 0.145, 58)),
    heat_curve=((0.96, 0.03, 90), (0.80, 0.17, 62), (0.55, 0.26, 355), (0.30, 0.13, 280)),
)
NIGHT = Theme(
    *("night", "#15161d", "#23252f", "#1b1d26", "#454856", "#e9e6df", "#85889a"),
    curve=((0.55, 0.17, 280), (0.62, 0.22, 310), (0.74, 0.17, 10), (0.89, 0.12, 88)),
    heat_curve=((0.27, 0.05, 285), (0.48, 0.25, 300), (0.74, 0.18, 10), (0.93, 0.09, 92)),
)
PRINT = Theme(
    *("print", "#ffffff", "#ffffff", "#ededed", "#808080", "#000000", "#707070"),
    curve=((0.15, 0.0, 0), (0.62, 0.0, 0)),
    heat_curve=((0.98, 0.0, 0), (0.30, 0.0, 0)),
)
THEMES = {theme.name: theme for theme in (PAPER, NIGHT, PRINT)}


def theme_named(name: str | Theme) -> Theme:
    """Return a theme by name.

    >>> theme_named("night").background
    '#15161d'
    """
    if isinstance(name, Theme):
        return name
    one_of("theme", name, THEMES)
    return THEMES[name]


def to_hex(rgb: Floats) -> str:
    return "#" + "".join(f"{level:02x}" for level in to_bytes(rgb))


def to_bytes(rgb: Floats) -> list[int]:
    return [int(level) for level in np.rint(np.clip(rgb, 0, 1) * 255)]


def from_hex(colour: str) -> Floats:
    """Return red, green, blue between 0 and 1 of `#rrggbb`.

    >>> from_hex("#ff8000").round(2).tolist()
    [1.0, 0.5, 0.0]
    """
    return np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255


def mix(first: str, second: str, share: float) -> str:
    """Return a mixture of two colours in OKLab; `share` is that of the second."""
    labs = [lab_from_rgb(from_hex(colour)) for colour in (first, second)]
    return to_hex(rgb_from_lab(labs[0] * (1 - share) + labs[1] * share))


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colours, from 1 to 21 (Web Content Accessibility Guidelines).

    >>> contrast("#000000", "#ffffff"), contrast("#808080", "#808080")
    (21.0, 1.0)
    """
    colours = np.array([from_hex(first), from_hex(second)])
    dark, light = sorted((_linear(colours) @ np.array([0.2126, 0.7152, 0.0722])).tolist())
    return float((light + 0.05) / (dark + 0.05))


def ink_on(colour: str) -> str:
    """Return white or near-black, whichever has more contrast on a colour.

    >>> ink_on("#23252f"), ink_on("#c0c0c0")
    ('#ffffff', '#1a1a20')
    """
    return max("#ffffff", "#1a1a20", key=lambda ink: contrast(ink, colour))


def readable(colour: str, theme: Theme) -> str:
    """Return the colour, mixed with the ink of a theme until it is readable on the squares."""
    mixed = (mix(colour, theme.ink, share / 20) for share in range(21))
    return next((one for one in mixed if _least_contrast(one, theme) >= READABLE), theme.ink)


def _least_contrast(colour: str, theme: Theme) -> float:
    return min(contrast(colour, square) for square in (theme.light_square, theme.dark_square))
