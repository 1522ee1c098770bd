"""Tables 1 to 6 of Bañón: how the search of 8x8 was divided, derived for any square.

By hand, the author lists the fractions from square 1 (table 1) and from square 28 (table 2), leaves
out reversals and the impossible fraction (table 3), pairs the fractions that the main diagonal
makes equal (tables 4 and 5), and keeps the fractions to explore (table 6). Squares are numbered
from 1 along the bottom row.
"""

from __future__ import annotations

from babieca.boards import Board
from babieca.graphs import Graph
from babieca.reproduce.experiments import Settings, Table, compared
from babieca.verbs.tourset import Tours

BOARD = Board(8, 8)
MIDDLE = 28

# Table 6: the fractions of square 28 that the author explored.
EXPLORED = (
    (11, 13), (11, 22), (11, 34), (11, 38), (11, 43),
    (11, 45), (13, 22), (13, 34), (13, 38), (13, 43),
    (13, 45), (22, 38), (22, 43), (22, 45), (38, 45),
)  # fmt: skip


def from_corner() -> list[tuple[int, int, int, int]]:
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
        if start not in (second, third) and last not in (second, third) and third != first
    ]


def run(settings: Settings) -> list[Table]:
    """How many fractions there are, how many are equal by symmetry, which are to be explored."""
    found = Tours(BOARD, start=MIDDLE - 1).fractions()
    possible = [fraction for fraction in found if not fraction.impossible]
    explored = [fraction for fraction in found if fraction.explored]
    rows = [
        ["1", "fractions from square 1 by three jumps", *compared(24, len(from_corner()))],
        ["2", "fractions from square 28, directed", *compared(56, 2 * len(found))],
        ["3", "undirected and possible fractions", *compared(27, len(possible))],
        [
            "4 and 5",
            "pairs equal by the main diagonal",
            *compared(12, len(possible) - len(explored)),
        ],
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
