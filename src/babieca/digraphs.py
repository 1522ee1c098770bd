"""Directed graphs. Their tours are the tours of an undirected graph with three times the vertices.

Every vertex v becomes an entry, a middle and an exit, joined in this order, and an arc from u to v
becomes an edge from the exit of u to the entry of v. A middle has two neighbours, so a closed tour
passes entry, middle and exit one after the other, everywhere in the same direction. A path could
also end on a middle: its question requires the edges of the middles. So each directed tour is one
undirected tour of the split graph, and all engines for undirected graphs serve.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from babieca.boards import Board
from babieca.edges import Edge, columns
from babieca.graphs import LARGEST_SHOWN, Graph
from babieca.reasons import Reason

if TYPE_CHECKING:
    pass

Vertices = NDArray[np.integer[Any]]


class Digraph(Graph):
    """A directed simple graph. `targets[offsets[v]:offsets[v + 1]]` are the vertices after v.

    Tours follow the arcs. Loops are dropped and parallel arcs merged.

    >>> from babieca import Tours
    >>> ring = Digraph.from_edges([("x", "y"), ("y", "z"), ("z", "x"), ("x", "z")])
    >>> print(ring, Tours(ring).find(), Tours(ring).count())
    a directed graph of 3 vertices and 4 arcs x y z 1
    """

    directed = True

    @classmethod
    def from_board(cls, board: Board) -> Digraph:
        """Return the moves of a board in both directions, its squares as labels."""
        graph = Graph.from_board(board)
        sources = np.repeat(np.arange(len(graph)), graph.degrees)
        return cls(sources, graph.targets.astype(np.int64), len(graph), labels=graph.labels)

    @property
    def edge_count(self) -> int:
        """The number of arcs."""
        return len(self.targets)

    def edges(self) -> list[Edge]:
        """Return each arc, in increasing order."""
        sources = np.repeat(np.arange(len(self)), self.degrees)
        return list(zip(sources.tolist(), self.targets.tolist(), strict=True))

    @functools.cached_property
    def asked(self) -> SplitGraph:
        """The undirected graph whose tours are the tours of this one."""
        return SplitGraph(self)

    def bipartition(self) -> NDArray[np.uint8] | None:
        return Graph(*columns(self.edges()), len(self)).bipartition()

    def is_connected(self) -> bool:
        """Whether arcs lead from every vertex to every other; False without vertices."""
        sources, targets = columns(self.edges())
        back = Digraph(targets, sources, len(self))
        return all(Graph.is_connected(graph) for graph in (self, back))

    def to_json(self, *, labelled: bool = True) -> dict[str, Any]:
        """Return the arcs between numbered vertices, and the labels."""
        record = super().to_json(labelled=labelled)
        record["arcs"] = record.pop("edges")
        return record

    def __str__(self) -> str:
        return Reason("graph_of_arcs", vertices=len(self), arcs=self.edge_count)

    def __repr__(self) -> str:
        if self.edge_count > LARGEST_SHOWN:
            return f"<Digraph with {len(self)} vertices and {self.edge_count} arcs>"
        arcs = [(self.labels[u], self.labels[v]) for u, v in self.edges()]
        return f"Digraph.from_edges({arcs}, vertices={list(self.labels)})"


class SplitGraph(Graph):
    """Vertex v of a directed graph as 3v, its entry, 3v + 1, its middle, and 3v + 2, its exit."""

    parts = 3

    def __init__(self, digraph: Digraph) -> None:
        ends = np.array(digraph.edges(), dtype=np.int64).reshape(-1, 2)
        entries = 3 * np.arange(len(digraph), dtype=np.int64)
        sources = np.concatenate([entries, entries + 1, 3 * ends[:, 0] + 2])
        targets = np.concatenate([entries + 1, entries + 2, 3 * ends[:, 1]])
        super().__init__(sources, targets, 3 * len(digraph))
        self.digraph = digraph
        self.forced = frozenset((v, v + 1) for v in range(len(self)) if v % 3 < 2)

    @property
    def toured(self) -> Graph:
        return self.digraph

    @property
    def labels(self) -> Sequence[Hashable]:
        return [label for label in self.digraph.labels for _ in range(3)]

    def vertex(self, label: Any) -> int:
        return 3 * self.digraph.vertex(label)

    def last_vertex(self, label: Any) -> int:
        return self.vertex(label) + 2

    def move(self, first: Any, second: Any) -> Edge:
        return self.last_vertex(first), self.vertex(second)

    def passed(self, vertices: Iterable[int]) -> list[int]:
        """Return a walk from entry to entry."""
        return [v for entry in vertices for v in (entry, entry + 1, entry + 2)][:-2]

    def in_direction(self, edge: Edge) -> Edge:
        return edge if edge[0] % 3 == 2 else edge[::-1]

    def label(self, vertex: int) -> Any:
        return self.digraph.label(vertex // 3)

    def plain_label(self, vertex: int) -> Any:
        return self.digraph.plain_label(vertex // 3)

    def name_of(self, vertex: int) -> str:
        return self.digraph.name_of(vertex // 3)

    def joined(self, rows: Vertices) -> Vertices:
        """Return a tour of this graph, or a table of tours, as tours of the directed graph.

        >>> split = Digraph.from_edges([(0, 1), (1, 2), (2, 0)]).asked
        >>> split.joined(np.array([3, 2, 1, 0, 8, 7, 6, 5, 4])).tolist()
        [1, 2, 0]
        """
        if rows.ndim == 1:
            alone: Vertices = self.joined(rows[None])[0]
            return alone
        part = rows % 3
        entry = np.argmax(part == 0, axis=1)
        after = part[np.arange(len(rows)), (entry + 1) % max(rows.shape[1], 1)]
        order = (rows // 3)[part == 1].reshape(len(rows), -1)
        found: Vertices = np.where((after == 1)[:, None], order, order[:, ::-1])
        return found

    def split(self, vertices: Vertices) -> Vertices:
        """Return a tour of the directed graph as a tour of this graph."""
        found: Vertices = 3 * np.repeat(vertices, 3)
        found += np.tile(np.arange(3, dtype=found.dtype), len(vertices))
        return found

    def to_json(self, *, labelled: bool = True) -> dict[str, Any]:
        return self.digraph.to_json(labelled=labelled)

    def __reduce__(self) -> tuple[object, ...]:
        return (SplitGraph, (self.digraph,))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SplitGraph) and self.digraph == other.digraph

    def __hash__(self) -> int:
        return hash(self.digraph)

    def __str__(self) -> str:
        return str(self.digraph)

    def __repr__(self) -> str:
        return f"{self.digraph!r}.asked"
