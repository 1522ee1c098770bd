"""Boards: a box of squares, a leaper that moves on it, holes, and axes that wrap around.

Squares are tuples `(row, column)` counted from 0 with row 0 at the bottom, so `a1` is `(0, 0)` and
`b1` is `(0, 1)`. The *index* of a square is its row-major position in the box, holes included, so
that punching a hole renumbers nothing.
"""

from __future__ import annotations

import bisect
import itertools
import math
import operator
import re
from collections.abc import Iterable, Iterator
from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

from babieca.errors import BadInputError
from babieca.leapers import checked_leaper, leaper_name
from babieca.symmetries import Symmetry, box_symmetries

Square = tuple[int, ...]
SquareLike = str | tuple[int, ...] | list[int] | SupportsIndex

MOST_CELLS = 2**48
MOST_DIMENSIONS = 64
_LARGEST_SHOWN = 100_000


class Board:
    """A board of any number of dimensions. Immutable and hashable; `repr` rebuilds it.

    >>> board = Board(8, 8)
    >>> board.index("b3"), board.square(17), board.name_of((2, 1))
    (17, (2, 1), 'b3')
    >>> Board(4, 4, wrap=True), len(Board(5, 5, holes=["c3"]))
    (Board(4, 4, wrap=True), 24)
    """

    __slots__ = ("_hash", "_holes", "_leaper", "_sides", "_wrap")

    def __init__(
        self,
        *sides: int,
        leaper: tuple[int, int] | str = (1, 2),
        holes: Iterable[SquareLike] = (),
        wrap: bool | Iterable[bool] = False,
    ) -> None:
        self._sides = _checked_sides(sides)
        self._leaper = checked_leaper(leaper)
        self._wrap = _checked_wrap(wrap, len(self._sides))
        self._holes: frozenset[int] = frozenset()
        try:
            holes = iter(holes)
        except TypeError:
            raise BadInputError(f"holes are a list of squares, not {holes!r}") from None
        self._holes = frozenset(self.index(hole) for hole in holes)
        if len(self) == 0:
            raise BadInputError(f"the holes leave no square on the {self.name} board")
        self._hash = hash((self._sides, self._leaper, self._wrap, self._holes))

    @classmethod
    def parse(
        cls,
        text: str,
        *,
        leaper: tuple[int, int] | str = (1, 2),
        holes: Iterable[SquareLike] = (),
        wrap: bool | Iterable[bool] = False,
    ) -> Board:
        """Read the sides from text: `8x8`, `3 x 10`, `4×4×4`.

        >>> Board.parse("6x8")
        Board(6, 8)
        """
        parts = re.split(r"\s*[x×X*]\s*", text.strip())
        if not all(re.fullmatch(r"[+-]?[0-9]{1,20}", part) for part in parts):
            raise BadInputError(
                f"cannot read a board from {text!r}: expected sides such as 8x8 or 4x4x4"
            )
        return cls(*map(int, parts), leaper=leaper, holes=holes, wrap=wrap)

    @property
    def sides(self) -> tuple[int, ...]:
        """Rows, columns, and so on."""
        return self._sides

    @property
    def leaper(self) -> tuple[int, int]:
        """The two lengths of a move, the shorter first."""
        return self._leaper

    @property
    def wrap(self) -> tuple[bool, ...]:
        """For each axis, whether its two ends are joined."""
        return self._wrap

    @property
    def holes(self) -> tuple[Square, ...]:
        """The squares that are missing, in index order."""
        return tuple(self.square(hole) for hole in self.hole_indices)

    @property
    def hole_indices(self) -> tuple[int, ...]:
        """The indices of the missing squares, increasing."""
        return tuple(sorted(self._holes))

    @property
    def dimensions(self) -> int:
        """How many coordinates a square has."""
        return len(self._sides)

    @property
    def cells(self) -> int:
        """The number of squares of the box, holes included."""
        return math.prod(self._sides)

    @property
    def is_plain(self) -> bool:
        """Whether this is a knight's board without holes and without wrapping."""
        return self._leaper == (1, 2) and not self._holes and not any(self._wrap)

    @property
    def name(self) -> str:
        """The sides, such as `8x8`."""
        return "x".join(map(str, self._sides))

    def __len__(self) -> int:
        return self.cells - len(self._holes)

    def __iter__(self) -> Iterator[Square]:
        return (self.square(int(index)) for index in self.indices())

    def __contains__(self, square: object) -> bool:
        try:
            self.index(square)  # type: ignore[arg-type]
        except BadInputError:
            return False
        return True

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return self._hash

    def _key(self) -> tuple[object, ...]:
        return (self._sides, self._leaper, self._wrap, self._holes)

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (self._sides, self._leaper, self.holes, self._wrap))

    def __repr__(self) -> str:
        parts = [*map(str, self._sides)]
        if self._leaper != (1, 2):
            parts.append(f"leaper={self._leaper}")
        if self._holes:
            parts.append(f"holes={list(self.holes)}")
        if any(self._wrap):
            parts.append(f"wrap={True if all(self._wrap) else self._wrap}")
        return f"Board({', '.join(parts)})"

    def __str__(self) -> str:
        parts = [self.name]
        if self._leaper != (1, 2):
            parts.append(f"{leaper_name(self._leaper)} board")
        if any(self._wrap):
            axes = ", ".join(str(axis) for axis, joined in enumerate(self._wrap) if joined)
            parts.append("torus" if all(self._wrap) else f"wrapped along axis {axes}")
        if self._holes:
            parts.append(f"with {len(self._holes)} hole{'s' if len(self._holes) > 1 else ''}")
        return " ".join(parts)

    def _repr_svg_(self) -> str | None:
        from babieca.drawing.board_pictures import draw_board

        return draw_board(self).svg() if self.cells <= _LARGEST_SHOWN else None

    # Squares and their names ------------------------------------------------------------------

    def index(self, square: SquareLike) -> int:
        """Return the index of a square given by name, tuple or index; refuse what is no square."""
        coordinates: tuple[int, ...]
        if isinstance(square, str):
            coordinates = self._parse_square(square)
        elif isinstance(square, tuple | list):
            try:
                coordinates = tuple(operator.index(part) for part in square)
            except TypeError:
                raise BadInputError(f"coordinates must be integers, not {square!r}") from None
        else:
            try:
                index = operator.index(square)
            except TypeError:
                raise BadInputError(
                    f"not a square: {square!r}; give a name, a tuple or an index"
                ) from None
            if not 0 <= index < self.cells:
                raise BadInputError(
                    f"square {index} is off the {self.name} board (0 to {self.cells - 1})"
                )
            coordinates = self.square(index)
        if len(coordinates) != len(self._sides):
            raise BadInputError(
                f"square {square!r} has {len(coordinates)} coordinates, the {self.name} board has "
                f"{len(self._sides)}"
            )
        index = 0
        for coordinate, side in zip(coordinates, self._sides, strict=True):
            if not 0 <= coordinate < side:
                raise BadInputError(f"square {_show(square)} is off the {self.name} board")
            index = index * side + coordinate
        if index in self._holes:
            raise BadInputError(f"square {_show(square)} is a hole of the board")
        return index

    def square(self, index: int) -> Square:
        """Return the coordinates of the square with this index.

        >>> Board(4, 4, 4).square(27)
        (1, 2, 3)
        """
        coordinates = []
        for side in reversed(self._sides):
            index, coordinate = divmod(index, side)
            coordinates.append(coordinate)
        return tuple(reversed(coordinates))

    def name_of(self, square: SquareLike) -> str:
        """Return the chess name where there is one, else the tuple as text."""
        coordinates = self.square(self.index(square))
        if self.has_names:
            return f"{chr(ord('a') + coordinates[1])}{coordinates[0] + 1}"
        return f"({','.join(map(str, coordinates))})"

    @property
    def has_names(self) -> bool:
        """Whether squares have chess names: two dimensions, at most 26 columns."""
        return len(self._sides) == 2 and self._sides[1] <= 26

    def _parse_square(self, text: str) -> Square:
        text = text.strip()
        if re.fullmatch(r"-?[0-9]{1,18}", text):
            return self.square(self.index(int(text)))
        if match := re.fullmatch(r"([a-zA-Z])([0-9]{1,9})", text):
            if not self.has_names:
                raise BadInputError(
                    f"the {self.name} board has no chess names; write {text!r} as a tuple"
                )
            return (int(match[2]) - 1, ord(match[1].lower()) - ord("a"))
        if match := re.fullmatch(
            r"[(\[]?\s*(-?[0-9]{1,18}(?:\s*[,:]\s*-?[0-9]{1,18})*)\s*,?\s*[)\]]?", text
        ):
            return tuple(int(part) for part in re.split(r"[,:]", match[1]))
        example = "c4, (3,2) or 26" if self.has_names else "(3,2)"
        raise BadInputError(f"cannot read a square from {text!r}; write it like {example}")

    def vertex_of(self, square: SquareLike) -> int:
        """Return the vertex of a square: its place among the squares that are not holes.

        >>> board = Board(3, 3, holes=["a1", "b2"])
        >>> board.vertex_of("c3"), board.index_of(6)
        (6, 8)
        """
        index = self.index(square)
        return index - bisect.bisect_left(self.hole_indices, index)

    def index_of(self, vertex: int) -> int:
        """Return the index of the square that is a vertex: the inverse of `vertex_of`."""
        index = vertex
        for hole in self.hole_indices:
            index += hole <= index
        return index

    def indices(self) -> NDArray[np.int64]:
        """Return the indices of all squares, increasing: vertex v of the graph is the v-th."""
        every = np.arange(self.cells, dtype=np.int64)
        return np.delete(every, self.hole_indices) if self._holes else every

    def vertices(self) -> NDArray[np.int64]:
        """Return the vertex of each square by its index, -1 for holes: `indices` backwards."""
        number = np.full(self.cells, -1, dtype=np.int64)
        number[self.indices()] = np.arange(len(self))
        return number

    # Moves and symmetries ---------------------------------------------------------------------

    def moves(self) -> list[Square]:
        """Return the displacements of one move, in increasing order, whether or not they fit.

        >>> Board(8, 8).moves()[0], len(Board(4, 4, 4).moves())
        ((-2, -1), 24)
        """
        short, long = self._leaper
        found = set()
        for first, second in itertools.permutations(range(len(self._sides)), 2):
            for signs in itertools.product((-1, 1), repeat=2):
                move = [0] * len(self._sides)
                move[first], move[second] = signs[0] * short, signs[1] * long
                found.add(tuple(move))
        if short == 0 and len(self._sides) == 1:
            found = {(-long,), (long,)}
        return sorted(found)

    def neighbours(self, square: SquareLike) -> list[Square]:
        """Return the squares one move away, each once, in index order.

        >>> Board(8, 8).neighbours("a1")
        [(1, 2), (2, 1)]
        """
        origin = self.square(self.index(square))
        found = set()
        for move in self.moves():
            target = []
            for at, by, side, joined in zip(origin, move, self._sides, self._wrap, strict=True):
                target.append((at + by) % side if joined else at + by)
            if tuple(target) != origin and tuple(target) in self:
                found.add(tuple(target))
        return sorted(found)

    def symmetries(self) -> list[Symmetry]:
        """Return the rotations and reflections that keep the board, holes and wrapping included.

        Translations of a torus are not among them.

        >>> [symmetry.name for symmetry in Board(3, 4).symmetries()]
        ['identity', 'left-right reflection', 'up-down reflection', 'half-turn']
        """
        return [
            symmetry for symmetry in box_symmetries(self._sides) if self.image(symmetry) == self
        ]

    def image(self, symmetry: Symmetry) -> Board:
        """Return the board as the symmetry leaves it: a 6x8 board turned by a quarter is 8x6."""
        return Board(
            *symmetry.sides(self._sides),
            leaper=self._leaper,
            holes=[symmetry.square(hole, self._sides) for hole in self.holes],
            wrap=tuple(self._wrap[axis] for axis in symmetry.axes),
        )


def _rebuild(
    sides: tuple[int, ...],
    leaper: tuple[int, int],
    holes: tuple[Square, ...],
    wrap: tuple[bool, ...],
) -> Board:
    return Board(*sides, leaper=leaper, holes=holes, wrap=wrap)


def _show(square: object) -> str:
    return square if isinstance(square, str) else str(square)


def _checked_sides(sides: tuple[int, ...]) -> tuple[int, ...]:
    if not sides:
        raise BadInputError("a board needs at least one side, for example Board(8, 8)")
    try:
        checked = tuple(operator.index(side) for side in sides)
    except TypeError:
        raise BadInputError(f"sides must be integers, not {sides!r}") from None
    if bad := [side for side in checked if side < 1]:
        raise BadInputError(f"sides must be at least 1, not {bad[0]}")
    if len(checked) > MOST_DIMENSIONS:
        raise BadInputError(f"a board has at most {MOST_DIMENSIONS} sides, not {len(checked)}")
    if math.prod(checked) > MOST_CELLS:
        raise BadInputError(
            f"the board {'x'.join(map(str, checked))} is too large: more than 2^48 squares"
        )
    return checked


def _checked_wrap(wrap: bool | Iterable[bool], dimensions: int) -> tuple[bool, ...]:
    if isinstance(wrap, bool | np.bool_):
        return (bool(wrap),) * dimensions
    try:
        checked = tuple(bool(joined) for joined in wrap)
    except TypeError:
        raise BadInputError(f"wrap is True, False or one of them per axis, not {wrap!r}") from None
    if len(checked) != dimensions:
        raise BadInputError(f"wrap has {len(checked)} entries, the board has {dimensions} axes")
    return checked
