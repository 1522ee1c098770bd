"""What an answer is in JSON: its class declares each field once, and the annotations tell the rest.

Records, the HTTP schema and the types of the page are made from the same annotations. Tuples become
lists, reasons and other answers become records. `Big` and `As` say what else JSON cannot hold.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from babieca.reasons import Reason

Name = Callable[[Any], Any]
Writer = Callable[[Any, Name], Any]


@dataclass(frozen=True)
class As:
    """In an annotation: the type that JSON has in place of this one, and how it is written.

    Without `write`, the value is a square or a vertex, which the caller of `record_of` names.
    """

    shape: Any
    write: Callable[[Any], Any] | None = None

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        return handler.generate_schema(self.shape)


Big = Annotated[int, As(str, str)]
"""A count: text, because JSON numbers are too small for it."""
Vertex = str | int | list[int]
"""A square or a vertex in JSON: its name, its number or its coordinates."""
Label = Annotated[Any, As(Vertex)]


def record_of(
    answer: object, shape: type | None = None, *, name: Name = str, **given: Any
) -> dict[str, Any]:
    """Return an answer as JSON has it: all its fields, or those of `shape`, another dataclass.

    Values that the answer has under another name are `given`. A field that is None is left out if
    None is its default.

    >>> @dataclass
    ... class Found:
    ...     tours: Big
    ...     at: tuple[Label, ...]
    ...     proof: Reason | None = None
    >>> record_of(Found(2**70, ((0, 0), (2, 1))), name={(0, 0): "a1", (2, 1): "b3"}.get)
    {'tours': '1180591620717411303424', 'at': ['a1', 'b3']}
    """
    told = {}
    for field, write, default in _fields(shape or type(answer)):
        value = given[field] if field in given else getattr(answer, field)
        if value is not None:
            told[field] = write(value, name)
        elif default is not None:
            told[field] = None
    return told


@functools.cache
def _fields(shape: type) -> list[tuple[str, Writer, Any]]:
    hints = get_type_hints(shape, include_extras=True)
    return [(each.name, _writer(hints[each.name]), each.default) for each in fields(shape)]


def _writer(hint: Any) -> Writer:
    """Return how the values of an annotation are written; None is always written as it is."""
    if hint is str:  # of a reason, the sentence alone
        return lambda value, name: value
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        told = next((each for each in parts[1:] if isinstance(each, As)), None)
        if told is None:
            return _writer(parts[0])
        return lambda value, name: (told.write or name)(value)
    inner = [_writer(part) for part in parts if part not in (type(None), ...)]
    if origin in (list, tuple):
        if len(inner) > 1:
            return lambda value, name: [
                each(one, name) for each, one in zip(inner, value, strict=True)
            ]
        return lambda value, name: [one if one is None else inner[0](one, name) for one in value]
    if origin in (dict, Mapping):
        return lambda value, name: {
            inner[0](key, name): inner[1](one, name) for key, one in value.items()
        }
    return inner[0] if len(inner) == 1 else _plain


def _plain(value: Any, name: Name) -> Any:
    if isinstance(value, Reason):
        return value.to_json()
    return record_of(value, name=name) if is_dataclass(value) else value
