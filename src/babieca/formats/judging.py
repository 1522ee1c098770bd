"""Check the squares of a file: are they a tour, or can they be completed to one?"""

from collections.abc import Mapping
from typing import Any

from babieca.boards import Board
from babieca.checking import KIND_NAMES, Kind, describe_tour
from babieca.engines.completing import CheckReport
from babieca.engines.describing import MOST_SQUARES, describe
from babieca.errors import InvalidTourError, quantity
from babieca.formats.answers import Record, fields, name_of, solved
from babieca.formats.entry import Entry
from babieca.formats.json_lines import to_json
from babieca.progress import human_seconds
from babieca.public import Tours
from babieca.questions import Question
from babieca.tour import Tour


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
        if _has_gaps(entry):
            return _solved(entry, kind or entry.kind or "path", restrictions, timeout)
        if len(entry.board) > MOST_SQUARES:
            return _faulty(fault), f"not a tour: {fault}"
    kind = kind or entry.kind
    kinds: tuple[Kind, ...] = ("closed", "path") if kind is None else (kind,)
    for kind in kinds:
        tours = Tours(entry.board, kind, **restrictions)
        report = tours.check(entry.squares, timeout=timeout)
        if report.completable:
            break
    if report.completion is not None and report.whole and not (report.fault or entry.fault):
        return _described(report.completion)
    if report.fault is not None:
        fault = entry.at_line(InvalidTourError(report.fault, step=report.step))
    if fault is None:
        refused = _faulty(InvalidTourError(report.proof or ""))
        return refused, f"none of the {tours.question}: {report.proof}"
    record = _faulty(fault) | _begun(tours.question, report)
    sentence = f"not a tour: {fault}{_outlook(tours.question, report)}"
    if entry.guessed:
        record["guessed"] = True
        sentence += f"; no board was named, so {entry.board} is a guess: try --board 8x8"
    return record, sentence


def _has_gaps(entry: Entry) -> bool:
    """Whether a grid has given steps with gaps between them, and so is a puzzle."""
    steps = sorted(entry.numbers.values())
    proper = len(set(steps)) == len(steps) and steps[-1:] <= [len(entry.board)]
    return entry.fault is not None and bool(steps) and proper


def _solved(
    entry: Entry, kind: Kind, restrictions: Mapping[str, Any], timeout: float | None
) -> tuple[Record, str]:
    """Say whether a grid with gaps has one solution, several or none."""
    assert isinstance(entry.board, Board)
    at = {entry.board.square(index): step for index, step in entry.numbers.items()}
    tours = Tours(entry.board, kind, **{**restrictions, "at": at})
    found = tours.solve(timeout=timeout)
    record = {
        "valid": found.unique,
        "board": str(entry.board),
        "kind": kind,
        "given": len(at),
        **solved(found),
    }
    puzzle = f"{_a_tour(kind)} of {entry.board} with {quantity(len(at), 'given step')}"
    grids = "\n\n".join(map(str, found.solutions))
    if found.unique:
        return record, f"exactly one solution of {puzzle}:\n{grids}"
    if found.solutions:
        count = "several" if found.count is None else f"{found.count}"
        return record, f"{count} solutions of {puzzle}, among them:\n{grids}"
    named = ", ".join(f"{square}={step}" for square, step in found.conflict.items())
    together = f"; these steps contradict each other: {named}" if named else ""
    return record, f"no solution of {puzzle}: {found.reason}{together}"


def _a_tour(kind: Kind) -> str:
    return f"{'an' if kind == 'open' else 'a'} {KIND_NAMES[kind]}"


def _faulty(error: InvalidTourError) -> Record:
    reason = {} if error.reason is None else {"reason": error.reason.to_json()}
    return {"valid": False, "fault": str(error), "step": error.step, **reason}


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
    count, graph, tour = len(report.squares), question.graph, _a_tour(question.kind)
    if count == 0:
        return ""
    if report.whole:
        return f"; the squares before it are {tour} of {graph}"
    first = f"first {count}" if count > 1 else "first"
    squares = f"the {first} of the {quantity(len(graph.toured), 'square')} of {graph}"
    if report.completable is None:
        spent = human_seconds(report.seconds)
        return f"; whether {tour} begins with {squares} is not decided after {spent}"
    if report.completion is not None:
        onward = graph.name_of(graph.vertex(report.completion[count]))
        return f"; {squares} can be completed to {tour}, with {onward} next"
    sound = f"; the first {report.sound} can" if report.sound else ""
    return f"; {squares} cannot be completed to {tour}: {report.proof}{sound}"


def _described(tour: Tour) -> tuple[Record, str]:
    told = describe(tour, "symmetries", "magic", "semimagic", "crossings")
    facts = [f"valid {describe_tour(tour.kind, told.board)}, {quantity(told.squares, 'square')}"]
    facts.append(f"from {told.start} to {told.end}")
    if told.symmetries and len(told.symmetries) > 1:
        facts.append(f"symmetric by {', '.join(told.symmetries[1:])}")
    if told.semimagic:
        facts.append("magic" if told.magic else "semimagic")
    if told.crossings is not None:
        facts.append(quantity(told.crossings, "crossing"))
    record = {"valid": True, **told.to_json()}
    del record["left_out"]
    return record, ", ".join(facts)
