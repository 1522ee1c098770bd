"""The table of commands."""

from __future__ import annotations

from typing import Annotated, Any

import typer

import babieca
from babieca.cli import ledger, numbered
from babieca.cli.check import check
from babieca.cli.draw import draw
from babieca.cli.find import find
from babieca.cli.numbered import list_, rank, sample, unrank
from babieca.cli.plan import plan
from babieca.cli.records import (
    classes,
    count,
    exists,
    fractions,
    info,
    study,
    trace,
    usage,
)
from babieca.cli.reproduce import reproduce
from babieca.cli.serve import serve
from babieca.cli.spelling import Command, Group, Verb, spelled_out

_MANNERS: dict[str, Any] = {
    "epilog": "Exit codes: 0 yes; 1 no: proved impossible, or a check failed; 2 bad input, or "
    "nowhere to write; 3 not decided within the limits; 4 two ways to one number disagree; 70 "
    "another fault of the program; 130 interrupted; 143 terminated.",
    "context_settings": {"help_option_names": ["-h", "--help"]},
}
_MARKDOWN: dict[str, Any] = {**_MANNERS, "rich_markup_mode": "markdown"}

_FIRST_STEPS = """Knight's tours: find one, count or list all of them, pick one at random, draw it.

First steps:
- `babieca find 8x8`
- `babieca count 6x6`
- `babieca find 8x8 -o tour.svg`
- `babieca serve`
- `babieca count --help`
"""

app = typer.Typer(
    name="babieca",
    help=_FIRST_STEPS,
    pretty_exceptions_enable=False,
    cls=Group,
    **_MARKDOWN,
)
atlases = typer.Typer(
    help="Store the numbering of tours, so that sample, rank and unrank answer at once.",
    cls=Group,
    **_MARKDOWN,
)
ledgers = typer.Typer(
    help="Collect residues of large numbers until the numbers are known.", cls=Group, **_MARKDOWN
)

_GROUPS: dict[str, list[Verb]] = {
    "One tour": [find, exists, check, draw, trace],
    "All tours": [count, list_, sample, rank, unrank, classes, usage, fractions],
    "Boards, methods, papers, the page": [info, plan, study, reproduce, serve],
}
for title, verbs in _GROUPS.items():
    for verb in verbs:
        name = verb.__name__.rstrip("_")
        app.command(name, cls=Command, rich_help_panel=title, **_MANNERS)(spelled_out(verb))
for verb in (numbered.build, numbered.info):
    atlases.command(verb.__name__, cls=Command, **_MANNERS)(spelled_out(verb))
for verb in (ledger.add, ledger.combine):
    ledgers.command(verb.__name__, cls=Command, **_MANNERS)(spelled_out(verb))
for name, group in {"atlas": atlases, "ledger": ledgers}.items():
    app.add_typer(group, name=name, rich_help_panel="Kept on disk")


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
