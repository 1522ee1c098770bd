"""The answers of the verbs: as records for `--json` and for the API of the page, and as text.

In records, counts are text, because JSON numbers are too small for them; squares have their names.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from babieca.as_json import record_of
from babieca.boards import Board
from babieca.engines.atlas import Manifest
from babieca.engines.comparisons import FirstMoves, StudyRow
from babieca.engines.completing import Solutions
from babieca.engines.costs import Plan
from babieca.engines.describing import MOST_SYMMETRIES
from babieca.engines.entries import Fraction
from babieca.errors import quantity
from babieca.formats.json_lines import from_json, to_json
from babieca.formats.records import Found, FractionRecord, Planned, Solved, StudiedRules
from babieca.graphs import Graph
from babieca.public import Tours
from babieca.questions import KINDS, Question
from babieca.symmetries import symmetry_count
from babieca.verbs.find import FindReport

Record = dict[str, Any]
_ENDINGS_SHOWN = ("stuck", "island", "dangling", "divided", "forced", "known")


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


def divided(fraction: Fraction, name: Callable[[Any], str]) -> Record:
    """Return one of the parts that the closed tours through a square are divided into."""
    return record_of(fraction, FractionRecord, name=name)


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
        gpu={"refusal": plan.gpu} if isinstance(plan.gpu, str) else plan.gpu,
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
        few = (count := symmetry_count(board.sides)) <= MOST_SYMMETRIES
        names = [known.name for known in board.symmetries()] if few else [f"{count} of the box"]
        facts["symmetries"] = names
    return facts | {kind: str(Tours(graph, kind).exists()) for kind in KINDS[:2]}


def aligned(rows: Iterable[tuple[str, object]]) -> str:
    table = [(name, str(number)) for name, number in rows]
    left, right = (max((len(row[column]) for row in table), default=0) for column in (0, 1))
    return "\n".join(f"{name:<{left}} {number:>{right}}" for name, number in table)


def flush_right(rows: Iterable[Sequence[object]]) -> str:
    """Write rows of numbers below the names of their columns.

    >>> print(flush_right([("slope 2", "tours"), (6, 4), (8, 12)]))
    slope 2  tours
          6      4
          8     12
    """
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join(
        "  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True))
        for row in cells
    )


def count_rows(
    records: Iterable[Record], counts: str, by: str = "", **before: str
) -> Iterator[tuple[object, ...]]:
    """Return the rows of a table of counts, a field of the record; other fields may come before.

    >>> list(count_rows([{"by": "start", "table": {"a1": "304", "b1": "0"}}], "table"))
    [('start', 'tours'), ('a1', '304'), ('b1', '0')]
    """
    for record in records:
        yield *record.get("columns", [record.get("by", by)]), "tours"
        yield from ((name, record[field]) for name, field in before.items())
        for name, number in record[counts].items():
            yield *(name.split(",") if "columns" in record else [name]), number


def flat_rows(records: Iterable[Record]) -> Iterator[list[object]]:
    """Return a row for each record: lists as one text, a column for each entry of an object.

    >>> list(flat_rows([{"rules": ["island", "forced"], "shares": {"stuck": 0.5}}]))
    [['rules', 'shares stuck'], ['island forced', 0.5]]
    """
    for number, record in enumerate(records):
        row: Record = {}
        for name, value in record.items():
            if isinstance(value, dict):
                row |= {f"{name} {part}": entry for part, entry in value.items()}
            else:
                row[name] = " ".join(map(str, value)) if isinstance(value, list) else value
        if number == 0:
            yield [*row]
        yield [*row.values()]


def first_move_lines(records: Iterable[Record]) -> Iterator[str]:
    """Write a line, a tour and a time for each first move, as the course exercise does."""
    for record in records:
        table, rows = record["table"], record["rows"]
        last = record["begin"][-1] if "begin" in record else record["start"]
        for row in rows:
            yield f"{last} {row['first']}"
            if row["tour"] is not None:
                yield str(from_json(row["tour"]))
            yield f"{quantity(int(table[row['first']]), 'tour')}, {row['seconds']:.3f} s\n"
        total, seconds = sum(map(int, table.values())), sum(row["seconds"] for row in rows)
        yield f"{quantity(total, 'tour')}, {seconds:.3f} s in all"


def fraction_lines(records: Iterable[Record]) -> Iterator[str]:
    """Write a row for each fraction, and how many are possible and how many to explore."""
    yield f"{'first':>6} {'last':>6}  how"
    possible = explored = 0
    for record in records:
        if record["impossible"]:
            how = f"none: {record['impossible']}"
        elif record["explored"]:
            how = "to explore"
        else:
            how = f"as {'-'.join(record['equal_to'])} by {record['symmetry']}"
        yield f"{record['first']:>6} {record['last']:>6}  {how}"
        possible += not record["impossible"]
        explored += record["explored"]
    yield f"{quantity(possible, 'fraction')}, {explored} to explore"


def study_lines(records: Iterable[Record]) -> Iterator[str]:
    """Write a table of the work of each search, and a table of how attempts end."""
    rows = [*records]
    width = max(len(row["name"]) for row in rows)
    yield f"{'':{width}}  {'nodes':>13} {'part':>9} {'seconds':>8} {'part':>9} {'per tour':>9}"
    for row in rows:
        more = " " if row["finished"] else ">"
        nodes, seconds = (
            f"{a / b:>9.2g}" if b and rows[0]["finished"] and row["finished"] else f"{'':>9}"
            for a, b in ((row[unit], rows[0][unit]) for unit in ("nodes", "seconds"))
        )
        per_tour = f"{row['attempts'] / row['tours']:>9.1f}" if row["tours"] else f"{'':>9}"
        work = f"{row['nodes']:>13} {nodes} {row['seconds']:>8.3f} {seconds}"
        yield f"{row['name']:{width}} {more}{work} {per_tour}"
    yield "\nwhere attempts end: share and mean square"
    for row in rows:
        endings = ", ".join(
            f"{ending} {row['shares'][ending]:.1%} at {row['mean_steps'][ending]:.1f}"
            for ending in _ENDINGS_SHOWN
            if row["shares"][ending]
        )
        yield f"{row['name']:{width}}  {endings}"
    if not all(row["finished"] for row in rows):
        yield "\n> stopped by the timeout; its numbers are of the part walked until then"


def event_line(record: Record) -> str:
    """Write an event as one line.

    >>> from babieca import Board, Tours
    >>> tours = Tours(Board(5, 5), "path", start="a1")
    >>> for event in tours.trace(3, method="warnsdorff"):
    ...     print(event_line(event.to_json(tours.question.graph)))
       1  start      a1
       2  move       b3   of c2 b3, by random
       3  move       a5   of d4 c5 a5 c1 d2, by degree
    """
    what = record["event"]
    if what == "layer":
        slots = " ".join(_name(slot) for slot in record["slots"] if slot is not None)
        retired, states = _name(record.get("retired", "-")), quantity(record["states"], "state")
        return f"{record['step']:4}  layer      {retired:4} {states} at {slots}".rstrip()
    squares = " ".join(map(_name, record.get("squares", [])))
    details = []
    if what == "move":
        details.append(f"of {squares}")
    elif what in ("found", "island", "dangling", "divided", "joined", "ride", "dead-end"):
        details.append(squares)
    if "step" in record:
        details.insert(0, f"at {record['step']}")
    if "criterion" in record:
        details.append(f"by {record['criterion']}")
    if "twin" in record:
        details.append(f"twin {_name(record['twin'])}")
    if what in ("found", "exhausted", "gave-up", "known"):
        details += [
            quantity(record[f"{noun}s"], noun) for noun in ("node", "backtrack", "restart", "tour")
        ]
    square = _name(record["square"]) if "square" in record else ""
    told = ", ".join(part for part in details if part)
    told += f": {record['proof']['text']}" if "proof" in record else ""
    return f"{record['depth']:4}  {what:10} {square:4} {told}".rstrip()


def _name(square: object) -> str:
    return ",".join(map(str, square)) if isinstance(square, list) else str(square)
