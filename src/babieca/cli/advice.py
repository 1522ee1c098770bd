"""What to type instead: the errors of typer, in words that help.

The errors are told apart by the names of their classes and their messages, which all versions of
typer share; the classes themselves are in other modules in other versions.
"""

import difflib
import re
from collections.abc import Mapping
from typing import Any

from babieca.board_text import read_sides
from babieca.errors import BadInputError, shown

_MOST_NAMED = 5
_MEANT = {r"[0-9]+": "--limit", r"[a-zA-Z][0-9]+": "--start", r".*\.[a-z]+": "--output"}
"""The option that a word without one probably belongs to."""
_SIDES = "(?:[x×X*,]|by)?(?>(?: ?[0-9]{1,9}(?: (?:[x×X*,]|by))?)+)"
_LISTS = ("begin", "through", "avoiding", "holes")
"""The parameters that list squares or moves: a word after their value probably goes on with it."""

Options = Mapping[str, Mapping[str, str]]
"""The options of every command, with their help texts."""


def advised(error: Any, arguments: list[str], options: Options) -> str:
    """Return an error of typer with the next step."""
    message, context = error.format_message(), getattr(error, "ctx", None)
    if type(error).__name__ == "BadOptionUsage":
        name = error.option_name
        if "not take a value" in message:
            return f"{name} takes no value: write {name} alone"
        line = " ".join(arguments)
        told = (
            known[name]
            for command, known in options.items()
            if name in known and f"{line} ".startswith(f"{command} ")
        )
        return f"{name} needs a value. {next(told, '')}"
    if context is None:
        return f"{message} (try --help)"
    path = context.command_path.removeprefix("babieca").strip()
    extra = re.fullmatch(r"Got unexpected extra arguments?(?:\(s\))? \((.*)\)\.?", message, re.S)
    if type(error).__name__ == "NoSuchOption":
        return _no_such_option(error.option_name, path, context, arguments, options)
    if type(error).__name__ == "MissingParameter":
        return _missing(error.param, path, context)
    if extra:
        return _one_too_many(extra[1], path, context)
    if message.startswith("No such command"):
        name, *others = arguments[path.count(" ") + bool(path) :]
        return _no_such_command(name, others, path, context)
    if message.startswith("Missing command"):
        return f"{path} needs a command: {' or '.join(context.command.commands)}"
    return f"{message} (try --help)"


def _no_such_command(name: str, others: list[str], path: str, context: Any) -> str:
    names = list(context.command.commands)
    try:
        read_sides(name)
    except BadInputError:
        pass
    else:
        return f"{shown(name)} is a board: say what to do with it, for example babieca find {name}"
    if name == "help" and others and others[0] in names:
        return f"did you mean babieca {others[0]} --help?"
    if name in ("help", "version"):
        return f"did you mean babieca --{name}?"
    start = f"there is no command {shown(f'{path} {name}'.strip())}"
    if near := difflib.get_close_matches(name, names, 1, 0.7):
        return f"{start}: did you mean {near[0]}?"
    return f"{start}: use one of {', '.join(names)}"


def _no_such_option(
    name: str, path: str, context: Any, arguments: list[str], options: Options
) -> str:
    # Of -start, typer names -s only.
    typed = next((part for part in arguments if part.startswith(name)), name).partition("=")[0]
    if re.match("-[0-9]", typed):
        return f"{shown(typed)} begins with a dash: only options do, such as --path"
    own = [option for each in context.command.params for option in each.opts if option[1] == "-"]
    wanted = f"--{typed.lstrip('-')}"
    start = f"{path or 'babieca'} has no option {shown(typed).strip(chr(39))}"
    others = [command for command, known in options.items() if wanted in known]
    if others and wanted not in own:
        named = ", ".join(others[:_MOST_NAMED]) + (", …" if len(others) > _MOST_NAMED else "")
        return f"{start}; these commands have it: {named}"
    near = [wanted] if wanted in own else difflib.get_close_matches(wanted, own, 1, 0.7)
    if len(typed) == 2:
        near = [option for option in own if option.startswith(wanted)]
    if near:
        return f"{start}: did you mean {' or '.join(near[:_MOST_NAMED])}?"
    return f"{start}: {context.command_path} --help lists them"


def _missing(parameter: Any, path: str, context: Any) -> str:
    what = parameter.opts[0] if parameter.opts[0].startswith("-") else parameter.metavar
    example = re.search("- `(babieca [^`]+)`", context.command.help or "")
    return f"{path} needs {what}" + (f", for example: {example[1]}" if example else "")


def _one_too_many(extra: str, path: str, context: Any) -> str:
    parameters = context.command.params
    side = str(context.params.get("board"))
    if side.isdecimal() and re.fullmatch(_SIDES, extra):
        return f"write the board as one word: {'x'.join([side, *re.findall('[0-9]+', extra)])}"
    for each in parameters:
        if each.name in _LISTS and (listed := context.params.get(each.name)):
            words = ",".join([listed, *extra.split()])
            return f"write {each.opts[0]} as one word: {each.opts[0]} {shown(words)[1:-1]}"
    own = {option for each in parameters for option in each.opts}
    names = " and ".join(each.metavar for each in parameters if each.opts[0][0] != "-")
    word = extra.partition(" ")[0]
    taken = f"{names} and options" if names else "only options"
    start = f"{shown(word)} is one word too many: {path} takes {taken}"
    for pattern, meant in _MEANT.items():
        if meant in own and re.fullmatch(pattern, word):
            return f"{start}; did you mean {meant} {shown(word)[1:-1]}?"
    return f"{start}, which {context.command_path} --help lists"
