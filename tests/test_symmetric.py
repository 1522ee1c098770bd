"""Symmetric tours of any size, without a visible seam between the images."""

from __future__ import annotations

import itertools
import random
import time
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from babieca import Board, Limits, NoTourError, Question, Tour, Tours, find, limits
from babieca.engines.constructions.building import repeated
from babieca.invariants import STYLES, Invariant
from babieca.questions import KINDS


def across(tour: Tour, axis: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Count the moves across each line between two rows (axis 0) or two columns (axis 1)."""
    assert tour.board is not None
    places = np.divmod(tour.indices.astype(np.int64), tour.board.sides[1])[axis]
    low = np.minimum(places, np.roll(places, -1))
    high = np.maximum(places, np.roll(places, -1))
    lines = range(1, tour.board.sides[axis])
    return np.array([np.count_nonzero((low < line) & (high >= line)) for line in lines])


def random_questions(count: int) -> list[tuple[tuple[int, int], str, int]]:
    """Return random boards with each symmetry that may keep a closed tour, and seeds."""
    chance = random.Random(11)
    asked = []
    while len(asked) < count:
        rows, columns = chance.randint(5, 40), chance.randint(6, 40)
        if rows * columns % 2:
            continue
        names = ["half-turn"] if (rows, columns) not in [(5, 6), (6, 5)] else []
        if rows == columns and rows % 4 == 2:
            names += ["quarter-turn", "three-quarter-turn"]
        if rows % 2 and columns % 4 == 2:
            names.append("left-right reflection")
        if columns % 2 and rows % 4 == 2:
            names.append("up-down reflection")
        asked += [((rows, columns), name, chance.randrange(2**32)) for name in names]
    return asked


def test_symmetric_tours_of_every_size_shape_and_seed() -> None:
    for sides, symmetry, seed in random_questions(300):
        tours = Tours(Board(*sides), symmetry=symmetry)
        assert tours.find(seed=seed, timeout=20) in tours, (sides, symmetry, seed)


@pytest.mark.parametrize(
    ("sides", "symmetry", "axis"),
    [
        ((120, 120), "half-turn", 0),
        ((122, 122), "quarter-turn", 0),
        ((121, 122), "left-right reflection", 1),
        ((122, 121), "half-turn", 0),
    ],
)
def test_no_seam_where_the_images_meet(sides: tuple[int, int], symmetry: str, axis: int) -> None:
    asked = Question.ask(Board(*sides), symmetry=symmetry)
    seamed = repeated(asked, Limits(seed=1)).vertices
    assert seamed is not None
    middle = sides[axis] // 2 - 1
    assert across(asked.tour(seamed), axis)[middle] <= 4
    crossings = across(find(Board(*sides), symmetry=symmetry, seed=1), axis)
    inside = crossings[10:-10]
    assert inside.min() > 0.75 * inside.mean()
    assert crossings[middle] > 0.85 * inside.mean()


@pytest.mark.parametrize(
    ("sides", "symmetry"),
    [((100, 100), "half-turn"), ((102, 102), "quarter-turn"), ((101, 102), "reflection")],
)
def test_all_directions_are_about_as_frequent(sides: tuple[int, int], symmetry: str) -> None:
    tour = find(Board(*sides), symmetry=symmetry, seed=4)
    row, column = np.divmod(tour.indices.astype(np.int64), sides[1])
    down, right = np.diff(row), np.diff(column)
    for steps in (1, 2):
        for sign in (-1, 1):
            alike = np.count_nonzero((np.abs(down) == steps) & (np.sign(down * right) == sign))
            assert 0.22 < alike / len(down) < 0.28


def test_another_seed_is_another_symmetric_tour() -> None:
    tours = Tours(Board(14, 14), symmetry="quarter-turn")
    assert len({tours.find(seed=seed) for seed in range(20)}) == 20


def test_a_seed_finds_the_same_tour_on_a_busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [
        (Tours(Board(*sides), symmetry=symmetry), seed)
        for sides, symmetry, seed in random_questions(40)
        if sides[0] * sides[1] < 400
    ]
    asked += [
        (Tours(Board(8, 8), symmetry="half-turn", through="a1-b3,c3-d5"), 3),
        (Tours(Board(5, 9), "path", symmetry="half-turn", start="a1"), 4),
        (Tours(Board(10, 10, wrap=True), symmetry="quarter-turn"), 5),
    ]
    idle = [tours.find(seed=seed) for tours, seed in asked]
    began = time.monotonic()

    def slow() -> float:
        return began + 50 * (time.monotonic() - began)

    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=slow))
    for (tours, seed), tour in zip(asked, idle, strict=True):
        began = time.monotonic()
        assert tours.find(seed=seed) == tour, (tours, seed)


def test_words_besides_the_symmetry_are_heeded() -> None:
    tours = Tours(Board(12, 12), symmetry="half-turn", start="c3")
    tour = tours.find(seed=5)
    assert tour in tours
    assert tour[0] == (2, 2)


def small_boards() -> list[Board]:
    """Return rectangles, and symmetric boards with holes and joined sides."""
    boards = [Board(m, n) for m in range(1, 9) for n in range(m, 13) if m * n <= 48]
    chance = random.Random(5)
    for _ in range(60):
        sides = (chance.randint(3, 6), chance.randint(3, 6))
        symmetry = chance.choice(Board(*sides).symmetries())
        hole = (chance.randrange(sides[0]), chance.randrange(sides[1]))
        holes = {hole}
        for _ in range(3):
            hole = symmetry.square(hole, sides)
            holes.add(hole)
        wrap: Any = chance.choice(["all", "0", "1", False])
        punched = sorted(holes) if chance.random() < 0.6 else []
        boards.append(Board(*sides, wrap=wrap, holes=punched))
    return boards


def test_a_symmetric_tour_is_found_exactly_where_the_count_is_not_zero() -> None:
    asked = 0
    for board in small_boards():
        for symmetry, kind in itertools.product(board.symmetries(), KINDS):
            for style in (None, *STYLES) if kind == "closed" else (None,):
                if symmetry.is_identity:
                    continue
                tours = Tours(board, kind, symmetry=Invariant(symmetry, style))
                report = tours.find_report(seed=1, timeout=60)
                assert (report.tour is None) == (report.proof is not None), tours
                assert (tours.count() > 0) == (report.tour is not None), (tours, report.proof)
                assert report.tour is None or report.tour in tours
                asked += 1
    assert asked > 1000


@pytest.mark.parametrize(
    ("sides", "kind", "symmetry"),
    [
        ((3, 302), "closed", "Eulerian half-turn"),
        ((3, 300), "closed", "half-turn"),
        ((3, 302), "closed", "reflection"),
        ((5, 300), "closed", "half-turn"),
        ((101, 100), "closed", "half-turn"),
        ((101, 102), "closed", "Bergholtian half-turn"),
        ((101, 101), "path", "half-turn"),
        ((102, 101), "open", "half-turn"),
        ((5, 301), "open", "half-turn"),
    ],
)
def test_large_and_narrow_boards(sides: tuple[int, int], kind: Any, symmetry: str) -> None:
    tours = Tours(Board(*sides), kind, symmetry=symmetry)
    assert tours.find(seed=1, timeout=60) in tours


@pytest.mark.parametrize(
    ("sides", "symmetry", "words"),
    [
        ((80, 80), "half-turn", {"through": [((3, 3), (4, 5)), ((40, 40), (41, 42))]}),
        ((80, 80), "half-turn", {"avoiding": [((3, 3), (4, 5)), ((40, 40), (41, 42))]}),
        ((81, 80), "half-turn", {"begin": [(30, 30), (31, 32), (33, 33)]}),
        ((82, 82), "quarter-turn", {"begin": [(30, 30), (31, 32)], "avoiding": [((9, 9), (7, 8))]}),
        ((81, 81), "half-turn", {"through": [((3, 3), (4, 5))], "kind": "path"}),
    ],
)
def test_words_and_a_symmetry_on_large_boards(
    sides: tuple[int, int], symmetry: str, words: dict[str, Any]
) -> None:
    tours = Tours(Board(*sides), symmetry=symmetry, **words)
    tour = tours.find(seed=2, timeout=60)
    assert tour in tours
    begin = words.get("begin", [])
    assert list(tour)[: len(begin)] == begin


@pytest.mark.parametrize(
    ("sides", "symmetry", "reason"),
    [
        ((1000, 1000), "quarter-turn", "changes the colour"),
        ((1000, 1000), "left-right reflection", "changes the colour"),
        ((1001, 1000), "up-down reflection", "leaves 1000 squares in their place"),
        ((1001, 1000), "Eulerian half-turn", "changes the colour"),
        ((1000, 1000), "Bergholtian half-turn", "would have 2 of its squares in their place"),
    ],
)
def test_what_colours_exclude_is_said_at_once(
    sides: tuple[int, int], symmetry: str, reason: str
) -> None:
    tours = Tours(Board(*sides), symmetry=symmetry)
    assert reason in tours.exists().reason
    with pytest.raises(NoTourError, match=reason):
        tours.find()
