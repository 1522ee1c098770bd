"""Retirement orders: permutations, mirrored pairs, and costs."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given

from babieca import Board, Graph, Question, _core, count
from babieca.engines.protocol import built_question
from babieca.engines.retirement import (
    Order,
    mirrored_order,
    order_cost,
    order_search,
    retirement_order,
    searched_order,
)
from babieca.engines.sweep.sweeps import best_order
from babieca.invariants import Image, edge_images, vertex_symmetries
from babieca.limits import Limits
from tests.strategies import graphs

BOARDS = [
    Board(5, 5, holes="c3"),
    Board(6, 6, holes="a1,f6"),
    Board(4, 6, wrap="1"),
    Board(4, 4, wrap="all"),
    Board(5, 6, leaper=(0, 1)),
    Board(6, 7, leaper=(1, 4)),
    Board(2, 3, 4),
    Board(3, 3, 3),
    Board(1, 7),
]

QUESTIONS = [
    *(Question.ask(board, kind) for board in BOARDS for kind in ("closed", "path")),
    Question.ask(Board(5, 6), "path", start="c1", end="d1"),
    Question.ask(Board(5, 5), "path", start="c3"),
    Question.ask(Board(6, 6), through="a1-b3,f1-e3", avoiding="c1-d3,d1-c3"),
]


def swept(question: Question, order: Order) -> _core.Sweep:
    return _core.Sweep(built_question(question), order, np.empty(0, dtype=np.int32))


def keeps(image: Image, question: Question) -> bool:
    """Whether an automorphism maps the ends and moves of a question to themselves."""
    ends = set(question.ends)
    return (
        {int(image[end]) for end in ends} == ends
        and edge_images(question.through, image) == question.through
        and edge_images(question.avoiding, image) == question.avoiding
    )


def automorphism(graph: Graph, image: Image) -> bool:
    edges = frozenset((u, v) for u, v in graph.edges() if u < v)
    return edge_images(edges, image) == edges


def in_pairs(order: Order, mirror: Image) -> bool:
    """Whether every vertex is next to its image in the order."""
    at = 0
    while at < len(order):
        image = int(mirror[order[at]])
        if image != order[at]:
            at += 1
            if at == len(order) or order[at] != image:
                return False
        at += 1
    return True


@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_mirrored_orders_retire_pairs_together(question: Question) -> None:
    found = mirrored_order(question)
    assert found is not None
    order, mirror = found
    own = np.arange(len(question.graph))
    assert np.array_equal(np.sort(order), own)
    assert np.array_equal(mirror[mirror], own)
    assert not np.array_equal(mirror, own)
    assert automorphism(question.graph, mirror)
    assert in_pairs(order, mirror)
    assert keeps(mirror, question)
    again = mirrored_order(question)
    assert again is not None
    assert np.array_equal(again[0], order)


def test_simple_mirrored_rectangles_are_as_narrow_as_plain_ones() -> None:
    for rows, columns in itertools.product(range(3, 13), range(3, 21)):
        question = Question.ask(Board(rows, columns))
        search = order_search(question)
        across = [f"{name} reflection" for name in ("left-right", "up-down")]
        named = dict(vertex_symmetries(question.graph))
        mirror = named[across[rows < columns]]
        orders = _core.mirrored_sweeps(question.graph.place, mirror.astype(np.int32))
        order = min(orders, key=search.counters)
        assert in_pairs(order, mirror)
        if min(rows, columns) > 4:
            assert search.counters(order) < search.counters(retirement_order(question.graph))
        if min(rows, columns) > 3:  # with three rows, a wider frontier may be cheaper
            assert swept(question, order).slot_count <= 2 * min(rows, columns)


@pytest.mark.parametrize("sides", [(5, 12), (7, 7), (6, 9)])
def test_a_searched_order_has_fewer_counters_and_no_larger_layer(sides: tuple[int, int]) -> None:
    question = Question.ask(Board(*sides), "path")
    rule = swept(question, retirement_order(question.graph)).plan()
    found = mirrored_order(question)
    assert found is not None
    for order in (best_order(question, Limits()), found[0]):
        plan = swept(question, order).plan()
        assert plan.total_counters < rule.total_counters
        assert plan.peak_counters <= rule.peak_counters


def test_what_breaks_the_symmetry_has_no_mirrored_order() -> None:
    assert mirrored_order(Question.ask(Board(6, 6), through="a1-b3")) is None
    assert mirrored_order(Question.ask(Board(5, 6), "path", start="b2")) is None
    assert mirrored_order(Question.ask(Board(5, 6), "path", start="a1", end="c2")) is None
    assert mirrored_order(Question.ask(Board(5, 6, holes="a1"))) is None
    assert mirrored_order(Question.ask(Graph.from_edges([(0, 1), (1, 2), (2, 0)]))) is None


def test_tori_have_more_involutions_than_reflections() -> None:
    torus, plain = Graph.of(Board(4, 6, wrap="all")), Graph.of(Board(4, 6))
    found = _core.involutions(torus.place)
    assert len(found) > len(_core.involutions(plain.place)) == 3
    assert all(automorphism(torus, image) for image in found)


def test_mirrored_orders_give_the_same_count() -> None:
    for board in (Board(6, 6), Board(5, 6), Board(5, 5, holes="c3")):
        for kind in ("closed", "path"):
            found = mirrored_order(Question.ask(board, kind))
            assert found is not None
            order = [board.square(board.index_of(int(vertex))) for vertex in found[0]]
            assert count(board, kind, order=order) == count(board, kind)


@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_the_cost_of_an_order_is_what_its_plan_counts(question: Question) -> None:
    order = retirement_order(question.graph)
    plan = swept(question, order).plan()
    search = order_search(question)
    assert search.layers(order) == [layer.counters for layer in plan.layers]
    assert search.counters(order) == plan.total_counters


@given(graphs())
def test_the_cost_is_the_plan_on_any_graph(graph: Graph) -> None:
    order = retirement_order(graph)
    assert np.array_equal(np.sort(order), np.arange(len(graph)))
    for kind in ("closed", "path"):
        question = Question.ask(graph, kind)
        plan = swept(question, order).plan()
        assert order_search(question).counters(order) == plan.total_counters


def test_a_search_never_ends_worse_than_it_began() -> None:
    question = Question.ask(Board(4, 7, leaper=(1, 3)))
    search = order_search(question)
    order = np.arange(28, dtype=np.int32)
    improved = search.improve(order, 0, 1.0, 2000, 1)
    assert search.counters(improved) < search.counters(order)
    assert order_cost(question.graph, improved) < order_cost(question.graph, order)


@pytest.mark.parametrize(
    ("board", "first"),
    [(Board(7, 8), (26,)), (Board(7, 8), (55, 0, 17)), (Board(5, 5, holes="c3"), (7, 3))],
    ids=str,
)
def test_an_order_may_begin_with_given_vertices(board: Board, first: tuple[int, ...]) -> None:
    """The order costs at most as much as the best order with these vertices moved first."""
    question = Question.ask(board)
    order = searched_order(question, first)
    assert tuple(order[: len(first)].tolist()) == first
    assert sorted(order.tolist()) == list(range(len(question.graph)))
    best = best_order(question, Limits())
    moved = np.concatenate([np.array(first, dtype=np.int32), best[~np.isin(best, first)]])
    search = order_search(question)
    assert search.counters(order) <= search.counters(moved)
