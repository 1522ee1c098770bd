"""Descriptions of tours: every fact against a second computation, or a rule that must hold."""

from __future__ import annotations

import itertools
import json
import math
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from babieca import (
    BadInputError,
    Board,
    Description,
    Graph,
    Tour,
    Tours,
    classes,
    find,
    formats,
    unrank,
    usage,
)
from babieca.drawing.winding import regions
from babieca.engines.describing import describe
from babieca.measures import degrees
from tests.commands import run


def steps_of(tour: Tour) -> list[tuple[int, int]]:
    """Return the squares as (x, y), with the first again at the end of a closed tour."""
    points = [(square[1], square[0]) for square in tour]
    return points + points[:1] if tour.closed else points


def by_hand(tour: Tour) -> dict[str, Any]:
    """Compute facts of a tour of the plane by complex numbers, sets and loops."""
    points = steps_of(tour)
    line = [complex(*point) for point in points]
    moves = [after - before for before, after in itertools.pairwise(line)]
    pairs = [*itertools.pairwise(moves + moves[:1] if tour.closed else moves)]
    angles = [phase(after / before) for before, after in pairs]
    runs: list[int] = []
    first = 0
    if tour.closed:  # begin where the direction changes
        first = next(at for at in range(len(moves)) if moves[at] != moves[at - 1])
    for _, group in itertools.groupby(moves[first:] + moves[:first]):
        runs.append(len([*group]))
    segments = [*itertools.pairwise(points)]
    found: dict[str, Any] = {
        "slopes": Counter(slope(move) for move in moves),
        "turns": Counter(round(math.degrees(abs(angle)), 6) for angle in angles),
        "straight_runs": Counter(length for length in runs if length > 1),
        "crossings": sum(cross(*pair) for pair in itertools.combinations(segments, 2)),
    }
    if tour.closed:
        assert tour.board is not None
        rows, columns = tour.board.sides
        centre = complex((columns - 1) / 2, (rows - 1) / 2)
        around = [point - centre for point in line]
        found["turning"] = round(sum(angles) / math.tau, 6)
        found["area"] = sum((a.conjugate() * b).imag for a, b in itertools.pairwise(line)) / 2
        if any(passes(a, b) for a, b in itertools.pairwise(around)):
            found["winding"] = None
        else:
            swept = sum(phase(b / a) for a, b in itertools.pairwise(around))
            found["winding"] = round(swept / math.tau, 6)
    return found


def phase(number: complex) -> float:
    return math.atan2(number.imag, number.real)


def passes(first: complex, second: complex) -> bool:
    """Whether the origin lies between two points, or is one of them."""
    return abs(abs(first) + abs(second) - abs(first - second)) < 1e-9


def slope(move: complex) -> str:
    return str(Fraction(round(move.imag), round(move.real))) if move.real else "vertical"


def cross(first: Any, second: Any) -> bool:
    """Whether the ends of each segment lie strictly on different sides of the other."""

    def side(segment: Any, point: Any) -> int:
        (x, y), (to_x, to_y) = segment
        return (to_x - x) * (point[1] - y) - (to_y - y) * (point[0] - x)

    return all(
        side(one, other[0]) * side(one, other[1]) < 0
        for one, other in ((first, second), (second, first))
    )


def agrees(tour: Tour) -> Description:
    told, truth = tour.describe(), by_hand(tour)
    assert told.slopes is not None
    assert told.turns is not None
    assert Counter(told.slopes) == truth.pop("slopes")
    turns = {round(degrees(cosine), 6): count for cosine, count in told.turns.items()}
    assert Counter(turns) == truth.pop("turns")
    assert {name: getattr(told, name) for name in truth} == truth
    return told


def adds_up(tour: Tour, told: Description) -> None:
    moves = len(tour) - (not tour.closed)
    assert sum((told.slopes or {}).values()) == moves
    assert sum((told.move_classes or {}).values()) == moves
    assert sum((told.turns or {}).values()) == (moves if tour.closed else moves - 1)
    straight = sum((length - 1) * runs for length, runs in (told.straight_runs or {}).items())
    assert (told.turns or {})[Fraction(1)] == straight
    total = len(tour) * (len(tour) + 1) // 2
    assert sum(told.rows or []) == sum(told.columns or []) == total
    assert (told.class_size or 0) * len(told.symmetries or []) == len(tour.board.symmetries())


PLANE_FACTS = ("slopes", "turns", "straight_runs", "crossings", "turning", "winding", "area")
CLASS_FACTS = ("symmetries", "class_size", "rank", "move_classes")
CLOSED_5X6 = [*Tours(Board(5, 6))]


@pytest.fixture(scope="module")
def described_6x6() -> list[tuple[Tour, Description]]:
    """Every closed tour of 6x6, with the facts that the two tests below need."""
    return [(tour, describe(tour, *PLANE_FACTS, *CLASS_FACTS)) for tour in Tours(Board(6, 6))]


def test_every_closed_tour_of_5x6_and_6x5() -> None:
    passing = 0
    for tour in [*CLOSED_5X6, *Tours(Board(6, 5))]:
        told = agrees(tour)
        adds_up(tour, told)
        passing += "winding" in told.left_out
    assert len(CLOSED_5X6) == 8
    assert passing == 0
    # Bergholtian tours pass through the centre twice.
    bergholtian = find(Board(6, 7), symmetry="Bergholtian half-turn")
    assert "the centre" in agrees(bergholtian).left_out["winding"]


def test_paths_of_5x5_and_3x4() -> None:
    """All paths of 3x4, and one in four of the 864 of 5x5."""
    for tour in [
        *Tours(Board(3, 4), "path"),
        *itertools.islice(Tours(Board(5, 5), "path"), 0, None, 4),
    ]:
        adds_up(tour, agrees(tour))


@pytest.mark.parametrize(
    ("board", "kind"),
    [
        (Board(6, 7, leaper="wazir"), "closed"),
        (Board(10, 10, leaper="zebra"), "closed"),
        (Board(8, 8, holes="d4,e4"), "closed"),
        (Board(3, 3, holes="b2"), "closed"),
        (Board(1, 6, leaper="wazir"), "path"),
    ],
    ids=str,
)
def test_other_boards_and_leapers(board: Board, kind: Any) -> None:
    tour = find(board, kind, seed=1)
    adds_up(tour, agrees(tour))


def test_every_closed_tour_of_6x6(described_6x6: list[tuple[Tour, Description]]) -> None:
    """All tours at once, by complex numbers, against the descriptions one by one."""
    assert len(described_6x6) == 9862
    told = [description for _, description in described_6x6]
    rows, columns = np.divmod(np.array([tour.indices for tour, _ in described_6x6]), 6)
    points = columns + 1j * rows
    moves = np.roll(points, -1, axis=1) - points
    angles = np.angle(np.roll(moves, -1, axis=1) / moves)
    centred = points - (2.5 + 2.5j)
    swept = np.angle(np.roll(centred, -1, axis=1) / centred)
    assert [each.turning for each in told] == as_whole(angles.sum(axis=1) / math.tau)
    assert [each.winding for each in told] == as_whole(swept.sum(axis=1) / math.tau)
    areas = (points.conj() * np.roll(points, -1, axis=1)).imag.sum(axis=1) / 2
    assert [each.area for each in told] == areas.tolist()
    for cosine in told[0].turns or {}:
        seen = np.abs(np.cos(angles) - float(cosine)) < 1e-9
        assert [(each.turns or {})[cosine] for each in told] == seen.sum(axis=1).tolist()
    for value, name in ((0.5, "1/2"), (2.0, "2"), (-2.0, "-2"), (-0.5, "-1/2")):
        seen = np.isclose(moves.imag / moves.real, value)
        assert [(each.slopes or {})[name] for each in told] == seen.sum(axis=1).tolist()
    straight = np.isclose(angles, 0)
    apart = straight & ~np.roll(straight, -1, axis=1)  # the last inner square of each run
    runs = [sum((each.straight_runs or {}).values()) for each in told]
    assert runs == apart.sum(axis=1).tolist()
    assert [each.crossings for each in told] == crossings_of_all(points, moves).tolist()


def as_whole(numbers: NDArray[np.float64]) -> list[int]:
    assert np.abs(numbers - numbers.round()).max() < 1e-6
    return numbers.round().astype(int).tolist()


def crossings_of_all(points: Any, moves: Any) -> Any:
    """Count the crossings in every row, pair by pair of moves."""
    total = np.zeros(len(points), dtype=np.int64)
    for one, other in itertools.combinations(range(points.shape[1]), 2):
        apart = points[:, other] - points[:, one]
        size = (moves[:, one].conj() * moves[:, other]).imag
        along = (apart.conj() * moves[:, other]).imag * size
        across = (apart.conj() * moves[:, one]).imag * size
        square = size * size
        total += (along > 0) & (along < square) & (across > 0) & (across < square)
    return total


def test_symmetries_ranks_and_classes_of_6x6(
    described_6x6: list[tuple[Tour, Description]],
) -> None:
    told = [description for _, description in described_6x6]
    counted = classes(Board(6, 6))
    kept = Counter(name for each in told for name in each.symmetries or [])
    assert kept == {name: number for name, number in counted.kept.items() if number}
    assert sum(Fraction(1, each.class_size or 0) for each in told) == counted.value == 1245
    assert sorted(each.rank for each in told if each.rank is not None) == [*range(9862)]
    assert {each.of for each in told} == {9862}
    for tour, each in described_6x6[::500]:
        assert unrank(Board(6, 6), number=each.rank or 0).same_up_to_direction(tour)
    used = Counter[str]()
    for each in told:
        used.update(each.move_classes or {})
    # Every tour that uses a move counts once in the class of the move: `usage` counts them too.
    assert used.total() == sum(usage(Board(6, 6)).values()) == 9862 * 36
    assert used["a1-c2"] == sum(
        number for move, number in usage(Board(6, 6)).items() if set(move) & CORNERS
    )
    assert len(used) == 10
    assert all(sum((each.slopes or {}).values()) == 36 for each in told)


CORNERS = {(0, 0), (0, 5), (5, 0), (5, 5)}


def test_styles_are_those_that_are_counted() -> None:
    listed = [describe(tour, "styles") for tour in Tours(Board(6, 7), symmetry="half-turn")]
    styles = Counter((each.styles or {})["half-turn"] for each in listed)
    assert styles == {"Eulerian": 526, "Bergholtian": 38}


@pytest.mark.parametrize("number", [0, 3, 4000])
def test_regions_give_area_and_winding(number: int) -> None:
    """The area is the sum over the regions that the picture fills, each by its winding number."""
    tour = unrank(Board(6, 6), number=number)
    told = tour.describe()
    found = regions(np.array(steps_of(tour)[:-1]))
    area = sum(winding * shoelace(outline) for winding, outline in found)
    assert area == pytest.approx(told.area)
    inside = [winding for winding, outline in found if holds(outline, 2.5 + 1e-7, 2.5 + 1e-7)]
    assert (inside or [0]) == [told.winding]


def shoelace(outline: Any) -> float:
    x, y = outline.T
    return float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1))) / 2


def holds(outline: Any, x: float, y: float) -> bool:
    """Whether a ray to the right leaves the outline an odd number of times."""
    inside = False
    for (ax, ay), (bx, by) in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def test_reversal_and_images() -> None:
    """Signs change with the direction and in a mirror; all else stays, but for the sums."""
    tour = unrank(Board(6, 6), number=4321)
    signed = ("turning", "winding", "area")
    same = ("symmetries", "class_size", "turns", "straight_runs", "crossings", "move_classes")
    told = tour.describe()
    for image, sign in (
        (tour.reversed(), -1),
        (tour.rotated(), 1),
        (tour.reflected(), -1),
        (tour.reflected("diagonal"), -1),
        (tour.starting_at("c3"), 1),
    ):
        other = image.describe()
        assert [getattr(other, name) for name in signed] == [
            sign * getattr(told, name) for name in signed
        ]
        assert [getattr(other, name) for name in same] == [getattr(told, name) for name in same]


def test_magic_sums() -> None:
    tour = find(Board(8, 8), "path", magic="semi", seed=2)
    told = tour.describe()
    assert (told.semimagic, told.magic) == (True, False)
    assert told.rows == told.columns == [260] * 8
    grid = [[int(step) for step in line.split()] for line in str(tour).splitlines()][::-1]
    assert told.diagonals == [
        sum(grid[at][at] for at in range(8)),
        sum(grid[at][7 - at] for at in range(8)),
    ]
    assert "magic          semimagic" in str(told)


def test_21_classes_of_moves_on_the_chessboard() -> None:
    tour = find(Board(8, 8), seed=3)
    told = tour.describe()
    assert len(told.move_classes or {}) == 21
    adds_up(tour, told)
    assert "256.0 MiB" in told.left_out["rank"]


def test_three_dimensions() -> None:
    tour = find(Board(4, 4, 4))
    told = tour.describe()
    moves = np.diff(np.array([*tour, tour[0], tour[1]]), axis=0)
    cosines = Counter(Fraction(int(one @ two), 5) for one, two in itertools.pairwise(moves))
    assert Counter(told.turns) == cosines
    assert {name for name, why in told.left_out.items() if "two dimensions, not in 3" in why} == {
        *("slopes", "crossings", "turning", "winding", "area", "rows", "columns", "diagonals"),
    }
    assert (told.magic, len(told.symmetries or [])) == (False, 1)


def test_a_torus_and_a_graph_leave_out_what_is_not_defined() -> None:
    torus = find(Board(3, 5, wrap="all")).describe()
    lines = {"slopes", "turns", "straight_runs", "crossings", "turning", "winding", "area"}
    assert set(torus.left_out) == {*lines, "diagonals"}
    assert all("without wrapping" in torus.left_out[name] for name in lines)
    assert torus.rank is not None
    ring = Tour(Graph.from_edges([("x", "y"), ("y", "z"), ("z", "x")]), ["x", "y", "z"])
    told = ring.describe()
    assert (told.board, told.kind, told.start, told.end) == ("graph", "closed", "x", "z")
    assert (told.rank, told.of, told.slopes) == (0, 1, None)
    assert {*told.left_out.values()} == {"defined on boards, not on plain graphs"}


def test_large_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    told = find(Board(100, 100)).describe()
    assert told.squares == sum((told.slopes or {}).values()) == 10_000
    assert set(told.left_out) == {"rank", "move_classes"}
    monkeypatch.setattr("babieca.engines.describing.MOST_SQUARES", 9_999)
    huge = find(Board(100, 100)).describe()
    assert huge.left_out["area"] == "only up to 9,999 squares"
    assert (huge.start, huge.crossings) == (told.start, None)


def test_measures_of_a_tour_say_why_they_are_not_defined() -> None:
    with pytest.raises(BadInputError, match="area: defined for closed tours, not for paths"):
        find(Board(5, 5), "path").line.area()
    with pytest.raises(BadInputError, match="crossings: defined in two dimensions, not in 3"):
        find(Board(4, 4, 4)).crossings()
    with pytest.raises(BadInputError, match="without wrapping"):
        find(Board(3, 5, wrap="all")).line.turns()


def test_the_command_prints_text_and_json() -> None:
    tours = CLOSED_5X6[:2]
    text = "".join(map(formats.dump, tours))
    said = run("describe", text=text).stdout
    assert said == "\n\n".join(str(tour.describe()) for tour in tours) + "\n"
    records = [
        json.loads(line) for line in run("describe", "--json", text=text).stdout.splitlines()
    ]
    assert records == [json.loads(json.dumps(tour.describe().to_json())) for tour in tours]
    assert records[0]["of"] == "8"
    assert {row["cosine"]: row["degrees"] for row in records[0]["turns"]} == {
        **{"1": 0.0, "4/5": 36.87, "3/5": 53.13},
        **{"0": 90.0, "-3/5": 126.87, "-4/5": 143.13},
    }
    assert max(map(len, said.splitlines())) <= 80
    assert "straight runs" in tours[0].describe()._repr_html_()
    bad = run("describe", text="a1 b3 a1")
    assert bad.returncode != 0
    assert bad.stderr.count("\n") == 1
