"""Read and print tours, tables and JSON, for all verbs."""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from babieca import formats
from babieca.boards import Board, BoardWords
from babieca.checking import tour_of
from babieca.cli.progress import note
from babieca.cli.words import FileWords, FormatWords, ToursOut, place_of, refuse
from babieca.drawing.saving import ANIMATIONS, PICTURES, TEXTS, check_words, save_drawing
from babieca.drawing.sheets import MOST_PRINTED, MOST_TOURS
from babieca.drawing.text import for_this_terminal
from babieca.errors import BadInputError
from babieca.formats import graph_files
from babieca.graphs import Graph
from babieca.looks import FileLook, PaperWords
from babieca.reasons import Reason
from babieca.tour import Tour
from babieca.words import declared, split_words

MOST_WRITTEN = 100_000

Known = str | Callable[[], str]
"""A part of a title: text, or a function that returns it when a tour is printed."""


def show(record: Mapping[str, Any], text: object, shown: Mapping[str, Any]) -> None:
    print(json.dumps(record) if shown.get("json") else text)


def read_entries(words: FileWords, board: Board | Graph | None = None) -> Iterator[formats.Entry]:
    """Yield the tours of a file, or of standard input (`-`), unchecked."""
    if "board" in words:
        board = place_of(words)
    else:
        refuse(words, Reason("board_in_file"), *BoardWords.__annotations__)
    file, format = words.get("file", "-"), words.get("format")
    if re.fullmatch(r"[0-9]++(?>(?:x[0-9]++)+)", file) and not os.path.exists(file):
        raise BadInputError("file_is_board", file=file)
    if Path(file).suffix.lower() in graph_files.SUFFIXES.keys() - formats.SUFFIXES.keys():
        raise BadInputError("file_is_graph", file=file)
    if file == "-" and sys.stdin.isatty():
        note(Reason("paste_tours"))
    if file != "-":
        return formats.load_entries(file, board=board, format=format)
    text = formats.read_text(sys.stdin.buffer, Reason("standard_input"))
    return formats.entries(text, board=board, format=format)


def read_tours(words: FileWords, board: Board | Graph | None = None) -> list[Tour]:
    return [entry.tour() for entry in read_entries(words, board)]


def is_drawn(written: FormatWords) -> bool:
    return not written and sys.stdout.isatty()


def look_of(written: ToursOut) -> dict[str, Any]:
    """Return the words of the picture in a file; refuse them, or other words, before the work."""
    look = split_words(FileLook, written)[0]
    if "output" in written:
        check_words(written["output"], look)
        if "format" in written or "json" in written:
            raise BadInputError(
                "suffix_tells", names=Reason("both_words", one="format", other="json")
            )
    elif look:
        raise only_in_files(min(look))
    return look


def only_in_files(name: str) -> BadInputError:
    suffix = ".pdf" if name in declared(PaperWords) else ".svg"
    return BadInputError("name_for_files", name=name, suffix=suffix)


def _write_tours(tours: Iterable[Tour], written: ToursOut, *known: Known) -> int:
    """Write tours to a file, several to a picture as a sheet; return how many."""
    output = written["output"]
    known_most = {**dict.fromkeys(TEXTS, MOST_WRITTEN), ".pdf": MOST_PRINTED}
    most = known_most.get(output.suffix.lower(), MOST_TOURS)
    kept = list(itertools.islice(tours, most + 1))
    if len(kept) > most:
        raise BadInputError("file_takes_tours", suffix=output.suffix, most=f"{most:,}")
    if kept:
        several = Reason("so_many_tours_of", count=f"{len(kept):,}", graph=kept[0].graph)
        # Without times, a command writes the same file each time.
        about = [part for part in known if isinstance(part, str) and part]
        save_drawing(kept, output, look_of(written), ", ".join([several, *about]))
        note("; ".join(filter(None, (", ".join(_said(known)), wrote(output)))))
    return len(kept)


def print_tours(tours: Iterable[Tour], written: ToursOut, *known: Known) -> int:
    """Write tours to the output or print them, drawn ones titled with `known`; return how many."""
    if "output" in written:
        return _write_tours(tours, written, *known)
    format = format_of(written, "grid")
    drawn = is_drawn(written)
    printed = 0
    for printed, tour in enumerate(tours, start=1):
        separator = "\n" if printed > 1 and format == "grid" else ""
        if tour.board is None and "format" not in written and format == "grid":
            format = "moves"
        text = _drawing(tour, known) if drawn else formats.dump(tour, format)
        sys.stdout.write(f"{separator}{text}")
    return printed


def _said(known: Iterable[Known]) -> list[str]:
    said = (part if isinstance(part, str) else part() for part in known)
    return [part for part in said if part]


def _drawing(tour: Tour, known: Iterable[Known]) -> str:
    title = ", ".join([tour_of(tour.kind, tour.graph), *_said(known)])
    line = textwrap.shorten(title, shutil.get_terminal_size().columns, placeholder=" ...")
    return f"{line}\n{for_this_terminal(tour)}"


def wrote(path: Path) -> str:
    if not path.is_file():  # a pipe or a device has no size
        return Reason("wrote", path=path)
    form = path.suffix[1:].upper() or None
    return Reason("wrote", path=path, form=form, bytes=f"{path.stat().st_size:,}")


def format_of(written: FormatWords, usual: str) -> str:
    format = written.get("format", "json" if "json" in written else usual)
    if f".{format}" in PICTURES + ANIMATIONS:
        raise BadInputError("format_is_picture", format=format)
    formats.format_named(format)
    if "json" in written and format != "json":
        raise BadInputError("different_formats", one="json", other="format")
    return format
