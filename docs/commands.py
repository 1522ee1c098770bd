"""The reference of commands and verbs, and the table of words, from their declarations."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

import typer.main

import babieca
from babieca.boards import BoardWords
from babieca.cli.app import make_app
from babieca.cli.words import AskingWords, option
from babieca.limits import LimitWords
from babieca.questions import QuestionWords
from babieca.words import declared

PLACE = "<!-- every command -->"
WORDS = "<!-- every word -->"
VERBS = "<!-- every verb -->"
ANSWERS = "<!-- every answer -->"
FEW = 5
"""A command without more words of a question refers to their table."""
ANSWERING = ("babieca.engines.", "babieca.verbs.")


def commands() -> dict[str, Any]:
    """Return all commands by name, subcommands such as `atlas build` included.

    >>> "count" in commands(), "atlas build" in commands(), "atlas" in commands()
    (True, True, False)
    """
    return dict(_under(typer.main.get_command(make_app()), ""))


def _under(group: Any, before: str) -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from _under(command, f"{before}{name} ")
        else:
            yield before + name, command


def examples(command: Any) -> list[str]:
    """Return the lines of a command's help that show how it is used."""
    lines = command.help.splitlines()
    return [line[3:].rstrip("`") for line in lines if line.startswith("- `babieca")]


def shared() -> str:
    """Return the words of every command that asks a question, as a table."""
    return _table(commands()["count"], lambda word: word.name in declared(AskingWords))


def described(name: str, command: Any) -> str:
    """Return the section of one command, as Markdown."""
    text = command.help.partition("\nExample")[0].strip()
    parts = [f"## babieca {name}", text, "\n".join(["```sh", *examples(command), "```"])]
    own = _table(command, lambda word: True)
    asking = declared(AskingWords)
    lacking = sorted(asking.keys() - {word.name for word in command.params})
    if len(lacking) <= FEW:
        said = {word.name: word.help for word in commands()["count"].params}
        own = _table(command, lambda word: word.name not in asking or said[word.name] != word.help)
        names = ", ".join(f"`{option(name)}`" for name in lacking)
        but = f" except {names}" if names else ""
        parts.append(
            f"Takes [the words of every question](#the-words-of-every-question){but}, and:"
        )
    return "\n\n".join([*parts, own])


def _table(command: Any, wanted: Callable[[Any], bool]) -> str:
    context = command.make_context("babieca", [], resilient_parsing=True)
    words = [word for word in command.get_params(context) if wanted(word)]
    rows = ["| | | |", "|---|---|---|"]
    for panel, members in groupby(words, key=lambda word: word.rich_help_panel or ""):
        for number, word in enumerate(members):
            title = "" if number else panel
            rows.append(f"| {title} | {_typed(word)} | {_escaped(word.help)} |")
    return "\n".join(rows)


def _typed(word: Any) -> str:
    if word.param_type_name == "argument":
        return f"`{word.metavar}`"
    kind = word.metavar or ""
    names = ", ".join(f"`{name}`" for name in (*word.opts, *word.secondary_opts))
    return f"{names} `{_escaped(kind)}`" if kind else names


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")


def words() -> str:
    """Return the words of questions, boards and limits as a table.

    >>> [line for line in words().splitlines() if "`end`" in line]
    ['| | `end` | Last square of a path. |']
    """
    rows = ["| | word | meaning |", "|---|---|---|"]
    for panel, group in (
        ("question", QuestionWords),
        ("board", BoardWords),
        ("limits and chance", LimitWords),
    ):
        for number, word in enumerate(declared(group).values()):
            only = " Only in Python." if word.word.where == "python" else ""
            title = "" if number else f" {panel}"
            rows.append(f"|{title} | `{word.name}` | {_escaped(word.word.help)}{only} |")
    return "\n".join(rows)


def verbs() -> tuple[str, str]:
    """Return the directives for the functions of all verbs, and for the classes of their answers.

    >>> ".. autofunction:: babieca.count" in verbs()[0], "babieca.CountReport" in verbs()[1]
    (True, True)
    """
    public = {name: getattr(babieca, name) for name in babieca.__all__}
    functions = [name for name, value in public.items() if inspect.isfunction(value)]
    classes = [name for name, value in public.items() if inspect.isclass(value)]
    answers = [name for name in classes if public[name].__module__.startswith(ANSWERING)]
    return (
        "\n".join(f".. autofunction:: babieca.{name}" for name in functions),
        "\n".join(f".. autoclass:: babieca.{name}\n   :members:" for name in answers),
    )


def fill(app: Any, docname: str, source: list[str]) -> None:
    """Put the table of words, every verb and every command where a docs page has a marker."""
    functions, answers = verbs()
    source[0] = source[0].replace(WORDS, words())
    source[0] = source[0].replace(VERBS, functions).replace(ANSWERS, answers)
    if PLACE in source[0]:
        sections = [described(name, command) for name, command in commands().items()]
        text = "\n\n".join(["## The words of every question", shared(), *sections])
        source[0] = source[0].replace(PLACE, text)
