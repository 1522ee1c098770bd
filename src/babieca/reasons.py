"""Reasons as data: a code and its arguments. A catalogue for each language has the sentences.

An answer, a proof or a refusal that a program may read is a `Reason`. Its code and arguments never
change with the language; its text does. The page reads the same catalogues.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CATALOGUES = Path(__file__).parent / "web" / "static" / "texts"
LANGUAGES = ("en", "es")
_HOLE = re.compile(r"\{(word:|:)?+(\w++)(?>\|([^{|}]*+)\|([^{|}]*+))?+\}")
_PART = re.compile(r"\[([^][{]*+\{(?>word:)?+(\w++)[^][]*+)\]")


@functools.cache
def catalogue(language: str) -> Mapping[str, str]:
    """Return the sentence of every code: the object in a script of the page, which is JSON."""
    text = (CATALOGUES / f"reasons_{language}.js").read_text("utf-8")
    sentences: dict[str, str] = json.loads(text[text.index("= {") + 2 : text.rindex("}") + 1])
    return sentences


class _Spoken:
    """How this process writes reasons: its language, and the name of a word of the library."""

    language: str = LANGUAGES[0]
    word: Callable[[str], str] = staticmethod(str)


def speak(language: str | None = None, word: Callable[[str], str] | None = None) -> None:
    """Set the language of reasons that are made from now on, or how they name words, or both."""
    if language is not None:
        if language not in LANGUAGES:
            unknown = Reason(
                "one_of", name="language", listed=[*LANGUAGES], value=f"{language!r:.60}"
            )
            raise ValueError(unknown)
        _Spoken.language = language
    if word is not None:
        _Spoken.word = staticmethod(word)


def as_word(name: str) -> str:
    """Return a word of the library as this face names it: memory, or --memory."""
    return _Spoken.word(name)


def spoken(name: str) -> str:
    """Return a name that is data, such as that of a field or a symmetry, in the language spoken.

    English has the name itself; the catalogues of other languages have it behind `name:`, unless it
    is a code too.

    >>> spoken("move_classes"), spoken("half-turn")
    ('move classes', 'half-turn')
    """
    known = {} if _Spoken.language == LANGUAGES[0] else catalogue(_Spoken.language)
    return known.get(f"name:{name}") or known.get(name) or name.replace("_", " ")


def sentence(code: str, arguments: Mapping[str, Any]) -> str:
    """Return the sentence of a code, with its holes filled.

    `{name}` is an argument, `{name|one|many}` a number with its noun, `{:name}` the word `name` of
    the library, `{word:name}` the word that the argument `name` names. A part in brackets is left
    out if the first argument that it names is not given.

    >>> sentence("crowded", {"count": 3, "vertex": ["b3"]})
    '3 squares can be left only through b3'
    >>> sentence("squares_missing", {"count": 2})
    '2 squares are missing'
    >>> sentence("squares_missing", {"count": 1, "names": ["a1"]})
    '1 square is missing: a1'
    """

    def filled(hole: re.Match[str]) -> str:
        is_word, name, one, many = hole.groups()
        if is_word:
            return _Spoken.word(name if is_word == ":" else arguments[name])
        value = arguments[name]
        if one is not None:
            return f"{value} {one if value == 1 else many}"
        if not isinstance(value, list | tuple):
            return str(value)
        names = ", ".join(map(str, value))
        count = arguments.get(f"{name}_count")
        return names if count is None else sentence("and_more", {"names": names, "count": count})

    def given(part: re.Match[str]) -> str:
        return part[1] if part[2] in arguments else ""

    return _HOLE.sub(filled, _PART.sub(given, catalogue(_Spoken.language)[code]))


def _plain(value: Any) -> Any:
    """Return an argument as data; errors become their reasons, other objects their texts."""
    reason = getattr(value, "reason", None)  # the errors of Unicode have a text there
    value = reason if isinstance(reason, Reason) else value
    if isinstance(value, Exception):
        value = next((each for each in value.args if isinstance(each, Reason)), value)
    return value if isinstance(value, int | list | Reason) else str(value)


def _as_json(value: Any) -> Any:
    if isinstance(value, list):
        return [_as_json(each) for each in value]
    return value.to_json() if isinstance(value, Reason) else value


@dataclass(frozen=True)
class Why:
    """A reason in JSON."""

    code: str
    arguments: dict[str, Any]
    source: str | None
    text: str


def expected(kind: type, value: object, verb: str | None = None) -> Reason:
    """Return why a value of another type is refused.

    >>> expected(int, "5", "count")
    'count: expected int, not str'
    """
    types = {"expected": kind.__name__, "type": type(value).__name__}
    return Reason("expected_type", verb=verb, **types)


class Reason(str):
    """A text with its code, its arguments and the code of its source, in the language spoken.

    `text` leaves the source out. An argument is a number, a text, a list of names, a reason, or
    None if it is not given. If a list is cut, the argument with `_count` after its name counts all.

    >>> reason = Reason("no_closed_tour", "schwenk", board="4x8")
    >>> reason.text, reason.code, reason.arguments
    ('the 4x8 board has no closed tour', 'no_closed_tour', {'board': '4x8'})
    >>> Reason("outer_lines", "counting")
    'with a side of 4, a path starts and ends in the two outer lines (counting argument)'
    """

    code: str
    source: str | None
    arguments: Mapping[str, Any]
    text: str

    def __new__(cls, code: str, source: str | None = None, /, **arguments: Any) -> Reason:
        given = ((name, value) for name, value in arguments.items() if value is not None)
        arguments = {name: _plain(value) for name, value in given}
        text = sentence(code, arguments)
        self = super().__new__(cls, f"{text} ({sentence(source, {})})" if source else text)
        self.code, self.source, self.arguments, self.text = code, source, arguments, text
        return self

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        return handler.generate_schema(Why)

    def __reduce__(self) -> tuple[object, ...]:
        return functools.partial(Reason, self.code, self.source, **self.arguments), ()

    def to_json(self) -> dict[str, Any]:
        """Return the record that every face writes.

        >>> Reason("one_move", vertex=["a1"]).to_json()
        {'code': 'one_move', 'arguments': {'vertex': ['a1']}, 'source': None,
         'text': 'a1 has only one move'}
        """
        arguments = {name: _as_json(value) for name, value in self.arguments.items()}
        told = {"code": self.code, "arguments": arguments, "source": self.source}
        return {**told, "text": str(self)}
