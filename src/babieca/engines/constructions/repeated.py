"""Symmetric tours of any size: a path of one part of the board, repeated by the symmetry.

Let g turn or reflect a rectangle so that a half (or a quarter) and its images under g make up the
whole. A path of the part from s to t, where t is a move away from g(s), continues with its own
image, and the images close: a tour that g shifts along itself. The construction finds such a path
in linear time.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babieca.boards import Board, Square
from babieca.engines.constructions.rectangles import SHORTEST_SIDE, construction
from babieca.engines.protocol import Finding
from babieca.engines.refuter import refuted
from babieca.limits import Limits
from babieca.questions import Question
from babieca.symmetries import Symmetry

_BYTES_PER_SQUARE = 40  # the permutation of the squares, the images, and the tour

MOST_ENDS = 200
"""Pairs of ends that are tried; the first nearly always succeeds."""


@dataclass(frozen=True)
class Part:
    """The squares below `sides`; `times` images of them under the symmetry make up the board."""

    sides: tuple[int, int]
    times: int


def parts(board: Board, symmetry: Symmetry) -> list[Part]:
    """Return the parts whose images under the symmetry make up the board, the squarest first.

    >>> parts(Board(20, 20), Symmetry.named("quarter-turn"))
    []
    >>> parts(Board(22, 22), Symmetry.named("quarter-turn"))[0].sides
    (11, 11)
    """
    if not board.is_plain or board.dimensions != 2:
        return []
    rows, columns = board.sides
    above, beside = Part((rows // 2, columns), 2), Part((rows, columns // 2), 2)
    halves = {
        "half-turn": [above, beside] if rows >= columns else [beside, above],
        "up-down reflection": [above],
        "left-right reflection": [beside],
        "quarter-turn": [Part((rows // 2, columns // 2), 4)],
        "three-quarter-turn": [Part((rows // 2, columns // 2), 4)],
    }
    # An odd number of quarters needs an odd part, whose path ends on the colour it started on.
    return [
        part
        for part in halves.get(symmetry.name, [])
        if part.sides[0] * part.sides[1] * part.times == rows * columns
        and min(part.sides) >= SHORTEST_SIDE
        and (part.times == 2 or part.sides[0] % 2 == 1)
    ]


def repeated(question: Question, limits: Limits) -> Finding:
    """Construct a closed tour that the symmetry of a question shifts along itself.

    Undecided if there is no such part, or the question has other words.

    >>> asked = Question.ask(Board(100, 100), symmetry="half-turn")
    >>> asked.admits(asked.tour(repeated(asked, Limits()).order))
    True
    """
    board, kept = question.board, question.symmetry
    if board is None or kept is None or not question.closed or kept.style == "Bergholtian":
        return Finding()
    if question.required or question.avoiding:
        return Finding()
    for part in parts(board, kept.symmetry):
        limits.require(_BYTES_PER_SQUARE * board.cells, f"a tour of the {board.name} board")
        image = kept.symmetry.permutation(board.sides)
        for start, end in itertools.islice(_ends(board, kept.symmetry, part), MOST_ENDS):
            path = Question.ask(Board(*part.sides), "path", start=start, end=end)
            if refuted(path):
                continue
            found = construction(path, limits).order
            if found is not None:
                order = _images(board, part, image, found)
                return Finding(order=question.written(order), method="repeated")
    return Finding()


def _ends(board: Board, symmetry: Symmetry, part: Part) -> Iterator[tuple[Square, Square]]:
    """Yield pairs of squares of the part, the second a move away from the image of the first."""
    rows, columns = part.sides
    # The part lies in the low corner: its images begin beyond its last rows or columns.
    strip = {
        *itertools.product(range(rows - 3, rows), range(columns)),
        *itertools.product(range(rows), range(columns - 3, columns)),
    }
    for start in sorted(strip, key=lambda at: abs(2 * at[0] - rows) + abs(2 * at[1] - columns)):
        for end in board.neighbours(symmetry.square(start, board.sides)):
            if end != start and end[0] < rows and end[1] < columns:
                yield start, end


def _images(
    board: Board, part: Part, image: NDArray[np.int64], path: NDArray[np.integer[Any]]
) -> NDArray[np.int32]:
    row, column = np.divmod(path.astype(np.int64), part.sides[1])
    squares = [row * board.sides[1] + column]
    for _ in range(part.times - 1):
        squares.append(image[squares[-1]])
    return np.concatenate(squares).astype(np.int32)
