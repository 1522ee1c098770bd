"""Is there a tour? Find one, prove that there is none, or list all."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Unpack

import numpy as np
from numpy.typing import NDArray

from babieca.engines import FINDERS, LISTERS, FindMethod, ListMethod
from babieca.engines.attempts import find_one
from babieca.engines.constructions.building import Magic
from babieca.engines.optima import Goal, Optimum, goal_of, longest_of
from babieca.engines.protocol import MOST_TOURS, chosen, listing_method
from babieca.engines.refuter import Verdict, advice_on, no_tour, refuted, verdict_on
from babieca.errors import NotFoundError, NoTourError
from babieca.limits import (
    CheckpointWords,
    ClusterWords,
    Limits,
    ProgressWords,
    StateWords,
    TimeWords,
    TryWords,
)
from babieca.questions import Kind, Question
from babieca.reasons import Reason
from babieca.showing import Shown
from babieca.tour import Tour
from babieca.verbs import asked
from babieca.verbs.asked import Asked, SearchWords, WalkWords
from babieca.words import Word, spelled, whole_number

__all__ = ["FindReport", "Optimum"]

_MAGIC = "Step numbers with one sum along all rows and columns; full: along diagonals too."
_LONGEST = "The longest closed tour or path: where no tour visits all squares, it skips some."
SHORTEST_USUAL = 30.0  # the shortest timeout, in seconds, that a method sets itself


class FindWords(
    asked.OptimumWords, WalkWords, TryWords, ClusterWords, ProgressWords, StateWords, total=False
):
    method: Annotated[FindMethod, asked.method_word(FindMethod)]
    magic: Annotated[Magic | None, Word(_MAGIC, "The question")]
    longest: Annotated[bool | None, Word(_LONGEST, "The question", names=("--longest",))]


class ListWords(SearchWords, TimeWords, CheckpointWords, ClusterWords, ProgressWords, total=False):
    method: Annotated[ListMethod, asked.method_word(ListMethod)]


class LimitedListWords(ListWords, total=False):
    limit: Annotated[
        int | None, asked.limit_word("How many tours at most.", MOST_TOURS, 1000, sent_default=10)
    ]


@dataclass(frozen=True)
class FindReport(Shown):
    """The result of a search: a tour, a proof that there is none, or neither.

    `statistics` are the counts of the method. `seconds` is its time, without the check of the tour.
    `exists` is yes, no or undecided; if it is no, `advice` may say which tours exist. `timeout` is
    the caller's; without one, a search that might never end takes 30 or 60 seconds. `optimum` has
    the total of a cheapest tour.

    >>> from babieca import Board, Tours
    >>> report = Tours(Board(8, 8)).find_report()
    >>> report.tour.kind, report.proof, report.method, report.exists
    ('closed', None, 'construction', 'yes')
    """

    tour: Tour | None
    proof: Reason | None
    method: str
    statistics: Mapping[str, int | float | str]
    seconds: float
    exists: str
    timeout: float | None = None
    advice: str = ""
    optimum: Optimum | None = None

    def counted(self) -> list[str]:
        """Return the statistics as texts: 1 restart, 25 backtracks, …"""
        return [Reason(f"counted_{name}", count=value) for name, value in self.statistics.items()]

    def found(self) -> Tour:
        """Return the tour, or raise `NoTourError` or `NotFoundError`.

        >>> FindReport(None, None, "search", {}, 60.1, "yes").found()  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        babieca.errors.NotFoundError: search found no tour within its limits; one exists; method
        auto finds it, or allow more time; it gave up after its usual 60 s, as no timeout was given
        """
        if self.proof is not None:
            raise NoTourError(self.proof, self.advice)
        if self.tour is not None:
            return self.tour
        counted = self.counted() if self.statistics else None
        text = Reason("none_found", method=self.method, counted=counted)
        text = Reason("one_exists" if self.exists == "yes" else "existence_open", text=text)
        if self.timeout is None and self.seconds >= SHORTEST_USUAL:
            text = Reason("gave_up_usual", text=text, seconds=round(self.seconds))
        raise NotFoundError(text)


def _optimal(goal: Goal, question: Question, limits: Limits) -> FindReport:
    began = time.perf_counter()
    found = goal.found(question, limits)
    seconds, timeout = time.perf_counter() - began, limits.timeout
    if found.vertices is None:
        advice = advice_on(question)
        return FindReport(None, found.proof, "sweep", {}, seconds, "no", timeout, advice)
    statistics = {"states": found.states, "sweeps": found.sweeps}
    tour, optimum = question.tour(question.written(found.vertices)), goal.optimum(question, found)
    return FindReport(tour, None, "sweep", statistics, seconds, "yes", timeout, "", optimum)


def _longest(question: Question, choices: Mapping[str, Any], limits: Limits) -> FindReport:
    began = time.perf_counter()
    found = longest_of(question, choices, limits)
    seconds = time.perf_counter() - began
    if found.tour is None:
        proof = Reason("no_cycle" if question.closed else "ends_apart")
        return FindReport(None, proof, found.method, {}, seconds, "no", limits.timeout)
    bound = None if len(found.tour) == found.bound else found.bound
    optimum = Optimum("longest", len(found.tour), found.tours, bound)
    statistics = {"skipped": len(question.graph) - len(found.tour)}
    if found.states is not None:
        statistics = {"states": found.states, **statistics}
    method, timeout = found.method, limits.timeout
    return FindReport(found.tour, None, method, statistics, seconds, "yes", timeout, "", optimum)


class Searching(Asked):
    def exists(self) -> Verdict:
        """Say from theorems alone whether there is such a tour, and why.

        >>> from babieca import Board, Tours, exists
        >>> exists(Board(8, 8)).answer, exists(Board(3, 5), "path").answer
        ('yes', 'no')
        >>> print(Tours(Board(4, 8)).exists())
        no: the 4x8 board has no closed tour (Schwenk 1991, Which rectangular chessboards have a
        knight's tour?)
        """
        return verdict_on(self.question)

    @spelled
    def find(self, **words: Unpack[FindWords]) -> Tour:
        """Return a tour, or raise `NoTourError` (proved) or `NotFoundError` (limits reached).

        The method "auto" never fails on plain rectangles. The same `seed` gives the same tour;
        without a seed the choice is fixed. Without a `timeout`, searches that might never end give
        up after 30 or 60 s, and the error says so.

        With `cheapest`, `dearest`, `fewest` or `most`, no tour has a smaller (or larger) total. A
        sweep proves it; `find_report` has the total. Weights are a dictionary, a function of a
        move, a path to a file or its text, or a networkx graph. With `longest`, a tour may skip
        squares, and is as long as possible; a board has them as holes.

        >>> from babieca import Board, Tours, find
        >>> find(Board(6, 6)).closed, Tours(Board(5, 5), "path", start="a1").find().squares[0]
        (True, (0, 0))
        >>> find(Board(4, 8))  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        babieca.errors.NoTourError: no such tour exists: the 4x8 board has no closed tour (...
        >>> find(Board(6, 6), fewest="slope:2").describe().slopes["2"]
        4
        """
        return self.find_report(**words).found()

    @spelled
    def find_report(self, **words: Unpack[FindWords]) -> FindReport:
        """Look for a tour like `find`, and report the outcome, the method and its work.

        >>> from babieca import Board, Tours
        >>> report = Tours(Board(8, 8), "path", start="a1").find_report(method="warnsdorff", seed=1)
        >>> report.tour is not None, report.method, report.statistics["restarts"]
        (True, 'warnsdorff', 0)
        """
        limits, choices = self._parted(FindWords, words)
        question = self.question
        if choices.pop("longest", None):
            return _longest(question, choices, limits)
        if (goal := goal_of(question, choices, limits)) is not None:
            return _optimal(goal, question, limits)
        method = choices.pop("method")
        engine = chosen(FINDERS, method)
        engine.accept(question, choices)  # before a refutation answers in its place
        with limits.at_work() as working:
            began = time.perf_counter()
            finding = find_one(question, working, method, choices)
            seconds = time.perf_counter() - began
        vertices = finding.vertices
        tour = None if vertices is None else question.tour(question.written(vertices))
        if finding.decided:
            exists = "yes" if finding.proof is None else "no"
        else:
            exists = "undecided" if "magic" in choices else verdict_on(question).answer
        used, statistics = finding.method or method, finding.statistics
        said = finding.proof is not None and "magic" not in choices
        advice = advice_on(question) if said else ""
        return FindReport(
            tour, finding.proof, used, statistics, seconds, exists, working.timeout, advice
        )

    def __contains__(self, tour: object) -> bool:
        return isinstance(tour, Tour) and self.question.admits(tour)

    def __iter__(self) -> Iterator[Tour]:
        return self.list()

    @spelled
    def list(self, limit: int | None = None, **words: Unpack[ListWords]) -> Iterator[Tour]:
        """Return an iterator over the tours, each found when it is asked for; at most `limit`.

        The method "search" visits them by the W table; "fold" lists the tours that a symmetry
        keeps; "auto" chooses.

        >>> from babieca import Board, Tours, tours
        >>> sum(1 for _ in tours(Board(5, 6))), sum(1 for _ in tours(Board(3, 4), "path"))
        (8, 8)
        >>> print(next(Tours(Board(5, 6)).list()))
        29 20 23  8  5 14
        22  9 28 13 24  7
        19 30 21  6 15  4
        10 27  2 17 12 25
         1 18 11 26  3 16
        """
        kind: Kind = "closed" if self.question.closed else "path"
        found = self.batches(limit, **words)
        graph = self.question.graph.toured
        return (tour for rows in found for tour in Tour.batch(graph, rows, kind=kind))

    @spelled
    def batches(
        self, limit: int | None = None, **words: Unpack[ListWords]
    ) -> Iterator[NDArray[np.integer[Any]]]:
        """Return the tours of `list` as arrays with a row of indices per tour: fast for many tours.

        >>> from babieca import Board, Tours
        >>> sum(len(rows) for rows in Tours(Board(5, 5), "path", start="a1").batches())
        304
        """
        limits, choices = self._parted(ListWords, words)
        method = choices.pop("method")
        if automatic := method == "auto":
            method = listing_method(self.question)
        if (most := whole_number("limit", limit, 0, MOST_TOURS)) is not None:
            choices["most"] = most
        asked.refuse_task_log(limits)
        lister = chosen(LISTERS, method)
        lister.accept(self.question, choices)
        if automatic and refuted(self.question):
            return iter(())

        if limits.cluster is None:
            return map(self.question.indices_of, lister(self.question, limits, **choices))

        def elsewhere() -> Iterator[NDArray[np.integer[Any]]]:
            with limits.at_work() as working:
                yield from map(self.question.indices_of, lister(self.question, working, **choices))

        return elsewhere()


def empty_list(question: Question) -> NoTourError:
    """Return the error of a list without a tour: it names the theorem, or the search."""
    return no_tour(question, refuted(question) or Reason("whole_tree"))
