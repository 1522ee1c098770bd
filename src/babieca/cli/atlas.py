"""`babieca atlas`: store on disk what numbers the tours of a board, and say what is stored."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from babieca import sampling
from babieca.cli.common import (
    BoardText,
    End,
    Holes,
    Json,
    Leaper,
    Start,
    Wrap,
    build_board,
    note,
    print_json,
)
from babieca.cli.count import Avoiding, Memory, Threads, Through
from babieca.cli.progress import progress_line
from babieca.cli.sample import Kind
from babieca.memory import human_bytes
from babieca.sampling.families import TourFamily
from babieca.sampling.manifest import read_manifest

Directory = Annotated[str, typer.Option("--dir", metavar="DIR", help="The atlas's directory.")]

app = typer.Typer(help="Store what makes sample, rank and unrank answer at once.")


@app.command()
def build(
    board: BoardText,
    directory: Directory,
    kind: Kind = "closed",
    start: Start = None,
    end: End = None,
    through: Through = "",
    avoiding: Avoiding = "",
    stride: Annotated[
        int, typer.Option(help="Keep one large layer in this many: fewer take less disk.")
    ] = 8,
    threads: Threads = None,
    memory: Memory = None,
    leaper: Leaper = "knight",
    wrap: Wrap = "",
    holes: Holes = "",
    as_json: Json = False,
) -> None:
    """Sweep a board once and store the counts; the size is said before anything is written.

    Example: `babieca atlas build 8x8 --dir atlas8`, then `babieca unrank 8x8 0 --atlas atlas8`.
    """
    place = build_board(board, leaper, wrap, holes)
    with progress_line() as progress:
        family = sampling.build_atlas(
            place,
            directory,
            kind,
            start=start,
            end=end,
            through=through,
            avoiding=avoiding,
            stride=stride,
            threads=threads,
            memory=memory,
            progress=progress,
            say=note,
        )
    if as_json:
        print_json(_record(family, directory))
    else:
        print(f"{family.total} tours, {human_bytes(family.bytes)} in {directory}")


@app.command()
def info(directory: Directory, as_json: Json = False) -> None:
    """Say what an atlas is of, after checking that its files are there and belong to it.

    Example: `babieca atlas info --dir atlas8`.
    """
    record = _record(sampling.open_atlas(directory), directory)
    if as_json:
        print_json(record)
    else:
        print("\n".join(f"{name:<7} {value}" for name, value in record.items()))


def _record(family: TourFamily, directory: str) -> dict[str, Any]:
    manifest = read_manifest(Path(directory))
    return {
        "board": str(manifest.board()),
        "kind": family.kind,
        "tours": str(family.total),
        "layers": len(manifest.layers),
        "bytes": family.bytes,
    }
