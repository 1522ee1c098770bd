"""The slow, obvious truth: every tour of a small graph, by trying everything. Never optimised.

All engines are tested against this file, so it stays simple enough to be believed by reading. A
graph is given as a list of neighbour lists. Words as in the documentation: a closed tour is an
undirected Hamiltonian cycle, a path an undirected Hamiltonian path, an open tour a path whose ends
are not a move apart.
"""

from __future__ import annotations

from collections.abc import Iterator

from babieca.boards import Board
from babieca.graphs import Graph


def adjacency(board_or_graph: Board | Graph) -> list[list[int]]:
    """Return the neighbour lists of a board or graph."""
    graph = Graph.of(board_or_graph)
    return [[int(other) for other in graph.neighbours(vertex)] for vertex in range(len(graph))]


def directed_paths(neighbours: list[list[int]], start: int) -> Iterator[tuple[int, ...]]:
    """Yield every directed Hamiltonian path that begins at `start`, in lexicographic order.

    >>> list(directed_paths([[1, 2], [0, 2], [0, 1]], 0))
    [(0, 1, 2), (0, 2, 1)]
    """
    path = [start]

    def extend() -> Iterator[tuple[int, ...]]:
        if len(path) == len(neighbours):
            yield tuple(path)
            return
        for vertex in neighbours[path[-1]]:
            if vertex not in path:
                path.append(vertex)
                yield from extend()
                path.pop()

    return extend()


def paths(neighbours: list[list[int]]) -> Iterator[tuple[int, ...]]:
    """Yield every path once, from the lesser of its ends."""
    for start in range(len(neighbours)):
        for path in directed_paths(neighbours, start):
            if path[0] <= path[-1]:
                yield path


def closed_tours(neighbours: list[list[int]]) -> Iterator[tuple[int, ...]]:
    """Yield every closed tour once: from vertex 0, towards the lesser of its two neighbours."""
    if len(neighbours) >= 3:
        for path in directed_paths(neighbours, 0):
            if path[-1] in neighbours[0] and path[1] < path[-1]:
                yield path


def open_tours(neighbours: list[list[int]]) -> Iterator[tuple[int, ...]]:
    """Yield every path whose ends are not a move apart, once."""
    return (path for path in paths(neighbours) if path[-1] not in neighbours[path[0]])


def count(board_or_graph: Board | Graph, kind: str = "closed") -> int:
    """Count closed tours, paths or open tours by listing them.

    >>> count(Board(3, 4), "path"), count(Board(3, 3, wrap=True), "closed")
    (8, 48)
    """
    listing = {"closed": closed_tours, "path": paths, "open": open_tours}[kind]
    return sum(1 for _ in listing(adjacency(board_or_graph)))


def count_from(board_or_graph: Board | Graph, start: int) -> int:
    """Count the directed paths that begin at a vertex.

    >>> count_from(Board(3, 4), 0)
    2
    """
    return sum(1 for _ in directed_paths(adjacency(board_or_graph), start))
