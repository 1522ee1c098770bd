"""Graphs in compressed adjacency form, from boards, edges, adjacency or networkx.

All graphs here are undirected and simple: a self-loop is dropped and parallel edges are merged,
because no tour can tell the difference. Isolated vertices are kept: they make tours impossible, and
that is an answer. The graph of a board is not built before its edges are asked for: constructions
of tours with 10^8 squares never ask.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from babieca.adjacency import Adjacency, compressed, moves_of
from babieca.boards import Board
from babieca.errors import BadInputError, shown
from babieca.memory import require

if TYPE_CHECKING:
    import networkx

GRAPH_FIELDS = ("board", "leaper", "wrap", "holes", "vertices", "edges", "labels")
MOST_JSON_VERTICES = 10**7
LARGEST_SHOWN = 100
"""Edges of a graph that `repr` writes out."""


class Graph:
    """An undirected simple graph. The neighbours of v are `targets[offsets[v]:offsets[v + 1]]`.

    Invariant: each list of neighbours is increasing, without v and without repetition.

    >>> triangle = Graph.from_edges([("x", "y"), ("y", "z"), ("z", "x"), ("x", "x")])
    >>> len(triangle), triangle.edge_count, triangle.neighbours(0).tolist()
    (3, 3, [1, 2])
    >>> triangle.bipartition() is None
    True
    """

    __slots__ = ("_adjacency", "_bipartition", "_count", "_labels", "_vertex_of", "board")

    board: Board | None

    def __init__(
        self,
        sources: NDArray[np.int64],
        targets: NDArray[np.int64],
        vertex_count: int,
        *,
        labels: Sequence[Hashable] | None = None,
    ) -> None:
        """Build from pairs of vertices `(sources[i], targets[i])`, each given either way."""
        self._set_up(vertex_count, labels, None, compressed(sources, targets, vertex_count))

    def _set_up(
        self,
        vertex_count: int,
        labels: Sequence[Hashable] | None,
        board: Board | None,
        adjacency: Adjacency | None = None,
    ) -> None:
        self.board = board
        self._count = vertex_count
        self._labels = labels
        self._adjacency = adjacency
        self._vertex_of: dict[Hashable, int] | None = None
        self._bipartition: tuple[NDArray[np.uint8] | None] | None = None

    @property
    def offsets(self) -> NDArray[np.int64]:
        """Where the neighbours of each vertex begin among the targets, and where the last end."""
        return self._built().offsets

    @property
    def targets(self) -> NDArray[np.int32]:
        """The neighbours of all vertices, one list after another."""
        return self._built().targets

    @property
    def degrees(self) -> NDArray[np.int64]:
        """How many neighbours each vertex has."""
        return self._built().degrees

    @property
    def adjacency_bytes(self) -> int:
        """About what the adjacency takes while it is built; nothing if it is there."""
        if self._adjacency is not None or self.board is None:
            return 0
        return self.board.cells * max(len(self.board.fitting_moves()), 1) * 32

    def _built(self) -> Adjacency:
        if self._adjacency is None:
            assert self.board is not None
            require(self.adjacency_bytes, f"the graph of the {self.board.name} board")
            self._adjacency = compressed(*moves_of(self.board), len(self.board))
        return self._adjacency

    # Where graphs come from -------------------------------------------------------------------

    @classmethod
    def of(cls, source: Board | Graph | networkx.Graph[Any]) -> Graph:
        """Return the graph of anything that has one.

        >>> len(Graph.of(Board(8, 8)))
        64
        """
        if isinstance(source, Graph):
            return source
        if isinstance(source, Board):
            return cls.from_board(source)
        if hasattr(source, "adjacency") and hasattr(source, "is_directed"):
            return cls.from_networkx(source)
        raise BadInputError(
            f"expected a Board, a Graph or a networkx graph, not {type(source).__name__}"
        )

    @classmethod
    def from_board(cls, board: Board) -> Graph:
        """Return the graph of moves; vertex v is the v-th square that is not a hole.

        Its edges are built when they are first asked for.

        >>> Graph.from_board(Board(8, 8)).edge_count
        168
        """
        if not isinstance(board, Board):
            raise BadInputError(f"expected a Board, not {type(board).__name__}")
        graph = cls.__new__(cls)
        graph._set_up(len(board), None, board)
        return graph

    @classmethod
    def from_edges(
        cls, edges: Iterable[Iterable[Hashable]], *, vertices: Iterable[Hashable] = ()
    ) -> Graph:
        """Return the graph of pairs of labels; `vertices` come first and may be isolated."""
        vertex_of: dict[Hashable, int] = {}
        try:
            edges = iter(edges)
            for label in vertices:
                vertex_of.setdefault(label, len(vertex_of))
        except TypeError:
            raise BadInputError(
                "edges are a list of pairs, and labels of vertices are hashable"
            ) from None
        pairs = []
        for edge in edges:
            try:
                first, second = edge
                pairs.append(
                    [vertex_of.setdefault(label, len(vertex_of)) for label in (first, second)]
                )
            except (TypeError, ValueError):
                raise BadInputError(f"an edge is a pair of labels, not {shown(edge)}") from None
        ends = np.array(pairs, dtype=np.int64).reshape(-1, 2)
        return cls(ends[:, 0], ends[:, 1], len(vertex_of), labels=tuple(vertex_of))

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
                edges = [
                    (vertex, other) for vertex, others in adjacency.items() for other in others
                ]
            except TypeError:
                raise BadInputError("adjacency maps each vertex to its neighbours") from None
            return cls.from_edges(edges, vertices=adjacency)
        try:
            matrix = np.asarray(adjacency)
        except ValueError:
            raise BadInputError("an adjacency matrix has rows of one length") from None
        if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
            raise BadInputError(f"an adjacency matrix is square, not of shape {matrix.shape}")
        if not np.array_equal(matrix != 0, (matrix != 0).T):
            raise BadInputError("an adjacency matrix of an undirected graph is symmetric")
        sources, targets = np.nonzero(matrix)
        return cls(sources, targets, len(matrix))

    @classmethod
    def from_networkx(cls, graph: networkx.Graph[Any]) -> Graph:
        """Return a copy of an undirected networkx graph, its nodes as labels."""
        if graph.is_directed():
            raise BadInputError("tours here are of undirected graphs; use graph.to_undirected()")
        return cls.from_edges(
            ((edge[0], edge[1]) for edge in graph.edges()), vertices=graph.nodes()
        )

    def to_networkx(self) -> networkx.Graph[Any]:
        """Return the same graph for networkx (which must be installed), labels as nodes."""
        try:
            import networkx
        except ImportError:
            raise BadInputError(
                "networkx is not installed: pip install 'babieca[networkx]'"
            ) from None
        graph: networkx.Graph[Any] = networkx.Graph()
        graph.add_nodes_from(self.labels)
        graph.add_edges_from((self.labels[u], self.labels[v]) for u, v in self.edges())
        return graph

    def to_json(self) -> dict[str, Any]:
        """Return plain values: a board as itself, a plain graph by its numbered vertices."""
        if self.board is not None:
            return self.board.to_json()
        record: dict[str, Any] = {
            "vertices": len(self),
            "edges": [list(edge) for edge in self.edges()],
        }
        if self._labels is not None and self.has_plain_labels():
            record["labels"] = list(self.labels)
        return record

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Graph:
        """Return the graph that `to_json` wrote; whatever does not fit is refused.

        >>> Graph.from_json({"vertices": 3, "edges": [[0, 1], [1, 2]]}).edge_count
        2
        """
        on_board = "board" in record
        for name in GRAPH_FIELDS[4:] if on_board else GRAPH_FIELDS[1:4]:
            if name in record:
                what = "a board" if on_board else "a plain graph"
                raise BadInputError(f'"{name}" does not go with {what}')
        if on_board:
            return cls.from_board(Board.from_json(record))
        count, edges = record.get("vertices"), record.get("edges")
        if type(count) is not int or not 0 <= count <= MOST_JSON_VERTICES:
            raise BadInputError('expected "board", such as "8x8", or "vertices" and "edges"')
        if not isinstance(edges, list):
            raise BadInputError(f'"edges" are a list of pairs of vertices, not {shown(edges)}')
        for edge in edges:
            pair = isinstance(edge, list | tuple) and len(edge) == 2
            if not pair or not all(type(v) is int and 0 <= v < count for v in edge):
                raise BadInputError(
                    f"an edge is a pair of vertices from 0 to {count - 1}, not {shown(edge)}"
                )
        labels = record.get("labels")
        if labels is not None and not _are_names(labels, count):
            raise BadInputError(f'"labels" are {count} different numbers or texts')
        ends = np.array(edges, dtype=np.int64).reshape(-1, 2)
        return cls(ends[:, 0], ends[:, 1], count, labels=labels)

    def has_plain_labels(self) -> bool:
        """Whether every label is a number or text, as JSON has them."""
        return all(type(label) in (int, str) for label in self.labels)

    # Vertices, labels, edges ------------------------------------------------------------------

    def __len__(self) -> int:
        return self._count

    def __reduce__(self) -> tuple[object, ...]:
        if self.board is not None:
            return (Graph.from_board, (self.board,))
        sources = np.repeat(np.arange(len(self)), self.degrees)
        labels = None if self._labels is None else tuple(self._labels)
        return (_rebuilt, (sources, self.targets.astype(np.int64), len(self), labels))

    @property
    def edge_count(self) -> int:
        """The number of undirected edges."""
        return len(self.targets) // 2

    @property
    def labels(self) -> Sequence[Hashable]:
        """What the vertices are called: squares of a board, the labels given, or 0, 1, 2, …"""
        if self._labels is None:
            self._labels = tuple(self.board) if self.board is not None else range(len(self))
        return self._labels

    def vertex(self, label: Any) -> int:
        """Return the vertex with this label; on a board any way to write a square will do."""
        if self.board is not None:
            return self.board.vertex_of(label)
        if self._vertex_of is None:
            self._vertex_of = {name: vertex for vertex, name in enumerate(self.labels)}
        try:
            return self._vertex_of[label]
        except (KeyError, TypeError):
            raise BadInputError(f"the graph has no vertex {shown(label)}") from None

    def neighbours(self, vertex: int) -> NDArray[np.int32]:
        """Return the neighbours of a vertex, in increasing order."""
        return self.targets[self.offsets[vertex] : self.offsets[vertex + 1]]

    def near(self, vertex: int) -> list[int]:
        """Return the neighbours of a vertex without building what is not built yet."""
        if self._adjacency is None and self.board is not None:
            board = self.board
            return [board.vertex_of(square) for square in board.neighbours(board.index_of(vertex))]
        found: list[int] = self.neighbours(vertex).tolist()
        return found

    def has_edge(self, first: int, second: int) -> bool:
        """Whether two vertices are joined."""
        if self._adjacency is None:
            return second in self.near(first)
        row = self.neighbours(first)
        at = int(np.searchsorted(row, second))
        return at < len(row) and int(row[at]) == second

    def label(self, vertex: int) -> Any:
        """Return the label of one vertex, without making those of all."""
        if self._labels is None and self.board is not None:
            return self.board.square(self.board.index_of(vertex))
        return self.labels[vertex]

    def plain_label(self, vertex: int) -> Any:
        """Return a vertex as JSON has it: a square's name, its coordinates, a label or a number.

        >>> Graph.of(Board(8, 8)).plain_label(17), Graph.of(Board(2, 30)).plain_label(31)
        ('b3', [1, 1])
        """
        board = self.board
        if board is None:
            return self.label(vertex) if self.has_plain_labels() else vertex
        index = board.index_of(vertex)
        return board.name_of(index) if board.has_names else list(board.square(index))

    def name_of(self, vertex: int) -> str:
        """Return what a vertex is called in text: the name of its square, or its label."""
        if self.board is not None:
            return self.board.name_of(self.board.index_of(vertex))
        return str(self.labels[vertex])

    def edges(self) -> list[tuple[int, int]]:
        """Return each edge once, the smaller vertex first, in increasing order."""
        sources = np.repeat(np.arange(len(self)), self.degrees)
        once = sources < self.targets
        return list(zip(sources[once].tolist(), self.targets[once].tolist(), strict=True))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Graph):
            return NotImplemented
        if self.board is not None or other.board is not None:
            return self.board == other.board
        return (
            len(self) == len(other)
            and np.array_equal(self.targets, other.targets)
            and np.array_equal(self.offsets, other.offsets)
            and tuple(self.labels) == tuple(other.labels)
        )

    def __hash__(self) -> int:
        if self.board is not None:
            return hash(self.board)
        return hash((len(self), self.targets.tobytes()))

    def __str__(self) -> str:
        if self.board is not None:
            return str(self.board)
        return f"a graph of {len(self)} vertices and {self.edge_count} edges"

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
        if self._bipartition is None:
            colours = self._two_colour()
            consistent = not np.any(np.repeat(colours, self.degrees) == colours[self.targets])
            self._bipartition = (colours if consistent else None,)
        return self._bipartition[0]

    def _two_colour(self) -> NDArray[np.uint8]:
        """Colour by breadth-first levels, one vectorised level at a time."""
        unseen = 2
        colours = np.full(len(self), unseen, dtype=np.uint8)
        for root in range(len(self)):
            if colours[root] != unseen:
                continue
            level, colour = np.array([root]), 0
            while len(level):
                colours[level] = colour
                reached = self._all_neighbours(level)
                level, colour = reached[colours[reached] == unseen], 1 - colour
        return colours

    def _all_neighbours(self, vertices: NDArray[np.int64]) -> NDArray[np.int64]:
        counts = self.degrees[vertices]
        starts = np.repeat(
            self.offsets[vertices] - np.concatenate([[0], np.cumsum(counts)[:-1]]), counts
        )
        return np.unique(self.targets[starts + np.arange(counts.sum())]).astype(np.int64)

    def is_connected(self) -> bool:
        """Whether every vertex can be reached from every other (not so without vertices)."""
        if len(self) == 0:
            return False
        seen = np.zeros(len(self), dtype=bool)
        level = np.array([0])
        while len(level):
            seen[level] = True
            reached = self._all_neighbours(level)
            level = reached[~seen[reached]]
        return bool(seen.all())


def _rebuilt(
    sources: NDArray[np.int64],
    targets: NDArray[np.int64],
    vertex_count: int,
    labels: Sequence[Hashable] | None,
) -> Graph:
    return Graph(sources, targets, vertex_count, labels=labels)


def _are_names(labels: Any, count: int) -> bool:
    return (
        isinstance(labels, list)
        and all(type(label) in (int, str) for label in labels)
        and len(set(labels)) == len(labels) == count
    )
