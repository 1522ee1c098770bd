"""`babieca unrank BOARD NUMBER`: the tour with a number."""

from __future__ import annotations

from typing import Annotated

import typer

from babieca import sampling
from babieca.cli.common import BoardText, End, Holes, Json, Leaper, Start, Wrap, build_board, note
from babieca.cli.count import Avoiding, Memory, Through
from babieca.cli.progress import progress_line
from babieca.cli.sample import Atlas, Format, Kind, Scratch, print_tours
from babieca.errors import BadInputError

# More than the widest counts have; Python reads no integers above 4300 digits.
MOST_DIGITS = 1000


def unrank(
    board: BoardText,
    number: Annotated[str, typer.Argument(metavar="NUMBER", help="From 0 to the count less one.")],
    kind: Kind = "closed",
    start: Start = None,
    end: End = None,
    through: Through = "",
    avoiding: Avoiding = "",
    memory: Memory = None,
    scratch: Scratch = None,
    atlas: Atlas = None,
    format: Format = "grid",
    leaper: Leaper = "knight",
    wrap: Wrap = "",
    holes: Holes = "",
    as_json: Json = False,
) -> None:
    """Print the tour with a number, in the order that `babieca rank` counts in.

    Examples: `babieca unrank 6x6 4321`, `babieca unrank 5x5 0 --kind path --start a1`.
    """
    place = build_board(board, leaper, wrap, holes)
    if not number.strip().isdecimal():
        raise BadInputError(f"the number of a tour is 0 or more, not {number!r}")
    if len(number) > MOST_DIGITS:
        raise BadInputError(f"no board here has tours with numbers of {len(number)} digits")
    with progress_line() as progress:
        tour = sampling.unrank(
            place,
            int(number),
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
        )
    print_tours([tour], format, as_json)
