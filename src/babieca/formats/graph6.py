"""graph6, sparse6 and digraph6: a graph in one line of printable characters, six bits each.

All are defined by B. McKay, https://users.cecs.anu.edu.au/~bdm/data/formats.txt. graph6 has one bit
for each pair of vertices, digraph6 one for each ordered pair, sparse6 a list of edges.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from babieca.digraphs import Digraph
from babieca.edges import MOST_VERTICES, columns, edge_columns, graph_bytes
from babieca.errors import BadInputError, shown, utf8
from babieca.graphs import Graph
from babieca.memory import require
from babieca.reasons import Reason

Bits = NDArray[np.uint8]
_HEADERS = (">>graph6<<", ">>sparse6<<", ">>digraph6<<")
_LEAST, _MOST = 63, 126


def read(text: str) -> Graph:
    """Read a line of graph6; one of sparse6 begins with a colon, one of digraph6 with &.

    >>> read("DQc").edges(), read(":An").edges()
    ([(0, 2), (0, 4), (1, 3), (3, 4)], [(0, 1)])
    """
    lines = text.strip().split("\n")
    if len(lines) > 1:
        raise _wrong(Reason("one_graph_per_file", count=len(lines)), line=2)
    line = lines[0]
    for header in _HEADERS:
        line = line.removeprefix(header)
    if line.startswith(";"):
        raise _wrong(Reason("incremental_sparse6"))
    mark = line[:1] if line[:1] in (":", "&") else ""
    line = line.removeprefix(mark)
    values = np.frombuffer(utf8(line), dtype=np.uint8)
    if ((values < _LEAST) | (values > _MOST)).any():
        wrong = next(each for each in line if not _LEAST <= ord(each) <= _MOST)
        raise _wrong(Reason("no_graph6_character", character=shown(wrong)))
    size, values = _size(values - np.uint8(_LEAST))
    bits = np.unpackbits(values[:, None], axis=1)[:, 2:].reshape(-1)
    if mark == ":":
        return Graph(*_sparse(bits, size), size)
    if mark == "&":
        return Digraph(*np.divmod(_pairs(bits, size, size * size), max(size, 1)), size)
    at = _pairs(bits, size, size * (size - 1) // 2)  # the pair u < v has bit v(v - 1)/2 + u
    v = ((1 + np.sqrt(1 + 8.0 * at)) / 2).astype(np.int64)
    v -= v * (v - 1) // 2 > at  # where the square root was rounded up
    v += v * (v + 1) // 2 <= at
    return Graph(at - v * (v - 1) // 2, v, size)


def _wrong(fault: Reason, line: int = 1) -> BadInputError:
    return BadInputError("line_at", line=line, error=fault)


def _size(values: Bits) -> tuple[int, Bits]:
    """Return the number of vertices, and the values after it."""
    first, second = [*values[:2].tolist(), 0, 0][:2]
    head, digits = (0, 1) if first < 63 else (1, 3) if second < 63 else (2, 6)
    if len(values) < head + digits:
        raise _wrong(Reason("graph6_no_size"))
    size = 0
    for value in values[head : head + digits].tolist():
        size = size << 6 | value
    if size > MOST_VERTICES:
        raise _wrong(Reason("graph6_too_large", most=MOST_VERTICES, count=size))
    return size, values[head + digits :]


def _pairs(bits: Bits, size: int, wanted: int) -> NDArray[np.int64]:
    """Return the bits that are set; refuse a line that is too short or too long."""
    if not 0 <= len(bits) - wanted < 6:
        characters = {"wanted": -(-wanted // 6), "count": len(bits) // 6}
        raise _wrong(Reason("graph6_length", vertices=size, **characters))
    edges = int(np.count_nonzero(bits))
    require(graph_bytes(size, 2 * edges), Reason("graph_of_edges", vertices=size, edges=edges))
    return np.flatnonzero(bits[:wanted])


def _sparse(bits: Bits, size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the edges of a list of (b, x): b moves v on by one, then x > v moves v to x."""
    width = max((size - 1).bit_length(), 1)
    table = bits[: len(bits) // (width + 1) * (width + 1)].reshape(-1, width + 1)
    numbers = table[:, 1:].astype(np.int64) @ (1 << np.arange(width - 1, -1, -1))
    pairs: list[tuple[int, int]] = []
    v = 0
    for step, x in zip(table[:, 0].tolist(), numbers.tolist(), strict=True):
        v += step
        if x >= size or v >= size:
            break
        if x > v:
            v = x
        else:
            pairs.append((x, v))
    ends = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return ends[:, 0], ends[:, 1]


def write_graph6(graph: Graph) -> str:
    r"""Return a line of graph6; vertices have the numbers 0, 1, 2, …, whatever their labels.

    >>> write_graph6(Graph.from_edges([(0, 2), (0, 4), (1, 3), (3, 4)], vertices=range(5)))
    'DQc\n'
    """
    u, v = edge_columns(graph)
    size = len(graph)
    return _dense(size, size * (size - 1) // 2, v * (v - 1) // 2 + u)


def write_digraph6(graph: Graph) -> str:
    r"""Return a line of digraph6; vertices have the numbers 0, 1, 2, …, whatever their labels.

    >>> write_digraph6(Digraph.from_edges([(0, 2), (0, 4), (3, 1), (3, 4)], vertices=range(5)))
    '&DI?AO?\n'
    """
    if not graph.directed:
        raise BadInputError("digraph6_directed")
    u, v = columns(graph.edges())
    return "&" + _dense(len(graph), len(graph) ** 2, u * len(graph) + v)


def _dense(size: int, count: int, at: NDArray[np.int64]) -> str:
    require(16 * count, Reason("bit_per_pair"))
    bits = np.zeros(-(-count // 6) * 6, dtype=np.uint8)
    bits[at] = 1
    return _head(size) + _characters(bits) + "\n"


def write_sparse6(graph: Graph) -> str:
    r"""Return a line of sparse6; vertices have the numbers 0, 1, 2, …, whatever their labels.

    >>> write_sparse6(Graph.from_edges([(0, 1)]))
    ':An\n'
    """
    size = len(graph)
    width = max((size - 1).bit_length(), 1)
    steps: list[int] = []
    numbers: list[int] = []
    at = 0
    u, v = edge_columns(graph)
    order = np.lexsort((u, v))
    for less, more in zip(u[order].tolist(), v[order].tolist(), strict=True):
        if more > at + 1:
            steps += [1, 0]
            numbers += [more, less]
        else:
            steps.append(more - at)
            numbers.append(less)
        at = more
    table = np.empty((len(steps), width + 1), dtype=np.uint8)
    table[:, 0] = steps
    table[:, 1:] = np.array(numbers, dtype=np.int64)[:, None] >> np.arange(width - 1, -1, -1) & 1
    bits = table.reshape(-1)
    padding = np.ones(-len(bits) % 6, dtype=np.uint8)
    # Ones alone would read as an edge of the last vertex.
    if size == 1 << width and at == size - 2 and len(padding) > width:
        padding[0] = 0
    return f":{_head(size)}{_characters(np.concatenate([bits, padding]))}\n"


def _head(size: int) -> str:
    head, digits = ("", 1) if size < 63 else ("~", 3) if size < 63 << 12 else ("~~", 6)
    return head + "".join(chr((size >> 6 * at & 63) + _LEAST) for at in reversed(range(digits)))


def _characters(bits: Bits) -> str:
    values = bits.reshape(-1, 6) @ np.array([32, 16, 8, 4, 2, 1], dtype=np.uint8) + _LEAST
    return values.astype(np.uint8).tobytes().decode("ascii")
