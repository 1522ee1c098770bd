"""Symmetric tours of any size: a symmetric tour of the middle in a frame of closed tours.

Strips are cut off at both ends of a side, each the image of the other, until the middle is small
enough to search its folded board. The strips have closed tours. Switches join them to the middle,
and the symmetry repeats each switch on the other side. The folded strips have voltage 0, so the
middle and the whole have the same parity (`cpp/core/constructions/organic.hpp`).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from babieca.boards import Board
from babieca.engines.constructions.organic import joined
from babieca.engines.constructions.rectangles import SHORTEST_SIDE, construction
from babieca.engines.fold.finding import find_kept
from babieca.engines.protocol import Finding
from babieca.engines.refuter.verdicts import verdict_on
from babieca.engines.sweep.deciding import decide
from babieca.limits import Limits
from babieca.questions import Question

LEAST, LEAST_NARROW = 8, 14
"""The least sides of the middle: on boards at least `SHORTEST_SIDE` wide, and on narrower ones."""

MOST_MIDDLES = 4
"""How many middles are tried."""

SECONDS = 5.0
"""For the search of each middle."""

_BYTES_PER_SQUARE = 60


def symmetric_frame(question: Question, limits: Limits) -> Finding:
    """Construct a tour that the half-turn or a straight reflection keeps, in either style.

    Undecided if no strip can be cut off, or if the question has other words.

    >>> asked = Question.ask(Board(101, 100), symmetry="half-turn")
    >>> asked.admits(asked.tour(symmetric_frame(asked, Limits()).order))
    True
    """
    board, kept = question.board, question.symmetry
    if board is None or kept is None or not board.is_plain or board.dimensions != 2:
        return Finding()
    if question.required or question.avoiding or question.ends or kept.symmetry.axes != (0, 1):
        return Finding()
    limits.require(_BYTES_PER_SQUARE * board.cells, f"a tour of the {board.name} board")
    flip_rows, flip_columns = kept.symmetry.flips
    tried = 0
    for high in _strips(board.sides[0], board.sides[1], flip_rows):
        rows = board.sides[0] - 2 * high
        for wide in _strips(board.sides[1], rows, flip_columns):
            columns = board.sides[1] - 2 * wide
            if tried == MOST_MIDDLES or (high, wide) == (0, 0):
                return Finding()
            tried += 1
            middle = Question.ask(Board(rows, columns), question.kind, symmetry=kept)
            found = find_kept(middle, limits.within(min(SECONDS, limits.left(SECONDS)))).order
            if found is None:
                continue
            row, column = np.divmod(found.astype(np.int64), columns)
            pieces = [(row + high) * board.sides[1] + column + wide]
            image = kept.symmetry.permutation(board.sides)
            for strip in _closed(board, high, wide, limits):
                pieces += [strip, image[strip]]
            order = joined(question, pieces, limits, tries=0)
            if order is not None:
                return Finding(order=order, method="symmetric frame")
    return Finding()


def _strips(side: int, other: int, flipped: bool) -> Iterator[int]:
    """Yield widths of strips that have closed tours, the widest first, and then 0."""
    least = LEAST if other >= SHORTEST_SIDE else LEAST_NARROW
    for strip in range((side - least) // 2 if flipped else 0, 0, -1):
        if verdict_on(Question.ask(Board(strip, other))).answer == "yes":
            yield strip
    yield 0


def _closed(board: Board, high: int, wide: int, limits: Limits) -> Iterator[NDArray[np.int64]]:
    """Yield closed tours of the bottom strip, and of the left strip above it."""
    rows, columns = board.sides
    for low, sides in ((0, (high, columns)), (high, (rows - 2 * high, wide))):
        if 0 in sides:
            continue
        asked = Question.ask(Board(*sides))
        finder = construction if min(sides) >= SHORTEST_SIDE else decide
        found = finder(asked, limits).order
        assert found is not None  # Schwenk's theorem, which `_strips` asked
        row, column = np.divmod(found.astype(np.int64), sides[1])
        yield (row + low) * columns + column
