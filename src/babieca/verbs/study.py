"""Compare rules and move orders: the same search with each of them."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

from babieca.engines.search.counting import visit
from babieca.engines.search.instances import RULE_SETS, Search, search_for
from babieca.engines.search.studies import Tally
from babieca.limits import Limits
from babieca.questions import Question
from babieca.tasks import Task
from babieca.verbs.count import refuse_words

BANON_RULES = RULE_SETS["banon"]

# Name, rules, move order; "banon" is clockwise.
WAYS: tuple[tuple[str, tuple[str, ...], str], ...] = (
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
    """One way to search. If `finished` is False, the timeout ended it and the numbers are partial.

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
class Way(Task[StudyRow]):
    """One way to search, within so many seconds."""

    question: Question
    name: str
    rules: tuple[str, ...]
    order: str
    subtour_squares: int | None
    seconds: float

    @property
    def key(self) -> str:
        return f"study-{self._search().fingerprint}-{self.seconds}"

    def bytes_needed(self, limits: Limits) -> int:
        """Return the whole memory of a worker: a task beside it would change its time."""
        return limits.budget

    def run(self, limits: Limits) -> StudyRow:
        """Search on one thread; the seconds are CPU seconds."""
        search = self._search()
        began = time.process_time()
        found = visit(search, replace(limits.within(self.seconds), threads=1))
        seconds = time.process_time() - began
        return StudyRow(self.name, self.rules, self.order, found.tally, seconds, found.finished)

    def to_json(self, answer: StudyRow) -> Any:
        return {
            "tally": answer.tally.numbers,
            "seconds": answer.seconds,
            "finished": answer.finished,
        }

    def from_json(self, record: Any) -> StudyRow:
        tally = Tally.of(record["tally"])
        return StudyRow(
            self.name, self.rules, self.order, tally, record["seconds"], record["finished"]
        )

    def agree(self, one: StudyRow, other: StudyRow) -> bool:
        """Whether two finished searches have the same tally."""
        return one.tally == other.tally or not (one.finished and other.finished)

    def _search(self) -> Search:
        return search_for(
            self.question,
            rules=self.rules,
            order=self.order,
            subtour_squares=self.subtour_squares,
        )


def study_of(
    question: Question, limits: Limits, *, subtour_squares: int | None = None
) -> list[StudyRow]:
    """Run the search with each set of rules and moves, within the timeout; see `Tours.study`."""
    refuse_words(question, "study", "symmetry")
    board = question.board
    in_plane = board is not None and board.dimensions == 2
    banon = "clockwise" if in_plane else "index"
    seconds = limits.timeout or 10.0
    ways = [
        Way(question, name, rules, banon if order == "banon" else order, subtour_squares, seconds)
        for name, rules, order in WAYS
    ]

    def studied(way: Way, part: Limits) -> StudyRow:
        if part.executor is not None:
            return part.run(way)
        if (report := replace(part, text=way.name).reporter(timed=False)) is not None:
            report(0, 1)
        return way.run(replace(part, progress=None))

    # The timeout is for each of them, not for all.
    return replace(limits, timeout=None, meter=None).each(studied, ways)
