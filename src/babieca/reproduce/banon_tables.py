"""Tables 1 to 8 of Bañón: the fractions of the closed tours of 8x8, derived and counted again.

By hand, the author lists the fractions from square 1 (table 1) and from square 28 (table 2), leaves
out reversals and the impossible fraction (table 3), pairs the fractions that the main diagonal
makes equal (tables 4 and 5), and keeps the fractions to explore (table 6). Squares are numbered
from 1 along the bottom row.

Table 7 divides the tours by their first three moves from square 1 towards 18 (the last move is then
from 11); table 8 divides them by the two neighbours of square 28. Like the author, we count only
one of the numbers that the reflection in the diagonal makes equal. One backward sweep counts all of
the others, or one sweep with forced edges counts each, whichever is cheaper.
"""

import importlib.resources
import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from babieca.boards import Board
from babieca.edges import Edge
from babieca.engines.counts import count_report
from babieca.engines.entries import counted_together
from babieca.engines.sweep.gpu.gpus import Device, each_on_device
from babieca.graphs import Graph
from babieca.invariants import edge_images, vertex_symmetries
from babieca.limits import Limits
from babieca.public import Tours
from babieca.questions import Question
from babieca.reproduce.experiments import Settings, Table, compared
from babieca.words import one_of

BOARD = Board(8, 8)
LAST_SQUARE = 11  # of every tour of table 7
MIDDLE_SQUARE = 28  # of table 8
TITLES = {
    7: "Bañón, table 7: closed tours by the first moves from square 1",
    8: "Bañón, table 8: closed tours by the neighbours of square 28",
}
# Table 6: the fractions of square 28 that the author explored.
EXPLORED = (
    (11, 13), (11, 22), (11, 34), (11, 38), (11, 43),
    (11, 45), (13, 22), (13, 34), (13, 38), (13, 43),
    (13, 45), (22, 38), (22, 43), (22, 45), (38, 45),
)  # fmt: skip


def from_corner() -> list[tuple[int, ...]]:
    """Return the author's table 1: square 1, square 18, and every two jumps that avoid 11.

    >>> len(from_corner()), from_corner()[0]
    (24, (1, 18, 3, 9))
    """
    graph = Graph.from_board(BOARD)
    start, first, last = 0, 17, 10
    return [
        (start + 1, first + 1, second + 1, third + 1)
        for second in graph.neighbours(first).tolist()
        for third in graph.neighbours(second).tolist()
        if not {start, last} & {second, third} and third != first
    ]


def tables_1_to_6(settings: Settings) -> list[Table]:
    """How many fractions there are, how many are equal by symmetry, which are to be explored."""
    found = Tours(BOARD, start=MIDDLE_SQUARE - 1).fractions()
    possible = [fraction for fraction in found if not fraction.impossible]
    explored = [fraction for fraction in found if fraction.explored]
    equal = len(possible) - len(explored)
    rows = [
        ["1", "fractions from square 1 by three jumps", *compared(24, len(from_corner()))],
        ["2", "fractions from square 28, directed", *compared(56, 2 * len(found))],
        ["3", "undirected and possible fractions", *compared(27, len(possible))],
        ["4 and 5", "pairs equal by the main diagonal", *compared(12, equal)],
        ["6", "fractions left to explore", *compared(15, len(explored))],
    ]
    ours = [f"{BOARD.index(f.first) + 1}-{BOARD.index(f.last) + 1}" for f in explored]
    printed = [f"{first}-{last}" for first, last in EXPLORED]
    listed = [compared(*pair) for pair in zip(printed, ours, strict=True)]
    title = "Bañón, tables 1 to 6: the fractions of 8x8"
    return [
        Table(title, ["table", "what", "printed", "ours", "agrees"], rows),
        Table("Bañón, table 6: fractions to explore", ["printed", "ours", "agrees"], listed),
    ]


@dataclass(frozen=True)
class Row:
    squares: tuple[int, ...]  # as the author writes them
    published: int
    counted: int

    @property
    def agrees(self) -> bool:
        return self.published == self.counted


def published(table: int) -> list[tuple[tuple[int, ...], int]]:
    """Return the rows of a table as printed: squares and number.

    >>> sum(value for _, value in published(7)) == sum(value for _, value in published(8))
    True
    """
    one_of("table", table, TITLES)
    source = importlib.resources.files("babieca") / f"reproduce/data/banon_table_{table}.tsv"
    lines = source.read_text().splitlines()
    numbers = [list(map(int, line.split("\t"))) for line in lines if not line.startswith("#")]
    return [(tuple(row[:-1]), row[-1]) for row in numbers]


def tours_through(
    board: Board, walks: list[tuple[int, ...]], device: Device | None = None
) -> Iterator[int]:
    """Yield the number of closed tours that contain each walk, a sequence of indices.

    Of walks that a symmetry of the board maps to each other, only one is counted.

    >>> list(tours_through(Board(6, 6), [(8, 0, 13), (27, 35, 22)]))
    [9862, 9862]
    """
    graph = Graph.from_board(board)
    symmetries = vertex_symmetries(graph)

    def counted(image: tuple[Edge, ...], limits: Limits) -> int:
        return count_report(asked[image], limits, "auto", device=device).value

    sets = [
        frozenset((min(pair), max(pair)) for pair in itertools.pairwise(stretch))
        for stretch in walks
    ]
    wanted = [
        min(tuple(sorted(edge_images(edges, image))) for _, image in symmetries) for edges in sets
    ]
    # Of equal walks, ask for the first as given: the first ones share the most squares.
    asked = {
        image: Question(graph, through=edges)
        for image, edges in reversed(list(zip(wanted, sets, strict=True)))
    }
    known: dict[tuple[Edge, ...], int] = {}
    if device is not None:
        counts = each_on_device(counted, list(asked), Limits(), device)
        known = dict(zip(asked, counts, strict=True))
    elif sets:
        common = Question(graph, through=frozenset.intersection(*sets))
        known = counted_together(common, asked, Limits()) or {}
    for image in wanted:
        if image not in known:
            known[image] = counted(image, Limits())
        yield known[image]


def rows(table: int, limit: int | None = None, device: Device | None = None) -> Iterator[Row]:
    """Yield the first `limit` rows of a table as they are counted; all if it is None."""
    printed = published(table)[:limit]
    walks = [
        (LAST_SQUARE, *squares) if table == 7 else (squares[0], MIDDLE_SQUARE, squares[1])
        for squares, _ in printed
    ]
    counts = tours_through(BOARD, [tuple(at - 1 for at in walk) for walk in walks], device)
    for (squares, value), counted in zip(printed, counts, strict=True):
        yield Row(squares, value, counted)


def table_7(settings: Settings) -> list[Table]:
    """Closed tours of 8x8 by their first three moves from square 1, counted exactly."""
    return [_beside(7, settings)]


def table_8(settings: Settings) -> list[Table]:
    """Closed tours of 8x8 by the two neighbours of square 28, counted exactly."""
    return [_beside(8, settings)]


def _beside(table: int, settings: Settings) -> Table:
    """Count the first `samples` rows, one row if quick, else all rows."""
    all_rows = len(published(table))
    found, cells = [], []
    wanted = settings.samples or (1 if settings.quick else all_rows)
    for row in rows(table, wanted, settings.device):
        found.append(row)
        squares = "-".join(map(str, row.squares))
        settings.note(f"{squares}: {row.counted:,} {'agrees' if row.agrees else 'differs'}")
        cells.append([squares, *compared(row.published, row.counted)])
    totals = (sum(row.published for row in found), sum(row.counted for row in found))
    cells.append(["together", *totals, None])
    remark = f"{sum(row.agrees for row in found)} of {len(found)} numbers agree"
    if len(found) < all_rows:
        remark += f"; {all_rows - len(found)} more were not counted"
    return Table(TITLES[table], ["squares", "printed", "ours", "agrees"], cells, remark)
