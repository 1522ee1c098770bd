"""The verbs as functions: `babieca.count(board, kind, …)` is `Tours(board, kind, …).count(…)`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Unpack

from babieca.boards import Board  # noqa: F401  (doctests use it)
from babieca.checking import SquaresLike
from babieca.engines.refuter.verdicts import Verdict
from babieca.errors import BadInputError
from babieca.events import Happened
from babieca.limits import LongCountWords
from babieca.questions import Kind, Place, QuestionWords
from babieca.showing import Counts, Tabled
from babieca.tour import Tour
from babieca.verbs.check import CheckReport
from babieca.verbs.classes import Classes
from babieca.verbs.count_by import By
from babieca.verbs.first_moves import FirstMove
from babieca.verbs.fractions import Fraction
from babieca.verbs.plan import Plan
from babieca.verbs.study import StudyRow
from babieca.verbs.tourset import Tours
from babieca.verbs.words import (
    CheckWords,
    CountByWords,
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
from babieca.words import divided, spelled


def _asked(board: Place, kind: Kind, words: Mapping[str, object]) -> tuple[Tours, dict[str, Any]]:
    """Return the tours that the words of the question ask for, and the other words."""
    asked, others = divided(QuestionWords, words)
    return Tours(board, kind, **asked), others


@spelled
def exists(board: Place, kind: Kind = "closed", **words: Unpack[QuestionWords]) -> Verdict:
    """Say from theorems alone whether there is such a tour, and why.

    >>> exists(Board(8, 8)).answer, exists(Board(3, 5), "path").answer
    ('yes', 'no')
    """
    return Tours(board, kind, **words).exists()


class FindCall(QuestionWords, FindWords, total=False):
    """The words of `find`."""


@spelled
def find(board: Place, kind: Kind = "closed", **words: Unpack[FindCall]) -> Tour:
    """Return a tour, or raise `NoTourError` (proved) or `NotFoundError` (limits reached).

    >>> find(Board(6, 6)).closed, find(Board(5, 5), "path", start="a1").squares[0]
    (True, (0, 0))
    >>> find(Board(4, 8))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    babieca.errors.NoTourError: no such tour exists: the 4x8 board has no closed tour (Schwenk...
    """
    asked, others = _asked(board, kind, words)
    return asked.find(**others)


class CheckCall(QuestionWords, CheckWords, total=False):
    """The words of `check`."""


@spelled
def check(
    board: Place, kind: Kind = "closed", *, squares: SquaresLike, **words: Unpack[CheckCall]
) -> CheckReport:
    """Say how far squares are a tour, and whether they can be completed to one.

    >>> check(Board(5, 5), "path", squares="a1 b3 a5 c4").completable
    True
    >>> check(Board(5, 5), "path", squares="a1 b3 a5 b3").fault
    'step 4 is on b3, already visited at step 2'
    """
    asked, others = _asked(board, kind, words)
    return asked.check(squares, **others)


class TraceCall(QuestionWords, TraceWords, TraceLimit, total=False):
    """The words of `trace`."""


@spelled
def trace(board: Place, kind: Kind = "closed", **words: Unpack[TraceCall]) -> Iterator[Happened]:
    """Return the steps of a method as events, each computed when it is asked for.

    >>> events = [*trace(Board(6, 6), method="two-knights")]
    >>> events[-1].what, len(events[-1].squares)
    ('found', 36)
    """
    asked, others = _asked(board, kind, words)
    return asked.trace(**others)


class CountCall(QuestionWords, CountWords, total=False):
    """The words of `count`."""


@spelled
def count(board: Place, kind: Kind = "closed", **words: Unpack[CountCall]) -> int:
    """Count the tours, exactly: undirected and labelled unless the words say otherwise.

    >>> count(Board(6, 6)), count(Board(5, 5), "path"), count(Board(6, 6), symmetry="half-turn")
    (9862, 864, 78)
    >>> count(Board(6, 6), through="a1-b3", avoiding=[("c1", "d3")])
    7962
    """
    asked, others = _asked(board, kind, words)
    return asked.count(**others)


class CountByCall(QuestionWords, CountByWords, total=False):
    """The words of `count_by`."""


@spelled
def count_by(
    board: Place, kind: Kind = "closed", *, by: By, **words: Unpack[CountByCall]
) -> Counts:
    """Count a whole table: by start, by first move, or by pair of moves.

    >>> count_by(Board(3, 4), "path", by="start")[(0, 0)]
    2
    """
    asked, others = _asked(board, kind, words)
    return asked.count_by(by, **others)


class FirstMovesCall(QuestionWords, FirstMovesWords, total=False):
    """The words of `first_moves`."""


@spelled
def first_moves(
    board: Place, kind: Kind = "closed", **words: Unpack[FirstMovesCall]
) -> Tabled[FirstMove]:
    """Return, for each move from `start`: the first tour found, how many there are, the time.

    >>> [row.count for row in first_moves(Board(5, 5), "path", start="a1")]
    [152, 152]
    """
    asked, others = _asked(board, kind, words)
    return asked.first_moves(**others)


class ClassesCall(QuestionWords, LongCountWords, total=False):
    """The words of `classes`."""


@spelled
def classes(board: Place, kind: Kind = "closed", **words: Unpack[ClassesCall]) -> Classes:
    """Count the undirected tours of a board up to its rotations and reflections.

    >>> int(classes(Board(6, 6))), int(classes(Board(5, 5), "path"))
    (1245, 112)
    """
    asked, others = _asked(board, kind, words)
    return asked.classes(**others)


class FractionsCall(QuestionWords, FractionsWords, total=False):
    """The words of `fractions`."""


@spelled
def fractions(
    board: Place, kind: Kind = "closed", **words: Unpack[FractionsCall]
) -> Tabled[Fraction]:
    """Divide the closed tours by the two neighbours of `start`; with `count`, count each part.

    >>> [fraction.tours for fraction in fractions(Board(6, 6), start="a1", count=True)]
    [9862]
    """
    asked, others = _asked(board, kind, words)
    return asked.fractions(**others)


class UsageCall(QuestionWords, UsageWords, total=False):
    """The words of `usage`."""


@spelled
def usage(board: Place, kind: Kind = "closed", **words: Unpack[UsageCall]) -> Counts:
    """Return, for each undirected edge, the number of tours that use it.

    >>> usage(Board(6, 6))[(0, 0), (1, 2)]
    9862
    """
    asked, others = _asked(board, kind, words)
    return asked.usage(**others)


class PlanCall(QuestionWords, PlanWords, total=False):
    """The words of `plan`."""


@spelled
def plan(board: Place, kind: Kind = "closed", **words: Unpack[PlanCall]) -> Plan:
    """Say what each verb would take: order, slots, counters, bytes, time; nothing is counted.

    >>> plan(Board(8, 8)).peak_counters
    146815078
    """
    asked, others = _asked(board, kind, words)
    return asked.plan(**others)


class StudyCall(QuestionWords, StudyWords, total=False):
    """The words of `study`."""


@spelled
def study(board: Place, kind: Kind = "closed", **words: Unpack[StudyCall]) -> Tabled[StudyRow]:
    """Run the search with rules and orders on and off, each for at most `timeout` seconds.

    >>> {row.tally.solutions for row in study(Board(5, 6))}
    {8}
    """
    asked, others = _asked(board, kind, words)
    return asked.study(**others)


class ToursCall(QuestionWords, ListWords, ListLimit, total=False):
    """The words of `tours`."""


@spelled
def tours(board: Place, kind: Kind = "closed", **words: Unpack[ToursCall]) -> Iterator[Tour]:
    """Return an iterator over the tours, each found when it is asked for; at most `limit`.

    >>> sum(1 for _ in tours(Board(5, 6))), sum(1 for _ in tours(Board(3, 4), "path"))
    (8, 8)
    """
    asked, others = _asked(board, kind, words)
    return asked.list(**others)


class SampleCall(QuestionWords, SampleWords, SampleLimit, total=False):
    """The words of `sample`."""


@spelled
def sample(board: Place, kind: Kind = "closed", **words: Unpack[SampleCall]) -> Iterator[Tour]:
    """Draw `limit` tours exactly uniformly at random, independently, as they are asked for.

    >>> [tour.closed for tour in sample(Board(6, 6), limit=2, seed=7)]
    [True, True]
    """
    asked, others = _asked(board, kind, words)
    return asked.sample(**others)


class NumberCall(QuestionWords, NumberWords, total=False):
    """The words of `unrank` and `rank`."""


@spelled
def unrank(
    board: Place, kind: Kind = "closed", *, number: int, **words: Unpack[NumberCall]
) -> Tour:
    """Return the tour with a number; they are numbered from 0.

    >>> rank(unrank(Board(6, 6), number=4321))
    4321
    """
    asked, others = _asked(board, kind, words)
    return asked.unrank(number, **others)


@spelled
def rank(tour: Tour, kind: Kind | None = None, **words: Unpack[NumberCall]) -> int:
    """Return the number of a tour: `unrank` of it gives the tour back.

    Without `kind`, a closed tour is ranked among closed tours and a path among paths. Only the
    tours that obey the words are numbered.

    >>> rank(unrank(Board(5, 6), number=3))
    3
    """
    if not isinstance(tour, Tour):
        raise BadInputError(f"rank takes a Tour, not {type(tour).__name__}")
    own: Kind = "closed" if tour.closed else "path"
    asked, others = _asked(tour.graph, kind or own, words)
    return asked.rank(tour, **others)
