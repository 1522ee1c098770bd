"""The table of verbs."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from typing import Annotated, ParamSpec, TypeVar

import typer

import babieca
from babieca.cli.atlas import app as atlas
from babieca.cli.check import check
from babieca.cli.count import count
from babieca.cli.draw import draw
from babieca.cli.exists import exists
from babieca.cli.find import find
from babieca.cli.fractions import fractions
from babieca.cli.info import info
from babieca.cli.list import list_
from babieca.cli.plan import plan
from babieca.cli.rank import rank
from babieca.cli.reproduce import reproduce
from babieca.cli.sample import sample
from babieca.cli.study import study
from babieca.cli.unrank import unrank
from babieca.cli.usage import usage

app = typer.Typer(
    name="babieca",
    help="Knight's tours: find one, count or list all of them, pick one at random, draw it.",
    epilog="Exit codes: 0 yes, 1 no, 2 bad input, 3 not decided in the limits, 130 interrupted.",
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


def _ending_well(
    verb: Callable[Arguments, Answer],
) -> Callable[Arguments, Answer | int]:
    """Let `babieca … | head` end quietly, and Ctrl-C with a word.

    A reader that has seen enough is no error.
    """

    @functools.wraps(verb)
    def quiet(*positional: Arguments.args, **named: Arguments.kwargs) -> Answer | int:
        try:
            answer = verb(*positional, **named)
            sys.stdout.flush()
            return answer
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        except KeyboardInterrupt:
            print("babieca: interrupted", file=sys.stderr)
            return 130

    return quiet


def register(verb: Callable[..., int | None]) -> None:
    """Make a function the verb of its own name."""
    app.command(verb.__name__.rstrip("_"))(_ending_well(verb))


VERBS: list[Callable[..., int | None]] = [
    find,
    count,
    plan,
    fractions,
    list_,
    study,
    sample,
    unrank,
    rank,
    usage,
    exists,
    check,
    draw,
    info,
    reproduce,
]

for verb in VERBS:
    register(verb)
app.add_typer(atlas, name="atlas")


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
