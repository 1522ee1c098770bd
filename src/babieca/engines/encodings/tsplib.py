"""Graphs as TSPLIB problems. Vertices are numbered from 1.

G. Reinelt, TSPLIB: a traveling salesman problem library, ORSA Journal on Computing 3 (1991).
"""

from __future__ import annotations

from collections.abc import Iterator

from babieca.graphs import Graph


def names_of(graph: Graph) -> Iterator[str]:
    """Yield a line for each vertex whose name is not its number from 1."""
    if graph.labels != range(1, len(graph) + 1):
        yield from (f"{vertex + 1} is {graph.name_of(vertex)}" for vertex in range(len(graph)))


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
    lines = [
        f"NAME : {'graph' if graph.board is None else graph.board.name}",
        "TYPE : HCP",
        *(f"COMMENT : vertex {comment}" for comment in names_of(graph)),
        f"DIMENSION : {len(graph)}",
        "EDGE_DATA_FORMAT : EDGE_LIST",
        "EDGE_DATA_SECTION",
        *(f"{u + 1} {v + 1}" for u, v in graph.edges()),
        "-1",
        "EOF",
    ]
    return "\n".join(lines) + "\n"
