"""Commands that print records: `exists`, `info`, `count`, `classes`, `usage`, `fractions`, `study`,
`trace`. With `--json` they print the records, without it the same as text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any

from babieca import formats
from babieca.asking import (
    VERBS,
    CountAsked,
    FractionsAsked,
    NoWords,
    TraceAsked,
    UsageAsked,
)
from babieca.boards import Board
from babieca.cli.cluster import progress_of
from babieca.cli.printing import aligned, what_was_written
from babieca.cli.progress import note
from babieca.cli.words import AskingWords, JsonWords, OutputWords, board_of, refuse, tours_of
from babieca.drawing import draw_usage, draw_values
from babieca.drawing.picture import picture_format
from babieca.errors import BadInputError, shown
from babieca.formats import answers
from babieca.formats.answers import Record
from babieca.graphs import Graph
from babieca.limits import LongCountWords
from babieca.verbs.tourset import Tours
from babieca.verbs.words import StudyWords
from babieca.words import Word

EXIT_CODES = {"yes": 0, "no": 1, "undecided": 3}
ENDINGS_SHOWN = ("stuck", "island", "dangling", "divided", "forced", "known")
LARGEST_TABLE = 26
_OF_A_COUNT = ("counter_bits", "mirror", "device")

Lines = Callable[[Iterable[Record]], Iterable[str]]


def _answer(name: str, tours: Tours, words: Any, shown: JsonWords, lines: Lines) -> None:
    """Ask a verb; print its records, or lines of text, as they come."""
    as_json = shown.get("json", False)
    with progress_of(words, as_json) as progress:
        told = {} if VERBS[name].silent else {"progress": progress}
        answer = VERBS[name].answer(tours, {**words, **told})
        records = [answer] if isinstance(answer, dict) else answer
        for line in map(json.dumps, records) if as_json else lines(records):
            print(line)


def exists(tours: Tours, words: NoWords, shown: JsonWords) -> int:
    """Say from theorems alone whether there is such a tour, and why.

    Examples:
    - `babieca exists 4x8`
    - `babieca exists 5x5 --path --start a2`
    """
    verdict = tours.exists()
    _answer("exists", tours, words, shown, lambda records: [str(verdict)])
    return EXIT_CODES[verdict.answer]


def info(board: Board, shown: JsonWords) -> None:
    """Describe a board: squares, moves, colours, symmetries, and what theory says of its tours.

    On small boards in two dimensions it draws the W table: how many moves each square has.

    Examples:
    - `babieca info 8x8`
    - `babieca info 5x5 --wrap all --leaper zebra`
    """
    record = answers.described(board)
    if shown.get("json"):
        print(json.dumps(record))
        return
    colours = " and ".join(map(str, record["colours"])) if record["colours"] else "none"
    facts = {
        "board": board,
        "squares": record["squares"],
        "leaper": f"{board.leaper[0]},{board.leaper[1]}",
        "moves": record["moves"],
        "degrees": ", ".join(f"{count} of {degree}" for degree, count in record["degrees"]),
        "colours": colours,
        "connected": "yes" if record["connected"] else "no",
        "symmetries": ", ".join(record["symmetries"]),
        "closed tour": record["closed"],
        "path": record["path"],
    }
    for name, fact in facts.items():
        print(f"{name:<12} {fact}")
    if board.dimensions == 2 and max(board.sides) <= LARGEST_TABLE:
        print(f"\nW table (moves from each square):\n{_degrees(board)}")


def _degrees(board: Board) -> str:
    table = [["."] * board.sides[1] for _ in range(board.sides[0])]
    degrees = Graph.from_board(board).degrees.tolist()
    for (row, column), degree in zip(board, degrees, strict=True):
        table[row][column] = str(degree)
    return "\n".join(" ".join(row) for row in reversed(table))


class CountShown(JsonWords, OutputWords, total=False):
    """How a count is shown."""

    show_first: Annotated[
        bool,
        Word(
            "With --by first-move: show a tour and the time of each.",
            "Output",
            names=("--show-first",),
        ),
    ]


def count(tours: Tours, words: CountAsked, shown: CountShown) -> None:
    """Count closed tours (or paths, or open tours) exactly.

    Tours are undirected and labelled: a tour and its mirror image are two, a tour and its reversal
    one. With --by start or first-move, --output draws the table as a heat map: .svg, .pdf, .png,
    .gif, .webp.

    Examples:
    - `babieca count 8x8`
    - `babieca count 6x6 --path --start a1`
    - `babieca count 3x5 --wrap all`
    - `babieca count 8x8 --symmetry half-turn`
    - `babieca count 8x8 --up-to symmetry`
    - `babieca count 8x8 --by edge-pair --start d4`
    - `babieca count 5x6 --path --by start -o starts.svg`
    - `babieca count 6x6 --path --start d3 --by first-move --show-first`
    - `babieca count 8x9 --checkpoint saved`
    - `babieca count 8x9 --memory 500M --scratch /tmp`
    - `babieca count 9x10 --cluster tcp://scheduler:8786 --checkpoint saved`
    - `babieca count 9x10 --device auto`
    """
    by, first = words.get("by"), shown.get("show_first")
    if "output" in shown and (by not in ("start", "first-move") or first or "json" in shown):
        raise BadInputError("--output draws the table of --by start or first-move, no JSON")
    if first:
        if by != "first-move":
            raise BadInputError("--show-first goes together with --by first-move")
        unused = ("memory", "checkpoint", "checkpoint_seconds", "scratch", "cluster")
        refuse(words, "--show-first", *unused, "method", "up_to", *_OF_A_COUNT)
        rest: Any = {name: value for name, value in words.items() if name != "by"}
        _answer("first_moves", tours, rest, shown, _first_moves)
        return
    refuse(words, "--by" if by else "--up-to", *(_OF_A_COUNT if by or "up_to" in words else ()))
    refuse(words, "--by", *(["up_to"] if by else []))
    refuse(words, "--up-to", *(["method"] if "up_to" in words else []))
    if "output" in shown:
        _draw_table(tours, words, shown)
        return

    def lines(records: Iterable[Record]) -> Iterator[str]:
        for record in records:
            if record.get("proof"):
                note(record["proof"])
            if words.get("device") == "auto":
                note(f"device auto: {record['method']}")
            yield aligned(record["table"].items()) if by else record["value"]

    _answer("count", tours, words, shown, lines)


def _draw_table(tours: Tours, words: CountAsked, shown: CountShown) -> None:
    output, board = shown["output"], tours.question.board
    assert board is not None
    picture_format(output)  # refuse a bad suffix before the count, which may take long
    limits: Any = {name: value for name, value in words.items() if name != "by"}
    with progress_of(limits) as progress:
        table = tours.count_by(words["by"] or "start", **limits, progress=progress)
    title = f"{tours.question} by {words['by']}"
    draw_values(board, table, title=title[:1].upper() + title[1:]).save(output)
    note(what_was_written(output))


def _first_moves(records: Iterable[Record]) -> Iterator[str]:
    """Write a line, a tour and a time for each first move, as the course exercise does."""
    for record in records:
        for row in record["rows"]:
            yield f"{record['start']} {row['first']}"
            if row["tour"] is not None:
                yield str(formats.from_json(row["tour"]))
            yield f"{row['value']} tours, {row['seconds']:.3f} s\n"
        seconds = sum(row["seconds"] for row in record["rows"])
        yield f"{record['total']} tours, {seconds:.3f} s in all"


def classes(tours: Tours, words: LongCountWords, shown: JsonWords) -> None:
    """Count the tours up to the board's symmetries, and those that each symmetry keeps.

    Examples:
    - `babieca classes 6x6`
    - `babieca classes 5x5 --path`
    """

    def lines(records: Iterable[Record]) -> Iterator[str]:
        for record in records:
            yield f"{record['value']} classes\n{aligned(record['kept'].items())}"

    _answer("classes", tours, words, shown, lines)


class PictureShown(JsonWords, OutputWords, total=False):
    """How a table is shown."""


def usage(asked: AskingWords, words: UsageAsked, shown: PictureShown) -> None:
    """Print, for each move of the board, how many tours use it, the most used first.

    With --square: for each two moves at that square, how many closed tours use both. With
    --output: a heat map of the moves, as .svg, .pdf, .png, .gif or .webp.

    Examples:
    - `babieca usage 6x6`
    - `babieca usage 6x6 --square c3`
    - `babieca usage 6x6 -o usage.svg`
    - `babieca usage 7x8 --path --memory 800M --threads 2 --scratch /tmp`
    """
    if "square" in words:
        refuse(asked, "--square", "start", "end")
        refuse(words, "--square", "method")
    tours = tours_of(asked)
    board = tours.question.board
    if "output" in shown and board is not None:
        if "square" in words or "json" in shown:
            raise BadInputError("--output draws moves of a board: leave --square and --json out")
        picture_format(shown["output"])  # refuse a bad suffix before the count
        rest: Any = words
        with progress_of(rest) as progress:
            draw_usage(board, tours.usage(**rest, progress=progress)).save(shown["output"])
        note(what_was_written(shown["output"]))
        return

    def lines(records: Iterable[Record]) -> Iterator[str]:
        for record in records:
            yield aligned(record["tours"].items())

    _answer("usage", tours, words, shown, lines)


def fractions(asked: AskingWords, words: FractionsAsked, shown: JsonWords) -> None:
    """Divide the closed tours by the two neighbours of the start; mark what symmetry makes equal.

    Examples:
    - `babieca fractions 6x6 --start c3 --count`
    - `babieca fractions 8x8 --start 28 --numbering banon`
    - `babieca fractions 8x8 --start d4 --count --device cuda`
    """
    if words.get("numbering") == "banon" and "start" in asked:
        asked["start"] = _from_one(board_of(asked), str(asked["start"]))
    _answer("fractions", tours_of(asked), words, shown, _divided)


def _from_one(board: Board, start: str) -> str:
    if not start.isdecimal() or not 1 <= int(start) <= board.cells:
        raise BadInputError(
            f"start: in this numbering squares are 1 to {board.cells}, not {shown(start)}"
        )
    return str(int(start) - 1)


def _divided(records: Iterable[Record]) -> Iterator[str]:
    yield f"{'first':>6} {'last':>6}  {'tours':>20}  how"
    possible = explored = 0
    for record in records:
        tours = "" if record["tours"] is None else f"{int(record['tours']):,}"
        if record["impossible"]:
            how = f"none: {record['impossible']}"
        elif record["explored"]:
            how = "to explore"
        else:
            how = f"as {'-'.join(record['equal_to'])} by {record['symmetry']}"
        yield f"{record['first']:>6} {record['last']:>6}  {tours:>20}  {how}"
        possible += not record["impossible"]
        explored += record["explored"]
    yield f"{possible} fractions, {explored} to explore"


def study(tours: Tours, words: StudyWords, shown: JsonWords) -> None:
    """Run the same search with rules and orders on and off, and compare.

    Each row of the table may take --timeout seconds, 10 by default. Nodes and time are given as
    parts of the first row's. Attempts are the leaves of the tree: the table says how many there
    are per tour and why they ended, with the mean square where.

    Examples:
    - `babieca study 6x6`
    - `babieca study 5x5 --path --start a1`
    """
    _answer("study", tours, words, shown, _compared)


def _compared(records: Iterable[Record]) -> Iterator[str]:
    rows = [*records]
    width = max(len(row["name"]) for row in rows)
    yield f"{'':{width}}  {'nodes':>13} {'part':>9} {'seconds':>8} {'part':>9} {'per tour':>9}"
    for row in rows:
        yield _row(row, rows[0], width)
    yield "\nwhere attempts end: share and mean square"
    for row in rows:
        endings = ", ".join(
            f"{ending} {row['shares'][ending]:.1%} at {row['mean_steps'][ending]:.1f}"
            for ending in ENDINGS_SHOWN
            if row["shares"][ending]
        )
        yield f"{row['name']:{width}}  {endings}"
    if not all(row["finished"] for row in rows):
        yield "\n> stopped by the timeout; its numbers are of the part walked until then"


def _row(row: Record, first: Record, width: int) -> str:
    more = " " if row["finished"] else ">"
    nodes, seconds = row["nodes"], row["seconds"]
    part = [
        f"{a / b:>9.2g}" if b and first["finished"] and row["finished"] else f"{'':>9}"
        for a, b in ((nodes, first["nodes"]), (seconds, first["seconds"]))
    ]
    per_tour = f"{row['attempts'] / row['tours']:>9.1f}" if row["tours"] else f"{'':>9}"
    name = f"{row['name']:{width}}"
    return f"{name} {more}{nodes:>13} {part[0]} {seconds:>8.3f} {part[1]} {per_tour}"


def trace(tours: Tours, words: TraceAsked, shown: JsonWords) -> None:
    """Print the steps of a method: moves, islands, dangling squares, dead ends, ways back, the end.

    Each line is an event: how many squares the walk has, what happened, where, and among which
    squares it was chosen. A sweep prints its layers.

    Examples:
    - `babieca trace 5x5 --path --start a1 --method warnsdorff`
    - `babieca trace 6x6 --rules banon --limit 40`
    - `babieca trace 6x6 --method sweep --json`
    """
    _answer("trace", tours, words, shown, lambda events: map(event_line, events))


def event_line(record: Record) -> str:
    """Write an event as one line.

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
        retired, states = _name(record.get("retired", "-")), record["states"]
        return f"{record['step']:4}  layer      {retired:4} {states} states at {slots}".rstrip()
    squares = " ".join(map(_name, record.get("squares", [])))
    said = {"move": f"of {squares}", "found": squares}
    if what in ("island", "dangling", "divided", "joined", "ride", "dead-end"):
        said[what] = squares
    details = [said.get(what, "")]
    if "criterion" in record:
        details.append(f"by {record['criterion']}")
    if "twin" in record:
        details.append(f"twin {_name(record['twin'])}")
    if what in ("found", "exhausted", "gave-up", "known"):
        details.append(f"{record['nodes']} nodes, {record['backtracks']} backtracks")
        details.append(f"{record['restarts']} restarts, {record['tours']} tours")
    square = _name(record["square"]) if "square" in record else ""
    told = ", ".join(part for part in details if part)
    return f"{record['depth']:4}  {what:10} {square:4} {told}".rstrip()


def _name(square: object) -> str:
    return ",".join(map(str, square)) if isinstance(square, list) else str(square)
