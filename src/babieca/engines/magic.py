"""Magic tours: the step numbers along every row, and along every column, have one sum.

`cpp/core/constructions/magic.hpp` tells how they are searched: quad after quad of the classical
squares and diamonds, half of the tour, and its mirror image for the other half.
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
    """Look for a magic tour: "semi" for rows and columns, "full" for the long diagonals as well.

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
    """Say why no tour of a rectangle is magic; nothing if no reason is known.

    Steps alternate in colour, so rows of an odd board have sums that are odd and even by turns. If
    one side is odd, the sum of a line along it is no whole number. With two even sides there are
    N = 4j squares. Call those in even rows and even columns the first class, and say it has odd
    numbers, with the sum S. Even rows have half of all numbers, so have even columns; and the
    squares in just one of them have all even numbers. That leaves S = 2j^2, which is even, while j
    odd numbers add up to an even number only if j is even: 8 divides N.

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
