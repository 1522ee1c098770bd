"""Tours that move: GIF and WebP with Pillow, and SVG that plays by itself.

An animation draws the moves one after another at `speed` moves per second and rests on the whole
tour. Fast ones draw several moves per frame, so that no player has to show more than 25 frames per
second.
"""

from __future__ import annotations

import io
import itertools
import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from babieca.drawing import svg
from babieca.drawing.knight import knight
from babieca.drawing.palette import Theme
from babieca.drawing.picture import SIDE, Discs, Mark, Picture, Texts
from babieca.drawing.raster import Canvas, pillow, size_in_pixels
from babieca.drawing.speed import DEFAULT_SPEED, check_speed, moves_per_frame
from babieca.drawing.tour_pictures import Look, Style, TourDrawing, View
from babieca.errors import BadInputError, shown
from babieca.tour import Tour

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_PIXELS = 1_000_000_000
"""Frames times pixels that an animation may have."""
MOST_SVG_MOVES = 10_000
REST_SECONDS = 2.0


def animate(
    tour: Tour,
    format: str = "gif",
    *,
    speed: float = DEFAULT_SPEED,
    style: Style = "auto",
    theme: str | Theme = "paper",
    view: View = "layers",
    arrows: bool = False,
    orbits: bool = False,
    labels: bool | None = None,
    size: int | None = None,
) -> bytes:
    """Return an animation as `gif`, `webp` or `svg`; the words are those of `draw_tour`.

    >>> from babieca.boards import Board
    >>> tour = Tour(Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3")
    >>> animate(tour, "svg", speed=2).count(b"<path class")
    11
    """
    look = Look(style, theme, view, arrows, False, orbits, labels, size)
    return animation_of(tour, look, format, speed)


def animation_of(tour: Tour, look: Look, format: str, speed: float) -> bytes:
    """Animate a tour with this look."""
    if format not in ("gif", "webp", "svg"):
        raise BadInputError(f"cannot animate as {shown(format)}: use gif, webp or svg")
    check_speed(speed)
    if tour.board is None:
        raise BadInputError("only tours of boards can be animated, not those of plain graphs")
    if look.fill:
        raise BadInputError("an animation shows the line; it cannot be filled")
    drawing = TourDrawing(tour, look)
    if drawing.style == "numbers":
        raise BadInputError("an animation shows the line: use the style line or both")
    return _svg(drawing, speed) if format == "svg" else _frames(drawing, speed, format)


def _frames(drawing: TourDrawing, speed: float, format: str) -> bytes:
    """The board, then the tour growing; the last frame rests."""
    module = pillow()
    count = len(drawing.starts)
    step = moves_per_frame(speed)
    stops = [*range(step, count, step), count] if count else []
    still = _fitted(drawing.picture([]), len(stops) + 1)
    final = Canvas(still)
    _add(final, drawing.ground() + drawing.path() + drawing.ends() + drawing.axes())
    growing: Iterable[Image] = itertools.chain(
        _growing(drawing, still, [0, *stops][:-1]), [final.image()]
    )
    options: dict[str, Any] = {"lossless": True, "method": 2}
    if format == "gif":
        # One palette, taken from the finished tour, keeps colours still from frame to frame.
        whole = final.image_with(_head(drawing, count)).reduce(2)
        palette = whole.quantize(256, kmeans=1, dither=module.Dither.NONE)
        growing = (frame.quantize(palette=palette, dither=module.Dither.NONE) for frame in growing)
        options = {"disposal": 1}
    frames = list(growing)
    each = round(1000 * step / speed)
    durations = [each] * (len(frames) - 1) + [each + round(1000 * REST_SECONDS)]
    options |= {"loop": 0, "save_all": True, "duration": durations}
    file = io.BytesIO()
    frames[0].save(file, format=format.upper(), append_images=frames[1:], **options)
    return file.getvalue()


def _growing(drawing: TourDrawing, still: Picture, stops: list[int]) -> Iterator[Image]:
    """Yield the tour as far as each of the stops."""
    canvas = Canvas(still)
    _add(canvas, drawing.ground())
    for start, stop in zip([0, *stops], stops, strict=False):
        if drawing.has_floors:
            # Floors hide what lies under them, so every frame is drawn anew from the ground up.
            canvas = Canvas(still)
            _add(canvas, drawing.ground() + drawing.path(0, stop))
        elif stop:
            _add(canvas, drawing.path(start, stop))
        yield canvas.image_with(_head(drawing, stop))


def _fitted(still: Picture, frames: int) -> Picture:
    """Return the picture in the size of its frames: many are smaller, unless a size was asked."""
    width, height = size_in_pixels(still)
    excess = width * height * frames / MOST_PIXELS
    if excess <= 1:
        return still
    smaller = int(still.dots / math.sqrt(excess))
    if still.size is None and smaller >= 3 * max(still.width, still.height) / SIDE:
        return replace(still, size=smaller)
    raise BadInputError(
        f"{frames} frames of {width} by {height} pixels are too large an animation; "
        "give a smaller size or a higher speed, or use SVG"
    )


def _add(canvas: Canvas, marks: list[Mark]) -> None:
    for mark in marks:
        canvas.draw(mark)


def _svg(drawing: TourDrawing, speed: float) -> bytes:
    """Every move draws itself when its time comes; readers who want no motion see the whole tour.

    The moves use CSS; a knight that runs ahead of the line uses SMIL. Both start with the document.
    """
    count = len(drawing.starts)
    if count > MOST_SVG_MOVES:
        raise BadInputError(
            f"an animated SVG has at most {MOST_SVG_MOVES} moves, not {count}; use GIF or WebP"
        )
    if drawing.has_floors:
        raise BadInputError("the isometric view is animated as GIF or WebP; SVG shows layers")
    each = 1 / speed
    colours, which = drawing.colours, drawing.which()
    lines = [
        f'<path class="m" pathLength="1" stroke="{colours[which[move]]}" '
        f'style="animation-delay:{_seconds(move * each)}s" d="{svg.polylines(piece[None])}"/>'
        for piece, move in zip(drawing.segments, drawing.owner.tolist(), strict=True)
    ]
    style = (
        f".m{{stroke-dasharray:1;animation:m {_seconds(each)}s linear both}}"
        f".b{{animation:b {_seconds(each / 2)}s both}}"
        "@keyframes m{from{stroke-dashoffset:1;opacity:0}1%{opacity:1}to{stroke-dashoffset:0}}"
        "@keyframes b{from{opacity:0}}"
        f"{_ride(drawing, each)}"
        "@media(prefers-reduced-motion:reduce){.m,.b{animation:none}.k{display:none}}"
    )
    width = svg.number(drawing.line_width)
    group = f'<g fill="none" stroke-width="{width}" stroke-linecap="round">\n'
    body = [svg.element(mark) for mark in drawing.ground()]
    body += [group + "\n".join(lines) + "\n</g>", *_beads(drawing, each)]
    body += [svg.element(mark) for mark in drawing.ends()]
    rider = knight(np.zeros(2), _reach(drawing), drawing.theme)
    body += ['<g class="k">', *(svg.element(mark) for mark in rider), "</g>"]
    return "\n".join([*svg.head(drawing.picture([]), style), *body, "</svg>\n"]).encode()


def _beads(drawing: TourDrawing, each: float) -> list[str]:
    """Return one group per square, shown when the tour arrives there."""
    marks = [mark for mark in drawing.path() if isinstance(mark, Discs | Texts)]
    groups = []
    for step in range(len(drawing.tour)) if marks else ():
        parts = "".join(svg.element(_only(mark, step)) for mark in marks)
        parts = parts.replace("\n", "")
        groups.append(f'<g class="b" style="animation-delay:{_seconds(step * each)}s">{parts}</g>')
    return groups


def _only(mark: Discs | Texts, at: int) -> Discs | Texts:
    """Return one of a mark's discs or words."""
    alone = slice(at, at + 1)
    if isinstance(mark, Discs):
        return replace(mark, centres=mark.centres[alone], which=mark.which[alone])
    return replace(
        mark, centres=mark.centres[alone], which=mark.which[alone], words=mark.words[alone]
    )


def _ride(drawing: TourDrawing, each: float) -> str:
    """Return the style of a knight that runs along the tour, there only while it runs.

    By the same clock as the lines: a motion of SVG's own would begin at another time.
    """
    order = drawing.tour.indices.astype(np.int64)
    order = np.append(order, order[:1]) if drawing.tour.closed else order
    points = drawing.layout.centres(order)
    last = max(len(points) - 1, 1)
    stops = "".join(
        f"{100 * at / last:.6g}%{{transform:translate({svg.number(x)}px,{svg.number(y)}px)"
        f"{';visibility:visible' if at in (0, last) else ''}}}"
        for at, (x, y) in enumerate(points.tolist())
    )
    straight = len(drawing.segments) == len(drawing.starts)
    manner = f"{_seconds(each * last)}s {'linear' if straight else 'step-end'}"
    return f".k{{visibility:hidden;animation:k {manner}}}@keyframes k{{{stops}}}"


def _reach(drawing: TourDrawing) -> float:
    """Return the radius of the knight: most of a square, more where squares are small."""
    return max(0.45 * SIDE, 0.018 * max(drawing.layout.width, drawing.layout.height))


def _head(drawing: TourDrawing, step: int) -> list[Mark]:
    """Return the knight after so many moves."""
    at = drawing.layout.centres(drawing.tour.indices[[step % len(drawing.tour)]])[0]
    return knight(at, _reach(drawing), drawing.theme)


def _seconds(value: float) -> str:
    return f"{value:.5f}" if 0 < value < 0.01 else svg.number(value)


def main() -> None:
    """Write a sample to sample.gif."""
    from pathlib import Path

    from babieca.drawing.samples import sample_tour

    Path("sample.gif").write_bytes(animate(sample_tour(), "gif", size=400))
    print("sample.gif: an animation of a closed tour")


if __name__ == "__main__":
    main()
