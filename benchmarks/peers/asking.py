"""The questions and their graphs. All programs get the same adjacency lists."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass

Adjacency = list[list[int]]


@dataclass(frozen=True)
class Asked:
    """A task on a board of knight's moves, or on a random graph with a closed tour hidden in it."""

    task: str
    sides: tuple[int, int] | None = None
    random_vertices: int = 0
    random_degree: int = 0

    @property
    def name(self) -> str:
        """Return the board or the graph in words."""
        if self.sides:
            return f"{self.sides[0]}x{self.sides[1]}"
        return f"{self.random_vertices} vertices, mean degree {self.random_degree}"

    @property
    def vertices(self) -> int:
        """Return the number of vertices."""
        return self.sides[0] * self.sides[1] if self.sides else self.random_vertices

    def adjacency(self) -> Adjacency:
        """Return the neighbours of every vertex."""
        return knight_moves(*self.sides) if self.sides else self._random_graph()

    def _random_graph(self) -> Adjacency:
        chance = random.Random(self.random_vertices)
        order = list(range(self.random_vertices))
        chance.shuffle(order)
        edges = {frozenset(pair) for pair in itertools.pairwise([*order, order[0]])}
        while 2 * len(edges) < self.random_vertices * self.random_degree:
            edges.add(frozenset(chance.sample(order, 2)))
        neighbours: list[set[int]] = [set() for _ in order]
        for u, v in edges:
            neighbours[u].add(v)
            neighbours[v].add(u)
        return [sorted(some) for some in neighbours]


def knight_moves(rows: int, columns: int) -> Adjacency:
    """Return the neighbours of every square; squares are numbered row by row."""
    moves = [(a, b) for a, b in itertools.product((-2, -1, 1, 2), repeat=2) if abs(a) != abs(b)]
    return [
        [
            (row + a) * columns + column + b
            for a, b in moves
            if 0 <= row + a < rows and 0 <= column + b < columns
        ]
        for row, column in itertools.product(range(rows), range(columns))
    ]


COUNT, PATHS, LIST = "count closed tours", "count paths", "list closed tours"
FIND, FIND_PATH, CYCLE = "find a closed tour", "find a path", "a cycle of a random graph"

QUESTIONS = [
    *(Asked(COUNT, sides) for sides in ((5, 6), (6, 6), (6, 7), (6, 8), (7, 8), (8, 8))),
    *(Asked(PATHS, sides) for sides in ((4, 5), (5, 5), (5, 6), (6, 6))),
    Asked(LIST, (6, 6)),
    *(Asked(FIND, (side, side)) for side in (8, 20, 50, 100, 1000)),
    *(Asked(FIND_PATH, (side, side)) for side in (8, 20, 50, 100, 1000)),
    *(Asked(CYCLE, None, count, degree) for count, degree in ((100, 4), (1000, 6), (3000, 12))),
]
"""Grouped by task, small questions first: after a failure, the rest of a group is skipped."""
