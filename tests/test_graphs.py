"""Graphs of boards, edges and networkx: contents and immutability."""

import copy
import json
import pickle

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from babieca import BadInputError, Board, Graph
from tests.test_boards import boards


@given(boards)
def test_board_graphs_agree_with_the_board(board: Board) -> None:
    graph = Graph.from_board(board)
    for vertex, square in enumerate(board):
        reached = [graph.labels[int(other)] for other in graph.neighbours(vertex)]
        assert reached == board.neighbours(square)
        assert graph.vertex(square) == vertex


def test_holes_shift_vertices_but_not_labels() -> None:
    board = Board(3, 4, holes=["a1", "c2"])
    graph = Graph.from_board(board)
    assert len(graph) == 10
    assert graph.labels[0] == (0, 1)
    assert graph.vertex("d3") == 9
    for vertex, square in enumerate(board):
        assert [graph.labels[int(v)] for v in graph.neighbours(vertex)] == board.neighbours(square)


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8))))
def test_edges_lose_loops_and_repetitions_only(edges: list[tuple[int, int]]) -> None:
    graph = Graph.from_edges(edges, vertices=range(9))
    wanted = {(min(e), max(e)) for e in edges if e[0] != e[1]}
    assert set(graph.edges()) == wanted
    assert graph.edge_count == len(wanted)
    assert all(graph.has_edge(v, u) for u, v in wanted)
    assert eval(repr(graph)) == graph
    assert Graph.from_networkx(graph.to_networkx()) == graph
    assert Graph.of(networkx.MultiGraph(edges + edges)).edge_count == len(wanted)
    oracle = networkx.Graph(list(wanted))
    oracle.add_nodes_from(range(9))
    assert graph.is_connected() == networkx.is_connected(oracle)
    colours = graph.bipartition()
    assert (colours is not None) == networkx.is_bipartite(oracle)
    if colours is not None:
        assert all(colours[u] != colours[v] for u, v in wanted)


def test_matrices_and_mappings() -> None:
    cycle = Graph.from_adjacency(np.roll(np.eye(5), 1, axis=1) + np.roll(np.eye(5), -1, axis=1))
    assert cycle.edge_count == 5
    assert cycle.degrees.tolist() == [2] * 5
    assert Graph.from_adjacency({"a": "bc", "b": "a", "c": ""}).edge_count == 2
    assert Graph.of(networkx.petersen_graph()).edge_count == 15


def test_empty_and_isolated() -> None:
    assert len(Graph.from_edges([])) == 0
    assert not Graph.from_edges([]).is_connected()
    lonely = Graph.from_edges([(1, 1)], vertices=["x"])
    assert len(lonely) == 2
    assert lonely.edge_count == 0


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Graph.from_edges([(1, 2, 3)]), "pair of labels"),
        (lambda: Graph.from_edges([7]), "pair of labels"),
        (lambda: Graph.from_edges([([], [])]), "pair of labels"),
        (lambda: Graph.from_adjacency([[0, 1], [0, 0]]), "symmetric"),
        (lambda: Graph.from_adjacency([[0, 1, 1], [1, 0, 0]]), "square"),
        (lambda: Graph.from_adjacency([[0, 1], [1]]), "one length"),
        (lambda: Graph.of(3), "expected a Board"),
        (lambda: Graph.from_edges(5), "list of pairs"),
        (lambda: Graph.from_edges([], vertices=[[]]), "hashable"),
        (lambda: Graph.from_adjacency({"a": 3}), "neighbours"),
        (lambda: Graph.from_edges([(1, 2)]).vertex(5), "no vertex"),
        (lambda: Graph.from_board(Board(2**20, 2**20)).offsets, "needs"),
    ],
)
def test_bad_input_is_refused_with_a_reason(make: object, message: str) -> None:
    with pytest.raises(BadInputError, match=message):
        make()  # type: ignore[operator]


GRAPHS = [
    Graph.of(Board(3, 4, holes="a1")),
    Graph.of(Board(3, 3, wrap=True)),
    Graph.from_edges(["ab", "bc", "ca", "dd"]),
    Graph.from_edges([(("x", 1), ("y", 2))]),
    Graph.from_adjacency(np.ones((4, 4))),
    Graph.from_edges([]),
]


@pytest.mark.parametrize("graph", GRAPHS, ids=str)
def test_graphs_are_rebuilt_from_pickles(graph: Graph) -> None:
    for other in (pickle.loads(pickle.dumps(graph)), copy.deepcopy(graph), copy.copy(graph)):
        assert other == graph
        assert hash(other) == hash(graph)
        assert list(other.labels) == list(graph.labels)
        for array in (other.offsets, other.targets, other.degrees):
            assert not array.flags.writeable
            with pytest.raises(ValueError, match="read-only"):
                array[...] = 0


@pytest.mark.parametrize("graph", GRAPHS, ids=str)
def test_graphs_go_to_json_and_back(graph: Graph) -> None:
    assert Graph.from_json(json.loads(json.dumps(graph.to_json()))) == graph


def test_a_board_is_a_graph_only_when_its_edges_are_asked_for() -> None:
    graph = Graph.of(Board(10**5, 10**5))
    assert len(graph) == 10**10
    assert graph.has_edge(0, 10**5 + 2)
    assert graph.label(10**5 + 2) == (1, 2)
