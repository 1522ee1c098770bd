"""`babieca usage BOARD`: how many tours use each move."""

from __future__ import annotations

from typing import Annotated

import typer

from babieca import counting, sampling
from babieca.cli.common import (
    BoardText,
    End,
    Holes,
    Json,
    Leaper,
    Start,
    Wrap,
    build_board,
    print_json,
)
from babieca.cli.count import Avoiding, Memory, Through
from babieca.cli.progress import progress_line
from babieca.cli.sample import Kind
from babieca.errors import BadInputError


def usage(
    board: BoardText,
    square: Annotated[
        str | None,
        typer.Option(metavar="SQUARE", help="Pairs of moves at this square instead."),
    ] = None,
    kind: Kind = "closed",
    start: Start = None,
    end: End = None,
    through: Through = "",
    avoiding: Avoiding = "",
    memory: Memory = None,
    leaper: Leaper = "knight",
    wrap: Wrap = "",
    holes: Holes = "",
    as_json: Json = False,
) -> None:
    """Print, for each move of the board, how many tours use it, the most used first.

    With --square: for each two moves at that square, how many closed tours use both.

    Examples: `babieca usage 6x6`, `babieca usage 6x6 --square c3`.
    """
    place = build_board(board, leaper, wrap, holes)
    if square is not None and (start is not None or end is not None):
        raise BadInputError("--square does not go together with --start or --end")
    with progress_line() as progress:
        if square is not None:
            table = counting.count(
                place,
                kind,
                by="edge-pair",
                start=square,
                through=through,
                avoiding=avoiding,
                memory=memory,
                progress=progress,
            )
        else:
            table = sampling.edge_usage(
                place,
                kind,
                start=start,
                end=end,
                through=through,
                avoiding=avoiding,
                memory=memory,
                progress=progress,
            )
    rows = [
        (f"{place.name_of(first)}-{place.name_of(second)}", tours)
        for (first, second), tours in sorted(table.items(), key=lambda row: (-row[1], row[0]))
    ]
    if as_json:
        tours_by_move = {name: str(tours) for name, tours in rows}
        print_json({"board": str(place), "kind": kind, "tours": tours_by_move})
        return
    width = max((len(str(tours)) for _, tours in rows), default=1)
    for name, tours in rows:
        print(f"{name:<8} {tours:>{width}}")
