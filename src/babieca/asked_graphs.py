"""A graph as a question sees it: what differs if the tours are those of a directed graph.

A question always asks an undirected graph. That of a directed graph is a `SplitGraph`
(digraphs.py), which overrides the methods here; all other graphs are asked as they are.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from babieca.edges import Edge
from babieca.reasons import Reason

if TYPE_CHECKING:
    from babieca.graphs import Graph


class AskedGraph:
    """The base of `Graph`: the vertices and edges that stand for labels and moves."""

    forced: frozenset[Edge] = frozenset()
    """The edges that every path uses: those inside a vertex of a directed graph."""

    parts = 1
    """The vertices of this graph for each vertex of `toured`."""

    @abstractmethod
    def vertex(self, label: Any) -> int: ...

    @abstractmethod
    def edges(self) -> list[Edge]: ...

    @abstractmethod
    def name_of(self, vertex: int) -> str: ...

    def reason(self, told: Any) -> Reason:
        """Return a reason of the core, (code, arguments, source), with the names of the graph.

        >>> from babieca.graphs import Graph
        >>> Graph.of("8x8").reason(("no_move", {"vertex": ([17], 1)}, None))
        'b3 has no move'
        """
        code, given, source = told
        arguments: dict[str, Any] = {}
        for name, value in given.items():
            if value is None:
                arguments[name] = str(self)
            elif not isinstance(value, tuple):
                arguments[name] = value
            elif isinstance(value[0], str):
                arguments[name] = self.reason(value)
            else:  # the parts of a vertex of a directed graph are one vertex
                vertices, count = value
                vertices = dict.fromkeys(v // self.parts * self.parts for v in vertices)
                arguments[name] = [*map(self.name_of, vertices)]
                if (count := -(-count // self.parts)) > len(vertices):
                    arguments[f"{name}_count"] = count
        return Reason(code, source, **arguments)

    @property
    def asked(self) -> Graph:
        """The undirected graph that a question asks."""
        return self  # type: ignore[return-value]

    @property
    def toured(self) -> Graph:
        """The graph of the tours that a question answers."""
        return self  # type: ignore[return-value]

    def last_vertex(self, label: Any) -> int:
        """Return the vertex on which a path to this label ends."""
        return self.vertex(label)

    def move(self, first: Any, second: Any) -> Edge:
        """Return the vertices of a move from one label to another."""
        return self.vertex(first), self.vertex(second)

    def moves(self) -> dict[Edge, Edge]:
        """Return the edges that are moves, with their ends in the order of `move`."""
        return {edge: self.in_direction(edge) for edge in self.edges() if edge not in self.forced}

    def passed(self, vertices: Iterable[int]) -> list[int]:
        """Return the vertices on a walk from label to label: every `parts`-th has the label."""
        return list(vertices)

    def in_direction(self, edge: Edge) -> Edge:
        """Return the ends of an edge in the order in which `move` takes them."""
        return edge

    def joined(self, rows: NDArray[Any]) -> NDArray[Any]:
        """Return a tour of this graph, or a table of tours, as tours of `toured`."""
        return rows

    def split(self, vertices: NDArray[Any]) -> NDArray[Any]:
        """Return a tour of `toured` as a tour of this graph."""
        return vertices
