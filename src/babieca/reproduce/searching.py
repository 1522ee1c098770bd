"""Searches in the order of their authors: two knights of an IBM 1620, and a course exercise.

Figure 3 of M. Sánchez López: tours by two knights in central symmetry. Squares are (row, column)
from 1 at the top left. The first has the number 64, because the knight ends where it began. Knight
A goes from (1,1) to (3,2); knight B mirrors it from (8,8). The flow chart is lost, but the text
says that moves 2 and 5 of the eight lead to (8,1). Of the move orders with this property, 22 find
the three tours of the figure first, in the same order. The order used here fills odd and even
numbers by two loops, as the text says of the program.

The course exercise (`caballoSec 3 3`): tours by the second square. Squares are (row, column) from 0
at the top left. Moves are tried clockwise, first two up and one to the right. For each second
square the exercise prints the first tour, the number of tours and the time.
"""

import importlib.resources
import itertools

from babieca.boards import Board, Square
from babieca.engines.comparisons import FirstMove, first_moves
from babieca.engines.search.instances import search_for
from babieca.engines.search.visiting import batches
from babieca.limits import Limits, available_threads
from babieca.public import Tours
from babieca.questions import Question
from babieca.reproduce.experiments import Cell, Settings, Table, compared
from babieca.tour import Tour

# (down, across): the first loop fills odd numbers, the second even ones with another second sign.
MOVES = ((1, 2), (1, -2), (-1, 2), (-1, -2), (2, -1), (2, 1), (-2, -1), (-2, 1))

START = (3, 3)  # of the exercise, in its numbering
# Second square as printed, number of tours, seconds on the author's i7-10700.
PRINTED: dict[int, tuple[tuple[tuple[int, int], int, float], ...]] = {
    5: (((1, 4), 28, 0.034), ((4, 1), 28, 0.025), ((2, 1), 0, 0.010), ((1, 2), 0, 0.008)),
    6: (
        *(((1, 4), 6411, 18.162), ((2, 5), 4716, 17.139), ((4, 5), 13574, 20.018)),
        *(((5, 4), 13574, 20.049), ((5, 2), 4716, 17.141), ((4, 1), 6411, 18.198)),
        *(((2, 1), 1630, 11.638), ((1, 2), 1630, 11.667)),
    ),
}

Grid = list[list[int]]


def printed_grids() -> list[Grid]:
    """Return the three grids of Sánchez as printed, the top row first, misprint included.

    >>> [sum(map(sum, grid)) for grid in printed_grids()]
    [2080, 2079, 2080]
    """
    source = importlib.resources.files("babieca") / "reproduce/data/sanchez_figure_3.txt"
    blocks = source.read_text().split("\n\n")
    return [
        [list(map(int, line.split())) for line in block.strip().splitlines()] for block in blocks
    ]


def first_three() -> list[Tour]:
    question = Question.ask(Board(8, 8), begin="a8 b6")
    moves = [(-down, across) for down, across in MOVES]
    search = search_for(question, move_order=moves, two_knights=True)
    return [tour for rows in batches(search, Limits(), most=3) for tour in question.tours(rows)]


def as_printed(tour: Tour) -> Grid:
    """Return the grid in the author's numbering: the first square is 64, the next 1."""
    grid: Grid = ((tour.steps[::-1] - 2) % len(tour) + 1).tolist()
    return grid


def differences(ours: Grid, theirs: Grid) -> list[tuple[int, int, int, int]]:
    """Return (row, column, printed, ours), counted from 1, for each difference of two grids."""
    return [
        (row + 1, column + 1, theirs[row][column], ours[row][column])
        for row, column in itertools.product(range(8), repeat=2)
        if theirs[row][column] != ours[row][column]
    ]


def sanchez(settings: Settings) -> list[Table]:
    """The first three tours of two knights in central symmetry, and the misprint in one of them."""
    settings.note("two knights from (1,1) and (8,8)")
    columns = ["row", *map(str, range(1, 9))]
    tables = []
    pairs = zip(first_three(), printed_grids(), strict=True)
    for number, (tour, theirs) in enumerate(pairs, start=1):
        ours = as_printed(tour)
        remarks = [
            f"misprint in the paper: row {row}, column {column} says {was} for {is_}, so that it "
            f"has {was} twice and {is_} nowhere"
            for row, column, was, is_ in differences(ours, theirs)
        ]
        rows = [[row, *steps] for row, steps in enumerate(ours, start=1)]
        remark = "; ".join(remarks) or "as printed"
        tables.append(Table(f"Sánchez López, figure 3, tour {number}", columns, rows, remark))
    return tables


def from_top(side: int, square: Square) -> Square:
    """Convert a square of the exercise to ours, or back: count rows from the other end.

    >>> from_top(6, (3, 3)), from_top(6, (2, 3))
    ((2, 3), (3, 3))
    """
    return (side - 1 - square[0], square[1])


def agrees(side: int, rows: list[FirstMove]) -> bool:
    ours = [(from_top(side, row.square), row.count) for row in rows]
    return ours == [(square, count) for square, count, _ in PRINTED[side]]


def caballosec(settings: Settings) -> list[Table]:
    """Tours of 5x5 and 6x6 from 3:3 by second square: the first, the number, the time."""
    return [*(_by_second_square(side) for side in PRINTED), _speed_up(settings)]


def _by_second_square(side: int) -> Table:
    question = Question.ask(Board(side, side), "path", start=from_top(side, START))
    found = first_moves(question, Limits.of(threads=1)).rows
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
    """Time one core and all cores on a larger count: all paths, from every start."""
    board = Board(5, 6) if settings.quick else Board(6, 6)
    rows: list[list[Cell]] = []
    times = []
    for threads in sorted({1, available_threads()}):
        settings.note(f"all paths of {board} on {threads} threads")
        found = Tours(board, "path", directed=True).count_report(method="search", threads=threads)
        times.append(round(found.seconds, 3))
        rows.append([threads, found.value, times[-1]])
    faster = f"{times[0] / times[-1]:.2f} times faster" if len(times) > 1 else ""
    title = f"Directed paths of {board} from every start, in parallel"
    return Table(title, ["threads", "paths", "seconds"], rows, faster)
