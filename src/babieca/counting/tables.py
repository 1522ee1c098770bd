"""Whole tables of counts; entries that a symmetry makes equal are counted once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from babieca.boards import Board
from babieca.counting.questions import Edge, parse_edges
from babieca.counting.symmetric import Permutation, keeping, representatives
from babieca.errors import BadInputError
from babieca.graphs import Graph

Counter = Callable[..., Any]  # babieca.counting.count.count_report


def by_start(
    board_or_graph: Board | Graph, kind: str, counter: Counter, *, start: Any = None, **options: Any
) -> dict[Any, int]:
    """Return, for each square, the number of paths (or open tours) that begin there."""
    if kind == "closed":
        raise BadInputError("a closed tour has no start: every square gives the same number")
    if start is not None:
        raise BadInputError("by='start' tries every start; leave start out")
    graph = Graph.of(board_or_graph)
    through, avoiding, ends = _constraints(graph, options)
    equal = representatives(
        range(len(graph)),
        keeping(graph, through, avoiding, vertices=ends),
        lambda vertex, image: int(image[vertex]),
    )
    return _filled(
        graph, equal, lambda v: counter(graph, kind, start=graph.labels[v], **named(options, v))
    )


def by_first_move(
    board_or_graph: Board | Graph, kind: str, counter: Counter, *, start: Any = None, **options: Any
) -> dict[Any, int]:
    """Return, for each move from `start`, the tours that begin with it (closed ones: use it)."""
    graph, origin = _with_start(board_or_graph, start, "first-move")
    through, avoiding, ends = _constraints(graph, options)
    equal = representatives(
        graph.neighbours(origin).tolist(),
        keeping(graph, through, avoiding, vertices=[*ends, origin]),
        lambda vertex, image: int(image[vertex]),
    )
    anchor = {} if kind == "closed" else {"start": start}

    def entry(vertex: int) -> Any:
        edges = edge_labels(graph, through | {_edge(origin, vertex)})
        return counter(graph, kind, **anchor, **{**named(options, vertex), "through": edges})

    return _filled(graph, equal, entry)


def by_edge_pair(
    board_or_graph: Board | Graph, kind: str, counter: Counter, *, start: Any = None, **options: Any
) -> dict[Any, int]:
    """Return, for each two neighbours of `start`, the closed tours in which it lies between them.

    This is table 8 of seed 000 for any square of any board.
    """
    if kind != "closed":
        raise BadInputError("by='edge-pair' is about closed tours")
    graph, origin = _with_start(board_or_graph, start, "edge-pair")
    through, avoiding, _ = _constraints(graph, options)
    equal = representatives(
        neighbour_pairs(graph, origin),
        keeping(graph, through, avoiding, vertices=[origin]),
        image_of_pair,
    )

    def entry(pair: Edge) -> Any:
        edges = edge_labels(graph, through | {_edge(origin, vertex) for vertex in pair})
        name = f"{pair[0]}-{pair[1]}"
        return counter(graph, kind, **{**named(options, name), "through": edges})

    counted = {pair: entry(pair).value for pair, (first, _) in equal.items() if pair == first}
    return {
        (graph.labels[u], graph.labels[v]): counted[equal[u, v][0]]
        for u, v in neighbour_pairs(graph, origin)
    }


TABLES: dict[str, Callable[..., dict[Any, int]]] = {
    "start": by_start,
    "first-move": by_first_move,
    "edge-pair": by_edge_pair,
}


def neighbour_pairs(graph: Graph, vertex: int) -> Iterator[Edge]:
    """Yield the pairs of neighbours of a vertex, the lesser one first."""
    around = graph.neighbours(vertex).tolist()
    for index, first in enumerate(around):
        for second in around[index + 1 :]:
            yield (first, second)


def image_of_pair(pair: Edge, image: Permutation) -> Edge:
    """Return the image of an unordered pair."""
    return _edge(int(image[pair[0]]), int(image[pair[1]]))


def _edge(u: int, v: int) -> Edge:
    return (min(u, v), max(u, v))


def edge_labels(graph: Graph, edges: Iterable[Edge]) -> list[tuple[Any, Any]]:
    """Return edges as `count` takes them."""
    return [(graph.labels[u], graph.labels[v]) for u, v in sorted(edges)]


def _with_start(board_or_graph: Board | Graph, start: Any, by: str) -> tuple[Graph, int]:
    if start is None:
        raise BadInputError(f"by={by!r} needs a start")
    graph = Graph.of(board_or_graph)
    return graph, graph.vertex(start)


def _constraints(
    graph: Graph, options: dict[str, Any]
) -> tuple[frozenset[Edge], frozenset[Edge], list[int]]:
    end = options.get("end")
    return (
        parse_edges(graph, options.get("through", ())),
        parse_edges(graph, options.get("avoiding", ())),
        [] if end is None else [graph.vertex(end)],
    )


def named(options: dict[str, Any], entry: object) -> dict[str, Any]:
    """Give each entry of the table its own checkpoints."""
    directory: str | os.PathLike[str] | None = options.get("checkpoint")
    return options if directory is None else {**options, "checkpoint": Path(directory, str(entry))}


def _filled(
    graph: Graph, equal: dict[int, tuple[int, str]], entry: Callable[[int], Any]
) -> dict[Any, int]:
    counted = {
        vertex: entry(vertex).value for vertex, (first, _) in equal.items() if vertex == first
    }
    return {graph.labels[vertex]: counted[equal[vertex][0]] for vertex in sorted(equal)}
