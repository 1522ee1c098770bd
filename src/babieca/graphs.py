"""Graphs in compressed adjacency form, from boards, edges, adjacency or networkx.

All graphs here are undirected and simple: a self-loop is dropped and parallel edges are merged,
because no tour can tell the difference. Isolated vertices are kept: they make tours impossible, and
that is an answer.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from babieca.boards import Board
from babieca.errors import BadInputError
from babieca.memory import require

if TYPE_CHECKING:
    import networkx


class Graph:
    """An undirected simple graph. The neighbours of v are `targets[offsets[v]:offsets[v + 1]]`.

    Invariant: each list of neighbours is increasing, without v and without repetition.

    >>> triangle = Graph.from_edges([("x", "y"), ("y", "z"), ("z", "x"), ("x", "x")])
    >>> len(triangle), triangle.edge_count, triangle.neighbours(0).tolist()
    (3, 3, [1, 2])
    >>> triangle.bipartition() is None
    True
    """

    __slots__ = ("_bipartition", "_labels", "_vertex_of", "board", "degrees", "offsets", "targets")

    offsets: NDArray[np.int64]
    targets: NDArray[np.int32]
    degrees: NDArray[np.int64]
    board: Board | None

    def __init__(
        self,
        sources: NDArray[np.int64],
        targets: NDArray[np.int64],
        vertex_count: int,
        *,
        labels: Sequence[Hashable] | None = None,
        board: Board | None = None,
    ) -> None:
        """Build from pairs of vertices `(sources[i], targets[i])`, each given either way."""
        if vertex_count >= 2**31:
            raise BadInputError(f"a graph has fewer than 2^31 vertices, not {vertex_count}")
        proper = sources != targets
        sources, targets = sources[proper], targets[proper]
        keys = np.sort(
            np.concatenate([sources * vertex_count + targets, targets * vertex_count + sources])
        )
        keys = keys[np.diff(keys, prepend=-1) > 0]  # np.unique hashes, which takes longer
        degrees = np.bincount(keys // max(vertex_count, 1), minlength=vertex_count)
        self.offsets = np.zeros(vertex_count + 1, dtype=np.int64)
        np.cumsum(degrees, out=self.offsets[1:])
        self.targets = (keys % max(vertex_count, 1)).astype(np.int32)
        self.degrees = np.diff(self.offsets)
        for array in (self.offsets, self.targets, self.degrees):
            array.flags.writeable = False
        self.board = board
        self._labels = labels
        self._vertex_of: dict[Hashable, int] | None = None
        self._bipartition: tuple[NDArray[np.uint8] | None] | None = None

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

        >>> Graph.from_board(Board(8, 8)).edge_count
        168
        """
        moves = board.fitting_moves()
        require(board.cells * max(len(moves), 1) * 32, f"the graph of the {board.name} board")
        grid = np.arange(board.cells, dtype=np.int64).reshape(board.sides)
        sources, targets = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
        for move in moves:
            # A wrapped axis rolls; the others keep the part of the board that stays on it.
            rolled = np.roll(
                grid,
                [-by if joined else 0 for by, joined in zip(move, board.wrap, strict=True)],
                axis=tuple(range(board.dimensions)),
            )
            here, there = [], []
            for by, side, joined in zip(move, board.sides, board.wrap, strict=True):
                reach = 0 if joined else min(abs(by), side)
                here.append(slice(0, side - reach) if by >= 0 else slice(reach, side))
                there.append(slice(reach, side) if by >= 0 else slice(0, side - reach))
            sources.append(grid[tuple(here)].reshape(-1))
            targets.append(rolled[tuple(there)].reshape(-1))
        source, target = np.concatenate(sources), np.concatenate(targets)
        if board.holes:
            number = np.full(board.cells, -1, dtype=np.int64)
            number[board.indices()] = np.arange(len(board))
            source, target = number[source], number[target]
            kept = (source >= 0) & (target >= 0)
            source, target = source[kept], target[kept]
        return cls(source, target, len(board), board=board)

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
                raise BadInputError(f"an edge is a pair of labels, not {edge!r}") from None
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

    # Vertices, labels, edges ------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.offsets) - 1

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
            raise BadInputError(f"the graph has no vertex {label!r}") from None

    def neighbours(self, vertex: int) -> NDArray[np.int32]:
        """Return the neighbours of a vertex, in increasing order."""
        return self.targets[self.offsets[vertex] : self.offsets[vertex + 1]]

    def has_edge(self, first: int, second: int) -> bool:
        """Whether two vertices are joined."""
        row = self.neighbours(first)
        at = int(np.searchsorted(row, second))
        return at < len(row) and int(row[at]) == second

    def edges(self) -> list[tuple[int, int]]:
        """Return each edge once, the smaller vertex first, in increasing order."""
        sources = np.repeat(np.arange(len(self)), self.degrees)
        once = sources < self.targets
        return list(zip(sources[once].tolist(), self.targets[once].tolist(), strict=True))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Graph):
            return NotImplemented
        if self.board is not None and other.board is not None:
            return self.board == other.board
        return (
            np.array_equal(self.offsets, other.offsets)
            and np.array_equal(self.targets, other.targets)
            and tuple(self.labels) == tuple(other.labels)
        )

    def __hash__(self) -> int:
        return hash((len(self), self.targets.tobytes()))

    def __repr__(self) -> str:
        if self.board is not None:
            return f"Graph.from_board({self.board!r})"
        if self.edge_count > 1000:
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
