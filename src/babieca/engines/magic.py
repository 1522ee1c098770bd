"""Magic tours: all rows have one sum of step numbers, and all columns have one.

`cpp/core/constructions/magic.hpp` describes the search: half of the tour from the classical squares
and diamonds of four moves, and its mirror image as the other half.
"""

from __future__ import annotations

from typing import Literal, get_args

from babieca import _core
from babieca.engines.protocol import Finding
from babieca.errors import BadInputError, shown
from babieca.limits import Limits
from babieca.questions import Question

Magic = Literal["semi", "full"]

DEFAULT_SECONDS = 60.0

STERTENBRINK = "Stertenbrink, Meyrignac and Mackay 2003, by exhaustive search"
PARITY = "parity argument"


def find_magic(question: Question, limits: Limits, magic: Magic) -> Finding:
    """Look for a tour that is magic: "semi" in rows and columns, "full" in the diagonals too.

    >>> from babieca.boards import Board
    >>> asked = Question.ask(Board(8, 8))
    >>> asked.tour(find_magic(asked, Limits(), "semi").order).is_semimagic()
    True
    >>> find_magic(asked, Limits(), "full").proof  # doctest: +ELLIPSIS
    'the 8x8 board has no tour that is magic along its diagonals too (Stertenbrink...'
    """
    if magic not in get_args(Magic):
        raise BadInputError(f"magic is semi or full, not {shown(magic)}")
    for word in question.words:
        if word != "directed":
            raise BadInputError(f"magic tours are found without {word}: leave it out")
    board = question.board
    if board is None or not board.is_plain or board.dimensions != 2:
        raise BadInputError("magic tours are found on plain rectangles only")
    rows, columns = board.sides
    if proof := why_none_is_magic(board.sides, magic):
        return Finding(proof=proof, method="theory")
    if rows % 4 or columns % 4:
        return Finding(method="magic")
    order = _core.magic_tour(
        rows,
        columns,
        question.closed,
        magic == "full",
        limits.left(DEFAULT_SECONDS),
        limits.core_seed,
        limits.reporter(timed=False),
    )
    return Finding(order=order if len(order) else None, method="magic")


def why_none_is_magic(sides: tuple[int, ...], magic: Magic) -> str:
    """Return why no tour of a rectangle is magic; nothing if no reason is known.

    Steps alternate in colour, so the rows of an odd board have odd and even sums by turns. If only
    one side is odd, the sum of a line along it is no whole number. If both sides are even, there
    are N = 4j squares. The j squares in even rows and even columns have one colour, say the odd
    numbers, with sum S. Even rows have half of the total sum, and so have even columns. The squares
    in exactly one of them have all even numbers. It follows that S = 2j^2, which is even. A sum of
    j odd numbers is even only if j is even, so 8 divides N.

    >>> why_none_is_magic((6, 6), "semi")
    'a magic tour needs two even sides and a number of squares that 8 divides (parity argument)'
    >>> why_none_is_magic((8, 12), "full")
    'the diagonals are lines of a magic tour only where the sides are equal'
    """
    rows, columns = sides
    if rows % 2 or columns % 2 or rows * columns % 8:
        return (
            f"a magic tour needs two even sides and a number of squares that 8 divides ({PARITY})"
        )
    if magic == "semi":
        return ""
    if rows != columns:
        return "the diagonals are lines of a magic tour only where the sides are equal"
    if rows == 8:
        return f"the 8x8 board has no tour that is magic along its diagonals too ({STERTENBRINK})"
    return ""
