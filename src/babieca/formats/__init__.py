"""Reading and writing tours: JSON Lines, numbered grids, move lists, TSPLIB tours, numpy files.

Reading sniffs the format. Whatever the text, a parser either returns tours or raises
`BadInputError` with the line that could not be used, in time and room that grow with its length.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np

from babieca.boards import Board
from babieca.errors import BadInputError, shown
from babieca.files import atomic_file
from babieca.formats import grids, json_lines, moves, tsplib
from babieca.formats.entries import Entry
from babieca.formats.json_lines import from_json, to_json
from babieca.tour import Tour

__all__ = [
    "FORMATS",
    "Entry",
    "dump",
    "entries",
    "from_json",
    "load",
    "load_entries",
    "parse",
    "read_text",
    "save",
    "sniff",
    "to_json",
]

_Reader = Callable[[str, Board | None], Iterator[Entry]]
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
_SUFFIXES = {
    ".json": "json",
    ".jsonl": "json",
    ".txt": "grid",
    ".moves": "moves",
    ".tour": "tsplib",
    ".npy": "npy",
}
LARGEST_TEXT = 256 * 2**20


def parse(text: str, *, board: Board | str | None = None, format: str | None = None) -> list[Tour]:
    r"""Read all tours in a text; the format is sniffed unless it is given.

    `board` is needed where the text does not tell it (TSPLIB files of others, grids of more than
    two dimensions); elsewhere it must agree with the text.
    Without a word in the text, a tour whose ends are a move apart is read as closed.

    >>> [tour.kind for tour in parse("1 4 7 10\n8 11 2 5\n3 6 9 12")]
    ['open']
    """
    return [entry.tour() for entry in entries(text, board=board, format=format)]


def entries(
    text: str, *, board: Board | str | None = None, format: str | None = None
) -> Iterator[Entry]:
    """Yield what a text says of tours, whether or not they are whole; otherwise as `parse`.

    >>> [entry.squares.tolist() for entry in entries("a1 c2", board="3x4")]
    [[0, 6]]
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    format = format or sniff(text)
    _check_format(format)
    found = False
    for entry in _READERS[format](text, Board.parse(board) if isinstance(board, str) else board):
        found = True
        yield entry
    if not found:
        raise BadInputError("there is no tour in the text")


def sniff(text: str) -> str:
    r"""Guess the format of a text.

    >>> sniff("a1 b3 c5"), sniff('{"board": "5x5"}'), sniff("1 2\n3 4")
    ('moves', 'json', 'grid')
    """
    # Blanks within a line only: what may run over many lines is tried again from each of them.
    text = re.sub(r"^[^\S\n]*#.*$", "", text, flags=re.MULTILINE)
    if text.lstrip()[:1] == "{":
        return "json"
    if re.search(r"^[^\S\n]*TOUR_SECTION\b", text, re.MULTILINE):
        return "tsplib"
    return "grid" if re.fullmatch(r"[\s0-9.]*", text) else "moves"


def _check_format(format: str) -> None:
    if format not in FORMATS:
        raise BadInputError(f"unknown format {shown(format)}: use one of {', '.join(FORMATS)}")


def dump(tour: Tour, format: str = "json") -> str:
    r"""Write one tour as text, ending in a newline.

    >>> print(dump(parse("1 4 7 10\n8 11 2 5\n3 6 9 12")[0], "moves"), end="")
    a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1
    """
    _check_format(format)
    return _WRITERS[format](tour)


def load(
    path: str | os.PathLike[str], *, board: Board | str | None = None, format: str | None = None
) -> list[Tour]:
    """Read all tours in a file; `.npy` files hold one array of indices and need `board`.

    >>> import tempfile
    >>> from babieca import find
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     find(Board(6, 6)).save(f"{folder}/tour.txt")
    ...     [tour.kind for tour in load(f"{folder}/tour.txt")]
    ['closed']
    """
    return [entry.tour() for entry in load_entries(path, board=board, format=format)]


def load_entries(
    path: str | os.PathLike[str], *, board: Board | str | None = None, format: str | None = None
) -> Iterator[Entry]:
    """Yield what a file says of tours, whether or not they are whole; otherwise as `load`.

    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "part.moves").write_text("a1 b3 c5")
    ...     [entry] = load_entries(f"{folder}/part.moves", board="8x8")
    >>> entry.squares.tolist()
    [0, 17, 34]
    """
    path = Path(path)
    if isinstance(board, str):
        board = Board.parse(board)
    if path.suffix.lower() == ".npy":
        yield _load_npy(path, board)
        return
    try:
        with path.open("rb") as file:
            text = read_text(file, str(path))
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None
    yield from entries(text, board=board, format=format)


def read_text(file: BinaryIO, name: str) -> str:
    """Return the text of a file that is no larger than a text should be.

    >>> import io
    >>> read_text(io.BytesIO(b"a1 b3 c5"), "part.moves")
    'a1 b3 c5'
    """
    data = file.read(LARGEST_TEXT + 1)
    if len(data) > LARGEST_TEXT:
        raise BadInputError(
            f"{shown(name)} is larger than {LARGEST_TEXT // 2**20} MiB of text; use a .npy file"
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInputError(f"cannot read {shown(name)}: it is not UTF-8 text") from None


def _unreadable(path: Path, error: Exception) -> BadInputError:
    if isinstance(error, BadInputError):
        return error
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return BadInputError(f"cannot read {shown(str(path))}: {reason}")


def save(
    tours: Tour | Iterable[Tour], path: str | os.PathLike[str], *, format: str | None = None
) -> None:
    """Write tours to a file, all or nothing. The suffix tells the format unless it is given.

    `.json`, `.jsonl`: JSON Lines; `.txt`: grids; `.moves`: move lists; `.tour`: TSPLIB (one tour);
    `.npy`: the array of indices (one tour).

    >>> import tempfile
    >>> from babieca import tours
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save(tours(Board(5, 6)), f"{folder}/all.jsonl")
    ...     len(load(f"{folder}/all.jsonl"))
    8
    """
    path = Path(path)
    tours = [tours] if isinstance(tours, Tour) else list(tours)
    format = format or _SUFFIXES.get(path.suffix.lower())
    if format is None or format not in (*FORMATS, "npy"):
        raise BadInputError(
            f"cannot tell the format of {shown(path.name)}: use {', '.join(_SUFFIXES)}"
        )
    if format in ("npy", "tsplib") and len(tours) != 1:
        raise BadInputError(f"a {format} file holds one tour, not {len(tours)}")
    with atomic_file(path) as file:
        if format == "npy":
            np.save(file, tours[0].indices)
            return
        for number, tour in enumerate(tours):
            separator = "\n" if format == "grid" and number else ""
            file.write(f"{separator}{dump(tour, format)}".encode())


def _load_npy(path: Path, board: Board | None) -> Entry:
    if board is None:
        raise BadInputError(
            f"{shown(str(path))} holds only indices; say which board it is of: board='8x8', or "
            "--board 8x8"
        )
    try:
        order = np.load(path, allow_pickle=False, mmap_mode="r")
    except OSError as error:
        raise _unreadable(path, error) from None
    except Exception:  # a damaged header makes numpy raise almost anything
        reason = ValueError("it is not an array as numpy saves it")
        raise _unreadable(path, reason) from None
    if not isinstance(order, np.ndarray) or order.ndim != 1 or order.dtype.kind not in "iu":
        raise BadInputError(f"{shown(str(path))} is not a one-dimensional array of integers")
    return Entry(board, order)
