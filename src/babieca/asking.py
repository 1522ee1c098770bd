"""The verbs as the command line and the page ask them: a question and words in, JSON out.

`VERBS` is the one table of the verbs that ask a question. The options of the commands, the HTTP
routes and their bodies are made from it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal, Required, TypedDict

from babieca import formats
from babieca.errors import BadInputError, NoTourError
from babieca.formats import answers
from babieca.formats.answers import Numbering, Record
from babieca.limits import LongCountWords
from babieca.questions import Question, Vertex
from babieca.verbs.count import refuse_words
from babieca.verbs.count_by import By
from babieca.verbs.tourset import Tours
from babieca.verbs.words import (
    AtlasWords,
    CountWords,
    FindWords,
    FirstMovesWords,
    FractionsWords,
    ListLimit,
    ListWords,
    NumberWords,
    PlanWords,
    SampleLimit,
    SampleWords,
    StudyWords,
    TraceLimit,
    TraceWords,
    UsageWords,
)
from babieca.words import Word

Words = dict[str, Any]
Answer = Record | Iterator[Record]
Asked = Callable[[Tours, Words], Answer]


class NoWords(TypedDict, total=False):
    """Nothing besides the question."""


class CountAsked(CountWords, total=False):
    """The words of `count`, of tables and of classes."""

    by: Annotated[By | None, Word("Count a table of this kind.", "The question")]
    up_to: Annotated[Literal["symmetry"] | None, Word("Count mirror images once.", "The question")]


class FractionsAsked(FractionsWords, total=False):
    """The words of `fractions`."""

    numbering: Annotated[
        Numbering,
        Word("Squares as a1, b1, … or numbered from 1 along the rows.", "Output", default="name"),
    ]


class UsageAsked(UsageWords, total=False):
    """The words of `usage`."""

    square: Annotated[
        Vertex | None,
        Word(
            "Count pairs of moves at this square instead.",
            "The question",
            kind="square",
            metavar="SQUARE",
        ),
    ]


class TraceAsked(TraceWords, TraceLimit, total=False):
    """The words of `trace`."""


class ListAsked(ListWords, ListLimit, total=False):
    """The words of `list`."""


class SampleAsked(SampleWords, SampleLimit, total=False):
    """The words of `sample`."""


class UnrankAsked(NumberWords, total=False):
    """The words of `unrank`. The number is text: it may be too long for JSON."""

    number: Required[
        Annotated[
            str,
            Word(
                "From 0 to the count less one.",
                metavar="NUMBER",
                argument=True,
                pattern="^[0-9]{1,400}$",
                longest=400,
            ),
        ]
    ]


class RankAsked(NumberWords, total=False):
    """The words of `rank`."""

    text: Required[Annotated[str, Word("Tours in any format.", where="http", longest=200_000)]]


@dataclass(frozen=True)
class Verb:
    """A verb that asks a question.

    `answer` takes the tours and the words. `pool` names the workers of the page that answer at
    once; `job` allows the verb as a queued job. A `saved` verb writes checkpoints, a `numbered`
    one can use an atlas, and a `silent` one reports no progress.
    """

    name: str
    summary: str
    words: type
    answer: Asked
    pool: Literal["quick", "steady"] | None = "steady"
    job: bool = True
    saved: bool = False
    numbered: bool = False
    silent: bool = False


def count(tours: Tours, words: Words) -> Record:
    """Count: a number, a table, or a number up to symmetry."""
    by, up_to = words.pop("by", None), words.pop("up_to", None)
    if by and up_to:
        raise BadInputError("by does not go together with up_to")
    for name in ("counter_bits", "mirror", "device", *(("method",) if up_to else ())):
        if name in words and (by or up_to):
            raise BadInputError(f"{name} does not go together with {'by' if by else 'up_to'}")
    if by:
        return answers.tabulated(tours.question, by, tours.count_by(by, **words))
    if up_to:
        return answers.counted_up_to_symmetry(tours.question, tours.classes(**words))
    return answers.counted(tours.question, tours.count_report(**words))


def fractions(tours: Tours, words: Words) -> Iterator[Record]:
    """Divide the closed tours by the two neighbours of the start."""
    board, numbering = tours.question.board, words.pop("numbering", "name")
    if board is None and numbering != "name":
        raise BadInputError("numbering: a graph has only its own names; leave it out")
    name = (
        functools.partial(answers.name_of, tours.question)
        if board is None
        else answers.squares_named(board, numbering)
    )
    return (answers.divided(part, name) for part in tours.fractions(**words))


def usage(tours: Tours, words: Words) -> Record:
    """Count the tours that use each move, or each two moves at a square."""
    square = words.pop("square", None)
    if square is None:
        return answers.used(tours.question, tours.usage(**words))
    refuse_words(tours.question, "usage of a square", "start", "end")
    if "method" in words:
        raise BadInputError("method does not go together with square")
    question = replace(tours.question, start=tours.question.graph.vertex(square))
    return answers.used(question, Tours.of(question).count_by("edge-pair", **words))


def list_(tours: Tours, words: Words) -> Iterator[Record]:
    """List the first tours."""
    tour = None
    for tour in tours.list(**words):
        yield formats.to_json(tour)
    if tour is None:
        raise NoTourError("the search visited the whole tree of partial tours")


def rank(tours: Tours, words: Words) -> Iterator[Record]:
    """Return the numbers of tours."""
    read = formats.parse(words.pop("text"), board=tours.question.board)
    return (answers.ranked(tours, number) for number in tours.rank_all(read, **words))


def unrank(tours: Tours, words: Words) -> Record:
    """Return the tour with a number."""
    return formats.to_json(tours.unrank(int(words.pop("number")), **words))


def trace(tours: Tours, words: Words) -> Iterator[Record]:
    """Return the steps of a method as events."""
    return (event.to_json(tours.question.graph) for event in tours.trace(**words))


def _save(tours: Tours, words: Words) -> Record:
    raise BadInputError("an atlas is built by a job")


def _record(write: Callable[[Question, Any], Record], ask: Callable[..., Any]) -> Asked:
    """Return a function that writes the answer of a method of `Tours` as one record."""
    return lambda tours, words: write(tours.question, ask(tours, **words))


def _records(write: Callable[[Any], Record], ask: Callable[..., Iterable[Any]]) -> Asked:
    """Return a function that writes each item of an answer as a record."""
    return lambda tours, words: map(write, ask(tours, **words))


_LISTED = (
    Verb(
        "exists",
        "Say from theorems alone whether there is such a tour.",
        NoWords,
        _record(answers.existing, Tours.exists),
        pool="quick",
        job=False,
        silent=True,
    ),
    Verb(
        "find",
        "Find one tour.",
        FindWords,
        lambda tours, words: answers.found(tours.find_report(**words)),
        pool="quick",
    ),
    Verb(
        "plan",
        "Say what each verb would take.",
        PlanWords,
        lambda tours, words: answers.planned(tours.plan(**words)),
        silent=True,
    ),
    Verb("count", "Count: a number, a table, or classes.", CountAsked, count, saved=True),
    Verb(
        "first_moves",
        "Count the tours for each first move from the start.",
        FirstMovesWords,
        _record(answers.with_first_tours, Tours.first_moves),
    ),
    Verb(
        "classes",
        "Count up to symmetry, and the tours that each symmetry keeps.",
        LongCountWords,
        _record(answers.classified, Tours.classes),
        saved=True,
    ),
    Verb(
        "fractions",
        "Divide the closed tours by the two neighbours of the start.",
        FractionsAsked,
        fractions,
        saved=True,
    ),
    Verb(
        "study",
        "Compare the rules of the search.",
        StudyWords,
        _records(answers.studied, Tours.study),
    ),
    Verb("usage", "Count the tours that use each move.", UsageAsked, usage),
    Verb("list", "List the first tours.", ListAsked, list_),
    Verb(
        "sample",
        "Draw tours at random, all equally likely.",
        SampleAsked,
        _records(formats.to_json, Tours.sample),
        numbered=True,
    ),
    Verb("unrank", "Return the tour with a number.", UnrankAsked, unrank, numbered=True),
    Verb("rank", "Return the numbers of tours.", RankAsked, rank, numbered=True),
    Verb("trace", "Return the steps of a method as events.", TraceAsked, trace, silent=True),
    Verb("atlas", "Store the numbering of the tours.", AtlasWords, _save, pool=None),
)

VERBS: dict[str, Verb] = {verb.name: verb for verb in _LISTED}
"""The verbs that ask a question, by name."""
