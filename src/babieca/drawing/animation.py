"""Animations: GIF and WebP with Pillow, and SVG that moves by itself.

An animation shows the whole tour for two seconds and draws the moves one after another at `speed`
moves per second. A fast one draws several moves per frame: players need to show at most 25
frames per second.
"""

from __future__ import annotations

import io
import itertools
import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from babieca.drawing import vectors
from babieca.drawing.marks import Discs, Floats, Mark, Polygons, Texts, all_first
from babieca.drawing.picture import SIDE, Picture
from babieca.drawing.raster import Canvas, pillow, size_in_pixels
from babieca.drawing.tour_pictures import TourDrawing
from babieca.errors import BadInputError, shown
from babieca.looks import MovingLook, completed
from babieca.palette import Theme, from_hex, to_bytes
from babieca.tour import Tour
from babieca.words import spelled

if TYPE_CHECKING:
    from PIL.Image import Image

FRAME_FORMATS = ("gif", "webp")
DEFAULT_SPEED = 6.0
"""Moves per second."""
FRAMES_PER_SECOND = 25
MOST_PIXELS = 1_000_000_000
"""Frames times pixels that an animation may have."""
MOST_SVG_MOVES = 10_000
REST_SECONDS = 2.0

# A knight that faces left, within a circle of radius 1, y downwards: base, back, ear, face, throat.
_OUTLINE = (
    np.array(
        [
            *[(-56, 64), (62, 64), (62, 52), (54, 46), (56, 18), (50, -10), (38, -36), (20, -52)],
            *[(6, -60), (-2, -80), (-16, -62), (-30, -52), (-42, -30), (-66, 2), (-68, 14)],
            *[(-58, 24), (-46, 20), (-40, 26), (-26, 13), (-4, 8), (8, -2), (4, 18), (-20, 36)],
            *[(-38, 46), (-56, 54)],
        ]
    )
    / 100
)
_EYE = np.array([[-0.22, -0.28]])


@spelled
def animate(tour: Tour, format: str = "gif", **look: Unpack[MovingLook]) -> bytes:
    """Return an animation as `gif`, `webp` or `svg`; the other options are those of `draw_tour`.

    >>> from babieca.boards import Board
    >>> tour = Tour(Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3")
    >>> animate(tour, "svg", speed=2).count(b"<path class")
    11
    """
    if format not in (known := (*FRAME_FORMATS, "svg")):
        raise BadInputError("cannot_write_as", format=shown(format), names=[*known])
    if tour.board is None:
        raise BadInputError("animate_boards")
    chosen = completed(MovingLook, look)
    drawing = None if chosen["fill"] else TourDrawing(tour, chosen)
    if drawing is None or drawing.style == "numbers":
        raise BadInputError("animation_shows_line")
    speed = DEFAULT_SPEED if chosen["speed"] is None else chosen["speed"]
    return _svg(drawing, speed) if format == "svg" else _frames(drawing, speed, format)


def moves_per_frame(speed: float) -> int:
    """Return how many moves one frame adds.

    >>> moves_per_frame(6), moves_per_frame(100)
    (1, 4)
    """
    return max(1, math.ceil(speed / FRAMES_PER_SECOND))


def _frames(drawing: TourDrawing, speed: float, format: str) -> bytes:
    """Return the whole tour for two seconds, then the growing tour, again and again.

    Previews and printers show only the first frame.
    """
    count = len(drawing.starts)
    step = moves_per_frame(speed)
    stops = [*range(0, count, step)]
    still = _fitted(drawing.picture([]), len(stops) + 1)
    final = Canvas(still)
    final.draw(drawing.whole())
    frames: Iterable[Image] = itertools.chain([final.image()], _growing(drawing, still, stops))
    options: dict[str, Any] = {"lossless": True, "method": 1, "quality": 0, "minimize_size": True}
    if format == "gif":
        palette = _palette(final.image_with(_head(drawing, count)), drawing.theme)
        plain = pillow().Dither.NONE
        frames = (frame.quantize(palette=palette, dither=plain) for frame in frames)
        options = {"disposal": 1}
    first, *others = frames
    each = round(1000 * step / speed)
    durations = [each + round(1000 * REST_SECONDS)] + [each] * len(others)
    options |= {"loop": 0, "save_all": True, "duration": durations}
    file = io.BytesIO()
    first.save(file, format=format.upper(), append_images=others, **options)
    return file.getvalue()


def _palette(image: Image, theme: Theme) -> Image:
    """Return one palette for all frames: the colours of the theme and of the tour."""
    own = [theme.background, theme.light_square, theme.dark_square, theme.frame, theme.ink]
    exact = np.array([to_bytes(from_hex(colour)) for colour in own])
    reduced = image.reduce(2).quantize(256 - len(exact), kmeans=1, dither=pillow().Dither.NONE)
    others = np.array(reduced.getpalette()).reshape(-1, 3)
    # A colour near an exact one could take its place.
    apart = np.abs(others[:, None] - exact).max(axis=2).min(axis=1) > 8
    palette: Image = pillow().new("P", (1, 1))
    palette.putpalette(np.concatenate([exact, others[apart]]).reshape(-1).tolist())
    return palette


def _growing(drawing: TourDrawing, still: Picture, stops: list[int]) -> Iterator[Image]:
    canvas = Canvas(still)
    canvas.draw(drawing.ground())
    for start, stop in zip([0, *stops], stops, strict=False):
        if drawing.has_floors:
            # Floors hide the marks under them, so every frame is drawn anew.
            canvas = Canvas(still)
            canvas.draw(drawing.ground() + drawing.path(0, stop))
        elif stop:
            canvas.draw(drawing.path(start, stop))
        yield canvas.image_with(drawing.front() + _head(drawing, stop))


def _fitted(still: Picture, frames: int) -> Picture:
    """Return the picture, scaled down if its frames have too many pixels and no size is given."""
    width, height = size_in_pixels(still)
    excess = width * height * frames / MOST_PIXELS
    if excess <= 1:
        return still
    smaller = int(still.dots / math.sqrt(excess))
    if still.size is None and smaller >= 3 * max(still.width, still.height) / SIDE:
        return replace(still, size=smaller)
    raise BadInputError("animation_too_large", frames=frames, width=width, height=height)


def _svg(drawing: TourDrawing, speed: float) -> bytes:
    """Return an SVG in which CSS draws the moves one after another, or all for reduced motion."""
    count = len(drawing.starts)
    if count > MOST_SVG_MOVES:
        raise BadInputError("svg_animation_moves", most=MOST_SVG_MOVES, count=count)
    if drawing.has_floors:
        raise BadInputError("isometric_animation")
    each = 1 / speed
    lines = []
    for moves, segments, thick, opacity in drawing.lines(np.ones(len(drawing.owner), dtype=bool)):
        thin = f' stroke-width="{vectors.number(thick)}"' if thick != drawing.line_width else ""
        pale = f' stroke-opacity="{opacity:g}"' if opacity < 1 else ""
        lines += [
            f'<path class="m" pathLength="1" stroke="{drawing.colours[drawing.which[move]]}"{thin}'
            f'{pale} style="animation-delay:{_seconds(move * each)}s" '
            f'd="{vectors.polylines(piece[None])}"/>'
            for piece, move in zip(segments, moves.tolist(), strict=True)
        ]
    # One group per square, which appears when the tour arrives there.
    beads = [mark for mark in drawing.path() if isinstance(mark, Discs | Texts)]
    groups = [
        f'<g class="b" style="animation-delay:{_seconds(step * each)}s">'
        + "".join(vectors.element(_only(mark, step)) for mark in beads).replace("\n", "")
        + "</g>"
        for step in range(len(drawing.tour) if beads else 0)
    ]
    style = (
        f".m{{stroke-dasharray:1;animation:m {_seconds(each)}s linear both}}"
        f".b{{animation:b {_seconds(each / 2)}s both}}"
        "@keyframes m{from{stroke-dashoffset:1;opacity:0}1%{opacity:1}to{stroke-dashoffset:0}}"
        "@keyframes b{from{opacity:0}}"
        f"{_ride(drawing, each)}"
        "@media(prefers-reduced-motion:reduce){.m,.b{animation:none}.k{display:none}}"
    )
    width = vectors.number(drawing.line_width)
    body = [
        *map(vectors.element, drawing.ground()),
        f'<g fill="none" stroke-width="{width}" stroke-linecap="round">',
        *lines,
        *[
            "</g>",
            *groups,
            *map(vectors.element, drawing.front() + drawing.ends()),
            '<g class="k">',
        ],
        *[*map(vectors.element, _knight(drawing, np.zeros(2))), "</g>"],
    ]
    return vectors.document(drawing.picture([]), body, style)


def _only(mark: Discs | Texts, at: int) -> Discs | Texts:
    alone = slice(at, at + 1)
    one = replace(mark, centres=mark.centres[alone], which=mark.which[alone])
    return replace(one, texts=one.texts[alone]) if isinstance(one, Texts) else one


def _ride(drawing: TourDrawing, each: float) -> str:
    """Return the CSS of a knight that runs along the tour and disappears at the end.

    CSS also draws the lines; SMIL would start at another time.
    """
    order = drawing.tour.indices.astype(np.int64)
    order = np.append(order, order[:1]) if drawing.tour.closed else order
    points = drawing.layout.centres(order)
    last = max(len(points) - 1, 1)
    stops = "".join(
        f"{100 * at / last:.6g}%{{transform:translate({vectors.number(x)}px,{vectors.number(y)}px)"
        f"{';visibility:visible' if at in (0, last) else ''}}}"
        for at, (x, y) in enumerate(points.tolist())
    )
    straight = len(drawing.segments) == len(drawing.starts)
    manner = f"{_seconds(each * last)}s {'linear' if straight else 'step-end'}"
    return f".k{{visibility:hidden;animation:k {manner}}}@keyframes k{{{stops}}}"


def _head(drawing: TourDrawing, step: int) -> list[Mark]:
    at = drawing.tour.indices[[step % len(drawing.tour)]]
    return _knight(drawing, drawing.layout.centres(at)[0])


def _knight(drawing: TourDrawing, centre: Floats) -> list[Mark]:
    """Return a knight on a disc of nearly one square, larger on large boards."""
    theme, one = drawing.theme, all_first(1)
    radius = max(0.45 * SIDE, 0.018 * max(drawing.layout.width, drawing.layout.height))
    return [
        Discs(centre[None], one, [theme.background], radius, theme.ink, radius / 8),
        Polygons([centre + _OUTLINE * radius], theme.ink),
        Discs(centre + _EYE * radius, one, [theme.background], radius / 14),
    ]


def _seconds(value: float) -> str:
    return f"{value:.5f}" if 0 < value < 0.01 else vectors.number(value)
