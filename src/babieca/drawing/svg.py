"""SVG, small and readable: integers where they suffice, one path per colour.

The title names the picture and the description gives the grid, for screen readers. The document
loads no other file.
"""

from __future__ import annotations

from html import escape
from typing import Any

import numpy as np

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

FONT = "Helvetica,Arial,sans-serif"


def write(picture: Picture, format: str = "svg") -> bytes:
    """Return the picture as an SVG document."""
    return document(picture, [element(mark) for mark in picture.marks])


def document(picture: Picture, body: list[str], style: str = "") -> bytes:
    """Return elements as a document with the size, title and background of the picture."""
    scale = picture.pixels / max(picture.width, picture.height)
    width, height = number(picture.width), number(picture.height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}"'
        f' width="{round(picture.width * scale)}" height="{round(picture.height * scale)}">',
        f"<title>{escape(picture.title, quote=False)}</title>",
        f"<desc>{escape(picture.description, quote=False)}</desc>",
    ]
    if style:
        lines.append(f"<style>{style}</style>")
    lines.append(f'<path fill="{picture.background}" d="M0 0h{width}v{height}h-{width}z"/>')
    return "\n".join([*lines, *body, "</svg>\n"]).encode()


def element(mark: Mark) -> str:
    """Return one mark as SVG elements."""
    if isinstance(mark, Checkers):
        return _checkers(mark)
    if isinstance(mark, Polygons):
        outlines = "".join(_outline(outline) for outline in mark.outlines)
        return f'<path fill="{mark.fill}"{_opacity(mark.opacity)} d="{outlines}"/>'
    if isinstance(mark, Strokes):
        dash = f' stroke-dasharray="{number(2 * mark.width)}"' if mark.dashed else ""
        paths = [
            f'<path stroke="{colour}" d="{polylines(segments)}"/>'
            for colour, segments in strokes_by_colour(mark)
        ]
        return (
            f'<g fill="none" stroke-width="{number(mark.width)}" stroke-linecap="round" '
            f'stroke-linejoin="round"{_opacity(mark.opacity)}{dash}>\n'
            + "\n".join(paths)
            + "\n</g>"
        )
    if isinstance(mark, Discs):
        return _discs(mark)
    return _texts(mark)


def strokes_by_colour(mark: Strokes) -> list[tuple[str, Floats]]:
    """Return the segments of each colour, in the order in which the colours first appear."""
    if not len(mark.which):
        return []
    order = np.argsort(mark.which, kind="stable")
    shades, firsts = np.unique(mark.which[order], return_index=True)
    groups = np.split(order, firsts[1:])
    groups_in_order = sorted(zip(shades.tolist(), groups, strict=True), key=lambda pair: pair[1][0])
    return [(mark.colours[shade], mark.segments[group]) for shade, group in groups_in_order]


def polylines(segments: Floats) -> str:
    """Return path data; a segment that starts where the last one ended continues its line.

    >>> polylines(np.array([[10, 10, 30, 50], [30, 50, 70, 30], [0, 0, 0.5, 0]]))
    'M10 10l20 40 40-20M0 0l.5 0'
    """
    tenths = np.rint(segments * 10).astype(np.int64)
    ways = tenths[:, 2:] - tenths[:, :2]
    goes_on = np.zeros(len(tenths), dtype=bool)
    goes_on[1:] = (tenths[1:, :2] == tenths[:-1, 2:]).all(axis=1)
    numbers = np.hstack([tenths[:, :2], ways])
    rows: list[list[Any]]
    if (numbers % 10 == 0).all():
        rows = (numbers // 10).tolist()
    else:
        rows = [[number(value / 10) for value in row] for row in numbers.tolist()]
    parts = [
        f" {by_x} {by_y}" if joined else f"M{x} {y}l{by_x} {by_y}"
        for joined, (x, y, by_x, by_y) in zip(goes_on.tolist(), rows, strict=True)
    ]
    return "".join(parts).replace(" -", "-")


def number(value: float) -> str:
    """Write a number with at most two decimals, without trailing zeros.

    >>> number(20.0), number(0.5), number(-2.25)
    ('20', '.5', '-2.25')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def _outline(outline: Floats) -> str:
    ends = np.hstack([outline[:-1], outline[1:]])
    return polylines(ends) + "z"


def _opacity(opacity: float) -> str:
    return f' opacity="{number(opacity)}"' if opacity < 1 else ""


def _checkers(mark: Checkers) -> str:
    """Return a rectangle in one colour and, for each row, a dashed line in the other."""
    side = number(mark.side)
    width, height = number(mark.columns * mark.side), number(mark.rows * mark.side)
    box = f"M{number(mark.x)} {number(mark.y)}h{width}v{height}h-{width}z"
    ground, other = mark.colours[1], mark.colours[0]
    frame = f'\n<path fill="none" stroke="{mark.frame}" d="{box}"/>' if mark.frame else ""
    if ground == other:
        return f'<path fill="{ground}" d="{box}"/>{frame}'
    rows = []
    for row in range(mark.rows):
        offset = row % 2
        if length := mark.columns - offset:
            x = number(mark.x + offset * mark.side)
            y = number(mark.y + (mark.rows - row - 0.5) * mark.side)
            rows.append(f"M{x} {y}h{number(length * mark.side)}")
    return (
        f'<path fill="{ground}" d="{box}"/>\n'
        f'<path fill="none" stroke="{other}" stroke-width="{side}" stroke-dasharray="{side}" '
        f'd="{"".join(rows)}"/>{frame}'
    )


def _discs(mark: Discs) -> str:
    outline = ""
    if mark.outline:
        outline = f' stroke="{mark.outline}" stroke-width="{number(mark.outline_width)}"'
    radius = number(mark.radius)
    discs = [
        f'<circle cx="{number(x)}" cy="{number(y)}" r="{radius}" fill="{mark.colours[which]}"/>'
        for (x, y), which in zip(mark.centres.tolist(), mark.which.tolist(), strict=True)
    ]
    return f"<g{outline}>\n" + "\n".join(discs) + "\n</g>" if outline else "\n".join(discs)


def _texts(mark: Texts) -> str:
    weight = ' font-weight="bold"' if mark.bold else ""
    fills = [mark.colours[which] for which in mark.which.tolist()]
    usual = max(sorted(set(fills)), key=fills.count) if fills else "#000000"
    texts = []
    for (x, y), word, fill in zip(mark.centres.tolist(), mark.words, fills, strict=True):
        colour = f' fill="{fill}"' if fill != usual else ""
        at = f'x="{number(x)}" y="{number(y + 0.36 * mark.size)}"'
        texts.append(f"<text {at}{colour}>{escape(word, quote=False)}</text>")
    return (
        f'<g font-family="{FONT}" font-size="{number(mark.size)}"{weight} text-anchor="middle" '
        f'fill="{usual}" aria-hidden="true">\n' + "\n".join(texts) + "\n</g>"
    )
