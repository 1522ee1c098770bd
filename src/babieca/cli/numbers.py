"""`babieca sample`, `unrank` and `rank`: tours at random, by number, and back."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from typing import Annotated

import typer

from babieca.cli.cluster import progress_of
from babieca.cli.printing import (
    check_output,
    format_of,
    print_tours,
    read_file,
    seed_of,
    show,
    time_since,
    write_tours,
)
from babieca.cli.progress import note, progress_line
from babieca.cli.words import (
    Atlas,
    Divided,
    File,
    Json,
    Limit,
    Output,
    Roomy,
    Scratch,
    Seed,
    Written,
    method,
    refuse,
)
from babieca.engines import NUMBERERS
from babieca.errors import BadInputError, shown
from babieca.formats import answers
from babieca.verbs.tourset import Tours


class NumberWords(Roomy, total=False):
    """What the engines that number tours take."""

    method: Annotated[str, method(NUMBERERS)]
    scratch: Scratch


class SampleWords(NumberWords, Divided, total=False):
    """What `sample` takes besides the question."""

    limit: Limit
    seed: Seed


def sample(
    tours: Tours,
    words: SampleWords,
    written: Written,
    atlas: Atlas | None = None,
    output: Output | None = None,
) -> None:
    """Draw tours uniformly: every tour is exactly as likely as any other. One if -n is not given.

    With --output they go to a file, as a picture side by side on one sheet.

    Examples:
    - `babieca sample 6x6 -n 5 --seed 7`
    - `babieca sample 5x8 --through a1-b3`
    - `babieca sample 5x5 --path --start a1 --format moves`
    - `babieca sample 6x6 -n 12 -o sheet.png`
    """
    check_output(output, written)
    format_of(written, "grid")
    if atlas is not None:
        refuse(words, "--atlas", "cluster", "checkpoint")
    numbered = _numbered(tours, words, atlas)
    began = time.perf_counter()
    with contextlib.ExitStack() as stack:
        # The tours of a cluster are read while they are printed: it is there until the last.
        elsewhere = "cluster" in words
        progress = stack.enter_context(progress_of(words, written.get("as_json", False)))
        drawn = numbered.sample(**words, progress=progress, say=note)
        if not elsewhere:
            stack.close()
        way = words.get("method", "cluster")
        taken = time_since(way, began) if elsewhere else _taken(numbered, words, began)
        known = ("uniformly at random", taken, seed_of(words))
        if output is not None:
            write_tours(drawn, output, *known)
        else:
            print_tours(drawn, written, *known)


def unrank(
    tours: Tours,
    number: Annotated[str, typer.Argument(metavar="NUMBER", help="From 0 to the count less one.")],
    words: NumberWords,
    written: Written,
    atlas: Atlas | None = None,
    output: Output | None = None,
) -> None:
    """Print the tour with a number, in the order that `babieca rank` counts in.

    Examples:
    - `babieca unrank 6x6 4321`
    - `babieca unrank 5x5 0 --path --start a1`
    - `babieca unrank 6x6 4321 -o tour.svg`
    """
    check_output(output, written)
    format_of(written, "grid")
    if not (number.isascii() and number.isdecimal()):
        raise BadInputError(f"the number of a tour is 0 or more, not {shown(number)}")
    numbered = _numbered(tours, words, atlas)
    began = time.perf_counter()
    with progress_line() as progress:
        tour = numbered.unrank(int(number), **words, progress=progress, say=note)
    known = (f"number {number}", _taken(numbered, words, began))
    if output is not None:
        write_tours([tour], output, *known)
    else:
        print_tours([tour], written, *known)


def rank(
    tours: Tours,
    words: NumberWords,
    file: File = "-",
    atlas: Atlas | None = None,
    as_json: Json = False,
) -> None:
    """Print the number of every tour in a file: its place among all tours that are asked for.

    With constraints, only the tours that obey them are numbered. `babieca unrank` goes back.

    Examples:
    - `babieca sample 6x6 | babieca rank 6x6`
    - `babieca rank 5x5 paths.txt --path --start a1`
    """
    read = read_file(file, tours.question.board)
    numbered = _numbered(tours, words, atlas)
    with progress_line() as progress:
        numbers = numbered.rank_all(read, **words, progress=progress, say=note)
    for number in numbers:
        show(answers.ranked(numbered, number), number, as_json)


def _taken(tours: Tours, words: NumberWords, began: float) -> Callable[[], str]:
    """Return what gives the words of the engine that numbered the tours, and of the time so far."""
    numbering = tours.numbering
    # Open tours are drawn as paths until one is open, and have no numbering of their own.
    usual = "rejection" if numbering is None else numbering.method
    return time_since(words.get("method", usual), began)


def _numbered(tours: Tours, words: NumberWords, atlas: str | None) -> Tours:
    """Return the same tours with the numbers of an atlas, if there is one."""
    if atlas is None:
        return tours
    refuse(words, "--atlas", "method", "scratch")
    stored = Tours.load(atlas)
    if stored != tours:
        raise BadInputError(
            f"the atlas in {shown(atlas)} is of {stored.question}; this asks for {tours.question}"
        )
    return stored
