"""`babieca rank FILE`: which number a tour has."""

from __future__ import annotations

from typing import Annotated

import typer

from babieca import sampling
from babieca.boards import Board
from babieca.cli.common import End, Json, Start, note, print_json, read_tours
from babieca.cli.count import Avoiding, Memory, Through
from babieca.cli.progress import progress_line
from babieca.cli.sample import Atlas, Scratch


def rank(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A file of tours, or - for standard input.")
    ] = "-",
    board: Annotated[
        str | None,
        typer.Option(metavar="BOARD", help="The board, if the file does not tell, such as 8x8."),
    ] = None,
    kind: Annotated[
        str | None, typer.Option(help="closed or path; what each tour is, if not given.")
    ] = None,
    start: Start = None,
    end: End = None,
    through: Through = "",
    avoiding: Avoiding = "",
    memory: Memory = None,
    scratch: Scratch = None,
    atlas: Atlas = None,
    as_json: Json = False,
) -> None:
    """Print the number of every tour in a file: its place among all tours of its board.

    With constraints, only the tours that obey them are numbered. `babieca unrank` goes back.

    Example: `babieca sample 6x6 --format moves | babieca rank - --board 6x6`.
    """
    tours = read_tours(file, Board.parse(board) if board else None)
    with progress_line() as progress:
        numbers = sampling.rank_all(
            tours,
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
    for tour, number in zip(tours, numbers, strict=True):
        if as_json:
            print_json({"board": str(tour.board), "rank": str(number)})
        else:
            print(number)
