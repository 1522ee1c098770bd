"""`babieca count BOARD`: how many tours, exactly."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from babieca import formats
from babieca.cli.printing import aligned, print_json
from babieca.cli.progress import progress_line
from babieca.cli.words import Json, Saved, method, refuse, word
from babieca.engines import COUNTERS
from babieca.errors import BadInputError
from babieca.graphs import Graph
from babieca.verbs.count_by import By
from babieca.verbs.tourset import Tours


class CountWords(TypedDict, total=False):
    """What the engines that count take of their own."""

    method: Annotated[str, method(COUNTERS)]
    counter_bits: Annotated[Literal[32, 64], word(None, "Of blocks: 32 halves the memory.")]
    in_place: Annotated[
        bool, word(None, "Of blocks: copies of a layer.", "--in-place/--two-copies")
    ]


def count(
    tours: Tours,
    limits: Saved,
    words: CountWords,
    by: Annotated[By | None, word(None, "A table of counts.")] = None,
    up_to: Annotated[Literal["symmetry"] | None, word(None, "Mirror images count once.")] = None,
    show_first: Annotated[
        bool, word(None, "With --by first-move: a tour and the time of each.", "--show-first")
    ] = False,
    as_json: Json = False,
) -> None:
    """Count closed tours (or paths, or open tours) exactly.

    Undirected and labelled: a tour and its mirror image are two, a tour and its reversal one.

    Examples:
    - `babieca count 8x8`
    - `babieca count 6x6 --path --start a1`
    - `babieca count 3x5 --wrap all`
    - `babieca count 8x8 --symmetry half-turn`
    - `babieca count 8x8 --up-to symmetry`
    - `babieca count 8x8 --by edge-pair --start d4`
    - `babieca count 6x6 --path --start d3 --by first-move --show-first`
    - `babieca count 8x9 --checkpoint saved`
    """
    head = tours.question.to_json()
    if show_first and by != "first-move":
        raise BadInputError("--show-first goes together with --by first-move")
    if show_first:
        refuse({**limits, **words}, "--show-first", *_NOT_SEARCHED)
        return _show_first(tours, limits, as_json)
    if by is not None:
        if up_to is not None:
            raise BadInputError("--by and --up-to do not go together: give one of them")
        refuse(words, "--by", "counter_bits", "in_place")
        with progress_line() as progress:
            table = tours.count_by(
                by, method=words.get("method", "auto"), **limits, progress=progress
            )
        rows = [(_name(tours.question.graph, key), value) for key, value in table.items()]
        if as_json:
            print_json(head | {"by": by, "table": {name: str(value) for name, value in rows}})
        else:
            print(aligned(rows))
        return None
    if up_to is not None:
        refuse(words, "--up-to", *CountWords.__annotations__)
        with progress_line() as progress:
            value = tours.classes(**limits, progress=progress).value
        print_json(head | {"up_to": up_to, "value": str(value)}) if as_json else print(value)
        return None
    with progress_line() as progress:
        report = tours.count_report(**words, **limits, progress=progress)
    print_json(head | report.record()) if as_json else print(report.value)
    return None


_NOT_SEARCHED = ("memory", "checkpoint", "checkpoint_seconds", *CountWords.__annotations__)


def _show_first(tours: Tours, limits: Saved, as_json: bool) -> None:
    """Print a line, a tour and a time for each first move, as the course exercise does."""
    question = tours.question
    with progress_line() as progress:
        rows = tours.first_moves(
            timeout=limits.get("timeout"), threads=limits.get("threads"), progress=progress
        )
    total = sum(row.count for row in rows)
    if as_json:
        records = [
            {
                "first": _name(question.graph, row.square),
                "tour": None if row.first_tour is None else formats.to_json(row.first_tour),
                "value": str(row.count),
                "seconds": round(row.seconds, 6),
            }
            for row in rows
        ]
        print_json(question.to_json() | {"total": str(total), "rows": records})
        return
    for row in rows:
        assert question.start is not None
        print(f"{question.graph.name_of(question.start)} {_name(question.graph, row.square)}")
        if row.first_tour is not None:
            print(row.first_tour)
        print(f"{row.count} tours, {row.seconds:.3f} s\n")
    print(f"{total} tours, {sum(row.seconds for row in rows):.3f} s in all")


def _name(graph: Graph, key: Any) -> str:
    """Return the name of a square or of a pair of squares."""
    squares = key if isinstance(key[0], tuple) else (key,)
    return "-".join(graph.name_of(graph.vertex(square)) for square in squares)
