"""`babieca list BOARD`: every tour, one per line."""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any, cast

import numpy as np
import typer
from numpy.typing import NDArray

from babieca.boards import Board
from babieca.cli.common import (
    BoardText,
    End,
    Holes,
    Leaper,
    Start,
    Wrap,
    build_board,
)
from babieca.errors import BadInputError, NoTourError
from babieca.formats.json_lines import to_json
from babieca.searching.listing import tour_batches
from babieca.searching.orders import ORDERS
from babieca.searching.questions import KINDS, RULE_SETS, RULES, Kind, ask
from babieca.tours import Tour

Edges = Annotated[str, typer.Option(metavar="EDGES", help="Moves such as a1-b3,c2-e1.")]


def list_(
    board: BoardText,
    kind: Annotated[
        str | None, typer.Option(help=f"{', '.join(KINDS)}; closed if not given.")
    ] = None,
    closed: Annotated[bool, typer.Option("--closed", help="Short for --kind closed.")] = False,
    path: Annotated[bool, typer.Option("--path", help="Short for --kind path.")] = False,
    start: Start = None,
    end: End = None,
    limit: Annotated[int | None, typer.Option(min=0, help="Stop after so many tours.")] = None,
    directed: Annotated[bool, typer.Option(help="Each tour once per direction.")] = False,
    through: Edges = "",
    avoiding: Edges = "",
    symmetry: Annotated[
        str | None, typer.Option(help="half-turn: only closed tours that it keeps.")
    ] = None,
    rules: Annotated[
        str, typer.Option(help=f"{', '.join(RULE_SETS)}, or names among {', '.join(RULES)}.")
    ] = "default",
    order: Annotated[str, typer.Option(help=f"{', '.join(ORDERS)}.")] = "fixed",
    leaper: Leaper = "knight",
    wrap: Wrap = "",
    holes: Holes = "",
) -> None:
    """List every closed tour (or path, or open tour) as JSON Lines, each as soon as it is found.

    Undirected, each once, unless --directed; with --path --start all paths from that square.

    Examples: `babieca list 6x6 --limit 3`, `babieca list 5x5 --path --start c3`,
    `babieca list 8x8 --symmetry half-turn --limit 1 | babieca check -`.
    """
    place = build_board(board, leaper, wrap, holes)
    wanted = _kind(kind, closed, path)
    question = ask(
        place,
        kind=cast(Kind, wanted),
        start=start,
        end=end,
        directed=directed,
        through=through,
        avoiding=avoiding,
        symmetry=symmetry,
        rules=rules,
        order=order,
    )
    line: _Line | None = None
    for batch in tour_batches(question, most=limit):
        line = line or _Line(place, batch[0], cast(Kind, wanted))
        sys.stdout.write("".join(line.write(row) for row in batch.tolist()))
        sys.stdout.flush()
    if line is None and limit != 0:
        raise NoTourError("the search visited the whole tree of partial tours")


def _kind(kind: str | None, closed: bool, path: bool) -> str:
    """Return the one kind that the three options name, closed if they name none."""
    asked = (kind, "closed" if closed else None, "path" if path else None)
    named = {name for name in asked if name is not None}
    if len(named) > 1:
        raise BadInputError("--kind, --closed and --path name different kinds: give one of them")
    return named.pop() if named else "closed"


class _Line:
    """Writes rows of indices as the lines of `formats.json_lines`, without an object per tour."""

    def __init__(self, board: Board, first: NDArray[np.int32], kind: Kind) -> None:
        record: dict[str, Any] = to_json(Tour(board, first, kind=kind)) | {"kind": kind}
        names = dict(zip(first.tolist(), map(json.dumps, record["squares"]), strict=True))
        self._names = [names.get(index, "") for index in range(board.cells)]
        record["squares"] = []
        self._head = json.dumps(record)[: -len("]}")]

    def write(self, row: list[int]) -> str:
        return f"{self._head}{', '.join([self._names[index] for index in row])}]}}\n"
