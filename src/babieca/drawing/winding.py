"""The winding numbers of the regions into which a closed tour divides the plane.

The moves are cut at their crossings, exactly, in fractions. The pieces form a plane graph; taking
the next piece clockwise at every point traces its regions. Stepping over a piece changes the
winding number by one for each time the tour runs along it, so one search from the outside numbers
all regions.
"""

import itertools
import math
from collections import defaultdict, deque
from fractions import Fraction

import numpy as np

from babieca.drawing.marks import Floats, Integers
from babieca.errors import BadInputError

MOST_MOVES = 2500

Point = tuple[Fraction, Fraction]
HalfEdge = tuple[Point, Point]


def regions(corners: Integers) -> list[tuple[int, Floats]]:
    """Return the winding number and the outline of every region inside a closed line.

    `corners` are rows of x, y; a turn to the left around a region counts +1.

    >>> square = np.array([[0, 0], [2, 0], [2, 2], [0, 2]])
    >>> [(number, len(outline)) for number, outline in regions(square)]
    [(1, 4)]
    >>> bow = np.array([[0, 0], [2, 2], [2, 0], [0, 2]])
    >>> sorted(number for number, outline in regions(bow))
    [-1, 1]
    """
    if len(corners) > MOST_MOVES:
        raise BadInputError("winding_too_long", most=MOST_MOVES, count=len(corners))
    runs = _pieces(corners)
    around: dict[Point, list[Point]] = defaultdict(list)
    for first, second in runs:
        around[first].append(second)
    for (x, y), neighbours in around.items():  # counter-clockwise
        neighbours.sort(key=lambda point: math.atan2(point[1] - y, point[0] - x))
    face_of: dict[HalfEdge, int] = {}
    outlines: list[list[Point]] = []
    areas: list[Fraction] = []  # doubled
    for half in runs:
        if half in face_of:
            continue
        outline = []
        while half not in face_of:
            face_of[half] = len(outlines)
            outline.append(half[0])
            neighbours = around[half[1]]
            half = (half[1], neighbours[neighbours.index(half[0]) - 1])
        outlines.append(outline)
        pairs = zip(outline, outline[1:] + outline[:1], strict=True)
        areas.append(sum((x * to_y - y * to_x for (x, y), (to_x, to_y) in pairs), Fraction(0)))
    outside = areas.index(min(areas))
    # Left of a run, the number is one greater for each time the tour runs along it.
    steps: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for half, times in runs.items():
        steps[face_of[half[::-1]]].append((face_of[half], times))
    numbers = {outside: 0}
    waiting = deque([outside])
    while waiting:
        face = waiting.popleft()
        for other, times in steps[face]:
            if other not in numbers:
                numbers[other] = numbers[face] + times
                waiting.append(other)
    return [
        (numbers[face], np.array(outline, dtype=np.float64))
        for face, outline in enumerate(outlines)
        if face != outside and areas[face] > 0
    ]


def _pieces(corners: Integers) -> dict[HalfEdge, int]:
    """Return every piece between crossings, in both directions, and how often the tour uses it."""
    starts = corners.astype(np.int64)
    offsets = np.roll(starts, -1, axis=0) - starts
    cuts: dict[int, set[Fraction]] = defaultdict(lambda: {Fraction(0), Fraction(1)})
    for move in range(len(starts)):
        others = np.arange(move + 1, len(starts))
        apart = starts[others] - starts[move]
        across = _cross(offsets[move], offsets[others])
        on_this = _cross(apart, offsets[others]) * np.sign(across)
        on_other = _cross(apart, offsets[move]) * np.sign(across)
        size = abs(across)
        meet = (size > 0) & (on_this >= 0) & (on_this <= size)
        meet &= (on_other >= 0) & (on_other <= size)
        for at in np.flatnonzero(meet).tolist():
            cuts[move].add(Fraction(int(on_this[at]), int(size[at])))
            cuts[int(others[at])].add(Fraction(int(on_other[at]), int(size[at])))
        # Moves on one line: each is cut at the ends of the other.
        for at in np.flatnonzero((across == 0) & (_cross(apart, offsets[move]) == 0)).tolist():
            for one, two in itertools.permutations((move, int(others[at]))):
                for end in (starts[two], starts[two] + offsets[two]):
                    along = int((end - starts[one]) @ offsets[one])
                    share = Fraction(along, int(offsets[one] @ offsets[one]))
                    if 0 < share < 1:
                        cuts[one].add(share)
    runs: dict[HalfEdge, int] = defaultdict(int)
    for move, ((x, y), (by_x, by_y)) in enumerate(
        zip(starts.tolist(), offsets.tolist(), strict=True)
    ):
        points = [(x + share * by_x, y + share * by_y) for share in sorted(cuts[move])]
        for first, second in itertools.pairwise(points):
            runs[first, second] += 1
            runs[second, first] -= 1
    return runs


def _cross(first: Integers, second: Integers) -> Integers:
    product: Integers = first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0]
    return product
