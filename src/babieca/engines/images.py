"""Things that the symmetries of a board map to each other: they are counted once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from babieca.edges import Edge
from babieca.graphs import Graph
from babieca.invariants import vertex_image

Permutation = NDArray[np.int32]
Thing = TypeVar("Thing", bound=Hashable)


def vertex_symmetries(graph: Graph) -> list[tuple[str, Permutation]]:
    """Return name and permutation of each symmetry of the graph's board, else the identity."""
    board = graph.board
    if board is None:
        return [("identity", np.arange(len(graph), dtype=np.int32))]
    return [(known.name, vertex_image(board, known)) for known in board.symmetries()]


def fixing(
    graph: Graph, *edge_sets: frozenset[Edge], vertices: Iterable[int] = ()
) -> list[tuple[str, Permutation]]:
    """Return the symmetries that fix the given vertices and map each set of edges to itself."""
    fixed = list(vertices)
    return [
        (name, image)
        for name, image in vertex_symmetries(graph)
        if all(int(image[vertex]) == vertex for vertex in fixed)
        and all(edge_images(edges, image) == edges for edges in edge_sets)
    ]


def edge_images(edges: frozenset[Edge], image: Permutation) -> frozenset[Edge]:
    pairs = ((int(image[u]), int(image[v])) for u, v in edges)
    return frozenset((min(u, v), max(u, v)) for u, v in pairs)


def representatives(
    things: Iterable[Thing],
    symmetries: list[tuple[str, Permutation]],
    moved: Callable[[Thing, Permutation], Thing],
) -> dict[Thing, tuple[Thing, str]]:
    """Return, for each thing, the first one that a symmetry maps to it, and the symmetry."""
    result: dict[Thing, tuple[Thing, str]] = {}
    for thing in things:
        if thing in result:
            continue
        result[thing] = (thing, "identity")
        for name, image in symmetries:
            result.setdefault(moved(thing, image), (thing, name))
    return result


def image_of_pair(pair: Edge, image: Permutation) -> Edge:
    u, v = int(image[pair[0]]), int(image[pair[1]])
    return (min(u, v), max(u, v))
