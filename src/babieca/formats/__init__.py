"""Reading and writing tours: JSON Lines, numbered grids, move lists, TSPLIB tours, numpy files.

Reading sniffs the format. Whatever the text, a parser either returns tours or raises
`BadInputError` with the line that could not be used.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np

from babieca.boards import Board
from babieca.errors import BadInputError
from babieca.files import atomic_file
from babieca.formats import grids, json_lines, moves, tsplib
from babieca.formats.json_lines import from_json, to_json
from babieca.tours import Tour

__all__ = ["FORMATS", "dump", "from_json", "load", "parse", "save", "sniff", "to_json"]

_Reader = Callable[[str, Board | None], Iterator[Tour]]
_READERS: dict[str, _Reader] = {
    "json": json_lines.read,
    "grid": grids.read,
    "moves": moves.read,
    "tsplib": tsplib.read,
}
_WRITERS: dict[str, Callable[[Tour], str]] = {
    "json": json_lines.write,
    "grid": grids.write,
    "moves": moves.write,
    "tsplib": tsplib.write,
}
FORMATS = tuple(_READERS)
LARGEST_TEXT = 256 * 2**20


def parse(text: str, *, board: Board | None = None, format: str | None = None) -> list[Tour]:
    r"""Read all tours in a text; the format is sniffed unless it is given.

    `board` is needed where the text does not tell it (TSPLIB files of others, grids of more than
    two dimensions); elsewhere it must agree with the text.
    Without a word in the text, a tour whose ends are a move apart is read as closed.

    >>> [tour.closed for tour in parse("1 4 7 10\n8 11 2 5\n3 6 9 12")]
    [False]
    """
    format = format or sniff(text)
    if format not in _READERS:
        raise BadInputError(f"unknown format {format!r}: use one of {', '.join(FORMATS)}")
    tours = list(_READERS[format](text, board))
    if not tours:
        raise BadInputError("there is no tour in the text")
    return tours


def sniff(text: str) -> str:
    r"""Guess the format of a text.

    >>> sniff("a1 b3 c5"), sniff('{"board": "5x5"}'), sniff("1 2\n3 4")
    ('moves', 'json', 'grid')
    """
    text = re.sub(r"^\s*#.*$", "", text, flags=re.MULTILINE)
    if text.lstrip()[:1] == "{":
        return "json"
    if re.search(r"^\s*TOUR_SECTION\b", text, re.MULTILINE):
        return "tsplib"
    return "grid" if re.fullmatch(r"[\s0-9.]*", text) else "moves"


def dump(tour: Tour, format: str = "json") -> str:
    r"""Write one tour as text, ending in a newline.

    >>> print(dump(parse("1 4 7 10\n8 11 2 5\n3 6 9 12")[0], "moves"), end="")
    a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1
    """
    if format not in _WRITERS:
        raise BadInputError(f"unknown format {format!r}: use one of {', '.join(FORMATS)}")
    return _WRITERS[format](tour)


def load(
    path: str | os.PathLike[str], *, board: Board | None = None, format: str | None = None
) -> list[Tour]:
    """Read all tours in a file; `.npy` files hold one array of indices and need `board`."""
    path = Path(path)
    try:
        if path.suffix.lower() == ".npy":
            return [_load_npy(path, board)]
        if path.stat().st_size > LARGEST_TEXT:
            raise BadInputError(
                f"{path} is larger than {LARGEST_TEXT // 2**20} MiB of text; use a .npy file"
            )
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInputError(f"cannot read {path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BadInputError(f"cannot read {path}: it is not UTF-8 text") from None
    return parse(text, board=board, format=format)


def save(
    tours: Tour | Iterable[Tour], path: str | os.PathLike[str], *, format: str | None = None
) -> None:
    """Write tours to a file, all or nothing. The suffix tells the format unless it is given.

    `.json`, `.jsonl`: JSON Lines; `.txt`: grids; `.moves`: move lists; `.tour`: TSPLIB (one tour);
    `.npy`: the array of indices (one tour).
    """
    path = Path(path)
    tours = [tours] if isinstance(tours, Tour) else list(tours)
    suffixes = {
        ".json": "json",
        ".jsonl": "json",
        ".txt": "grid",
        ".moves": "moves",
        ".tour": "tsplib",
        ".npy": "npy",
    }
    format = format or suffixes.get(path.suffix.lower())
    if format is None or format not in (*FORMATS, "npy"):
        raise BadInputError(f"cannot tell the format of {path.name}: use {', '.join(suffixes)}")
    if format in ("npy", "tsplib") and len(tours) != 1:
        raise BadInputError(f"a {format} file holds one tour, not {len(tours)}")
    with atomic_file(path) as file:
        if format == "npy":
            np.save(file, tours[0].indices)
        else:
            separator = "\n" if format == "grid" else ""
            file.write(separator.join(dump(tour, format) for tour in tours).encode())


def _load_npy(path: Path, board: Board | None) -> Tour:
    if board is None:
        raise BadInputError(f"{path} holds only indices; say which board it is of, such as 8x8")
    try:
        order = np.load(path, allow_pickle=False, mmap_mode="r")
    except (ValueError, EOFError):
        raise BadInputError(f"cannot read {path}: it is not an array as numpy saves it") from None
    if not isinstance(order, np.ndarray) or order.ndim != 1 or order.dtype.kind not in "iu":
        raise BadInputError(f"{path} is not a one-dimensional array of integers")
    return Tour(board, order)
