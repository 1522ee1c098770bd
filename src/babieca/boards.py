"""Boards: a box of squares, a leaper that moves on it, holes, and axes that wrap around.

Squares are tuples `(row, column)` counted from 0 with row 0 at the bottom, so `a1` is `(0, 0)` and
`b1` is `(0, 1)`. The *index* of a square is its row-major position in the box, holes included.
"""

from __future__ import annotations

import bisect
import functools
import math
import operator
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, SupportsIndex, TypedDict, Unpack

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.board_text import (
    checked_leaper,
    checked_sides,
    checked_wrap,
    column_name,
    fitting_leaps,
    leaps,
    read_sides,
    read_sides_of_board,
    read_square,
    squares_in,
)
from babieca.errors import BadInputError, shown
from babieca.symmetries import Symmetry, own_symmetries
from babieca.words import Word, spelled, with_defaults

Square = tuple[int, ...]
SquareLike = str | tuple[int, ...] | list[int] | SupportsIndex

_LARGEST_SHOWN = 100_000

_LEAPER = "The two lengths of a move such as 1,4, or a name such as zebra. Default: a knight."
_HOLES = "Missing squares, for example c3,d4 or (0,0),(1,1)."
_WRAP = "Join opposite borders: torus (or all), cylinder, or axes such as 1 or 0,1."
_WRAPS = ("torus", "cylinder", "0", "1")


class LeaperWords(TypedDict, total=False):
    leaper: Annotated[
        tuple[int, int] | str, Word(_LEAPER, "The board", default=(1, 2), metavar="A,B")
    ]


class BoardWords(LeaperWords, total=False):
    holes: Annotated[
        str | Iterable[SquareLike],
        Word(_HOLES, "The board", default=(), input="squares", metavar="SQUARES"),
    ]
    wrap: Annotated[
        bool | str | Iterable[bool],
        Word(_WRAP, "The board", default=False, metavar="AXES", values=_WRAPS),
    ]


@dataclass(frozen=True, init=False, repr=False, slots=True)
class Board:
    """A board of any number of dimensions. Immutable and hashable; `repr` rebuilds it.

    >>> board = Board(8, 8)
    >>> board.index("b3"), board.square(17), board.name_of((2, 1))
    (17, (2, 1), 'b3')
    >>> Board("4x4", wrap="all"), len(Board(5, 5, holes="c3,d4"))
    (Board(4, 4, wrap=True), 23)

    `sides` are rows, columns, and so on; `leaper` has the shorter length first; `wrap` says for
    each axis whether its ends are joined, and is given as one truth value, as a list of one for
    each axis, or as text; `hole_indices` are increasing.
    """

    sides: tuple[int, ...]
    leaper: tuple[int, int]
    wrap: tuple[bool, ...]
    hole_indices: tuple[int, ...]

    @spelled
    def __init__(self, *sides: int | str, **words: Unpack[BoardWords]) -> None:
        given = with_defaults(BoardWords, words)
        holes = given["holes"]
        put = functools.partial(object.__setattr__, self)
        put("sides", checked_sides(sides))
        put("leaper", checked_leaper(given["leaper"]))
        put("wrap", checked_wrap(given["wrap"], len(self.sides)))
        put("hole_indices", ())
        try:
            listed = squares_in(holes) if isinstance(holes, str) else iter(holes)
        except TypeError:
            raise BadInputError(
                "name_list_squares_text", name="holes", begin=shown(holes)
            ) from None
        try:
            put("hole_indices", tuple(sorted({self.index(hole) for hole in listed})))
        except BadInputError as error:
            raise BadInputError("name_error", name="holes", error=error) from None
        if len(self) == 0:
            raise BadInputError("only_holes", board=self.name)

    @classmethod
    @spelled
    def parse(cls, text: str, **words: Unpack[BoardWords]) -> Board:
        """Read the sides from text: `8x8`, `3 x 10`, `4×4×4`.

        >>> Board.parse("6x8", wrap="1")
        Board(6, 8, wrap=(False, True))
        """
        return cls(*read_sides_of_board(text), **words)

    @classmethod
    def from_json(cls, record: Any) -> Board:
        """Return the board that a JSON object describes, as `to_json` writes it.

        >>> Board.from_json({"board": "5x5", "holes": [[2, 2]], "wrap": [True, False]})
        Board(5, 5, holes=[(2, 2)], wrap=(True, False))
        """
        if not isinstance(record, dict) or not isinstance(record.get("board"), str):
            raise BadInputError("no_board_in_record")
        words = {name: record[name] for name in ("leaper", "holes", "wrap") if name in record}
        for name in ("leaper", "holes"):
            if not isinstance(value := words.get(name, ()), str | list | tuple):
                raise BadInputError("record_list_or_text", name=name, value=shown(value))
        return cls(*read_sides(record["board"]), **words)

    def to_json(self) -> dict[str, Any]:
        """Return the board as a JSON object without the default values.

        >>> Board(5, 5, holes="c3", wrap="0").to_json()
        {'board': '5x5', 'wrap': [True, False], 'holes': [[2, 2]]}
        """
        record: dict[str, Any] = {"board": self.name}
        if self.leaper != (1, 2):
            record["leaper"] = list(self.leaper)
        if any(self.wrap):
            record["wrap"] = list(self.wrap)
        if self.hole_indices:
            record["holes"] = [list(hole) for hole in self.holes]
        return record

    @property
    def holes(self) -> tuple[Square, ...]:
        """The squares that are missing, in index order."""
        return tuple(self.square(hole) for hole in self.hole_indices)

    @property
    def dimensions(self) -> int:
        """How many coordinates a square has."""
        return len(self.sides)

    @property
    def cells(self) -> int:
        """The number of squares of the box, holes included."""
        return math.prod(self.sides)

    @property
    def name(self) -> str:
        """The sides, such as `8x8`."""
        return "x".join(map(str, self.sides))

    @property
    def is_plain(self) -> bool:
        """Whether this is a knight's board without holes and without wrapping."""
        return self.leaper == (1, 2) and not self.hole_indices and not any(self.wrap)

    def __len__(self) -> int:
        return self.cells - len(self.hole_indices)

    def __iter__(self) -> Iterator[Square]:
        return (self.square(int(index)) for index in self.indices())

    def __contains__(self, square: object) -> bool:
        try:
            self.index(square)  # type: ignore[arg-type]
        except BadInputError:
            return False
        return True

    def __repr__(self) -> str:
        texts = [*map(str, self.sides)]
        if self.leaper != (1, 2):
            texts.append(f"leaper={self.leaper}")
        if self.hole_indices:
            texts.append(f"holes={list(self.holes)}")
        if any(self.wrap):
            texts.append(f"wrap={True if all(self.wrap) else self.wrap}")
        return f"Board({', '.join(texts)})"

    def __str__(self) -> str:
        return _core.Place(self).title

    def _repr_svg_(self) -> str | None:
        from babieca.drawing.board_pictures import draw_board

        return draw_board(self).svg() if self.cells <= _LARGEST_SHOWN else None

    # Squares and their names ------------------------------------------------------------------

    def index(self, square: SquareLike) -> int:
        """Return the index of a square given by name, tuple or index; refuse everything else."""
        at: Any = square
        if isinstance(at, str):
            at = read_square(at, self.dimensions)
        coordinates, index = isinstance(at, tuple | list), 0
        try:
            at = [*map(operator.index, at)] if coordinates else operator.index(at)
        except TypeError:
            raise BadInputError("not_a_square", square=shown(square)) from None
        if not coordinates:
            index = at
            if not 0 <= index < self.cells:
                raise self._off(square, 0, self.cells - 1)
        elif len(at) != len(self.sides):
            told = {"board": self.name, "dimensions": len(self.sides)}
            raise BadInputError(
                "coordinates_of_square", square=shown(square), count=len(at), **told
            )
        else:
            for coordinate, side in zip(at, self.sides, strict=True):
                if not 0 <= coordinate < side:
                    first, last = (self._name(self.square(at)) for at in (0, self.cells - 1))
                    raise self._off(square, first, last)
                index = index * side + coordinate
        if self._is_hole(index):
            raise BadInputError("square_is_hole", square=shown(square))
        return index

    def _off(self, square: Any, first: object, last: object) -> BadInputError:
        at = {"square": shown(square), "board": self.name, "first": first, "last": last}
        return BadInputError("square_off", **at)

    def _is_hole(self, index: int) -> bool:
        at = bisect.bisect_left(self.hole_indices, index)
        return at < len(self.hole_indices) and self.hole_indices[at] == index

    def square(self, index: int) -> Square:
        """Return the coordinates of an index.

        >>> Board(4, 4, 4).square(27)
        (1, 2, 3)
        """
        coordinates = []
        for side in reversed(self.sides):
            index, coordinate = divmod(index, side)
            coordinates.append(coordinate)
        return tuple(reversed(coordinates))

    def name_of(self, square: SquareLike) -> str:
        """Return the name on a board with two sides, else the coordinates as text.

        >>> Board(8, 30).name_of((2, 27)), Board(4, 4, 4).name_of(0)
        ('ab3', '(0,0,0)')
        """
        return self._name(self.square(self.index(square)))

    @property
    def has_names(self) -> bool:
        """Whether squares have names such as a1: in two dimensions."""
        return len(self.sides) == 2

    def squares_at(self, indices: NDArray[np.integer[Any]]) -> list[Square]:
        """Return the squares with these indices, many at a time.

        >>> Board(4, 4).squares_at(np.array([0, 5]))
        [(0, 0), (1, 1)]
        """
        coordinates = np.unravel_index(indices, self.sides)
        return list(zip(*(along.tolist() for along in coordinates), strict=True))

    def names_at(self, indices: NDArray[np.integer[Any]]) -> list[str]:
        """Return the names of the squares with these indices, many at a time.

        >>> Board(4, 4).names_at(np.array([0, 5])), Board(2, 2, 2).names_at(np.array([7]))
        (['a1', 'b2'], ['(1,1,1)'])
        """
        return [*map(self._name, self.squares_at(indices))]

    def _name(self, square: Square) -> str:
        if self.has_names:
            return f"{column_name(square[1])}{square[0] + 1}"
        return f"({','.join(map(str, square))})"

    def vertex_of(self, square: SquareLike) -> int:
        """Return the vertex of a square: its number among the squares that are not holes.

        >>> board = Board(3, 3, holes=["a1", "b2"])
        >>> board.vertex_of("c3"), board.index_of(6)
        (6, 8)
        """
        index = self.index(square)
        return index - bisect.bisect_left(self.hole_indices, index)

    def index_of(self, vertex: int) -> int:
        """Return the index of the square that is a vertex: the inverse of `vertex_of`."""
        holes = self.hole_indices  # before the i-th hole are its index - i squares
        return vertex + bisect.bisect(range(len(holes)), vertex, key=lambda i: holes[i] - i)

    def indices(self) -> NDArray[np.int64]:
        """Return the indices of all squares, increasing: vertex v of the graph is the v-th."""
        every = np.arange(self.cells, dtype=np.int64)
        return np.delete(every, self.hole_indices) if self.hole_indices else every

    def vertices(self) -> NDArray[np.int64]:
        """Return the vertex of each index, -1 for holes: the inverse of `indices`."""
        number = np.full(self.cells, -1, dtype=np.int64)
        number[self.indices()] = np.arange(len(self))
        return number

    # Moves and symmetries ---------------------------------------------------------------------

    def moves(self) -> list[Square]:
        """Return all displacements of the leaper, in increasing order.

        >>> Board(8, 8).moves()[0], len(Board(4, 4, 4).moves())
        ((-2, -1), 24)
        """
        return leaps(self.leaper, self.dimensions)

    def fitting_moves(self) -> list[Square]:
        """Return the displacements that fit the board, in increasing order.

        A displacement longer than an axis fits only if the axis wraps. Along a wrapped axis of
        side 1 nothing moves.

        >>> Board(2, 5).fitting_moves(), Board(*[1] * 64).fitting_moves()
        ([(-1, -2), (-1, 2), (1, -2), (1, 2)], [])
        >>> Board(1, 5, wrap=True).fitting_moves()
        [(0, -2), (0, -1), (0, 1), (0, 2)]
        """
        return list(fitting_leaps(self.leaper, self.sides, self.wrap))

    def neighbours(self, square: SquareLike) -> list[Square]:
        """Return the squares one move away, each once, in index order.

        >>> Board(8, 8).neighbours("a1")
        [(1, 2), (2, 1)]
        """
        return [self.square(index) for index in self.neighbour_indices(self.index(square))]

    def neighbour_indices(self, index: int) -> list[int]:
        """Return the indices of the squares one move away, increasing.

        >>> Board(8, 8).neighbour_indices(0)
        [10, 17]
        """
        origin, found = self.square(index), set()
        for move in fitting_leaps(self.leaper, self.sides, self.wrap):
            near = 0
            for at, by, side, joined in zip(origin, move, self.sides, self.wrap, strict=True):
                coordinate = (at + by) % side if joined else at + by
                if not 0 <= coordinate < side:
                    break
                near = near * side + coordinate
            else:
                found.add(near)
        return sorted(near for near in found if near != index and not self._is_hole(near))

    def symmetries(self) -> list[Symmetry]:
        """Return the rotations and reflections that keep the board, holes and wrapping included.

        Translations of a torus are not among them.

        >>> [symmetry.name for symmetry in Board(3, 4).symmetries()]
        ['identity', 'left-right reflection', 'up-down reflection', 'half-turn']
        """
        return list(own_symmetries(self.sides, self.wrap, self.holes))

    def image(self, symmetry: Symmetry | str) -> Board:
        """Return the image of the board: a 6x8 board turned by a quarter is 8x6.

        >>> Board(6, 8).image("quarter-turn")
        Board(8, 6)
        """
        symmetry = Symmetry.of(symmetry, self.dimensions)
        return Board(
            *symmetry.sides(self.sides),
            leaper=self.leaper,
            holes=[symmetry.square(hole, self.sides) for hole in self.holes],
            wrap=tuple(self.wrap[axis] for axis in symmetry.axes),
        )
