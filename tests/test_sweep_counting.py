"""Counting by sweeps: blocks, states, moduli, against each other and against published counts."""

import itertools
import math
import pickle
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import pytest
from hypothesis import given

from babieca import (
    BadInputError,
    Board,
    ContradictionError,
    Graph,
    Limits,
    Question,
    Tours,
    _core,
    count,
    count_by,
    find,
    plan,
)
from babieca.engines import COUNTERS, reference
from babieca.engines.retirement import order_cost, retirement_order
from babieca.engines.sweep import counting
from babieca.engines.sweep.count_plan import CountPlan
from babieca.engines.sweep.counting import Residue, SweepTask, count_by_plan, sweep_here
from babieca.engines.sweep.moduli import Found, bounds_of, determined, enough_moduli
from babieca.engines.sweep.sweeps import prepare
from tests.known_counts import known_counts, load
from tests.strategies import KINDS, graphs

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


@pytest.mark.parametrize(
    "board", [Board(5, 8, leaper="giraffe"), Board(3, 10, leaper="camel", wrap=(False, True))]
)
def test_wide_frontiers_with_few_states(board: Board) -> None:
    """The boards have 3^19 and 3^20 type vectors, of which almost none can occur."""
    assert count(board, method="blocks") == count(board, method="sparse") == 0


NO_TOUR_AT_A_GLANCE: dict[str, Tours] = {
    "colours, closed": Tours(Board(5, 5)),
    "colours, path": Tours(Board(4, 4, holes="a1,b2"), "path"),
    "colours, start": Tours(Board(3, 5), "path", start="b1"),
    "colours, ends": Tours(Board(3, 4), "path", start="a1", end="c1"),
    "colours, torus": Tours(Board(4, 4, wrap=True, holes="a1")),
    "out of reach": Tours(Board(4, 4, leaper="camel"), "path"),
    "out of reach by avoided moves": Tours(Board(3, 4), "path", avoiding="a1-b3,a1-c2"),
}


@pytest.mark.parametrize("tours", NO_TOUR_AT_A_GLANCE.values(), ids=NO_TOUR_AT_A_GLANCE)
def test_what_colours_or_gaps_rule_out_is_not_swept(tours: Tours) -> None:
    assert tours.count(method="reference") == 0
    for method in ("blocks", "sparse"):
        report = tours.count_report(method=method)
        assert (report.value, report.counters) == (0, 0)


@pytest.mark.parametrize("sides", [(3, 4), (4, 4), (3, 5), (4, 5), (2, 3, 3)])
def test_boards_against_the_reference(sides: tuple[int, ...]) -> None:
    board = Board(*sides)
    for kind in KINDS:
        assert count(board, kind) == count(board, kind, method="reference")


@pytest.mark.parametrize("method", ["auto", "blocks", "sparse", "search", "reference"])
def test_a_single_square_is_a_path(method: str) -> None:
    for kind, number in (("closed", 0), ("path", 1), ("open", 1)):
        tours = Tours(Board(1, 1), kind)  # type: ignore[arg-type]
        assert tours.count(method=method) == number
        if not COUNTERS[method].refusal(tours.question):
            assert COUNTERS[method](tours.question, Limits()).value == number


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
    reports = [
        Tours(Board(5, 8)).count_report(
            method="blocks", counter_bits=bits, mirror=mirror, threads=threads
        )
        for bits, mirror, threads in itertools.product((32, 64), (None, False), (1, 3))
    ]
    assert {int(report) for report in reports} == {44202}
    assert {report.counters for report in reports} == {reports[0].counters}


def test_numbers_beyond_a_word_take_several_moduli() -> None:
    report = Tours(Board(3, 52)).count_report(method="blocks")
    assert report.value > 2**64
    assert len(report.moduli) >= 2
    assert report.value == count(Board(3, 52), method="sparse")
    narrow = Tours(Board(6, 9)).count_report(counter_bits=32)
    assert (narrow.value, len(narrow.moduli) > 1) == (3374967940, True)


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
def test_every_flipped_bit_of_a_residue_shows(bits: int) -> None:
    """A flipped bit moves the combined number out of its bounds."""
    for span in range(1, 120 if bits == 8 else 400):
        moduli = enough_moduli(bits, span)
        product = math.prod(moduli)
        for modulus in moduli:
            others = product // modulus
            for flipped in range((modulus - 1).bit_length()):
                shift = others * (pow(others, -1, modulus) * 2**flipped % modulus)
                assert 2**span <= shift <= product - 2**span


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
def test_contradicting_residues_are_told(bits: int) -> None:
    chance = random.Random(bits)
    for _ in range(300):
        span = chance.randint(1, 120 if bits == 8 else 250)
        number = chance.getrandbits(span)
        residues = {modulus: number % modulus for modulus in enough_moduli(bits, span)}
        assert combined(residues, bits, span) == number
        modulus = chance.choice([*residues])
        by = chance.choice([1, -1, chance.randrange(1, modulus)])
        residues[modulus] = (residues[modulus] + by) % modulus
        with pytest.raises(ContradictionError):
            combined(residues, bits, span)


def combined(residues: dict[int, int], bits: int, span: int) -> int:
    def sweep(moduli: list[int], limits: Limits) -> list[Found]:
        return [Found(modulus, [residues[modulus]]) for modulus in moduli]

    loop = _core.Residues(counter_bits=bits)
    (number,), _ = determined(loop, sweep, Limits(), lambda: [2**span - 1])
    assert loop.moduli == [*residues]
    return number


def test_moduli_and_numbers_cross_the_border() -> None:
    """2^64 is written as it is; numbers may have any size, but are never negative."""
    found = _core.Remainders(2)
    for modulus in (2**64, 2**62 - 1, 3):
        found.add(modulus, [5 % modulus, 3**50 % modulus])
    assert found.values == [5, 3**50]
    assert found.product == 2**64 * (2**62 - 1)
    for wrong in (0, -1, 2**64 + 1, 2**128, 2.5, None):
        with pytest.raises(TypeError):
            found.add(wrong, [1, 1])  # type: ignore[arg-type]
    loop = _core.Residues()
    for bound in (-1, 1.0, "7"):
        with pytest.raises(TypeError):
            loop.set_bounds([bound])  # type: ignore[list-item]


def wrong(residue: Residue) -> Residue:
    """Add one to a residue with an odd modulus, as a memory fault might."""
    if residue.modulus % 2 == 0:
        return residue
    return replace(residue, value=(residue.value + 1) % residue.modulus)


@pytest.mark.parametrize("engine", ["blocks", "sparse"])
def test_residues_that_contradict_one_another_are_no_answer(engine: Any) -> None:
    question = Question.ask(Board(3, 52))
    order = tuple(retirement_order(question.graph).tolist())
    plan = CountPlan(question, order, method=engine, single=False)
    wanted = count_by_plan(plan, Limits(), sweep_here).value
    assert wanted == count(Board(3, 52), method=engine) > 2**64

    def lying(plan: CountPlan, moduli: Sequence[int], limits: Limits) -> list[Residue]:
        return [wrong(residue) for residue in sweep_here(plan, moduli, limits)]

    with pytest.raises(ContradictionError, match="contradict") as caught:
        count_by_plan(plan, Limits(), lying)
    assert not isinstance(caught.value, ValueError)  # not the caller's fault


def test_tasks_are_plain_values() -> None:
    """The key of a task contains everything that its residue depends on."""
    question = Question.ask(Board(5, 6))
    order = tuple(retirement_order(question.graph).tolist())
    plan = CountPlan(question, order)
    task = SweepTask(plan, 2**64)
    assert pickle.loads(pickle.dumps(task)) == task
    assert task.run(Limits()).value == 8
    same = SweepTask(CountPlan(Question.ask(Board(5, 6)), order, method="sparse"), 2**64)
    assert same.key == task.key
    assert same.run(Limits()).value == 8
    others = [
        SweepTask(plan, 2**63 - 1),
        SweepTask(replace(plan, order=order[::-1]), 2**64),
        SweepTask(replace(plan, question=Question.ask(Board(5, 6), through="c1-d3")), 2**64),
        SweepTask(replace(plan, question=Question.ask(Board(6, 5))), 2**64),
    ]
    assert len({task.key, *(other.key for other in others)}) == 5


@given(graphs())
def test_the_bound_is_a_bound(graph: Graph) -> None:
    for kind in ("closed", "path"):
        question = Question.ask(graph, kind)
        assert reference.count(question, Limits()).value < 2 ** bounds_of(question).bits


def test_tables_add_up() -> None:
    board = Board(5, 5)
    starts = count_by(board, "path", by="start")
    assert sum(starts.values()) == 2 * count(board, "path")
    assert starts[(0, 0)] == starts[(4, 4)] == 304
    moves = count_by(board, "path", by="first-move", start="c3")
    assert sum(moves.values()) == starts[(2, 2)] == 64
    six = Board(6, 6)
    pairs = count_by(six, by="edge-pair", start="c3")
    assert sum(pairs.values()) == 9862
    for (first, last), value in list(pairs.items())[:5]:
        edges = [("c3", first), ("c3", last)]
        assert value == count(six, through=edges, method="sparse")
    assert sum(count_by(six, by="first-move", start="c3").values()) == 2 * 9862


def completions(board: Board, walk: list[int], kind: str) -> int:
    """Count the tours that begin with a walk by trying every continuation."""
    graph = Graph.of(board)
    if len(walk) == len(graph):
        meets = graph.has_edge(walk[0], walk[-1])
        return int(kind == "path" or meets == (kind == "closed"))
    onward = [vertex for vertex in graph.near(walk[-1]) if vertex not in walk]
    return sum(completions(board, [*walk, vertex], kind) for vertex in onward)


@pytest.mark.parametrize(
    ("board", "kind", "left"),
    [
        (Board(4, 5), "path", 19),
        (Board(5, 5), "path", 19),
        (Board(5, 5), "open", 18),
        (Board(5, 7, holes=["c3"]), "open", 14),
        (Board(3, 7), "path", 19),
        (Board(4, 4, wrap="torus"), "closed", 9),
        (Board(5, 6), "closed", 18),
        (Board(6, 6), "closed", 1),
        (Board(6, 6), "closed", 17),
    ],
    ids=str,
)
def test_each_next_move_has_the_number_of_its_completions(
    board: Board, kind: Any, left: int
) -> None:
    graph = Graph.of(board)
    squares = find(board, kind)[:-left]
    table = Tours(board, kind, begin=squares).count_by("first-move")
    begun = [graph.vertex(square) for square in squares]
    onward = [vertex for vertex in graph.near(begun[-1]) if vertex not in begun]
    assert {graph.vertex(square): number for square, number in table.items()} == {
        vertex: completions(board, [*begun, vertex], kind) for vertex in onward
    }
    assert sum(table.values()) > 0


def test_an_order_can_be_given() -> None:
    board = Board(5, 6)
    squares = list(board)
    random.Random(3).shuffle(squares)
    graph = Graph.of(board)
    natural = retirement_order(graph)
    assert order_cost(graph, natural) <= order_cost(graph, natural[::-1])
    for method in ("auto", "blocks", "sparse"):
        assert count(board, order=iter(board), method=method) == 8
    with pytest.raises(BadInputError, match="every vertex"):
        count(board, order=squares[1:])
    with pytest.raises(BadInputError, match="order is a list of all squares"):
        count(board, order=5)  # type: ignore[arg-type]


def test_plans_are_exact() -> None:
    found = plan(Board(5, 6), "path")
    report = Tours(Board(5, 6), "path").count_report(method="blocks")
    assert found.slots == report.slots == 11
    assert found.total_counters is not None
    assert found.counters is not None
    assert found.total_counters == sum(found.counters)
    assert report.counters == found.total_counters - found.counters[0]
    assert report.peak_bytes <= (found.bytes_needed() or 0)


def test_plans_say_what_every_method_takes() -> None:
    found = plan(Board(8, 8), memory="200M")
    assert found.estimates.keys() == {"find", "count", "list", "sample"}
    blocks = found.estimates["count"]["blocks"]
    assert blocks.bytes == found.bytes_needed(counter_bits=8)
    assert "the budget is 200.0 MiB" in blocks.refusal
    assert (blocks.seconds or 0) > 0
    assert found.estimates["find"]["squirrel-cull"].refusal
    assert found.estimates["list"]["search"].refusal is None
    roomy = plan(Board(5, 6), memory="1G").estimates["count"]["blocks"]
    assert roomy.refusal is None
    # Each of several moduli takes a sweep.
    long = plan(Board(8, 32), memory="100G", threads=1)
    assert (long.counter_bits, long.sweeps) == (64, 6)
    assert long.estimates["count"]["blocks"].seconds == long.estimated_seconds()
    assert (long.estimated_seconds(counter_bits=32) or 0) > (long.estimated_seconds() or 0)
    assert long.usable_bits == [64, 32, 16]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"method": "magic"}, "method is one of auto, blocks, sparse, .*, not 'magic'"),
        ({"memory": "100K", "method": "blocks"}, "needs .* budget"),
        ({"memory": "100K", "method": "sparse"}, "the states take more"),
        ({"memory": "100K"}, "needs .* budget"),
        ({"counter_bits": 7}, "counter_bits is one of 64, 32, 16, 8, not 7"),
        ({"mirror": "yes"}, "mirror is True or False"),
        ({"mirror": True, "start": "b1", "kind": "path"}, "no mirror keeps this question"),
        ({"mirror": True, "order": range(48)}, "mirrors the order"),
        ({"method": "sparse", "counter_bits": 64}, "method sparse does not take counter_bits"),
        ({"method": "search", "order": range(48)}, "method search does not take order"),
    ],
)
def test_bad_counts_are_refused(words: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInputError, match=message):
        count(Board(6, 8), **words)


@pytest.mark.parametrize(
    ("kind", "words", "message"),
    [
        ("closed", {"by": "colour"}, "by is one of start, first-move, edge-pair, .* not 'colour'"),
        ("closed", {"by": "start"}, "no start"),
        ("path", {"by": "start", "start": "a1"}, "leave start out"),
        ("closed", {"by": "first-move"}, "needs a start"),
        ("closed", {"by": "edge-pair", "begin": "a1 b3"}, "does not take begin"),
        ("path", {"by": "edge-pair", "start": "a1"}, "takes kind closed, not 'path'"),
        ("closed", {"by": "edge-pair"}, "needs a start"),
        ("path", {"by": "start", "symmetry": "half-turn"}, "does not take symmetry"),
    ],
)
def test_bad_tables_are_refused(kind: Any, words: dict[str, Any], message: str) -> None:
    asked = {name: value for name, value in words.items() if name != "by"}
    with pytest.raises(BadInputError, match=message):
        Tours(Board(6, 6), kind, **asked).count_by(words["by"])


@pytest.mark.parametrize(
    "words",
    [{"method": "nonsense"}, {"threads": -5}, {"counter_bits": 7}, {"order": [1]}],
    ids=str,
)
@pytest.mark.parametrize("symmetry", ["half-turn", None])
def test_nothing_is_accepted_and_ignored(words: dict[str, Any], symmetry: str | None) -> None:
    with pytest.raises(BadInputError, match=f"{next(iter(words))}|every vertex"):
        count(Board(6, 6), symmetry=symmetry, **words)


def test_classes_keep_to_the_threads_they_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def watched(plan: CountPlan, moduli: Sequence[int], limits: Limits) -> list[Residue]:
        seen.append(limits.workers)
        return sweep_here(plan, moduli, limits)

    monkeypatch.setattr(counting, "sweep_here", watched)
    Tours(Board(5, 6)).classes(threads=3)
    assert set(seen) == {3}
    with pytest.raises(BadInputError, match="threads"):
        Tours(Board(5, 6)).classes(threads=-5)


BOARDS_WITH_MIRRORS = [
    *((Board(m, n), "closed") for m, n in ((5, 6), (6, 6), (6, 7), (3, 10), (6, 8))),
    *((Board(m, n), "path") for m, n in ((3, 4), (4, 5), (5, 5), (5, 6), (3, 8))),
    (Board(6, 6, holes=["a1", "f1"]), "path"),
    (Board(5, 6, wrap="1"), "closed"),
    (Board(6, 6, leaper="zebra"), "path"),
    (Board(2, 3, 4), "closed"),
]


@pytest.mark.parametrize(("board", "kind"), BOARDS_WITH_MIRRORS, ids=str)
def test_half_of_each_layer_gives_the_same_count(board: Board, kind: Any) -> None:
    tours = Tours(board, kind)
    whole = tours.count_report(method="blocks", mirror=False, threads=1)
    for bits in (8, 16, 32, 64):
        half = tours.count_report(mirror=True, counter_bits=cast(Any, bits), threads=2)
        assert half.value == whole.value


@pytest.mark.parametrize(("board", "kind"), BOARDS_WITH_MIRRORS, ids=str)
def test_moduli_that_go_at_once_give_what_each_gives(board: Board, kind: Any) -> None:
    question = Question.ask(board, kind)
    ready = prepare(question, Limits(), mirror=True)
    task = CountPlan(question, tuple(ready.order.tolist()), ready.mirror)
    moduli = [2**63 - 25, 2, 251, 2**64, 65521]
    value = count(board, kind, method="sparse")
    for threads in (1, 2):
        found = sweep_here(task, moduli, Limits(threads=threads))
        assert [residue.value for residue in found] == [value % modulus for modulus in moduli]
    plain = sweep_here(task, [2**64, 2**64, 3, 2**64], Limits())
    assert [residue.value for residue in plain] == [value, value, value % 3, value]
    assert [residue.exact for residue in plain] == [True, True, False, True]


def test_questions_that_keep_a_mirror_use_it() -> None:
    board = Board(5, 6)
    for words in ({"through": "a1-b3 e1-d3"}, {"start": "c1", "end": "c6"}):
        tours = Tours(Board(6, 5), "path", **cast(Any, words))
        assert tours.count(mirror=True) == tours.count(method="sparse")
    assert count(board, mirror=True) == 8


def test_a_mirror_halves_the_counters() -> None:
    found = plan(Board(7, 8))
    whole = plan(Board(7, 8), order=found.order)
    assert found.mirrored
    assert not whole.mirrored
    assert 0.45 < (found.peak_counters or 0) / (whole.peak_counters or 1) < 0.55
    assert sorted(found.widths or []) == found.widths


def test_a_better_order_is_not_beyond_blocks() -> None:
    assert plan(Board(10, 10)).mirrored
    assert plan(Board(10, 10)).slots <= 20


def test_a_required_move_may_be_one_of_only_two_at_a_square() -> None:
    # Every closed tour makes both moves of a corner; the number has more than 64 bits.
    whole = count(Board(6, 16))
    assert whole == 16378998506224697063588
    assert count(Board(6, 16), through="a1-c2") == whole
    assert count(Board(6, 16), begin="b3 a1 c2") == whole
