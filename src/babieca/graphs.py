"""Graphs in compressed adjacency form, from boards, edges, adjacency or networkx.

All graphs are simple: loops are dropped and parallel edges merged, which changes no tour. They are
undirected, except those of digraphs.py. Isolated vertices stay: they make tours impossible. The
graph of a board is built when its edges are first used, which constructions never do.
"""

from __future__ import annotations

import bisect
import functools
import os
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.asked_graphs import AskedGraph
from babieca.boards import Board
from babieca.edges import (
    Adjacency,
    checked_record,
    columns,
    compressed,
    edge_columns,
    ends_of,
    graph_bytes,
    label_of,
    matrix_columns,
    refuse_large,
    word_of,
    written_label,
)
from babieca.errors import BadInputError, shown
from babieca.memory import require
from babieca.reasons import Reason, expected

if TYPE_CHECKING:
    import networkx

GRAPH_FIELDS = ("board", "leaper", "wrap", "holes", "vertices", "edges", "labels", "arcs")
LARGEST_SHOWN = 100
"""The most edges that `repr` writes out."""


class Graph(AskedGraph):
    """An undirected simple graph. The neighbours of v are `targets[offsets[v]:offsets[v + 1]]`.

    Invariant: each list of neighbours is increasing, without v and without repetition.

    >>> triangle = Graph.from_edges([("x", "y"), ("y", "z"), ("z", "x"), ("x", "x")])
    >>> len(triangle), triangle.edge_count, triangle.neighbours(0).tolist()
    (3, 3, [1, 2])
    >>> triangle.bipartition() is None
    True
    """

    board: Board | None
    directed = False

    def __init__(
        self,
        sources: NDArray[np.int64],
        targets: NDArray[np.int64],
        vertex_count: int,
        *,
        labels: Sequence[Hashable] | None = None,
    ) -> None:
        """Build from pairs of vertices `(sources[i], targets[i])`; edges may have any direction."""
        self.board, self._count, self._labels = None, vertex_count, labels
        self._adjacency = compressed(sources, targets, vertex_count, directed=self.directed)

    @functools.cached_property
    def _adjacency(self) -> Adjacency:
        assert self.board is not None
        require(self.adjacency_bytes, Reason("the_graph", graph=self.board.name))
        refuse_large(len(self))
        return Adjacency.of(*self.place.arrays())

    @property
    def is_built(self) -> bool:
        """Whether the adjacency has been built."""
        return "_adjacency" in vars(self)

    def build(self) -> None:
        """Build the adjacency of a board now, which makes `near` and `has_edge` faster."""
        assert self._adjacency is not None

    @functools.cached_property
    def place(self) -> _core.Place:
        """The board, whose arrays the core builds when they are first used, or the arrays."""
        if self.board is not None:
            return _core.Place(self.board)
        return _core.Place(None, self.offsets, self.targets)

    @property
    def built(self) -> _core.Place:
        """The arrays for the core."""
        self.build()
        return self.place

    @property
    def offsets(self) -> NDArray[np.int64]:
        """The position in `targets` where the neighbours of each vertex begin, and the end."""
        return self._adjacency.offsets

    @property
    def targets(self) -> NDArray[np.int32]:
        """The neighbours of all vertices, one list after another."""
        return self._adjacency.targets

    @property
    def degrees(self) -> NDArray[np.int64]:
        """How many neighbours each vertex has."""
        return self._adjacency.degrees

    @property
    def adjacency_bytes(self) -> int:
        """About the bytes that building the adjacency takes; 0 if it is built."""
        if self.board is None or self.is_built:
            return 0
        return graph_bytes(self.board.cells, self.board.cells * len(self.board.fitting_moves()))

    # Making graphs ------------------------------------------------------------------------------

    @classmethod
    def of(cls, source: Board | Graph | networkx.Graph[Any] | str) -> Graph:
        """Return the graph of a board, of text such as 8x8, or of a networkx graph.

        >>> len(Graph.of(Board(8, 8))), len(Graph.of("8x8"))
        (64, 64)
        """
        if isinstance(source, Graph):
            return source
        if isinstance(source, Board | str):
            return cls.from_board(Board(source) if isinstance(source, str) else source)
        if hasattr(source, "adjacency") and hasattr(source, "is_directed"):
            return cls.from_networkx(source)
        raise BadInputError("not_a_graph", type=type(source).__name__)

    @classmethod
    def from_board(cls, board: Board) -> Graph:
        """Return the graph of moves; vertex v is the v-th square that is not a hole.

        >>> Graph.from_board(Board(8, 8)).edge_count
        168
        """
        if not isinstance(board, Board):
            raise BadInputError(expected(Board, board))
        graph = cls.__new__(cls)
        graph.board, graph._count, graph._labels = board, len(board), None
        return graph

    @classmethod
    def from_edges(
        cls, edges: Iterable[Iterable[Hashable]], *, vertices: Iterable[Hashable] = ()
    ) -> Graph:
        """Return the graph of pairs of labels; `vertices` come first and may be isolated."""
        try:
            edges = iter(edges)
            vertex_of = {label: at for at, label in enumerate(dict.fromkeys(vertices))}
        except TypeError:
            raise BadInputError("edges_not_hashable") from None
        number, ends = vertex_of.setdefault, list[int]()
        for edge in edges:
            try:
                first, second = edge
                ends += number(first, len(vertex_of)), number(second, len(vertex_of))
            except (TypeError, ValueError):
                raise BadInputError("not_an_edge", edge=shown(edge)) from None
        return cls(*columns(ends), len(vertex_of), labels=tuple(vertex_of))

    @classmethod
    def from_adjacency(
        cls,
        adjacency: Mapping[Hashable, Iterable[Hashable]] | Sequence[Sequence[int]] | NDArray[Any],
    ) -> Graph:
        """Return the graph of a mapping `vertex -> neighbours` or of a symmetric 0/1 matrix.

        >>> Graph.from_adjacency({"a": ["b"], "b": ["c"], "c": []}).edge_count
        2
        """
        if isinstance(adjacency, Mapping):
            try:
                edges = [(one, other) for one, others in adjacency.items() for other in others]
            except TypeError:
                raise BadInputError("not_adjacency") from None
            return cls.from_edges(edges, vertices=adjacency)
        return cls(*matrix_columns(adjacency, symmetric=not cls.directed))

    @classmethod
    def from_networkx(cls, graph: networkx.Graph[Any]) -> Graph:
        """Return a copy of a networkx graph, its nodes as labels: a `Digraph` if it is directed."""
        if graph.is_directed():
            cls = cls._digraph()
        elif cls.directed:
            graph = graph.to_directed()
        return cls.from_edges((edge[:2] for edge in graph.edges()), vertices=graph.nodes())

    @classmethod
    def _digraph(cls) -> type[Graph]:
        from babieca.digraphs import Digraph

        return Digraph

    def to_networkx(self) -> networkx.Graph[Any]:
        """Return the same graph for networkx (which must be installed), labels as nodes."""
        module = import_networkx()
        graph: networkx.Graph[Any] = module.DiGraph() if self.directed else module.Graph()
        graph.add_nodes_from(self.labels)
        graph.add_edges_from((self.labels[u], self.labels[v]) for u, v in self.edges())
        return graph

    def to_json(self, *, labelled: bool = True) -> dict[str, Any]:
        """Return plain values: the board's, or the edges between numbered vertices, and labels."""
        if self.board is not None:
            return self.board.to_json()
        record: dict[str, Any] = {"vertices": len(self), "edges": [*map(list, self.edges())]}
        if labelled and self._labels is not None:
            record["labels"] = list(self._written)
        return record

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Graph:
        """Return the graph that `to_json` wrote; refuse anything else.

        >>> Graph.from_json({"vertices": 3, "edges": [[0, 1], [1, 2]]}).edge_count
        2
        """
        on_board = "board" in record
        for name in GRAPH_FIELDS[4:] if on_board else GRAPH_FIELDS[1:4]:
            if name in record:
                what = Reason("a_board" if on_board else "a_plain_graph")
                raise BadInputError("record_not_with", name=name, what=what)
        if on_board:
            return cls.from_board(Board.from_json(record))
        if "arcs" in record and "edges" in record:
            raise BadInputError("arcs_with_edges")
        pairs = "arcs" if "arcs" in record else "edges"
        fields = ("vertices", pairs, "labels")
        count, edges, labels = checked_record(pairs, *(record.get(name) for name in fields))
        kind = cls._digraph() if pairs == "arcs" else Graph
        return kind(*columns(edges), count, labels=labels)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Graph:
        """Read a graph file: TSPLIB, DIMACS, graph6, sparse6, GraphML or JSON (docs/graphs.md)."""
        from babieca.formats.graph_files import load_graph

        return load_graph(path)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file that `load` reads; its suffix tells the format.

        TSPLIB (.hcp) and DIMACS (.col) number the vertices from 1, graph6 (.g6) and sparse6 (.s6)
        from 0; GraphML (.graphml) and .json keep the labels.
        """
        from babieca.formats.graph_files import save_graph

        save_graph(self, path)

    @functools.cached_property
    def _written(self) -> list[Any]:
        return [written_label(label) for label in self.labels]

    # Vertices, labels, edges ------------------------------------------------------------------

    def __len__(self) -> int:
        return self._count

    def __reduce__(self) -> tuple[object, ...]:
        if self.board is not None:
            return (Graph.from_board, (self.board,))
        sources = np.repeat(np.arange(len(self)), self.degrees)
        labels = None if self._labels is None else tuple(self._labels)
        rebuild = functools.partial(type(self), labels=labels)
        return (rebuild, (sources, self.targets.astype(np.int64), len(self)))

    @property
    def edge_count(self) -> int:
        """The number of undirected edges."""
        return len(self.targets) // 2

    @property
    def labels(self) -> Sequence[Hashable]:
        """The labels of the vertices: squares of a board, the labels given, or 0, 1, 2, …"""
        if self._labels is None:
            if self.board is None:
                return range(len(self))
            self._labels = tuple(self.board)
        return self._labels

    def vertex(self, label: Any) -> int:
        """Return the vertex with this label, its text or its JSON; of a square in any notation."""
        if self.board is not None:
            return self.board.vertex_of(label)
        try:
            return self._vertex_of[label_of(label) if isinstance(label, list) else label]
        except (KeyError, TypeError):
            raise BadInputError("no_vertex", label=shown(label)) from None

    @functools.cached_property
    def _vertex_of(self) -> dict[Hashable, int]:
        by_text = {word_of(name): vertex for vertex, name in enumerate(self.labels)}
        by_text |= {str(name): vertex for vertex, name in enumerate(self.labels)}
        return by_text | {name: vertex for vertex, name in enumerate(self.labels)}

    def pair(self, squares: Any) -> tuple[int, int]:
        """Return two vertices: of text such as a1-b3, of a pair, or of a move of python-chess.

        >>> Graph.of("8x8").pair("b3-a1"), Graph.of("8x8").pair(((0, 0), 17))
        ((17, 0), (0, 17))
        """
        return ends_of(self, squares)

    def neighbours(self, vertex: int) -> NDArray[np.int32]:
        """Return the neighbours of a vertex, in increasing order."""
        return self.targets[self.offsets[vertex] : self.offsets[vertex + 1]]

    def near(self, vertex: int) -> list[int]:
        """Return the neighbours of a vertex without building the graph of a board."""
        if (board := self.board) is not None and not self.is_built:
            near = board.neighbour_indices(board.index_of(vertex))
            return [board.vertex_of(index) for index in near] if board.hole_indices else near
        found: list[int] = self.neighbours(vertex).tolist()
        return found

    def has_edge(self, first: int, second: int) -> bool:
        """Whether two vertices are joined."""
        if self.board is not None:
            return second in self.near(first)
        near = self.neighbours(first)
        at = bisect.bisect_left(near, second)
        return at < len(near) and bool(near[at] == second)

    def label(self, vertex: int) -> Any:
        """Return the label of one vertex without making all labels."""
        if self._labels is None and self.board is not None:
            return self.board.square(self.board.index_of(vertex))
        return self.labels[vertex]

    def plain_label(self, vertex: int) -> Any:
        """Return a vertex for JSON: a square's name, its coordinates, a label or a number.

        >>> Graph.of(Board(8, 8)).plain_label(17), Graph.of(Board(2, 2, 2)).plain_label(7)
        ('b3', [1, 1, 1])
        """
        board = self.board
        if board is None:
            return self._written[vertex]
        index = board.index_of(vertex)
        return board.name_of(index) if board.has_names else list(board.square(index))

    def name_of(self, vertex: int) -> str:
        """Return the name of a vertex's square, or its label as text."""
        if self.board is not None:
            return self.board.name_of(self.board.index_of(vertex))
        return str(self.labels[vertex])

    def edges(self) -> list[tuple[int, int]]:
        """Return each edge once, the smaller vertex first, in increasing order."""
        return list(zip(*(column.tolist() for column in edge_columns(self)), strict=True))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Graph) or self.directed != other.directed:
            return NotImplemented
        if self.board is not None or other.board is not None:
            return self.board == other.board
        same = np.array_equal(self.targets, other.targets)
        same = same and np.array_equal(self.offsets, other.offsets)
        return same and tuple(self.labels) == tuple(other.labels)

    def __hash__(self) -> int:
        if self.board is not None:
            return hash(self.board)
        return hash((len(self), self.targets.tobytes()))

    def __str__(self) -> str:
        if self.board is not None:
            return str(self.board)
        return Reason("graph_of_edges", vertices=len(self), edges=self.edge_count)

    def __repr__(self) -> str:
        if self.board is not None:
            return f"Graph.from_board({self.board!r})"
        if self.edge_count > LARGEST_SHOWN:
            return f"<Graph with {len(self)} vertices and {self.edge_count} edges>"
        edges = [(self.labels[u], self.labels[v]) for u, v in self.edges()]
        return f"Graph.from_edges({edges}, vertices={list(self.labels)})"

    # Structure --------------------------------------------------------------------------------

    def bipartition(self) -> NDArray[np.uint8] | None:
        """Return a colour 0 or 1 per vertex such that edges join different colours, or None.

        The least vertex of each component has colour 0.
        """
        return self._bipartition

    @functools.cached_property
    def _bipartition(self) -> NDArray[np.uint8] | None:
        colours = self.built.bipartition()
        return colours if len(colours) == len(self) else None

    def is_connected(self) -> bool:
        """Whether every vertex can be reached from every other; False without vertices."""
        return len(self) > 0 and bool((self.built.distances(0) < len(self)).all())


def import_networkx() -> Any:
    try:
        import networkx
    except ImportError:
        raise BadInputError("needs_package", packages="networkx") from None
    return networkx
