"""The methods that may give up: valid tours, honest counts, and three answers never confused."""

import random

import numpy as np
import pytest
from babieca.finding import find_report
from babieca.finding.general import best_effort
from babieca.finding.problem import Problem
from babieca.finding.squirrel_cull import LARGEST_VERIFIED, squirrel_cull
from hypothesis import given, settings
from hypothesis import strategies as st

from babieca import BadInputError, Board, Graph, NotFoundError, Tour, _reference, find

CRITERIA = ["degree", "corner", "edge", "random"]


@settings(max_examples=40, deadline=None)
@given(
    rows=st.integers(5, 14),
    columns=st.integers(5, 14),
    seed=st.integers(0, 2**64 - 1),
    criteria=st.lists(st.sampled_from(CRITERIA), min_size=1, unique=True),
)
def test_warnsdorff_gives_tours_and_counts_honestly(rows, columns, seed, criteria) -> None:
    board = Board(rows, columns)
    report = find_report(
        board, start=0, method="warnsdorff", options={"criteria": criteria}, seed=seed
    )
    assert report.proof is None
    walks = report.statistics["restarts"] + 1
    assert 1 <= walks <= (16 if "random" in criteria else 1)
    assert report.statistics["nodes"] <= walks * len(board)
    if report.tour is not None:
        assert report.tour.indices[0] == 0
        assert report.statistics["nodes"] >= len(board)
    else:
        assert "random" not in criteria or walks == 16


def test_all_four_criteria_succeed_from_every_square_of_small_even_squares() -> None:
    for n in (6, 8):
        for start in range(n * n):
            report = find_report(Board(n, n), start=start, method="warnsdorff", seed=1)
            assert report.tour is not None


def test_the_same_seed_gives_the_same_walk_and_another_seed_another() -> None:
    tours = [find(Board(40, 40), method="warnsdorff", start=0, seed=seed) for seed in (1, 1, 2)]
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
    assert len(find(board, method="warnsdorff", restarts=500, seed=3)) == len(board)


def test_warnsdorff_closed_and_with_an_end() -> None:
    assert find(Board(6, 6), closed=True, method="warnsdorff", restarts=10_000, seed=1).closed
    tour = find(Board(8, 8), start="a1", end="b1", method="warnsdorff", restarts=10_000, seed=1)
    assert (tour.squares[0], tour.squares[-1]) == ((0, 0), (0, 1))


def test_bad_criteria_are_refused() -> None:
    with pytest.raises(BadInputError, match="unknown criterion 'luck'"):
        find(Board(8, 8), method="warnsdorff", options={"criteria": "degree,luck"})
    with pytest.raises(BadInputError, match="needs a board"):
        find(Graph.from_edges(["ab"]), method="warnsdorff", options={"criteria": ["corner"]})


def test_squirrel_cull_completes_square_boards_from_every_corner() -> None:
    for n in [*range(5, 60), 103, 200, 333]:
        tour = find(Board(n, n), method="squirrel-cull")
        assert tour.indices[0] == 0
    for corner in ("a1", "a8", "h1", "h8"):
        tour = find(Board(8, 8), start=corner, method="squirrel-cull")
        assert tour.squares[0] == Board(8, 8).square(Board(8, 8).index(corner))
    assert LARGEST_VERIFIED >= 333


@pytest.mark.parametrize(
    "problem",
    [
        Problem(Board(8, 9)),
        Problem(Board(8, 8), closed=True),
        Problem(Board(8, 8), start=1),
        Problem(Board(4, 4)),
        Problem(Board(6, 6, wrap=True)),
        Problem(Graph.from_edges(["ab"])),
    ],
    ids=lambda problem: f"{problem.where}",
)
def test_squirrel_cull_says_what_it_does_not_do(problem: Problem) -> None:
    with pytest.raises(BadInputError, match="squirrel-cull"):
        squirrel_cull(problem)


def test_backtrack_follows_the_order_of_the_seed() -> None:
    """Plain, the first path in the order of the moves; the reference tries them in the same way."""
    board = Board(5, 5)
    turns = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
    neighbours = []
    for row, column in board:
        near = [(row + up, column + right) for up, right in turns]
        neighbours.append([board.index(square) for square in near if square in board])
    expected = next(_reference.directed_paths(neighbours, 0))
    report = find_report(board, start=0, method="backtrack", options={"warnsdorff": False})
    assert report.tour is not None
    assert tuple(report.tour.indices) == expected
    assert report.statistics["nodes"] - report.statistics["backtracks"] == 25


def test_backtrack_respects_its_limits() -> None:
    options = {"warnsdorff": False, "nodes": 1000}
    report = find_report(Board(8, 8), start=0, method="backtrack", options=options)
    assert (report.tour, report.proof) == (None, None)
    assert report.statistics["nodes"] == 1000
    with pytest.raises(NotFoundError, match="not decided"):
        find(Board(8, 8), start=0, method="backtrack", options=options)


def test_exhausted_searches_are_proofs() -> None:
    graph = Graph.from_board(Board(4, 4))
    plain = Graph.from_edges(graph.edges())
    for method in ("backtrack", "exact"):
        assert "exhaustive search" in (find_report(plain, method=method).proof or "")


def test_rotation_proves_nothing() -> None:
    plain = Graph.from_edges(Graph.from_board(Board(4, 4)).edges())
    report = find_report(plain, method="rotation", timeout=0.05)
    assert (report.tour, report.proof) == (None, None)
    assert report.statistics["rotations"] > 0


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**64 - 1), closed=st.booleans())
def test_rotation_finds_on_boards(seed: int, closed: bool) -> None:
    tour = find(Board(6, 8), closed=closed, start=5, method="rotation", seed=seed)
    assert tour.indices[0] == 5


def random_problem(dice: random.Random) -> Problem:
    count = dice.randint(1, 8)
    density = dice.random()
    edges = [(u, v) for u in range(count) for v in range(u) if dice.random() < density]
    graph = Graph.from_edges(edges, vertices=range(count))
    closed = dice.random() < 0.5
    start = dice.randrange(count) if dice.random() < 0.6 else None
    end = dice.choice([None, dice.randrange(count)]) if not closed else None
    end = None if end == start else end
    near = [] if start is None else [int(v) for v in graph.neighbours(start)]
    first = dice.choice(near) if near and dice.random() < 0.4 else None
    first = None if first == end else first
    return Problem(graph, closed, start, end, first, timeout=10, seed=dice.randrange(2**32))


def truth(problem: Problem) -> bool:
    """Whether the reference lists such a tour."""
    neighbours = _reference.adjacency(problem.graph)
    starts = range(len(neighbours)) if problem.start is None else [problem.start]
    return any(
        (problem.first is None or path[1] == problem.first)
        and (problem.end is None or path[-1] == problem.end)
        and (not problem.closed or (len(path) > 2 and path[-1] in neighbours[path[0]]))
        for start in starts
        for path in _reference.directed_paths(neighbours, start)
    )


def test_best_effort_agrees_with_the_reference_on_random_graphs() -> None:
    dice = random.Random(1)
    answers = []
    for _ in range(800):
        problem = random_problem(dice)
        finding = best_effort(problem)
        assert (finding.order is not None) == truth(problem)
        assert (finding.proof is None) == (finding.order is not None)
        answers.append(finding.proof is None)
        if finding.order is not None:
            tour = Tour(
                problem.graph,
                np.asarray(finding.order),
                kind="closed" if problem.closed else "path",
            )
            assert problem.start is None or tour.indices[0] == problem.start
            assert problem.end is None or tour.indices[-1] == problem.end
            assert problem.first is None or tour.indices[1] == problem.first
    assert 100 < sum(answers) < 700


@pytest.mark.parametrize(
    ("board", "closed"),
    [
        (Board(10, 10, leaper=(1, 4)), True),
        (Board(12, 12, wrap=True), True),
        (Board(8, 8, holes=["d4", "e4", "a1", "b1"]), False),
        (Board(30, 30, leaper="zebra"), True),
    ],
    ids=str,
)
def test_best_effort_finds_on_other_boards(board: Board, closed: bool) -> None:
    tour = find(board, closed=closed, timeout=60)
    assert len(tour) == len(board)
    assert tour.closed or not closed


def test_closed_tours_of_every_small_torus_that_has_one() -> None:
    """Tori of odd size close across the seam; small ones are compared with the exact search."""
    for rows in range(3, 8):
        for columns in range(rows, 8):
            board = Board(rows, columns, wrap=True)
            report = find_report(board, closed=True, timeout=60)
            assert report.tour is not None, board
            assert report.tour.closed


def test_large_tori_and_cylinders_take_no_search() -> None:
    for board in (Board(301, 301, wrap=True), Board(4, 400, wrap=(True, False))):
        finding = best_effort(Problem(board, closed=True, start=7))
        assert finding.statistics["method"] == "unwrapped"
        assert Tour(board, np.asarray(finding.order), kind="closed").indices[0] == 7
    across = Problem(Board(9, 5, 7, wrap=True), closed=True)
    assert Tour(Board(9, 5, 7, wrap=True), np.asarray(best_effort(across).order)).closed


def test_graphs_with_next_to_nothing() -> None:
    empty = Graph.from_edges([])
    assert find_report(empty).proof == "there is nothing to visit"
    assert find_report(empty, closed=True, method="rotation").proof is not None
    single = Graph.from_edges([], vertices=["x"])
    for ends in ({}, {"start": "x"}, {"end": "x"}, {"start": "x", "end": "x"}):
        for method in ("auto", "sweep", "edges"):
            assert list(find(single, method=method, **ends).squares) == ["x"]
    for method in ("auto", "warnsdorff", "backtrack", "exact", "rotation"):
        report = find_report(Graph.from_edges(["ab"]), closed=True, method=method)
        assert report.proof == "a closed tour needs at least three squares"
    assert list(find(Graph.from_edges(["ab"]), start="b", first="a").squares) == ["b", "a"]
