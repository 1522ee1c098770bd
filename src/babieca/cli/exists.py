"""`babieca exists BOARD`: what theory knows."""

from __future__ import annotations

from typing import Annotated

import typer

from babieca import theory
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

EXIT_CODES = {"yes": 0, "no": 1, "undecided": 3}


def exists(
    board: BoardText,
    closed: Annotated[bool, typer.Option("--closed/--path", help="Ask for a closed tour.")] = False,
    start: Start = None,
    end: End = None,
    leaper: Leaper = "knight",
    wrap: Wrap = "",
    holes: Holes = "",
    as_json: Json = False,
) -> int:
    """Say from theorems alone whether a tour exists, and why.

    Without --closed the question is about paths: tours that need not return.

    Examples: `babieca exists 4x8 --closed`, `babieca exists 5x5 --start a2`.
    """
    place = build_board(board, leaper, wrap, holes)
    verdict = theory.exists(place, closed=closed, start=start, end=end)
    if as_json:
        print_json(
            {
                "board": str(place),
                "closed": closed,
                "answer": verdict.answer,
                "reason": verdict.reason,
                "source": verdict.source,
            }
        )
    else:
        print(verdict)
    return EXIT_CODES[verdict.answer]
