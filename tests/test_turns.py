"""Turns of all tours: tables, and the tours with the fewest, against all tours one by one."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from babieca import BadInputError, Board, Graph, Tours
from babieca.engines.describing import degrees
from babieca.engines.sweep.count_plan import Machine
from babieca.engines.sweep.totals import TotalsTask
from babieca.engines.sweep.weighted import weighted_plan
from babieca.limits import Limits
from babieca.measures import Line
from tests.commands import run

FLAT = {
    "5x6": Tours("5x6"),
    "6x6": Tours("6x6"),
    "3x10": Tours("3x10"),
    "5x5 paths": Tours("5x5", "path", end="a1"),
    "3x4 paths": Tours("3x4", "path"),
    "3x7 paths from a1": Tours("3x7", "path", start="a1"),
    "4x5 paths between two squares": Tours("4x5", "path", start="a1", end="b3"),
    "1x1 path": Tours("1x1", "path"),
    "no tour": Tours("5x5"),
    "6x6 with words": Tours("6x6", begin="c3 e4", through="a2-b4", avoiding="b2-d3"),
    "5x6 directed": Tours("5x6", directed=True),
    "holes": Tours(Board(5, 6, holes="a1,b1")),
    "wazir": Tours(Board(4, 6, leaper="wazir")),
    "wazir paths": Tours(Board(4, 4, leaper="wazir"), "path"),
    "fers": Tours(Board(3, 4, leaper=(1, 1), holes="b1,d1,a2,c2,b3,d3"), "path"),
    "cube": Tours(Board(2, 2, 3, leaper="wazir")),
}


def described(tours: Tours) -> Counter[tuple[int, ...]]:
    """Count the tours by their turns of each angle, as `describe` has them."""
    lines = (Line.of(tour.board, tour.indices, closed=tour.closed) for tour in tours.list())
    return Counter(tuple(line.turns().values()) for line in lines)


@pytest.mark.parametrize("name", FLAT)
def test_tables_of_turns_equal_descriptions_of_all_tours(name: str) -> None:
    tours = FLAT[name]
    expected = described(tours)
    table = tours.count_by("turn")
    rows = {tuple(row[:-1]): row[-1] for row in table.rows()}
    assert rows == dict(expected)
    assert sum(table.values()) == tours.count()
    changes: Counter[int] = Counter()
    for row, number in expected.items():
        changes[sum(row[1:])] += number
    assert dict(tours.count_by("turns")) == dict(sorted(changes.items()))
    for column, angle in enumerate(table.columns):
        alone: Counter[int] = Counter()
        for row, number in expected.items():
            alone[row[column]] += number
        by = angle.replace("turns of ", "turn:")
        assert dict(tours.count_by(by)) == dict(sorted(alone.items()))


@pytest.mark.parametrize(
    "name", ["5x6", "6x6", "3x7 paths from a1", "6x6 with words", "wazir", "cube"]
)
def test_the_fewest_and_the_most_turns_are_the_ends_of_the_table(name: str) -> None:
    tours = FLAT[name]
    straight = Line.of(tours.question.board, np.arange(1), closed=False).turns()  # type: ignore
    angles = [f"turn:{round(degrees(cosine), 2):g}" for cosine in straight]
    for by in ("turns", *angles):
        table = tours.count_by(by)
        for word, total in (("fewest", min(table)), ("most", max(table))):
            report = tours.find_report(**{word: by})  # type: ignore[arg-type]
            assert report.optimum is not None
            assert (report.optimum.total, report.optimum.tours) == (total, table[total])
            assert tours.count(**{word: by}) == table[total]  # type: ignore[arg-type]
            found = report.found()
            assert found in tours
            made = [*Line.of(found.board, found.indices, closed=found.closed).turns().values()]
            assert total == (sum(made[1:]) if by == "turns" else made[angles.index(by)])


def test_the_bounds_of_turns_leave_few_states() -> None:
    """Without potentials, the last of seven sweeps of 6x7 has a million states."""
    report = Tours("6x7").count_report(most="turn:0")
    assert (report.total, report.value) == (7, 20)
    assert report.counters < 100_000
    report = Tours("8x8").count_report(most="turn:0")
    assert (report.total, report.value) == (19, 112)


def test_a_torus_has_the_directions_of_its_moves() -> None:
    sides = (3, 4)
    tours = Tours(Board(*sides, leaper="wazir", wrap="all"))
    expected: Counter[int] = Counter()
    for tour in tours.list():
        squares = list(tour)
        steps = [
            tuple((there - here) % side for here, there, side in zip(a, b, sides, strict=True))
            for a, b in zip(squares, squares[1:] + squares[:1], strict=True)
        ]
        expected[sum(a != b for a, b in zip(steps, steps[1:] + steps[:1], strict=True))] += 1
    assert dict(tours.count_by("turns")) == dict(sorted(expected.items()))


def test_sums_of_moves_and_turns_are_counted_together() -> None:
    """Columns of moves, one of them negative, beside a column of turns."""
    tours = Tours("5x5", "path", start="a1")
    graph = tours.question.graph
    moves = tuple((u + v, -u, 0) for u, v in graph.edges())
    turns = {
        (v, a, b): (0, 0, v)
        for v in range(len(graph))
        for a in graph.neighbours(v).tolist()
        for b in graph.neighbours(v).tolist()
        if a < b
    }
    plan = weighted_plan(tours.question, Limits(), Machine(2**30, 1), method="sparse")
    expected: Counter[tuple[int, ...]] = Counter()
    for tour in tours.list():
        walk = [graph.vertex(square) for square in tour]
        pairs = [sorted(pair) for pair in itertools.pairwise(walk)]
        inner = sum(walk[1:-1])
        expected[sum(u + v for u, v in pairs), -sum(u for u, _ in pairs), inner] += 1
    task = TotalsTask(plan, 3, moves, turns)
    found = task.run(Limits())
    assert found == dict(sorted(expected.items()))
    assert task.from_json(task.to_json(found)) == found


def test_counts_may_outgrow_64_bits() -> None:
    tours = Tours(Board(4, 60, leaper="wazir"))
    assert tours.count() > 2**64
    table = tours.count_by("turns")
    assert sum(table.values()) == tours.count()
    assert all(turns % 2 == 0 for turns in table)  # a rectilinear polygon has as many of each kind
    assert max(table) <= 240


@pytest.mark.parametrize(
    ("tours", "by", "words", "said"),
    [
        (Tours("5x6"), "turn:80", {}, "turn is one of 0, 36.87, 53.13, 90, 126.87, 143.13"),
        (Tours("5x6"), "turns:90", {}, "turn:90 is the table of one angle"),
        (Tours(Graph.from_edges([(0, 1), (1, 2), (0, 2)])), "turns", {}, "has no directions"),
        (Tours(Board(4, 4, wrap="all")), "turns", {}, "is ambiguous on"),
        (Tours("5x6"), "turns", {"method": "blocks"}, "takes method auto, sparse, not blocks"),
        (Tours("5x6"), "turns", {"checkpoint": "x"}, "does not take checkpoint"),
        (Tours("5x6"), "turns", {"scratch": "x"}, "does not take scratch"),
        (Tours("6x7"), "turn", {"memory": "8M"}, "the states take more than 8.0 MiB"),
        (Tours("8x8"), "turns", {"memory": "8M"}, "a weighted sweep of 8x8 needs"),
        (Tours("5x6", "open"), "turns", {}, "kind closed or path"),
    ],
)
def test_refusals_of_tables_of_turns(
    tours: Tours, by: str, words: Any, said: str, tmp_path: Any
) -> None:
    words = {word: tmp_path if given == "x" else given for word, given in words.items()}
    with pytest.raises(BadInputError, match=said):
        tours.count_by(by, **words)


@pytest.mark.parametrize(("board", "by"), [("8x8", "turn"), ("12x12", "turns")])
def test_a_plan_refuses_the_tables_that_a_count_refuses(board: str, by: str) -> None:
    said = []
    for ask in (lambda: Tours(board).count_by(by), lambda: Tours(board).plan(by=by)):
        with pytest.raises(BadInputError, match=f"{board} is too wide for this table") as refused:
            ask()
        said.append(str(refused.value))
    assert said[0] == said[1]


def test_the_command_prints_a_table_of_turns() -> None:
    found = run("find", "6x6", "--fewest", "turns")
    assert "fewest: 32, proved; 18 tours have it" in found.stdout + found.stderr
    assert run("find", "6x6", "--fewest", "turn").returncode == 2
    assert run("find", "5x5", "--most", "turns").returncode == 1
    assert run("count", "5x6", "--by", "turn:90°").stdout.split()[-2:] == ["10", "2"]
    assert Tours("5x6").count_by("turns").mean() == (Fraction(29),)
    plan = run("plan", "6x6", "--by", "turns", "--device", "cpu").stdout
    assert "table       at most 1 weighted sweep: not known beforehand" in plan
