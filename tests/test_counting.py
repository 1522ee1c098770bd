"""Every method against the obvious one, and against published counts."""

import itertools
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from babieca import BadInputError, Board, Graph, _reference, count, count_report, plan
from babieca.counting.moduli import bound_bits, combine, coprime_moduli
from babieca.counting.questions import Question
from babieca.memory import MOST_BYTES, container_bytes
from babieca.orders import order_cost, retirement_order
from tests.known_counts import known_counts, load

KINDS = ("closed", "path", "open")
METHODS = ("blocks", "sparse", "search", "reference")


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    size = draw(st.integers(1, 8))
    pairs = list(itertools.combinations(range(size), 2))
    if draw(st.booleans()):
        pairs = [(u, v) for u, v in pairs if (u + v) % 2]
    density = draw(st.sampled_from([0.3, 0.6, 0.9]))
    chance = random.Random(draw(st.integers(0, 2**32)))
    return Graph.from_edges(
        [pair for pair in pairs if chance.random() < density], vertices=range(size)
    )


@settings(max_examples=300)
@given(graphs(), st.data())
def test_all_methods_agree_on_random_graphs(graph: Graph, data: st.DataObject) -> None:
    edges = graph.edges()
    some = st.lists(st.sampled_from(edges), max_size=2) if edges else st.just([])
    vertex = st.none() | st.integers(0, len(graph) - 1)
    for kind in KINDS:
        options = {"through": data.draw(some), "avoiding": data.draw(some)}
        if kind != "closed":
            options |= {"start": data.draw(vertex), "end": data.draw(vertex)}
        options["directed"] = data.draw(st.booleans())
        answers = {method: count(graph, kind, method=method, **options) for method in METHODS}
        assert len(set(answers.values())) == 1, (kind, options, answers)


@given(graphs())
def test_kinds_are_what_the_words_say(graph: Graph) -> None:
    for kind in KINDS:
        assert count(graph, kind) == _reference.count(graph, kind)
    for start in range(len(graph)):
        assert count(graph, "path", start=start) == _reference.count_from(graph, start)


@given(graphs(), st.data())
def test_open_tours_with_ends_and_constraints(graph: Graph, data: st.DataObject) -> None:
    edges = graph.edges()
    some = st.lists(st.sampled_from(edges), max_size=2) if edges else st.just([])
    through, avoiding = set(data.draw(some)), set(data.draw(some))
    start = data.draw(st.integers(0, len(graph) - 1))
    wanted = 0
    for path in _reference.directed_paths(_reference.adjacency(graph), start):
        used = {(min(pair), max(pair)) for pair in itertools.pairwise(path)}
        apart = not graph.has_edge(path[0], path[-1])
        wanted += apart and through <= used and not avoiding & used
    got = count(graph, "open", start=start, through=through, avoiding=avoiding)
    assert got == wanted


SMALL_BOARDS = [
    (rows, columns)
    for rows, columns in itertools.product(range(1, 31), repeat=2)
    if rows <= columns and rows * columns <= 30
]


def test_blocks_and_sparse_agree_on_all_small_boards() -> None:
    for sides in SMALL_BOARDS:
        board = Board(*sides)
        for kind in KINDS:
            assert count(board, kind, method="blocks") == count(board, kind, method="sparse"), sides


@pytest.mark.parametrize("sides", [(3, 4), (4, 4), (3, 5), (4, 5), (2, 3, 3)])
def test_boards_against_the_reference(sides: tuple[int, ...]) -> None:
    board = Board(*sides)
    for kind in KINDS:
        assert count(board, kind) == _reference.count(board, kind)


def test_a_board_lying_or_standing_is_the_same() -> None:
    for kind in KINDS:
        assert count(Board(3, 8), kind) == count(Board(8, 3), kind)
        assert count(Board(5, 6), kind) == count(Board(6, 5), kind)


@pytest.mark.parametrize("entry", known_counts(heavy=False), ids=str)
def test_published_counts(entry: tuple[str, str, int]) -> None:
    name, kind, value = entry
    graph, options = load(name)
    directed = kind == "path_directed"
    asked = kind if kind == "closed" else "path"
    assert count(graph, asked, directed=directed, **options) == value


def test_every_width_and_storage_gives_the_same() -> None:
    board = Board(5, 8)
    reports = [
        count_report(board, method="blocks", counter_bits=bits, in_place=in_place, threads=threads)
        for bits, in_place, threads in itertools.product((32, 64), (True, False), (1, 3))
    ]
    assert {int(report) for report in reports} == {44202}
    assert {report.counters for report in reports} == {reports[0].counters}


def test_numbers_beyond_a_word_take_several_moduli() -> None:
    report = count_report(Board(3, 52), method="blocks")
    assert report.value > 2**64
    assert len(report.moduli) >= 3
    assert report.value == count(Board(3, 52), method="sparse")
    narrow = count_report(Board(6, 9), counter_bits=32)
    assert (narrow.value, len(narrow.moduli) > 2) == (3374967940, True)


def test_chinese_remainders() -> None:
    moduli = list(itertools.islice(coprime_moduli(64), 6))
    number = 3**200
    assert combine([(number % modulus, modulus) for modulus in moduli]) == number


@given(graphs())
def test_the_bound_is_a_bound(graph: Graph) -> None:
    for paths, kind in ((False, "closed"), (True, "path")):
        bits = bound_bits(Question(graph, paths=paths))
        assert _reference.count(graph, kind) < 2**bits


def test_tables_add_up() -> None:
    board = Board(5, 5)
    starts = count(board, "path", by="start")
    assert sum(starts.values()) == 2 * count(board, "path")
    assert starts[(0, 0)] == starts[(4, 4)] == 304
    moves = count(board, "path", by="first-move", start="c3")
    assert sum(moves.values()) == starts[(2, 2)] == 64
    six = Board(6, 6)
    pairs = count(six, by="edge-pair", start="c3")
    assert sum(pairs.values()) == 9862
    for (first, last), value in list(pairs.items())[:5]:
        edges = [("c3", first), ("c3", last)]
        assert value == count(six, through=edges, method="sparse")
    assert sum(count(six, by="first-move", start="c3").values()) == 2 * 9862


def test_an_order_can_be_given() -> None:
    board = Board(5, 6)
    squares = list(board)
    random.Random(3).shuffle(squares)
    natural = retirement_order(board)
    assert order_cost(board, natural) <= order_cost(board, natural[::-1])
    assert count(board, order=list(board)) == 8
    with pytest.raises(BadInputError, match="every vertex"):
        count(board, order=squares[1:])


def test_plans_are_exact() -> None:
    board = Board(5, 6)
    found = plan(board, "path")
    report = count_report(board, "path", method="blocks")
    assert found.slots == report.slots == 11
    assert found.total_counters is not None
    assert found.counters is not None
    assert found.total_counters == sum(found.counters)
    assert report.counters == found.total_counters - found.counters[0]
    assert report.peak_bytes <= (found.bytes_needed() or 0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"kind": "round"}, "kind is one of"),
        ({"method": "magic"}, "method is one of"),
        ({"by": "colour"}, "by is one of"),
        ({"start": "a1"}, "no start or end"),
        ({"through": "a1-a2"}, "not a move apart"),
        ({"through": "a1"}, "an edge is two squares"),
        ({"threads": 0}, "threads"),
        ({"threads": "4"}, "whole number"),
        ({"threads": 2.0}, "whole number"),
        ({"memory": 0}, "positive"),
        ({"memory": "0G"}, "positive"),
        ({"memory": float("inf")}, "finite"),
        ({"memory": float("nan")}, "finite"),
        ({"memory": [8]}, "number of bytes"),
        ({"memory": "lots"}, "amount of memory"),
        ({"memory": "100K", "method": "blocks"}, "needs .* budget"),
        ({"memory": "100K", "method": "sparse"}, "do not fit"),
        ({"memory": "100K"}, "do not fit"),
        ({"by": "start"}, "no start"),
        ({"by": "first-move"}, "needs a start"),
        ({"kind": "path", "by": "edge-pair"}, "closed tours"),
        ({"counter_bits": 8}, "counter_bits"),
    ],
)
def test_bad_questions_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(BadInputError, match=message):
        count(Board(6, 6), **options)  # type: ignore[call-overload]


@pytest.mark.parametrize("memory", [8e9, "9" * 400, 10**400, "99999999T"])
def test_any_amount_of_memory_is_understood(memory: float | str) -> None:
    assert count(Board(5, 6), method="sparse", memory=memory) == 8


def test_a_container_allows_less_than_the_machine(tmp_path: Path) -> None:
    assert container_bytes(tmp_path) == MOST_BYTES
    (tmp_path / "memory.current").write_text("1000\n")
    (tmp_path / "memory.max").write_text("max\n")
    assert container_bytes(tmp_path) == MOST_BYTES
    (tmp_path / "memory.max").write_text("5000\n")
    assert container_bytes(tmp_path) == 4000


def test_plans_check_their_threads() -> None:
    with pytest.raises(BadInputError, match="threads"):
        plan(Board(5, 6), threads=0)
