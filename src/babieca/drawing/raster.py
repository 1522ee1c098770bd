"""PNG, WebP and GIF, with Pillow.

Marks are drawn three times too large and scaled down, which smooths every edge. For more than
100,000 strokes this is too slow: `stamp` draws them by array operations.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from babieca.drawing.marks import Checkers, Discs, Floats, Integers, Mark, Polygons, Strokes, Texts
from babieca.drawing.picture import Picture
from babieca.errors import BadInputError, shown
from babieca.palette import from_hex, to_bytes

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

MOST_PIXELS = 150_000_000
_SMOOTHING = 3
_MANY_STROKES = 100_000
_POSITIONS = 4
"""Stamps round positions within a pixel to this many per side."""
_LEVELS = 255
FONTS = (
    *("DejaVuSans.ttf", "Arial.ttf", "NotoSans-Regular.ttf", "LiberationSans-Regular.ttf"),
    *("Arial Unicode.ttf", "NotoSansCJK-Regular.ttc", "msyh.ttc"),
)
"""Fonts for characters that the font of Pillow lacks: it has no accents."""


def pillow() -> Any:
    try:
        import PIL.Image
    except ImportError:
        raise BadInputError("needs_pillow") from None
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
    scale = picture.dots / max(picture.width, picture.height)
    width, height = max(1, round(picture.width * scale)), max(1, round(picture.height * scale))
    if width * height > MOST_PIXELS:
        raise BadInputError("picture_too_large", width=width, height=height)
    return width, height


class Canvas:
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
        if self._changed:
            # Only the changed part is scaled down: the frames of an animation differ by little.
            left, top, right, bottom = np.array(self._changed).T
            box = (left.min(), top.min(), right.max(), bottom.max())
            large = tuple(int(side) * self.smoothing for side in box)
            self._small.paste(self._large.reduce(self.smoothing, large), (int(box[0]), int(box[1])))
            self._changed = []
        image: Image = self._small.copy()
        return image

    def image_with(self, marks: list[Mark]) -> Image:
        """Return a copy of the image with more marks, which are not added to the canvas."""
        before = self._large.copy()
        self.draw(marks)
        image = self.image()
        self._large, self._changed = before, [self._box(mark) for mark in marks]
        return image

    def draw(self, marks: list[Mark]) -> None:
        for mark in marks:
            self._changed.append(self._box(mark))
            self._draw(mark)

    def _draw(self, mark: Mark) -> None:
        pen = _pen(self._large)
        if isinstance(mark, Strokes) and self.smoothing == 1 and len(mark.segments):
            ramp = np.array([from_hex(colour) for colour in mark.colours])
            pixels = np.array(self._large)
            # Lines thinner than a pixel would leave a large board pale.
            width = max(mark.width * self.scale, 0.9)
            stamp(pixels, mark.segments * self.scale, mark.which, ramp, width)
            self._large = pillow().fromarray(pixels)
        elif isinstance(mark, Strokes) and mark.opacity < 1:
            # Lines of one mark must not darken each other where they meet: draw them on a copy.
            layer = self._large.copy()
            self._strokes(_pen(layer), mark)
            self._large = pillow().blend(self._large, layer, mark.opacity)
        elif isinstance(mark, Strokes):
            self._strokes(pen, mark)
        elif isinstance(mark, Checkers):
            self._checkers(pen, mark)
        elif isinstance(mark, Polygons):
            ink = (*to_bytes(from_hex(mark.fill)), round(255 * mark.opacity))
            for outline in mark.outlines:
                pen.polygon([(x, y) for x, y in (outline * self.scale - 0.5).tolist()], fill=ink)
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
            points, reach = mark.centres, mark.size * max(map(len, mark.texts))
        elif isinstance(mark, Polygons) and mark.outlines:
            points, reach = np.concatenate(mark.outlines), 0.0
        else:
            return 0, 0, self.width, self.height
        scale = self.scale / self.smoothing
        left, top = np.floor((points.min(axis=0) - reach) * scale).astype(int) - 1
        right, bottom = np.ceil((points.max(axis=0) + reach) * scale).astype(int) + 1
        return max(left, 0), max(top, 0), min(right, self.width), min(bottom, self.height)

    def _checkers(self, pen: ImageDraw, mark: Checkers) -> None:
        side = mark.side * self.scale
        across = [round(mark.x * self.scale + at * side) for at in range(mark.columns + 1)]
        down = [round(mark.y * self.scale + at * side) for at in range(mark.rows + 1)]
        pen.rectangle((across[0], down[0], across[-1] - 1, down[-1] - 1), fill=mark.colours[1])
        if mark.colours[0] != mark.colours[1]:
            for row in range(mark.rows):
                y = mark.rows - row - 1
                for column in range(row % 2, mark.columns, 2):
                    box = (across[column], down[y], across[column + 1] - 1, down[y + 1] - 1)
                    pen.rectangle(box, fill=mark.colours[0])
        if mark.frame is not None:
            width = max(1, round(mark.frame_width * self.scale))
            reach = width // 2
            box = (across[0] - reach, down[0] - reach, across[-1] - 1 + reach, down[-1] - 1 + reach)
            pen.rectangle(box, outline=mark.frame, width=width)

    def _strokes(self, pen: ImageDraw, mark: Strokes) -> None:
        width = mark.width * self.scale
        radius = width / 2 - 0.5
        lines = (mark.segments * self.scale - 0.5).tolist()
        for line, colour in zip(lines, mark.fills, strict=True):
            x, y, by_x, by_y = line[0], line[1], line[2] - line[0], line[3] - line[1]
            if mark.dashed:
                count = max(1, round(np.hypot(by_x, by_y) / (2 * width) / 2))
                for at in range(count):
                    one, two = at / count, (at + 0.5) / count
                    dash = (x + one * by_x, y + one * by_y, x + two * by_x, y + two * by_y)
                    pen.line(dash, fill=colour, width=max(1, round(width)))
                continue
            pen.line(line, fill=colour, width=max(1, round(width)))
            for end_x, end_y in (line[:2], line[2:]) if radius >= 1 else ():
                box = (end_x - radius, end_y - radius, end_x + radius, end_y + radius)
                pen.ellipse(box, fill=colour)

    def _discs(self, pen: ImageDraw, mark: Discs) -> None:
        edge = round(mark.outline_width * self.scale) if mark.outline else 0
        # Pillow draws an outline inside the box; SVG draws half of it on either side.
        reach = mark.radius * self.scale + edge / 2
        centres = (mark.centres * self.scale - 0.5).tolist()
        for (x, y), colour in zip(centres, mark.fills, strict=True):
            box = (x - reach, y - reach, x + reach, y + reach)
            fill = None if colour == "none" else colour
            pen.ellipse(box, fill=fill, outline=mark.outline, width=edge)

    def _texts(self, pen: ImageDraw, mark: Texts) -> None:
        size = mark.size * self.scale
        font = font_for("".join(mark.texts), max(4.0, size))
        options: Any = {"font": font, "anchor": "ms"}
        options["stroke_width"] = size * 0.025 if mark.bold else 0
        # Centre on the height of digits, so that descenders do not move a text.
        centres = (mark.centres * self.scale + [0, 0.36 * size]).tolist()
        for (x, y), text, colour in zip(centres, mark.texts, mark.fills, strict=True):
            pen.text((x, y), text, fill=colour, stroke_fill=colour, **options)


def font_for(text: str, size: float) -> Any:
    """Return the font of Pillow or, if it lacks a character, the first installed font with all."""
    from PIL import ImageFont

    pillow()
    characters = [*{*text}]
    for name in ("", *FONTS):
        try:
            font = ImageFont.truetype(name, size) if name else ImageFont.load_default(size)
        except OSError:  # not installed
            continue
        unknown = bytes(font.getmask("\uffff"))
        lacking = [one for one in characters if bytes(font.getmask(one)) == unknown]
        if not lacking:
            return font
    raise BadInputError("no_font", character=shown(lacking[0]))


def _pen(image: Image) -> ImageDraw:
    """Return a pen in the mode RGBA, which mixes translucent colours with the pixels below."""
    from PIL import ImageDraw

    return ImageDraw.Draw(image, "RGBA")


def stamp(
    pixels: NDArray[np.uint8], segments: Floats, which: Integers, ramp: Floats, width: float
) -> None:
    """Draw segments (in pixels) of colours `ramp[which]` onto the given image.

    On a board of equal squares, moves of one kind differ only by their position within a pixel. So
    there are few different lines. Each is computed once as a stamp: a table of the share of every
    pixel that it covers. One array operation adds one entry of a stamp to all moves of its kind.
    Where lines share a pixel, the line with the larger share wins. All ends are inside the image.
    """
    pad = int(width / 2 + 2)
    height, across = pixels.shape[0] + 2 * pad, pixels.shape[1] + 2 * pad
    # A pixel of `best` holds coverage * 256 + colour of the line that covers it most: comparing
    # the packed numbers compares coverage first.
    best = np.zeros(height * across, dtype=np.uint16)
    fixed = np.rint(segments * _POSITIONS).astype(np.int64)
    starts, offsets = fixed[:, :2], fixed[:, 2:] - fixed[:, :2]
    cells, within = np.divmod(starts, _POSITIONS)
    addresses = (cells[:, 1] + pad) * across + cells[:, 0] + pad
    for kind, indices in _groups(np.hstack([offsets, within]), addresses):
        base, colour = addresses[indices], which[indices].astype(np.uint16)
        for by_x, by_y, level in _stamp(kind / _POSITIONS, width):
            at = base + (by_y * across + by_x)
            best[at] = np.maximum(best.take(at), colour + np.uint16(level << 8))
    _blend(pixels, best.reshape(height, across)[pad:-pad, pad:-pad], ramp)


def _blend(pixels: NDArray[np.uint8], best: NDArray[np.uint16], ramp: Floats) -> None:
    """Mix the lines with the pixels below, 32 rows at a time to stay in the cache."""
    lines = np.zeros((256, 3), dtype=np.uint16)
    lines[: len(ramp)] = np.rint(ramp * 255)
    for top in range(0, len(best), 32):
        rows = slice(top, top + 32)
        share, colour = best[rows] >> 8, best[rows] & 255
        for channel in range(3):
            below = pixels[rows, :, channel].astype(np.uint16)
            mixed = lines[:, channel].take(colour) * share + below * (_LEVELS - share)
            pixels[rows, :, channel] = (mixed + _LEVELS // 2) // _LEVELS


def _groups(kinds: Integers, positions: Integers) -> Iterator[tuple[Integers, Integers]]:
    """Yield each different row with the indices where it occurs, sorted by address."""
    low, spans = kinds.min(axis=0), np.ptp(kinds, axis=0) + 1
    code = np.ravel_multi_index(tuple((kinds - low).T), tuple(spans))
    order = np.argsort(code * (int(np.ptp(positions)) + 1) + (positions - positions.min()))
    for indices in np.split(order, np.flatnonzero(np.diff(code[order])) + 1):
        yield kinds[indices[0]], indices


def _stamp(kind: Floats, width: float) -> list[tuple[int, int, int]]:
    """Return the covered pixels relative to the pixel where the line starts, and their shares."""
    by_x, by_y, x, y = kind.tolist()
    reach = int(width / 2 + 2)
    columns = np.arange(int(min(0, by_x)) - reach, int(max(0, by_x)) + reach + 1)
    rows = np.arange(int(min(0, by_y)) - reach, int(max(0, by_y)) + reach + 1)
    from_x, from_y = np.meshgrid(columns + 0.5 - x, rows + 0.5 - y)
    length = max(by_x**2 + by_y**2, 1e-12)
    along = np.clip((from_x * by_x + from_y * by_y) / length, 0, 1)
    distance = np.hypot(from_x - along * by_x, from_y - along * by_y)
    cover = np.clip(width / 2 + 0.5 - distance, 0, min(1.0, width))
    levels = np.rint(cover * _LEVELS).astype(np.int64)
    at_rows, at_columns = np.nonzero(levels > 8)
    found = np.column_stack([columns[at_columns], rows[at_rows], levels[at_rows, at_columns]])
    return [(by_x, by_y, level) for by_x, by_y, level in found.tolist()]
