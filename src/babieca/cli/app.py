"""The table of commands."""

import inspect
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

import babieca
from babieca.asking import VERBS
from babieca.cli import ledger, tours
from babieca.cli.draw import draw, serve
from babieca.cli.export import export
from babieca.cli.plan import plan
from babieca.cli.puzzles import puzzle
from babieca.cli.records import (
    check,
    count,
    describe,
    exists,
    fractions,
    info,
    plain,
    reproduce,
    usage,
)
from babieca.cli.sequence import sequence
from babieca.cli.words import Function, option, rare_words, spelled_out, words_of
from babieca.words import PANELS

_MANNERS: dict[str, Any] = {
    "epilog": "Exit codes: 0 yes; 1 no: proved impossible, or a check failed; 2 bad input, or the "
    "output cannot be written; 3 not decided within the limits; 4 two computations of one number "
    "disagree; 70 another fault of the program; 130 interrupted; 143 terminated.",
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
_ATLAS = "Store the numbering of tours, so that sample, rank and unrank answer at once."
_PRINT_VERSION = "Print the version."
_LEDGER = "Collect residues of large numbers until the numbers are known."


class _Plain:
    """A command whose usage line has no braces."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        pieces = super().collect_usage_pieces(ctx)  # type: ignore[misc]
        return [piece.strip("{}") for piece in pieces]


class Command(_Plain, TyperCommand):
    """A verb. Its `--help` stands in the last panel, and leaves out the `rare` options."""

    rare: frozenset[str] = frozenset()

    def get_params(self, ctx: Any) -> list[Any]:
        words: list[Any] = super().get_params(ctx)
        words[-1].rich_help_panel, words[-1].metavar = PANELS[-1], ""
        return words

    def format_help(self, ctx: Any, formatter: Any) -> None:
        rare: list[Any] = [word for word in self.params if word.name in self.rare]
        for word in rare:
            word.hidden = True  # the shell completes it all the same
        try:
            super().format_help(ctx, formatter)
        finally:
            for word in rare:
                word.hidden = False


class Group(_Plain, TyperGroup):
    """A command that has verbs. All its options are flags."""

    def get_params(self, ctx: Any) -> list[Any]:
        words: list[Any] = super().get_params(ctx)
        for word in words:
            word.metavar = ""
        return words


_PLAIN = {name: plain(verb) for name, verb in VERBS.items() if verb.help}
_GROUPS: dict[str, list[Function]] = {
    "One tour": [tours.find, exists, check, describe, draw, puzzle, _PLAIN.pop("trace")],
    "All tours": [
        *(count, tours.list_, tours.sample, tours.rank, tours.unrank, _PLAIN.pop("classes")),
        *(usage, fractions, sequence),
    ],
    "Boards, methods, papers, the page": [
        info,
        plan,
        export,
        _PLAIN.pop("study"),
        reproduce,
        serve,
    ],
}
_GROUPS["All tours"].extend(_PLAIN.values())
_KEPT: dict[str, tuple[str, list[Function]]] = {
    "atlas": (_ATLAS, [tours.build, tours.info]),
    "ledger": (_LEDGER, [ledger.add, ledger.combine]),
}


def make_app(only: str = "") -> typer.Typer:
    """Return the command line: all commands, or `only` one of them, which is made sooner."""
    app = typer.Typer(
        name="babieca", help=_FIRST_STEPS, pretty_exceptions_enable=False, cls=Group, **_MARKDOWN
    )
    app.callback()(_options)
    listed = [(_name(verb), verb, title) for title, verbs in _GROUPS.items() for verb in verbs]
    known = only in _KEPT or any(only == name for name, _, _ in listed)
    for name, verb, title in listed:
        if name == only or not known:
            _add(app, verb, title)
    for name, (about, verbs) in _KEPT.items():
        if name == only or not known:
            group = typer.Typer(help=about, cls=Group, **_MARKDOWN)
            app.add_typer(group, name=name, rich_help_panel="Kept on disk")
            for verb in verbs:
                _add(group, verb)
    return app


def _add(group: typer.Typer, verb: Function, title: str | None = None) -> None:
    rare = rare_words(verb)
    made = type("Command", (Command,), {"rare": rare})
    command = spelled_out(verb, *([_ALL_HELP] if rare else []))
    group.command(_name(verb), cls=made, rich_help_panel=title, **_MANNERS)(command)


def _show_all(ctx: typer.Context, wanted: bool) -> None:
    if wanted:
        ctx.command.rare = frozenset()  # type: ignore[attr-defined]
        typer.echo(ctx.get_help())
        raise typer.Exit()


_ALL_HELP = inspect.Parameter(
    "help_all",
    inspect.Parameter.KEYWORD_ONLY,
    default=False,
    annotation=Annotated[
        bool,
        typer.Option(
            "--help-all",
            callback=_show_all,
            is_eager=True,
            metavar="",
            help="Show all options and exit.",
            rich_help_panel=PANELS[-1],
        ),
    ],
)


def _name(verb: Function) -> str:
    return verb.__name__.rstrip("_")


def options() -> dict[str, dict[str, str]]:
    """Return the help texts of the options of every command."""
    titled = {name: verbs for name, (_, verbs) in _KEPT.items()}
    verbs = {_name(verb): verb for listed in _GROUPS.values() for verb in listed}
    verbs |= {f"{name} {_name(verb)}": verb for name, kept in titled.items() for verb in kept}
    return {
        name: {
            typed: word.word.help
            for word in words_of(verb).values()
            if not word.word.argument
            for names in word.word.names or (option(word.name),)
            for typed in names.split("/")
        }
        for name, verb in verbs.items()
    }


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"babieca {babieca.__version__}")
        raise typer.Exit()


_VERSION = typer.Option("--version", callback=_print_version, is_eager=True, help=_PRINT_VERSION)


def _options(version: Annotated[bool, _VERSION] = False) -> None:
    pass
