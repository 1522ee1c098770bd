"""`babieca fractions BOARD --start SQUARE`: the tables 3 to 6 of seed 000 for any square."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer

from babieca import counting
from babieca.boards import Board
from babieca.cli.common import BoardText, Holes, Json, Leaper, Wrap, build_board, print_json
from babieca.cli.progress import progress_line
from babieca.errors import BadInputError


def fractions(
    board: BoardText,
    start: Annotated[str, typer.Option(metavar="SQUARE", help="The square to divide at.")],
    count: Annotated[
        bool, typer.Option("--count", help="Count the tours of each fraction too.")
    ] = False,
    numbering: Annotated[
        str,
        typer.Option(help="name (a1, b1 …) or banon (from 1 along the bottom row, as seed 000)."),
    ] = "name",
    leaper: Leaper = "knight",
    wrap: Wrap = "",
    holes: Holes = "",
    as_json: Json = False,
) -> None:
    """Divide the closed tours by the two neighbours of a square; mark what symmetry makes equal.

    Example: `babieca fractions 8x8 --start 28 --numbering banon`.
    """
    place = build_board(board, leaper, wrap, holes)
    square, name = _numbering(place, numbering, start)
    with progress_line() as progress:
        found = counting.fractions(place, start=square, count=count, progress=progress)
    if as_json:
        for fraction in found:
            print_json(
                {
                    "first": name(fraction.first),
                    "last": name(fraction.last),
                    "equal_to": [name(part) for part in fraction.equal_to],
                    "symmetry": fraction.symmetry,
                    "impossible": fraction.impossible,
                    "explored": fraction.explored,
                    "tours": None if fraction.tours is None else str(fraction.tours),
                }
            )
        return
    print(f"{'first':>6} {'last':>6}  {'tours':>20}  how")
    for fraction in found:
        how = "to explore"
        if fraction.impossible:
            how = f"none: {fraction.impossible}"
        elif not fraction.explored:
            how = f"as {'-'.join(map(name, fraction.equal_to))} by {fraction.symmetry}"
        tours = "" if fraction.tours is None else f"{fraction.tours:,}"
        print(f"{name(fraction.first):>6} {name(fraction.last):>6}  {tours:>20}  {how}")
    possible = sum(not fraction.impossible for fraction in found)
    print(f"{possible} fractions, {sum(f.explored for f in found)} to explore")


def _numbering(board: Board, numbering: str, start: str) -> tuple[Any, Callable[[Any], str]]:
    """Return the start square and the way to write squares."""
    if numbering == "name":
        return start, board.name_of
    if numbering != "banon":
        raise BadInputError(f"--numbering is name or banon, not {numbering!r}")
    if not start.isdecimal() or not 1 <= int(start) <= board.cells:
        raise BadInputError(f"in this numbering squares are 1 to {board.cells}, not {start!r}")
    return int(start) - 1, lambda square: str(board.index(square) + 1)
