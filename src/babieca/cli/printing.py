"""What the verbs share in reading and printing: tours, tables, JSON."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from babieca import checking, formats
from babieca.boards import Board
from babieca.cli.words import BoardOptions, FileWords, Written, of_group, refuse
from babieca.drawing.text import for_this_terminal
from babieca.errors import BadInputError, shown
from babieca.tours import Tour


def print_json(records: Iterable[Mapping[str, Any]]) -> None:
    """Print objects, one on each line."""
    for record in records:
        print(json.dumps(record))


def show(record: Mapping[str, Any], text: object, as_json: bool) -> None:
    """Print an answer in one of its two forms."""
    print(json.dumps(record) if as_json else text)


def read_tours(words: FileWords) -> list[Tour]:
    """Read all tours of a file, or of standard input."""
    if "board" in words:
        board = Board.parse(words["board"], **of_group(words, BoardOptions))
    else:
        refuse(words, "a board that the file tells: give --board", *BoardOptions.__annotations__)
        board = None
    return read_file(words.get("file", "-"), board, words.get("format"))


def read_file(file: str, board: Board | None, format: str | None = None) -> list[Tour]:
    """Read all tours of a file, or of standard input if it is called `-`."""
    if file != "-":
        return formats.load(file, board=board, format=format)
    text = formats.read_text(sys.stdin.buffer, "standard input")
    return formats.parse(text, board=board, format=format)


def is_drawn(written: Written) -> bool:
    """Whether tours are drawn: on a terminal, unless a format is named."""
    return not written and sys.stdout.isatty()


def print_tours(tours: Iterable[Tour], written: Written, *known: str) -> int:
    """Print tours one after another as they come, with an empty line between; count them.

    Drawn tours have a title: their kind and board, and what else is `known` of all of them.
    """
    format = format_of(written, "grid")
    drawn = is_drawn(written)
    printed = 0
    for printed, tour in enumerate(tours, start=1):
        separator = "\n" if printed > 1 and format == "grid" else ""
        text = _drawing(tour, known) if drawn else formats.dump(tour, format)
        sys.stdout.write(f"{separator}{text}")
    return printed


def _drawing(tour: Tour, known: Iterable[str]) -> str:
    title = ", ".join([checking.in_words(tour.kind, str(tour.board)), *filter(None, known)])
    line = textwrap.shorten(title, shutil.get_terminal_size().columns, placeholder=" ...")
    return f"{line}\n{for_this_terminal(tour)}"


def seed_of(words: Mapping[str, Any]) -> str:
    """Return what a title says of the seed; nothing if there was none."""
    return f"seed {words['seed']}" if "seed" in words else ""


def what_was_written(path: Path) -> str:
    """Say in one line what is in a file now: its format and its size."""
    format = path.suffix.removeprefix(".").upper()
    return f"wrote {path}: {format}, {path.stat().st_size:,} bytes"


def format_of(written: Written, usual: str) -> str:
    """Return the one format that the words name; refuse any that there is not."""
    format = written.get("format", "json" if "as_json" in written else usual)
    if format not in formats.FORMATS:
        raise BadInputError(f"unknown format {shown(format)}: use {', '.join(formats.FORMATS)}")
    if "as_json" in written and format != "json":
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
