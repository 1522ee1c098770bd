"""Texts along tours: a board with as many squares as the text has cells, and a tour to lay it on.

A reading is a tour from the same first square along which the squares spell the same text. The core
counts all readings (cpp/core/search/readings.hpp). Tours are tried until one is the only reading.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from babieca import _core
from babieca.boards import Board
from babieca.engines.automatic import automatic
from babieca.engines.constructions.changes import shaken
from babieca.engines.finders import best_effort
from babieca.engines.protocol import Finding, built_question
from babieca.engines.refuter import refuted
from babieca.errors import BadInputError, NotFoundError, NoTourError
from babieca.limits import Limits
from babieca.questions import Kind, Question, Vertices
from babieca.symmetries import Symmetry

FEWEST_CELLS, MOST_CELLS = 8, 256
"""From the ring of 3x3 to 16x16; the core counts readings on boards up to this size."""

MOST_BOUNDS = 3
"""Tours that are tried if their readings are too many to count: lower bounds say little."""

FEW_STATES, MANY_STATES = 2**18, 2**20
"""States of all layers while tours are compared, and when the readings of the best are counted."""

_LONGEST = 2.0
"""The longest side of a chosen board, in shorter sides; with holes `_LONGEST_WITH_HOLES`."""
_LONGEST_WITH_HOLES, _MOST_HOLES, _MOST_PATTERNS = 1.6, 12, 60


@dataclass(frozen=True)
class Reading:
    """A tour with the text laid along it.

    `through[i]` is how many readings are on the square of step i there; all of them start together,
    so `through[0]` is their number. If they are not `exact`, there are at least so many. `givens`
    are steps, from 0, whose numbers are written on the board.
    """

    vertices: Vertices
    through: tuple[int, ...]
    exact: bool
    givens: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        return self.through[0]

    @property
    def unique(self) -> bool:
        return self.exact and self.count == 1


def read(
    question: Question,
    vertices: Vertices,
    cells: Sequence[str],
    limits: Limits,
    givens: Sequence[int] = (),
    states: int = MANY_STATES,
) -> Reading:
    """Count the readings of the cells laid along a tour, some steps given.

    >>> question = Question.ask("3x4", "path", start="a1")
    >>> walk = automatic(question, Limits()).vertices
    >>> [read(question, walk, text, Limits()).count for text in ("A" * 12, "KNIGHTSTOURS")]
    [2, 1]
    """
    number = {cell: at for at, cell in enumerate(dict.fromkeys(cells))}
    labels = np.empty(len(vertices), dtype=np.int32)
    labels[vertices] = [number[cell] for cell in cells]
    exact, through = _core.count_readings(
        built_question(question),
        walk=np.ascontiguousarray(vertices, dtype=np.int32),
        labels=labels,
        givens=np.array(sorted(givens), dtype=np.int32),
        most_states=states // len(cells),
        report=limits.reporter(timed=False),
    )
    return Reading(vertices, tuple(through.tolist()), exact, tuple(sorted(givens)))


def laid(question: Question, cells: Sequence[str], limits: Limits, tries: int) -> Reading:
    """Lay the cells along the tour with the fewest readings, of up to `tries` tours."""
    best, bounds = None, 0
    for attempt in range(tries):
        finding = _tour(question, replace(limits, seed=limits.core_seed * tries + attempt))
        if finding.vertices is not None:
            found = read(question, finding.vertices, cells, limits, states=FEW_STATES)
            if best is None or (found.count, not found.exact) < (best.count, not best.exact):
                best = found
            bounds += not found.exact
        elif finding.proof is not None:
            raise NoTourError(finding.proof)
        if limits.over or bounds == MOST_BOUNDS or (best is not None and best.unique):
            break
    if best is None:
        raise NotFoundError("no_tour_within", board=question.board)
    return best if best.exact else read(question, best.vertices, cells, limits)


def _tour(question: Question, limits: Limits) -> Finding:
    """Find a tour, another one for another seed.

    The automatic finder takes a second on a board with holes before it searches.
    """
    plain = question.board is not None and question.board.is_plain
    return shaken(question, (automatic if plain else best_effort)(question, limits), limits)


def with_givens(
    question: Question, reading: Reading, cells: Sequence[str], most: int, limits: Limits
) -> Reading:
    """Give up to `most` steps, each where the fewest readings agree, until one reading is left."""
    while not reading.unique and len(reading.givens) < most:
        free = [step for step in range(1, len(cells)) if step not in reading.givens]
        step = min(free, key=lambda step: reading.through[step])
        reading = read(question, reading.vertices, cells, limits, (*reading.givens, step))
    return reading


def fitting_boards(squares: int, kind: Kind, start: Any = None, end: Any = None) -> Iterator[Board]:
    """Yield boards with so many squares that have a tour: rectangles, then boards with holes.

    The squarest rectangle comes first, its longer side at most twice the shorter one. The holes are
    as few as possible, symmetric, and near the centre.

    >>> [str(next(fitting_boards(squares, "path"))) for squares in (64, 65, 66)]
    ['8x8', '7x10 with 5 holes', '6x11']
    """
    for holes in range(_MOST_HOLES + 1):
        cells = squares + holes
        for rows in range(math.isqrt(cells), 2, -1):
            columns, longest = cells // rows, _LONGEST_WITH_HOLES if holes else _LONGEST
            if rows * columns == cells and columns <= longest * rows:
                boards = (
                    Board(rows, columns, holes=own) for own in _patterns(rows, columns, holes)
                )
                yield from itertools.islice(
                    (board for board in boards if _has_tour(board, kind, start, end)), 1
                )


def _has_tour(board: Board, kind: Kind, start: Any, end: Any) -> bool:
    try:
        question = Question.ask(board, kind, start=start, end=end)
    except BadInputError:  # an end is a hole, or off this board
        return False
    return not refuted(question) and _tour(question, Limits.of(timeout=1.0)).vertices is not None


_REFLECTIONS = ("left-right reflection", "up-down reflection")
_GROUPS = (("half-turn", *_REFLECTIONS), ("half-turn",), *((name,) for name in _REFLECTIONS))


def _patterns(rows: int, columns: int, holes: int) -> Iterator[list[int]]:
    """Yield sets of holes that a symmetry keeps, the most symmetric and the most central first."""
    if holes == 0:
        yield []
        return
    seen: set[tuple[int, ...]] = set()
    middle = (rows - 1) / 2, (columns - 1) / 2
    for group in _GROUPS:
        images = [Symmetry.named(name).permutation((rows, columns)).tolist() for name in group]
        orbits = {
            tuple(sorted({square, *(image[square] for image in images)}))
            for square in range(rows * columns)
        }

        def centred(orbit: tuple[int, ...]) -> tuple[float, tuple[int, ...]]:
            row, column = divmod(orbit[0], columns)
            return math.hypot(row - middle[0], column - middle[1]), orbit

        found = itertools.islice(_unions(sorted(orbits, key=centred), holes), _MOST_PATTERNS)
        for union in found:
            if union not in seen:
                seen.add(union)
                yield [*union]


def _unions(orbits: Sequence[tuple[int, ...]], size: int) -> Iterator[tuple[int, ...]]:
    """Yield the unions of orbits with so many squares, those of the first orbits first."""
    if size == 0:
        yield ()
    for at, orbit in enumerate(orbits):
        if len(orbit) <= size:
            for others in _unions(orbits[at + 1 :], size - len(orbit)):
                yield tuple(sorted(orbit + others))
