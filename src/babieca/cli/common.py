"""What the verbs share: the options that describe a board, and the two ways to print."""

from __future__ import annotations

import json
import re
import sys
from typing import Annotated, Any

import typer

from babieca import formats
from babieca.boards import Board
from babieca.errors import BadInputError
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
    plain = Board.parse(text, leaper=leaper)
    return Board(
        *plain.sides,
        leaper=plain.leaper,
        holes=split_squares(holes),
        wrap=_parse_wrap(wrap, plain.dimensions),
    )


def split_squares(text: str) -> list[str]:
    """Split a list of squares at the commas outside parentheses.

    >>> split_squares("a1, (0,1);c2")
    ['a1', '(0,1)', 'c2']
    """
    return [part for part in re.findall(r"\([^()]*\)|[^\s,;()]+", text) if part]


def _parse_wrap(text: str, dimensions: int) -> tuple[bool, ...]:
    text = text.strip().lower()
    if text in ("", "none"):
        return (False,) * dimensions
    if text in ("all", "torus"):
        return (True,) * dimensions
    joined = [False] * dimensions
    for part in text.split(","):
        if not part.strip().isdecimal() or int(part) >= dimensions:
            raise BadInputError(
                f"--wrap takes `all` or axes from 0 to {dimensions - 1}, not {text!r}"
            )
        joined[int(part)] = True
    return tuple(joined)


def read_tours(file: str, board: Board | None, format: str | None = None) -> list[Tour]:
    """Read all tours of a file, or of standard input if it is called `-`."""
    if file != "-":
        return formats.load(file, board=board, format=format)
    text = sys.stdin.buffer.read(formats.LARGEST_TEXT + 1)
    if len(text) > formats.LARGEST_TEXT:
        raise BadInputError(f"more than {formats.LARGEST_TEXT // 2**20} MiB of text to read")
    try:
        return formats.parse(text.decode(), board=board, format=format)
    except UnicodeDecodeError:
        raise BadInputError("standard input is not UTF-8 text") from None


def print_json(record: dict[str, Any]) -> None:
    """Print one object on one line of standard output."""
    print(json.dumps(record, ensure_ascii=False))


def note(message: str) -> None:
    """Say something beside the answer: on standard error."""
    print(message, file=sys.stderr)
