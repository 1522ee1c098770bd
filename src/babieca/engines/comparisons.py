"""One search with different rules and move orders, and with each first move."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from babieca.engines.entries import beginning
from babieca.engines.protocol import require_graph
from babieca.engines.search import instances
from babieca.engines.search.studies import Tally
from babieca.engines.search.visiting import batches, visit
from babieca.graphs import Graph
from babieca.limits import Limits
from babieca.questions import Question
from babieca.reasons import Reason
from babieca.showing import Counts
from babieca.tasks import Task
from babieca.tour import Tour

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

    >>> from babieca import Board, count_by
    >>> table = count_by(Board(5, 5), "path", by="first-move", start="d2", show_first=True)
    >>> table.rows[0].square, table.rows[0].count
    ((3, 4), 28)
    """

    square: Any
    first_tour: Tour | None
    count: int
    seconds: float


class FirstMoves(Counts):
    """How many tours begin with each move; `rows` also have a tour and the time of each.

    >>> from babieca import Board, Tours
    >>> table = Tours(Board(5, 5), "path", start="a1").count_by("first-move", show_first=True)
    >>> [(row.square, row.count, row.first_tour.names[1]) for row in table.rows]
    [((2, 1), 152, 'b3'), ((1, 2), 152, 'c2')]
    """

    def __init__(self, question: Question, rows: Sequence[FirstMove]) -> None:
        super().__init__(question, {row.square: row.count for row in rows})
        self.rows = [*rows]


def _ordered(graph: Graph, vertex: int, moves: instances.MoveOrderLike) -> Sequence[int]:
    chosen = instances.read_move_order(graph, moves)
    if chosen.code == instances.LISTED:
        return chosen.listed[int(graph.offsets[vertex]) : int(graph.offsets[vertex + 1])]
    neighbours: list[int] = graph.neighbours(vertex).tolist()
    return sorted(neighbours, key=lambda v: chosen.rank[v] if chosen.rank else v)


def study_rows(question: Question, limits: Limits, squares: int | None) -> list[StudyRow]:
    """Run the search with each of the studied rules and move orders."""
    board = question.board
    plane = board is not None and board.dimensions == 2
    named = {"banon": "clockwise" if plane else "index"}
    seconds = limits.timeout or 10.0
    tasks = [
        StudyTask(question, name, rules, named.get(moves, moves), squares, seconds)
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
        return replace(working, timeout=None, meter=None).each(studied, tasks)


def first_moves(
    question: Question,
    limits: Limits,
    rules: instances.RulesLike = "default",
    moves: instances.MoveOrderLike = "clockwise",
) -> FirstMoves:
    """Visit the tours of each move after the beginning, in the order of trial."""
    require_graph(question, limits)
    graph, walk = question.graph, beginning(question)
    instances.refuse_many(graph)
    neighbours = [one for one in _ordered(graph, walk[-1], moves) if one not in walk]
    rows = list[FirstMove]()
    for number, other in enumerate(neighbours):
        part = limits.part(number / len(neighbours), (number + 1) / len(neighbours))
        began = time.perf_counter()
        ends_early = other == question.end and len(walk) + 1 < len(graph)
        if ends_early or (min(walk[-1], other), max(walk[-1], other)) in question.avoiding:
            rows.append(FirstMove(graph.label(other), None, 0, 0.0))
            continue
        begun = replace(question, begin=(*walk, other))
        search = instances.search_for(begun, rules=rules, move_order=moves)
        found = next(batches(search, part, most=1), None)
        tour = None if found is None else question.tour(found[0])
        visited = visit(search, part)
        if not visited.finished:
            raise limits.undecided(Reason("rows_done", count=number))
        seconds = time.perf_counter() - began
        rows.append(FirstMove(graph.label(other), tour, visited.count, seconds))
    return FirstMoves(question, rows)
