"""The verbs as the command line and the page ask them: a question and words in, JSON out.

`VERBS` is the one table of the verbs that ask a question. The commands with their options, the HTTP
routes and their bodies are made from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal, Required, TypedDict

from babieca import formats
from babieca.as_json import record_of
from babieca.engines.comparisons import FirstMoves
from babieca.engines.encodings import To
from babieca.errors import BadInputError, shown
from babieca.formats import answer_texts, answers
from babieca.formats.answer_texts import aligned
from babieca.formats.answers import Record, as_text, named
from babieca.formats.records import FractionRecord
from babieca.limits import LongCountWords, MemoryWords
from babieca.public import Tours
from babieca.showing import Totals
from babieca.verbs.check import CheckWords
from babieca.verbs.count import CountWords
from babieca.verbs.find import FindWords, LimitedListWords, empty_list
from babieca.verbs.methods import LimitedTraceWords, StudyWords
from babieca.verbs.numbers import AtlasWords, LimitedSampleWords, NumberWords
from babieca.verbs.plan import PlanWords
from babieca.verbs.puzzles import ManyPuzzleWords, puzzles
from babieca.verbs.tables import CountByWords, UsageWords
from babieca.words import Word, declared

Words = dict[str, Any]
Answer = Record | Iterator[Record]
Lines = Callable[[Iterable[Record]], Iterable[str]]
Table = Callable[[Iterable[Record]], Iterable[Iterable[object]]]


class NoWords(TypedDict, total=False): ...


_BY = (
    "Print one count for each start, first-move or edge-pair, or for each total of slope, slope:2, "
    "move-class:a1-b3, across:d-e, edges:a1-b3,c1-d3, turn, turn:90, turns."
)


class CountOptions(CountWords, CountByWords, total=False):
    by: Annotated[
        str | None,
        Word(
            _BY,
            "The question",
            metavar="NAME",
            values=("start", "first-move", "edge-pair", "slope", "turns"),
            longest=2000,
        ),
    ]


class FractionsOptions(MemoryWords, total=False):
    numbering: Annotated[
        Literal["name", "banon"],
        Word("Squares as a1, b1, … or numbered from 1 along the rows.", "Output", default="name"),
    ]


_NUMBER = Word(
    "Number of the tour, from 0.",
    metavar="NUMBER",
    argument=True,
    pattern="^[0-9]{1,400}$",
    longest=400,
)


class UnrankOptions(NumberWords, total=False):
    number: Required[Annotated[str, _NUMBER]]


class RankOptions(NumberWords, total=False):
    text: Required[Annotated[str, Word("Tours in any format.", where="http", longest=200_000)]]


_TO = "For a solver of SAT, integer programs, MiniZinc (data and model) or TSP."
_MOST_EDGES_SENT = 10_000


class ExportOptions(TypedDict):
    to: Annotated[To, Word(_TO, "Output")]


@dataclass(frozen=True)
class Verb:
    """A verb that asks a question.

    `answer` takes the tours and the words. `pool` names the workers of the page that answer at
    once; `job` allows the verb as a queued job. A `saved` verb writes checkpoints, a `numbered`
    one can use an atlas, and a `silent` one reports no progress.

    `table` makes the rows of a table from the records, the names of the columns first.

    A verb with `help` becomes a command: the help text ends with examples, and `lines` writes the
    records of the answer as text. The other verbs have a function in `cli`, or no command.
    """

    name: str
    summary: str
    words: type
    answer: Callable[[Tours, Words], Answer]
    pool: Literal["quick", "steady"] | None = "steady"
    job: bool = True
    saved: bool = False
    numbered: bool = False
    silent: bool = False
    help: str = ""
    lines: Lines = lambda records: map(str, records)
    table: Table | None = None


def _count(tours: Tours, words: Words) -> Record:
    question, by = tours.question, words.pop("by", None)
    for name in words.keys() - declared(CountByWords if by else CountWords).keys():
        if by:
            raise BadInputError("not_together", one=name, other="by")
        raise BadInputError("name_goes_with_by", name=name)
    if by:
        found = tours.count_by(by, **words)
        if isinstance(found, FirstMoves):
            return question.to_json() | answers.first_moves(question, found)
        if isinstance(found, Totals):
            rows = {",".join(map(str, totals)): str(n) for *totals, n in found.rows()}
            return question.to_json() | {"by": by, "columns": [*found.columns], "table": rows}
        return question.to_json() | {"by": by, "table": as_text(named(question, found))}
    return question.to_json() | record_of(tours.count_report(**words))


def _classes(tours: Tours, words: Words) -> Record:
    found = tours.classes(**words)
    return replace(tours.question, up_to="symmetry").to_json() | record_of(found)


def _fractions(tours: Tours, words: Words) -> Iterator[Record]:
    board, numbering = tours.question.board, words.pop("numbering", "name")

    def name(square: Any) -> str:
        if board is None or numbering == "name":
            return answers.name_of(tours.question, square)
        return str(board.index(square) + 1)

    if board is None and numbering != "name":
        raise BadInputError("name_needs_a_board", name="numbering")
    return (record_of(fraction, FractionRecord, name=name) for fraction in tours.fractions(**words))


def _usage(tours: Tours, words: Words) -> Record:
    question, table = tours.question, tours.usage(**words)
    most_first = dict(sorted(table.items(), key=lambda row: -row[1]))  # then as in the graph
    return question.to_json() | {"tours": as_text(named(question, most_first))}


def _list(tours: Tours, words: Words) -> Iterator[Record]:
    tour = None
    for tour in tours.list(**words):
        yield formats.to_json(tour)
    if tour is None and words.get("limit") != 0:
        raise empty_list(tours.question)


def _rank(tours: Tours, words: Words) -> Iterator[Record]:
    question = tours.question
    read = formats.parse(words.pop("text"), board=question.board or question.graph.toured)
    return (answers.ranked(tours, number) for number in tours.rank_all(read, **words))


def tour_number(text: str) -> int:
    """Return the number of a tour that was typed or sent."""
    if not (text.isascii() and text.isdecimal()):
        raise BadInputError("number_text", number=shown(text))
    return int(text)


def _unrank(tours: Tours, words: Words) -> Record:
    return formats.to_json(tours.unrank(tour_number(words.pop("number")), **words))


def _export(tours: Tours, words: Words) -> Record:
    if (edges := tours.question.graph.edge_count) > _MOST_EDGES_SENT:
        raise BadInputError("export_too_large", most=_MOST_EDGES_SENT, count=edges)
    return tours.question.to_json() | {"to": words["to"], "text": tours.export(words["to"])}


def _atlas(tours: Tours, words: Words) -> Record:
    raise BadInputError("atlas_by_job")


_TABLE = (
    Verb(
        "exists",
        "Say from theorems alone whether there is such a tour.",
        NoWords,
        lambda tours, words: tours.question.to_json() | record_of(tours.exists()),
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
        "Estimate the cost of each verb.",
        PlanWords,
        lambda tours, words: answers.planned(tours.plan(**words)),
        silent=True,
    ),
    Verb(
        "count",
        "Count: a number, a table, or classes.",
        CountOptions,
        _count,
        saved=True,
        table=lambda records: answer_texts.count_rows(records, "table"),
    ),
    Verb(
        "classes",
        "Count up to symmetry, and the tours that each symmetry keeps.",
        LongCountWords,
        _classes,
        saved=True,
        lines=answer_texts.class_lines,
        table=lambda records: answer_texts.count_rows(records, "kept", "symmetry", classes="value"),
        help="""
        Count the tours up to the board's symmetries, and the tours that each symmetry keeps.

        Examples:
        - `babieca classes 6x6`
        - `babieca classes 5x5 --path`
        """,
    ),
    Verb(
        "fractions",
        "Divide the closed tours by the two neighbours of the start, and say which parts to count.",
        FractionsOptions,
        _fractions,
        silent=True,
        lines=answer_texts.fraction_lines,
        table=answer_texts.flat_rows,
    ),
    Verb(
        "study",
        "Compare the rules of the search.",
        StudyWords,
        lambda tours, words: map(answers.studied, tours.study(**words)),
        lines=answer_texts.study_lines,
        table=answer_texts.flat_rows,
        help="""
        Run the same search with different rules and move orders, and compare.

        Each row of the table may take --timeout seconds, 10 by default. Nodes and time are divided
        by those of the first row. Attempts are the leaves of the tree: the table says how many
        there are per tour, why they ended, and after how many squares on average.

        Examples:
        - `babieca study 6x6`
        - `babieca study 5x5 --path --start a1`
        """,
    ),
    Verb(
        "usage",
        "Count the tours that use each move.",
        UsageWords,
        _usage,
        lines=lambda records: (aligned(record["tours"].items()) for record in records),
        table=lambda records: answer_texts.count_rows(records, "tours", "move"),
    ),
    Verb("list", "List the first tours.", LimitedListWords, _list),
    Verb(
        "sample",
        "Draw tours at random, all equally likely.",
        LimitedSampleWords,
        lambda tours, words: map(formats.to_json, tours.sample(**words)),
        numbered=True,
    ),
    Verb(
        "puzzle",
        "Make puzzles: given steps that exactly one tour has.",
        ManyPuzzleWords,
        lambda tours, words: (made.to_json() for made in puzzles(tours, words)),
    ),
    Verb(
        "solve",
        "Say whether given steps have one solution, several or none.",
        CheckWords,
        lambda tours, words: tours.question.to_json() | answers.solved(tours.solve(**words)),
        pool="quick",
        job=False,
        silent=True,
    ),
    Verb("unrank", "Return the tour with a number.", UnrankOptions, _unrank, numbered=True),
    Verb("rank", "Return the numbers of tours.", RankOptions, _rank, numbered=True),
    Verb(
        "trace",
        "Return the steps of a method as events.",
        LimitedTraceWords,
        lambda tours, words: (
            event.to_json(tours.question.graph) for event in tours.trace(**words)
        ),
        silent=True,
        lines=lambda records: map(answer_texts.event_line, records),
        help="""
        Print the steps of a method: moves, islands, dangling squares, dead ends, backtracks, the end.

        Each line is an event: how many squares the walk has, what happened, where, and among which
        squares it was chosen. A sweep prints its layers. With --at, squares are put on steps.

        Examples:
        - `babieca trace 5x5 --path --start a1 --method warnsdorff`
        - `babieca trace 6x6 --rules banon --limit 40`
        - `babieca trace 6x6 --method sweep --json`
        - `babieca trace 5x5 --path --at a1=1,c3=25,c1=15`
        """,  # noqa: E501
    ),
    Verb(
        "export",
        "Write the question for a SAT, integer programming, MiniZinc or TSP solver.",
        ExportOptions,
        _export,
        job=False,
        silent=True,
    ),
    Verb("atlas", "Store the numbering of the tours.", AtlasWords, _atlas, pool=None),
)

VERBS = {verb.name: verb for verb in _TABLE}
