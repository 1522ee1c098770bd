"""Figure 3 of M. Sánchez López (IBM 1620): tours by two knights in central symmetry.

Squares are (row, column) from 1 at the top left. The first has the number 64, because the knight
ends where it began. Knight A goes from (1,1) to (3,2); knight B mirrors it from (8,8). The flow
chart is lost, but the text says that moves 2 and 5 of the eight lead to (8,1). Of the move orders
with this property, 22 find the three tours of the figure first, in the same order. The one used
here fills odd and even numbers by two loops, as the text says of the program.
"""

from __future__ import annotations

import importlib.resources
import itertools

from babieca.boards import Board
from babieca.engines.search.instances import search_for
from babieca.engines.search.listing import batches
from babieca.limits import Limits
from babieca.questions import Question
from babieca.reproduce.experiments import Settings, Table
from babieca.tour import Tour

BOARD = Board(8, 8)

# (down, across): the first loop fills odd numbers, the second even ones with another second sign.
MOVES = ((1, 2), (1, -2), (-1, 2), (-1, -2), (2, -1), (2, 1), (-2, -1), (-2, 1))

Grid = list[list[int]]


def printed() -> list[Grid]:
    """Return the three grids as printed, the top row first, misprint included.

    >>> [sum(map(sum, grid)) for grid in printed()]
    [2080, 2079, 2080]
    """
    source = importlib.resources.files("babieca") / "reproduce/data/sanchez_figure_3.txt"
    blocks = source.read_text().split("\n\n")
    return [
        [list(map(int, line.split())) for line in block.strip().splitlines()] for block in blocks
    ]


def first_three() -> list[Tour]:
    """Return the first three tours of the two knights."""
    order = [(-down, across) for down, across in MOVES]
    asked = Question.ask(BOARD, begin="a8 b6")
    search = search_for(asked, order=order, two_knights=True)
    return [tour for rows in batches(search, Limits(), most=3) for tour in asked.tours(rows)]


def as_printed(tour: Tour) -> Grid:
    """Return the grid in the author's numbering: the first square is 64, the next 1."""
    steps = (tour.steps[::-1] - 2) % len(tour) + 1
    grid: Grid = steps.tolist()
    return grid


def differences(ours: Grid, theirs: Grid) -> list[tuple[int, int, int, int]]:
    """Return (row, column, printed, ours), counted from 1, for each difference of two grids."""
    return [
        (row + 1, column + 1, theirs[row][column], ours[row][column])
        for row, column in itertools.product(range(8), repeat=2)
        if theirs[row][column] != ours[row][column]
    ]


def run(settings: Settings) -> list[Table]:
    """The first three tours of two knights in central symmetry, and the misprint in one of them."""
    settings.note("two knights from (1,1) and (8,8)")
    columns = ["row", *map(str, range(1, 9))]
    tables = []
    for number, (tour, theirs) in enumerate(zip(first_three(), printed(), strict=True), start=1):
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
