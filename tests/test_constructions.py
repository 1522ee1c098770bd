"""Finding on rectangles: constructions, the sweep that decides, and the method that chooses."""

from __future__ import annotations

import itertools
from typing import Any

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from babieca import (
    BadInputError,
    Board,
    FindReport,
    Graph,
    Limits,
    NotFoundError,
    NoTourError,
    Progress,
    Question,
    Tour,
    Tours,
    count_by,
    exists,
    find,
)
from babieca.engines import FINDERS, finders
from babieca.engines.finders import decide, edge_search
from babieca.engines.protocol import Finding

Words = dict[str, Any]


def report_on(place: Any, kind: Any = "path", seed: int | None = None, **words: Any) -> FindReport:
    return Tours(place, kind, **words).find_report(seed=seed)


def decided(place: Any, kind: Any = "path", **words: Any) -> Finding:
    return decide(Question.ask(place, kind, **words), Limits())


def searched(place: Any, kind: Any = "path", **words: Any) -> Finding:
    return edge_search(Question.ask(place, kind, **words), Limits())


def colours_forbid(board: Board, start: int) -> bool:
    """Whether a path of an odd board cannot start here."""
    return len(board) % 2 == 1 and sum(board.square(start)) % 2 == 1


# Closed tours and starts ----------------------------------------------------------------------


def test_closed_tours_on_every_board_that_schwenk_admits() -> None:
    for rows, columns in itertools.combinations_with_replacement(range(1, 61), 2):
        board = Board(rows, columns)
        if exists(board):
            assert find(board).closed
        elif rows <= 5 and columns <= 20:
            with pytest.raises(NoTourError):
                find(board)


@pytest.mark.parametrize("rows", range(3, 13))
def test_every_start_agrees_with_the_sweep(rows: int) -> None:
    """On narrow boards and on 5x5, a path is found exactly from the starts whose count is not 0."""
    for columns in range(3, 13):
        board = Board(rows, columns)
        narrow = min(board.sides) <= 4 or len(board) <= 25
        counts = count_by(board, "path", by="start") if narrow else {}
        for start in range(len(board)):
            report = report_on(board, start=start)
            if report.tour is not None:
                assert report.tour.indices[0] == start
                assert not narrow or counts[board.square(start)] > 0
                continue
            assert report.proof is not None
            assert counts[board.square(start)] == 0 if narrow else colours_forbid(board, start)
            if len(board) <= 20 or (min(board.sides) == 3 and len(board) <= 33):
                assert decided(board, start=start).proof is not None


@pytest.mark.parametrize("rows", range(3, 8))
def test_every_pair_of_ends_agrees_with_the_sweep(rows: int) -> None:
    for columns in range(rows, 8):
        board = Board(rows, columns)
        for start, end in itertools.combinations(range(len(board)), 2):
            report = report_on(board, start=start, end=end)
            if report.tour is not None:
                assert report.tour.indices[[0, -1]].tolist() == [start, end]
                continue
            assert report.proof is not None
            if len(board) <= 30 and not report.proof.endswith("(colour argument)"):
                assert searched(board, start=start, end=end).proof is not None


@pytest.mark.parametrize("sides", [(5, 6), (6, 7), (3, 10), (10, 3)])
def test_every_first_move_of_closed_tours(sides: tuple[int, int]) -> None:
    board = Board(*sides)
    for start in range(len(board)):
        for first in board.neighbours(start):
            report = report_on(board, "closed", begin=[start, first])
            if report.tour is not None:
                assert report.tour.indices[:2].tolist() == [start, board.index(first)]
            else:
                assert searched(board, "closed", begin=[start, first]).proof is not None


def test_first_move_and_both_ends_at_a_corner() -> None:
    with pytest.raises(NoTourError, match="a1 can be entered but not left"):
        find(Board(20, 21), "path", begin=[(1, 2), (3, 3)], end=(10, 10))
    tour = find(Board(20, 21), "path", begin=[(1, 2), (3, 3)], end=(0, 0))
    assert tour.squares[1] == (3, 3)
    assert tour.squares[-1] == (0, 0)


def test_only_the_end_given() -> None:
    for sides in [(7, 7), (3, 8), (4, 6), (8, 8)]:
        assert find(Board(*sides), "path", end=0).squares[-1] == (0, 0)


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
    report = report_on(board, start=start, end=end, seed=seed)
    if report.tour is not None:
        assert report.tour.indices[[0, -1]].tolist() == [start, end]
    else:
        assert report.proof is not None
        assert rows == 5 or exists(board, "path", start=start, end=end).answer == "no"


@given(st.integers(3, 40), st.integers(3, 40), st.integers(0, 2**32))
def test_a_seed_repeats_its_tour(rows: int, columns: int, seed: int) -> None:
    board = Board(rows, columns)
    if not exists(board, "path"):
        return
    tour = find(board, "path", seed=seed)
    assert tour == find(board, "path", seed=seed)


def test_many_seeds_give_many_tours() -> None:
    cases: list[tuple[tuple[int, int], Any]] = [
        ((8, 8), "closed"),
        ((30, 30), "closed"),
        ((9, 9), "path"),
        ((3, 20), "closed"),
    ]
    for sides, kind in cases:
        tours = {find(Board(*sides), kind, seed=seed) for seed in range(10)}
        assert len(tours) == 10


def test_a_large_odd_board_from_its_middle() -> None:
    board = Board(301, 403)
    tour = find(board, "path", start=(150, 150))
    assert tour.squares[0] == (150, 150)
    assert tour.indices.dtype == np.int32


@pytest.mark.parametrize("sides", [(3, 1000), (1000, 3), (4, 1000), (1001, 3), (4, 999)])
def test_long_narrow_boards_take_few_states(sides: tuple[int, int]) -> None:
    board = Board(*sides)
    report = report_on(board, "closed" if exists(board) else "path")
    assert report.tour is not None
    assert report.method == "sweep"
    assert int(report.statistics["states"]) < 10 * len(board)


def test_far_ends_of_long_narrow_boards() -> None:
    tour = find(Board(4, 500), "path", start=(0, 0), end=(3, 498), seed=5)
    assert tour.squares[-1] == (3, 498)
    tour = find(Board(3, 501), "path", start=(0, 0), end=(2, 500))
    assert tour.squares[-1] == (2, 500)


# Reasons --------------------------------------------------------------------------------------


def test_reasons() -> None:
    cases: list[tuple[Words, tuple[int, int], str]] = [
        ({"kind": "closed"}, (4, 9), "Schwenk"),
        ({}, (3, 5), "Cull"),
        ({"start": "a2"}, (5, 5), "colour"),
        ({"start": "a1", "end": "c1"}, (8, 8), "both colours"),
        ({"start": (1, 0)}, (4, 9), "outer lines"),
        ({"start": "b1", "end": "e3"}, (5, 6), "f1 can be entered"),
        ({"start": "b2", "end": "d3"}, (5, 6), "exhaustive sweep"),
        ({"start": "d1", "end": "d2"}, (3, 10), "exhaustive sweep"),
    ]
    for arguments, sides, reason in cases:
        with pytest.raises(NoTourError, match=reason):
            find(Board(*sides), **({"kind": "path"} | arguments))


def test_proofs_by_exhaustive_sweep_say_so() -> None:
    finding = decided(Board(3, 8), "closed")
    assert finding.vertices is None
    assert finding.proof == "proved by exhaustive sweep, 78 states"
    with pytest.raises(NotFoundError, match=r"within its limits .1 state.; one exists"):
        find(Board(6, 6), method="sweep", states=1)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"method": "hope"}, "method is one of auto, construction, .*, not 'hope'"),
        ({"timeout": 0.0}, "timeout"),
        ({"restarts": -1}, "restarts"),
        ({"criteria": "degree"}, "method auto does not take criteria"),
        ({"warnsdorff": True, "method": "sweep"}, "method sweep does not take warnsdorff"),
        ({"through": "a1-b3", "method": "construction"}, "construction does not take through"),
        ({"symmetry": "half-turn", "method": "edges"}, "edges does not take symmetry"),
        ({"kind": "open", "method": "rotation"}, "rotation does not answer for kind open"),
        ({"begin": "a1 b3 c5", "method": "construction"}, "at most two squares in begin"),
    ],
)
def test_bad_input(words: Words, message: str) -> None:
    with pytest.raises(BadInputError, match=message):
        find(Board(8, 8), **words)


def test_methods_refuse_what_they_cannot_do() -> None:
    for board in (Board(4, 8), Board(6, 6, 6), Board(6, 6, wrap=True)):
        with pytest.raises(BadInputError):
            find(board, "path", method="construction")
    with pytest.raises(BadInputError, match="frontier"):
        find(Board(20, 20), "path", method="sweep")


# Other boards and graphs ----------------------------------------------------------------------


def test_tiny_boards() -> None:
    assert len(find(Board(1, 1), "path")) == 1
    assert len(find(Board(1, 6, 8))) == 48
    with pytest.raises(NoTourError):
        find(Board(1, 1))
    with pytest.raises(NoTourError):
        find(Board(2, 2), "path")


def test_boards_with_holes_keep_their_indices() -> None:
    board = Board(5, 5, holes=["a1"])
    tour = find(board, "path", start="b1")
    assert tour.squares[0] == (0, 1)
    assert len(tour) == 24


def test_narrow_graphs_are_decided_exactly() -> None:
    ladder = networkx.ladder_graph(50)
    tour = find(ladder, begin=[3, 4])
    assert list(tour[:2]) == [3, 4]
    assert report_on(ladder, "closed").tour is not None
    petersen = Graph.of(networkx.petersen_graph())
    report = report_on(petersen, "closed")
    assert report.tour is None
    assert report.proof is not None
    assert find(petersen, "path", start=0).squares[0] == 0


def test_agreement_of_methods_on_small_graphs() -> None:
    random = np.random.default_rng(3)
    for _ in range(30):
        graph = Graph.of(networkx.gnp_random_graph(8, 0.45, seed=int(random.integers(10**6))))
        for kind in ("closed", "path"):
            question = Question.ask(graph, kind)
            findings = [
                FINDERS[method](question, Limits()) for method in ("sweep", "edges", "auto")
            ]
            assert len({(f.vertices is not None, f.proof is not None) for f in findings}) == 1
            if findings[0].vertices is not None:
                assert Tour(graph, findings[0].vertices, kind=kind)


def test_every_general_method_finds_a_path_on_the_chessboard() -> None:
    methods = {"auto", "construction", "sweep", "edges", "warnsdorff", "backtrack"}
    assert methods < FINDERS.keys()
    for method in methods:
        tours = Tours(Board(8, 8), "path", start="a1")
        assert tours.find(method=method, seed=1, timeout=20) in tours, method


def test_progress_is_reported_and_may_interrupt() -> None:
    seen: list[Progress] = []
    find(Board(60, 60), method="construction", progress=seen.append)
    assert seen
    assert all(told.share is not None and 0 <= told.share <= 1 for told in seen)

    def stop(told: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        find(Board(60, 60), method="construction", progress=stop)


def test_the_array_of_the_core_is_kept_without_a_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    ask, made = finders.asked_of_core, []

    def noting(*arguments: Any) -> Any:
        answer = ask(*arguments)
        made.append(answer[0])
        return answer

    monkeypatch.setattr(finders, "asked_of_core", noting)
    tour = find(Board(20, 20), method="construction")
    assert [np.shares_memory(tour.indices, indices) for indices in made] == [True]


# Words that no construction knows --------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "kind", "words"),
    [
        (Board(8, 8), "closed", {"through": "a1-b3,d4-e6", "avoiding": "c3-d5"}),
        (Board(8, 8), "path", {"begin": "a1 b3 c5 d7", "end": "h7", "avoiding": "h7-g5"}),
        (Board(8, 8), "closed", {"begin": "d4 e6 f8 g6"}),
        (Board(8, 8), "open", {}),
        (Board(8, 8), "open", {"start": "d4"}),
        (Board(5, 5), "open", {"end": "c3"}),
        (Board(8, 8), "closed", {"symmetry": "half-turn"}),
        (Board(10, 10), "closed", {"symmetry": "quarter-turn"}),
        (Board(7, 6), "closed", {"symmetry": "Bergholtian half-turn"}),
        (Board(5, 5), "path", {"symmetry": "half-turn"}),
        (Board(6, 6), "closed", {"symmetry": "half-turn", "through": "c3-d5", "start": "f6"}),
        (Board(8, 8, wrap=True), "closed", {"begin": "a1 b3 c5"}),
        (Board(2, 3, 4), "closed", {"through": "(0,0,0)-(0,1,2)"}),
    ],
)
def test_auto_heeds_every_word(board: Board, kind: Any, words: Words) -> None:
    tours = Tours(board, kind, **words)
    tour = tours.find()
    assert tour in tours
    if tours.question.start is not None:
        assert board.index(tour[0]) == tours.question.start
    assert tours.exists().answer != "no"


def test_what_the_words_exclude_is_proved() -> None:
    for words in ({"avoiding": "a1-b3"}, {"through": "a1-b3,c2-d4,c2-e3"}):
        with pytest.raises(NoTourError):
            find(Board(6, 6), **words)
    with pytest.raises(NoTourError):
        find(Board(5, 6), symmetry="up-down reflection")
    with pytest.raises(NoTourError, match="a move apart, so no such path is open"):
        find(Board(6, 6), "open", start="a1", end="b3")


def test_a_symmetric_tour_is_found_at_once() -> None:
    """Only the first tour is computed: 10x10 has too many to list."""
    tour = next(Tours(Board(10, 10), symmetry="half-turn").list(limit=1))
    assert "half-turn" in {symmetry.name for symmetry in tour.symmetries()}


def test_what_theory_knows_is_said_where_a_method_fails() -> None:
    with pytest.raises(NotFoundError, match="one exists; method auto finds it"):
        find(Board(200, 200), method="backtrack", warnsdorff=False, timeout=0.1)
    with pytest.raises(NotFoundError, match="whether one exists is not decided"):
        find(networkx.petersen_graph(), method="rotation", timeout=0.05)
