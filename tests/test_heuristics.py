"""Methods that may give up: valid tours, correct statistics, and three answers never confused."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from babieca import (
    BadInputError,
    Board,
    FindReport,
    Graph,
    Limits,
    NotFoundError,
    Question,
    Tours,
    find,
)
from babieca.engines import reference
from babieca.engines.finders import best_effort
from babieca.engines.warnsdorff import LARGEST_VERIFIED, squirrel_cull


def path_report(place: Any, start: Any = None, **words: Any) -> FindReport:
    return Tours(place, "path", start=start).find_report(**words)


CHOOSY = ("construction", "layered", "squirrel-cull", "two-knights")
"""Methods that take some boards only, and refuse the others themselves."""
GIVE_UP = ("warnsdorff", "rotation", "squirrel-cull", "two-knights")
"""Methods that may give up; the others decide small questions."""
CRITERIA = ["degree", "corner", "edge", "random"]


@settings(max_examples=40, deadline=None)
@given(
    rows=st.integers(5, 14),
    columns=st.integers(5, 14),
    seed=st.integers(0, 2**64 - 1),
    criteria=st.lists(st.sampled_from(CRITERIA), min_size=1, unique=True),
)
def test_warnsdorff_gives_tours_and_counts_honestly(
    rows: int, columns: int, seed: int, criteria: list[str]
) -> None:
    board = Board(rows, columns)
    report = path_report(board, 0, method="warnsdorff", criteria=criteria, seed=seed)
    assert report.proof is None
    walks, nodes = int(report.statistics["restarts"]) + 1, int(report.statistics["nodes"])
    assert 1 <= walks <= (16 if "random" in criteria else 1)
    assert nodes <= walks * len(board)
    if report.tour is not None:
        assert report.tour.indices[0] == 0
        assert nodes >= len(board)
    else:
        assert "random" not in criteria or walks == 16


def test_all_four_criteria_succeed_from_every_square_of_small_even_squares() -> None:
    for n in (6, 8):
        for start in range(n * n):
            report = path_report(Board(n, n), start, method="warnsdorff", seed=1)
            assert report.tour is not None


def test_the_same_seed_gives_the_same_walk_and_another_seed_another() -> None:
    paths = Tours(Board(40, 40), "path", start=0)
    tours = [paths.find(method="warnsdorff", seed=seed) for seed in (1, 1, 2)]
    assert tours[0] == tours[1] != tours[2]


@pytest.mark.parametrize(
    "board",
    [
        Board(5, 6, 7),
        Board(4, 4, 3, 3),
        Board(8, 8, wrap=True),
        Board(8, 9, wrap=(False, True)),
        Board(8, 8, holes=["a1", "h8", "a8"]),
        Board(10, 10, leaper="zebra"),
        Board(2, 2, 2, 2, 2, 2, 3, 4),
    ],
    ids=str,
)
def test_warnsdorff_walks_every_kind_of_board(board: Board) -> None:
    assert len(find(board, "path", method="warnsdorff", restarts=500, seed=3)) == len(board)


def test_warnsdorff_closed_and_with_an_end() -> None:
    assert find(Board(6, 6), method="warnsdorff", restarts=10_000, seed=1).closed
    paths = Tours(Board(8, 8), "path", start="a1", end="b1")
    tour = paths.find(method="warnsdorff", restarts=10_000, seed=1)
    assert (tour.squares[0], tour.squares[-1]) == ((0, 0), (0, 1))


def test_bad_criteria_are_refused() -> None:
    with pytest.raises(BadInputError, match=r"criteria are some of .*, not 'luck'"):
        find(Board(8, 8), method="warnsdorff", criteria="degree,luck")
    with pytest.raises(BadInputError, match="criteria are some of"):
        find(Board(8, 8), method="warnsdorff", criteria=[])
    with pytest.raises(BadInputError, match="needs a board"):
        find(Graph.from_edges(["ab"]), "path", method="warnsdorff", criteria=["corner"])


def test_squirrel_cull_completes_square_boards_from_every_corner() -> None:
    for n in [*range(5, 60), 103, 200, 333]:
        tour = find(Board(n, n), "path", method="squirrel-cull")
        assert tour.indices[0] == 0
    for corner in ("a1", "a8", "h1", "h8"):
        tour = find(Board(8, 8), "path", start=corner, method="squirrel-cull")
        assert tour.squares[0] == Board(8, 8).square(Board(8, 8).index(corner))
    assert LARGEST_VERIFIED >= 333


@pytest.mark.parametrize(
    ("place", "kind", "words"),
    [
        (Board(8, 9), "path", {}),
        (Board(8, 8), "closed", {}),
        (Board(8, 8), "path", {"start": 1}),
        (Board(8, 8), "path", {"end": 0}),
        (Board(6, 6, wrap=True), "path", {}),
        (Graph.from_edges(["ab"]), "path", {}),
    ],
    ids=str,
)
def test_squirrel_cull_says_what_it_does_not_do(place: Any, kind: Any, words: Any) -> None:
    with pytest.raises(BadInputError, match="squirrel-cull"):
        find(place, kind, **words, method="squirrel-cull")


def test_squirrel_cull_needs_some_room() -> None:
    with pytest.raises(BadInputError, match="n >= 5, not 4x4"):
        squirrel_cull(Question.ask(Board(4, 4), "path"), Limits())


def test_backtrack_follows_the_order_of_gonzalez() -> None:
    """Without Warnsdorff, it finds the first path in the order of moves, as the reference does."""
    board = Board(5, 5)
    turns = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
    neighbours = []
    for row, column in board:
        near = [(row + up, column + right) for up, right in turns]
        neighbours.append([board.index(square) for square in near if square in board])
    expected = next(reference.directed_paths(neighbours, 0))
    report = path_report(board, 0, method="backtrack", warnsdorff=False)
    assert report.tour is not None
    assert tuple(report.tour.indices) == expected
    counted = report.statistics
    assert int(counted["nodes"]) - int(counted["backtracks"]) == 25


def test_backtrack_respects_its_limits() -> None:
    paths = Tours(Board(8, 8), "path", start=0)
    report = paths.find_report(method="backtrack", warnsdorff=False, nodes=1000)
    assert (report.tour, report.proof) == (None, None)
    assert report.statistics["nodes"] == 1000
    with pytest.raises(NotFoundError, match="1000 nodes"):
        paths.find(method="backtrack", warnsdorff=False, nodes=1000)
    with pytest.raises(BadInputError, match="warnsdorff is True or False"):
        paths.find(method="backtrack", warnsdorff=1)  # type: ignore[arg-type]


def test_exhausted_searches_are_proofs() -> None:
    graph = Graph.from_board(Board(4, 4))
    plain = Graph.from_edges(graph.edges())
    assert "exhaustive search" in (path_report(plain, method="backtrack").proof or "")


def test_rotation_proves_nothing() -> None:
    plain = Graph.from_edges(Graph.from_board(Board(4, 4)).edges())
    report = path_report(plain, method="rotation", timeout=0.05)
    assert (report.tour, report.proof) == (None, None)
    assert int(report.statistics["rotations"]) > 0


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**64 - 1), kind=st.sampled_from(["closed", "path"]))
def test_rotation_finds_on_boards(seed: int, kind: Any) -> None:
    tour = find(Board(6, 8), kind, start=5, method="rotation", seed=seed)
    assert tour.indices[0] == 5


def random_question(dice: random.Random) -> Question:
    count = dice.randint(1, 8)
    density = dice.random()
    edges = [(u, v) for u in range(count) for v in range(u) if dice.random() < density]
    graph = Graph.from_edges(edges, vertices=range(count))
    closed = dice.random() < 0.5
    start = dice.randrange(count) if dice.random() < 0.6 else None
    end = dice.choice([None, dice.randrange(count)]) if not closed else None
    end = None if end == start else end
    near = [] if start is None else [int(v) for v in graph.neighbours(start) if v != end]
    begin = [start, dice.choice(near)] if near and dice.random() < 0.4 else []
    return Question.ask(graph, "closed" if closed else "path", start=start, end=end, begin=begin)


def test_best_effort_agrees_with_the_reference_on_random_graphs() -> None:
    dice = random.Random(1)
    answers = []
    for _ in range(800):
        question = random_question(dice)
        finding = best_effort(question, Limits.of(timeout=10, seed=dice.randrange(2**32)))
        exists = next(reference.tours(question), None) is not None
        assert (finding.vertices is not None) == exists
        assert (finding.proof is None) == (finding.vertices is not None)
        answers.append(finding.proof is None)
        if finding.vertices is not None:
            tour = question.tour(question.written(finding.vertices))
            assert question.admits(tour)
            assert question.start is None or tour.indices[0] == question.start
            assert question.first is None or tour.indices[1] == question.first
    assert 100 < sum(answers) < 700


@pytest.mark.parametrize(
    ("board", "kind"),
    [
        (Board(10, 10, leaper=(1, 4)), "closed"),
        (Board(12, 12, wrap=True), "closed"),
        (Board(8, 8, holes=["d4", "e4", "a1", "b1"]), "path"),
        (Board(30, 30, leaper="zebra"), "closed"),
    ],
    ids=str,
)
def test_best_effort_finds_on_other_boards(board: Board, kind: Any) -> None:
    tours = Tours(board, kind)
    assert tours.find(timeout=60) in tours


def test_closed_tours_of_every_small_torus_that_has_one() -> None:
    """Every torus from 3x3 to 7x7 has a closed tour; tours of odd length cross the seam."""
    for rows in range(3, 8):
        for columns in range(rows, 8):
            board = Board(rows, columns, wrap=True)
            report = Tours(board).find_report(timeout=60)
            assert report.tour is not None, board
            assert report.tour.closed


def test_large_tori_and_cylinders_take_no_search() -> None:
    for board in (Board(301, 301, wrap=True), Board(4, 400, wrap=(True, False))):
        report = Tours(board, start=7).find_report()
        assert report.method in ("unwrapped", "sweep")
        assert report.found().indices[0] == 7
    across = Tours(Board(9, 5, 7, wrap=True)).find_report()
    assert across.method == "unwrapped"
    assert across.found().closed


def test_graphs_with_next_to_nothing() -> None:
    empty = Graph.from_edges([])
    assert path_report(empty).proof == "there is nothing to visit"
    assert Tours(empty).find_report(method="rotation").proof is not None
    single = Graph.from_edges([], vertices=["x"])
    for ends in ({}, {"start": "x"}, {"end": "x"}, {"start": "x", "end": "x"}):
        for method in ("auto", "sweep", "edges"):
            assert list(find(single, "path", method=method, **ends)) == ["x"]
    for method in ("auto", "warnsdorff", "backtrack", "rotation"):
        report = Tours(Graph.from_edges(["ab"])).find_report(method=method)
        assert report.proof == "a closed tour needs at least three squares"
    assert list(find(Graph.from_edges(["ab"]), "path", begin="b a")) == ["b", "a"]
