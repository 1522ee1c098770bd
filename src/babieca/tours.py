"""Tours: validated on creation, immutable, one integer array whatever their size.

A closed tour is an undirected Hamiltonian cycle, a path an undirected Hamiltonian path. A `Tour`
also remembers where it was written to start and which way it runs; equality compares that too, and
the methods `same_up_to_direction` and `same_up_to_symmetry` are there for the rest.
"""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from babieca import checking, crossings
from babieca.boards import Board, SquareLike
from babieca.errors import BadInputError
from babieca.graphs import Graph
from babieca.symmetries import Symmetry

_LONGEST_REPR = 10_000
_LARGEST_SHOWN = 100_000


class Tour:
    """A tour of a board or graph. `squares` may be squares, labels, or an array of indices.

    A read-only array of the right type is kept as it is; everything else is copied.
    `closed=None` means: closed if the ends are a move apart.

    >>> tour = Tour(Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3")
    >>> tour.closed, tour.squares[1]
    (False, (1, 2))
    >>> print(tour)
     3  6  9 12
     8 11  2  5
     1  4  7 10
    """

    __slots__ = ("_board", "_closed", "_graph", "_indices")

    def __init__(
        self,
        board_or_graph: Board | Graph,
        squares: str | Iterable[Hashable] | NDArray[np.integer[Any]],
        *,
        closed: bool | None = None,
    ) -> None:
        if isinstance(board_or_graph, Graph) and board_or_graph.board is None:
            self._graph: Graph | None = board_or_graph
            self._board: Board | None = None
        elif isinstance(board_or_graph, Graph | Board):
            self._graph = None
            self._board = (
                board_or_graph.board if isinstance(board_or_graph, Graph) else board_or_graph
            )
        else:
            raise BadInputError(
                f"a tour is of a Board or a Graph, not {type(board_or_graph).__name__}"
            )
        self._indices = checking.to_indices(self._place, squares)
        self._indices.flags.writeable = False
        self._closed = checking.check(self._place, self._indices, closed=closed)

    # What it is made of -----------------------------------------------------------------------

    @property
    def board(self) -> Board | None:
        """The board, or None for a tour of a plain graph."""
        return self._board

    @property
    def graph(self) -> Graph:
        """The graph the tour lives on."""
        if self._graph is None:
            assert self._board is not None
            self._graph = Graph.from_board(self._board)
        return self._graph

    @property
    def closed(self) -> bool:
        """Whether the tour returns to its first square."""
        return self._closed

    @property
    def indices(self) -> NDArray[np.integer[Any]]:
        """The indices of the squares (vertices of a plain graph) in the order of the tour."""
        return self._indices

    @property
    def squares(self) -> Squares:
        """The squares in order, made when asked for."""
        return Squares(self._place, self._indices)

    @property
    def steps(self) -> NDArray[np.int64]:
        """The numbered grid: entry [row, column] is the step on that square, from 1; holes are 0.

        Row 0 is the bottom row, so that `tour.steps[square]` is the step at a square.
        """
        cells = checking.cells(self._place)
        steps = np.zeros(cells, dtype=np.int64)
        steps[self._indices] = np.arange(1, len(self._indices) + 1)
        return steps if self._board is None else steps.reshape(self._board.sides)

    @property
    def _place(self) -> Board | Graph:
        return self._board if self._board is not None else self.graph

    def __len__(self) -> int:
        return len(self._indices)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tour):
            return NotImplemented
        return (
            self._closed == other._closed
            and self._place == other._place
            and np.array_equal(self._indices, other._indices)
        )

    def __hash__(self) -> int:
        return hash((self._closed, self._indices.tobytes()))

    def __repr__(self) -> str:
        if len(self) > _LONGEST_REPR:
            kind = "closed tour" if self._closed else "path"
            return f"<Tour: {kind} of {self._place}, {len(self)} squares>"
        squares: object = list(self.squares)
        if self._board is not None and self._board.has_names:
            squares = " ".join(self._board.name_of(square) for square in self.squares)
        return f"Tour({self._place!r}, {squares!r}, closed={self._closed})"

    def __str__(self) -> str:
        if self._board is None:
            return " ".join(str(label) for label in self.squares)
        width = len(str(len(self)))
        steps = self.steps.reshape((1, 1, *self._board.sides))
        layers = []
        for layer in steps.reshape((-1, *steps.shape[-2:])):
            rows = (" ".join(f"{step or '.':>{width}}" for step in row) for row in layer[::-1])
            layers.append("\n".join(rows))
        return "\n\n".join(layers)

    # The same tour, written otherwise ---------------------------------------------------------

    def reversed(self) -> Tour:
        """Return the tour run backwards; a closed one keeps its first square.

        >>> Tour(Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3").reversed().squares[0]
        (2, 3)
        """
        backwards = self._indices[::-1]
        return self._with(np.roll(backwards, 1) if self._closed else backwards)

    def starting_at(self, square: SquareLike) -> Tour:
        """Return the same closed tour started at another square."""
        if not self._closed:
            raise BadInputError("only a closed tour can start elsewhere; this one is a path")
        at = int(np.flatnonzero(self._indices == checking.to_index(self._place, square))[0])
        return self._with(np.roll(self._indices, -at))

    def transformed(self, symmetry: Symmetry) -> Tour:
        """Return the image under a rotation or reflection (of a 6x8 board it may be on 8x6)."""
        board = self._need_board("rotate or reflect")
        image = symmetry.permutation(board.sides)[self._indices]
        return Tour(board.image(symmetry), image, closed=self._closed)

    def rotated(self, quarter_turns: int = 1) -> Tour:
        """Return the tour turned counter-clockwise by quarter-turns, in two dimensions."""
        names = ["identity", "quarter-turn", "half-turn", "three-quarter-turn"]
        return self._transformed_in_plane(names[quarter_turns % 4])

    def reflected(self, name: str = "left-right") -> Tour:
        """Return the mirror image: `left-right`, `up-down`, `diagonal` or `antidiagonal`."""
        return self._transformed_in_plane(f"{name} reflection")

    def canonical(self) -> Tour:
        """Return one fixed way to write the undirected tour.

        A closed tour starts at its least square and goes on to the lesser of that one's two
        neighbours; a path starts at the lesser of its ends.
        """
        order = self._indices
        if self._closed:
            order = np.roll(order, -int(np.argmin(order)))
            if order[-1] < order[1]:
                order = np.roll(order[::-1], 1)
        elif order[-1] < order[0]:
            order = order[::-1]
        return self._with(order)

    def same_up_to_direction(self, other: Tour) -> bool:
        """Whether both are the same undirected tour, wherever a closed one is written to start."""
        return self.canonical() == other.canonical()

    def same_up_to_symmetry(self, other: Tour) -> bool:
        """Whether a rotation or reflection of the board makes one the other, direction ignored."""
        board = self._need_board("compare up to symmetry")
        return board == other.board and any(
            self.transformed(symmetry).same_up_to_direction(other)
            for symmetry in board.symmetries()
        )

    def symmetries(self) -> list[Symmetry]:
        """Return the symmetries of the board that keep the undirected tour.

        >>> tour = Tour(Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3")
        >>> [symmetry.name for symmetry in tour.symmetries()]
        ['identity', 'half-turn']
        """
        board = self._need_board("look for symmetries")
        return [
            symmetry
            for symmetry in board.symmetries()
            if self.transformed(symmetry).same_up_to_direction(self)
        ]

    # Measures ---------------------------------------------------------------------------------

    def line_sums(self) -> list[NDArray[np.int64]]:
        """Return the sums of step numbers along every line: first the columns, then the rows, …"""
        board = self._need_board("sum lines")
        return [self.steps.sum(axis=axis).reshape(-1) for axis in range(board.dimensions)]

    def is_semimagic(self) -> bool:
        """Whether all lines along each axis have one sum (rows one, columns one)."""
        return all(len(np.unique(sums)) == 1 for sums in self.line_sums())

    def is_magic(self) -> bool:
        """Whether it is semimagic on equal sides, long diagonals included."""
        board = self._need_board("sum lines")
        side = board.sides[0]
        if any(other != side for other in board.sides) or not self.is_semimagic():
            return False
        along = np.arange(side)
        target = int(self.line_sums()[0][0])
        return all(
            int(self.steps[tuple(along[::-1] if flip else along for flip in flips)].sum()) == target
            for flips in np.ndindex(*(2,) * board.dimensions)
        )

    def crossings(self) -> int:
        """Return how many pairs of moves cross, drawn as straight lines between square centres."""
        board = self._need_board("count crossings")
        if board.dimensions != 2 or any(board.wrap):
            raise BadInputError("crossings are counted in two dimensions without wrapping")
        ends = np.append(self._indices, self._indices[:1]) if self._closed else self._indices
        rows, columns = np.divmod(ends.astype(np.int64), board.sides[1])
        return crossings.count(rows, columns, board.sides)

    # Pictures ---------------------------------------------------------------------------------
    #
    # Conveniences that reach forward into the layers that draw and write; only here, and only
    # when they are called.

    def svg(self, **options: Any) -> str:
        """Return a picture as SVG; `drawing.draw_tour` has the options.

        >>> Tour(Board(1, 1), "a1").svg().count("<title>")
        1
        """
        from babieca.drawing.tour_pictures import draw_tour

        return draw_tour(self, **options).svg()

    def save(self, path: str | os.PathLike[str], **options: Any) -> None:
        """Write the tour to a file, whole or not at all, as its suffix says.

        Pictures: `.svg`, `.pdf`, `.png`; animations: `.gif`, `.webp`, and `.svg` if a `speed` is
        given; text to read back: `.json`, `.jsonl`, `.txt`, `.moves`, `.tour`, `.npy`. Options are
        those of `drawing.draw_tour`, and `speed` in moves per second.
        """
        from babieca.drawing.saving import save_tour

        save_tour(self, path, **options)

    def _repr_svg_(self) -> str | None:
        return self.svg() if len(self) <= _LARGEST_SHOWN else None

    def _with(self, order: NDArray[np.integer[Any]]) -> Tour:
        """Return the same place and kind in another order of the same cycle or path.

        Rolling and reversing keep a valid tour valid, so nothing is checked again.
        """
        other = object.__new__(Tour)
        other._board, other._graph, other._closed = self._board, self._graph, self._closed
        other._indices = np.ascontiguousarray(order)
        other._indices.flags.writeable = False
        return other

    def _transformed_in_plane(self, name: str) -> Tour:
        if self._need_board("rotate or reflect").dimensions != 2:
            raise BadInputError(
                "rotated() and reflected() are for two dimensions; use transformed()"
            )
        return self.transformed(Symmetry.named(name))

    def _need_board(self, purpose: str) -> Board:
        if self._board is None:
            raise BadInputError(
                f"cannot {purpose}: this is a tour of a plain graph, not of a board"
            )
        return self._board


class Squares(Sequence[Any]):
    """The squares of a tour in order: a view of its array that makes tuples on the way out."""

    __slots__ = ("_indices", "_place")

    def __init__(self, place: Board | Graph, indices: NDArray[np.integer[Any]]) -> None:
        self._place = place
        self._indices = indices

    def __len__(self) -> int:
        return len(self._indices)

    @overload
    def __getitem__(self, at: int) -> Any: ...
    @overload
    def __getitem__(self, at: slice) -> Squares: ...
    def __getitem__(self, at: int | slice) -> Any:
        if isinstance(at, slice):
            return Squares(self._place, self._indices[at])
        index = int(self._indices[at])
        return (
            self._place.square(index)
            if isinstance(self._place, Board)
            else self._place.labels[index]
        )

    def __repr__(self) -> str:
        shown = ", ".join(repr(square) for square in self[:4])
        return f"<{len(self)} squares: {shown}{', …' if len(self) > 4 else ''}>"
