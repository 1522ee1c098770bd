"""SVG and PDF, all vectors.

SVG is small and readable: integers where they suffice, one path per colour. Its title names the
picture and its description gives the grid, for screen readers. It loads no other file.
"""

import unicodedata
import zlib
from collections.abc import Sequence
from html import escape
from typing import Any

import numpy as np

from babieca.drawing.marks import Checkers, Discs, Floats, Mark, Polygons, Strokes, Texts
from babieca.drawing.picture import Picture
from babieca.errors import BadInputError, shown, utf8
from babieca.palette import from_hex

FONT = "Helvetica,Arial,sans-serif"
POINTS_PER_PIXEL = 0.75
LARGEST_PAGE = 14_400.0
"""The longest page side, in points, that PDF readers must show."""

# Distance of the control points when one cubic curve draws a quarter of a circle of radius 1.
_ROUND = 0.5523
# Widths of Helvetica's characters in ems, where they differ from the width of its digits.
_WIDTHS = {".": 0.278, "-": 0.333, ",": 0.278, "(": 0.333, ")": 0.333, " ": 0.278}
_WIDTHS |= dict.fromkeys("fijltI", 0.25) | dict.fromkeys("r", 0.333) | dict.fromkeys("cksvxyz", 0.5)
_WIDTHS |= dict.fromkeys("mMW", 0.85) | dict.fromkeys("ABEKPSVXYw", 0.68)
_WIDTHS |= dict.fromkeys("CDHNRUGOQ", 0.75) | dict.fromkeys("FTZ", 0.611)


def write(picture: Picture, format: str) -> bytes:
    if format == "pdf":
        return pdf([picture])
    return document(picture, [element(mark) for mark in picture.marks])


def document(picture: Picture, body: list[str], style: str = "") -> bytes:
    scale = picture.pixels / max(picture.width, picture.height)
    width, height = number(picture.width), number(picture.height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}"'
        f' width="{round(picture.width * scale)}" height="{round(picture.height * scale)}">',
        f"<title>{escape(picture.title, quote=False)}</title>",
        f"<desc>{escape(picture.description, quote=False)}</desc>",
        *([f"<style>{style}</style>"] if style else []),
        f'<path fill="{picture.background}" d="M0 0h{width}v{height}h-{width}z"/>',
    ]
    return utf8("\n".join([*lines, *body, "</svg>\n"]))


def element(mark: Mark) -> str:
    opacity = getattr(mark, "opacity", 1.0)
    faded = f' opacity="{number(opacity)}"' if opacity < 1 else ""
    if isinstance(mark, Checkers):
        return _checkers(mark)
    if isinstance(mark, Polygons):
        outlines = "".join(polylines(_sides(outline)) + "z" for outline in mark.outlines)
        return f'<path fill="{mark.fill}"{faded} d="{outlines}"/>'
    if isinstance(mark, Strokes):
        dash = f' stroke-dasharray="{number(2 * mark.width)}"' if mark.dashed else ""
        style = f'stroke-width="{number(mark.width)}" stroke-linecap="round"'
        paths = "\n".join(
            f'<path stroke="{colour}" d="{polylines(segments)}"/>'
            for colour, segments in _by_colour(mark)
        )
        return f'<g fill="none" {style} stroke-linejoin="round"{faded}{dash}>\n{paths}\n</g>'
    if isinstance(mark, Discs):
        radius = number(mark.radius)
        discs = "\n".join(
            f'<circle cx="{number(x)}" cy="{number(y)}" r="{radius}" fill="{fill}"/>'
            for (x, y), fill in zip(mark.centres.tolist(), mark.fills, strict=True)
        )
        if not mark.outline:
            return discs
        style = f'stroke="{mark.outline}" stroke-width="{number(mark.outline_width)}"'
        return f"<g {style}>\n{discs}\n</g>"
    weight = ' font-weight="bold"' if mark.bold else ""
    usual = max(sorted(set(mark.fills)), key=mark.fills.count, default="#000000")
    texts = []
    for (x, y), text, fill in zip(mark.centres.tolist(), mark.texts, mark.fills, strict=True):
        colour = f' fill="{fill}"' if fill != usual else ""
        at = f'x="{number(x)}" y="{number(y + 0.36 * mark.size)}"'
        texts.append(f"<text {at}{colour}>{escape(text, quote=False)}</text>")
    return (
        f'<g font-family="{FONT}" font-size="{number(mark.size)}"{weight} text-anchor="middle" '
        f'fill="{usual}" aria-hidden="true">\n' + "\n".join(texts) + "\n</g>"
    )


def _checkers(mark: Checkers) -> str:
    """Return a rectangle in one colour and, for each row, a dashed line in the other."""
    side = number(mark.side)
    width, height = number(mark.columns * mark.side), number(mark.rows * mark.side)
    box = f"M{number(mark.x)} {number(mark.y)}h{width}v{height}h-{width}z"
    other, ground = mark.colours
    edge = f' stroke-width="{number(mark.frame_width)}"' if mark.frame_width != 1 else ""
    frame = f'\n<path fill="none" stroke="{mark.frame}"{edge} d="{box}"/>' if mark.frame else ""
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


def _by_colour(mark: Strokes) -> list[tuple[str, Floats]]:
    """Return the segments of each colour, in the order in which the colours first appear."""
    if not len(mark.which):
        return []
    order = np.argsort(mark.which, kind="stable")
    shades, firsts = np.unique(mark.which[order], return_index=True)
    groups = zip(shades.tolist(), np.split(order, firsts[1:]), strict=True)
    in_order = sorted(groups, key=lambda group: group[1][0])
    return [(mark.colours[shade], mark.segments[group]) for shade, group in in_order]


def _sides(outline: Floats) -> Floats:
    """Return the sides of an outline but the last, which closing it draws."""
    return np.hstack([outline[:-1], outline[1:]])


def polylines(segments: Floats) -> str:
    """Return path data; a segment that starts where the last one ended continues its line.

    >>> polylines(np.array([[10, 10, 30, 50], [30, 50, 70, 30], [0, 0, 0.5, 0]]))
    'M10 10l20 40 40-20M0 0l.5 0'
    """
    tenths = np.rint(segments * 10).astype(np.int64)
    goes_on = np.zeros(len(tenths), dtype=bool)
    goes_on[1:] = (tenths[1:, :2] == tenths[:-1, 2:]).all(axis=1)
    numbers = np.hstack([tenths[:, :2], tenths[:, 2:] - tenths[:, :2]])
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


def pdf(pages: Sequence[Picture], points_per_unit: float | None = None) -> bytes:
    """Return a PDF of one page or more: numbered objects and the table of their offsets.

    Without a scale, the longer side of a page has as many pixels as the SVG.
    """
    fonts = " ".join(
        f"/{name} << /Type /Font /Subtype /Type1 /BaseFont /{face} /Encoding /WinAnsiEncoding >>"
        for name, face in (("R", "Helvetica"), ("B", "Helvetica-Bold"))
    )
    # Objects 1 and 2 are the catalog and the list of pages; two objects follow for each page.
    numbers = [3 + 2 * at for at in range(len(pages))]
    kids = " ".join(f"{number} 0 R" for number in numbers)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
    ]
    for number, picture in zip(numbers, pages, strict=True):
        longest = min(picture.pixels * POINTS_PER_PIXEL, LARGEST_PAGE)
        scale = points_per_unit or longest / max(picture.width, picture.height)
        width, height = picture.width * scale, picture.height * scale
        opacities = sorted({getattr(mark, "opacity", 1.0) for mark in picture.marks} | {1.0})
        states = " ".join(f"/O{at} << /CA {o:g} /ca {o:g} >>" for at, o in enumerate(opacities))
        stream = zlib.compress(_content(picture, scale, opacities).encode("ascii"))
        objects += [
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.2f} {height:.2f}] /Contents"
            f" {number + 1} 0 R /Resources << /Font << {fonts} >> /ExtGState << {states} >> >>"
            " >>".encode(),
            b"<< /Length %d /Filter /FlateDecode >>\nstream\n%b\nendstream" % (len(stream), stream),
        ]
    objects.append(f"<< /Title <feff{pages[0].title.encode('utf-16-be').hex()}> >>".encode())
    data, offsets = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"), ""
    for at, body in enumerate(objects, start=1):
        offsets += f"{len(data):010} 00000 n \n"
        data += b"%d 0 obj\n%b\nendobj\n" % (at, body)
    end = (
        f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{offsets}"
        f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info {len(objects)} 0 R >>\n"
        f"startxref\n{len(data)}\n%%EOF\n"
    )
    return bytes(data) + end.encode("ascii")


def _content(picture: Picture, scale: float, opacities: list[float]) -> str:
    # One transformation maps units with y downwards to points with y upwards.
    content = [
        f"{scale:.5f} 0 0 {-scale:.5f} 0 {picture.height * scale:.3f} cm 1 J 1 j",
        f"{_rgb(picture.background)} rg 0 0 {picture.width:g} {picture.height:g} re f",
    ]
    for mark in picture.marks:
        opacity = opacities.index(getattr(mark, "opacity", 1.0))
        content += [f"/O{opacity} gs", *_operators(mark)]
    return "\n".join(content)


def _operators(mark: Mark) -> list[str]:
    if isinstance(mark, Checkers):
        box = f"{mark.x:g} {mark.y:g} {mark.columns * mark.side:g} {mark.rows * mark.side:g} re"
        parts = [f"{_rgb(mark.colours[1])} rg {box} f", f"{_rgb(mark.colours[0])} rg"]
        for row in range(mark.rows):
            y = mark.y + (mark.rows - row - 1) * mark.side
            for column in range(row % 2, mark.columns, 2):
                x = mark.x + column * mark.side
                parts.append(f"{x:g} {y:g} {mark.side:g} {mark.side:g} re")
        edge = f"{mark.frame_width:g} w [] 0 d"
        frame = f" {_rgb(mark.frame)} RG {edge} {box} S" if mark.frame else ""
        return [*parts, f"f{frame}"]
    if isinstance(mark, Polygons):
        outlines = "\n".join(f"{_lines(_sides(outline))} h" for outline in mark.outlines)
        return [f"{_rgb(mark.fill)} rg", f"{outlines} f"]
    if isinstance(mark, Strokes):
        dash = f"[{2 * mark.width:g}] 0 d" if mark.dashed else "[] 0 d"
        parts = [f"{mark.width:g} w {dash}"]
        for colour, segments in _by_colour(mark):
            parts += [f"{_rgb(colour)} RG", _lines(segments), "S"]
        return parts
    if isinstance(mark, Texts):
        parts = [f"BT /{'B' if mark.bold else 'R'} {mark.size:g} Tf"]
        for (x, y), text, fill in zip(mark.centres.tolist(), mark.texts, mark.fills, strict=True):
            # An accent leaves the width of its letter.
            letters = (unicodedata.normalize("NFD", character)[0] for character in text)
            width = sum(_WIDTHS.get(letter, 0.556) for letter in letters) * mark.size
            at = f"1 0 0 -1 {x - width / 2:.2f} {y + 0.36 * mark.size:.2f} Tm"
            parts.append(f"{_rgb(fill)} rg {at} <{_latin(text).hex()}> Tj")
        return [*parts, "ET"]
    r = mark.radius
    k = r * _ROUND
    parts = [f"{mark.outline_width:g} w {_rgb(mark.outline)} RG"] if mark.outline else []
    for (x, y), fill in zip(mark.centres.tolist(), mark.fills, strict=True):
        quarters = [
            (x + r, y + k, x + k, y + r, x, y + r),
            (x - k, y + r, x - r, y + k, x - r, y),
            (x - r, y - k, x - k, y - r, x, y - r),
            (x + k, y - r, x + r, y - k, x + r, y),
        ]
        curves = " ".join(" ".join(f"{v:.2f}" for v in quarter) + " c" for quarter in quarters)
        paint = "s" if fill == "none" else "b" if mark.outline else "f"
        if fill != "none":
            parts.append(f"{_rgb(fill)} rg")
        parts.append(f"{x + r:.2f} {y:.2f} m {curves} {paint}")
    return parts


def _lines(segments: Floats) -> str:
    """Return the path of segments; a segment that starts where the last one ended continues it."""
    parts = []
    pen: list[float] = []
    for x, y, to_x, to_y in segments.round(2).tolist():
        if pen != [x, y]:
            parts.append(f"{x:g} {y:g} m")
        parts.append(f"{to_x:g} {to_y:g} l")
        pen = [to_x, to_y]
    return "\n".join(parts)


def _latin(text: str) -> bytes:
    """Return a text in the encoding of the fonts that every PDF reader has."""
    try:
        return text.encode("cp1252")
    except UnicodeEncodeError as error:
        one = shown(text[error.start])
        raise BadInputError("pdf_letters", letter=one) from None


def _rgb(colour: str) -> str:
    return " ".join(f"{part:.3f}" for part in from_hex(colour))
