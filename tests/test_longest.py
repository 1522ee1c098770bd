"""The longest closed tour or path, compared with all walks."""

import itertools
from random import Random
from typing import Any

import networkx
import pytest

from babieca import BadInputError, Board, Limits, NotFoundError, NoTourError, Question, Tours, find
from babieca.engines.sweep import longest as engine
from babieca.engines.sweep.longest import longest, upper_bound

Edge = tuple[int, int]


def all_walks(size: int, edges: list[Edge]) -> list[tuple[int, ...]]:
    """Return every walk that repeats no vertex, in both directions."""
    near: dict[int, list[int]] = {v: [] for v in range(size)}
    for u, v in edges:
        near[u].append(v)
        near[v].append(u)
    found: list[tuple[int, ...]] = [(v,) for v in range(size)]
    for walk in found:  # it grows
        found += [(*walk, v) for v in near[walk[-1]] if v not in walk]
    return found


@pytest.mark.parametrize("seed", range(60))
def test_the_sweep_agrees_with_all_walks(seed: int) -> None:
    random = Random(seed)
    size, often = random.randint(3, 8), random.choice([0.2, 0.35, 0.5])
    edges = [pair for pair in itertools.combinations(range(size), 2) if random.random() < often]
    walks = [walk for walk in all_walks(size, edges) if len(walk) > 1]
    graph = networkx.Graph(edges)
    graph.add_nodes_from(range(size))
    start, end = random.sample(range(size), 2)
    cycles = [
        walk
        for walk in walks
        if len(walk) > 2
        and graph.has_edge(walk[0], walk[-1])
        and walk[0] == min(walk)
        and walk[1] < walk[-1]
    ]
    paths = [walk for walk in walks if walk[0] < walk[-1]]
    questions: list[tuple[Any, dict[str, int], list[tuple[int, ...]]]] = [
        ("closed", {}, cycles),
        ("path", {}, paths),
        ("path", {"start": start}, [walk for walk in walks if walk[0] == start]),
        (
            "path",
            {"start": start, "end": end},
            [walk for walk in walks if walk[0] == start and walk[-1] == end],
        ),
    ]
    for kind, ends, wanted in questions:
        if kind == "path" and len(ends) < 2:  # one vertex is a path
            wanted = wanted or [(start,)] if ends else wanted or [(v,) for v in range(size)]
        most = max(map(len, wanted), default=0)
        found = longest(Question.ask(graph, kind, **ends), Limits())
        assert found.bound == most
        assert found.tours == sum(len(walk) == most for walk in wanted)
        if found.tour is None:
            assert most == 0
            continue
        assert len(found.tour) == most
        assert found.tour.closed == (kind == "closed")
        assert all(graph.has_edge(u, v) for u, v in itertools.pairwise(found.tour))
        assert not ends or found.tour[0] == start
        assert len(ends) < 2 or found.tour[-1] == end


def test_the_petersen_graph_lacks_one_vertex() -> None:
    found = longest(Question.ask(networkx.petersen_graph()), Limits())
    assert (found.bound, found.tours) == (9, 20)


@pytest.mark.parametrize(("board", "length"), [("3x3", 8), ("5x5", 24), ("4x5", 18), ("7x7", 48)])
def test_a_search_reaches_the_bound(
    board: str, length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a wide board, squares are skipped until a tour is found; the colours bound its length."""
    monkeypatch.setattr(engine, "WIDEST", 0.0)
    found = longest(Question.ask(board), Limits(seed=1))
    assert found.tour is not None
    assert found.tours is None
    assert len(found.tour) == length
    assert upper_bound(Question.ask(board)) >= length
    assert found.tour.board is not None
    assert len(found.tour.board.holes) == len(Board(board)) - length


@pytest.mark.parametrize(
    "ends",
    [
        {"start": "b1"},
        {"start": "a1"},
        {"start": "b1", "end": "d1"},
        {"start": "a1", "end": "b1"},
        {"start": "c3", "end": "e5"},
    ],
)
def test_a_search_keeps_the_ends_of_a_path(
    ends: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    question = Question.ask("5x5", "path", **ends)
    swept = longest(question, Limits())
    monkeypatch.setattr(engine, "WIDEST", 0.0)
    found = longest(question, Limits(seed=1))
    assert swept.tour is not None
    assert found.tour is not None
    assert len(swept.tour) <= upper_bound(question)
    assert len(found.tour) <= len(swept.tour) <= found.bound
    assert found.tour.names[0] == ends["start"]
    assert "end" not in ends or found.tour.names[-1] == ends["end"]


def test_a_search_without_success_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random sets of vertices hardly ever have a tour if most degrees are 2."""
    graph = networkx.random_regular_graph(3, 40, seed=1)
    longer = [edge for u, v in graph.edges() for edge in (((u, v), u), ((u, v), v))]
    monkeypatch.setattr(engine, "WIDEST", 0.0)
    with pytest.raises(NotFoundError, match="none has more than"):
        longest(Question.ask(networkx.Graph(longer)), Limits(seed=1, timeout=60.0))


def test_find_reports_the_longest_tour() -> None:
    report = Tours("5x5").find_report(longest=True)
    assert report.optimum is not None
    assert str(report.optimum) == "longest: 24, proved; 120 tours have it"
    assert report.statistics["skipped"] == 1
    wide = Tours("7x7").find_report(longest=True, seed=1)
    assert wide.statistics == {"skipped": 1}  # nothing was swept
    assert str(wide.optimum) == "longest: 48, proved"
    assert len(find("3x3", "path", longest=True)) == 8
    assert len(find("1x1", "path", longest=True)) == 1
    with pytest.raises(NoTourError, match="the moves form no cycle"):
        find("2x2", longest=True)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"method": "edges"}, "method edges does not take longest"),
        ({"start": "a1"}, "only for paths"),
        ({"through": "a1-b3"}, "longest does not take through"),
        ({"kind": "open"}, "kind closed, path, not"),
        ({"fewest": "slope:2"}, "fewest does not go together with longest"),
        ({"nodes": 2}, "nodes does not go together with longest"),
        ({"seed": 2}, "seed does not go together with longest on 5x5: it is swept"),
    ],
)
def test_refusals(words: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInputError, match=message):
        find("5x5", longest=True, **words)
