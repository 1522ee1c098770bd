"""The answers of the verbs as records, for `--json` and for the API of the page."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from babieca.as_json import record_of
from babieca.boards import Board
from babieca.engines.atlas import Manifest
from babieca.engines.comparisons import FirstMoves, StudyRow
from babieca.engines.completing import Solutions
from babieca.engines.costs import Plan
from babieca.engines.describing import MOST_SYMMETRIES
from babieca.formats.json_lines import to_json
from babieca.formats.records import Found, Planned, Solved, StudiedRules
from babieca.graphs import Graph
from babieca.public import Tours
from babieca.questions import KINDS, Question
from babieca.reasons import Reason
from babieca.symmetries import symmetry_count
from babieca.verbs.find import FindReport

Record = dict[str, Any]


def name_of(question: Question, square: Any) -> str:
    """Return the name of a square.

    >>> name_of(Question.ask(Board(8, 8)), (2, 1))
    'b3'
    """
    return question.graph.name_of(question.graph.vertex(square))


def named(question: Question, table: Mapping[Any, int]) -> list[tuple[str, int]]:
    """Return the rows of a table by squares or by pairs of squares, with different names.

    Labels such as 1 and "1" have the same name: they are written as in Python then.

    >>> named(Question.ask(Board(8, 8)), {((0, 0), (2, 1)): 7})
    [('a1-b3', 7)]
    """
    labels = {*question.graph.labels}
    # A label may be a tuple too. The label with the most tuples in it is part of a longer pair.
    single = all(key in labels for key in table)
    keys = [(key,) if single else key for key in table]
    names = ["-".join(name_of(question, label) for label in key) for key in keys]
    if len({*names}) < len(names):
        names = ["-".join(map(repr, key)) for key in keys]
    return [*zip(names, table.values(), strict=True)]


def as_text(rows: Iterable[tuple[str, int]]) -> dict[str, str]:
    return {name: str(number) for name, number in rows}


def found(report: FindReport) -> Record:
    """Return a tour, its method and statistics; raise if the report has no tour."""
    return to_json(report.found()) | record_of(report, Found)


def solved(found: Solutions) -> Record:
    """Return how many solutions given steps have, with two of them, or why they have none."""
    completions = [to_json(tour)["squares"] for tour in found.solutions]
    count, proof = found.count, found.reason
    return record_of(found, Solved, solutions=count, completions=completions, proof=proof)


def ranked(tours: Tours, number: int) -> Record:
    numbering = tours.numbering
    of = {} if numbering is None else {"of": str(numbering.total)}
    return tours.question.to_json() | {"rank": str(number)} | of


def stored(question: Question, manifest: Manifest) -> Record:
    sizes = {"tours": manifest.total, "layers": len(manifest.layers), "bytes": manifest.bytes}
    return question.to_json() | sizes


def first_moves(question: Question, found: FirstMoves) -> Record:
    """Return a table by first-move, with the first tour and the time of each move."""
    table = as_text(named(question, found))
    rows = [
        {
            "first": name,
            "tour": None if row.first_tour is None else to_json(row.first_tour),
            "seconds": row.seconds,
        }
        for name, row in zip(table, found.rows, strict=True)
    ]
    return {"by": "first-move", "table": table, "rows": rows}


def studied(row: StudyRow) -> Record:
    tally = row.tally
    return record_of(
        row,
        StudiedRules,
        tours=tally.solutions,
        nodes=tally.nodes,
        attempts=tally.attempt_count,
        seconds=round(row.seconds, 6),
        shares={ending: tally.share(ending) for ending in tally.attempts},
        mean_steps={ending: tally.mean_step(ending) for ending in tally.attempts},
    )


def planned(plan: Plan) -> Record:
    scratch = (plan.through_scratch(counter_bits=bits) for bits in plan.usable_bits)
    return plan.question.to_json() | record_of(
        plan,
        Planned,
        name=lambda label: list(label) if isinstance(label, tuple) else label,
        value=None if plan.refutation is None else "0",
        proof=plan.refutation,
        bytes=plan.bytes_needed(),
        estimated_seconds=plan.estimated_seconds(),
        scratch=[cost for cost in scratch if cost is not None],
        gpu={"refusal": plan.gpu.to_json()} if isinstance(plan.gpu, Reason) else plan.gpu,
    )


def described(place: Board | Graph) -> Record:
    """Return the facts of a board or graph; over 400 symmetries of a board are only counted."""
    graph = Graph.of(place)
    graph.build()
    board, colours = graph.board, graph.bipartition()
    facts: Record = {"vertices" if board is None else "squares": len(graph)}
    if board is not None:
        facts = board.to_json() | facts | {"leaper": list(board.leaper)}
    facts |= {
        "moves": graph.edge_count,
        "degrees": sorted(Counter(graph.degrees.tolist()).items()),
        "colours": [int((colours == c).sum()) for c in (0, 1)] if colours is not None else None,
        "connected": graph.is_connected(),
    }
    if board is not None:
        facts["symmetries"] = [Reason("box_symmetries", count=symmetry_count(board.sides))]
        if symmetry_count(board.sides) <= MOST_SYMMETRIES:
            facts["symmetries"] = [known.name for known in board.symmetries()]
    return facts | {kind: str(Tours(graph, kind).exists()) for kind in KINDS[:2]}
