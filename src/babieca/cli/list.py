"""`babieca list BOARD`: every tour, one per line."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from babieca.cli.cluster import progress_of
from babieca.cli.printing import (
    check_output,
    format_of,
    is_drawn,
    print_tours,
    time_since,
    write_tours,
)
from babieca.cli.words import Divided, Limit, Output, Timed, Written, method, word
from babieca.engines import LISTERS
from babieca.engines.refuter import refuted
from babieca.engines.search.instances import RULE_SETS, RULES
from babieca.engines.search.move_orders import ORDERS
from babieca.errors import NoTourError
from babieca.formats.json_lines import to_json
from babieca.questions import Question
from babieca.tour import Tour
from babieca.verbs.tourset import Tours


class ListWords(Timed, Divided, total=False):
    """What the engines that list take of their own."""

    limit: Limit
    method: Annotated[str, method(["auto", *LISTERS])]
    rules: Annotated[str, word("NAMES", f"Of search: {', '.join((*RULE_SETS, *RULES))}.")]
    move_order: Annotated[str, word("NAME", f"Of search: {', '.join(ORDERS)}.")]


def list_(tours: Tours, words: ListWords, written: Written, output: Output | None = None) -> None:
    """List every tour as JSON Lines, each as soon as it is found; a terminal shows them drawn.

    Undirected, each once, unless --directed; with --path --start all paths from that square. With
    --output they go to a file, as a picture side by side on one sheet.

    Examples:
    - `babieca list 6x6 --limit 3`
    - `babieca list 5x5 --path --start c3`
    - `babieca list 8x8 --symmetry half-turn --limit 1 | babieca check -`
    - `babieca list 5x6 -o all.svg`
    """
    check_output(output, written)
    lines = format_of(written, "json") == "json" and not is_drawn(written)
    way = words.get("method", "search" if tours.question.symmetry is None else "fold")
    taken = time_since(way, time.perf_counter())
    with progress_of(words, written.get("as_json", False)) as told:
        # On a terminal the tours themselves tell how far they are.
        progress = None if output is None and sys.stdout.isatty() else told
        if output is not None:
            printed = write_tours(tours.list(**words, progress=progress), output, taken)
        elif lines:
            printed = _print_lines(tours.batches(**words, progress=progress), tours.question)
        else:
            printed = print_tours(tours.list(**words, progress=progress), written, taken)
    if printed == 0 and words.get("limit") != 0:
        reason = refuted(tours.question) or "the search visited the whole tree of partial tours"
        raise NoTourError(str(reason))


def _print_lines(found: Iterator[NDArray[np.integer[Any]]], question: Question) -> int:
    """Print rows of the engine as they come; return how many."""
    line, printed = None, 0
    for rows in found:
        line = line or Line(question, rows[0])
        sys.stdout.write("".join(map(line.write, rows.tolist())))
        sys.stdout.flush()
        printed += len(rows)
    return printed


class Line:
    """Writes rows of indices as the lines of `formats.json_lines`, without an object per tour."""

    def __init__(self, question: Question, first: NDArray[np.integer[Any]]) -> None:
        assert question.board is not None
        record = to_json(Tour(question.board, first, kind=question.kind)) | {"kind": question.kind}
        names = dict(zip(first.tolist(), map(json.dumps, record["squares"]), strict=True))
        self._names = [names.get(index, "") for index in range(question.board.cells)]
        record["squares"] = []
        self._head = json.dumps(record)[: -len("]}")]

    def write(self, row: list[int]) -> str:
        """Return the line of a row."""
        return f"{self._head}{', '.join([self._names[index] for index in row])}]}}\n"
