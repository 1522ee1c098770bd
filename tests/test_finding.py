"""Finding on rectangles: constructions, the exact sweep, and the dispatcher."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from pathlib import Path

import networkx
import numpy as np
import pytest
from babieca.finding import METHODS, Problem, auto
from babieca.finding.constructions import construction
from babieca.finding.edges import edges
from babieca.finding.sweep import sweep
from hypothesis import given
from hypothesis import strategies as st

from babieca import (
    BadInputError,
    Board,
    Graph,
    NotFoundError,
    NoTourError,
    Tour,
    _core,
    exists,
    find,
    find_report,
)
from tests.test_cli import run


def colours_forbid(board: Board, start: int) -> bool:
    """Whether a path of an odd board cannot start here."""
    return len(board) % 2 == 1 and sum(board.square(start)) % 2 == 1


# Closed tours and starts ----------------------------------------------------------------------


def test_closed_tours_on_every_board_that_schwenk_admits() -> None:
    for rows, columns in itertools.combinations_with_replacement(range(1, 61), 2):
        board = Board(rows, columns)
        if exists(board, closed=True):
            assert find(board, closed=True).closed
        elif rows <= 5 and columns <= 20:
            with pytest.raises(NoTourError):
                find(board, closed=True)


@pytest.mark.parametrize("rows", range(3, 13))
def test_every_start_agrees_with_the_sweep(rows: int) -> None:
    for columns in range(3, 13):
        board = Board(rows, columns)
        for start in range(len(board)):
            report = find_report(board, start=start)
            if report.tour is not None:
                assert report.tour.indices[0] == start
                continue
            assert report.proof is not None
            if len(board) <= 20 or (min(board.sides) == 3 and len(board) <= 33):
                assert sweep(Problem(board, start=start)).proof is not None
            else:
                assert min(board.sides) <= 4 or colours_forbid(board, start)


@pytest.mark.parametrize("rows", range(3, 8))
def test_every_pair_of_ends_agrees_with_the_sweep(rows: int) -> None:
    for columns in range(rows, 8):
        board = Board(rows, columns)
        for start, end in itertools.combinations(range(len(board)), 2):
            report = find_report(board, start=start, end=end)
            if report.tour is not None:
                assert report.tour.indices[[0, -1]].tolist() == [start, end]
                continue
            assert report.proof is not None
            if len(board) <= 30 and not report.proof.endswith("(colour argument)"):
                assert edges(Problem(board, start=start, end=end)).proof is not None


@pytest.mark.parametrize("sides", [(5, 6), (6, 7), (3, 10), (10, 3)])
def test_every_first_move_of_closed_tours(sides: tuple[int, int]) -> None:
    board = Board(*sides)
    for start in range(len(board)):
        for first in board.neighbours(start):
            report = find_report(board, closed=True, start=start, first=first)
            if report.tour is not None:
                assert report.tour.indices[:2].tolist() == [start, board.index(first)]
            else:
                problem = Problem(board, closed=True, start=start, first=board.index(first))
                assert edges(problem).proof is not None


def test_first_move_and_both_ends_at_a_corner() -> None:
    with pytest.raises(NoTourError, match="corner"):
        find(Board(20, 21), start=(1, 2), first=(3, 3), end=(10, 10))
    tour = find(Board(20, 21), start=(1, 2), first=(3, 3), end=(0, 0))
    assert tour.squares[1] == (3, 3)
    assert tour.squares[-1] == (0, 0)


def test_only_the_end_given() -> None:
    for sides in [(7, 7), (3, 8), (4, 6), (8, 8)]:
        assert find(Board(*sides), end=0).squares[-1] == (0, 0)


# Large boards and seeds -----------------------------------------------------------------------


@given(
    st.integers(5, 120),
    st.integers(6, 120),
    st.data(),
    st.none() | st.integers(0, 2**70),
)
def test_random_boards_between_random_ends(
    rows: int, columns: int, data: st.DataObject, seed: int | None
) -> None:
    board = Board(rows, columns)
    squares = st.integers(0, len(board) - 1)
    start, end = data.draw(squares), data.draw(squares)
    if start == end:
        return
    report = find_report(board, start=start, end=end, seed=seed)
    if report.tour is not None:
        assert report.tour.indices[[0, -1]].tolist() == [start, end]
    else:
        assert report.proof is not None
        assert rows == 5 or exists(board, start=start, end=end).answer == "no"


@given(st.integers(3, 40), st.integers(3, 40), st.integers(0, 2**32))
def test_seeds_repeat_and_vary(rows: int, columns: int, seed: int) -> None:
    board = Board(rows, columns)
    if not exists(board):
        return
    tour = find(board, seed=seed)
    assert tour == find(board, seed=seed)


def test_many_seeds_give_many_tours() -> None:
    for sides, closed in [((8, 8), True), ((30, 30), True), ((9, 9), False), ((3, 20), True)]:
        tours = {find(Board(*sides), closed=closed, seed=seed) for seed in range(10)}
        assert len(tours) == 10


def test_a_large_odd_board_from_its_middle() -> None:
    board = Board(301, 403)
    tour = find(board, start=(150, 150))
    assert tour.squares[0] == (150, 150)
    assert tour.indices.dtype == np.int32


def test_wide_indices_give_the_same_tour() -> None:
    arguments = (30, 41, True, -1, -1, -1, 5, None)
    wide = _core.construct_large_rectangle(*arguments)
    assert wide is not None
    assert wide.dtype == np.int64
    assert np.array_equal(wide, _core.construct_rectangle(*arguments))


@pytest.mark.parametrize("sides", [(3, 1000), (1000, 3), (4, 1000), (1001, 3), (4, 999)])
def test_long_narrow_boards_take_few_states(sides: tuple[int, int]) -> None:
    board = Board(*sides)
    closed = bool(exists(board, closed=True))
    report = find_report(board, closed=closed)
    assert report.tour is not None
    assert report.method == "sweep"
    assert int(report.statistics["states"]) < 10 * len(board)


def test_far_ends_of_long_narrow_boards() -> None:
    tour = find(Board(4, 500), start=(0, 0), end=(3, 498), seed=5)
    assert tour.squares[-1] == (3, 498)
    tour = find(Board(3, 501), start=(0, 0), end=(2, 500))
    assert tour.squares[-1] == (2, 500)


# Reasons --------------------------------------------------------------------------------------


def test_reasons() -> None:
    cases = [
        ({"closed": True}, (4, 9), "Schwenk"),
        ({}, (3, 5), "Cull"),
        ({"start": "a2"}, (5, 5), "colour"),
        ({"start": "a1", "end": "c1"}, (8, 8), "colours balance"),
        ({"start": (1, 0)}, (4, 9), "outer lines"),
        ({"start": "b1", "end": "e3"}, (5, 6), "corner"),
        ({"start": "b2", "end": "d3"}, (5, 6), "exhaustive sweep"),
        ({"start": "d1", "end": "d2"}, (3, 10), "exhaustive sweep"),
    ]
    for arguments, sides, reason in cases:
        with pytest.raises(NoTourError, match=reason):
            find(Board(*sides), **arguments)


def test_proofs_by_exhaustive_sweep_say_so() -> None:
    finding = sweep(Problem(Board(3, 8), closed=True))
    assert finding.order is None
    assert finding.proof == "proved by exhaustive sweep, 78 states"
    with pytest.raises(NotFoundError, match="not decided"):
        find(Board(6, 6), closed=True, method="sweep", options={"states": 1})


@pytest.mark.parametrize(
    "arguments",
    [
        {"closed": True, "end": "a1"},
        {"start": "a1", "end": "a1"},
        {"first": "b3"},
        {"start": "a1", "first": "a2"},
        {"start": "a1", "first": "b3", "end": "b3"},
        {"start": "z9"},
        {"method": "hope"},
        {"timeout": 0.0},
        {"restarts": -1},
    ],
)
def test_bad_input(arguments: dict[str, object]) -> None:
    with pytest.raises(BadInputError):
        find(Board(8, 8), **arguments)  # type: ignore[arg-type]


def test_methods_refuse_what_they_cannot_do() -> None:
    for board in (Board(4, 8), Board(6, 6, 6), Board(6, 6, wrap=True)):
        with pytest.raises(BadInputError):
            find(board, method="construction")
    with pytest.raises(BadInputError, match="frontier"):
        find(Board(20, 20), method="sweep")


# Other boards and graphs ----------------------------------------------------------------------


def test_tiny_boards() -> None:
    assert len(find(Board(1, 1))) == 1
    assert len(find(Board(1, 6, 8), closed=True)) == 48
    with pytest.raises(NoTourError):
        find(Board(1, 1), closed=True)
    with pytest.raises(NoTourError):
        find(Board(2, 2))


def test_boards_with_holes_keep_their_indices() -> None:
    board = Board(5, 5, holes=["a1"])
    tour = find(board, start="b1", method="auto")
    assert tour.squares[0] == (0, 1)
    assert len(tour) == 24


def test_narrow_graphs_are_decided_exactly() -> None:
    ladder = networkx.ladder_graph(50)
    tour = find(ladder, closed=True, start=3, first=4)
    assert tour.squares[0] == 3
    assert find_report(ladder, closed=True).method == "sweep"
    petersen = Graph.of(networkx.petersen_graph())
    report = find_report(petersen, closed=True)
    assert report.tour is None
    assert report.proof is not None
    assert find(petersen, start=0).squares[0] == 0


def test_agreement_of_methods_on_small_graphs() -> None:
    random = np.random.default_rng(3)
    for _ in range(30):
        graph = Graph.of(networkx.gnp_random_graph(8, 0.45, seed=int(random.integers(10**6))))
        for closed in (True, False):
            problem = Problem(graph, closed=closed)
            answers = {
                (finding.order is not None, finding.proof is not None)
                for finding in (sweep(problem), edges(problem), auto(problem))
            }
            assert len(answers) == 1
            finding = sweep(problem)
            if finding.order is not None:
                assert Tour(graph, finding.order, kind="closed" if closed else "path")


def test_every_general_method_finds_a_path_on_the_chessboard() -> None:
    methods = {"auto", "construction", "sweep", "edges", "warnsdorff", "backtrack", "exact"}
    assert methods < METHODS.keys()
    for method in methods:
        report = find_report(Board(8, 8), start="a1", method=method, seed=1, timeout=20)
        assert report.tour is not None, method


def test_progress_is_reported_and_may_interrupt() -> None:
    calls: list[tuple[int, int]] = []
    construction(
        Problem(
            Board(60, 60), closed=True, progress=lambda done, total: calls.append((done, total))
        )
    )
    assert calls
    assert all(0 <= done <= total for done, total in calls)

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        construction(replace(Problem(Board(60, 60), closed=True), progress=stop))


# The command ----------------------------------------------------------------------------------


def test_command_prints_a_tour_and_what_it_took() -> None:
    result = run("find", "6x6", "--closed", "--json")
    assert result.returncode == 0
    record = json.loads(result.stdout)
    assert Tour(Board(6, 6), " ".join(record["squares"])).closed
    assert result.stderr.startswith("construction: ")
    moves = run("find", "8x8", "--start", "a1", "--end", "h1", "--first", "c2", "--format", "moves")
    assert moves.stdout.split()[:2] == ["a1", "c2"]
    assert moves.stdout.split()[-1] == "h1"


def test_command_writes_arrays_without_text(tmp_path: Path) -> None:
    file = tmp_path / "tour.npy"
    result = run("find", "400x401", "--closed", "--seed", "3", "-o", str(file))
    assert result.returncode == 0
    assert result.stdout == ""
    assert Tour(Board(400, 401), np.load(file)).closed
    assert run("find", "400x401", "--closed").returncode == 2


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("4x8 --closed", 1),
        ("6x6 --closed --method sweep --option states=1", 3),
        ("8x8 --start z9", 2),
        ("8x8 --option nonsense", 2),
        ("8x8 --method hope", 2),
    ],
)
def test_command_says_why_not(arguments: str, code: int) -> None:
    result = run("find", *arguments.split())
    assert result.returncode == code
    assert result.stdout == ""
    assert result.stderr.splitlines()[-1].startswith("babieca: ")


def test_the_array_of_the_core_is_kept_without_a_copy():
    assert find(Board(20, 20), closed=True).indices.base is not None
