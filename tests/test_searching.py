"""All tours: rules never cut one, threads and checkpoints never lose one."""

import itertools
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from babieca.finding.problem import Problem
from babieca.searching import RULES, count_tours, first_move_table, study, tours
from babieca.searching.counts import count_question
from babieca.searching.orders import clockwise
from babieca.searching.probes import estimate_levels, partial_paths, sample_subtrees
from babieca.searching.questions import ask
from babieca.searching.two_knights import two_knights
from hypothesis import given
from hypothesis import strategies as st

from babieca import BadInputError, Board, Graph, Tour, _core, _reference, count, find

LISTINGS = {
    "closed": _reference.closed_tours,
    "path": _reference.paths,
    "open": _reference.open_tours,
}


@st.composite
def graphs(draw, most=7):
    size = draw(st.integers(1, most))
    pairs = list(itertools.combinations(range(size), 2))
    edges = [pair for pair in pairs if draw(st.integers(0, 2))]
    return Graph.from_edges(edges, vertices=range(size))


def same_set(graph, found, kind):
    expected = {
        Tour(graph, np.array(path, dtype=np.int32), kind=kind).canonical()
        for path in LISTINGS[kind](_reference.adjacency(graph))
    }
    listed = [tour.canonical() for tour in found]
    assert len(set(listed)) == len(listed)
    assert set(listed) == expected


@given(
    graphs(),
    st.sampled_from(sorted(LISTINGS)),
    st.sets(st.sampled_from(sorted(RULES))),
    st.sampled_from(["fixed", "index", "warnsdorff"]),
)
def test_no_rule_cuts_a_tour(graph, kind, rules, order):
    same_set(graph, tours(graph, kind=kind, rules=rules, order=order), kind)
    counted = count_tours(graph, kind=kind, rules=rules, order=order, threads=1, subtour_squares=3)
    assert counted.count == sum(1 for _ in LISTINGS[kind](_reference.adjacency(graph)))


@pytest.mark.parametrize("kind", sorted(LISTINGS))
@pytest.mark.parametrize(
    "board",
    [Board(3, 4), Board(3, 5, holes=["c2"]), Board(3, 3, wrap=True), Board(2, 3, 2)],
    ids=str,
)
def test_every_combination_of_rules_on_small_boards(board, kind):
    graph = Graph.of(board)
    wanted = sum(1 for _ in LISTINGS[kind](_reference.adjacency(board)))
    same_set(graph, tours(board, kind=kind), kind)
    for size in range(len(RULES) + 1):
        for rules in itertools.combinations(RULES, size):
            assert count_tours(board, kind=kind, rules=rules, threads=1).count == wanted


@given(graphs(6), st.data())
def test_ends_edges_and_directions(graph, data):
    every = [
        path
        for v in range(len(graph))
        for path in _reference.directed_paths(_reference.adjacency(graph), v)
    ]
    start = data.draw(st.sampled_from([None, *range(len(graph))]))
    end = data.draw(st.sampled_from([None, *range(len(graph))]))
    edges = data.draw(
        st.lists(st.sampled_from(graph.edges()), max_size=3, unique=True)
        if graph.edge_count
        else st.just([])
    )
    through, avoiding = edges[:2], edges[2:]

    def fits(path):
        used = {tuple(sorted(pair)) for pair in itertools.pairwise(path)}
        return (
            (start is None or path[0] == start)
            and (end is None or path[-1] == end)
            and used >= set(through)
            and not used & set(avoiding)
        )

    found = tours(
        graph, kind="path", start=start, end=end, directed=True, through=through, avoiding=avoiding
    )
    assert sorted(tuple(tour.indices.tolist()) for tour in found) == sorted(filter(fits, every))


def test_closed_tours_come_from_one_start_in_one_direction_in_a_documented_order():
    listed = [tour.indices.tolist() for tour in tours(Board(6, 6), order="index")]
    assert len(listed) == 9862
    assert {tour[0] for tour in listed} == {0}
    keys = [(tour[1], tour[-1], tour[1:]) for tour in listed]
    assert keys == sorted(keys)
    assert all(tour[1] < tour[-1] for tour in listed)
    without_forced = [t.indices.tolist() for t in tours(Board(6, 6), order="index", rules="seed")]
    assert without_forced == listed
    turned = list(tours(Board(5, 6), directed=True))
    assert len(turned) == 16
    assert len({tour.canonical() for tour in turned}) == 8


def test_listing_is_lazy():
    first = next(tours(Board(20, 20)))
    assert first.closed
    assert len(first) == 400


def test_known_counts():
    assert count_tours(Board(5, 8)).count == 44202
    assert count_tours(Board(6, 6)).count == 9862
    assert count_tours(Board(5, 6), kind="path").count == 18784
    assert count_tours(Board(2, 3, 4)).count == 12132
    assert count_tours(Board(4, 4, wrap=True)).count == 1344
    assert count_tours(Board(4, 5), kind="open").count == 82


@pytest.mark.parametrize("kind", sorted(LISTINGS))
def test_search_is_a_method_of_counting(kind, tmp_path):
    edges = {"through": "a1-b3", "avoiding": "c1-d3"}
    for options in ({}, edges, {"directed": True}):
        searched = count(Board(5, 6), kind, method="search", checkpoint=tmp_path, **options)
        assert searched == count(Board(5, 6), kind, **options)


def test_fractions_of_the_seed_add_up():
    whole = count_tours(Board(5, 8)).count
    parts = [
        count_tours(Board(5, 8), start="a1", first=first, threads=1).count for first in ("b3", "c2")
    ]
    assert parts == [whole, whole]
    through = count_tours(Board(5, 8), through=[("c3", "d5")]).count
    assert through + count_tours(Board(5, 8), avoiding=[("c3", "d5")]).count == whole


def test_parallel_equals_serial():
    for rules in ("default", "seed", "all"):
        serial = count_tours(Board(6, 6), rules=rules, threads=1)
        parallel = count_tours(Board(6, 6), rules=rules, threads=4)
        assert serial.count == parallel.count == 9862
        if rules != "all":
            assert serial.tally == parallel.tally


def test_resumed_equals_uninterrupted(tmp_path):
    file = tmp_path / "count.json"
    rounds = 0
    while True:
        part = count_tours(Board(6, 7), rules="seed", threads=2, time_limit=0.1, checkpoint=file)
        rounds += 1
        if part.finished:
            break
        assert part.count < 1067638
        assert file.exists()
    assert rounds > 1
    assert part.count == 1067638
    assert not file.exists()


def test_kill_minus_nine_loses_at_most_a_round(tmp_path):
    file = tmp_path / "count.json"
    program = (
        "from babieca import Board; from babieca.searching import count_tours\n"
        f"count_tours(Board(6, 7), rules='seed', threads=1, checkpoint={str(file)!r},"
        " checkpoint_every=0.2)"
    )
    process = subprocess.Popen([sys.executable, "-c", program])
    while process.poll() is None and not file.exists():
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert json.loads(file.read_text())["content"]["tally"][0] > 0
    assert count_tours(Board(6, 7), rules="seed", checkpoint=file).count == 1067638


def test_checkpoints_are_verified(tmp_path):
    file = tmp_path / "count.json"
    assert not count_tours(Board(6, 8), time_limit=0.2, threads=1, checkpoint=file).finished
    with pytest.raises(BadInputError, match="another question"):
        count_tours(Board(6, 7), checkpoint=file)
    text = file.read_text()
    file.write_text(text.replace('"tally": [', '"tally": [1', 1))
    with pytest.raises(BadInputError, match="damaged"):
        count_tours(Board(6, 8), checkpoint=file)
    file.write_text(text[:-40])
    with pytest.raises(BadInputError, match="cannot read"):
        count_tours(Board(6, 8), checkpoint=file)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited by RLIMIT_AS")
@pytest.mark.parametrize(
    ("limit", "arguments", "message"),
    [
        (10**9, "Board(5, 6), threads=1024", "cannot start 1024 threads"),
        (4 * 10**7, "Board(6, 7), rules='island,equivalent', threads=2", "out of memory"),
    ],
)
def test_without_threads_or_memory_a_count_ends_in_one_line(tmp_path, limit, arguments, message):
    file = tmp_path / "state.json"
    script = f"""
import pathlib, resource
from babieca import BabiecaError, Board
from babieca.searching import count_tours
pages = int(pathlib.Path("/proc/self/statm").read_text().split()[0])
most = pages * resource.getpagesize() + {limit}
resource.setrlimit(resource.RLIMIT_AS, (most, most))
try:
    count_tours({arguments}, checkpoint={str(file)!r})
except BabiecaError as error:
    print(error)
"""
    # One pool of memory for all threads, or the limit would bite the allocator before the search.
    answer = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"MALLOC_ARENA_MAX": "1"},
    )
    assert answer.returncode == 0, answer.stderr
    assert message in answer.stdout
    assert "allow fewer with threads=" in answer.stdout
    assert not file.exists()  # a state with a hole in it is not saved


def test_a_search_serves_one_caller_at_a_time():
    instance = ask(Board(4, 10), rules="none").instance  # no tours, and long until that is known
    stream, work = _core.TourStream(instance), _core.TourCount(instance, 1)
    for begin, others in (
        (lambda report: stream.next(1, report), [stream.tally]),
        (lambda report: work.run(1e9, report), [work.tally, work.tasks]),
    ):
        refused = []

        def call_again(done, total, calls=(lambda f=begin: f(None), *others), refused=refused):
            for call in calls:
                with pytest.raises(RuntimeError, match="at work already"):
                    call()
                refused.append(call)
            raise TimeoutError

        with pytest.raises(TimeoutError):
            begin(call_again)
        assert len(refused) == 1 + len(others)
        assert others[0]()[0] > 0  # free again


def test_progress_can_stop_a_count():
    def stop(found, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        count_tours(Board(8, 8), progress=stop)


# The exercise of seed 004 counts rows from the top: its (3, 3) is d2 on 5x5, d3 on 6x6.


def test_seed_004_tables():
    five = first_move_table(Board(5, 5), "d2")
    assert [row.count for row in five] == [28, 28, 0, 0]
    assert str(five[0].first_tour).splitlines()[0].split() == ["21", "6", "17", "12", "19"]
    assert str(five[1].first_tour).splitlines()[-1].split() == ["23", "2", "13", "8", "21"]
    assert five[2].first_tour is None
    six = first_move_table(Board(6, 6), "d3")
    assert [row.count for row in six] == [6411, 4716, 13574, 13574, 4716, 6411, 1630, 1630]
    assert str(six[0].first_tour).splitlines()[0].split() == ["31", "28", "33", "18", "7", "26"]
    assert str(six[1].first_tour).splitlines()[0].split() == ["7", "36", "21", "24", "9", "30"]


def test_clockwise_is_the_order_of_seed_004():
    top_left = [(-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1)]
    assert clockwise(Board(8, 8)) == [(-down, across) for down, across in top_left]


@pytest.mark.parametrize("sides", [(5, 6), (3, 10), (3, 12)])
def test_half_turn_lists_exactly_the_symmetric_tours(sides):
    board = Board(*sides)
    symmetric = {
        tour.canonical()
        for tour in tours(board)
        if any(symmetry.name == "half-turn" for symmetry in tour.symmetries())
    }
    for rules in ("default", "none", "seed"):
        found = [tour.canonical() for tour in tours(board, symmetry="half-turn", rules=rules)]
        assert len(found) == len(set(found))
        assert set(found) == symmetric
    second = board.neighbours((0, 0))[0]
    for tour in tours(board, start=(0, 0), first=second, symmetry="half-turn"):
        assert list(tour.squares[:2]) == [(0, 0), second]


def test_two_knights_find_a_symmetric_tour():
    finding = two_knights(Problem(Board(8, 8), closed=True))
    tour = Tour(Board(8, 8), finding.order, kind="closed")
    assert all(
        (a[0] + b[0], a[1] + b[1]) == (7, 7)
        for a, b in zip(tour.squares[:32], tour.squares[32:], strict=True)
    )
    impossible = two_knights(Problem(Board(3, 8), closed=True))
    assert impossible.order is None
    assert impossible.proof is None
    assert impossible.statistics["symmetric tours"] == 0
    late = two_knights(Problem(Board(20, 20), closed=True, timeout=0.0))
    assert late.order is None
    assert late.proof is None
    assert find(Board(6, 8), closed=True, method="two-knights", start="c3", first="d5").closed
    with pytest.raises(BadInputError):
        two_knights(Problem(Board(8, 8), end=1))


def test_any_integer_is_a_seed():
    for seed in (-1, 2**70):
        assert find(Board(6, 6), closed=True, method="two-knights", seed=seed).closed
        question = ask(Board(5, 5), kind="path", rules="seed")
        assert len(estimate_levels(question, probes=10, seed=seed)) > 0
        assert len(sample_subtrees(question, samples=2, squares=3, seed=seed).weights) == 2


def test_statistics_of_a_study():
    rows = study(Board(5, 5), kind="path", start="a1")
    assert {row.tally.solutions for row in rows} == {304}
    nodes = {row.name: row.tally.nodes for row in rows}
    assert nodes["no rules"] > nodes["island"] > nodes["island, dangling by colour"]
    plain = rows[0].tally
    graph = Graph.of(Board(5, 5))
    paths, entered, _ = _core.plain_backtrack(graph.offsets, graph.targets, 0, False, 10**9, None)
    assert (plain.solutions, plain.nodes) == (paths, entered)
    for row in rows:
        shares = [row.tally.share(ending) for ending in row.tally.attempts]
        assert sum(shares) == pytest.approx(1)


def test_probes_agree_with_exact_numbers():
    board = Board(5, 5)
    question = ask(board, kind="path", start="a1", rules="none")
    levels = estimate_levels(question, probes=20_000, seed=3)
    for steps, exact in enumerate(partial_paths(board, ["a1"], time_limit=60), start=1):
        assert abs(levels[steps + 1].value - exact) <= 5 * levels[steps + 1].error + 1e-9
    seed_rules = ask(board, kind="path", start="a1", rules="seed", order="clockwise")
    sample = sample_subtrees(seed_rules, samples=2000, squares=6, seed=4)
    exact = count_question(seed_rules, threads=1).tally.attempt_count
    values = sample.weights * sample.attempts.sum(axis=1)
    assert abs(values.mean() - exact) <= 5 * values.std() / len(values) ** 0.5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"kind": "round"}, "unknown kind"),
        ({"end": "a1"}, "no end"),
        ({"rules": "forced,magic"}, "unknown rule 'magic'"),
        ({"order": "random"}, "unknown order"),
        ({"order": [(1, 2)]}, "each of the 8 moves once"),
        ({"start": "a1", "first": "b2"}, "not a move"),
        ({"first": "b3"}, "needs a start"),
        ({"through": [("a1", "b2")]}, "not a move"),
        ({"through": [("a1", "b3")], "avoiding": [("b3", "a1")]}, "both required and avoided"),
        ({"through": 5}, "edges are text such as a1-b3"),
        ({"through": "a1-b3-c5"}, "an edge is two squares"),
        ({"through": ("a1", "b3")}, "an edge is two squares"),
        ({"avoiding": [("a1", "b3", "c5")]}, "an edge is two squares"),
        ({"symmetry": "mirror"}, "unknown symmetry"),
        ({"kind": "path", "symmetry": "half-turn"}, "closed tours"),
    ],
)
def test_bad_questions_are_refused_in_one_line(arguments, message):
    with pytest.raises(BadInputError, match=message):
        tours(Board(6, 6), **arguments)


def test_too_large_boards_and_graphs_without_a_plane_are_refused():
    with pytest.raises(BadInputError, match="at most 1023"):
        tours(Board(40, 40))
    with pytest.raises(BadInputError, match="two dimensions"):
        tours(Graph.from_edges([(0, 1)]), kind="path", order="clockwise")
    with pytest.raises(BadInputError, match="middle square"):
        tours(Board(5, 5), symmetry="half-turn")


@pytest.mark.parametrize(
    "arguments",
    [
        {"threads": 0},
        {"threads": 1025},
        {"threads": 1.5},
        {"subtour_squares": 10**12},
        {"subtour_squares": -1},
        {"subtour_megabytes": 2**60},
        {"subtour_megabytes": 0},
        {"subtour_megabytes": "64"},
    ],
)
def test_numbers_out_of_bounds_are_refused(arguments):
    (name,) = arguments
    with pytest.raises(BadInputError, match=f"{name} must be"):
        count_tours(Board(5, 6), **arguments)


def test_edges_are_read_alike_everywhere():
    board = Board(5, 6)
    pairs = [("c2", "e1"), ("c1", "a2")]
    listed = list(tours(board, through=pairs))
    assert listed
    for edges in (pairs, "c2-e1,c1-a2", "(1,2)-(0,4); 2 - 6", ["e1-c2", (2, 6)]):
        assert list(tours(board, through=edges)) == listed
        assert count(board, through=edges) == len(listed)
        assert count_tours(board, avoiding=edges).count == count(board, avoiding=edges)
    cube, edge = Board(2, 3, 4), "(0,0,0)-(0,1,2)"
    found = count(cube, through=edge)
    assert 0 < found == count_tours(cube, through=[((0, 0, 0), (0, 1, 2))]).count
    listed = run("list", "2x3x4", "--kind", "closed", "--through", edge)
    assert len(listed.stdout.splitlines()) == found


def run(*arguments):
    command = Path(sys.executable).parent / "babieca"
    return subprocess.run([command, *arguments], capture_output=True, text=True, check=False)


def test_list_prints_tours_that_check_accepts(tmp_path):
    answer = run("list", "6x6", "--closed", "--limit", "5", "--through", "c3-d5")
    assert answer.returncode == 0
    file = tmp_path / "tours.jsonl"
    file.write_text(answer.stdout)
    assert len(answer.stdout.splitlines()) == 5
    assert run("check", str(file)).stdout.count("valid closed tour of 6x6") == 5
    holed = run("list", "3x3", "--holes", "b2", "--path", "--limit", "2")
    file.write_text(holed.stdout)
    assert run("check", str(file)).stdout.count("valid path") == 2


def test_list_lists_closed_tours_unless_asked_for_others():
    board = Board(3, 10)
    kinds = {
        (): "closed",
        ("--closed",): "closed",
        ("--kind", "closed"): "closed",
        ("--path",): "path",
        ("--kind", "path", "--path"): "path",
        ("--kind", "open"): "open",
    }
    for options, kind in kinds.items():
        found = [
            [board.index(square) for square in json.loads(line)["squares"]]
            for line in run("list", "3x10", *options, "--limit", "3").stdout.splitlines()
        ]
        wanted = itertools.islice(tours(board, kind=kind), 3)
        assert found == [tour.indices.tolist() for tour in wanted]
    for options in (("--closed", "--path"), ("--kind", "open", "--closed")):
        answer = run("list", "3x10", *options)
        assert answer.returncode == 2
        assert "different kinds" in answer.stderr


def test_list_and_study_say_no_and_nonsense_properly():
    nothing = run("list", "4x4")
    assert (nothing.returncode, nothing.stdout) == (1, "")
    assert "no such tour exists" in nothing.stderr
    assert run("list", "6x6", "--through", "a1").returncode == 2
    assert run("study", "5x5", "--kind", "what").returncode == 2
    answer = run("study", "5x5", "--kind", "path", "--start", "a1", "--json")
    assert {json.loads(line)["tours"] for line in answer.stdout.splitlines()} == {304}


def test_a_board_without_tours_gives_an_empty_list():
    assert list(tours(Board(4, 4))) == []
    assert count_tours(Board(3, 3), kind="path").count == 0
