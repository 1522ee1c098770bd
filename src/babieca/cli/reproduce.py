"""`babieca reproduce NAME`: a paper's tables and claims, run again."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from babieca.cli.common import Json, note, print_json
from babieca.reproduce import EXPERIMENTS, Settings, Table, reproduce_all
from babieca.reproduce import reproduce as run


def reproduce(
    name: Annotated[str, typer.Argument(metavar="NAME", help=f"all, {', '.join(EXPERIMENTS)}.")],
    out: Annotated[
        str, typer.Option(metavar="DIR", help="With `all`: where the page goes.")
    ] = "report",
    quick: Annotated[bool, typer.Option("--quick", help="A few seconds' worth.")] = False,
    timeout: Annotated[float | None, typer.Option(help="Most seconds of one search.")] = None,
    samples: Annotated[int | None, typer.Option(help="Starts tried per board.")] = None,
    largest: Annotated[int | None, typer.Option(help="Leave out boards with longer sides.")] = None,
    seed: Annotated[int, typer.Option(help="Another seed, other samples.")] = 0,
    as_json: Json = False,
) -> None:
    """Run a paper's experiment again and print its tables beside ours.

    `all` runs every experiment, keeps what is finished, and writes one page, DIR/index.html. What
    is under way goes to standard error.

    Examples: `babieca reproduce all --quick`, `babieca reproduce gonzalez --quick`,
    `babieca reproduce costa --largest 500`.
    """
    settings = Settings(
        quick=quick, timeout=timeout, samples=samples, largest=largest, note=note, seed=seed
    )
    if name == "all":
        page = reproduce_all(out, settings)
        print_json({"page": str(page)}) if as_json else print(page)
        return
    tables = run(name, settings)
    if as_json:
        print_json({"experiment": name, "tables": [table.to_json() for table in tables]})
        return
    for table in tables:
        print_table(table)


def print_table(table: Table) -> None:
    """Print one table on standard output, numbers to the right."""
    from rich.console import Console
    from rich.table import Table as Drawn

    drawn = Drawn(title=table.title, caption=table.remark or None)
    for number, column in enumerate(table.columns):
        text = any(isinstance(row[number], str) for row in table.rows) and number == 0
        drawn.add_column(column, justify="left" if text else "right")
    for row in table.rows:
        drawn.add_row(*("" if cell is None else str(cell) for cell in row))
    # A pipe has no width of its own: give the table the room it needs.
    console = Console() if sys.stdout.isatty() else Console(width=160)
    console.print(drawn)
