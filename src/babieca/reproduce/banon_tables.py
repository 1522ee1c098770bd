"""Tables 7 and 8 of Bañón (closed tours of 8x8 by fractions), counted again.

Table 7 divides the tours by their first three moves from square 1 towards 18 (the last move is then
from 11); table 8 divides them by the two neighbours of square 28. The author numbers squares from 1
along the bottom row. Like the author, we count only one of the numbers that the reflection in the
diagonal makes equal. One backward sweep counts all of the others, or one sweep with forced edges
counts each, whichever is cheaper.
"""

from __future__ import annotations

import importlib.resources
import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from babieca.boards import Board
from babieca.edges import Edge
from babieca.engines.images import edge_images, vertex_symmetries
from babieca.engines.sweep.gpu.gpus import Device
from babieca.engines.sweep.gpu.several import each_on_device
from babieca.errors import BadInputError
from babieca.graphs import Graph
from babieca.limits import Limits
from babieca.questions import Question
from babieca.reproduce.experiments import Settings, Table, compared
from babieca.verbs.count import count_report
from babieca.verbs.count_by import counted_together

BOARD = Board(8, 8)
LAST_SQUARE = 11  # of every tour of table 7
MIDDLE_SQUARE = 28  # of table 8


@dataclass(frozen=True)
class Row:
    """One number of a table, published and counted."""

    squares: tuple[int, ...]  # as the author writes them
    published: int
    counted: int

    @property
    def agrees(self) -> bool:
        """Whether the numbers are equal."""
        return self.published == self.counted


def published(table: int) -> list[tuple[tuple[int, ...], int]]:
    """Return the rows of a table as printed: squares and number.

    >>> sum(value for _, value in published(7)) == sum(value for _, value in published(8))
    True
    """
    if table not in (7, 8):
        raise BadInputError(f"the tables with numbers of tours are 7 and 8, not {table}")
    source = importlib.resources.files("babieca") / f"reproduce/data/banon_table_{table}.tsv"
    lines = source.read_text().splitlines()
    numbers = [list(map(int, line.split("\t"))) for line in lines if not line.startswith("#")]
    return [(tuple(row[:-1]), row[-1]) for row in numbers]


def walk(table: int, squares: tuple[int, ...]) -> tuple[int, ...]:
    """Return the walk that a row prescribes, in the author's numbers.

    >>> walk(7, (1, 18, 3, 9)), walk(8, (11, 13))
    ((11, 1, 18, 3, 9), (11, 28, 13))
    """
    if table == 7:
        return (LAST_SQUARE, *squares)
    return (squares[0], MIDDLE_SQUARE, squares[1])


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

    def first_image(edges: frozenset[Edge]) -> tuple[Edge, ...]:
        return min(tuple(sorted(edge_images(edges, image))) for _, image in symmetries)

    def counted(image: tuple[Edge, ...], limits: Limits) -> int:
        return count_report(asked[image], limits, "auto", device=device).value

    sets = [
        frozenset((min(pair), max(pair)) for pair in itertools.pairwise(stretch))
        for stretch in walks
    ]
    wanted = [first_image(edges) for edges in sets]
    # Of equal walks, ask for the first as given: the first ones share the most squares.
    asked = {
        image: Question(graph, through=edges)
        for image, edges in reversed(list(zip(wanted, sets, strict=True)))
    }
    known: dict[tuple[Edge, ...], int] = {}
    if device is not None:
        known = dict(
            zip(asked, each_on_device(counted, list(asked), Limits(), device), strict=True)
        )
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
    walks = [tuple(square - 1 for square in walk(table, squares)) for squares, _ in printed]
    counts = tours_through(BOARD, walks, device)
    for (squares, value), counted in zip(printed, counts, strict=True):
        yield Row(squares, value, counted)


def table_7(settings: Settings) -> list[Table]:
    """Closed tours of 8x8 by their first three moves from square 1, counted exactly."""
    return [_beside(7, "Bañón, table 7: closed tours by the first moves from square 1", settings)]


def table_8(settings: Settings) -> list[Table]:
    """Closed tours of 8x8 by the two neighbours of square 28, counted exactly."""
    return [_beside(8, "Bañón, table 8: closed tours by the neighbours of square 28", settings)]


def _beside(table: int, title: str, settings: Settings) -> Table:
    """Count the first `samples` rows, one row if quick, else all rows."""
    wanted = settings.samples or (1 if settings.quick else len(published(table)))
    found = []
    for row in rows(table, wanted, settings.device):
        found.append(row)
        verdict = "agrees" if row.agrees else "differs"
        settings.note(f"{'-'.join(map(str, row.squares))}: {row.counted:,} {verdict}")
    cells = [
        ["-".join(map(str, row.squares)), *compared(row.published, row.counted)] for row in found
    ]
    totals = (sum(row.published for row in found), sum(row.counted for row in found))
    cells.append(["together", *totals, None])
    remark = f"{sum(row.agrees for row in found)} of {len(found)} numbers agree"
    if len(found) < len(published(table)):
        remark += f"; {len(published(table)) - len(found)} more were not counted"
    return Table(title, ["squares", "printed", "ours", "agrees"], cells, remark)
