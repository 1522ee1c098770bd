"""PNG, WebP and GIF, with Pillow.

Marks are drawn three times too large and scaled down, which smooths every edge. For more than
100,000 strokes this is too slow: `stamps` draws them.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np

from babieca.drawing import stamps
from babieca.drawing.picture import (
    Checkers,
    Discs,
    Floats,
    Mark,
    Picture,
    Polygons,
    Strokes,
    Texts,
)
from babieca.errors import BadInputError
from babieca.palette import from_hex, to_bytes

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

MOST_PIXELS = 150_000_000
_SMOOTHING = 3
_MANY_STROKES = 100_000


def pillow() -> Any:
    """Import `PIL.Image`, or say how to install it."""
    try:
        import PIL.Image
    except ImportError:
        raise BadInputError(
            "pictures of pixels need Pillow: pip install 'babieca[draw]' (SVG and PDF do not)"
        ) from None
    return PIL.Image


def write(picture: Picture, format: str) -> bytes:
    """Return the picture as a file, its longer side `picture.dots` long."""
    canvas = Canvas(picture)
    canvas.draw(picture.marks)
    image = canvas.image()
    options: dict[str, Any] = {"lossless": True} if format == "webp" else {}
    if format == "png" and image.width * image.height > 4_000_000:
        options["compress_level"] = 1
    file = io.BytesIO()
    image.save(file, format=format.upper(), **options)
    return file.getvalue()


def size_in_pixels(picture: Picture) -> tuple[int, int]:
    """Return width and height; refuse more than `MOST_PIXELS` pixels."""
    scale = picture.dots / max(picture.width, picture.height)
    width, height = max(1, round(picture.width * scale)), max(1, round(picture.height * scale))
    if width * height > MOST_PIXELS:
        raise BadInputError(
            f"a picture of {width} by {height} pixels is too large; give a smaller size, or use SVG"
        )
    return width, height


class Canvas:
    """An image that grows mark by mark."""

    def __init__(self, picture: Picture) -> None:
        module = pillow()
        self.width, self.height = size_in_pixels(picture)
        many = any(
            isinstance(mark, Strokes) and len(mark.segments) > _MANY_STROKES
            for mark in picture.marks
        )
        self.smoothing = 1 if many else _SMOOTHING
        self.scale = picture.dots / max(picture.width, picture.height) * self.smoothing
        size = (self.width * self.smoothing, self.height * self.smoothing)
        self._large = module.new("RGB", size, picture.background)
        self._small = module.new("RGB", (self.width, self.height), picture.background)
        self._changed: list[tuple[int, int, int, int]] = []

    def image(self) -> Image:
        """Return a copy of the image at its final size."""
        factor = self.smoothing
        if self._changed:
            # Only the changed part is scaled down: the frames of an animation differ by little.
            left, top, right, bottom = np.array(self._changed).T
            box = (left.min(), top.min(), right.max(), bottom.max())
            large = tuple(int(side) * factor for side in box)
            self._small.paste(self._large.reduce(factor, large), (int(box[0]), int(box[1])))
            self._changed = []
        image: Image = self._small.copy()
        return image

    def image_with(self, marks: list[Mark]) -> Image:
        """Return a copy of the image with more marks, which are not added to the canvas."""
        boxes = [self._box(mark) for mark in marks]
        before = self._large.copy()
        self.draw(marks)
        image = self.image()
        self._large = before
        self._changed = boxes
        return image

    def draw(self, marks: list[Mark]) -> None:
        """Add marks."""
        for mark in marks:
            self._changed.append(self._box(mark))
            self._draw(mark)

    def _draw(self, mark: Mark) -> None:
        from PIL import ImageDraw

        if isinstance(mark, Strokes) and self.smoothing == 1 and len(mark.segments):
            ramp = np.array([from_hex(colour) for colour in mark.colours])
            pixels = np.array(self._large)
            # Lines thinner than a pixel would leave a large board pale.
            width = max(mark.width * self.scale, 0.9)
            stamps.draw(pixels, mark.segments * self.scale, mark.which, ramp, width)
            self._large = pillow().fromarray(pixels)
            return
        # The mode RGBA mixes translucent colours with the pixels below.
        pen = ImageDraw.Draw(self._large, "RGBA")
        if isinstance(mark, Checkers):
            self._checkers(pen, mark)
        elif isinstance(mark, Polygons):
            for outline in mark.outlines:
                pen.polygon(self._points(outline), fill=_ink(mark.fill, mark.opacity))
        elif isinstance(mark, Strokes):
            self._strokes(pen, mark)
        elif isinstance(mark, Discs):
            self._discs(pen, mark)
        else:
            self._texts(pen, mark)

    def _box(self, mark: Mark) -> tuple[int, int, int, int]:
        """Return left, top, right and bottom of the pixels that a mark may change."""
        if isinstance(mark, Strokes) and len(mark.segments):
            points, reach = mark.segments.reshape(-1, 2), mark.width
        elif isinstance(mark, Discs) and len(mark.centres):
            points, reach = mark.centres, mark.radius + mark.outline_width
        elif isinstance(mark, Texts) and len(mark.centres):
            points, reach = mark.centres, mark.size * max(map(len, mark.words))
        elif isinstance(mark, Polygons) and mark.outlines:
            points, reach = np.concatenate(mark.outlines), 0.0
        else:
            return 0, 0, self.width, self.height
        scale = self.scale / self.smoothing
        left, top = np.floor((points.min(axis=0) - reach) * scale).astype(int) - 1
        right, bottom = np.ceil((points.max(axis=0) + reach) * scale).astype(int) + 1
        return max(left, 0), max(top, 0), min(right, self.width), min(bottom, self.height)

    def _points(self, points: Floats) -> list[tuple[float, float]]:
        return [(x, y) for x, y in (points * self.scale - 0.5).tolist()]

    def _checkers(self, pen: ImageDraw, mark: Checkers) -> None:
        left, top = mark.x * self.scale, mark.y * self.scale
        side = mark.side * self.scale
        across = [round(left + at * side) for at in range(mark.columns + 1)]
        down = [round(top + at * side) for at in range(mark.rows + 1)]
        pen.rectangle((across[0], down[0], across[-1] - 1, down[-1] - 1), fill=mark.colours[1])
        if mark.colours[0] != mark.colours[1]:
            for row in range(mark.rows):
                y = mark.rows - row - 1
                for column in range(row % 2, mark.columns, 2):
                    box = (across[column], down[y], across[column + 1] - 1, down[y + 1] - 1)
                    pen.rectangle(box, fill=mark.colours[0])
        if mark.frame is None:
            return
        width = max(1, round(self.scale))
        reach = width // 2
        box = (across[0] - reach, down[0] - reach, across[-1] - 1 + reach, down[-1] - 1 + reach)
        pen.rectangle(box, outline=mark.frame, width=width)

    def _strokes(self, pen: ImageDraw, mark: Strokes) -> None:
        width = mark.width * self.scale
        layer = None
        if mark.opacity < 1:
            # Lines of one mark must not darken each other where they meet: draw them on a copy.
            layer = self._large.copy()
            from PIL import ImageDraw

            pen = ImageDraw.Draw(layer, "RGBA")
        radius = width / 2 - 0.5
        for (x, y, to_x, to_y), which in zip(
            (mark.segments * self.scale - 0.5).tolist(), mark.which.tolist(), strict=True
        ):
            colour = mark.colours[which]
            pieces = _dashes(x, y, to_x, to_y, 2 * width) if mark.dashed else [(x, y, to_x, to_y)]
            for piece in pieces:
                pen.line(piece, fill=colour, width=max(1, round(width)))
                if not mark.dashed and radius >= 1:
                    for end_x, end_y in (piece[:2], piece[2:]):
                        box = (end_x - radius, end_y - radius, end_x + radius, end_y + radius)
                        pen.ellipse(box, fill=colour)
        if layer is not None:
            self._large = pillow().blend(self._large, layer, mark.opacity)

    def _discs(self, pen: ImageDraw, mark: Discs) -> None:
        radius = mark.radius * self.scale
        edge = round(mark.outline_width * self.scale) if mark.outline else 0
        for (x, y), which in zip(
            (mark.centres * self.scale - 0.5).tolist(), mark.which.tolist(), strict=True
        ):
            # Pillow draws an outline inside the box; SVG draws half of it on either side.
            reach = radius + edge / 2
            box = (x - reach, y - reach, x + reach, y + reach)
            fill = None if mark.colours[which] == "none" else mark.colours[which]
            pen.ellipse(box, fill=fill, outline=mark.outline, width=edge)

    def _texts(self, pen: ImageDraw, mark: Texts) -> None:
        from PIL import ImageFont

        font = ImageFont.load_default(max(4.0, mark.size * self.scale))
        weight = mark.size * self.scale * 0.025 if mark.bold else 0
        for (x, y), word, which in zip(
            (mark.centres * self.scale).tolist(), mark.words, mark.which.tolist(), strict=True
        ):
            # Centre on the height of digits, so that descenders do not move a word.
            middle = y + 0.36 * mark.size * self.scale
            colour = mark.colours[which]
            pen.text(
                (x, middle),
                word,
                font=font,
                fill=colour,
                anchor="ms",
                stroke_width=weight,
                stroke_fill=colour,
            )


def _dashes(
    x: float, y: float, to_x: float, to_y: float, length: float
) -> list[tuple[float, float, float, float]]:
    count = max(1, round(np.hypot(to_x - x, to_y - y) / length / 2))
    cuts = [(at / count, (at + 0.5) / count) for at in range(count)]
    by_x, by_y = to_x - x, to_y - y
    return [(x + a * by_x, y + a * by_y, x + b * by_x, y + b * by_y) for a, b in cuts]


def _ink(colour: str, opacity: float) -> tuple[int, int, int, int]:
    red, green, blue = to_bytes(from_hex(colour))
    return red, green, blue, round(255 * opacity)
