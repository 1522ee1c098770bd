"""Reading edges: moves that a tour must or must not make."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from babieca.errors import BadInputError, shown
from babieca.graphs import Graph

Edge = tuple[int, int]
EdgesLike = str | Iterable[Any]

_SQUARE = r"(\([^()]*\)|[^\s,;()-]+)"
_EDGE = re.compile(rf"\s*{_SQUARE}\s*-\s*{_SQUARE}\s*")
_NEXT = re.compile(rf"{_EDGE.pattern}[,;]?")


def parse_edges(graph: Graph, edges: EdgesLike) -> frozenset[Edge]:
    """Return a set of edges as pairs of vertices, the lesser first.

    Edges are text such as `a1-b3,c1-d3` or `(0,0,0)-(0,1,2)`, or a list of pairs of squares and
    of texts.

    >>> from babieca.boards import Board
    >>> board = Graph.of(Board(8, 8))
    >>> sorted(parse_edges(board, "b3-a1, (0,2)-(2,3)")), sorted(parse_edges(board, [(0, "b3")]))
    ([(0, 17), (2, 19)], [(0, 17)])
    """
    if isinstance(edges, str):
        return frozenset(_edge(graph, *pair) for pair in _split(edges))
    try:
        listed = list(edges)
    except TypeError:
        raise BadInputError(
            f"edges are text such as a1-b3,c1-d3 or pairs of squares, not {shown(edges)}"
        ) from None
    return frozenset(_edge(graph, *_pair(edge)) for edge in listed)


def _split(text: str) -> list[tuple[str, str]]:
    pairs, at = [], 0
    text = text.rstrip()
    while at < len(text):
        found = _NEXT.match(text, at)
        if found is None:
            raise BadInputError(f"an edge is two squares such as a1-b3, not {shown(text)}")
        pairs.append((found[1], found[2]))
        at = found.end()
    return pairs


def _pair(edge: Any) -> tuple[Any, Any]:
    if isinstance(edge, str):
        found = _EDGE.fullmatch(edge)
        parts: Any = () if found is None else found.groups()
    else:
        parts = edge
    try:
        first, second = parts
    except (TypeError, ValueError):
        raise BadInputError(f"an edge is two squares such as a1-b3, not {shown(edge)}") from None
    return first, second


def _edge(graph: Graph, first: Any, second: Any) -> Edge:
    u, v = graph.vertex(first), graph.vertex(second)
    if not graph.has_edge(u, v):
        raise BadInputError(f"{graph.name_of(u)} and {graph.name_of(v)} are not a move apart")
    return (min(u, v), max(u, v))
