"""Graphs and questions as TSPLIB problems. Vertices are numbered from 1.

Closed tours are a Hamiltonian cycle problem. Paths are a travelling salesman problem with one more
vertex and lengths 0 for moves and 1 for all other pairs: a tour of length 0 is a path. Both list
edges that every solution uses. G. Reinelt, TSPLIB: a traveling salesman problem library, ORSA
Journal on Computing 3 (1991).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator

from babieca.edges import Edge
from babieca.engines.encodings.circuits import Circuit
from babieca.errors import NotFoundError
from babieca.graphs import Graph


def names_of(graph: Graph) -> Iterator[str]:
    """Yield a line for each vertex whose name is not its number from 1."""
    if graph.labels != range(1, len(graph) + 1):
        names = (" ".join(graph.name_of(vertex).split()) for vertex in range(len(graph)))
        yield from (f"{number} is {name}" for number, name in enumerate(names, 1))


def write_graph(graph: Graph) -> str:
    """Return a Hamiltonian cycle problem with an edge list.

    >>> print(write_graph(Graph.from_edges(["ab", "bc"])), end="")
    NAME : graph
    TYPE : HCP
    COMMENT : vertex 1 is a
    COMMENT : vertex 2 is b
    COMMENT : vertex 3 is c
    DIMENSION : 3
    EDGE_DATA_FORMAT : EDGE_LIST
    EDGE_DATA_SECTION
    1 2
    2 3
    -1
    EOF
    """
    lines = _head(graph, "HCP", len(graph)), _edge_list(graph.edges()), ["EOF\n"]
    return "\n".join(itertools.chain(*lines))


def write(circuit: Circuit) -> Iterator[str]:
    """Yield the lines of a problem."""
    question, size = circuit.question, circuit.size
    edges = sorted({(min(arc), max(arc)) for arc in circuit.arcs})
    fixed = [*question.required, *((end, size - 1) for end in question.ends)]
    closed = question.closed
    yield from _head(question.graph, "HCP" if closed else "TSP", size, circuit.title)
    if closed:
        yield from _edge_list(edges)
    else:
        yield "EDGE_WEIGHT_TYPE : EXPLICIT"
        yield "EDGE_WEIGHT_FORMAT : UPPER_ROW"
        yield "EDGE_WEIGHT_SECTION"
        near: list[set[int]] = [set() for _ in range(size)]
        for u, v in edges:
            near[u].add(v)
        for u in range(size - 1):
            yield " ".join("0" if v in near[u] else "1" for v in range(u + 1, size))
    if fixed:
        yield "FIXED_EDGES_SECTION"
        yield from (f"{u + 1} {v + 1}" for u, v in sorted(fixed))
        yield "-1"
    yield "EOF"


def _head(graph: Graph, type: str, size: int, *comments: str) -> Iterator[str]:
    yield f"NAME : {'graph' if graph.board is None else graph.board.name}"
    yield f"TYPE : {type}"
    yield from (f"COMMENT : {comment}" for comment in comments)
    if type == "TSP":
        yield f"COMMENT : a tour of length 0 without vertex {size} is a path"
    yield from (f"COMMENT : vertex {comment}" for comment in names_of(graph))
    yield f"DIMENSION : {size}"


def _edge_list(edges: Iterable[Edge]) -> Iterator[str]:
    yield "EDGE_DATA_FORMAT : EDGE_LIST"
    yield "EDGE_DATA_SECTION"
    yield from (f"{u + 1} {v + 1}" for u, v in edges)
    yield "-1"


def used_arcs(circuit: Circuit, text: str) -> list[int]:
    """Return the arcs of a `.tour` file, in the direction that the question allows."""
    body = re.split(r"-1|EOF", text.partition("TOUR_SECTION")[2])[0]
    nodes = [int(part) - 1 for part in body.split() if part.isdecimal() and len(part) < 10]
    at = {arc: number for number, arc in enumerate(circuit.arcs)}
    for walk in (nodes, nodes[::-1]):
        arcs = [at.get(arc, -1) for arc in zip(walk, walk[1:] + walk[:1], strict=True)]
        if -1 not in arcs and set(circuit.forced) <= set(arcs):
            return arcs
    if arcs.count(-1) and sorted(nodes) == [*range(circuit.size)]:
        raise NotFoundError("solver_no_tour", count=arcs.count(-1))
    return [arc for arc in arcs if arc >= 0]
