"""From a verb to a command of typer: the words of its groups become options, one by one."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Annotated, Any, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup

from babieca.boards import Board, BoardWords
from babieca.cli.words import AskingWords, Sides, board_of, option, tours_of
from babieca.errors import BadInputError, shown
from babieca.verbs.tourset import Tours
from babieca.words import PANELS, Declared, declared

Verb = Callable[..., int | None]


class WholeBoard(Sides, BoardWords):
    """A board."""


# Parameters of a verb that are not groups of words: the words that they are read from.
_READ: Mapping[Any, tuple[type, Callable[[Any], Any]]] = {
    Board: (WholeBoard, board_of),
    Tours: (AskingWords, tours_of),
}


def spelled_out(verb: Verb) -> Verb:
    """Return a verb with one parameter for every word, as typer reads it.

    >>> def twice(tours: Tours) -> int:
    ...     return 2 * tours.count()
    >>> list(inspect.signature(spelled_out(twice)).parameters)[:3]
    ['board', 'closed', 'path']
    >>> spelled_out(twice)(board="5x6", start=None)
    16
    """
    hints = get_type_hints(verb)
    groups = {
        name: _READ.get(hints[name], (hints[name], dict))
        for name in inspect.signature(verb).parameters
    }
    words = {word.name: word for group, _ in groups.values() for word in declared(group).values()}
    listed = [word for word in words.values() if word.word.where in ("everywhere", "here")]

    def command(**typed: Any) -> int | None:
        given = {name: _read(words[name], text) for name, text in typed.items() if text is not None}
        return verb(
            **{
                name: read({word: given[word] for word in declared(group) if word in given})
                for name, (group, read) in groups.items()
            }
        )

    command.__name__, command.__doc__ = verb.__name__, verb.__doc__
    command.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [_parameter(word) for word in sorted(listed, key=_place)]
    )
    return command


def _place(word: Declared) -> int:
    """Return the position of a word in help texts: arguments first, then panel by panel."""
    return -1 if word.word.argument else PANELS.index(word.word.panel)


def _parameter(word: Declared) -> inspect.Parameter:
    told = word.word
    if told.argument:
        typed: Any = typer.Argument(metavar=told.metavar, help=told.help, show_default=False)
    else:
        values = tuple(map(str, word.choices)) or told.values
        typed = typer.Option(
            *told.names,
            metavar="|".join(map(str, word.choices)) or _metavar(word),
            help=told.help,
            show_default=False,
            rich_help_panel=told.panel,
            autocompletion=(lambda: [*values]) if values else None,
        )
    kind = {"flag": bool, "number": word.type}.get(word.kind, str)
    return inspect.Parameter(
        word.name,
        inspect.Parameter.KEYWORD_ONLY,
        annotation=Annotated[kind, typed],
        default=inspect.Parameter.empty if word.required else None,
    )


def _metavar(word: Declared) -> str:
    if word.kind == "flag":
        return ""
    return word.word.metavar or ("N" if word.kind == "number" else "TEXT")


def _read(word: Declared, text: Any) -> Any:
    """Return the value of a word that was typed; refuse a value that is no choice."""
    if not word.choices:
        return word.type(text) if isinstance(word.type, type) else text
    for choice in word.choices:
        if str(choice) == text:
            return choice
    listed = ", ".join(map(str, word.choices))
    raise BadInputError(f"{option(word.name)} is one of {listed}, not {shown(text)}")


class _Plain:
    """A command whose usage line has no braces."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return what follows the name of the command."""
        pieces = super().collect_usage_pieces(ctx)  # type: ignore[misc]
        return [piece.strip("{}") for piece in pieces]


class Command(_Plain, TyperCommand):
    """A verb. Its `--help` stands in the last panel."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the options of the verb and `--help`."""
        words: list[Any] = super().get_params(ctx)
        last = words[-1]
        last.rich_help_panel, last.metavar = PANELS[-1], ""
        return words


class Group(_Plain, TyperGroup):
    """A command that has verbs. All its options are flags."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the options, without a type behind them."""
        words: list[Any] = super().get_params(ctx)
        for word in words:
            word.metavar = ""
        return words
