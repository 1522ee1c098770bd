"""How methods work: the steps of a method, and one search with different rules and move orders."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Unpack

from babieca.engines import TRACERS
from babieca.engines.protocol import chosen
from babieca.engines.search import instances
from babieca.engines.search.studies import Tally
from babieca.engines.search.visiting import batches, visit
from babieca.engines.tracing import MOST_EXAMPLES
from babieca.errors import BadInputError, NotFoundError, quantity
from babieca.events import Happened
from babieca.graphs import Graph
from babieca.limits import (
    MOST_EFFORT,
    CheckpointWords,
    ClusterWords,
    Limits,
    ProgressWords,
    ThreadWords,
    TimeWords,
    TryWords,
)
from babieca.questions import BoardLike, Kind, Question, QuestionWords
from babieca.reasons import Reason
from babieca.showing import Tabled
from babieca.tasks import Task
from babieca.tour import Tour
from babieca.verbs import asked
from babieca.verbs.asked import Asked, SearchWords, SubtourWords, ask
from babieca.words import Word, function_of, spelled, whole_number

__all__ = ["FirstMove", "StudyRow", "first_moves", "study", "trace"]

_EXAMPLES = "Of sweep: how many states of each layer are shown."
_SECONDS = "Seconds for each row of the table. Default: 10."


class TraceWords(asked.WalkWords, SearchWords, SubtourWords, TryWords, total=False):
    method: Annotated[str, asked.method_word(("auto", *TRACERS))]
    examples: Annotated[
        int | None, Word(_EXAMPLES, bounds=(0, MOST_EXAMPLES), sent_bounds=(0, 100))
    ]


class LimitedTraceWords(TraceWords, total=False):
    limit: Annotated[
        int | None,
        asked.limit_word("How many events at most.", MOST_EFFORT, 30_000, sent_default=2000),
    ]


BANON_RULES = instances.RULE_SETS["banon"]

# Name, rules, move order; "banon" is clockwise.
STUDIED: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("no rules", (), "banon"),
    ("island", ("island",), "banon"),
    ("island, dangling by colour", ("island", "dangling-colour"), "banon"),
    ("… and by permitted end", ("island", "dangling-colour", "dangling-end"), "banon"),
    ("… and last three squares: Bañón's rules", BANON_RULES, "banon"),
    ("Bañón's rules, second dangling square", (*BANON_RULES, "second-dangling"), "banon"),
    ("Bañón's rules, divided board", (*BANON_RULES, "divided"), "banon"),
    ("Bañón's rules, equivalent subtours", (*BANON_RULES, "equivalent"), "banon"),
    ("Bañón's rules, order fixed by the first W table", BANON_RULES, "fixed"),
    ("Bañón's rules, Warnsdorff's order at every step", BANON_RULES, "warnsdorff"),
    ("forced edges", ("dangling-colour", "forced"), "fixed"),
    ("forced edges, divided board", ("dangling-colour", "forced", "divided"), "fixed"),
    ("forced edges, equivalent subtours", ("dangling-colour", "forced", "equivalent"), "fixed"),
)


class StudyWords(SubtourWords, CheckpointWords, ClusterWords, ProgressWords, total=False):
    timeout: Annotated[
        float,
        Word(_SECONDS, "Limits", default=10.0, metavar="SECONDS", sent_bounds=(0, 86_400)),
    ]


class StudyCall(QuestionWords, StudyWords, total=False): ...


class FirstMovesWords(SearchWords, TimeWords, ThreadWords, ProgressWords, total=False): ...


class TraceCall(QuestionWords, TraceWords, total=False): ...


class FirstMovesCall(QuestionWords, FirstMovesWords, total=False): ...


@dataclass(frozen=True)
class StudyRow:
    """One search of a study. If `finished` is False, the timeout ended it: the numbers are partial.

    >>> from babieca import Board, study
    >>> row = study(Board(5, 5), "path", start="a1")[0]
    >>> row.finished
    True
    """

    name: str
    rules: tuple[str, ...]
    order: str
    tally: Tally
    seconds: float
    finished: bool


@dataclass(frozen=True)
class StudyTask(Task[StudyRow]):
    question: Question
    name: str
    rules: tuple[str, ...]
    move_order: str
    subtour_squares: int | None
    seconds: float
    takes_all = True  # a task beside it would change its time

    @property
    def key(self) -> str:
        return f"study-{self._search().fingerprint}-{self.seconds}"

    def run(self, limits: Limits) -> StudyRow:
        search = self._search()
        began = time.process_time()
        # One thread, so that CPU seconds are the time of the search.
        found = visit(search, replace(limits.within(self.seconds), threads=1))
        seconds = time.process_time() - began
        return self._row(found.tally, seconds, found.finished)

    def to_json(self, answer: StudyRow) -> Any:
        return {
            "tally": answer.tally.numbers,
            "seconds": answer.seconds,
            "finished": answer.finished,
        }

    def from_json(self, record: Any) -> StudyRow:
        return self._row(Tally.of(record["tally"]), record["seconds"], record["finished"])

    def _row(self, tally: Tally, seconds: float, finished: bool) -> StudyRow:
        return StudyRow(self.name, self.rules, self.move_order, tally, seconds, finished)

    def agree(self, one: StudyRow, other: StudyRow) -> bool:
        return one.tally == other.tally or not (one.finished and other.finished)

    def _search(self) -> instances.Search:
        return instances.search_for(
            self.question,
            rules=self.rules,
            move_order=self.move_order,
            subtour_squares=self.subtour_squares,
        )


@dataclass(frozen=True)
class FirstMove:
    """Tours whose first move goes to `square`: the first one found, their number, the time.

    >>> from babieca import Board, first_moves
    >>> [(row.square, row.count) for row in first_moves(Board(5, 5), "path", start="a1")]
    [((2, 1), 152), ((1, 2), 152)]
    """

    square: Any
    first_tour: Tour | None
    count: int
    seconds: float


class Tracing(Asked):
    @spelled
    def trace(self, limit: int | None = None, **words: Unpack[TraceWords]) -> Iterator[Happened]:
        """Return the steps of a method as events, each computed when it is asked for.

        The engines that find and count report the events themselves. The last event is "found",
        "exhausted" or "gave-up"; at most `limit` events are reported. The method "auto" is "steps"
        with given steps, otherwise "search".

        >>> from babieca import Board, Tours, trace
        >>> events = [*trace(Board(6, 6), method="two-knights")]
        >>> events[-1].what, len(events[-1].squares)
        ('found', 36)
        >>> events = Tours(Board(5, 5), "path", start="a1").trace(method="warnsdorff")
        >>> event = next(event for event in events if event.what == "move")
        >>> event.square in event.squares, event.squares, event.criterion
        (True, ((1, 2), (2, 1)), 'random')
        """
        limits, choices = self._parted(TraceWords, words)
        most = whole_number("limit", limit, 0, MOST_EFFORT)
        asked.refuse_arcs(self.question, "trace")
        method = choices.pop("method")
        if method == "auto":
            method = "steps" if self.question.at else "search"
        tracer = chosen(TRACERS, method)
        return itertools.islice(tracer(self.question, limits, **choices), most)

    @spelled
    def study(self, **words: Unpack[StudyWords]) -> Tabled[StudyRow]:
        """Run the search with several rules and move orders, each for at most `timeout` seconds.

        >>> from babieca import Board, Tours, study
        >>> {row.tally.solutions for row in study(Board(5, 6))}
        {8}
        >>> rows = Tours(Board(5, 5), "path", start="a1").study()
        >>> {row.tally.solutions for row in rows}, rows[0].tally.nodes > 100 * rows[10].tally.nodes
        ({304}, True)
        """
        limits, choices = self._parted(StudyWords, words, "study")
        asked.refuse_task_log(limits)
        asked.refuse_words(self.question, "study", "symmetry")
        asked.refuse_arcs(self.question, "study")
        board = self.question.board
        plane = board is not None and board.dimensions == 2
        named = {"banon": "clockwise" if plane else "index"}
        seconds, squares = limits.timeout or 10.0, choices.get("subtour_squares")
        tasks = [
            StudyTask(self.question, name, rules, named.get(moves, moves), squares, seconds)
            for name, rules, moves in STUDIED
        ]

        def studied(task: StudyTask, part: Limits) -> StudyRow:
            if part.executor is not None:
                return part.run(task)
            if (report := replace(part, text=task.name).reporter(timed=False)) is not None:
                report(0, 1)
            return task.run(replace(part, progress=None))

        with limits.at_work() as working:
            # The timeout is for each row, not for all rows together.
            rows = replace(working, timeout=None, meter=None).each(studied, tasks)
        return Tabled(self.question, rows)

    @spelled
    def first_moves(self, **words: Unpack[FirstMovesWords]) -> Tabled[FirstMove]:
        """Return, for each move from `start`: the first tour found, how many there are, the time.

        The rows are in the order of trial.

        >>> from babieca import Board, Tours, first_moves
        >>> [row.count for row in first_moves(Board(5, 5), "path", start="a1")]
        [152, 152]
        >>> rows = Tours(Board(5, 5), "path", start="d2").first_moves()
        >>> [(row.square, row.count) for row in rows]
        [((3, 4), 28), ((0, 1), 28), ((2, 1), 0), ((3, 2), 0)]
        """
        limits, choices = self._parted(FirstMovesWords, words, "first_moves")
        rules, moves = choices.get("rules", "default"), choices.get("move_order", "clockwise")
        question, graph, start = self.question, self.question.graph, self.question.start
        if start is None or question.begin:
            raise BadInputError(Reason("first_moves_needs_start"))
        asked.refuse_arcs(question, "first_moves")
        instances.refuse_many(graph)
        neighbours = _ordered(graph, start, moves)
        rows: Tabled[FirstMove] = Tabled(question, ())
        for number, other in enumerate(neighbours):
            part = limits.part(number / len(neighbours), (number + 1) / len(neighbours))
            began = time.perf_counter()
            ends_early = other == question.end and len(graph) > 2
            if ends_early or (min(start, other), max(start, other)) in question.avoiding:
                rows.append(FirstMove(graph.label(other), None, 0, 0.0))
                continue
            begun = replace(question, begin=(start, other))
            search = instances.search_for(begun, rules=rules, move_order=moves)
            found = next(batches(search, part, most=1), None)
            tour = None if found is None else question.tour(found[0])
            visited = visit(search, part)
            if not visited.finished:
                done = quantity(number, "row")
                raise NotFoundError(f"not decided within {limits.timeout:g} s: {done} done")
            seconds = time.perf_counter() - began
            rows.append(FirstMove(graph.label(other), tour, visited.count, seconds))
        return rows


def _ordered(graph: Graph, vertex: int, moves: instances.MoveOrderLike) -> Sequence[int]:
    chosen = instances.read_move_order(graph, moves)
    if chosen.code == instances.LISTED:
        return chosen.listed[int(graph.offsets[vertex]) : int(graph.offsets[vertex + 1])]
    neighbours: list[int] = graph.neighbours(vertex).tolist()
    return sorted(neighbours, key=lambda v: chosen.rank[v] if chosen.rank else v)


@function_of(Tracing.trace)
def trace(
    board: BoardLike, kind: Kind = "closed", limit: int | None = None, **words: Unpack[TraceCall]
) -> Iterator[Happened]:
    return ask(Tracing, Tracing.trace, board, kind, words, limit)


@function_of(Tracing.study)
def study(board: BoardLike, kind: Kind = "closed", **words: Unpack[StudyCall]) -> Tabled[StudyRow]:
    return ask(Tracing, Tracing.study, board, kind, words)


@function_of(Tracing.first_moves)
def first_moves(
    board: BoardLike, kind: Kind = "closed", **words: Unpack[FirstMovesCall]
) -> Tabled[FirstMove]:
    return ask(Tracing, Tracing.first_moves, board, kind, words)
