"""Edges: of graphs in compressed form, of boards as moves with their colours, and in text."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from babieca.board_text import matches
from babieca.boards import Board
from babieca.errors import BadInputError, shown
from babieca.memory import require
from babieca.reasons import Reason

if TYPE_CHECKING:
    from babieca.graphs import Graph

Edge = tuple[int, int]
EdgesLike = str | Iterable[Any]

MOST_VERTICES = 10**7
"""The most vertices of a graph in a file or in JSON."""
MOST_NESTED = 50
"""The most tuples around a part of a label in JSON."""
MOST_LABEL_BITS = 14_000
"""Of a whole number that is a label in JSON; Python reads numbers of up to 4300 digits."""
SQUARE = r"(\([^()]*+\)|[^\s,;()-]++)"
_EDGE = re.compile(rf"[\s,;]*+{SQUARE}\s*+-\s*+{SQUARE}[\s,;]*+")


class Adjacency(NamedTuple):
    """The neighbours of v are `targets[offsets[v]:offsets[v + 1]]`, increasing, without v."""

    offsets: NDArray[np.int64]
    targets: NDArray[np.int32]
    degrees: NDArray[np.int64]

    @classmethod
    def of(cls, offsets: NDArray[np.int64], targets: NDArray[np.int32]) -> Adjacency:
        """Return the arrays with the degrees, read-only."""
        found = cls(offsets, targets, np.diff(offsets))
        for array in found:
            array.flags.writeable = False
        return found


def graph_bytes(vertices: int, arcs: int) -> int:
    """Return about the bytes that `compressed` takes, its arguments included."""
    return 24 * vertices + 40 * arcs


def refuse_large(vertex_count: int) -> None:
    if vertex_count >= 2**31:
        raise BadInputError("too_many_vertices", count=vertex_count)


def compressed(
    sources: NDArray[np.int64],
    targets: NDArray[np.int64],
    vertex_count: int,
    *,
    directed: bool = False,
) -> Adjacency:
    """Build from pairs of vertices; drop loops and merge parallel edges.

    Pairs have either direction, and vertices are neighbours of each other, unless `directed`.
    """
    refuse_large(vertex_count)
    arcs = len(sources) if directed else 2 * len(sources)
    require(graph_bytes(vertex_count, arcs), Reason("graph_of_vertices", vertices=vertex_count))
    keys = sources * vertex_count + targets
    if not directed:
        keys = np.concatenate([keys, targets * vertex_count + sources])
    keys.sort()
    kept = np.ones(len(keys), dtype=bool)
    np.not_equal(keys[1:], keys[:-1], out=kept[1:])
    kept &= keys % (vertex_count + 1) != 0  # the key of a loop is v(n + 1)
    keys = keys[kept]
    ends = (keys % max(vertex_count, 1)).astype(np.int32)
    keys //= max(vertex_count, 1)
    offsets = np.zeros(vertex_count + 1, dtype=np.int64)
    np.cumsum(np.bincount(keys, minlength=vertex_count), out=offsets[1:])
    return Adjacency.of(offsets, ends)


def columns(pairs: list[Any]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the first and the second vertices of pairs."""
    ends = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return ends[:, 0], ends[:, 1]


def matrix_columns(
    adjacency: Any, *, symmetric: bool
) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """Return the row and the column of each entry that is not 0, and the size of the matrix."""
    try:
        matrix = np.asarray(adjacency)
    except ValueError:
        raise BadInputError("matrix_ragged") from None
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise BadInputError("matrix_not_square", shape=matrix.shape)
    if symmetric and not np.array_equal(matrix != 0, (matrix != 0).T):
        raise BadInputError("matrix_not_symmetric")
    sources, targets = np.nonzero(matrix)
    return sources, targets, len(matrix)


def edge_columns(graph: Graph) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the lesser and the greater vertex of each edge, in increasing order."""
    sources = np.repeat(np.arange(len(graph)), graph.degrees)
    once = sources < graph.targets
    return sources[once], graph.targets[once].astype(np.int64)


def written_label(label: Hashable, depth: int = 0) -> Any:
    """Return a label for JSON: a number or a text as it is, a tuple of labels as a list.

    >>> written_label((0, ("b", -1.5)))
    [0, ['b', -1.5]]
    """
    plain = label.item() if isinstance(label, np.generic) else label
    if isinstance(plain, tuple) and depth < MOST_NESTED:
        return [written_label(part, depth + 1) for part in plain]
    if _is_plain(plain):
        return plain
    raise BadInputError("label_not_json", label=shown(label))


def label_of(value: Any, depth: int = 0) -> Hashable:
    """Return the label that `written_label` wrote; refuse anything else.

    >>> label_of([0, ["b", -1.5]])
    (0, ('b', -1.5))
    """
    if isinstance(value, list | tuple) and depth < MOST_NESTED:
        return tuple([label_of(part, depth + 1) for part in value])
    if _is_plain(value):
        found: Hashable = value
        return found
    raise BadInputError("not_a_label", value=shown(value))


def word_of(label: Hashable) -> str:
    """Return a label as text, a tuple without blanks after its commas, for lists of names.

    >>> word_of((0, (1, 2))), word_of("a, b")
    ('(0,(1,2))', 'a, b')
    """
    return str(label).replace(", ", ",") if isinstance(label, tuple) else str(label)


def _is_plain(value: Any) -> bool:
    if type(value) is int:
        return value.bit_length() <= MOST_LABEL_BITS
    return type(value) is str or (type(value) is float and math.isfinite(value))


def checked_record(
    name: str, count: Any, edges: Any, labels: Any
) -> tuple[int, list[Any], list[Hashable] | None]:
    """Return the vertices, edges (or arcs) and labels of a record in JSON, if they are a graph."""
    if isinstance(count, list) and edges is not None:
        raise BadInputError("vertices_are_number")
    if type(count) is not int or not 0 <= count <= MOST_VERTICES:
        raise BadInputError("no_graph_in_record")
    if not isinstance(edges, list):
        raise BadInputError("edges_not_pairs", name=name, edges=shown(edges))
    for edge in edges:
        pair = isinstance(edge, list | tuple) and len(edge) == 2
        if not pair or not all(type(v) is int and 0 <= v < count for v in edge):
            fault = Reason("edges_not_pairs", name=name, last=count - 1, edges=shown(edge))
            raise BadInputError(fault)
    if labels is None:
        return count, edges, None
    read = [label_of(label) for label in labels] if isinstance(labels, list) else []
    if not isinstance(labels, list) or not len(set(read)) == len(read) == count:
        raise BadInputError("labels_not_distinct", count=count)
    return count, edges, read


def edges_used(
    vertices: NDArray[np.integer[Any]], edges: Iterable[Edge], *, closed: bool
) -> NDArray[np.bool_]:
    """Return for each edge, in increasing order, whether a tour uses it."""
    step = np.empty(len(vertices), dtype=np.int64)
    step[vertices] = np.arange(len(vertices))
    ends = step[np.array(sorted(edges), dtype=np.int64).reshape(-1, 2)]
    apart = np.abs(ends[:, 0] - ends[:, 1])
    return np.isin(apart, (1, len(vertices) - 1) if closed else 1)


def alternates(board: Board) -> bool:
    """Whether every move changes the colour of the square, across wrapped borders too."""
    joined = itertools.compress(board.sides, board.wrap)
    return sum(board.leaper) % 2 == 1 and all(side % 2 == 0 for side in joined)


def parse_edges(graph: Graph, edges: EdgesLike) -> frozenset[Edge]:
    """Return a set of edges as pairs of vertices, the lesser first.

    Edges are text such as `a1-b3,c1-d3` or `(0,0,0)-(0,1,2)`, or a list of pairs of squares, of
    texts, and of moves of python-chess.

    >>> from babieca import Graph
    >>> board = Graph.of(Board(8, 8))
    >>> sorted(parse_edges(board, "b3-a1, (0,2)-(2,3)")), sorted(parse_edges(board, [(0, "b3")]))
    ([(0, 17), (2, 19)], [(0, 17)])
    """
    if isinstance(edges, str):
        return frozenset(edge_of(graph, pair) for pair in _pairs(edges))
    try:
        listed = list(edges)
    except TypeError:
        raise BadInputError("edges_not_text", edges=shown(edges)) from None
    return frozenset(edge_of(graph, edge) for edge in listed)


def _pairs(text: str) -> list[tuple[str, str]]:
    text = text.rstrip()
    pairs = matches(_EDGE, text)
    if pairs is None:
        raise BadInputError("not_a_move", text=shown(text))
    return pairs


def ends_of(graph: Graph, pair: Any) -> Edge:
    """Return the vertices of two squares: text such as a1-b3, a pair, or a move of python-chess."""
    if hasattr(pair, "from_square") and hasattr(pair, "to_square"):
        pair = (pair.from_square, pair.to_square)
    try:
        ((first, second),) = _pairs(pair) if isinstance(pair, str) else [pair]
    except (TypeError, ValueError):
        raise BadInputError("not_a_move", text=shown(pair)) from None
    return graph.move(first, second)


def edge_of(graph: Graph, edge: Any) -> Edge:
    """Return the edge of two squares, the lesser vertex first; refuse squares without a move."""
    u, v = ends_of(graph, edge)
    if not graph.has_edge(u, v):
        raise BadInputError("not_a_move_apart", first=graph.name_of(u), second=graph.name_of(v))
    return (min(u, v), max(u, v))
