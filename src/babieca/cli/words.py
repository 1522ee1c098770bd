"""The words that only the command line has, and how boards and questions are read from words.

All other words are declared with the library. A verb gets only the words that were typed, so that
defaults and refusals are the library's.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypedDict, TypeVar, cast

from babieca import formats
from babieca.boards import Board, BoardWords
from babieca.errors import BadInputError
from babieca.questions import KINDS, Kind, QuestionWords
from babieca.verbs.tourset import Tours
from babieca.words import Word

Group = TypeVar("Group")


_asking = partial(Word, panel="The question")
_board = partial(Word, panel="The board")
_writing = partial(Word, panel="Output")
_FORMATS = ", ".join(formats.FORMATS)


class Sides(TypedDict):
    """The sides of a board."""

    board: Annotated[str, Word("Sides: 8x8, 3x10 or 4x4x4.", metavar="BOARD", argument=True)]


class KindFlags(TypedDict, total=False):
    """The kinds as flags."""

    closed: Annotated[bool, _asking("Short for --kind closed.", names=("--closed",))]
    path: Annotated[bool, _asking("Short for --kind path.", names=("--path",))]
    open: Annotated[
        bool, _asking("Short for --kind open: ends not a move apart.", names=("--open",))
    ]


class KindWords(KindFlags, total=False):
    """The kind, as a word or as a flag."""

    kind: Annotated[Kind, _asking("Which tours. Default: closed.")]


class AskingWords(Sides, BoardWords, KindWords, QuestionWords):
    """A whole question; `tours_of` reads it."""


class JsonWords(TypedDict, total=False):
    """Output for programs."""

    json: Annotated[
        bool, _writing("Print JSON on standard output, nothing else.", names=("--json",))
    ]


_OUTPUT = Word("Write to this file.", "Output", metavar="PATH", names=("--output", "-o"))


class OutputWords(TypedDict, total=False):
    """Output to a file."""

    output: Annotated[Path, _OUTPUT]


class OutputFile(TypedDict):
    """Output to a file that must be named."""

    output: Annotated[Path, _OUTPUT]


class FormatWords(JsonWords, total=False):
    """How tours are printed."""

    format: Annotated[
        str,
        _writing(
            f"How tours are written: {_FORMATS}.", metavar="NAME", values=tuple(formats.FORMATS)
        ),
    ]


class AtlasFolder(TypedDict, total=False):
    """Where numbers come from."""

    atlas: Annotated[
        str, Word("Use the numbers that babieca atlas build wrote here.", metavar="DIR")
    ]


class TourFile(TypedDict, total=False):
    """A file of tours."""

    file: Annotated[str, Word("Tours; - or none: standard input.", metavar="FILE", argument=True)]


class FileWords(TourFile, BoardWords, total=False):
    """A file of tours that may need a board."""

    board: Annotated[str, _board("The board, if the file does not name it: 8x8.", metavar="BOARD")]
    format: Annotated[
        str,
        _board(
            f"Format of the file: {_FORMATS}. Default: guessed.",
            metavar="NAME",
            values=tuple(formats.FORMATS),
        ),
    ]


def board_of(words: Mapping[str, Any]) -> Board:
    """Return the board that was typed.

    >>> board_of({"board": "5x5", "leaper": "1,4", "holes": "c3,(0,1)"})
    Board(5, 5, leaper=(1, 4), holes=[(0, 1), (2, 2)])
    """
    return Board.parse(words["board"], **of_group(words, BoardWords))


def tours_of(words: Mapping[str, Any]) -> Tours:
    """Return the tours that were asked for.

    >>> tours_of({"board": "8x8", "path": True, "start": "a1"})
    <Tours: paths of 8x8, from a1>
    """
    return Tours(board_of(words), kind_of(words) or "closed", **of_group(words, QuestionWords))


def kind_of(words: Mapping[str, Any]) -> Kind | None:
    """Return the one kind that was typed, if any."""
    named: set[Kind] = {kind for kind in KINDS if words.get(kind)}
    if "kind" in words:
        named.add(words["kind"])
    if len(named) > 1:
        raise BadInputError(
            "--kind, --closed, --path and --open name different kinds: give one of them"
        )
    return named.pop() if named else None


def of_group(words: Mapping[str, Any], group: type[Group]) -> Group:
    """Return the words that belong to a group."""
    return cast(Group, {name: words[name] for name in group.__annotations__ if name in words})


def refuse(words: Mapping[str, Any], where: str, *names: str) -> None:
    """Refuse words that were typed where they have no meaning."""
    for name in names:
        if name in words:
            raise BadInputError(f"{option(name)} does not go together with {where}")


def option(name: str) -> str:
    """Return a word as it is typed.

    >>> option("counter_bits")
    '--counter-bits'
    """
    return f"--{name.replace('_', '-')}"
