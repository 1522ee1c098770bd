"""Reading and writing tours: JSON Lines, numbered grids, move lists, TSPLIB tours, numpy files.

Readers recognize the format. A parser returns tours or raises `BadInputError` with the line that
it could not read, in time and memory proportional to the length of the text.
"""

import os
import re
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from babieca.boards import Board
from babieca.errors import BadInputError, shown, utf8
from babieca.files import atomic_file, read_text, text_of_file, unreadable
from babieca.formats import grids, json_lines, lists
from babieca.formats.entry import Entry, Format
from babieca.formats.json_lines import from_json, to_json
from babieca.graphs import Graph
from babieca.reasons import Reason
from babieca.tour import Tour
from babieca.words import one_of

__all__ = [
    "FORMATS",
    "SUFFIXES",
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
    "text_of_file",
    "to_json",
]

_TEXT_FORMATS = {
    format.name: format for format in (json_lines.FORMAT, grids.FORMAT, lists.MOVES, lists.TSPLIB)
}
FORMATS = tuple(_TEXT_FORMATS)
"""The names of the text formats."""
SUFFIXES = {suffix: one.name for one in _TEXT_FORMATS.values() for suffix in one.suffixes}
"""The format of a file by its suffix."""
SUFFIXES[".npy"] = "npy"


def parse(
    text: str, *, board: Board | Graph | str | None = None, format: str | None = None
) -> list[Tour]:
    r"""Read all tours in a text; the format is recognized unless it is given.

    Give `board` where the text does not name it (TSPLIB files of other programs, grids of more than
    two dimensions); elsewhere it must agree with the text. If the text does not name the kind, a
    tour whose ends are a move apart is read as closed.

    >>> [tour.kind for tour in parse("1 4 7 10\n8 11 2 5\n3 6 9 12")]
    ['open']
    """
    return [entry.tour() for entry in entries(text, board=board, format=format)]


def entries(
    text: str, *, board: Board | Graph | str | None = None, format: str | None = None
) -> Iterator[Entry]:
    """Yield the entries of a text, also of parts of tours; otherwise like `parse`.

    >>> [entry.squares.tolist() for entry in entries("a1 c2", board="3x4")]
    [[0, 6]]
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    board = Board.parse(board) if isinstance(board, str) else board
    entry = None
    guessed = format or sniff(text)
    if format is None and guessed == "grid" and isinstance(board, Graph):
        guessed = "moves"  # the numbers are vertices
    for entry in format_named(guessed).read(text, board):
        yield entry
    if entry is None:
        raise BadInputError("no_tour_in_text")


def sniff(text: str) -> str:
    r"""Guess the format of a text.

    >>> sniff("a1 b3 c5"), sniff('{"board": "5x5"}'), sniff("1 2\n3 4")
    ('moves', 'json', 'grid')
    """
    # `[^\S\n]` matches blanks of one line: a pattern over many lines would be tried from each line.
    text = re.sub(r"^[^\S\n]*+#.*+$", "", text, flags=re.MULTILINE)
    found = [one.name for one in _TEXT_FORMATS.values() if one.recognizes(text)]
    return found[0] if found else "moves"


def format_named(name: str) -> Format:
    if name not in _TEXT_FORMATS:
        one_of("format", name, FORMATS)
    return _TEXT_FORMATS[name]


def dump(tour: Tour, format: str = "json") -> str:
    r"""Write one tour as text, ending in a newline.

    >>> print(dump(parse("1 4 7 10\n8 11 2 5\n3 6 9 12")[0], "moves"), end="")
    a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1
    """
    return format_named(format).write(tour)


def load(
    path: str | os.PathLike[str],
    *,
    board: Board | Graph | str | None = None,
    format: str | None = None,
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
    path: str | os.PathLike[str],
    *,
    board: Board | Graph | str | None = None,
    format: str | None = None,
) -> Iterator[Entry]:
    """Yield the entries of a file, also of parts of tours; otherwise like `load`.

    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "part.moves").write_text("a1 b3 c5")
    ...     [entry] = load_entries(f"{folder}/part.moves", board="8x8")
    >>> entry.squares.tolist()
    [0, 17, 34]
    """
    path = Path(path)
    if path.suffix.lower() == ".npy":
        yield _load_npy(path, Board.parse(board) if isinstance(board, str) else board)
        return
    yield from entries(text_of_file(path), board=board, format=format)


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
    format = format or SUFFIXES.get(path.suffix.lower())
    if format not in (*FORMATS, "npy"):
        raise BadInputError("cannot_tell_format", file=shown(path.name), names=[*SUFFIXES])
    tours = [tours] if isinstance(tours, Tour) else list(tours)
    if (format == "npy" or format_named(format).holds_one) and len(tours) != 1:
        raise BadInputError("one_tour_per_file", format=format, count=len(tours))
    with atomic_file(path) as file:
        if format == "npy":
            np.save(file, tours[0].indices)
            return
        for number, tour in enumerate(tours):
            separator = format_named(format).separator if number else ""
            file.write(utf8(f"{separator}{dump(tour, format)}"))


def _load_npy(path: Path, board: Board | Graph | None) -> Entry:
    if board is None:
        raise BadInputError("file_does_not_name", file=shown(str(path)))
    try:
        with warnings.catch_warnings(action="ignore"):
            order = np.load(path, allow_pickle=False, mmap_mode="r")
    except OSError as error:
        raise unreadable(path, error.strerror or str(error)) from None
    except Exception:  # a damaged header makes numpy warn of and raise almost anything
        raise unreadable(path, Reason("not_numpy")) from None
    if not isinstance(order, np.ndarray) or order.ndim != 1 or order.dtype.kind not in "iu":
        raise BadInputError("not_an_array", path=shown(str(path)))
    return Entry(board, order)
