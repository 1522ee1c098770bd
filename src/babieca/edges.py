"""Edges: of graphs in compressed form, of boards as moves with their colours, and in text."""

from __future__ import annotations

import math
import re
from collections.abc import Hashable, Iterable, Iterator
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


def graph_bytes(vertices: int, arcs: int) -> int:
    """Return about the bytes that `compressed` takes, its arguments included."""
    return 24 * vertices + 40 * arcs


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
    if vertex_count >= 2**31:
        raise BadInputError(Reason("too_many_vertices", count=vertex_count))
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
    degrees = np.bincount(keys, minlength=vertex_count)
    offsets = np.zeros(vertex_count + 1, dtype=np.int64)
    np.cumsum(degrees, out=offsets[1:])
    found = Adjacency(offsets, ends, degrees)
    for array in found:
        array.flags.writeable = False
    return found


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
        raise BadInputError(Reason("matrix_ragged")) from None
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise BadInputError(Reason("matrix_not_square", shape=matrix.shape))
    if symmetric and not np.array_equal(matrix != 0, (matrix != 0).T):
        raise BadInputError(Reason("matrix_not_symmetric"))
    sources, targets = np.nonzero(matrix)
    return sources, targets, len(matrix)


def edge_columns(graph: Graph) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the lesser and the greater vertex of each edge, in increasing order."""
    sources = np.repeat(np.arange(len(graph)), graph.degrees)
    once = sources < graph.targets
    return sources[once], graph.targets[once].astype(np.int64)


def levels(graph: Graph, root: int, seen: NDArray[np.bool_]) -> Iterator[NDArray[np.integer[Any]]]:
    """Yield the unseen vertices at distance 0, 1, … from a vertex, and mark them as seen."""
    level: NDArray[np.integer[Any]] = np.array([root])
    while len(level):
        seen[level] = True
        yield level
        counts = graph.degrees[level]
        starts = np.repeat(graph.offsets[level + 1] - np.cumsum(counts), counts)
        reached = np.unique(graph.targets[starts + np.arange(counts.sum())])
        level = reached[~seen[reached]]


def two_colours(graph: Graph) -> NDArray[np.uint8] | None:
    """Return a colour 0 or 1 per vertex such that edges join different colours, or None."""
    seen = np.zeros(len(graph), dtype=bool)
    colours = np.zeros(len(graph), dtype=np.uint8)
    for root in np.flatnonzero(graph.degrees).tolist():
        if not seen[root]:
            for distance, level in enumerate(levels(graph, root, seen)):
                colours[level] = distance % 2
    consistent = not np.any(np.repeat(colours, graph.degrees) == colours[graph.targets])
    return colours if consistent else None


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
    raise BadInputError(Reason("label_not_json", label=shown(label)))


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
    raise BadInputError(Reason("not_a_label", value=shown(value)))


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
        raise BadInputError(Reason("vertices_are_number"))
    if type(count) is not int or not 0 <= count <= MOST_VERTICES:
        raise BadInputError(Reason("no_graph_in_record"))
    if not isinstance(edges, list):
        raise BadInputError(Reason("edges_not_pairs", name=name, edges=shown(edges)))
    for edge in edges:
        pair = isinstance(edge, list | tuple) and len(edge) == 2
        if not pair or not all(type(v) is int and 0 <= v < count for v in edge):
            fault = Reason("edges_not_pairs", name=name, last=count - 1, edges=shown(edge))
            raise BadInputError(fault)
    if labels is None:
        return count, edges, None
    read = [label_of(label) for label in labels] if isinstance(labels, list) else []
    if not isinstance(labels, list) or not len(set(read)) == len(read) == count:
        raise BadInputError(Reason("labels_not_distinct", count=count))
    return count, edges, read


def moves_of(board: Board) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    grid = np.arange(board.cells, dtype=np.int64).reshape(board.sides)
    sources, targets = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
    for move in board.fitting_moves():
        # Along a wrapped axis the grid rolls; along the others, only squares with the move count.
        rolled = np.roll(
            grid,
            [-by if joined else 0 for by, joined in zip(move, board.wrap, strict=True)],
            axis=tuple(range(board.dimensions)),
        )
        here, there = [], []
        for by, side, joined in zip(move, board.sides, board.wrap, strict=True):
            reach = 0 if joined else min(abs(by), side)
            here.append(slice(0, side - reach) if by >= 0 else slice(reach, side))
            there.append(slice(reach, side) if by >= 0 else slice(0, side - reach))
        sources.append(grid[tuple(here)].reshape(-1))
        targets.append(rolled[tuple(there)].reshape(-1))
    source, target = np.concatenate(sources), np.concatenate(targets)
    if board.holes:
        number = board.vertices()
        source, target = number[source], number[target]
        present = (source >= 0) & (target >= 0)
        source, target = source[present], target[present]
    return source, target


def edges_used(
    vertices: NDArray[np.integer[Any]], edges: Iterable[Edge], *, closed: bool
) -> NDArray[np.bool_]:
    """Return for each edge, in increasing order, whether a tour uses it."""
    step = np.empty(len(vertices), dtype=np.int64)
    step[vertices] = np.arange(len(vertices))
    ends = step[np.array(sorted(edges), dtype=np.int64).reshape(-1, 2)]
    apart = np.abs(ends[:, 0] - ends[:, 1])
    return np.isin(apart, (1, len(vertices) - 1) if closed else 1)


def colour_of(board: Board, index: int) -> int:
    """Return 0 for the colour of a1, 1 for the other: the parity of the sum of coordinates."""
    return sum(board.square(index)) % 2


def alternates(board: Board) -> bool:
    """Whether every move changes the colour of the square."""
    return sum(board.leaper) % 2 == 1 and _borders_match(board)


def _borders_match(board: Board) -> bool:
    """Whether the colours of the box alternate across every wrapped border."""
    return all(side % 2 == 0 for side, wraps in zip(board.sides, board.wrap, strict=True) if wraps)


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
        raise BadInputError(Reason("edges_not_text", edges=shown(edges))) from None
    return frozenset(edge_of(graph, edge) for edge in listed)


def _pairs(text: str) -> list[tuple[str, str]]:
    text = text.rstrip()
    pairs = matches(_EDGE, text)
    if pairs is None:
        raise BadInputError(Reason("not_a_move", text=shown(text)))
    return pairs


def ends_of(graph: Graph, pair: Any) -> Edge:
    """Return the vertices of two squares: text such as a1-b3, a pair, or a move of python-chess."""
    if hasattr(pair, "from_square") and hasattr(pair, "to_square"):
        pair = (pair.from_square, pair.to_square)
    try:
        ((first, second),) = _pairs(pair) if isinstance(pair, str) else [pair]
    except (TypeError, ValueError):
        raise BadInputError(Reason("not_a_move", text=shown(pair))) from None
    return graph.move(first, second)


def edge_of(graph: Graph, edge: Any) -> Edge:
    """Return the edge of two squares, the lesser vertex first; refuse squares without a move."""
    u, v = ends_of(graph, edge)
    if not graph.has_edge(u, v):
        raise BadInputError(
            Reason("not_a_move_apart", first=graph.name_of(u), second=graph.name_of(v))
        )
    return (min(u, v), max(u, v))
