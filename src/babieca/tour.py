"""Tours: validated on creation, immutable, one integer array whatever their size.

A closed tour is an undirected Hamiltonian cycle, a path an undirected Hamiltonian path. A `Tour`
also has a first square and a direction, and equality compares both. `same_up_to_direction` and
`same_up_to_symmetry` do not.
"""

from __future__ import annotations

import collections
import functools
import itertools
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from babieca import checking, measures
from babieca.boards import Board, SquareLike
from babieca.canonical import UpTo, canonical_rows
from babieca.checking import Indices, Kind, Squares
from babieca.errors import BadInputError
from babieca.graphs import Graph
from babieca.looks import Drawn
from babieca.reasons import Reason, expected
from babieca.symmetries import Symmetry, directions

if TYPE_CHECKING:
    from babieca.engines.describing import Description

_LONGEST_REPR = 10_000
_MOST_EDGES_IN_REPR = 100


@dataclass(frozen=True, init=False, eq=False, repr=False, slots=True)
class Tour(Drawn):
    """A tour of a board or graph, given by its squares in order or by its numbered grid.

    `squares` may be squares, labels, an array of indices, moves of python-chess, or the grid of
    step numbers that `steps` returns, row 0 at the bottom. A read-only array of indices is not
    copied. `kind` is the kind it must have: `"closed"` (its ends are a move apart), `"open"` (they
    are not) or `"path"` (either). Without it, a tour is closed if its ends are a move apart.

    `graph` is the graph of the board, or the plain graph. `indices` are the squares (vertices of a
    plain graph) in order. The `kind` "path" has ends a move apart, but is not closed.

    >>> tour = Tour(Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3")
    >>> tour.kind, tour[1], tour.names[:2]
    ('open', (1, 2), ['a1', 'c2'])
    >>> print(tour)
     3  6  9 12
     8 11  2  5
     1  4  7 10
    """

    graph: Graph
    indices: Indices
    kind: Kind

    def __init__(
        self,
        board_or_graph: Board | Graph | str,
        squares: str | Iterable[Any] | NDArray[np.integer[Any]],
        *,
        kind: Kind | None = None,
    ) -> None:
        graph = Graph.of(board_or_graph)
        board = graph.board or graph
        indices = checking.to_indices(board, checking.walk_of(board, squares))
        (known,) = checking.check_rows(board, indices.reshape(1, -1), kind, named=False)
        _made(graph, indices, known, self)

    @property
    def _board_or_graph(self) -> Board | Graph:
        return self.graph.board or self.graph

    @classmethod
    def batch(
        cls,
        board_or_graph: Board | Graph | str,
        rows: NDArray[np.integer[Any]],
        *,
        kind: Kind | None = None,
    ) -> list[Tour]:
        """Return one tour per row of a table of indices, all checked at once.

        >>> ring = Board(3, 3, holes="b2")
        >>> [tour.kind for tour in Tour.batch(ring, np.array([[0, 5, 6, 1, 8, 3, 2, 7]] * 2))]
        ['closed', 'closed']
        """
        graph = Graph.of(board_or_graph)
        board = graph.board or graph
        if not isinstance(rows, np.ndarray) or rows.ndim != 2 or rows.dtype.kind not in "iu":
            raise BadInputError("not_a_batch")
        table = checking.frozen_indices(board, rows)
        kinds = checking.check_rows(board, table, kind)
        tours = [*map(object.__new__, itertools.repeat(Tour, len(kinds)))]
        # Lists make many tours: these loops run in C.
        fields: list[Iterable[Any]] = [itertools.repeat(graph), table, kinds]
        for setter, values in zip(_SETTERS, fields, strict=True):
            collections.deque(map(setter, tours, values), maxlen=0)
        return tours

    @classmethod
    def from_steps(
        cls, steps: ArrayLike, board: Board | str | None = None, *, kind: Kind | None = None
    ) -> Tour:
        """Return the tour with a grid of step numbers, from 1: the inverse of `steps`.

        Row 0 is the bottom row. Without a `board`, the grid is a knight's board, with holes at 0.

        >>> Tour.from_steps([[1, 4, 7, 10], [8, 11, 2, 5], [3, 6, 9, 12]]).names[:3]
        ['a1', 'c2', 'a3']
        """
        grid = checking.grid_of(steps)
        if board is None:
            board = Board(*grid.shape, holes=np.flatnonzero(grid == 0).tolist())
        graph = Graph.of(board)
        return cls(graph, checking.walk_of_grid(graph.board or graph, grid), kind=kind)

    @classmethod
    def load(cls, path: str | os.PathLike[str], board: Board | str | None = None) -> Tour:
        """Read the one tour of a file, as `save` writes it; `formats.load` reads several.

        `.npy` files hold only indices and need `board`.
        """
        from babieca import formats

        tours = formats.load(path, board=board)
        if (count := len(tours)) != 1:
            raise BadInputError("not_one_tour", path=path, count=count)
        return tours[0]

    def __reduce__(self) -> tuple[object, ...]:
        # A tour from a pickle is checked again.
        return (functools.partial(Tour, kind=self.kind), (self._board_or_graph, self.indices))

    # Parts --------------------------------------------------------------------------------------

    @property
    def board(self) -> Board | None:
        """The board, or None for a tour of a plain graph."""
        return self.graph.board

    @property
    def closed(self) -> bool:
        """Whether the tour returns to its first square."""
        return self.kind == "closed"

    @property
    def squares(self) -> Squares:
        """The squares in order, made lazily."""
        return Squares(self._board_or_graph, self.indices)

    @property
    def names(self) -> list[Any]:
        """The names of the squares in order; of a plain graph, the labels."""
        return list(self) if self.board is None else self.board.names_at(self.indices)

    @property
    def steps(self) -> NDArray[np.int64]:
        """The numbered grid: entry [row, column] is the step on that square, from 1; holes are 0.

        Row 0 is the bottom row, so that `tour.steps[square]` is the step at a square.
        """
        steps = np.zeros(checking.cells(self._board_or_graph), dtype=np.int64)
        steps[self.indices] = np.arange(1, len(self) + 1)
        return steps if self.board is None else steps.reshape(self.board.sides)

    def step(self, square: SquareLike) -> int:
        """Return the step on a square, from 1.

        >>> Tour(Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3").step("a3")
        3
        """
        index = checking.to_index(self._board_or_graph, square)
        return int(np.flatnonzero(self.indices == index)[0]) + 1

    @property
    def edges(self) -> list[tuple[Any, Any]]:
        """The moves in order, as pairs of squares; of a closed tour, with the move back."""
        squares = list(self)
        return list(itertools.pairwise([*squares, *squares[: 1 if self.closed else 0]]))

    def to_json(self) -> dict[str, Any]:
        """Return the tour as a JSON object: its board, its kind and its squares."""
        from babieca.formats.json_lines import to_json

        return to_json(self)

    def __len__(self) -> int:
        return len(self.indices)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.squares)

    def __getitem__(self, at: int | slice) -> Any:
        return self.squares[at]

    def __contains__(self, square: object) -> bool:
        return square in (self.board or self.graph.labels)  # a tour visits every square

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tour):
            return NotImplemented
        return (
            self.kind == other.kind
            and self.graph == other.graph
            and np.array_equal(self.indices, other.indices)
        )

    def __hash__(self) -> int:
        return hash((self.kind, self.indices.tobytes()))

    def __repr__(self) -> str:
        board = self.board
        if board is None and self.graph.edge_count > _MOST_EDGES_IN_REPR:
            size = f"{len(self)} vertices and {self.graph.edge_count} edges"
            return f"<Tour: {checking.describe_tour(self.kind, f'a graph with {size}')}>"
        if len(self) > _LONGEST_REPR:
            return f"<Tour: {checking.describe_tour(self.kind, str(board))}, {len(self)} squares>"
        named = board is not None and board.has_names
        squares: object = " ".join(self.names) if named else list(self)
        return f"Tour({self._board_or_graph!r}, {squares!r}, kind={self.kind!r})"

    def __str__(self) -> str:
        if self.board is None:
            return " ".join(map(str, self))
        width = len(str(len(self)))
        steps = self.steps.reshape((1, 1, *self.board.sides))
        layers = []
        for layer in steps.reshape((-1, *steps.shape[-2:])):
            rows = (" ".join(f"{step or '.':>{width}}" for step in row) for row in layer[::-1])
            layers.append("\n".join(rows))
        return "\n\n".join(layers)

    # The same tour in other forms ---------------------------------------------------------------

    def reversed(self) -> Tour:
        """Return the tour in the other direction; a closed one keeps its first square.

        >>> Tour(Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3").reversed()[0]
        (2, 3)
        """
        if self.graph.directed:
            raise BadInputError("tours_directed_graph_have")
        backwards = self.indices[::-1]
        return self._with(np.roll(backwards, 1) if self.closed else backwards)

    def starting_at(self, square: SquareLike) -> Tour:
        """Return the same closed tour started at another square."""
        if not self.closed:
            raise BadInputError("path_not_rolled")
        at = int(np.flatnonzero(self.indices == checking.to_index(self._board_or_graph, square))[0])
        return self._with(np.roll(self.indices, -at))

    def transformed(self, symmetry: Symmetry | str) -> Tour:
        """Return the image under a rotation or reflection (of a 6x8 board it may be on 8x6)."""
        board = self._need_board("to_rotate")
        symmetry = Symmetry.of(symmetry, board.dimensions)
        image = symmetry.permutation(board.sides)[self.indices]
        turned = board.image(symmetry)
        return _made(Graph.from_board(turned), checking.frozen_indices(turned, image), self.kind)

    def rotated(self, quarter_turns: int = 1) -> Tour:
        """Return the tour turned counter-clockwise by quarter-turns, in two dimensions."""
        names = ["identity", "quarter-turn", "half-turn", "three-quarter-turn"]
        return self._transformed_in_plane(names[quarter_turns % 4])

    def reflected(self, name: str = "left-right") -> Tour:
        """Return the mirror image: `left-right`, `up-down`, `diagonal` or `antidiagonal`."""
        return self._transformed_in_plane(f"{name} reflection")

    def canonical(self, *, up_to: UpTo | None = None) -> Tour:
        """Return the undirected tour in its canonical form.

        A closed tour starts at its least square, towards the lesser of its two neighbours; a path
        starts at the lesser of its ends. A tour of a directed graph keeps its direction. With
        `up_to="symmetry"`, return the tour's first image in the order of `list`.

        >>> tour = Tour(Board(3, 4), "d3 b2 d1 c3 a2 c1 b3 d2 b1 a3 c2 a1")
        >>> tour.canonical()[0], tour.canonical(up_to="symmetry") == tour.canonical()
        ((0, 0), True)
        """
        return Tour.canonical_all([self], up_to=up_to)[0]

    @staticmethod
    def canonical_all(tours: Iterable[Tour], *, up_to: UpTo | None = None) -> list[Tour]:
        """Return the canonical forms of many tours, all at once if they have one board and kind.

        >>> from babieca import tours
        >>> len(set(Tour.canonical_all(tours(Board(5, 6)), up_to="symmetry")))
        3
        """
        found: list[Tour] = []
        for (graph, kind), group in itertools.groupby(tours, _graph_and_kind):
            rows = np.stack([tour.indices for tour in group])
            forms = canonical_rows(graph, rows, closed=kind == "closed", up_to=up_to)
            found += (_made(graph, row, kind) for row in forms)
        return found

    def same_up_to_direction(self, other: Tour) -> bool:
        """Whether both are the same undirected tour; closed tours may start anywhere."""
        return self.canonical() == other.canonical()

    def same_up_to_symmetry(self, other: Tour) -> bool:
        """Whether a rotation or reflection of the board maps one to the other, in any direction."""
        board = self._need_board("to_compare")
        return board == other.board and (
            self.canonical(up_to="symmetry") == other.canonical(up_to="symmetry")
        )

    def symmetries(self) -> list[Symmetry]:
        """Return the symmetries of the board that map the undirected tour to itself.

        >>> tour = Tour(Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3")
        >>> [symmetry.name for symmetry in tour.symmetries()]
        ['identity', 'half-turn']
        """
        return [symmetry for symmetry, direction in self.directions() if direction]

    def directions(self) -> list[tuple[Symmetry, int]]:
        """Return the symmetries of the board: 1 shifts the tour, -1 reverses it, 0 changes it."""
        board = self._need_board("to_symmetries")
        own = board.symmetries()
        found = directions(tuple(own), self.indices, board.sides, closed=self.closed)
        return list(zip(own, found, strict=True))

    # Measures ---------------------------------------------------------------------------------

    def line_sums(self) -> list[NDArray[np.int64]]:
        """Return the sums of step numbers along every line: first the columns, then the rows, …"""
        return measures.line_sums(self._steps_on_board())

    def is_semimagic(self) -> bool:
        """Whether all lines along each axis have one sum (rows one, columns one)."""
        return measures.is_semimagic(self._steps_on_board())

    def is_magic(self) -> bool:
        """Whether all lines have one sum, on equal sides, the long diagonals included."""
        return measures.is_magic(self._steps_on_board())

    def _steps_on_board(self) -> NDArray[np.int64]:
        self._need_board("to_sum_lines")
        return self.steps

    def crossings(self) -> int:
        """Return how many pairs of moves cross, drawn as straight lines between square centres."""
        return self.line.crossings()

    @property
    def line(self) -> measures.Line:
        """The straight lines between the centres of consecutive squares, with their measures."""
        board = self._need_board("to_draw_lines")
        return measures.Line.of(board, self.indices, closed=self.closed)

    def describe(self) -> Description:
        """Return all that is known about the tour: its symmetry, rank, turns, area, sums, …"""
        from babieca.engines.describing import describe

        return describe(self)

    def _with(self, indices: NDArray[np.integer[Any]]) -> Tour:
        """Return the tour rolled or reversed; it stays valid, so it is not checked again."""
        indices = np.ascontiguousarray(indices)
        indices.flags.writeable = False
        return _made(self.graph, indices, self.kind)

    def _transformed_in_plane(self, name: str) -> Tour:
        if self._need_board("to_rotate").dimensions != 2:
            raise BadInputError("plane_only")
        return self.transformed(name)

    def _need_board(self, purpose: str) -> Board:
        if self.board is None:
            raise BadInputError("needs_board_tour", purpose=Reason(purpose))
        return self.board


def _graph_and_kind(tour: Tour) -> tuple[Graph, Kind]:
    if not isinstance(tour, Tour):
        raise BadInputError(expected(Tour, tour))
    return tour.graph, tour.kind


_SETTERS = [vars(Tour)[name].__set__ for name in ("graph", "indices", "kind")]


def _made(graph: Graph, indices: Indices, kind: Kind, tour: Tour | None = None) -> Tour:
    """Return a tour of read-only indices that have been checked already; fill `tour` if given."""
    tour = object.__new__(Tour) if tour is None else tour
    for setter, value in zip(_SETTERS, (graph, indices, kind), strict=True):
        setter(tour, value)
    return tour
