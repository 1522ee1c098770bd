"""Why a symmetry keeps no tour: squares that stay, and colours counted along the tour.

A symmetry g that shifts a closed tour of N squares along itself, and is of order m, shifts it by t
N/m moves, where t and m have no common factor; so no square stays, and where moves change colour
and m is even, g changes it if and only if N/m is odd. One that runs a tour backwards is of order 2.
If it changes the colour, then the tour is turned in the middle of a move between a square and its
own image, and a closed one twice; if not, in a square that stays, and there are no others.
"""

from __future__ import annotations

import numpy as np

from babieca.boards import Board
from babieca.engines.colours import alternates
from babieca.questions import Question
from babieca.symmetries import Symmetry

MOST_SQUARES_LOOKED_AT = 1_000_000


def why_none_is_kept(question: Question) -> str:
    """Say why the symmetry of a question keeps no tour of the board; nothing if no reason is plain.

    >>> why_none_is_kept(Question.ask(Board(12, 12), symmetry="quarter-turn"))
    'the quarter-turn would shift a tour by 36 moves or an odd multiple, but it changes the colour'
    >>> why_none_is_kept(Question.ask(Board(10, 10), symmetry="quarter-turn"))
    ''
    """
    board, kept = question.board, question.symmetry
    if board is None or kept is None or not alternates(board) or len(board) < 3:
        return ""
    symmetry, style = kept.symmetry, kept.style
    if (stays := squares_that_stay(board, symmetry)) is None:
        return ""
    order, changes = order_of(symmetry), changes_colour(board, symmetry)
    shifted = _not_shifted(board, symmetry, order, stays, changes) if question.closed else "paths"
    turned = _not_turned(board, symmetry, order, stays, changes, 2 if question.closed else 1)
    if style == "Eulerian":
        return shifted
    if style == "Bergholtian" or not question.closed:
        return turned
    return shifted if shifted and turned else ""


def _not_shifted(board: Board, symmetry: Symmetry, order: int, stays: int, changes: bool) -> str:
    if stays:
        return f"the {symmetry.name} leaves {stays} squares in their place"
    if len(board) % order:
        return f"{len(board)} squares are not {order} equal parts"
    shift = len(board) // order
    if order % 2 or shift % 2 == int(changes):
        return ""
    does = "changes" if changes else "keeps"
    return (
        f"the {symmetry.name} would shift a tour by {shift} moves or an odd multiple, "
        f"but it {does} the colour"
    )


def _not_turned(
    board: Board, symmetry: Symmetry, order: int, stays: int, changes: bool, places: int
) -> str:
    if order != 2:
        return f"the {symmetry.name} can only shift a tour, not turn it round"
    if not changes:
        if stays == places:
            return ""
        return (
            f"a tour that the {symmetry.name} turns round would have {places} of its squares in "
            f"their place; there are {stays}"
        )
    if _may_meet_their_image(board, symmetry):
        return ""
    return f"no square is a move away from its image by the {symmetry.name}"


def order_of(symmetry: Symmetry) -> int:
    """Return after how many repetitions everything is in its place again.

    >>> order_of(Symmetry.named("quarter-turn")), order_of(Symmetry.named("diagonal reflection"))
    (4, 2)
    """
    corner, order = tuple(range(len(symmetry.axes))), 1
    sides, at = (2 * len(corner),) * len(corner), corner
    while (at := symmetry.square(at, sides)) != corner:
        order += 1
    return order


def changes_colour(board: Board, symmetry: Symmetry) -> bool:
    """Whether the image of a square has the other colour, which is alike for all squares."""
    flipped = zip(symmetry.flips, symmetry.sides(board.sides), strict=True)
    return sum(side - 1 for flip, side in flipped if flip) % 2 == 1


def squares_that_stay(board: Board, symmetry: Symmetry) -> int | None:
    """Return how many squares a symmetry leaves in their place; None where counting takes long.

    >>> squares_that_stay(Board(9, 9), Symmetry.named("diagonal reflection"))
    9
    """
    straight = symmetry.axes == tuple(range(board.dimensions))
    if straight and not board.hole_indices:
        flipped = zip(symmetry.flips, board.sides, strict=True)
        return int(np.prod([side % 2 if flip else side for flip, side in flipped]))
    if board.cells > MOST_SQUARES_LOOKED_AT and board.dimensions == 2 and not board.hole_indices:
        turned = symmetry.flips[0] != symmetry.flips[1]
        return board.sides[0] % 2 if turned else board.sides[0]
    if board.cells > MOST_SQUARES_LOOKED_AT:
        return None
    own = board.indices()
    return int(np.count_nonzero(symmetry.permutation(board.sides)[own] == own))


def _may_meet_their_image(board: Board, symmetry: Symmetry) -> bool:
    """Whether, for all that is plain, some square is a move away from its image.

    A straight symmetry of an unwrapped board moves a square along the axes it flips, by a number
    of lines that is odd where the side is even; a leaper moves along two axes.
    """
    if symmetry.axes != tuple(range(board.dimensions)) or any(board.wrap):
        return True
    odd = [
        not flip or side % 2 == 1 for flip, side in zip(symmetry.flips, board.sides, strict=True)
    ]
    return 0 in board.leaper or (odd.count(False) == 1 and sum(symmetry.flips) > 1)
