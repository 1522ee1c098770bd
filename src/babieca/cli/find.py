"""`babieca find BOARD`: one tour."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import cast

from babieca.board_text import wrap_text
from babieca.boards import Board
from babieca.cli.cluster import progress_of
from babieca.cli.printing import (
    check_output,
    format_of,
    is_drawn,
    print_tours,
    seed_of,
    show,
    what_was_written,
)
from babieca.cli.progress import note
from babieca.cli.words import FormatWords, OutputWords
from babieca.errors import BadInputError
from babieca.formats import answers
from babieca.verbs.find import FindReport
from babieca.verbs.tourset import Tours
from babieca.verbs.words import FindWords

LARGEST_PRINTED, LARGEST_DRAWN = 100_000, 10_000_000
"""The most squares of a tour that is printed as numbers, and of one that is drawn in a terminal."""


class FoundTour(FormatWords, OutputWords, total=False):
    """Where the tour goes."""


def find(tours: Tours, words: FindWords, written: FoundTour) -> None:
    """Find a tour: on plain rectangles always, and from any square to any other.

    A terminal shows it drawn; a pipe or --format takes plain text, and what the method counted
    goes to standard error. Exit code 1: proved that there is none; 3: neither found nor disproved
    within the limits. The suffix of the output tells what is written: .npy .txt .moves .json .tour,
    or a picture: .svg .pdf .png .gif .webp.

    Examples:
    - `babieca find 8x8`
    - `babieca find 8x8 --path --start a1 --end h1`
    - `babieca find 10000x10000 -o tour.npy`
    - `babieca find 8x8 --seed 7 -o tour.png`
    - `babieca find 12x12 --path --magic semi`
    """
    output = check_output(written)
    squares = len(tours.question.graph)
    if output is None and squares > (LARGEST_DRAWN if is_drawn(written) else LARGEST_PRINTED):
        raise BadInputError(f"a tour of {squares} squares is not printed: write it with -o FILE")
    format_of(written, "grid")
    what = f"finding {tours.question}"
    with progress_of(words, written.get("json", False), what, words.get("timeout")) as progress:
        words["progress"] = progress
        report = tours.find_report(**words)
    tour = report.found()
    if output is not None:
        tour.save(output)
        said = hint(output, cast(Board, tour.board))
        note(f"{summary(report)}; {what_was_written(output)}{said}")
        return
    if "json" in written:
        show(answers.found(report), "", written)
    else:
        print_tours([tour], written, summary(report), seed_of(words))
    if not is_drawn(written):
        note(summary(report))


def summary(report: FindReport) -> str:
    """Say in one line which method ran and what it counted."""
    counted = [f"{value} {name}" for name, value in report.statistics.items()]
    return ", ".join([f"{report.method}: {report.seconds:.3f} s", *counted])


def hint(path: Path, board: Board) -> str:
    """Say how to read a file back that does not tell its board.

    >>> hint(Path("tour.npy"), Board(5, 6, wrap="1", holes="c3"))
    "; check it with: babieca check tour.npy --board 5x6 --wrap 1 --holes '(2,2)'"
    """
    if path.suffix.lower() != ".npy":
        return ""
    words = {
        "board": board.name,
        "leaper": ",".join(map(str, board.leaper)) if board.leaper != (1, 2) else "",
        "wrap": wrap_text(board.wrap),
        "holes": ",".join(map(str, board.holes)).replace(" ", ""),
    }
    typed = [part for name, value in words.items() if value for part in (f"--{name}", value)]
    return f"; check it with: {shlex.join(['babieca', 'check', str(path), *typed])}"
