"""PDF of one page, all vectors."""

from __future__ import annotations

import zlib

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
from babieca.drawing.svg import strokes_by_colour
from babieca.palette import from_hex

POINTS_PER_PIXEL = 0.75
LARGEST_PAGE = 14_400.0
"""The longest page side, in points, that PDF readers must show."""

# Distance of the control points when one cubic curve draws a quarter of a circle of radius 1.
_ROUND = 0.5523
# Widths of Helvetica's characters in ems, where they differ from the width of its digits.
_WIDTHS = {".": 0.278, "-": 0.333, ",": 0.278, "(": 0.333, ")": 0.333, " ": 0.278}
_WIDTHS |= dict.fromkeys("fijltI", 0.25) | dict.fromkeys("r", 0.333) | dict.fromkeys("cksvxyz", 0.5)
_WIDTHS |= dict.fromkeys("mMW", 0.85) | dict.fromkeys("ABCDEKPSTUVXYw", 0.7)


def write(picture: Picture, format: str = "pdf") -> bytes:
    """Return the picture as a PDF file."""
    longer = max(picture.width, picture.height)
    scale = min(picture.pixels * POINTS_PER_PIXEL, LARGEST_PAGE) / longer
    width, height = picture.width * scale, picture.height * scale
    opacities = sorted({mark.opacity for mark in picture.marks if hasattr(mark, "opacity")} | {1.0})
    # One transformation maps units with y downwards to points with y upwards.
    content = [
        f"{scale:.5f} 0 0 {-scale:.5f} 0 {height:.3f} cm 1 J 1 j",
        f"{_colour(picture.background)} rg 0 0 {picture.width:g} {picture.height:g} re f",
    ]
    for mark in picture.marks:
        opacity = opacities.index(getattr(mark, "opacity", 1.0))
        content.append(f"/O{opacity} gs\n{_operators(mark)}")
    stream = zlib.compress("\n".join(content).encode("ascii"))
    states = " ".join(
        f"/O{at} << /CA {opacity:g} /ca {opacity:g} >>" for at, opacity in enumerate(opacities)
    )
    fonts = " ".join(
        f"/{name} << /Type /Font /Subtype /Type1 /BaseFont /{face} >>"
        for name, face in (("R", "Helvetica"), ("B", "Helvetica-Bold"))
    )
    return _file(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.2f} {height:.2f}] /Contents 4 0 R"
            f" /Resources << /Font << {fonts} >> /ExtGState << {states} >> >> >>".encode(),
            f"<< /Length {len(stream)} /Filter /FlateDecode >>\nstream\n".encode()
            + stream
            + b"\nendstream",
            b"<< /Title <" + _text_string(picture.title) + b"> >>",
        ]
    )


def _file(objects: list[bytes]) -> bytes:
    """Number the objects (the first is the catalogue, the last the information) and index them."""
    data = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"
    offsets = []
    for at, body in enumerate(objects, start=1):
        offsets.append(len(data))
        data += f"{at} 0 obj\n".encode() + body + b"\nendobj\n"
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    count = len(objects)
    return data + (
        f"xref\n0 {count + 1}\n0000000000 65535 f \n{table}"
        f"trailer\n<< /Size {count + 1} /Root 1 0 R /Info {count} 0 R >>\n"
        f"startxref\n{len(data)}\n%%EOF\n"
    ).encode("ascii")


def _text_string(text: str) -> bytes:
    return ("feff" + text.encode("utf-16-be").hex()).encode("ascii")


def _operators(mark: Mark) -> str:
    if isinstance(mark, Checkers):
        return _checkers(mark)
    if isinstance(mark, Polygons):
        outlines = "\n".join(_outline(outline) + " h" for outline in mark.outlines)
        return f"{_colour(mark.fill)} rg\n{outlines} f"
    if isinstance(mark, Strokes):
        dash = f"[{2 * mark.width:g}] 0 d" if mark.dashed else "[] 0 d"
        lines = [f"{mark.width:g} w {dash}"]
        for colour, segments in strokes_by_colour(mark):
            lines += [f"{_colour(colour)} RG", _polylines(segments), "S"]
        return "\n".join(lines)
    if isinstance(mark, Discs):
        return _discs(mark)
    return _texts(mark)


def _polylines(segments: Floats) -> str:
    parts = []
    pen: list[float] = []
    for x, y, to_x, to_y in segments.round(2).tolist():
        if pen != [x, y]:
            parts.append(f"{x:g} {y:g} m")
        parts.append(f"{to_x:g} {to_y:g} l")
        pen = [to_x, to_y]
    return "\n".join(parts)


def _outline(outline: Floats) -> str:
    return _polylines(np.hstack([outline[:-1], outline[1:]]))


def _checkers(mark: Checkers) -> str:
    box = f"{mark.x:g} {mark.y:g} {mark.columns * mark.side:g} {mark.rows * mark.side:g} re"
    parts = [f"{_colour(mark.colours[1])} rg {box} f", f"{_colour(mark.colours[0])} rg"]
    for row in range(mark.rows):
        y = mark.y + (mark.rows - row - 1) * mark.side
        for column in range(row % 2, mark.columns, 2):
            parts.append(f"{mark.x + column * mark.side:g} {y:g} {mark.side:g} {mark.side:g} re")
    frame = f" {_colour(mark.frame)} RG 1 w [] 0 d {box} S" if mark.frame else ""
    return "\n".join(parts) + f"\nf{frame}"


def _discs(mark: Discs) -> str:
    r = mark.radius
    k = r * _ROUND
    parts = [f"{mark.outline_width:g} w {_colour(mark.outline)} RG"] if mark.outline else []
    for (x, y), which in zip(mark.centres.tolist(), mark.which.tolist(), strict=True):
        corners = [
            (x + r, y + k, x + k, y + r, x, y + r),
            (x - k, y + r, x - r, y + k, x - r, y),
            (x - r, y - k, x - k, y - r, x, y - r),
            (x + k, y - r, x + r, y - k, x + r, y),
        ]
        curves = " ".join(" ".join(f"{v:.2f}" for v in corner) + " c" for corner in corners)
        fill = mark.colours[which]
        paint = "s" if fill == "none" else "b" if mark.outline else "f"
        if fill != "none":
            parts.append(f"{_colour(fill)} rg")
        parts.append(f"{x + r:.2f} {y:.2f} m {curves} {paint}")
    return "\n".join(parts)


def _texts(mark: Texts) -> str:
    parts = [f"BT /{'B' if mark.bold else 'R'} {mark.size:g} Tf"]
    for (x, y), word, which in zip(
        mark.centres.tolist(), mark.words, mark.which.tolist(), strict=True
    ):
        width = sum(_WIDTHS.get(character, 0.556) for character in word) * mark.size
        escaped = word.encode("cp1252", "replace").hex()
        parts.append(
            f"{_colour(mark.colours[which])} rg "
            f"1 0 0 -1 {x - width / 2:.2f} {y + 0.36 * mark.size:.2f} Tm <{escaped}> Tj"
        )
    return "\n".join([*parts, "ET"])


def _colour(colour: str) -> str:
    return " ".join(f"{part:.3f}" for part in from_hex(colour))
