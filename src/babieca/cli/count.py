"""`babieca count BOARD`: how many tours, exactly."""

from __future__ import annotations

import contextlib
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
from babieca.formats import to_json
from babieca.searching import first_move_table

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
    symmetry: Annotated[
        str | None, typer.Option(help="Only tours kept by it: half-turn, quarter-turn, ...")
    ] = None,
    up_to: Annotated[
        str | None, typer.Option(help="symmetry: rotations and reflections count once.")
    ] = None,
    show_first: Annotated[
        bool,
        typer.Option("--show-first", help="With --by first-move: a tour and the time of each."),
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
    `babieca count 8x8 --by edge-pair --start d4`, `babieca count 3x5 --wrap all`,
    `babieca count 8x8 --up-to symmetry`, `babieca count 6x6 --kind path --start d3 --by first-move
    --show-first`.
    """
    place = build_board(board, leaper, wrap, holes)
    if show_first:
        if by != "first-move" or start is None or through or avoiding or end:
            raise BadInputError("--show-first goes with --by first-move and --start, nothing else")
        return _show_first(place, kind, start, threads, as_json)
    sizes = None
    if sys.stderr.isatty() and by is None:
        with contextlib.suppress(BadInputError):
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
        if symmetry is not None or up_to is not None:
            value = counting.count(place, kind, by=by, symmetry=symmetry, up_to=up_to, **options)
            record = {"board": str(place), "kind": kind, "symmetry": symmetry, "up_to": up_to}
            print_json({**record, "value": str(value)}) if as_json else print(value)
            return
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


def _show_first(board: Board, kind: str, start: str, threads: int | None, as_json: bool) -> None:
    """Print a line, a tour and a time for each first move, as the exercise of seed 004 does."""
    if kind not in ("closed", "path", "open"):
        raise BadInputError(f"kind is closed, path or open, not {kind!r}")
    with progress_line() as progress:
        rows = first_move_table(
            board, start, kind=cast(Any, kind), threads=threads, progress=progress
        )
    if as_json:
        print_json(
            {
                "board": str(board),
                "kind": kind,
                "start": board.name_of(start),
                "total": str(sum(row.count for row in rows)),
                "rows": [
                    {
                        "first": board.name_of(row.square),
                        "tour": None if row.first_tour is None else to_json(row.first_tour),
                        "value": str(row.count),
                        "seconds": round(row.seconds, 6),
                    }
                    for row in rows
                ],
            }
        )
        return
    for row in rows:
        print(f"{board.name_of(start)} {board.name_of(row.square)}")
        if row.first_tour is not None:
            print(row.first_tour)
        print(f"{row.count} tours, {row.seconds:.3f} s\n")
    print(
        f"{sum(row.count for row in rows)} tours, {sum(row.seconds for row in rows):.3f} s in all"
    )


def _names(board: Board, key: Any) -> str:
    """Return the name of a square or of a pair of squares."""
    pair = isinstance(key[0], tuple)
    return "-".join(board.name_of(square) for square in key) if pair else board.name_of(key)


def _as_text(rows: list[tuple[str, int]]) -> list[tuple[str, str]]:
    return [(name, str(value)) for name, value in rows]
