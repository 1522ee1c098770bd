"""Check the squares of a file: are they a tour, or can they be completed to one?"""

from collections.abc import Mapping
from typing import Any

from babieca.checking import KIND_NAMES, Kind, describe_tour
from babieca.errors import InvalidTourError, quantity
from babieca.formats.answers import LARGEST_GROUP, Record, fields, name_of
from babieca.formats.entry import Entry
from babieca.formats.json_lines import to_json
from babieca.progress import human_seconds
from babieca.public import Tours
from babieca.questions import Question
from babieca.symmetries import symmetry_count
from babieca.tour import Tour
from babieca.verbs.check import CheckReport

LARGEST_MEASURED = 1_000_000


def judge(
    entry: Entry, kind: Kind | None, restrictions: Mapping[str, Any], timeout: float | None
) -> tuple[Record, str]:
    """Check an entry against the restrictions; without a kind, against closed tours, then paths.

    >>> from babieca.boards import Board
    >>> from babieca.checking import to_indices
    >>> board = Board(8, 8)
    >>> judge(Entry(board, to_indices(board, "a1 b3 c5")), "closed", {}, None)[0]["completable"]
    True
    """
    fault = None
    try:
        tour = entry.tour()
        if kind is None and not restrictions:
            return _described(tour)
        kind = kind or ("closed" if tour.closed else "path")
    except InvalidTourError as error:
        fault = error
        if len(entry.board) > LARGEST_MEASURED:
            return _faulty(fault), f"not a tour: {fault}"
    kind = kind or entry.kind
    kinds: tuple[Kind, ...] = ("closed", "path") if kind is None else (kind,)
    for kind in kinds:
        tours = Tours(entry.board, kind, **restrictions)
        report = tours.check(entry.squares, timeout=timeout)
        if report.completable:
            break
    if report.completion is not None and report.whole:
        return _described(report.completion)
    if report.fault is not None:
        fault = InvalidTourError(f"{entry.where}{report.fault}", step=report.step)
    if fault is None:
        refused = _faulty(InvalidTourError(str(report.proof)))
        return refused, f"none of the {tours.question}: {report.proof}"
    record = _faulty(fault) | _begun(tours.question, report)
    sentence = f"not a tour: {fault}{_outlook(tours.question, report)}"
    if entry.guessed:
        record["guessed"] = True
        sentence += f"; no board was named, so {entry.board} is a guess: try --board 8x8"
    return record, sentence


def _faulty(error: InvalidTourError) -> Record:
    return {"valid": False, "fault": str(error), "step": error.step}


def _begun(question: Question, report: CheckReport) -> Record:
    board, completion = question.board, report.completion
    names = board is not None and board.has_names
    return {
        "board": "graph" if board is None else str(board),
        "kind": question.kind,
        "squares": len(report.squares),
        "moves": [name_of(question, move) if names else move for move in report.moves],
        "completable": report.completable,
        "completion": None if completion is None else to_json(completion)["squares"],
        **fields(report, "proof", "sound"),
    }


def _outlook(question: Question, report: CheckReport) -> str:
    """Say whether the squares can be completed, and the next square or the reason."""
    count, graph, tour = len(report.squares), question.graph, KIND_NAMES[question.kind]
    if count == 0:
        return ""
    first = f"first {count}" if count > 1 else "first"
    squares = f"the {first} of the {quantity(len(graph), 'square')} of {graph}"
    if report.completable is None:
        spent = human_seconds(report.seconds)
        return f"; whether a {tour} begins with {squares} is not decided after {spent}"
    if report.completion is not None:
        onward = graph.name_of(graph.vertex(report.completion[count]))
        return f"; {squares} can be completed to a {tour}, with {onward} next"
    sound = f"; the first {report.sound} can" if report.sound else ""
    return f"; {squares} cannot be completed to a {tour}: {report.proof}{sound}"


def _described(tour: Tour) -> tuple[Record, str]:
    board = tour.board
    name = "graph" if board is None else str(board)
    record: Record = {"valid": True, "board": name, "kind": tour.kind, "squares": len(tour)}
    facts = [f"valid {describe_tour(tour.kind, name)}, {quantity(len(tour), 'square')}"]
    if board is None or len(tour) > LARGEST_MEASURED:
        return record, facts[0]
    record |= {"start": board.name_of(tour[0]), "end": board.name_of(tour[-1])}
    facts.append(f"from {record['start']} to {record['end']}")
    if symmetry_count(board.sides) <= LARGEST_GROUP:
        record["symmetries"] = [symmetry.name for symmetry in tour.symmetries()]
        if proper := [name for name in record["symmetries"] if name != "identity"]:
            facts.append(f"symmetric by {', '.join(proper)}")
    if board.dimensions >= 2:
        record |= {"magic": tour.is_magic(), "semimagic": tour.is_semimagic()}
        facts += [name for name in ("magic", "semimagic") if record[name]][:1]
    if board.dimensions == 2 and not any(board.wrap):
        record["crossings"] = tour.crossings()
        facts.append(quantity(record["crossings"], "crossing"))
    return record, ", ".join(facts)
