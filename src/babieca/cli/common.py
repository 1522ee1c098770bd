"""What the verbs share: the options that describe a board, and the two ways to print."""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any

import typer

from babieca import formats
from babieca.boards import Board
from babieca.tours import Tour

BoardText = Annotated[
    str, typer.Argument(metavar="BOARD", help="Sides, such as 8x8, 3x10 or 4x4x4.")
]
Leaper = Annotated[
    str,
    typer.Option(
        metavar="A,B", help="The piece: two lengths such as 1,4, or a name such as zebra."
    ),
]
Wrap = Annotated[
    str,
    typer.Option(
        metavar="AXES", help="Join opposite borders: `all` (a torus), or axes such as `1` or `0,1`."
    ),
]
Holes = Annotated[
    str, typer.Option(metavar="SQUARES", help="Missing squares: c3,d4 or (0,0),(1,1).")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON on standard output, nothing else.")]
Start = Annotated[
    str | None, typer.Option(metavar="SQUARE", help="The first square: a1, (0,0) or 0.")
]
End = Annotated[str | None, typer.Option(metavar="SQUARE", help="The last square.")]


def build_board(text: str, leaper: str = "knight", wrap: str = "", holes: str = "") -> Board:
    """Make the board that the options describe.

    >>> build_board("5x5", "1,4", "all", "c3,(0,1)")
    Board(5, 5, leaper=(1, 4), holes=[(0, 1), (2, 2)], wrap=True)
    """
    return Board.parse(text, leaper=leaper, holes=holes, wrap=wrap)


def read_tours(file: str, board: Board | None, format: str | None = None) -> list[Tour]:
    """Read all tours of a file, or of standard input if it is called `-`."""
    if file != "-":
        return formats.load(file, board=board, format=format)
    text = formats.read_text(sys.stdin.buffer, "standard input")
    return formats.parse(text, board=board, format=format)


def print_json(record: dict[str, Any]) -> None:
    """Print one object on one line of standard output."""
    print(json.dumps(record, ensure_ascii=False))


def note(message: str) -> None:
    """Say something beside the answer: on standard error."""
    print(message, file=sys.stderr)
