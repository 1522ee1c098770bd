"""Small graphs, small boards and questions about them, for hypothesis."""

from __future__ import annotations

import itertools
import random
from typing import Any

from hypothesis import strategies as st

from babieca import Board, Graph

KINDS = ("closed", "path", "open")

SMALL_BOARDS = (
    Board(1, 1),
    Board(2, 2),
    Board(3, 4),
    Board(3, 4, holes="a1"),
    Board(3, 3, holes="b2"),
    Board(3, 5, holes="c2"),
    Board(3, 3, wrap=True),
    Board(2, 4, wrap=True),
    Board(3, 3, wrap=(True, False)),
    Board(2, 3, 2),
    Board(1, 5, leaper="wazir"),
    Board(2, 4, leaper="wazir"),
    Board(3, 3, leaper="wazir"),
    Board(2, 2, 2, leaper="wazir"),
    Board(2, 3, leaper="wazir", wrap=True),
    Board(3, 3, leaper="wazir", holes="b2"),
    Board(4, 2, leaper=(1, 1), wrap="all"),
)
"""Each board has at most 12 squares, so the reference lists its tours in milliseconds."""


LABELS = (
    range(20),
    [(v // 3, v % 3) for v in range(20)],  # a grid of networkx
    [0, "0", (0, 1), ("x", (2, -1)), 1.5, -3, (), ((),), "(0, 1)", "a b", (0, "1"), 10**50]
    + [("more", v) for v in range(8)],
)
"""Labels that JSON holds."""


@st.composite
def graphs(draw: st.DrawFn, least: int = 1, most: int = 8) -> Graph:
    """Graphs of any density, half of them bipartite."""
    size = draw(st.integers(least, most))
    pairs = list(itertools.combinations(range(size), 2))
    if draw(st.booleans()):
        pairs = [(u, v) for u, v in pairs if (u + v) % 2]
    density = draw(st.sampled_from([0.3, 0.6, 0.9]))
    chance = random.Random(draw(st.integers(0, 2**32)))
    edges = [pair for pair in pairs if chance.random() < density]
    names = LABELS[(size + len(edges)) % len(LABELS)]  # equal graphs have equal labels
    return Graph.from_edges(
        [(names[u], names[v]) for u, v in edges], vertices=[names[v] for v in range(size)]
    )


@st.composite
def words(draw: st.DrawFn, place: Board | Graph, kind: str) -> dict[str, Any]:
    """Words of a question without contradictions, as `Tours` takes them."""
    graph = Graph.of(place)
    chosen: dict[str, Any] = {}
    if draw(st.booleans()):
        chosen["directed"] = True
    vertices = st.sampled_from([None, *graph.labels])
    if (start := draw(vertices)) is not None:
        chosen["start"] = start
        if walk := draw(walks(graph, graph.vertex(start))):
            chosen["begin"] = [graph.label(vertex) for vertex in walk]
    if kind != "closed" and (end := draw(vertices)) is not None:
        taken = chosen.get("begin", [chosen.get("start")])
        if end not in taken:
            chosen["end"] = end
    edges = graph.edges()
    if edges:
        some = draw(st.lists(st.sampled_from(edges), max_size=3, unique=True))
        begun = {tuple(sorted(map(graph.vertex, pair))) for pair in _moves(chosen)}
        kept = draw(st.integers(0, len(some)))
        for word, part in (("through", some[:kept]), ("avoiding", some[kept:])):
            labels = [
                (graph.label(u), graph.label(v))
                for u, v in part
                if word == "through" or (u, v) not in begun
            ]
            if labels:
                chosen[word] = labels
    if isinstance(place, Board) and draw(st.booleans()):
        names = [symmetry.name for symmetry in place.symmetries()[1:]]
        if names:
            style = draw(st.sampled_from(["", "", "Eulerian ", "Bergholtian "]))
            name = draw(st.sampled_from(names))
            chosen["symmetry"] = f"{style if kind == 'closed' else ''}{name}"
    return chosen


def _moves(chosen: dict[str, Any]) -> itertools.pairwise[Any]:
    return itertools.pairwise(chosen.get("begin", ()))


@st.composite
def walks(draw: st.DrawFn, graph: Graph, start: int) -> list[int]:
    """A walk of two to four vertices from a start, or nothing."""
    walk = [start]
    for _ in range(draw(st.sampled_from([0, 0, 1, 2, 3]))):
        onward = [v for v in graph.neighbours(walk[-1]).tolist() if v not in walk]
        if not onward:
            break
        walk.append(draw(st.sampled_from(onward)))
    return walk if len(walk) > 1 else []


places = st.one_of(graphs(4), st.sampled_from(SMALL_BOARDS))


@st.composite
def asked(draw: st.DrawFn) -> tuple[Board | Graph, str, dict[str, Any]]:
    """A place, a kind and words: the arguments of `Tours` and of every function."""
    place, kind = draw(places), draw(st.sampled_from(KINDS))
    return place, kind, draw(words(place, kind))
