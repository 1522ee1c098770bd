"""From a verb to a command: the groups of words in its signature become options, one by one."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Union, get_args, get_origin, get_type_hints, is_typeddict

from babieca.boards import Board
from babieca.cli.words import BoardWords, QuestionWords, board_of, tours_of
from babieca.verbs.tourset import Tours

Verb = Callable[..., int | None]

# What a verb may ask for instead of words: the words it is made of, and how.
_READ: Mapping[Any, tuple[Any, Callable[[Any], Any]]] = {
    Board: (BoardWords, board_of),
    Tours: (QuestionWords, tours_of),
}


def spelled_out(verb: Verb) -> Verb:
    """Return a verb with a parameter for every word; groups are put together from those typed.

    >>> def twice(tours: Tours) -> int:
    ...     return 2 * tours.count()
    >>> list(inspect.signature(spelled_out(twice)).parameters)[:4]
    ['board', 'leaper', 'wrap', 'holes']
    >>> spelled_out(twice)(board="5x6", start=None)
    16
    """
    hints = get_type_hints(verb, include_extras=True)
    groups: dict[str, tuple[list[str], Callable[[Any], Any]]] = {}
    parameters: list[inspect.Parameter] = []
    for name, parameter in inspect.signature(verb).parameters.items():
        group, read = _READ.get(hints[name], (hints[name], dict))
        if not is_typeddict(group):
            parameters.append(_parameter(name, hints[name], parameter.default))
            continue
        words = get_type_hints(group, include_extras=True)
        groups[name] = (list(words), read)
        for word, hint in words.items():
            needed = word in group.__required_keys__
            parameters.append(_parameter(word, hint, inspect.Parameter.empty if needed else None))

    def command(**typed: Any) -> int | None:
        arguments = {}
        for name, (words, read) in groups.items():
            values = {word: typed.pop(word, None) for word in words}
            arguments[name] = read({w: value for w, value in values.items() if value is not None})
        return verb(**arguments, **typed)

    command.__name__, command.__doc__ = verb.__name__, verb.__doc__
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return command


def _parameter(name: str, hint: Any, default: Any) -> inspect.Parameter:
    if get_origin(hint) is Union:  # a word declared once, or nothing
        hint = next(part for part in get_args(hint) if part is not type(None))
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=hint, default=default)
