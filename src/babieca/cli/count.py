"""`babieca count BOARD`: how many tours, exactly."""

from __future__ import annotations

import sys
from typing import Annotated, Any, cast

import typer

from babieca import counting
from babieca.boards import Board
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
from babieca.cli.progress import progress_line
from babieca.errors import BadInputError
from babieca.searching import first_move_table
from babieca.searching.questions import Kind as SearchKind

Kind = Annotated[str, typer.Option(help="closed, path or open.")]
Through = Annotated[
    str, typer.Option(metavar="EDGES", help="Moves every tour must make: a1-b3,c1-d3.")
]
Avoiding = Annotated[str, typer.Option(metavar="EDGES", help="Moves no tour may make.")]
Threads = Annotated[int | None, typer.Option(help="Threads; all processors if not given.")]
Memory = Annotated[str | None, typer.Option(metavar="BYTES", help="A budget such as 8G.")]


def count(
    board: BoardText,
    kind: Kind = "closed",
    directed: Annotated[
        bool, typer.Option("--directed", help="Count each direction of travel.")
    ] = False,
    start: Start = None,
    end: End = None,
    through: Through = "",
    avoiding: Avoiding = "",
    by: Annotated[str | None, typer.Option(help="A table: start, first-move or edge-pair.")] = None,
    show_first: Annotated[
        bool, typer.Option("--show-first", help="With --by first-move: visit them, show the first.")
    ] = False,
    method: Annotated[str, typer.Option(help=f"{', '.join(counting.METHODS)}.")] = "auto",
    threads: Threads = None,
    memory: Memory = None,
    checkpoint: Annotated[
        str | None, typer.Option(metavar="DIR", help="Save progress here, and resume from here.")
    ] = None,
    checkpoint_seconds: Annotated[
        float, typer.Option(help="Seconds between two savings, at least.")
    ] = 60.0,
    counter_bits: Annotated[int, typer.Option(help="64, or 32 to halve the memory.")] = 64,
    leaper: Leaper = "knight",
    wrap: Wrap = "",
    holes: Holes = "",
    as_json: Json = False,
) -> None:
    """Count closed tours (or paths, or open tours) exactly.

    Undirected and labelled: a tour and its mirror image are two, a tour and its reversal one.

    Examples: `babieca count 8x8`, `babieca count 6x6 --kind path --start a1`,
    `babieca count 8x8 --by edge-pair --start d4`, `babieca count 3x5 --wrap all`.
    """
    place = build_board(board, leaper, wrap, holes)
    if show_first:
        _show_first(place, kind, start, by, threads)
        return
    sizes = None
    if sys.stderr.isatty():
        sizes = counting.plan(
            place, kind, start=start, end=end, through=through, avoiding=avoiding
        ).counters
    with progress_line(sizes) as progress:
        options: dict[str, Any] = {
            "directed": directed,
            "start": start,
            "end": end,
            "through": through,
            "avoiding": avoiding,
            "method": method,
            "threads": threads,
            "memory": memory,
            "checkpoint": checkpoint,
            "checkpoint_seconds": checkpoint_seconds,
            "counter_bits": counter_bits,
            "progress": progress,
        }
        if by is not None:
            table = counting.count(place, kind, by=by, **options)
        else:
            report = counting.count_report(place, kind, **options)
    if by is None:
        record = {"board": str(place), "kind": kind, **report.record()}
        print_json(record) if as_json else print(report.value)
        return
    rows = [(_names(place, key), value) for key, value in table.items()]
    if as_json:
        print_json({"board": str(place), "kind": kind, "by": by, "table": dict(_as_text(rows))})
    else:
        width = max(len(str(value)) for _, value in rows)
        print("\n".join(f"{name:<12} {value:>{width}}" for name, value in rows))


def _show_first(
    board: Board, kind: str, start: str | None, by: str | None, threads: int | None
) -> None:
    """Print, per first move, the first tour that seed 004's order finds, the number, the time."""
    if by != "first-move" or start is None:
        raise BadInputError("--show-first goes with --by first-move and --start")
    rows = first_move_table(board, start, kind=cast(SearchKind, kind), threads=threads)
    for row in rows:
        print(board.name_of(row.square))
        if row.first_tour is not None:
            print(row.first_tour)
        print(f"{row.count} tours, {row.seconds:.3f} s\n")
    print(f"total {sum(row.count for row in rows)}, {sum(row.seconds for row in rows):.3f} s")


def _names(board: Board, key: Any) -> str:
    """Return the name of a square or of a pair of squares."""
    pair = isinstance(key[0], tuple)
    return "-".join(board.name_of(square) for square in key) if pair else board.name_of(key)


def _as_text(rows: list[tuple[str, int]]) -> list[tuple[str, str]]:
    return [(name, str(value)) for name, value in rows]
