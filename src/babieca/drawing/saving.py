"""Write tours to files: the suffix tells whether a file holds text, a picture or an animation."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Unpack

from babieca import formats
from babieca.drawing.animation import FRAME_FORMATS, animate
from babieca.drawing.picture import WRITERS
from babieca.drawing.sheets import draw_sheet
from babieca.drawing.tour_pictures import draw_tour
from babieca.errors import BadInputError, shown
from babieca.files import atomic_file
from babieca.looks import MovingLook, TourLook, completed
from babieca.tour import Tour
from babieca.words import divided

PICTURES = tuple(f".{name}" for name in WRITERS if name not in FRAME_FORMATS)
ANIMATIONS = tuple(f".{name}" for name in FRAME_FORMATS)
TEXTS = tuple(formats.SUFFIXES)


def checked_suffix(path: Path) -> str:
    """Return the suffix of a file that a tour can be written to; refuse others."""
    known = PICTURES + ANIMATIONS + TEXTS
    if path.suffix.lower() not in known:
        raise BadInputError(
            f"cannot tell the format of {shown(path.name)}: use one of {', '.join(known)}"
        )
    return path.suffix.lower()


def save_tours(tours: Sequence[Tour], path: str | os.PathLike[str], title: str) -> None:
    """Write tours as the suffix says: all as text, one as a picture, or several on a sheet."""
    path = Path(path)
    suffix = checked_suffix(path)
    if len(tours) == 1:
        save_tour(tours[0], path)
    elif suffix in TEXTS:
        formats.save(tours, path)
    else:
        draw_sheet(tours, title=title).save(path)


def save_tour(tour: Tour, path: str | os.PathLike[str], **look: Unpack[MovingLook]) -> None:
    """Write a tour as its suffix says; `speed`, in moves per second, also animates SVG.

    The file is computed before the path is touched.
    """
    path = Path(path)
    suffix = checked_suffix(path)
    if suffix in TEXTS:
        refuse_look(suffix, look)
        formats.save(tour, path)
        return
    data = drawn(tour, suffix, **look)
    with atomic_file(path) as file:
        file.write(data)


def refuse_look(suffix: str, look: Mapping[str, Any]) -> None:
    """Refuse drawing options for a text file."""
    if completed(MovingLook, look) != completed(MovingLook, {}):
        raise BadInputError(f"{suffix} files hold text; they take no drawing options")


def drawn(tour: Tour, suffix: str, **look: Unpack[MovingLook]) -> bytes:
    """Return the picture or the animation that a file with this suffix holds."""
    moving = look.get("speed") is not None
    format = suffix.removeprefix(".")
    if suffix in ANIMATIONS or (suffix == ".svg" and moving):
        return animate(tour, format, **look)
    if moving:
        raise BadInputError(f"{suffix} files do not move: use .gif, .webp or .svg")
    still, _ = divided(TourLook, look)
    return draw_tour(tour, **still).data(format)
