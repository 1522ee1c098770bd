"""The words of the command line, each declared once: the board, the question, the limits, the rest.

A group of words is a `TypedDict`: what was typed, under the names the library has for it, and
nothing else. A verb takes a group as one parameter and passes it on, so that defaults and refusals
are the library's; `babieca.cli.spelling` makes options of the words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, TypedDict, TypeVar, cast

import typer

from babieca import formats
from babieca.boards import Board
from babieca.errors import BadInputError
from babieca.questions import KINDS, Kind
from babieca.verbs.tourset import Tours

Group = TypeVar("Group")


def word(
    metavar: str | None,
    help: str,
    *names: str,
    panel: str = "The method",
    values: Iterable[str] | None = None,
) -> Any:
    """Return how a word is typed, what its help says, under which title, and what it may be.

    A metavar of None: as its type tells (`helping`). The values are those that a shell completes.
    """
    return typer.Option(
        *names,
        metavar=metavar,
        help=help,
        rich_help_panel=panel,
        autocompletion=None if values is None else lambda: [*values],
    )


def method(engines: Iterable[str]) -> Any:
    """Return the word that chooses among the engines of a verb."""
    return word("NAME", f"{', '.join(engines)}.", values=engines)


_board = partial(word, panel="The board")
asking = partial(word, panel="The question")
limiting = partial(word, panel="Limits")
writing = partial(word, panel="Output")

_SYMMETRIES = [
    symmetry.name.removesuffix(" reflection")
    for symmetry in Board(8, 8).symmetries()
    if not symmetry.is_identity
]

BoardText = Annotated[str, typer.Argument(metavar="BOARD", help="Sides: 8x8, 3x10 or 4x4x4.")]
File = Annotated[
    str,
    typer.Argument(metavar="FILE", help="Tours; - or none: standard input.", show_default=False),
]
Seed = Annotated[int, asking(None, "Another seed, another choice.")]
Limit = Annotated[int, limiting(None, "How many tours at most.", "--limit", "-n")]
Json = Annotated[bool, writing(None, "Print JSON on standard output, nothing else.", "--json")]
Output = Annotated[Path, writing("PATH", "Write it here.", "--output", "-o")]
Format = Annotated[
    str,
    writing(
        "NAME", f"How tours are written: {', '.join(formats.FORMATS)}.", values=formats.FORMATS
    ),
]
Atlas = Annotated[str, word("DIR", "Use what babieca atlas build has written here.")]
Scratch = Annotated[str, limiting("DIR", "Where layers go that do not fit the memory.")]
Memory = Annotated[str, limiting("BYTES", "A budget such as 8G; more is refused.")]
Threads = Annotated[int, limiting(None, "All processors if not given.")]
Cluster = Annotated[str, limiting("WHERE", "Run on Dask: local, or tcp://scheduler:8786.")]
Checkpoint = Annotated[str, limiting("DIR", "Save progress here, and resume from here.")]
Device = Annotated[
    Literal["cpu", "cuda", "auto"],
    limiting(None, "Sweep here; on an NVIDIA GPU; on one if there is one."),
]

Mirror = Annotated[bool, word(None, "Of blocks: keep half of each layer.", "--mirror/--no-mirror")]


class BoardOptions(TypedDict, total=False):
    """What a board is besides its sides."""

    leaper: Annotated[str, _board("A,B", "Two lengths such as 1,4, or a name such as zebra.")]
    wrap: Annotated[str, _board("AXES", "Join borders: all (a torus), or axes such as 1 or 0,1.")]
    holes: Annotated[str, _board("SQUARES", "Missing squares: c3,d4 or (0,0),(1,1).")]


class _Sides(TypedDict):
    board: BoardText


class BoardWords(_Sides, BoardOptions):
    """A board."""


class KindFlags(TypedDict, total=False):
    """The kind as a word of its own."""

    closed: Annotated[bool, asking(None, "Short for --kind closed.", "--closed")]
    path: Annotated[bool, asking(None, "Short for --kind path.", "--path")]
    open: Annotated[bool, asking(None, "Short for --kind open: ends not a move apart.", "--open")]


class KindWords(KindFlags, total=False):
    """The kind, in either of two ways."""

    kind: Annotated[Kind, asking(None, "closed if not given.")]


class Restrictions(TypedDict, total=False):
    """The words of a question besides its board and kind."""

    directed: Annotated[bool, asking(None, "Each direction counts as a tour.", "--directed")]
    start: Annotated[str, asking("SQUARE", "The first: a1, (0,0) or 0; of a closed tour too.")]
    end: Annotated[str, asking("SQUARE", "The last square of a path.")]
    begin: Annotated[str, asking("SQUARES", "The first squares in order: 'a1 b3 c5'.")]
    through: Annotated[str, asking("MOVES", "Moves every tour makes: a1-b3,c1-d3.")]
    avoiding: Annotated[str, asking("MOVES", "Moves no tour makes.")]
    symmetry: Annotated[
        str, asking("NAME", "Only tours it keeps: half-turn, …", values=_SYMMETRIES)
    ]


class QuestionWords(BoardWords, KindWords, Restrictions):
    """Everything that says which tours are meant; `tours_of` reads it."""


class Timed(TypedDict, total=False):
    """Limits of a verb that searches."""

    timeout: Annotated[float, limiting("SECONDS", "Give up then, and say what was reached.")]


class Roomy(Timed, total=False):
    """Limits of a verb that sweeps."""

    memory: Memory
    threads: Threads


class Saved(Roomy, total=False):
    """Limits of a verb that sweeps for long, and can go on another day."""

    checkpoint: Checkpoint
    checkpoint_seconds: Annotated[float, limiting("SECONDS", "Between savings; 60 if not given.")]
    scratch: Scratch
    cluster: Cluster


class Divided(TypedDict, total=False):
    """Limits of a verb whose jobs a cluster does, and a ledger keeps."""

    checkpoint: Checkpoint
    cluster: Cluster


class Written(TypedDict, total=False):
    """How tours go to standard output."""

    format: Format
    as_json: Json


class FileWords(BoardOptions, total=False):
    """A file of tours."""

    file: File
    board: Annotated[str, _board("BOARD", "The board, where the file does not tell it: 8x8.")]
    format: Annotated[
        str,
        _board(
            "NAME",
            f"Of the file: {', '.join(formats.FORMATS)}; guessed if not given.",
            values=formats.FORMATS,
        ),
    ]


def board_of(words: BoardWords) -> Board:
    """Return the board that was typed.

    >>> board_of({"board": "5x5", "leaper": "1,4", "holes": "c3,(0,1)"})
    Board(5, 5, leaper=(1, 4), holes=[(0, 1), (2, 2)])
    """
    return Board.parse(words["board"], **of_group(words, BoardOptions))


def tours_of(words: QuestionWords) -> Tours:
    """Return the tours that were asked for.

    >>> tours_of({"board": "8x8", "path": True, "start": "a1"})
    <Tours: paths of 8x8, from a1>
    """
    return Tours(board_of(words), kind_of(words) or "closed", **of_group(words, Restrictions))


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
            raise BadInputError(f"--{name.replace('_', '-')} does not go together with {where}")
