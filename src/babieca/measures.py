"""Measures of a tour: sums of step numbers (magic tours), and the line through its squares.

docs/describing.md defines every measure, with a picture. All are computed in integers, in time
linear in the number of squares.
"""

import functools
import itertools
import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babieca.board_text import leaps
from babieca.boards import Board
from babieca.errors import BadInputError
from babieca.reasons import Reason

Steps = NDArray[np.int64]
Vector = tuple[int, int]


def line_sums(steps: Steps) -> list[Steps]:
    """Return the sums along the lines of each axis.

    >>> [sums.tolist() for sums in line_sums(np.array([[1, 2], [3, 4]]))]
    [[4, 6], [3, 7]]
    """
    return [steps.sum(axis=axis).reshape(-1) for axis in range(steps.ndim)]


def is_semimagic(steps: Steps) -> bool:
    return all(len(np.unique(sums)) == 1 for sums in line_sums(steps))


def is_magic(steps: Steps) -> bool:
    """Whether the sides are equal and all lines have one sum, long diagonals included.

    >>> is_magic(np.array([[2, 7, 6], [9, 5, 1], [4, 3, 8]]))
    True
    """
    side = steps.shape[0]
    if any(other != side for other in steps.shape) or not is_semimagic(steps):
        return False
    if side == 1:
        return True
    target = int(line_sums(steps)[0][0])
    return all(total == target for total in diagonal_sums(steps))


def diagonal_sums(steps: Steps) -> list[int]:
    """Return the sums along the long diagonals of a cube, the diagonal from the first corner first.

    >>> diagonal_sums(np.array([[2, 7, 6], [9, 5, 1], [4, 3, 8]]))
    [15, 15]
    """
    side, dimensions = steps.shape[0], steps.ndim
    if any(other != side for other in steps.shape):
        raise BadInputError("unequal_sides")
    along = np.arange(side)
    flips = itertools.product((1, -1), repeat=dimensions - 1)
    return [int(steps[(along, *(along[::flip] for flip in each))].sum()) for each in flips]


@dataclass(frozen=True)
class Line:
    """The straight lines between the centres of consecutive squares of a tour.

    `points` has a row of coordinates for each square. Where an x axis and a y axis are needed,
    columns run along x and rows along y, so that a turn to the left is positive.

    >>> line = Line.of(Board(3, 3, holes="b2"), np.array([0, 5, 6, 1, 8, 3, 2, 7]), closed=True)
    >>> line.crossings(), line.turning(), line.winding(), line.area()
    (16, 3, 3, 4.0)
    """

    board: Board
    points: Steps
    closed: bool

    @classmethod
    def of(cls, board: Board, indices: NDArray[np.integer[Any]], *, closed: bool) -> "Line":
        if any(board.wrap):
            raise BadInputError("wrapped_directions")
        return cls(board, np.stack(np.unravel_index(indices, board.sides), axis=1), closed)

    @functools.cached_property
    def moves(self) -> Steps:
        """The displacement of each move; a closed tour has as many moves as squares."""
        ends = _onward(self.points) if self.closed else self.points[1:]
        moves: Steps = ends - self.points[: len(ends)]
        return moves

    def slopes(self) -> dict[str, int]:
        """Count the moves by slope, rows divided by columns, counter-clockwise from 0."""
        self._in_the_plane("slopes")
        used = Counter(map(tuple, self.moves.tolist()))
        return {
            slope: used[up, right] + used[-up, -right]
            for slope, (up, right) in slopes_of(self.board.leaper).items()
        }

    def turns(self) -> dict[Fraction, int]:
        """Count the changes of direction by the cosine of their angle, straight on (1) first."""
        before, after = self._consecutive()
        used = Counter((before * after).sum(axis=1).tolist())
        return {cosine: used[product] for cosine, product in turn_kinds(self.board)}

    def straight_runs(self) -> dict[int, int]:
        """Count the straight runs (two or more moves in one direction) by their moves."""
        before, after = self._consecutive()
        breaks = np.flatnonzero((before != after).any(axis=1))
        if self.closed:
            lengths = np.diff(np.append(breaks, breaks[0] + len(self.moves)))
        else:
            lengths = np.diff(np.concatenate([[-1], breaks, [len(self.moves) - 1]]))
        return dict(sorted(Counter(lengths[lengths > 1].tolist()).items()))

    def turning(self) -> int:
        """Return how many full turns to the left the direction makes, less those to the right."""
        self._encloses("turning")
        around = _winding(self.moves)
        assert around is not None  # a tour never reverses its direction
        return around

    def winding(self) -> int:
        """Return how often the tour goes around the centre of the board, to the left."""
        self._encloses("winding")
        around = _winding(2 * self.points - np.array(self.board.sides) + 1)
        if around is None:
            raise _undefined("winding", Reason("through_centre"))
        return around

    def area(self) -> float:
        """Return the enclosed area; a region counts as often as the tour goes around it."""
        self._encloses("area")
        return int(_cross(self.points, _onward(self.points)).sum()) / 2

    def crossings(self) -> int:
        """Count the pairs of moves that share a point interior to both, not lying on one line.

        Whether two moves cross depends only on their directions and the distance of their starts.
        So the count is a sum of overlaps of shifted bit sets, one for each direction.
        """
        self._in_the_plane("crossings")
        # Direct every move upwards (or rightwards), so that a move is (least end, direction).
        up, right = self.moves.T
        flip = ((up < 0) | ((up == 0) & (right < 0)))[:, None]
        feet = self.points[: len(self.moves)] + np.where(flip, self.moves, 0)
        up, right = np.where(flip, -self.moves, self.moves).T
        rows, columns = self.board.sides
        width = columns + 2 * max(self.board.leaper)  # a shifted square stays in its row
        cells = feet[:, 0] * width + feet[:, 1]
        sets: dict[Vector, int] = {}
        for direction in slopes_of(self.board.leaper).values():
            present = np.zeros(rows * width, dtype=bool)
            present[cells[(up == direction[0]) & (right == direction[1])]] = True
            sets[direction] = int.from_bytes(np.packbits(present, bitorder="little"), "little")
        total = 0
        for first, second in itertools.combinations(sets, 2):
            for rise, run in _crossing_shifts(first, second):
                by = rise * width + run
                shifted = sets[second] >> by if by >= 0 else sets[second] << -by
                total += (sets[first] & shifted).bit_count()
        return total

    def _consecutive(self) -> tuple[Steps, Steps]:
        """Return the moves before and after each square that has both."""
        if self.closed:
            return self.moves, _onward(self.moves)
        return self.moves[:-1], self.moves[1:]

    def _in_the_plane(self, what: str) -> None:
        if self.board.dimensions != 2:
            dimensions = self.board.dimensions
            raise _undefined(what, Reason("plane_defined", dimensions=dimensions))

    def _encloses(self, what: str) -> None:
        self._in_the_plane(what)
        if not self.closed:
            raise _undefined(what, Reason("closed_defined"))


def _undefined(what: str, why: Reason) -> BadInputError:
    return BadInputError("with_error", what=what, error=why)


@functools.lru_cache(maxsize=64)
def slopes_of(leaper: Vector) -> dict[str, Vector]:
    """Return every slope and its move upwards (or rightwards)."""
    upward = sorted((math.atan2(*move), move) for move in leaps(leaper, 2) if move > (0, 0))
    return {
        str(Fraction(up, right)) if right else "vertical": (up, right) for _, (up, right) in upward
    }


@functools.lru_cache(maxsize=64)
def turn_kinds(board: Board) -> list[tuple[Fraction, int]]:
    """Return cosine and dot product of all pairs of moves that a tour may make, straight on first.

    A move is never followed by its reversal. By symmetry the first move may be any one.
    """
    all_moves = np.array(leaps(board.leaper, board.dimensions)).reshape(-1, board.dimensions)
    products = {int(product) for move in all_moves[:1] for product in all_moves @ move}
    length = sum(part * part for part in board.leaper)
    return [(Fraction(each, length), each) for each in sorted(products, reverse=True)][:-1]


def _onward(points: Steps) -> Steps:
    """Return the next point of each point of a closed line."""
    return np.concatenate([points[1:], points[:1]])


def _cross(first: Steps, second: Steps) -> Steps:
    """Return twice the signed areas of the triangles with the origin; x is the second column."""
    product: Steps = first[:, 1] * second[:, 0] - first[:, 0] * second[:, 1]
    return product


def _winding(points: Steps) -> int | None:
    """Return how often a closed line goes around the origin, counter-clockwise; None: through it.

    This counts the crossings of the positive x axis.
    """
    onward = _onward(points)
    cross = _cross(points, onward)
    if ((cross == 0) & ((points * onward).sum(axis=1) <= 0)).any():
        return None
    above, then_above = points[:, 0] > 0, onward[:, 0] > 0
    up, down = ~above & then_above & (cross > 0), above & ~then_above & (cross < 0)
    return int(np.count_nonzero(up)) - int(np.count_nonzero(down))


@functools.lru_cache(maxsize=1024)
def _crossing_shifts(first: Vector, second: Vector) -> list[Vector]:
    """Return the positions of the foot of `second`, relative to that of `first`, that cross."""
    cross = first[0] * second[1] - first[1] * second[0]
    if cross == 0:
        return []
    reach = max(map(abs, first + second)) * 2
    found = []
    for up, right in itertools.product(range(-reach, reach + 1), repeat=2):
        # first * s == (up, right) + second * t, with 0 < s, t < 1
        along = (up * second[1] - right * second[0], up * first[1] - right * first[0])
        if all(0 < scaled * cross < cross * cross for scaled in along):
            found.append((up, right))
    return found


def degrees(cosine: Fraction) -> float:
    """Return the angle in degrees, from 0 to 180.

    >>> round(degrees(Fraction(3, 5)), 2), degrees(Fraction(0))
    (53.13, 90.0)
    """
    return math.degrees(math.acos(cosine))
