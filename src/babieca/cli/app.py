"""The table of verbs."""

from __future__ import annotations

from typing import Annotated

import typer

import babieca
from babieca.cli import check, exists, info

app = typer.Typer(
    name="babieca",
    help="Knight's tours: find one, check one, ask whether one exists.",
    epilog="Exit codes: 0 yes, 1 no, 2 bad input, 3 not decided within the limits.",
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)

for verb in (exists.exists, check.check, info.info):
    app.command()(verb)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"babieca {babieca.__version__}")
        raise typer.Exit()


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    pass
