"""Published theorems about which boards have knight's tours.

Let m <= n be the sides of a rectangle.

- Schwenk: it has a closed tour unless m n is odd, m is 1, 2 or 4, or m is 3 and n is 4, 6 or 8.
- Cull and De Curtins: it has a path if m >= 5. Narrower rectangles are known one by one.
- Conrad and others: if m >= 6, any two squares whose colours allow it are the ends of a path.
- Erde, Golénia and Golénia: a box with three or more sides above 1 has a closed tour if and only
  if one side is even, the longest is at least 4, and the second longest at least 3.

`reasons.py` has the titles.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from babieca.boards import Board
from babieca.engines.refuter.reasons import CONRAD, COUNTING, CULL, ERDE, SCHWENK, Reason
from babieca.questions import Question


def rectangle_of(board: Board | None) -> tuple[int, int] | None:
    """Return the two sides of a plain rectangle, or None. Further sides of 1 are left out.

    >>> rectangle_of(Board(6, 1, 8)), rectangle_of(Board(4, 4, 4)), rectangle_of(Board(1, 1))
    ((6, 8), None, (1, 1))
    """
    if board is None or not board.is_plain or board.dimensions < 2:
        return None
    proper = [side for side in board.sides if side > 1]
    if len(proper) > 2:
        return None
    rows, columns = [1, 1, *proper][-2:]
    return rows, columns


def plain_inside(board: Board) -> Board | None:
    """Return a knight's board without its wrap; None if it has no wrap, or has holes.

    >>> plain_inside(Board(8, 8, wrap=True))
    Board(8, 8)
    """
    if board.leaper != (1, 2) or board.holes or not any(board.wrap):
        return None
    return Board(*board.sides)


def inner_squares(sides: tuple[int, int]) -> NDArray[np.int32]:
    """Return the squares of the two inner lines of a board with a side of 4."""
    grid = np.arange(sides[0] * sides[1], dtype=np.int32).reshape(sides)
    return (grid[1:3] if sides[0] == 4 else grid[:, 1:3]).reshape(-1)


def excluded_by_theorem(question: Question) -> Reason | None:
    """Return the theorem that excludes every tour of the question's kind, if one does."""
    board = question.board
    if board is None or not board.is_plain:
        return None
    sides = rectangle_of(board)
    if sides is not None:
        return _excluded_on_rectangle(question, board.name, sides)
    return _excluded_on_box(question, board) if board.dimensions > 2 else None


def admitted_by_theorem(question: Question) -> Reason | None:
    """Return the theorem that promises a tour with these ends, if one does.

    The caller has found no refutation. The words on moves and symmetry are not considered.
    """
    if len(question.graph) == 1:
        return Reason("a single square is a path")
    board = question.board
    if board is None or not board.is_plain:
        return None
    sides = rectangle_of(board)
    has_closed = _box_has_closed_tour(board.sides)
    source = ERDE
    if sides is not None:
        has_closed, source = _has_closed_tour(sides), SCHWENK
    if question.closed:
        return Reason(f"the {board.name} board has a closed tour", source) if has_closed else None
    if sides is not None and min(sides) >= 6:
        if question.kind == "open" and len(question.ends) < 2:
            return Reason("the ends may be any two squares that colours allow", CONRAD)
        if question.ends:
            return Reason(
                "the colours of the ends allow a path, and both sides are at least 6", CONRAD
            )
    if question.kind == "open" and len(question.ends) < 2:
        return None
    if sides is not None and not question.ends:
        return Reason(f"the {board.name} board has a path", CULL)
    if has_closed and len(question.ends) < 2:
        return Reason(
            f"the {board.name} board has a closed tour, which can be cut open at any square", source
        )
    return None


def _has_closed_tour(sides: tuple[int, int]) -> bool:
    short, long = sorted(sides)
    return not (short * long % 2 or short in (1, 2, 4) or (short == 3 and long in (4, 6, 8)))


def _has_path(sides: tuple[int, int]) -> bool:
    short, long = sorted(sides)
    return short >= 5 or (short == 4 and long >= 5) or (short == 3 and (long == 4 or long >= 7))


def _box_has_closed_tour(sides: tuple[int, ...]) -> bool:
    """Apply the theorem of Erde and others; False where it does not apply."""
    proper = sorted(side for side in sides if side > 1)
    if len(proper) < 3:
        return False
    return any(side % 2 == 0 for side in proper) and proper[-1] >= 4 and proper[-2] >= 3


def _excluded_on_rectangle(question: Question, name: str, sides: tuple[int, int]) -> Reason | None:
    if question.closed:
        if _has_closed_tour(sides):
            return None
        return Reason(f"the {name} board has no closed tour", SCHWENK)
    if not _has_path(sides):
        return Reason(f"the {name} board has no path", CULL)
    if min(sides) == 4 and any(_is_inner(end, sides) for end in question.ends):
        # Outer squares have inner neighbours only. So inner links number (outer ends - inner
        # ends) / 2. Without inner links a path would keep to the squares whose line (outer or
        # inner) goes with their colour as at its start. Hence one inner link and two outer ends.
        return Reason("with a side of 4, a path starts and ends in the two outer lines", COUNTING)
    return None


def _excluded_on_box(question: Question, board: Board) -> Reason | None:
    if question.closed:
        if _box_has_closed_tour(board.sides):
            return None
        return Reason(f"the {board.name} board has no closed tour", ERDE)
    proper = sorted(side for side in board.sides if side > 1)
    if proper[-1] <= 3:
        # A square in the middle of every side of 3 has no step of two in any direction.
        middle = tuple(side // 2 if side == 3 else 0 for side in board.sides)
        return Reason(f"{board.name_of(middle)} has no move")
    if proper[-2] == 2:
        return Reason(f"on the {board.name} board moves keep the parity along the long side")
    return None


def _is_inner(square: int, sides: tuple[int, int]) -> bool:
    row, column = divmod(square, sides[1])
    return (row if sides[0] == 4 else column) in (1, 2)
