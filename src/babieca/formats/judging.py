"""Check the squares of a file: are they a tour, or can they be completed to one?"""

from collections.abc import Mapping
from typing import Any

from babieca.boards import Board
from babieca.checking import Kind, tour_of
from babieca.engines.completing import CheckReport
from babieca.engines.describing import MOST_SQUARES, describe
from babieca.errors import InvalidTourError
from babieca.formats.answers import Record, name_of, solved
from babieca.formats.entry import Entry
from babieca.formats.json_lines import to_json
from babieca.progress import human_seconds
from babieca.public import Tours
from babieca.questions import Question
from babieca.reasons import Reason, spoken
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
            return _faulty(fault), Reason("fault_of_tour", fault=fault)
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
        return refused, Reason("none_of", question=tours.question, proof=report.proof or "")
    record = _faulty(fault) | _begun(tours.question, report)
    sentence = _outlook(tours.question, report, Reason("fault_of_tour", fault=fault))
    if entry.guessed:
        record["guessed"] = True
        sentence = Reason("guessed_board", text=sentence, board=entry.board)
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
    puzzle = Reason("given_steps_of", tour=_a_tour(kind), board=entry.board, count=len(at))
    grids = "\n\n".join(map(str, found.solutions))
    if found.unique:
        only = Reason("one_solution", puzzle=puzzle)
        return record, f"{only}:\n{grids}"
    if found.solutions:
        several = Reason("several_solutions", puzzle=puzzle)
        if found.count is not None:
            several = Reason("many_solutions", count=str(found.count), puzzle=puzzle)
        return record, f"{several}:\n{grids}"
    text = Reason("no_solution", puzzle=puzzle, reason=found.reason)
    if steps := [f"{square}={step}" for square, step in found.conflict.items()]:
        text = Reason("steps_contradict", text=text, steps=steps)
    return record, text


def _a_tour(kind: Kind) -> Reason:
    return Reason({"closed": "a_closed_tour", "path": "a_path", "open": "an_open_tour"}[kind])


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
        "proof": None if report.proof is None else report.proof.to_json(),
        "sound": report.sound,
    }


def _outlook(question: Question, report: CheckReport, text: Reason) -> Reason:
    """Say after the fault whether the squares can be completed; the next one, or the reason."""
    count, graph, tour = len(report.squares), question.graph, _a_tour(question.kind)
    if count == 0:
        return text
    if report.whole:
        return Reason("squares_before", text=text, tour=tour, graph=graph)
    squares = Reason("the_first_of", squares=len(graph.toured), graph=graph)
    if count > 1:
        whole = len(graph.toured)
        squares = Reason("the_first_squares", count=count, squares=whole, graph=graph)
    told: Any = {"text": text, "squares": squares, "tour": tour}
    if report.completable is None:
        return Reason("begins_undecided", **told, time=human_seconds(report.seconds))
    if report.completion is not None:
        onward = graph.name_of(graph.vertex(report.completion[count]))
        return Reason("can_be_completed", **told, next=onward)
    text = Reason("cannot_be_completed", **told, proof=report.proof)
    return Reason("first_can", text=text, count=report.sound) if report.sound else text


def _described(tour: Tour) -> tuple[Record, str]:
    told = describe(tour, "symmetries", "magic", "semimagic", "crossings")
    named = tour_of(tour.kind, told.board)
    facts = [Reason("valid_tour", tour=named, squares=told.squares)]
    facts.append(Reason("valid_from_to", start=told.start, end=told.end))
    if told.symmetries and len(told.symmetries) > 1:
        facts.append(Reason("symmetric_by", symmetries=[*map(spoken, told.symmetries[1:])]))
    if told.semimagic:
        facts.append(Reason("magic_tour" if told.magic else "semimagic_tour"))
    if told.crossings is not None:
        facts.append(Reason("counted_crossings", count=told.crossings))
    record = {"valid": True, **told.to_json()}
    del record["left_out"]
    return record, ", ".join(facts)
