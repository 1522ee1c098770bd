"""The tables of seed 004 (course exercise, `caballoSec 3 3`): tours by the second square.

The exercise counts (row, column) from 0 at the top left and tries moves clockwise, beginning two up
and one to the right. For each second square it prints the first tour found, the number of tours
and the time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from babieca import _core
from babieca.boards import Board, Square
from babieca.graphs import Graph
from babieca.searching.counts import FirstMove, available_threads, first_move_table

START = (3, 3)  # the author's

# Second square as printed, number of tours, seconds on the author's i7-10700 (6x6 only).
PRINTED: dict[int, tuple[tuple[tuple[int, int], int, float | None], ...]] = {
    5: (((1, 4), 28, 0.034), ((4, 1), 28, 0.025), ((2, 1), 0, 0.010), ((1, 2), 0, 0.008)),
    6: (
        ((1, 4), 6411, 18.162),
        ((2, 5), 4716, 17.139),
        ((4, 5), 13574, 20.018),
        ((5, 4), 13574, 20.049),
        ((5, 2), 4716, 17.141),
        ((4, 1), 6411, 18.198),
        ((2, 1), 1630, 11.638),
        ((1, 2), 1630, 11.667),
    ),
}


def from_top(side: int, square: Square) -> Square:
    """Turn the exercise's square into ours, and back: rows from the other end.

    >>> from_top(6, (3, 3)), from_top(6, (2, 3))
    ((2, 3), (3, 3))
    """
    return (side - 1 - square[0], square[1])


@dataclass(frozen=True)
class Table:
    """One table: a row per second square, and what plain backtracking needs on this machine."""

    side: int
    rows: list[FirstMove]
    parallel_seconds: float

    @property
    def seconds(self) -> float:
        """The time of all rows on one core."""
        return sum(row.seconds for row in self.rows)

    @property
    def agrees(self) -> bool:
        """Whether squares, order and numbers are those printed."""
        ours = [(from_top(self.side, row.square), row.count) for row in self.rows]
        return ours == [(square, count) for square, count, _ in PRINTED[self.side]]


def table(side: int) -> Table:
    """Compute a table on one core, and again on all of them."""
    board = Board(side, side)
    start = from_top(side, START)
    rows = first_move_table(board, start, threads=1)
    parallel = first_move_table(board, start, threads=available_threads())
    if [row.count for row in rows] != [row.count for row in parallel]:
        raise AssertionError("the numbers depend on the number of threads")
    return Table(side, rows, sum(row.seconds for row in parallel))


def plain_nodes_per_second(side: int, *, nodes: int = 20_000_000) -> tuple[int, float]:
    """Return how many nodes plain backtracking enters here in a bounded run, and per second."""
    graph = Graph.of(Board(side, side))
    start = graph.vertex(from_top(side, START))
    began = time.perf_counter()
    _, entered, _ = _core.plain_backtrack(graph.offsets, graph.targets, start, False, nodes, None)
    return entered, entered / (time.perf_counter() - began)


def run(*, write: Callable[[str], Any] = print) -> bool:
    """Write both tables beside the printed numbers; return whether all of them agree."""
    agree = True
    for side, printed in PRINTED.items():
        found = table(side)
        agree = agree and found.agrees
        write(f"{side}x{side}, start {START[0]}:{START[1]}")
        for row, (_, count, seconds) in zip(found.rows, printed, strict=True):
            row_square = from_top(side, row.square)
            write(f"Ensayando en {row_square[0]}:{row_square[1]}")
            if row.first_tour is not None:
                write(str(row.first_tour))
            write(
                f"NumSoluciones = {row.count} (printed: {count}), {row.seconds:.4f} s "
                f"(printed: {seconds:g} s)"
            )
        total = sum(row.count for row in found.rows)
        theirs = sum(seconds or 0.0 for _, _, seconds in printed)
        write(
            f"total {total}, {found.seconds:.3f} s on one core, {theirs / found.seconds:.0f} times "
            f"less than printed ({theirs:.3f} s)"
        )
        write(
            f"on {available_threads()} cores {found.parallel_seconds:.3f} s: "
            f"{found.seconds / found.parallel_seconds:.2f} times faster than on one\n"
        )
    return agree
