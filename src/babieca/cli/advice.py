"""What to type instead: the errors of typer, in words that help.

The errors are told apart by the names of their classes, which all versions of typer share; the
classes themselves are in other modules in other versions. Their messages are not read.
"""

import difflib
import re
from collections.abc import Mapping
from typing import Any

from babieca.board_text import read_sides
from babieca.errors import BadInputError, shown
from babieca.reasons import Reason

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
    kind = type(error).__name__
    if kind == "BadOptionUsage":
        name = error.option_name
        if any(each.startswith(f"{name}=") for each in arguments):
            return Reason("option_takes_no_value", name=name)
        line = " ".join(arguments)
        told = (
            known[name]
            for command, known in options.items()
            if name in known and f"{line} ".startswith(f"{command} ")
        )
        return Reason("option_needs_value", name=name, help=next(told, ""))
    if context is None:
        return Reason("try_help", message=message)
    path = context.command_path.removeprefix("babieca").strip()
    rest = arguments[len(path.split()) :]
    if kind == "NoSuchOption":
        return _no_such_option(error.option_name, path, context, arguments, options)
    if kind == "MissingParameter":
        return _missing(error.param, path, context)
    if commands := getattr(context.command, "commands", None):
        if not rest:
            return Reason("needs_a_command", path=path, commands=_either([*commands]))
        return _no_such_command(rest[0], rest[1:], path, context)
    if kind == "UsageError" and (extra := context.command.make_parser(context).parse_args(rest)[1]):
        return _one_too_many(" ".join(extra), path, context)
    return Reason("try_help", message=message)


def _no_such_command(name: str, others: list[str], path: str, context: Any) -> str:
    names = list(context.command.commands)
    try:
        read_sides(name)
    except BadInputError:
        pass
    else:
        return Reason("board_without_command", text=shown(name), board=name)
    if name == "help" and others and others[0] in names:
        return Reason("did_you_mean", meant=f"babieca {others[0]} --help")
    if name in ("help", "version"):
        return Reason("did_you_mean", meant=f"babieca --{name}")
    start = Reason("no_such_command", name=shown(f"{path} {name}".strip()))
    if near := difflib.get_close_matches(name, names, 1, 0.7):
        return f"{start}: {Reason('did_you_mean', meant=near[0])}"
    return f"{start}: {Reason('use_one_of', names=names)}"


def _no_such_option(
    name: str, path: str, context: Any, arguments: list[str], options: Options
) -> str:
    # Of -start, typer names -s only.
    typed = next((part for part in arguments if part.startswith(name)), name).partition("=")[0]
    if re.match("-[0-9]", typed):
        return Reason("begins_with_dash", text=shown(typed))
    own = [option for each in context.command.params for option in each.opts if option[1] == "-"]
    wanted = f"--{typed.lstrip('-')}"
    start = Reason("no_such_option", path=path or "babieca", name=shown(typed).strip("'"))
    others = [command for command, known in options.items() if wanted in known]
    if others and wanted not in own:
        more = ["…"] * (len(others) > _MOST_NAMED)
        return Reason("others_have_it", text=start, names=[*others[:_MOST_NAMED], *more])
    near = [wanted] if wanted in own else difflib.get_close_matches(wanted, own, 1, 0.7)
    if len(typed) == 2:
        near = [option for option in own if option.startswith(wanted)]
    if near:
        return f"{start}: {Reason('did_you_mean', meant=_either(near[:_MOST_NAMED]))}"
    return f"{start}: {Reason('help_lists_them', path=context.command_path)}"


def _missing(parameter: Any, path: str, context: Any) -> str:
    what = parameter.opts[0] if parameter.opts[0].startswith("-") else parameter.metavar
    example = re.search("- `(babieca [^`]+)`", context.command.help or "")
    text = Reason("command_needs", path=path, what=what)
    return Reason("for_example", text=text, example=example[1]) if example else text


def _one_too_many(extra: str, path: str, context: Any) -> str:
    parameters = context.command.params
    side = str(context.params.get("board"))
    if side.isdecimal() and re.fullmatch(_SIDES, extra):
        board = "x".join([side, *re.findall("[0-9]+", extra)])
        return Reason("board_as_one_word", board=board)
    for each in parameters:
        if each.name in _LISTS and (listed := context.params.get(each.name)):
            words = shown(",".join([listed, *extra.split()]))[1:-1]
            return Reason("option_as_one_word", name=each.opts[0], words=words)
    own = {option for each in parameters for option in each.opts}
    names = [each.metavar for each in parameters if each.opts[0][0] != "-"]
    word = extra.partition(" ")[0]
    code = "one_word_too_many" if names else "only_options"
    start = Reason(code, word=shown(word), path=path, **({"names": names} if names else {}))
    for pattern, meant in _MEANT.items():
        if meant in own and re.fullmatch(pattern, word):
            return f"{start}; {Reason('did_you_mean', meant=f'{meant} {shown(word)[1:-1]}')}"
    return Reason("which_help_lists", text=start, path=context.command_path)


def _either(names: list[str]) -> str:
    *others, last = names
    return Reason("either", first=", ".join(others), rest=last) if others else last
