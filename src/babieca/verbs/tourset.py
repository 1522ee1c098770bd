"""`Tours`: a question with the verbs as methods, the set of all tours that satisfy it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from babieca.boards import Board  # noqa: F401  (doctests use it)
from babieca.checking import SquaresLike
from babieca.engines import LISTERS, TRACERS, Rows
from babieca.engines.protocol import Engine, chosen
from babieca.engines.refuter import refuted
from babieca.engines.refuter.verdicts import Verdict, verdict_on
from babieca.engines.sweep.atlas import build_atlas, open_atlas
from babieca.engines.sweep.numbering import Numbering
from babieca.errors import BadInputError, NoTourError
from babieca.events import Happened
from babieca.limits import MOST_EFFORT, Limits, LimitWords, LongCountWords, PathLike
from babieca.questions import Kind, Place, Question, QuestionWords
from babieca.showing import Counts, Shown, Tabled
from babieca.tour import Tour
from babieca.verbs.check import CheckReport, check_report
from babieca.verbs.classes import Classes, classes_of
from babieca.verbs.count import CountReport, count_report
from babieca.verbs.count_by import By, count_by
from babieca.verbs.find import FindReport, find_report
from babieca.verbs.first_moves import FirstMove, first_moves_of
from babieca.verbs.fractions import Fraction, fractions_of
from babieca.verbs.numbers import (
    MOST_TOURS,
    checked_limit,
    draw,
    draw_elsewhere,
    draw_open,
    listed,
    numbering_of,
    numbering_share,
)
from babieca.verbs.plan import Plan, plan_of
from babieca.verbs.study import StudyRow, study_of
from babieca.verbs.usage import usage_of
from babieca.verbs.words import (
    AtlasWords,
    CheckWords,
    CountByWords,
    CountWords,
    FindWords,
    FirstMovesWords,
    FractionsWords,
    ListWords,
    NumberWords,
    PlanWords,
    SampleWords,
    StudyWords,
    TraceWords,
    UsageWords,
)
from babieca.words import divided, spelled, whole_number, with_defaults

Numbers = list[int]

_OBEYED = frozenset({"directed", "start", "end", "begin", "through", "avoiding", "symmetry"})
"""The words that the verbs obey, or refuse themselves, if no engine is asked."""


class Tours(Shown):
    """All tours of a board or graph that satisfy a question. Nothing is computed before a verb.

    `kind` is "closed", "path" or "open" (a path whose ends are not a move apart). From a start,
    each path counts once; a closed tour is only written from its start, and has no end. A symmetry
    is named "half-turn", "quarter-turn", "left-right reflection", …; "Eulerian half-turn" and
    "Bergholtian half-turn" are the two styles of closed tours.

    Tours are labelled: mirror images are different tours. Two `Tours` are equal if they ask the
    same.

    >>> tours = Tours(Board(6, 6), through="a1-b3")
    >>> tours.count(), tours.exists().answer, tours.find() in tours
    (9862, 'undecided', True)
    >>> [tour.closed for tour in Tours(Board(5, 6)).list(limit=2)]
    [True, True]
    """

    __slots__ = ("_numbering", "question")

    question: Question

    @spelled
    def __init__(self, board: Place, kind: Kind = "closed", **words: Unpack[QuestionWords]) -> None:
        """Ask for the tours of a board or graph."""
        self._numbering: Numbering | None = None
        self.question = Question.ask(board, kind, **words)

    @classmethod
    def of(cls, question: Question) -> Tours:
        """Return the tours that a question asks for."""
        tours = object.__new__(cls)
        tours.question, tours._numbering = question, None
        return tours

    def __eq__(self, other: object) -> bool:
        return self.question == other.question if isinstance(other, Tours) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.question)

    def __repr__(self) -> str:
        return f"<Tours: {self.question}>"

    def __reduce__(self) -> tuple[object, ...]:
        return (Tours.of, (self.question,))

    def __contains__(self, tour: object) -> bool:
        return isinstance(tour, Tour) and self.question.admits(tour)

    def __iter__(self) -> Iterator[Tour]:
        return self.list()

    # Is there one? ------------------------------------------------------------------------------

    def exists(self) -> Verdict:
        """Say from theorems alone whether there is such a tour, and why.

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

        >>> Tours(Board(6, 6), start="c3").find().squares[0]
        (2, 2)
        """
        return self.find_report(**words).found()

    @spelled
    def find_report(self, **words: Unpack[FindWords]) -> FindReport:
        """Look for a tour like `find`, and report the outcome, the method and its work.

        >>> report = Tours(Board(8, 8), "path", start="a1").find_report(method="warnsdorff", seed=1)
        >>> report.tour is not None, report.method, report.statistics["restarts"]
        (True, 'warnsdorff', 0)
        """
        limits, choices = _parted(FindWords, words)
        with limits.at_work() as ready:
            return find_report(self.question, ready, **choices)

    @spelled
    def check(self, squares: SquaresLike, **words: Unpack[CheckWords]) -> CheckReport:
        """Say how far squares are one of these tours, and whether they can be completed to one.

        The squares are read in the order of the tour, from any square and in any direction that
        the question leaves free. Squares that are no tour raise nothing: the report names the
        first fault. Without a `timeout` it gives up deciding after 10 s; on 8x8 it takes
        milliseconds.

        >>> report = Tours(Board(8, 8)).check("a1 b3 c5 d7 f8 f9")
        >>> report.fault, len(report.squares), report.completable, report.completion[5]
        ("step 6: square 'f9' is off the 8x8 board", 5, True, (6, 7))
        >>> report = Tours(Board(8, 8)).check("b3 d4 c2 e1")
        >>> report.completable, report.proof, report.sound
        (False, 'a1 can be entered but not left again', 2)
        """
        limits, _ = _parted(CheckWords, words)
        return check_report(self.question, squares, limits)

    @spelled
    def trace(self, limit: int | None = None, **words: Unpack[TraceWords]) -> Iterator[Happened]:
        """Return the steps of a method as events, each computed when it is asked for.

        The engines that find and count report the events themselves. The last event is "found",
        "exhausted" or "gave-up"; at most `limit` events are reported.

        >>> events = Tours(Board(5, 5), "path", start="a1").trace(method="warnsdorff")
        >>> event = next(event for event in events if event.what == "move")
        >>> event.square in event.squares, event.squares, event.criterion
        (True, ((1, 2), (2, 1)), 'random')
        """
        limits, choices = _parted(TraceWords, words)
        most = whole_number("limit", limit, 0, MOST_EFFORT)
        tracer = chosen(TRACERS, choices.pop("method"))
        return itertools.islice(tracer(self.question, limits, **choices), most)

    # How many? ----------------------------------------------------------------------------------

    @spelled
    def count(self, **words: Unpack[CountWords]) -> int:
        """Count the tours, exactly.

        A count that needs more than `memory` is refused before anything is allocated. The method
        "blocks" takes counters of up to 64 bits where they fit. With a `checkpoint`, a count is
        saved at most every `checkpoint_seconds`, and the same call resumes it.

        >>> Tours(Board(6, 6)).count(), Tours(Board(5, 5), "path", start="a1").count()
        (9862, 304)
        """
        return self.count_report(**words).value

    @spelled
    def count_report(self, **words: Unpack[CountWords]) -> CountReport:
        """Count like `count`, and report the method, its work, its memory and its time."""
        limits, choices = _parted(CountWords, words)
        with limits.at_work() as ready:
            return count_report(self.question, ready, **choices)

    @spelled
    def count_by(self, by: By, **words: Unpack[CountByWords]) -> Counts:
        """Count a table: by "start", by "first-move", or by "edge-pair".

        `by` is "start" (paths from each square), "first-move" (by the square after `start`) or
        "edge-pair" (closed tours by the two neighbours of `start`). The entries are counted
        together, or one of each class under the symmetries, whichever is cheaper.

        >>> Tours(Board(3, 4), "path").count_by("start")[(0, 0)]
        2
        """
        self._require_obeyed("count_by")
        limits, choices = _parted(CountByWords, words)
        with limits.at_work() as ready:
            return Counts(self.question, count_by(self.question, by, ready, **choices))

    @spelled
    def first_moves(self, **words: Unpack[FirstMovesWords]) -> Tabled[FirstMove]:
        """Return, for each move from `start`: the first tour found, how many there are, the time.

        >>> rows = Tours(Board(5, 5), "path", start="d2").first_moves()
        >>> [(row.square, row.count) for row in rows]
        [((3, 4), 28), ((0, 1), 28), ((2, 1), 0), ((3, 2), 0)]
        """
        self._require_obeyed("first_moves")
        limits, choices = _parted(FirstMovesWords, words)
        rules, moves = choices.get("rules", "default"), choices.get("move_order", "clockwise")
        rows = first_moves_of(self.question, limits, rules=rules, moves=moves)
        return Tabled(self.question, rows)

    @spelled
    def classes(self, **words: Unpack[LongCountWords]) -> Classes:
        """Count the undirected tours of a board up to its rotations and reflections.

        >>> found = Tours(Board(5, 6)).classes()
        >>> found.value, found.kept["left-right reflection"]
        (3, 4)
        """
        limits, _ = _parted(LongCountWords, words)
        with limits.at_work() as ready:
            return classes_of(self.question, ready)

    @spelled
    def fractions(self, **words: Unpack[FractionsWords]) -> Tabled[Fraction]:
        """Divide the closed tours by the two neighbours of `start`; with `count`, count each part.

        >>> found = Tours(Board(8, 8), start="d4").fractions()
        >>> len(found), sum(not f.impossible for f in found), sum(f.explored for f in found)
        (28, 27, 15)
        """
        self._require_obeyed("fractions")
        limits, choices = _parted(FractionsWords, words)
        with limits.at_work() as ready:
            return Tabled(self.question, fractions_of(self.question, ready, **choices))

    @spelled
    def usage(self, **words: Unpack[UsageWords]) -> Counts:
        """Return, for each undirected edge, the number of tours that use it.

        The method "sweeps" sweeps forwards and backwards, "counts" counts once per class of edges,
        and "auto" takes the cheaper one that fits the memory.

        >>> usage = Tours(Board(6, 6)).usage()
        >>> usage[(0, 0), (1, 2)], sum(usage.values()) == 36 * 9862
        (9862, True)
        """
        self._require_obeyed("usage")
        limits, choices = _parted(UsageWords, words)
        return Counts(self.question, usage_of(self.question, limits, **choices))

    @spelled
    def plan(self, **words: Unpack[PlanWords]) -> Plan:
        """Say what each verb would take: order, slots, counters, bytes, time; nothing is counted.

        If there is an NVIDIA GPU, the plan says what it would take; `device="cpu"` looks for none.

        >>> plan = Tours(Board(6, 6)).plan()
        >>> plan.slots, plan.peak_counters, plan.total_counters
        (12, 7056, 54894)
        """
        self._require_obeyed("plan")
        limits, choices = _parted(PlanWords, words)
        return plan_of(self.question, limits, choices.get("order"), choices.get("device"))

    @spelled
    def study(self, **words: Unpack[StudyWords]) -> Tabled[StudyRow]:
        """Run the search with rules and orders on and off, each for at most `timeout` seconds.

        >>> rows = Tours(Board(5, 5), "path", start="a1").study()
        >>> {row.tally.solutions for row in rows}, rows[0].tally.nodes > 100 * rows[10].tally.nodes
        ({304}, True)
        """
        self._require_obeyed("study")
        limits, choices = _parted(StudyWords, words)
        _refuse_task_log_here(limits)
        with limits.at_work() as ready:
            return Tabled(self.question, study_of(self.question, ready, **choices))

    # Which? -------------------------------------------------------------------------------------

    @spelled
    def list(self, limit: int | None = None, **words: Unpack[ListWords]) -> Iterator[Tour]:
        """Return an iterator over the tours, each found when it is asked for; at most `limit`.

        The method "search" visits them by the W table; "fold" lists those that a symmetry keeps;
        "auto" chooses.

        >>> print(next(Tours(Board(5, 6)).list()))
        29 20 23  8  5 14
        22  9 28 13 24  7
        19 30 21  6 15  4
        10 27  2 17 12 25
         1 18 11 26  3 16
        """
        kind: Kind = "closed" if self.question.closed else "path"
        found = self.batches(limit, **words)
        return (tour for rows in found for tour in Tour.batch(self.question.graph, rows, kind=kind))

    @spelled
    def batches(
        self, limit: int | None = None, **words: Unpack[ListWords]
    ) -> Iterator[NDArray[np.integer[Any]]]:
        """Return the tours of `list` as arrays, a row of indices each: fast where they are many.

        >>> sum(len(rows) for rows in Tours(Board(5, 5), "path", start="a1").batches())
        304
        """
        limits, choices = _parted(ListWords, words)
        method = choices.pop("method")
        automatic = method == "auto"
        if automatic:
            method = "search" if self.question.symmetry is None else "fold"
        most = whole_number("limit", limit, 0, MOST_TOURS)
        if most is not None:
            choices["most"] = most
        _refuse_task_log_here(limits)
        lister = chosen(LISTERS, method)
        lister.accept(self.question, choices)
        if automatic and refuted(self.question):
            return iter(())
        if limits.cluster is not None:
            return self._batches_elsewhere(lister, limits, choices)
        found = lister(self.question, limits, **choices)
        return (self.question.indices_of(rows) for rows in found)

    def _batches_elsewhere(
        self, lister: Engine[Rows], limits: Limits, choices: dict[str, Any]
    ) -> Iterator[NDArray[np.integer[Any]]]:
        with limits.at_work() as ready:
            for rows in lister(self.question, ready, **choices):
                yield self.question.indices_of(rows)

    @spelled
    def sample(self, limit: int = 1, **words: Unpack[SampleWords]) -> Iterator[Tour]:
        """Draw tours exactly uniformly at random, independently, as they are asked for.

        The same `seed` draws the same tours. The method "sparse" keeps every state, "blocks" keeps
        some layers, in `scratch` if they do not fit the memory, and "list" lists symmetric or open
        tours, which no sweep numbers. If there is no tour at all, it raises `NoTourError`.

        >>> tours = Tours(Board(6, 6))
        >>> list(tours.sample(2, seed=7)) == list(tours.sample(2, seed=7))
        True
        """
        most = checked_limit(limit)
        limits, choices = _parted(SampleWords, words)
        _refuse_task_log_here(limits)
        if limits.checkpoint is not None and limits.seed is None:
            raise BadInputError("checkpoint: without a seed every sample is another one; give seed")
        method, order = choices["method"], choices.get("order")
        if method == "auto" and (reason := refuted(self.question)):
            raise NoTourError(str(reason))
        if limits.cluster is not None:
            return draw_elsewhere(self.question, most, limits, method, order)
        numbered = numbering_share(most)
        drawing = limits.part(numbered, 1.0)
        if self.question.kind == "open" and self.question.symmetry is None and method != "list":
            paths = Tours.of(replace(self.question, kind="path"))
            numbering = paths._numbered(limits.part(0.0, 0.8 * numbered), choices)
            counting = limits.part(0.8 * numbered, numbered)
            total = count_report(self.question, counting, "auto").value
            return draw_open(numbering, total, most, drawing)
        numbering = self._numbered(limits.part(0.0, numbered), choices)
        return draw(numbering, most, drawing)

    @spelled
    def unrank(self, number: int, **words: Unpack[NumberWords]) -> Tour:
        """Return the tour with a number; tours are numbered from 0. Methods as in `sample`.

        >>> print(Tours(Board(3, 4), "path").unrank(0))
         3  6 11  8
        12  9  2  5
         1  4  7 10
        """
        limits, choices = _parted(NumberWords, words)
        numbering = self._numbered(limits.part(0.0, 0.9), choices)
        return next(numbering.unrank([number], limits.part(0.9, 1.0)))

    @spelled
    def rank(self, tour: Tour, **words: Unpack[NumberWords]) -> int:
        """Return the number of a tour, the inverse of `unrank`. Methods as in `sample`.

        >>> tours = Tours(Board(6, 6))
        >>> tours.rank(tours.unrank(4321))
        4321
        """
        limits, choices = _parted(NumberWords, words)
        numbering = self._numbered(limits.part(0.0, 0.9), choices)
        return numbering.rank([tour], limits.part(0.9, 1.0))[0]

    @spelled
    def rank_all(self, tours: Iterable[Tour], **words: Unpack[NumberWords]) -> Numbers:
        """Return the numbers of many tours, which share a walk through the layers.

        >>> tours = Tours(Board(5, 6))
        >>> tours.rank_all(tours.unrank_all([3, 5]))
        [3, 5]
        """
        limits, choices = _parted(NumberWords, words)
        numbering = self._numbered(limits.part(0.0, 0.5), choices)
        return numbering.rank(listed(tours), limits.part(0.5, 1.0))

    @spelled
    def unrank_all(self, numbers: Iterable[int], **words: Unpack[NumberWords]) -> Iterator[Tour]:
        """Return the tours with these numbers, in batches that share a walk through the layers."""
        limits, choices = _parted(NumberWords, words)
        wanted = numbers if isinstance(numbers, Sequence) else [*numbers]
        numbering = self._numbered(limits.part(0.0, 0.5), choices)
        return numbering.unrank(wanted, limits.part(0.5, 1.0))

    @spelled
    def save(self, path: PathLike, **words: Unpack[AtlasWords]) -> None:
        """Store the numbering of the tours in a directory, an atlas; `Tours.load` opens it."""
        limits, choices = _parted(AtlasWords, words)
        self._numbering = build_atlas(self.question, _path(path), limits, **choices)

    @classmethod
    def load(cls, path: PathLike) -> Tours:
        """Open an atlas: its tours have their numbers at once."""
        numbering = open_atlas(_path(path))
        tours = cls.of(numbering.question)
        tours._numbering = numbering
        return tours

    @property
    def numbering(self) -> Numbering | None:
        """The numbering of the tours, if an atlas or an earlier answer made it."""
        return self._numbering

    def _require_obeyed(self, verb: str) -> None:
        """Refuse a word that a verb without a table of engines does not obey."""
        for word in self.question.words:
            if word not in _OBEYED:
                raise BadInputError(f"{verb} does not take {word}")

    def _numbered(self, limits: Limits, choices: Mapping[str, Any]) -> Numbering:
        self._require_obeyed("a numbering")
        usual = choices == {"method": "auto"} and limits.scratch is None
        if usual and self._numbering is not None:
            return self._numbering
        numbering = numbering_of(self.question, limits, **choices)
        if usual:
            self._numbering = numbering
        return numbering


def _parted(group: type, words: Mapping[str, object]) -> tuple[Limits, dict[str, Any]]:
    """Return the limits among the words of a verb, and its other choices."""
    limits, choices = divided(LimitWords, with_defaults(group, words))
    if "order" in choices:
        choices["order"] = _listed_order(choices["order"])
    return Limits.of(**limits), choices


def _listed_order(order: Iterable[Any]) -> tuple[Any, ...]:
    try:
        return tuple(order)
    except TypeError:
        raise BadInputError(f"order lists all squares, not {type(order).__name__}") from None


def _path(path: PathLike) -> Path:
    try:
        return Path(path)
    except TypeError:
        raise BadInputError(f"a path is text, not {type(path).__name__}") from None


def _refuse_task_log_here(limits: Limits) -> None:
    """Refuse a checkpoint where only a cluster keeps a log of finished tasks."""
    if limits.checkpoint is not None and limits.cluster is None:
        raise BadInputError(
            "checkpoint: this verb keeps one only on a cluster; give cluster, or leave it out"
        )
