"""The tables of the course exercise (`caballoSec 3 3`): tours by the second square.

Squares are (row, column) from 0 at the top left. Moves are tried clockwise, first two up and one to
the right. For each second square the exercise prints the first tour, the number of tours and the
time.
"""

from __future__ import annotations

from babieca.boards import Board, Square
from babieca.reproduce.experiments import Cell, Settings, Table, compared
from babieca.system import available_threads
from babieca.verbs.first_moves import FirstMove
from babieca.verbs.tourset import Tours

START = (3, 3)  # the author's

# Second square as printed, number of tours, seconds on the author's i7-10700.
PRINTED: dict[int, tuple[tuple[tuple[int, int], int, float], ...]] = {
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
    """Convert a square of the exercise to ours, or back: count rows from the other end.

    >>> from_top(6, (3, 3)), from_top(6, (2, 3))
    ((2, 3), (3, 3))
    """
    return (side - 1 - square[0], square[1])


def agrees(side: int, rows: list[FirstMove]) -> bool:
    """Whether squares, their order and the numbers are as printed."""
    ours = [(from_top(side, row.square), row.count) for row in rows]
    return ours == [(square, count) for square, count, _ in PRINTED[side]]


def run(settings: Settings) -> list[Table]:
    """Tours of 5x5 and 6x6 from 3:3 by second square: the first, the number, the time."""
    return [*(_table(side) for side in PRINTED), _speed_up(settings)]


def _table(side: int) -> Table:
    found = Tours(Board(side, side), "path", start=from_top(side, START)).first_moves(threads=1)
    rows: list[list[Cell]] = []
    for row, (_, count, seconds) in zip(found, PRINTED[side], strict=True):
        square = from_top(side, row.square)
        tour = None if row.first_tour is None else str(row.first_tour)
        counts = compared(count, row.count)
        rows.append([f"{square[0]}:{square[1]}", tour, *counts, seconds, round(row.seconds, 4)])
    theirs = sum(seconds for _, _, seconds in PRINTED[side])
    ours = sum(row.seconds for row in found)
    totals = (sum(count for _, count, _ in PRINTED[side]), sum(row.count for row in found))
    rows.append(["total", None, *totals, None, round(theirs, 3), round(ours, 4)])
    verdict = "all numbers agree" if agrees(side, found) else "THE NUMBERS DIFFER"
    return Table(
        f"caballoSec on {side}x{side} from {START[0]}:{START[1]}",
        ["second square", "first tour", "printed", "tours", "agrees", "printed seconds", "seconds"],
        rows,
        f"{verdict}; {theirs / ours:.0f} times less time on one core than on the author's i7-10700",
    )


def _speed_up(settings: Settings) -> Table:
    """Time one core and all cores on a larger task: all paths, from every start."""
    board = Board(5, 6) if settings.quick else Board(6, 6)
    rows: list[list[Cell]] = []
    for threads in sorted({1, available_threads()}):
        settings.note(f"all paths of {board} on {threads} threads")
        found = Tours(board, "path", directed=True).count_report(method="search", threads=threads)
        rows.append([threads, found.value, round(found.seconds, 3)])
    faster = f"{float(str(rows[0][2])) / float(str(rows[-1][2])):.2f} times faster"
    return Table(
        f"Directed paths of {board} from every start, in parallel",
        ["threads", "paths", "seconds"],
        rows,
        faster if len(rows) > 1 else "",
    )
