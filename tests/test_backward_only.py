"""Tours through sets of moves by one backward sweep, against listed tours and single counts."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from babieca import Board, Graph, Limits, Question, Tours, _core, count, count_by
from babieca.edges import Edge
from babieca.engines import counts, entries, reference
from babieca.engines.sweep import backward, counting
from babieca.engines.sweep.backward import counts_together, tours_through
from babieca.engines.sweep.count_plan import CountPlan, Machine
from babieca.engines.sweep.moduli import OutgrownError
from babieca.engines.sweep.plans import backward_only_plan, batch_plans
from babieca.engines.sweep.sweeps import trivial_answer
from babieca.errors import ContradictionError
from babieca.reproduce import banon_tables
from tests.strategies import asked

Asked = tuple[Any, Any, dict[str, Any]]


def moves_of(question: Question, walk: Iterable[int]) -> set[Edge]:
    squares = list(walk)
    steps = [*squares, squares[0]] if question.closed else squares
    return {(min(pair), max(pair)) for pair in itertools.pairwise(steps)}


def planned(question: Question, sets: Any, threads: int = 2) -> CountPlan:
    machine = Machine.of(Limits(threads=threads))
    plan = backward_only_plan(question, sets, Limits(), machine)
    assert plan is not None
    return plan


@settings(max_examples=150)
@given(asked(), st.data())
def test_sets_of_moves_are_counted_as_the_reference_lists_them(
    asked: Asked, data: st.DataObject
) -> None:
    place, kind, words = asked
    words.pop("symmetry", None)
    question = Question.ask(place, "path" if kind == "open" else kind, **words).undirected()
    assume(trivial_answer(question) is None and question.graph.edges())
    moves = st.sampled_from(question.graph.edges())
    sets = data.draw(st.lists(st.frozensets(moves, max_size=3), min_size=1, max_size=6))
    plan = planned(question, sets)
    listed = [moves_of(question, walk) for walk in reference.tours(question)]
    found = tours_through(plan, sets, Limits(threads=data.draw(st.sampled_from([1, 2]))))
    assert found == [sum(edges <= tour for tour in listed) for edges in sets]


def test_deciding_vertices_touch_every_edge() -> None:
    edges = Graph.of(Board(4, 5)).edges()
    chosen = _core.deciding([edges])
    assert all(set(edge) & set(chosen) for edge in edges)
    assert len(chosen) == len(set(chosen)) < 20
    assert _core.deciding([]) == []
    assert _core.deciding([[(3, 7), (1, 3), (3, 5)]]) == [3]
    assert _core.deciding([[(0, 1), (1, 2)], [(4, 5)]]) == [1, 4]


def pays_always(monkeypatch: pytest.MonkeyPatch) -> None:
    def backwards(
        question: Question, entries: Any, limits: Limits, machine: Machine, **_: Any
    ) -> list[CountPlan]:
        sets = [entry.through - question.through for entry in entries]
        plan = backward_only_plan(question, sets, limits, machine)
        return [] if plan is None else [plan]

    monkeypatch.setattr(backward, "batch_plans", backwards)


@pytest.mark.parametrize(
    ("tours", "table"),
    [
        (Tours(Board(6, 6), start="c3"), "edge-pair"),
        (Tours(Board(6, 6), start="b1", directed=True), "edge-pair"),
        (Tours(Board(6, 6), start="c3", through="a1-b3", avoiding="c3-e4"), "edge-pair"),
        (Tours(Board(6, 6), start="c3", through="c3-e4"), "edge-pair"),
        (Tours(Board(5, 6, holes="c3,d3"), start="b2"), "edge-pair"),
        (Tours(Board(3, 4, wrap="all"), start="a1"), "edge-pair"),
        (Tours(Board(6, 6, leaper="wazir"), start="b2"), "edge-pair"),
        (Tours(Board(5, 6), start="a2", avoiding="a2-b4"), "edge-pair"),
        (Tours(Board(4, 4), start="a1"), "edge-pair"),  # no tour exists
        (Tours(Board(5, 5), start="a1"), "edge-pair"),  # an odd number of squares
        (Tours(Board(6, 6), start="c3"), "first-move"),
        (Tours(Board(5, 5), "path", start="c3"), "first-move"),
        (Tours(Board(5, 6), "open", start="b2", end="a2"), "first-move"),
        (Tours(Board(5, 6), "open", start="b2"), "first-move"),
    ],
    ids=str,
)
def test_tables_at_once_are_those_of_single_counts(
    tours: Tours, table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    swept: list[CountPlan] = []

    def watched(plan: CountPlan, sets: Any, limits: Limits) -> list[int]:
        swept.append(plan)
        return tours_through(plan, sets, limits)

    pays_always(monkeypatch)
    monkeypatch.setattr(backward, "tours_through", watched)
    for module in (counts, entries):
        monkeypatch.setattr(module, "refuted", lambda question: None)
    together = tours.count_by(table)
    assert len(swept) == 1
    monkeypatch.setattr(backward, "batch_plans", lambda *_, **__: [])
    assert together == tours.count_by(table)
    assert len(swept) == 1


def test_pairs_are_counted_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    single = count_by(Board(6, 6), by="edge-pair", start="c3", device="auto")
    pays_always(monkeypatch)
    assert count_by(Board(6, 6), by="edge-pair", start="c3") == single
    assert sum(single.values()) == 9862


def test_seven_eight() -> None:
    """Blocks larger than the rank maps; the counts of all pairs of moves at a square add up."""
    board = Board(7, 8)
    question = Question.ask(board)
    origin = board.index("c3")
    around = question.graph.neighbours(origin).tolist()
    sets = [
        frozenset({(min(origin, v), max(origin, v)) for v in pair})
        for pair in itertools.combinations(around, 2)
    ]
    plan = planned(question, sets)
    assert plan.layer == 1
    found = tours_through(plan, sets, Limits(threads=2))
    assert sum(found) == 34524432316
    named = [(board.square(u), board.square(v)) for u, v in sets[3]]
    assert found[3] == count(board, through=named)


def test_numbers_of_more_than_64_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several moduli are combined; a number above the bound is a contradiction."""
    board = Board(5, 24)
    table = count_by(board, by="edge-pair", start="c3")
    assert sum(table.values()) == count(board) > 2**64
    question = Question.ask(board)
    sets = [frozenset({(0, 26)}), frozenset({(0, 49)})]
    plan = planned(question, sets)
    assert tours_through(plan, sets, Limits()) == [count(board), count(board)]
    monkeypatch.setattr(counting, "sharp_bound_bits", lambda _: 60)
    with pytest.raises(ContradictionError):
        tours_through(plan, sets, Limits())


def test_memory_is_kept_or_refused() -> None:
    question = Question.ask(Board(6, 8))
    sets = [frozenset({(0, 10)})]
    plan = planned(question, sets, threads=1)
    assert tours_through(plan, sets, Limits(memory=plan.bytes, threads=1)) == [55488142]
    with pytest.raises(OutgrownError):
        tours_through(plan, sets, Limits(memory=plan.bytes // 4, threads=1))


def test_what_pays() -> None:
    """Many entries are counted at once; few entries, or entries with different starts, are not."""
    board = Board(6, 6)
    question = Question.ask(board)
    entries = [
        Question.ask(board, through=[("b2", one), ("b2", other)])
        for one, other in itertools.combinations(("d1", "d3", "a4", "c4"), 2)
    ]

    def pays(some: list[Question], limits: Limits, common: Question = question) -> bool:
        machine = Machine.of(limits)
        return bool(batch_plans(common, some, limits, machine, single_moves=False))

    assert pays(entries, Limits())
    assert not pays(entries[:1], Limits())
    assert not pays(entries, Limits(memory=10**5))
    paths = [Question.ask(board, "path", start=square) for square in board]
    assert not pays(paths, Limits(), Question.ask(board, "path"))
    assert counts_together(question, [], Limits()) == []


def test_walks_of_a_table_are_counted_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board(6, 6)
    walks = [(13, 0, 8, 4, 15), (13, 0, 8, 12, 1), (13, 0, 8, 19, 27), (8, 0, 13, 9, 20)]
    single = [count(board, through=list(itertools.pairwise(walk))) for walk in walks]
    pays_always(monkeypatch)
    assert list(banon_tables.tours_through(board, walks)) == single
