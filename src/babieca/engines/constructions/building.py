"""Symmetric and magic tours by construction.

`docs/finding.md` explains repeated tours and symmetric frames. The folded strips of a frame have
voltage 0, so the middle and the whole have the same parity (`cpp/core/constructions/organic.cpp`).

Magic tours have one sum of step numbers in all rows, and one in all columns. The search
(`cpp/core/constructions/magic.cpp`) makes half of the tour from the classical squares and diamonds
of four moves, and its mirror image is the other half.
"""

import itertools
from collections.abc import Iterator
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.boards import Board, Square
from babieca.engines.constructions.changes import joined
from babieca.engines.finders import construction, decide
from babieca.engines.fold import find_symmetric
from babieca.engines.protocol import Finding, core_question
from babieca.engines.refuter import refuted, verdict_on
from babieca.errors import BadInputError
from babieca.limits import USUAL_SECONDS, Limits
from babieca.questions import Question, Vertices
from babieca.reasons import Reason
from babieca.symmetries import Symmetry
from babieca.words import one_of

SHORTEST_SIDE = 5
"""Of rectangles that are constructed; narrower ones are swept."""

MOST_ENDS = 200
"""The most pairs of ends to try for a repeated path; the first nearly always succeeds."""

LEAST, LEAST_NARROW = 8, 14
"""The least sides of the middle, on boards at least `SHORTEST_SIDE` wide and on narrower boards."""

MOST_MIDDLES = 4

WORK = 100
"""The work of the search of each middle, about five seconds."""

_REPEATED_BYTES = 40  # for each square: the permutation of the squares, the images, and the tour
_FRAME_BYTES = 60


def regions(board: Board, symmetry: Symmetry) -> list[tuple[int, int]]:
    """Return sides of regions whose images under the symmetry make up the board, squarest first.

    >>> regions(Board(20, 20), Symmetry.named("quarter-turn"))
    []
    >>> regions(Board(22, 22), Symmetry.named("quarter-turn"))
    [(11, 11)]
    """
    if not board.is_plain or board.dimensions != 2:
        return []
    rows, columns = board.sides
    above, beside, quarter = (rows // 2, columns), (rows, columns // 2), (rows // 2, columns // 2)
    choices = {
        "half-turn": [above, beside] if rows >= columns else [beside, above],
        "up-down reflection": [above],
        "left-right reflection": [beside],
        "quarter-turn": [quarter],
        "three-quarter-turn": [quarter],
    }
    # An odd number of quarters needs an odd region, whose path ends on the colour it started on.
    times = 4 if "quarter" in symmetry.name else 2
    return [
        region
        for region in choices.get(symmetry.name, [])
        if region[0] * region[1] * times == rows * columns
        and min(region) >= SHORTEST_SIDE
        and (times == 2 or region[0] % 2 == 1)
    ]


def repeated(question: Question, limits: Limits) -> Finding:
    """Construct a closed tour that the symmetry shifts along itself; undecided with other words."""
    board, invariant = question.board, question.symmetry
    if board is None or invariant is None or not question.closed:
        return Finding()
    if invariant.style == "Bergholtian" or question.required or question.avoiding:
        return Finding()
    for region in regions(board, invariant.symmetry):
        limits.require(_REPEATED_BYTES * board.cells, f"a tour of the {board.name} board")
        image = invariant.symmetry.permutation(board.sides)
        for start, end in itertools.islice(_ends(board, invariant.symmetry, region), MOST_ENDS):
            path = Question.ask(Board(*region), "path", start=start, end=end)
            found = None if refuted(path) else construction(path, limits).vertices
            if found is not None:
                images = [_placed(found, region, board)]
                while len(images) * len(found) < board.cells:
                    images.append(image[images[-1]])
                vertices = np.concatenate(images).astype(np.int32)
                return Finding(vertices=question.written(vertices), method="repeated")
    return Finding()


def _placed(
    vertices: Vertices,
    region: tuple[int, ...],
    board: Board,
    row: int = 0,
    column: int = 0,
) -> NDArray[np.int64]:
    """Return the squares of a tour of a region whose first square is at a row and a column."""
    rows, columns = np.divmod(vertices.astype(np.int64), region[1])
    return (rows + row) * board.sides[1] + columns + column


def _ends(
    board: Board, symmetry: Symmetry, region: tuple[int, int]
) -> Iterator[tuple[Square, Square]]:
    """Yield pairs of squares of the region, the second a move away from the image of the first."""
    rows, columns = region
    # The region lies in the low corner: its images begin beyond its last rows or columns.
    strip = {
        *itertools.product(range(rows - 3, rows), range(columns)),
        *itertools.product(range(rows), range(columns - 3, columns)),
    }
    for start in sorted(strip, key=lambda at: abs(2 * at[0] - rows) + abs(2 * at[1] - columns)):
        for end in board.neighbours(symmetry.square(start, board.sides)):
            if end != start and end[0] < rows and end[1] < columns:
                yield start, end


def symmetric_frame(question: Question, limits: Limits) -> Finding:
    """Construct a tour that the half-turn or a straight reflection keeps; else undecided."""
    board, invariant = question.board, question.symmetry
    if board is None or invariant is None or not board.is_plain or board.dimensions != 2:
        return Finding()
    if question.required or question.avoiding or question.ends or invariant.symmetry.axes != (0, 1):
        return Finding()
    limits.require(_FRAME_BYTES * board.cells, f"a tour of the {board.name} board")
    flip_rows, flip_columns = invariant.symmetry.flips
    tried = 0
    for high in _strips(board.sides[0], board.sides[1], flip_rows):
        rows = board.sides[0] - 2 * high
        for wide in _strips(board.sides[1], rows, flip_columns):
            columns = board.sides[1] - 2 * wide
            if tried == MOST_MIDDLES or (high, wide) == (0, 0):
                return Finding()
            tried += 1
            middle = Question.ask(Board(rows, columns), question.kind, symmetry=invariant)
            found = find_symmetric(middle, limits.usually(USUAL_SECONDS), work=WORK).vertices
            if found is None:
                continue
            pieces = [_placed(found, (rows, columns), board, high, wide)]
            image = invariant.symmetry.permutation(board.sides)
            # The bottom strip, and the left strip above it, have closed tours.
            for low, sides in ((0, (high, board.sides[1])), (high, (rows, wide))):
                if 0 in sides:
                    continue
                finder = construction if min(sides) >= SHORTEST_SIDE else decide
                found = finder(Question.ask(Board(*sides)), limits).vertices
                assert found is not None  # Schwenk's theorem, which `_strips` asked
                strip = _placed(found, sides, board, low)
                pieces += [strip, image[strip]]
            if (vertices := joined(question, pieces, limits, tries=0)) is not None:
                return Finding(vertices=vertices, method="symmetric frame")
    return Finding()


def _strips(side: int, other: int, flipped: bool) -> Iterator[int]:
    """Yield widths of strips that have closed tours, the widest first, and then 0."""
    least = LEAST if other >= SHORTEST_SIDE else LEAST_NARROW
    for strip in range((side - least) // 2 if flipped else 0, 0, -1):
        if verdict_on(Question.ask(Board(strip, other))).answer == "yes":
            yield strip
    yield 0


Magic = Literal["semi", "full"]


def find_magic(question: Question, limits: Limits, magic: Magic) -> Finding:
    one_of("magic", magic, get_args(Magic))
    for word in question.words:
        if word != "directed":
            raise BadInputError("not_together", one="magic", other=word)
    board = question.board
    if board is None or not board.is_plain or board.dimensions != 2:
        raise BadInputError("magic_rectangles")
    rows, columns = board.sides
    if proof := why_none_is_magic(board.sides, magic):
        return Finding(proof=proof, method="theory")
    if rows % 4 or columns % 4:
        return Finding(method="magic")
    vertices = _core.magic_tour(
        core_question(question),
        magic == "full",
        limits.left(USUAL_SECONDS),
        limits.core_seed,
        limits.reporter(timed=False),
    )
    return Finding(vertices=vertices if len(vertices) else None, method="magic")


def why_none_is_magic(sides: tuple[int, ...], magic: Magic) -> Reason | None:
    """Return why no tour of a rectangle is magic; None if no reason is known.

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
        return Reason("magic_sides", "parity")
    if magic == "semi":
        return None
    if rows != columns:
        return Reason("magic_diagonals")
    if rows == 8:
        return Reason("magic_8x8", "stertenbrink")
    return None
