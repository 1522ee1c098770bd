"""Read and print tours, tables and JSON, for all verbs."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from babieca import checking, formats
from babieca.boards import Board, BoardWords
from babieca.cli.progress import note
from babieca.cli.words import FileWords, FormatWords, board_of, refuse
from babieca.drawing.saving import TEXTS, checked_suffix, save_tours
from babieca.drawing.sheets import MOST_TOURS
from babieca.drawing.text import for_this_terminal
from babieca.errors import BadInputError, shown
from babieca.tour import Tour

MOST_WRITTEN = 100_000

Known = str | Callable[[], str]
"""A part of a title: text, or a function that returns it when a tour is printed."""


def show(record: Mapping[str, Any], text: object, shown: Mapping[str, Any]) -> None:
    """Print an answer as JSON, if that was asked for, or as text."""
    print(json.dumps(record) if shown.get("json") else text)


def read_entries(words: FileWords) -> Iterator[formats.Entry]:
    """Yield the tours of a file, or of standard input, unchecked."""
    if "board" in words:
        board = board_of(words)
    else:
        refuse(words, "a board that the file tells: give --board", *BoardWords.__annotations__)
        board = None
    return _entries_of(words.get("file", "-"), board, words.get("format"))


def read_tours(words: FileWords) -> list[Tour]:
    """Read all tours of a file, or of standard input."""
    return [entry.tour() for entry in read_entries(words)]


def read_file(file: str, board: Board | None) -> list[Tour]:
    """Read all tours of a file of a board, or of standard input if it is called `-`."""
    return [entry.tour() for entry in _entries_of(file, board, None)]


def _entries_of(file: str, board: Board | None, format: str | None) -> Iterator[formats.Entry]:
    if file != "-":
        return formats.load_entries(file, board=board, format=format)
    text = formats.read_text(sys.stdin.buffer, "standard input")
    return formats.entries(text, board=board, format=format)


def is_drawn(written: FormatWords) -> bool:
    """Whether tours are drawn: on a terminal, unless a format is named."""
    return not written and sys.stdout.isatty()


def check_output(written: Mapping[str, Any]) -> Path | None:
    """Return the file that tours go to, if any; refuse a bad suffix and a format beside it."""
    output: Path | None = written.get("output")
    if output is not None:
        checked_suffix(output)
        if len(written) > 1:
            raise BadInputError("the suffix of --output tells the format: leave the other out")
    return output


def write_tours(tours: Iterable[Tour], output: Path, *known: Known) -> int:
    """Write tours to a file, several to a picture as a sheet; return how many."""
    most = MOST_WRITTEN if output.suffix.lower() in TEXTS else MOST_TOURS
    kept: list[Tour] = []
    for tour in tours:
        if len(kept) == most:
            raise BadInputError(f"such a file takes {most:,} tours and there are more: use --limit")
        kept.append(tour)
    if kept:
        about = ", ".join(_said(known))
        several = f"{len(kept):,} tours of {kept[0].board}"
        save_tours(kept, output, ", ".join(filter(None, (several, about))))
        note("; ".join(filter(None, (about, what_was_written(output)))))
    return len(kept)


def print_tours(tours: Iterable[Tour], written: FormatWords, *known: Known) -> int:
    """Print tours one after another as they come; return how many.

    Drawn tours have a title: kind, board and the `known` parts.
    """
    format = format_of(written, "grid")
    drawn = is_drawn(written)
    printed = 0
    for printed, tour in enumerate(tours, start=1):
        separator = "\n" if printed > 1 and format == "grid" else ""
        text = _drawing(tour, known) if drawn else formats.dump(tour, format)
        sys.stdout.write(f"{separator}{text}")
    return printed


def _said(known: Iterable[Known]) -> list[str]:
    said = (words if isinstance(words, str) else words() for words in known)
    return [words for words in said if words]


def time_since(method: str, began: float) -> Callable[[], str]:
    """Return a function that names a method and the time since it began."""
    return lambda: f"{method}: {time.perf_counter() - began:.3f} s"


def _drawing(tour: Tour, known: Iterable[Known]) -> str:
    title = ", ".join([checking.in_words(tour.kind, str(tour.board)), *_said(known)])
    line = textwrap.shorten(title, shutil.get_terminal_size().columns, placeholder=" ...")
    return f"{line}\n{for_this_terminal(tour)}"


def seed_of(words: Mapping[str, Any]) -> str:
    """Return the seed for a title; empty if there was none."""
    return f"seed {words['seed']}" if "seed" in words else ""


def what_was_written(path: Path) -> str:
    """Return a line with the name, format and size of a file."""
    format = path.suffix.removeprefix(".").upper()
    return f"wrote {path}: {format}, {path.stat().st_size:,} bytes"


def format_of(written: FormatWords, usual: str) -> str:
    """Return the format that the words name; refuse unknown formats."""
    format = written.get("format", "json" if "json" in written else usual)
    if format not in formats.FORMATS:
        raise BadInputError(f"unknown format {shown(format)}: use {', '.join(formats.FORMATS)}")
    if "json" in written and format != "json":
        raise BadInputError("--json and --format name different formats: give one of them")
    return format


def aligned(rows: Iterable[tuple[str, int]]) -> str:
    """Return a table of names and numbers as text.

    >>> print(aligned([("a1-b3", 5), ("b1-c3", 100)]))
    a1-b3   5
    b1-c3 100
    """
    table = [(name, str(number)) for name, number in rows]
    left, right = (max((len(row[column]) for row in table), default=0) for column in (0, 1))
    return "\n".join(f"{name:<{left}} {number:>{right}}" for name, number in table)
