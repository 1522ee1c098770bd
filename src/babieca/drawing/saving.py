"""Writing a tour to a file: the suffix tells whether it becomes text, a picture or an animation."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from babieca import formats
from babieca.drawing.animation import animation_of
from babieca.drawing.sheets import draw_sheet
from babieca.drawing.speed import DEFAULT_SPEED
from babieca.drawing.tour_pictures import Look, picture_of
from babieca.errors import BadInputError, shown
from babieca.files import atomic_file
from babieca.tour import Tour

PICTURES = (".svg", ".pdf", ".png")
ANIMATIONS = (".gif", ".webp")
TEXTS = (".json", ".jsonl", ".txt", ".moves", ".tour", ".npy")


def checked_suffix(path: Path) -> str:
    """Return the suffix of a file that a tour can be written to; refuse others."""
    known = PICTURES + ANIMATIONS + TEXTS
    if path.suffix.lower() not in known:
        raise BadInputError(
            f"cannot tell the format of {shown(path.name)}: use one of {', '.join(known)}"
        )
    return path.suffix.lower()


def save_tours(tours: Sequence[Tour], path: str | os.PathLike[str], title: str) -> None:
    """Write tours as the suffix says: a text of all of them, one picture, or a sheet of several."""
    path = Path(path)
    suffix = checked_suffix(path)
    if len(tours) == 1:
        save_tour(tours[0], path, Look())
    elif suffix in TEXTS:
        formats.save(tours, path)
    else:
        draw_sheet(tours, title=title).save(path)


def save_tour(
    tour: Tour, path: str | os.PathLike[str], look: Look, *, speed: float | None = None
) -> None:
    """Write a tour as its suffix says; `speed`, in moves per second, also makes SVG move.

    The file is made whole before its place is touched.
    """
    path = Path(path)
    suffix = checked_suffix(path)
    if suffix in TEXTS:
        refuse_look(suffix, look, speed)
        formats.save(tour, path)
        return
    data = drawn(tour, suffix, look, speed=speed)
    with atomic_file(path) as file:
        file.write(data)


def refuse_look(suffix: str, look: Look, speed: float | None) -> None:
    """Refuse words of drawing where text is written."""
    if look != Look() or speed is not None:
        raise BadInputError(f"{suffix} files hold text; they take no drawing options")


def drawn(tour: Tour, suffix: str, look: Look, *, speed: float | None = None) -> bytes:
    """Return the picture or the animation that a file with this suffix holds."""
    if suffix in ANIMATIONS or (suffix == ".svg" and speed is not None):
        pace = DEFAULT_SPEED if speed is None else speed
        return animation_of(tour, look, suffix.removeprefix("."), pace)
    if speed is not None:
        raise BadInputError(f"{suffix} files do not move: use .gif, .webp or .svg")
    return picture_of(tour, look).writer(Path(f"tour{suffix}"))()
