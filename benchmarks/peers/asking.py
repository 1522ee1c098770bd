"""The questions and their graphs. All programs get the same adjacency lists."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from benchmarks.peers.families import FAMILIES, NONE, PLANTED, Adjacency, knight_moves


@dataclass(frozen=True)
class Asked:
    """A task on a board of knight's moves, or on a graph that `make` makes."""

    task: str
    sides: tuple[int, int] | None = None
    title: str = ""
    make: Callable[[], Adjacency] | None = None
    series: int = 0  # a program that fails is not asked for the rest of a series

    @property
    def name(self) -> str:
        """Return the board or the graph in words."""
        return f"{self.sides[0]}x{self.sides[1]}" if self.sides else self.title

    @property
    def vertices(self) -> int:
        """Return the number of vertices."""
        return self.sides[0] * self.sides[1] if self.sides else len(self.adjacency())

    @cache  # noqa: B019 - a program asks one question
    def adjacency(self) -> Adjacency:
        """Return the neighbours of every vertex."""
        if self.make:
            return self.make()
        assert self.sides
        return knight_moves(*self.sides)

    def weights(self) -> dict[tuple[int, int], int]:
        """Return a weight from 1 to 1000 for each edge, the lesser vertex first."""
        chance = random.Random(self.vertices)
        edges = [(u, v) for u, some in enumerate(self.adjacency()) for v in some if u < v]
        return {edge: chance.randint(1, 1000) for edge in sorted(edges)}


COUNT, PATHS, LIST = "count closed tours", "count paths", "list closed tours"
FIND, FIND_PATH, CYCLE = "find a closed tour", "find a path", "a cycle of a random graph"
FAMILY, PROVE = "a cycle of a graph", "prove that there is no cycle"
CHEAPEST = "find the cheapest closed tour"

QUESTIONS = [
    *(Asked(COUNT, sides) for sides in ((5, 6), (6, 6), (6, 7), (6, 8), (7, 8), (8, 8))),
    *(Asked(PATHS, sides) for sides in ((4, 5), (5, 5), (5, 6), (6, 6))),
    Asked(LIST, (6, 6)),
    *(Asked(FIND, (side, side)) for side in (8, 20, 50, 100, 1000)),
    *(Asked(FIND_PATH, (side, side)) for side in (8, 20, 50, 100, 1000)),
    *(Asked(CYCLE, None, *named) for named in PLANTED.items()),
    *(
        Asked(task, None, *named, series)
        for task, families in ((FAMILY, FAMILIES), (PROVE, NONE))
        for series, family in enumerate(families)
        for named in family.items()
    ),
    *(Asked(CHEAPEST, (side, side)) for side in (6, 8, 12, 16)),
]
"""Grouped by task and series, small questions first."""
