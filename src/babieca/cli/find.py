"""`babieca find BOARD`: one tour."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

import typer

from babieca import finding, formats
from babieca.cli.common import (
    BoardText,
    End,
    Holes,
    Json,
    Leaper,
    Start,
    Wrap,
    build_board,
    note,
    print_json,
)
from babieca.cli.progress import progress_line
from babieca.drawing.saving import checked_suffix
from babieca.errors import BadInputError
from babieca.finding import METHODS, FindReport

LARGEST_PRINTED = 100_000
"""Longer tours are written to a file or not at all: nobody reads them on a screen."""


def find(
    board: BoardText,
    closed: Annotated[
        bool, typer.Option("--closed/--path", help="A tour that returns to its start.")
    ] = False,
    start: Start = None,
    end: End = None,
    first: Annotated[
        str | None, typer.Option(metavar="SQUARE", help="The square after the first.")
    ] = None,
    method: Annotated[str, typer.Option(help=", ".join(METHODS))] = "auto",
    option: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE", help="The method's own, such as criteria=degree,random."
        ),
    ] = None,
    restarts: Annotated[int | None, typer.Option(help="Most restarts of a heuristic.")] = None,
    timeout: Annotated[float | None, typer.Option(help="Most seconds of a search.")] = None,
    seed: Annotated[int | None, typer.Option(help="Another seed, another tour.")] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write it: .npy .txt .moves .json .tour, or draw it: .svg .png .gif …",
        ),
    ] = None,
    format: Annotated[
        str, typer.Option(help=f"How to print it: {', '.join(formats.FORMATS)}.")
    ] = "grid",
    leaper: Leaper = "knight",
    wrap: Wrap = "",
    holes: Holes = "",
    as_json: Json = False,
) -> None:
    """Find a tour: on plain rectangles always, and from any square to any other.

    Without --closed any path will do. What the method counted goes to standard error. Exit code 1:
    proved that there is none; 3: neither found nor disproved within the limits.

    Examples: `babieca find 8x8 --closed`, `babieca find 8x8 --start a1 --end h1`,
    `babieca find 10000x10000 --closed -o tour.npy`.
    """
    place = build_board(board, leaper, wrap, holes)
    if output is not None:
        checked_suffix(output)
    elif format not in formats.FORMATS:
        raise BadInputError(f"unknown format {format!r}: use one of {', '.join(formats.FORMATS)}")
    if output is None and len(place) > LARGEST_PRINTED:
        raise BadInputError(f"a tour of {len(place)} squares is not printed; write it with -o FILE")
    with progress_line() as progress:
        report = finding.find_report(
            place,
            closed=closed,
            start=start,
            end=end,
            first=first,
            method=method,
            restarts=restarts,
            timeout=timeout,
            progress=progress,
            options=dict(_read_option(text) for text in option or []),
            seed=seed,
        )
    tour = finding.tour_of(report)
    if output is not None:
        tour.save(output)
    elif as_json:
        print_json(formats.to_json(tour))
    else:
        print(formats.dump(tour, format), end="")
    note(summary(report))


def summary(report: FindReport) -> str:
    """Say in one line which method ran and what it counted."""
    counted = [f"{value} {name}" for name, value in report.statistics.items()]
    return ", ".join([f"{report.method}: {report.seconds:.3f} s", *counted])


def _read_option(text: str) -> tuple[str, Any]:
    """Read NAME=VALUE: whole numbers and yes or no as such, anything else as text.

    >>> _read_option("nodes=1000"), _read_option("warnsdorff=no")
    (('nodes', 1000), ('warnsdorff', False))
    """
    name, separator, value = text.partition("=")
    if not separator or not name:
        raise BadInputError(f"--option takes NAME=VALUE, not {text!r}")
    if value.lower() in ("yes", "no", "true", "false"):
        return name, value.lower() in ("yes", "true")
    return name, int(value) if re.fullmatch(r"-?[0-9]{1,18}", value) else value
