"""The answers of the verbs as plain values, for `--json` and for the API of the page.

Counts are text, because JSON numbers are too small for them; squares have their names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Literal

from babieca.boards import Board
from babieca.checking import Kind
from babieca.engines.refuter.verdicts import Verdict
from babieca.engines.sweep.atlas import Manifest
from babieca.errors import InvalidTourError
from babieca.formats.json_lines import to_json
from babieca.graphs import Graph
from babieca.questions import Question
from babieca.symmetries import symmetry_count
from babieca.tour import Tour
from babieca.verbs.check import CheckReport
from babieca.verbs.classes import Classes
from babieca.verbs.count import CountReport
from babieca.verbs.find import FindReport
from babieca.verbs.first_moves import FirstMove
from babieca.verbs.fractions import Fraction
from babieca.verbs.plan import OnGpu, Plan
from babieca.verbs.study import StudyRow
from babieca.verbs.tourset import Tours

Record = dict[str, Any]
Numbering = Literal["name", "banon"]
LARGEST_MEASURED = 1_000_000
LARGEST_GROUP = 400


def name_of(question: Question, key: Any) -> str:
    """Return the name of a square, or of a pair of squares.

    >>> name_of(Question.ask(Board(8, 8)), ((0, 0), (2, 1)))
    'a1-b3'
    """
    graph = question.graph
    paired = isinstance(key, tuple) and (graph.board is None or isinstance(key[0], tuple))
    squares = key if paired else (key,)
    return "-".join(graph.name_of(graph.vertex(square)) for square in squares)


def named(question: Question, table: Mapping[Any, int]) -> list[tuple[str, int]]:
    """Return the rows of a table of counts, squares and moves by their names."""
    return [(name_of(question, key), number) for key, number in table.items()]


def most_first(table: Mapping[Any, int]) -> dict[Any, int]:
    """Return a table of counts with the greatest first; equal counts by key.

    >>> most_first({"b": 1, "a": 1, "c": 5})
    {'c': 5, 'a': 1, 'b': 1}
    """
    return dict(sorted(table.items(), key=lambda row: (-row[1], row[0])))


def _fields(value: object, *names: str) -> Record:
    return {name: getattr(value, name) for name in names}


def _as_text(rows: Iterable[tuple[str, int]]) -> dict[str, str]:
    return {name: str(number) for name, number in rows}


def existing(question: Question, verdict: Verdict) -> Record:
    """Return the answer of theorems."""
    return question.to_json() | _fields(verdict, "answer", "reason", "source")


def found(report: FindReport) -> Record:
    """Return a tour, its method and statistics; raise if the report has no tour."""
    counted = {"method": report.method, "statistics": dict(report.statistics)}
    return to_json(report.found()) | counted


def counted(question: Question, report: CountReport) -> Record:
    """Return a count and how it was computed."""
    return question.to_json() | report.record()


def counted_up_to_symmetry(question: Question, classes: Classes) -> Record:
    """Return a count in which mirror images and rotations count once."""
    return question.to_json() | {"up_to": "symmetry", "value": str(classes.value)}


def tabulated(question: Question, by: str, table: Mapping[Any, int]) -> Record:
    """Return a table of counts."""
    return question.to_json() | {"by": by, "table": _as_text(named(question, table))}


def with_first_tours(question: Question, rows: Sequence[FirstMove]) -> Record:
    """Return, for each first move, the count, a tour and the time."""
    records: list[Record] = [
        {
            "first": name_of(question, row.square),
            "tour": None if row.first_tour is None else to_json(row.first_tour),
            "value": str(row.count),
            "seconds": row.seconds,
        }
        for row in rows
    ]
    return question.to_json() | {"total": str(sum(row.count for row in rows)), "rows": records}


def classified(question: Question, classes: Classes) -> Record:
    """Return the number of classes, and how many tours have each symmetry."""
    kept = _as_text(classes.kept.items())
    return question.to_json() | {"value": str(classes.value), "kept": kept}


def used(question: Question, table: Mapping[Any, int]) -> Record:
    """Return how many tours use each move, the most used first."""
    return question.to_json() | {"tours": _as_text(named(question, most_first(table)))}


def ranked(tours: Tours, number: int) -> Record:
    """Return the number of a tour, and the number of tours if it is known."""
    numbering = tours.numbering
    of = {} if numbering is None else {"of": str(numbering.total)}
    return tours.question.to_json() | {"rank": str(number)} | of


def stored(question: Question, manifest: Manifest) -> Record:
    """Return the size of an atlas."""
    sizes = {"tours": manifest.total, "layers": len(manifest.layers), "bytes": manifest.bytes}
    return question.to_json() | sizes


def squares_named(board: Board, numbering: Numbering) -> Callable[[Any], str]:
    """Return a function that names squares as in chess, or by Bañón's numbers from the bottom row.

    >>> [squares_named(Board(8, 8), numbering)("d4") for numbering in ("name", "banon")]
    ['d4', '28']
    """
    if numbering == "name":
        return board.name_of
    return lambda square: str(board.index(square) + 1)


def divided(fraction: Fraction, name: Callable[[Any], str]) -> Record:
    """Return one of the parts that the closed tours through a square are divided into."""
    return {
        "first": name(fraction.first),
        "last": name(fraction.last),
        "equal_to": [name(part) for part in fraction.equal_to],
        **_fields(fraction, "symmetry", "impossible", "explored"),
        "tours": None if fraction.tours is None else str(fraction.tours),
    }


def studied(row: StudyRow) -> Record:
    """Return one method of a study and its effort."""
    tally = row.tally
    return {
        "name": row.name,
        "rules": list(row.rules),
        **_fields(row, "order", "finished"),
        "tours": tally.solutions,
        "nodes": tally.nodes,
        "attempts": tally.attempt_count,
        "seconds": round(row.seconds, 6),
        "shares": {ending: tally.share(ending) for ending in tally.attempts},
        "mean_steps": {ending: tally.mean_step(ending) for ending in tally.attempts},
    }


def planned(plan: Plan) -> Record:
    """Return the memory and time that each verb would take."""
    sizes = ("slots", "occupied", "counters", "total_counters", "peak_counters")
    refuted = {} if plan.refutation is None else {"value": "0", "proof": plan.refutation}
    return (
        plan.question.to_json()
        | refuted
        | {
            "order": [list(label) if isinstance(label, tuple) else label for label in plan.order],
            **_fields(plan, *sizes),
            "bytes": plan.bytes_needed(),
            "estimated_seconds": plan.estimated_seconds(),
            **_fields(plan, "mirrored", "counter_bits", "widths", "sweeps"),
            "scratch": [
                asdict(way)
                for bits in plan.usable_bits
                if (way := plan.through_scratch(counter_bits=bits)) is not None
            ],
            "card": _on_gpu(plan.gpu),
            "estimates": {
                verb: {method: asdict(estimate) for method, estimate in methods.items()}
                for verb, methods in plan.estimates.items()
            },
        }
    )


def _on_gpu(plan: OnGpu | str | None) -> Record | None:
    if plan is None or isinstance(plan, str):
        return None if plan is None else {"refusal": plan}
    return asdict(plan) | {"moduli": [str(modulus) for modulus in plan.moduli]}


def checked(tour: Tour) -> Record:
    """Return the properties of a valid tour."""
    board = tour.board
    record: Record = {"valid": True, **_place(board, tour.kind, len(tour))}
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


def faulty(error: InvalidTourError) -> Record:
    """Return why squares are not a tour, and at which step."""
    return {"valid": False, "fault": str(error), "step": error.step}


def begun(question: Question, report: CheckReport) -> Record:
    """Return how far squares are a tour, and whether they can be completed."""
    board, completion = question.board, report.completion
    names = board is not None and board.has_names
    return {
        **_place(board, question.kind, len(report.squares)),
        "moves": [name_of(question, move) if names else move for move in report.moves],
        "completable": report.completable,
        "completion": None if completion is None else to_json(completion)["squares"],
        **_fields(report, "proof", "sound"),
    }


def _place(board: Board | None, kind: Kind, squares: int) -> Record:
    return {"board": "graph" if board is None else str(board), "kind": kind, "squares": squares}


def described(board: Board) -> Record:
    """Return the facts of a board; `moves` are undirected."""
    graph = Graph.from_board(board)
    colours = graph.bipartition()
    return board.to_json() | {
        "squares": len(board),
        "leaper": list(board.leaper),
        "moves": graph.edge_count,
        "degrees": sorted(Counter(graph.degrees.tolist()).items()),
        "colours": [int((colours == c).sum()) for c in (0, 1)] if colours is not None else None,
        "connected": graph.is_connected(),
        "symmetries": _symmetry_names(board),
        "closed": str(Tours(board, "closed").exists()),
        "path": str(Tours(board, "path").exists()),
    }


def _symmetry_names(board: Board) -> list[str]:
    """Return the names, or only the number of symmetries of the box if there are over 400."""
    count = symmetry_count(board.sides)
    if count > LARGEST_GROUP:
        return [f"{count} of the box"]
    return [symmetry.name for symmetry in board.symmetries()]
