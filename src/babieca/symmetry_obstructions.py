"""Reasons why a symmetry of a board maps no tour to itself: fixed squares, and colours.

A symmetry that maps a tour to itself either shifts a closed tour along itself (style Eulerian) or
reverses the tour (Bergholtian; the only style of a path).

Shifts. If g has order m and shifts a closed tour of N squares, then N/m is whole and g shifts it by
t N/m moves, where t and m have no common factor. So g fixes no square. If moves change colour and m
is even, then g changes colour if and only if N/m is odd.

Reversals. The reversal has order 2, and it fixes two places of a closed tour, one of a path. Each
place is a fixed square or a move between a square and its image. No other square is fixed.
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from babieca.boards import Board
from babieca.colours import alternates
from babieca.symmetries import Symmetry

MOST_SQUARES = 1_000_000
"""Larger boards with holes are not looked at square by square."""


def obstruction(board: Board, symmetry: Symmetry, style: str | None, *, closed: bool) -> str:
    """Return why the symmetry keeps no tour of the board; nothing if no reason is found.

    >>> half, quarter = map(Symmetry.named, ("half-turn", "quarter-turn"))
    >>> obstruction(Board(12, 12), quarter, None, closed=True)
    'the quarter-turn would shift a tour by 36 moves or an odd multiple, but it changes the colour'
    >>> obstruction(Board(10, 10), quarter, None, closed=True)
    ''
    """
    if len(board) < 3 or (board.holes and board.cells > MOST_SQUARES):
        return ""
    fixed, order = _fixed_squares_and_order(board, symmetry)
    if fixed == len(board):
        return ""
    no_shift = _no_shift(board, symmetry, fixed, order) if closed else "a path cannot be shifted"
    no_reversal = _no_reversal(board, symmetry, fixed, order, 2 if closed else 1)
    if style == "Eulerian":
        return no_shift
    if style == "Bergholtian" or not closed:
        return no_reversal
    return no_shift if no_shift and no_reversal else ""


def _fixed_squares_and_order(board: Board, symmetry: Symmetry) -> tuple[int, int]:
    """Return how many squares are fixed, and after how many repetitions all are.

    Without holes both follow from the cycles of the axes. In a cycle with an even number of flips
    the coordinates are equal up to flips; with an odd number only the middle is fixed.
    """
    if board.holes:
        image = board.vertices()[symmetry.permutation(board.sides)[board.indices()]]
        own = np.arange(len(board))
        moved, order = image, 1
        while not np.array_equal(moved, own):
            moved, order = image[moved], order + 1
        return int(np.count_nonzero(image == own)), order
    fixed, order, seen = 1, 1, set[int]()
    for first in range(board.dimensions):
        cycle = [first]
        while (onward := symmetry.axes[cycle[-1]]) != first:
            cycle.append(onward)
        if first not in seen:
            seen.update(cycle)
            flipped = sum(symmetry.flips[axis] for axis in cycle) % 2
            fixed *= board.sides[first] % 2 if flipped else board.sides[first]
            order = math.lcm(order, len(cycle) * (1 + flipped))
    return fixed, order


def _changes_colour(board: Board, symmetry: Symmetry) -> bool:
    """Whether images have the other colour; this is the same for all squares."""
    flipped = zip(symmetry.flips, symmetry.sides(board.sides), strict=True)
    return sum(side - 1 for flip, side in flipped if flip) % 2 == 1


def _no_shift(board: Board, symmetry: Symmetry, fixed: int, order: int) -> str:
    if fixed:
        return f"the {symmetry.name} leaves {fixed} squares in their place"
    if len(board) % order:
        return f"{len(board)} squares are not {order} equal parts"
    shift, changes = len(board) // order, _changes_colour(board, symmetry)
    if not alternates(board) or order % 2 or shift % 2 == int(changes):
        return ""
    return (
        f"the {symmetry.name} would shift a tour by {shift} moves or an odd multiple, "
        f"but it {'changes' if changes else 'keeps'} the colour"
    )


def _no_reversal(board: Board, symmetry: Symmetry, fixed: int, order: int, places: int) -> str:
    if order != 2:
        return f"the {symmetry.name} can only shift a tour, not reverse it"
    same_colour = alternates(board) and not _changes_colour(board, symmetry)
    if fixed > places or (same_colour and fixed < places):
        return (
            f"a tour that the {symmetry.name} reverses would have {places} of its squares in "
            f"their place; there are {fixed}"
        )
    if fixed < places and not _may_move_to_image(board, symmetry):
        return f"no square is a move away from its image by the {symmetry.name}"
    return ""


def _may_move_to_image(board: Board, symmetry: Symmetry) -> bool:
    """Whether some square may be a move away from its image; True if this is not known.

    Without holes this is exact for symmetries that swap no axes: along a flipped axis a square and
    its image are any distance apart that is smaller than the side and has the parity of side - 1.
    """
    if symmetry.axes != tuple(range(board.dimensions)) or board.dimensions < 2:
        return True

    def possible(axis: int, distance: int) -> bool:
        side, flipped = board.sides[axis], symmetry.flips[axis]
        if board.wrap[axis]:
            return side % 2 == 1 or distance % 2 == 1 if flipped else distance % side == 0
        return distance < side and (side - distance) % 2 == 1 if flipped else distance == 0

    def reached(axes: tuple[int, ...]) -> bool:
        distances = dict(zip(axes, board.leaper, strict=True))
        return all(possible(axis, distances.get(axis, 0)) for axis in range(board.dimensions))

    return any(map(reached, itertools.permutations(range(board.dimensions), 2)))
