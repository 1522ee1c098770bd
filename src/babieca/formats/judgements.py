"""What there is to say of something read as a tour: whether it is one, and how it goes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from babieca.checking import Kind
from babieca.errors import InvalidTourError
from babieca.formats import Entry, to_json
from babieca.formats.answers import LARGEST_MEASURED, Record, checked, faulty
from babieca.verbs.check import CheckReport
from babieca.verbs.tourset import Tours


@dataclass(frozen=True)
class Judgement:
    """The answer as plain values; of what is no tour also why, and what tours it was to join."""

    record: Record
    fault: InvalidTourError | None = None
    tours: Tours | None = None
    report: CheckReport | None = None


def judged(
    entry: Entry, kind: Kind | None, restrictions: Mapping[str, Any], timeout: float | None
) -> Judgement:
    """Judge an entry: of no kind given, as a closed tour or else as a path."""
    fault = None
    try:
        tour = entry.tour()
        if kind is None and not restrictions:
            return Judgement(checked(tour))
        kind = kind or ("closed" if tour.closed else "path")
    except InvalidTourError as error:
        fault = error
        if len(entry.place) > LARGEST_MEASURED:
            return Judgement(faulty(fault), fault)
    kind = kind or entry.kind
    kinds: tuple[Kind, ...] = ("closed", "path") if kind is None else (kind,)
    for kind in kinds:
        tours = Tours(entry.place, kind, **restrictions)
        report = tours.check(entry.squares, timeout=timeout)
        if report.completable:
            break
    if report.completion is not None and report.whole:
        return Judgement(checked(report.completion))
    if report.fault is not None:
        fault = InvalidTourError(f"{entry.where}{report.fault}", step=report.step)
    if fault is None:
        return Judgement(faulty(InvalidTourError(str(report.proof))), None, tours, report)
    return Judgement(faulty(fault) | outlook(tours, report), fault, tours, report)


def outlook(tours: Tours, report: CheckReport) -> Record:
    """Whether a beginning can be completed, and how."""
    board = tours.question.board
    named = board is not None and board.has_names
    completion = report.completion
    return {
        "board": str(board) if board is not None else "graph",
        "kind": tours.question.kind,
        "squares": len(report.squares),
        "moves": [board.name_of(move) if board and named else move for move in report.moves],
        "completable": report.completable,
        "completion": None if completion is None else to_json(completion)["squares"],
        "proof": report.proof,
        "sound": report.sound,
    }
