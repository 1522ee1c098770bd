"""The words of a question as callers say them: how each is read, written and described."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

from babieca import as_json
from babieca.board_text import walk_in
from babieca.boards import SquareLike
from babieca.canonical import UpTo
from babieca.checking import NumbersLike, numbers_at
from babieca.edges import Edge, EdgesLike, parse_edges
from babieca.errors import BadInputError, shown
from babieca.graphs import Graph
from babieca.invariants import SymmetryLike, invariant_of
from babieca.reasons import Reason
from babieca.words import Word

if TYPE_CHECKING:
    from babieca.questions import Question

Vertex = SquareLike | Hashable
BeginLike = str | Iterable[Any]


@dataclass(frozen=True)
class QuestionWord(Word):
    """A word of a question.

    `read` turns the caller's value into the value of the field, `write` turns the field into JSON,
    and `say` describes it; an empty text leaves it out.
    """

    panel: str = "The question"
    read: Callable[[Question, str, Any], Any] = lambda question, name, value: value
    write: Callable[[Graph, Any], Any] = lambda graph, value: value
    say: Callable[[Question, str, Any], str] = lambda question, name, value: name


def named_word(name: str, read: Callable[..., Any], *given: Any) -> Any:
    try:
        return read(*given)
    except BadInputError as error:
        raise BadInputError("name_error", name=name, error=error) from None


def _vertex(question: Question, name: str, square: Any) -> Any:
    return named_word(name, question.graph.vertex, square)


def _last(question: Question, name: str, square: Any) -> Any:
    return named_word(name, question.graph.last_vertex, square)


def _walk(question: Question, name: str, begin: BeginLike) -> tuple[int, ...]:
    try:
        squares = list(walk_in(begin) if isinstance(begin, str) else begin)
    except TypeError:
        raise BadInputError("name_list_squares_text", name=name, begin=shown(begin)) from None
    return tuple(question.graph.passed(_vertex(question, name, square) for square in squares))


def _steps(question: Question, name: str, at: NumbersLike) -> tuple[tuple[int, int], ...]:
    steps = numbers_at(at, functools.partial(_vertex, question, name), len(question.graph))
    return tuple(sorted(steps.items(), key=operator.itemgetter(1)))


def _say_at(question: Question, name: str, at: tuple[tuple[int, int], ...]) -> str:
    listed = [f"{question.graph.name_of(vertex)}={step}" for vertex, step in at]
    return f"{name} {','.join(listed[:4])}{',…' if len(listed) > 4 else ''}"


def _say_edges(question: Question, name: str, edges: frozenset[Edge]) -> str:
    graph = question.graph
    arcs = map(graph.in_direction, sorted(edges - graph.forced))
    listed = ["-".join(map(graph.name_of, arc)) for arc in arcs]
    return f"{name} {','.join(listed[:4])}{',…' if len(listed) > 4 else ''}"


def _say_start(question: Question, name: str, start: int) -> str:
    if question.begin:
        graph = question.graph
        squares = " ".join(map(graph.name_of, question.begin[:: graph.parts]))
        return Reason("say_beginning", squares=squares)
    return Reason("say_from", square=question.graph.name_of(start))


def _say_end(question: Question, name: str, end: int) -> str:
    return Reason("say_to", square=question.graph.name_of(end))


def _square_word(
    help: str, read: Callable[[Question, str, Any], Any], say: Callable[[Question, str, Any], str]
) -> QuestionWord:
    return QuestionWord(
        help, input="square", metavar="SQUARE", read=read, write=Graph.plain_label, say=say
    )


def _moves_word(help: str) -> QuestionWord:
    return QuestionWord(
        help,
        default=(),
        input="moves",
        metavar="MOVES",
        read=lambda question, name, edges: named_word(name, parse_edges, question.graph, edges),
        write=lambda graph, edges: [
            [*map(graph.plain_label, graph.in_direction(edge))]
            for edge in sorted(edges - graph.forced)
        ],
        say=_say_edges,
    )


_DIRECTED = "Each direction counts as a tour."
_START = "First square, for example a1. A closed tour is only written from there."
_UP_TO = "One tour of each class: mirror images and turns count once."
_SYMMETRIES = (
    *("half-turn", "quarter-turn", "three-quarter-turn"),
    *("left-right", "up-down", "diagonal", "antidiagonal"),
)


# The words, in groups: `babieca.engines` says which of them each verb takes.


class DirectedWords(TypedDict, total=False):
    directed: Annotated[bool, QuestionWord(_DIRECTED, default=False, names=("--directed",))]


class StartWords(TypedDict, total=False):
    start: Annotated[Vertex | None, _square_word(_START, _vertex, _say_start)]


class EndWords(TypedDict, total=False):
    end: Annotated[Vertex | None, _square_word("Last square of a path.", _last, _say_end)]
    begin: Annotated[
        BeginLike,
        QuestionWord(
            "The first squares in order, for example a1,b3,c5.",
            default=(),
            input="walk",
            metavar="SQUARES",
            read=_walk,
            write=lambda graph, begin: [*map(graph.plain_label, begin[:: graph.parts])],
            say=lambda question, name, begin: "",
        ),
    ]


class MoveWords(TypedDict, total=False):
    through: Annotated[
        EdgesLike, _moves_word("Moves that every tour makes, for example a1-b3,c1-d3.")
    ]
    avoiding: Annotated[EdgesLike, _moves_word("Moves that no tour makes.")]


class AtWords(TypedDict, total=False):
    at: Annotated[
        NumbersLike,
        QuestionWord(
            "Squares with their steps, for example c3=15,e4=30. Every numbering counts.",
            default=(),
            input="steps",
            metavar="STEPS",
            longest=20_000,
            read=_steps,
            write=lambda graph, at: [[graph.plain_label(vertex), step] for vertex, step in at],
            say=_say_at,
        ),
    ]


class SymmetryWords(TypedDict, total=False):
    symmetry: Annotated[
        SymmetryLike | None,
        QuestionWord(
            "Only tours that this symmetry of the board keeps, for example half-turn.",
            metavar="NAME",
            values=_SYMMETRIES,
            read=lambda question, name, value: invariant_of(question.graph, question.kind, value),
            write=lambda graph, value: str(value),
            say=lambda question, name, value: Reason("say_kept", symmetry=value),
        ),
    ]


class UpToWords(TypedDict, total=False):
    up_to: Annotated[UpTo | None, QuestionWord(_UP_TO, say=lambda *_: Reason("say_up_to"))]


class TourWords(DirectedWords, StartWords, EndWords, MoveWords, total=False):
    """The words about the order and the moves of a tour."""


class QuestionWords(TourWords, AtWords, SymmetryWords, UpToWords, total=False): ...


@dataclass(frozen=True, kw_only=True)
class WrittenWords:
    """The words in JSON, as `write` makes them; a word that was not said is missing."""

    directed: bool | None = None
    start: as_json.Vertex | None = None
    end: as_json.Vertex | None = None
    begin: list[as_json.Vertex] | None = None
    through: list[list[as_json.Vertex]] | None = None
    avoiding: list[list[as_json.Vertex]] | None = None
    at: list[list[as_json.Vertex]] | None = None
    symmetry: str | None = None
    up_to: UpTo | None = None
