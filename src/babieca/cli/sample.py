"""`babieca sample BOARD`: tours drawn exactly uniformly at random."""

from __future__ import annotations

from typing import Annotated

import typer

from babieca import formats, sampling
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
from babieca.cli.count import Avoiding, Memory, Through
from babieca.cli.progress import progress_line
from babieca.tours import Tour

Kind = Annotated[str, typer.Option(help="closed or path.")]
Atlas = Annotated[
    str | None, typer.Option(metavar="DIR", help="Use what `babieca atlas build` stored here.")
]
Scratch = Annotated[
    str | None, typer.Option(metavar="DIR", help="Where layers go that do not fit the memory.")
]
Format = Annotated[str, typer.Option(help=f"How to print tours: {', '.join(formats.FORMATS)}.")]


def sample(
    board: BoardText,
    n: Annotated[int, typer.Option("-n", help="How many tours.")] = 1,
    kind: Kind = "closed",
    start: Start = None,
    end: End = None,
    through: Through = "",
    avoiding: Avoiding = "",
    seed: Annotated[int | None, typer.Option(help="The same seed draws the same tours.")] = None,
    memory: Memory = None,
    scratch: Scratch = None,
    atlas: Atlas = None,
    format: Format = "grid",
    leaper: Leaper = "knight",
    wrap: Wrap = "",
    holes: Holes = "",
    as_json: Json = False,
) -> None:
    """Draw tours uniformly: every tour is exactly as likely as any other.

    Examples: `babieca sample 6x6 -n 5 --seed 7`, `babieca sample 5x8 --through a1-b3`,
    `babieca sample 5x5 --kind path --start a1 --format moves`.
    """
    place = build_board(board, leaper, wrap, holes)
    with progress_line() as progress:
        tours = sampling.sample(
            place,
            n,
            kind,
            start=start,
            end=end,
            through=through,
            avoiding=avoiding,
            memory=memory,
            scratch=scratch,
            atlas=atlas,
            progress=progress,
            say=note,
            seed=seed,
        )
    print_tours(tours, format, as_json)


def print_tours(tours: list[Tour], format: str, as_json: bool) -> None:
    """Print tours one after another, grids with an empty line between them."""
    for number, tour in enumerate(tours):
        if as_json:
            print_json(formats.to_json(tour))
            continue
        if number and format == "grid":
            print()
        print(formats.dump(tour, format), end="")
