"""The answers of the verbs as text: their records, written in the language spoken."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from babieca.events import APEX
from babieca.formats.json_lines import from_json
from babieca.reasons import Reason, spoken

Record = dict[str, Any]
_ENDINGS_SHOWN = ("stuck", "island", "dangling", "divided", "forced", "known")
_FACTS_WIDTH = 12


def facts(told: Iterable[tuple[str, object]], width: int = _FACTS_WIDTH) -> Iterator[str]:
    """Write a line for each fact, behind its name in the language spoken.

    >>> [*facts([("order", 21), ("move_classes", "4 of a1-c2")])]
    ['order       21', 'move classes 4 of a1-c2']
    """
    return (f"{spoken(name):<{width - 1}} {fact}" for name, fact in told)


def in_columns(rows: Iterable[Sequence[object]], sides: str = "", between: str = "  ") -> str:
    """Write rows below one another; `sides` has `<` or `>` for the first columns, `>` is usual.

    >>> print(in_columns([("slope 2", "tours"), (6, 4), (8, 12)]))
    slope 2  tours
          6      4
          8     12
    """
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    forms = [f"{sides[at : at + 1] or '>'}{width}" for at, width in enumerate(widths)]
    lines = (map(format, row, forms) for row in cells)
    return "\n".join(between.join(line).rstrip() for line in lines)


def aligned(rows: Iterable[tuple[str, object]]) -> str:
    """Write rows of names and numbers."""
    return in_columns(rows, "<", " ")


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


def class_lines(records: Iterable[Record]) -> Iterator[str]:
    """Write the number of classes, and the tours that each symmetry keeps."""
    for record in records:
        yield Reason("counted_classes", count=int(record["value"]))
        yield aligned([(spoken(name), number) for name, number in record["kept"].items()])


def first_move_lines(records: Iterable[Record]) -> Iterator[str]:
    """Write a line, a tour and a time for each first move, as the course exercise does."""
    for record in records:
        table, rows = record["table"], record["rows"]
        last = record["begin"][-1] if "begin" in record else record["start"]
        for row in rows:
            yield f"{last} {row['first']}"
            if row["tour"] is not None:
                yield str(from_json(row["tour"]))
            yield f"{_timed(int(table[row['first']]), row['seconds'])}\n"
        total, seconds = sum(map(int, table.values())), sum(row["seconds"] for row in rows)
        yield Reason("in_all", text=_timed(total, seconds))


def _timed(tours: int, seconds: float) -> str:
    return f"{Reason('counted_tours', count=tours)}, {seconds:.3f} s"


def fraction_lines(records: Iterable[Record]) -> Iterator[str]:
    """Write a row for each fraction, and how many are possible and how many to explore."""
    rows, possible, explored = [tuple(map(spoken, ("first", "last", "how")))], 0, 0
    for record in records:
        if record["impossible"]:
            how = Reason("none_because", reason=record["impossible"])
        elif record["explored"]:
            how = Reason("to_explore")
        else:
            other, symmetry = "-".join(record["equal_to"]), spoken(record["symmetry"])
            how = Reason("as_other", other=other, symmetry=symmetry)
        rows.append((record["first"], record["last"], how))
        possible += not record["impossible"]
        explored += record["explored"]
    yield in_columns(rows, ">><")
    yield Reason("fractions_to_explore", count=possible, explored=explored)


def study_lines(records: Iterable[Record]) -> Iterator[str]:
    """Write a table of the work of each search, and a table of how attempts end."""
    rows = [*records]
    names = [spoken(row["name"]) for row in rows]
    # Columns are as wide whatever the times are.
    heads = (("nodes", 13), ("part", 8), ("seconds", 7), ("part", 8), ("per_tour", 8))
    table = [("", *(f"{spoken(head):>{width}}" for head, width in heads))]
    for name, row in zip(names, rows, strict=True):
        nodes, seconds = (
            f"{a / b:.2g}" if b and rows[0]["finished"] and row["finished"] else ""
            for a, b in ((row[unit], rows[0][unit]) for unit in ("nodes", "seconds"))
        )
        per_tour = f"{row['attempts'] / row['tours']:.1f}" if row["tours"] else ""
        more = "" if row["finished"] else ">"
        work = (f"{more}{row['nodes']}", nodes, f"{row['seconds']:.3f}", seconds)
        table.append((name, *work, per_tour))
    yield in_columns(table, "<")
    yield f"\n{Reason('attempts_end')}"
    width = max(map(len, names))
    for name, row in zip(names, rows, strict=True):
        endings = ", ".join(
            Reason(
                "ended_at",
                ending=spoken(ending),
                share=f"{row['shares'][ending]:.1%}",
                square=f"{row['mean_steps'][ending]:.1f}",
            )
            for ending in _ENDINGS_SHOWN
            if row["shares"][ending]
        )
        yield f"{name:{width}}  {endings}".rstrip()
    if not all(row["finished"] for row in rows):
        yield f"\n{Reason('stopped_by_timeout')}"


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
        states = Reason("states_at", count=record["states"], slots=slots)
        retired = _name(record.get("retired", "-"))
        return f"{record['step']:4}  {spoken(what):10} {retired:4} {states}".rstrip()
    squares = " ".join(map(_name, record.get("squares", [])))
    details = list[str]()
    if "step" in record:
        details.append(Reason("event_at", step=record["step"]))
    if what == "move":
        details.append(Reason("among", squares=squares))
    elif what in ("found", "island", "dangling", "divided", "joined", "ride", "dead-end"):
        details.append(squares)
    if "criterion" in record:
        details.append(Reason("by_criterion", criterion=spoken(record["criterion"])))
    if "twin" in record:
        details.append(Reason("with_twin", square=_name(record["twin"])))
    if what in ("found", "exhausted", "gave-up", "known"):
        details += counted(record, "nodes", "backtracks", "restarts", "tours")
    square = _name(record["square"]) if "square" in record else ""
    told = ", ".join(part for part in details if part)
    told += f": {record['proof']['text']}" if "proof" in record else ""
    return f"{record['depth']:4}  {spoken(what):10} {square:4} {told}".rstrip()


def counted(numbers: Record, *names: str) -> list[str]:
    """Write numbers of nodes, restarts, …

    >>> counted({"nodes": 25, "restarts": 1}, "nodes", "restarts")
    ['25 nodes', '1 restart']
    """
    return [Reason(f"counted_{name}", count=numbers[name]) for name in names]


def _name(square: object) -> str:
    if isinstance(square, list):
        return ",".join(map(str, square))
    return spoken(square) if square == APEX else str(square)
