"""The words that only the command line has, and how the words of a verb become options of typer.

All other words are declared with the library. A verb gets only the words that were typed, so that
defaults and refusals are the library's.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, TypedDict, get_type_hints

import typer

from babieca import formats
from babieca.boards import Board, BoardWords
from babieca.drawing.saving import ANIMATIONS, PICTURES, TEXTS
from babieca.engines import TAKEN
from babieca.errors import BadInputError, shown
from babieca.formats.graph_files import SUFFIXES as GRAPH_SUFFIXES
from babieca.formats.graph_files import read_graph
from babieca.graphs import Graph
from babieca.looks import FileLook
from babieca.memory import at_most, parse_memory
from babieca.public import Tours
from babieca.questions import KINDS, Kind, QuestionWords
from babieca.reasons import Reason, speak
from babieca.words import PANELS, Declared, Word, declared, split_words

USUAL = frozenset(
    {
        *("path", "start", "end", "symmetry", "up_to", "by", "limit", "seed", "holes"),
        *("timeout", "memory", "output", "json", "csv"),
        *("board", "number", "play", "degrees", "givens", "level", "text", "recurrence", "at_n"),
    }
)
"""The words that most people use. A command with more than `MOST_SHOWN` options shows only these in
`--help`, and all in `--help-all`."""
MOST_SHOWN = 14
_TYPED = ("everywhere", "here")

Function = Callable[..., int | None]
"""A command: it takes groups of words, and returns the exit code, or None for 0."""

_asking = partial(Word, panel="The question")
_format = partial(Word, metavar="NAME", values=tuple(formats.FORMATS))
_FORMATS = ", ".join(formats.FORMATS)
_BOARD = "The board"
_JSON = "Print only JSON on standard output."
_CSV = "Print the table as CSV, for spreadsheets: names of columns, then exact numbers."
_ATLAS = "Use the atlas in this directory, which atlas build wrote."


_PLACE = f"Sides, such as 8x8, or a graph file: {', '.join(GRAPH_SUFFIXES)}, or - to read one."


class Place(TypedDict):
    board: Annotated[str, Word(_PLACE, metavar="BOARD", argument=True)]


class WholePlace(Place, BoardWords): ...


class KindFlags(TypedDict, total=False):
    closed: Annotated[bool, _asking("Short for --kind closed.", names=("--closed",))]
    path: Annotated[bool, _asking("Short for --kind path.", names=("--path",))]
    open: Annotated[bool, _asking("Short for --kind open.", names=("--open",))]


class KindWords(KindFlags, total=False):
    kind: Annotated[Kind, _asking("Which tours; open: ends not a move apart. Default: closed.")]


class AskingWords(Place, BoardWords, KindWords, QuestionWords): ...


class JsonWords(TypedDict, total=False):
    json: Annotated[bool, Word(_JSON, "Output", names=("--json",))]


class TableWords(JsonWords, total=False):
    csv: Annotated[bool, Word(_CSV, "Output", names=("--csv",))]


_OUTPUT = Word("Write to this file.", "Output", metavar="PATH", names=("--output", "-o"))
_SUFFIXES = ", ".join(PICTURES + ANIMATIONS + TEXTS)
_TOURS_OUTPUT = replace(_OUTPUT, help=f"Write to this file, as its suffix says: {_SUFFIXES}.")


class OutputWords(TypedDict, total=False):
    output: Annotated[Path, _OUTPUT]


class PictureWords(JsonWords, OutputWords, total=False): ...


class TablePictureWords(TableWords, OutputWords, total=False): ...


class OutputFile(TypedDict):
    output: Annotated[Path, _OUTPUT]


class FormatWords(JsonWords, total=False):
    format: Annotated[str, _format(f"How tours are written: {_FORMATS}.", "Output")]


class DrawingOut(TypedDict, total=False):
    output: Annotated[Path, _TOURS_OUTPUT]


class ToursOut(FormatWords, DrawingOut, FileLook, total=False): ...


class AtlasFolder(TypedDict, total=False):
    atlas: Annotated[str, Word(_ATLAS, metavar="DIR")]


class TourFile(TypedDict, total=False):
    file: Annotated[str, Word("Tours. Default: standard input, -.", metavar="FILE", argument=True)]


class FileWords(TourFile, BoardWords, total=False):
    board: Annotated[
        str, Word("The board or graph, if the file does not name it: 8x8.", _BOARD, metavar="BOARD")
    ]
    format: Annotated[str, _format(f"Format of the file: {_FORMATS}. Default: guessed.", _BOARD)]


def board_of(words: Mapping[str, Any]) -> Board:
    return Board.parse(words["board"], **split_words(BoardWords, words)[0])


def place_of(words: Mapping[str, Any]) -> Board | Graph:
    """Return the board, or the graph of a file or of standard input (`-`)."""
    named = words["board"]
    if named != "-" and Path(named).suffix.lower() not in GRAPH_SUFFIXES:
        if Path(named).suffix[1:].isalpha():
            known = ", ".join(GRAPH_SUFFIXES)
            raise BadInputError("neither_board", text=shown(named), names=known)
        return board_of(words)
    refuse(words, Reason("a_graph"), *BoardWords.__annotations__)
    if named == "-":
        return read_graph(formats.read_text(sys.stdin.buffer, Reason("standard_input")))
    return Graph.load(named)


def tours_of(words: Mapping[str, Any]) -> Tours:
    question, _ = split_words(QuestionWords, words)
    return Tours(place_of(words), kind_of(words) or "closed", **question)


def kind_of(words: Mapping[str, Any]) -> Kind | None:
    named: set[Kind] = {kind for kind in KINDS if words.get(kind)}
    if "kind" in words:
        named.add(words["kind"])
    if len(named) > 1:
        raise BadInputError("different_kinds")
    return named.pop() if named else None


def refuse(words: Mapping[str, Any], where: Reason | str, *names: str) -> None:
    """Refuse names among the words of a command, beside another word or anything else."""
    for name in names:
        if name in words:
            raise BadInputError("not_together", one=name, other=where)


def option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


_VERBS = {"list_": "list", "build": "atlas", "add": "ledger"}
"""The verbs of the commands whose functions have other names."""

# Parameters of a verb that are not groups of words: the words that they are read from.
_READ: Mapping[Any, tuple[type, Callable[[Any], Any]]] = {
    Graph: (WholePlace, lambda words: Graph.of(place_of(words))),
    Tours: (AskingWords, tours_of),
}


def spelled_out(verb: Function, *more: inspect.Parameter) -> Function:
    """Return a verb with one parameter for every word, as typer reads it, and `more` of its own.

    >>> def twice(tours: Tours) -> int:
    ...     return 2 * tours.count()
    >>> list(inspect.signature(spelled_out(twice)).parameters)[:3]
    ['board', 'closed', 'path']
    >>> spelled_out(twice)(board="5x6", start=None)
    16
    """
    groups = _groups(verb)
    words = words_of(verb)
    # In help texts arguments come first, then the options, panel by panel.
    listed = sorted(
        words.values(),
        key=lambda each: -1 if each.word.argument else PANELS.index(each.word.panel),
    )

    def command(**typed: Any) -> int | None:
        options = {name for name in words if not words[name].word.argument}
        speak(word=lambda name: option(name) if name in options else name)
        try:
            given = {
                name: _read(words[name], text)
                for name, text in typed.items()
                if text is not None and name in words
            }
            with at_most(parse_memory(given.get("memory"))):  # what is read counts too
                return verb(
                    **{
                        name: read({word: given[word] for word in declared(group) if word in given})
                        for name, (group, read) in groups.items()
                    }
                )
        finally:
            speak(word=str)

    command.__name__, command.__doc__ = verb.__name__, verb.__doc__
    command.__dict__["__signature__"] = inspect.Signature([*map(_parameter, listed), *more])
    return command


def _groups(verb: Function) -> dict[str, tuple[type, Callable[[Any], Any]]]:
    """Return the group of words that each parameter of a verb is read from, and how."""
    hints = get_type_hints(verb)
    return {
        name: _READ.get(hints[name], (hints[name], dict))
        for name in inspect.signature(verb).parameters
    }


def words_of(verb: Function) -> dict[str, Declared]:
    """Return the words of a command; those of a question only if its verb takes them."""
    groups = _groups(verb).values()
    every = {word.name: word for group, _ in groups for word in declared(group).values()}
    words = {name: word for name, word in every.items() if word.word.where in _TYPED}
    taken = TAKEN.get(_VERBS.get(verb.__name__, verb.__name__))
    if taken is None:
        return words
    kinds = [kind for kind in KINDS if kind in taken.kinds]
    out = declared(QuestionWords).keys() - taken.words | declared(BoardWords).keys() - taken.board
    out |= set(KINDS).difference(kinds)
    if "kind" in words:
        words["kind"] = replace(words["kind"], type=Literal[*kinds])
        out |= {"kind", *kinds} if len(kinds) == 1 else set()
    return {name: word for name, word in words.items() if name not in out}


def rare_words(verb: Function) -> frozenset[str]:
    """Return the words that `--help` leaves out: if there are many, all but the usual ones."""
    words = words_of(verb).values()
    options = [word for word in words if not (word.word.argument or word.required)]
    if len(options) <= MOST_SHOWN:
        return frozenset()
    return frozenset(word.name for word in options if word.name not in USUAL)


def _parameter(word: Declared) -> inspect.Parameter:
    told = word.word
    usual, read_as = {"flag": ("", bool), "number": ("N", str)}.get(word.input, ("TEXT", str))
    if told.argument:
        typed: Any = typer.Argument(metavar=told.metavar, help=told.help, show_default=False)
    else:
        values = tuple(map(str, word.choices)) or told.values
        typed = typer.Option(
            *told.names,
            metavar="|".join(map(str, word.choices)) or told.metavar or usual,
            help=told.help,
            show_default=False,
            rich_help_panel=told.panel,
            autocompletion=(lambda: [*values]) if values else None,
        )
    default = inspect.Parameter.empty if word.required else None
    only = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(word.name, only, annotation=Annotated[read_as, typed], default=default)


def _read(word: Declared, text: Any) -> Any:
    """Return the value of a word that was typed; refuse a text that is no number or no choice."""
    if word.input == "weights":
        return Path(text)
    if not word.choices:
        try:
            return word.type(text) if isinstance(word.type, type) else text
        except ValueError:
            code = "name_whole_number_not" if word.type is int else "not_a_number"
            code = "name_positive_number_seconds" if word.word.metavar == "SECONDS" else code
            raise BadInputError(Reason(code, name=word.name, value=shown(text))) from None
    choices = {str(choice): choice for choice in word.choices}
    if text not in choices:
        code = "one_of" if len(choices) > 1 else "is_only"
        raise BadInputError(Reason(code, name=word.name, listed=[*choices], value=shown(text)))
    return choices[text]
