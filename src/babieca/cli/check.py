"""`babieca check FILE`: is this a tour, of what kind, and if not, can it be completed?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from babieca.checking import KIND_WORDS, Kind, in_words
from babieca.cli.printing import read_entries, show
from babieca.cli.words import FileWords, Json, KindWords, Restrictions, Timed, kind_of, of_group
from babieca.errors import InvalidTourError
from babieca.formats import Entry, to_json
from babieca.progress import human_seconds
from babieca.symmetries import symmetry_count
from babieca.tours import Tour
from babieca.verbs.check import CheckReport
from babieca.verbs.tourset import Tours

LARGEST_MEASURED = 1_000_000
LARGEST_GROUP = 400


class CheckWords(KindWords, Restrictions, Timed, total=False):
    """Which tours it is to be one of, and how long that may take to decide."""


def check(source: FileWords, words: CheckWords, as_json: Json = False) -> int:
    """Check every tour in a file and describe it; say of a part whether it can be completed.

    Reads JSON Lines, numbered grids (top row first; 0 is not visited yet), move lists (a1 b3 …),
    TSPLIB tours and .npy arrays. Exit code 1 if one is not a tour: the message names the first
    fault, and whether a tour begins with the squares before it: a closed tour or else a path, if no
    kind is given. With words such as --symmetry, only the tours that obey them count.

    Examples:
    - `babieca find 6x6 | babieca check`
    - `babieca check tour.npy --board 8x8`
    - `echo a1 b3 c5 | babieca check --board 8x8 --closed`
    """
    valid = True
    for entry in read_entries(source):
        record, sentence = _judged(entry, words)
        show(record, sentence, as_json)
        valid = valid and record["valid"]
    return 0 if valid else 1


def _judged(entry: Entry, words: CheckWords) -> tuple[dict[str, Any], str]:
    """Return what there is to say of an entry, for programs and for people."""
    kind, restrictions = kind_of(words), of_group(words, Restrictions)
    fault = None
    try:
        tour = entry.tour()
        if kind is None and not restrictions:
            return _described(tour)
        kind = kind or ("closed" if tour.closed else "path")
    except InvalidTourError as error:
        fault = error
        if len(entry.place) > LARGEST_MEASURED:
            return _not_a_tour(fault), f"not a tour: {fault}"
    kind = kind or entry.kind
    kinds: tuple[Kind, ...] = ("closed", "path") if kind is None else (kind,)
    for kind in kinds:
        tours = Tours(entry.place, kind, **restrictions)
        report = tours.check(entry.squares, **of_group(words, Timed))
        if report.completable:
            break
    if report.completion is not None and report.whole:
        return _described(report.completion)
    if report.fault is not None:
        fault = InvalidTourError(f"{entry.where}{report.fault}", step=report.step)
    if fault is None:
        return _not_a_tour(InvalidTourError(str(report.proof))), (
            f"none of the {tours.question}: {report.proof}"
        )
    record = _not_a_tour(fault) | _outlook(tours, report)
    return record, "; ".join([f"not a tour: {fault}", *_outlook_in_words(tours, report)])


def _not_a_tour(fault: InvalidTourError) -> dict[str, Any]:
    return {"valid": False, "fault": str(fault), "step": fault.step}


# The beginning of one --------------------------------------------------------------------------


def _outlook(tours: Tours, report: CheckReport) -> dict[str, Any]:
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


def _outlook_in_words(tours: Tours, report: CheckReport) -> Iterator[str]:
    """Say whether a tour begins so, and the next square or the reason."""
    count, graph = len(report.squares), tours.question.graph
    if count == 0:
        return
    squares = f"the first {count} of the {len(graph)} squares of {graph}"
    tour = KIND_WORDS[tours.question.kind]
    if report.completable is None:
        time = human_seconds(report.seconds)
        yield f"whether {squares} begin a {tour} is not decided after {time}"
    elif report.completion is not None:
        onward = graph.name_of(graph.vertex(report.completion[count]))
        yield f"{squares} can be completed to a {tour}, with {onward} next"
    else:
        yield f"{squares} cannot be completed to a {tour}: {report.proof}"
        if report.sound:
            yield f"the first {report.sound} can"


# A whole one -----------------------------------------------------------------------------------


def _described(tour: Tour) -> tuple[dict[str, Any], str]:
    record = describe(tour)
    return record, _sentence(record)


def describe(tour: Tour) -> dict[str, Any]:
    """Return what there is to say about a valid tour."""
    record: dict[str, Any] = {
        "valid": True,
        "board": str(tour.board) if tour.board is not None else "graph",
        "kind": tour.kind,
        "squares": len(tour),
    }
    board = tour.board
    if board is None or len(tour) > LARGEST_MEASURED:
        return record
    record["start"] = board.name_of(tour[0])
    record["end"] = board.name_of(tour[-1])
    if symmetry_count(board.sides) <= LARGEST_GROUP:
        record["symmetries"] = [symmetry.name for symmetry in tour.symmetries()]
    if board.dimensions >= 2:
        record["magic"] = tour.is_magic()
        record["semimagic"] = tour.is_semimagic()
    if board.dimensions == 2 and not any(board.wrap):
        record["crossings"] = tour.crossings()
    return record


def _sentence(record: dict[str, Any]) -> str:
    words = [f"valid {in_words(record['kind'], record['board'])}, {record['squares']} squares"]
    if "start" in record:
        words.append(f"from {record['start']} to {record['end']}")
    if proper := [name for name in record.get("symmetries", []) if name != "identity"]:
        words.append(f"symmetric by {', '.join(proper)}")
    words += [word for word in ("magic", "semimagic") if record.get(word)][:1]
    if "crossings" in record:
        words.append(f"{record['crossings']} crossings")
    return ", ".join(words)
