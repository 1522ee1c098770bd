"""Commands about many tours: `list`, `sample`, `unrank`, `rank`, `atlas build`, `atlas info`."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Required, TypedDict

import numpy as np
from numpy.typing import NDArray

from babieca.asking import ListAsked, SampleAsked, UnrankAsked
from babieca.cli.cluster import progress_of
from babieca.cli.printing import (
    check_output,
    format_of,
    is_drawn,
    print_tours,
    read_file,
    seed_of,
    show,
    time_since,
    write_tours,
)
from babieca.cli.progress import note, progress_line
from babieca.cli.words import (
    AtlasFolder,
    FormatWords,
    JsonWords,
    OutputFile,
    OutputWords,
    TourFile,
    refuse,
)
from babieca.engines.refuter import refuted
from babieca.engines.sweep.atlas import read_manifest
from babieca.errors import BadInputError, NoTourError, shown
from babieca.formats import answers
from babieca.formats.json_lines import to_json
from babieca.memory import human_bytes
from babieca.questions import Question
from babieca.tour import Tour
from babieca.verbs.tourset import Tours
from babieca.verbs.words import AtlasWords, NumberWords
from babieca.words import Word


class ToursOut(FormatWords, OutputWords, total=False):
    """Where tours go."""


def list_(tours: Tours, words: ListAsked, written: ToursOut) -> None:
    """List every tour as JSON Lines, each as soon as it is found; a terminal shows them drawn.

    Undirected, each once, unless --directed; with --path --start all paths from that square. With
    --output they go to a file, as a picture side by side on one sheet.

    Examples:
    - `babieca list 6x6 --limit 3`
    - `babieca list 5x5 --path --start c3`
    - `babieca list 8x8 --symmetry half-turn --limit 1 | babieca check -`
    - `babieca list 5x6 -o all.svg`
    """
    output = check_output(written)
    lines = format_of(written, "json") == "json" and not is_drawn(written)
    method = words.get("method", "search" if tours.question.symmetry is None else "fold")
    taken = time_since(method, time.perf_counter())
    with progress_of(words, written.get("json", False)) as told:
        # On a terminal the tours themselves show the progress.
        words["progress"] = None if output is None and sys.stdout.isatty() else told
        if output is not None:
            printed = write_tours(tours.list(**words), output, taken)
        elif lines:
            printed = _print_lines(tours.batches(**words), tours.question)
        else:
            printed = print_tours(tours.list(**words), written, taken)
    if printed == 0 and words.get("limit") != 0:
        reason = refuted(tours.question) or "the search visited the whole tree of partial tours"
        raise NoTourError(str(reason))


def _print_lines(found: Iterator[NDArray[np.integer[Any]]], question: Question) -> int:
    """Print rows of the engine as they come; return how many."""
    line, printed = None, 0
    for rows in found:
        line = line or Line(question, rows[0])
        sys.stdout.write("".join(map(line.write, rows.tolist())))
        sys.stdout.flush()
        printed += len(rows)
    return printed


class Line:
    """Writes rows of indices as the lines of `formats.json_lines`, without an object per tour."""

    def __init__(self, question: Question, first: NDArray[np.integer[Any]]) -> None:
        assert question.board is not None
        record = to_json(Tour(question.board, first, kind=question.kind)) | {"kind": question.kind}
        names = dict(zip(first.tolist(), map(json.dumps, record["squares"]), strict=True))
        self._names = [names.get(index, "") for index in range(question.board.cells)]
        record["squares"] = []
        self._head = json.dumps(record)[: -len("]}")]

    def write(self, row: list[int]) -> str:
        """Return the line of a row."""
        return f"{self._head}{', '.join([self._names[index] for index in row])}]}}\n"


def sample(tours: Tours, words: SampleAsked, source: AtlasFolder, written: ToursOut) -> None:
    """Draw tours uniformly: every tour is exactly as likely as any other. One by default.

    With --output they go to a file, as a picture side by side on one sheet.

    Examples:
    - `babieca sample 6x6 -n 5 --seed 7`
    - `babieca sample 5x8 --through a1-b3`
    - `babieca sample 5x5 --path --start a1 --format moves`
    - `babieca sample 6x6 -n 12 -o sheet.png`
    """
    output = check_output(written)
    format_of(written, "grid")
    if source:
        refuse(words, "--atlas", "cluster", "checkpoint")
    numbered = _numbered(tours, words, source)
    began = time.perf_counter()
    with contextlib.ExitStack() as stack:
        # A cluster must stay connected until the last tour is printed.
        elsewhere = "cluster" in words
        words["progress"] = stack.enter_context(progress_of(words, written.get("json", False)))
        words["say"] = note
        drawn = numbered.sample(**words)
        if not elsewhere:
            stack.close()
        method = words.get("method", "cluster")
        taken = time_since(method, began) if elsewhere else _taken(numbered, words, began)
        known = ("uniformly at random", taken, seed_of(words))
        if output is not None:
            write_tours(drawn, output, *known)
        else:
            print_tours(drawn, written, *known)


def unrank(tours: Tours, words: UnrankAsked, source: AtlasFolder, written: ToursOut) -> None:
    """Print the tour with a number, in the order that `babieca rank` counts in.

    Examples:
    - `babieca unrank 6x6 4321`
    - `babieca unrank 5x5 0 --path --start a1`
    - `babieca unrank 6x6 4321 -o tour.svg`
    """
    output = check_output(written)
    format_of(written, "grid")
    others: Any = dict(words)
    number = others.pop("number")
    if not (number.isascii() and number.isdecimal()):
        raise BadInputError(f"the number of a tour is 0 or more, not {shown(number)}")
    numbered = _numbered(tours, words, source)
    began = time.perf_counter()
    with progress_line() as progress:
        tour = numbered.unrank(int(number), **others, progress=progress, say=note)
    known = (f"number {number}", _taken(numbered, words, began))
    if output is not None:
        write_tours([tour], output, *known)
    else:
        print_tours([tour], written, *known)


def rank(
    tours: Tours, file: TourFile, words: NumberWords, source: AtlasFolder, written: JsonWords
) -> None:
    """Print the number of every tour in a file: its place among all tours that are asked for.

    With constraints, only the tours that obey them are numbered. `babieca unrank` goes back.

    Examples:
    - `babieca sample 6x6 | babieca rank 6x6`
    - `babieca rank 5x5 paths.txt --path --start a1`
    """
    read = read_file(file.get("file", "-"), tours.question.board)
    numbered = _numbered(tours, words, source)
    with progress_line() as progress:
        words["progress"], words["say"] = progress, note
        numbers = numbered.rank_all(read, **words)
    for number in numbers:
        show(answers.ranked(numbered, number), number, written)


def _taken(tours: Tours, words: Mapping[str, Any], began: float) -> Callable[[], str]:
    """Return a function that names the method and the time so far."""
    numbering = tours.numbering
    # Open tours are drawn as paths until one is open, and have no numbering of their own.
    usual = "rejection" if numbering is None else numbering.method
    return time_since(words.get("method", usual), began)


def _numbered(tours: Tours, words: Mapping[str, Any], source: AtlasFolder) -> Tours:
    """Return the same tours with the numbers of an atlas, if one is named."""
    if not source:
        return tours
    refuse(words, "--atlas", "method", "scratch")
    stored = Tours.load(source["atlas"])
    if stored != tours:
        where = shown(source["atlas"])
        raise BadInputError(
            f"the atlas in {where} is of {stored.question}; this asks for {tours.question}"
        )
    return stored


def build(tours: Tours, words: AtlasWords, target: OutputFile, written: JsonWords) -> None:
    """Sweep a board once and store the counts; print the size before anything is written.

    Examples:
    - `babieca atlas build 8x8 -o atlas8`
    - `babieca unrank 8x8 0 --atlas atlas8`
    """
    with progress_line() as progress:
        words["progress"], words["say"] = progress, note
        tours.save(target["output"], **words)
    record = answers.stored(tours.question, read_manifest(target["output"]))
    text = f"{record['tours']} tours, {human_bytes(record['bytes'])} in {target['output']}"
    show(record, text, written)


class StoredAtlas(TypedDict):
    """An atlas on disk."""

    directory: Required[
        Annotated[Path, Word("A directory of atlas build.", metavar="DIR", argument=True)]
    ]


def info(stored: StoredAtlas, written: JsonWords) -> None:
    """Say which tours an atlas numbers, after checking its files.

    Example:
    - `babieca atlas info atlas8`
    """
    tours = Tours.load(stored["directory"])
    record = answers.stored(tours.question, read_manifest(stored["directory"]))
    lines = [f"{name:<8} {record[name]}" for name in ("tours", "layers", "bytes")]
    show(record, "\n".join([f"question {tours.question}", *lines]), written)
