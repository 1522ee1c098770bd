"""Check the squares of a file: are they a tour, or can they be completed to one?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from babieca.checking import Kind
from babieca.errors import InvalidTourError
from babieca.formats import answers
from babieca.formats.answers import LARGEST_MEASURED, Record
from babieca.formats.entries import Entry
from babieca.tour import Tour
from babieca.verbs.check import CheckReport
from babieca.verbs.tourset import Tours


@dataclass(frozen=True)
class Judgement:
    """A whole `tour`, or the `fault`; neither if it is a tour that breaks a restriction.

    `report` says how far the squares are one of `tours`. Both are None for a whole tour without
    restrictions, and for parts of boards with more than a million squares.
    """

    tour: Tour | None = None
    fault: InvalidTourError | None = None
    tours: Tours | None = None
    report: CheckReport | None = None

    @property
    def record(self) -> Record:
        """The judgement as plain values."""
        if self.tour is not None:
            return answers.checked(self.tour)
        if self.tours is None or self.report is None:
            assert self.fault is not None
            return answers.faulty(self.fault)
        if self.fault is None:
            return answers.faulty(InvalidTourError(str(self.report.proof)))
        return answers.faulty(self.fault) | answers.begun(self.tours.question, self.report)


def judge(
    entry: Entry, kind: Kind | None, restrictions: Mapping[str, Any], timeout: float | None
) -> Judgement:
    """Check an entry against the restrictions; without a kind, against closed tours, then paths.

    >>> from babieca.boards import Board
    >>> from babieca.checking import to_indices
    >>> board = Board(8, 8)
    >>> judge(Entry(board, to_indices(board, "a1 b3 c5")), "closed", {}, None).report.completable
    True
    """
    fault = None
    try:
        tour = entry.tour()
        if kind is None and not restrictions:
            return Judgement(tour)
        kind = kind or ("closed" if tour.closed else "path")
    except InvalidTourError as error:
        fault = error
        if len(entry.place) > LARGEST_MEASURED:
            return Judgement(fault=fault)
    kind = kind or entry.kind
    kinds: tuple[Kind, ...] = ("closed", "path") if kind is None else (kind,)
    for kind in kinds:
        tours = Tours(entry.place, kind, **restrictions)
        report = tours.check(entry.squares, timeout=timeout)
        if report.completable:
            break
    if report.completion is not None and report.whole:
        return Judgement(report.completion)
    if report.fault is not None:
        fault = InvalidTourError(f"{entry.where}{report.fault}", step=report.step)
    return Judgement(fault=fault, tours=tours, report=report)
