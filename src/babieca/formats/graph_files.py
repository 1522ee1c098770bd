"""Graphs in files, by their suffixes: TSPLIB, DIMACS, the formats of nauty, GraphML and JSON.

A reader returns a graph or raises `BadInputError` with the line that it could not read. TSPLIB and
DIMACS number the vertices from 1, the three formats of nauty from 0: these numbers are the labels.
GraphML and JSON keep the labels of the graph.
"""

from __future__ import annotations

import json
import os
import re
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

import numpy as np

from babieca.digraphs import Digraph
from babieca.edges import MOST_VERTICES, columns, label_of
from babieca.engines.encodings import tsplib
from babieca.errors import BadInputError, shown, utf8
from babieca.files import atomic_file, read_json
from babieca.formats import atsp, graph6, text_of_file
from babieca.formats.entry import numbered
from babieca.graphs import Graph
from babieca.memory import human_bytes, require
from babieca.reasons import Reason


def load_graph(path: str | os.PathLike[str]) -> Graph:
    """Read the graph of a file; the suffix tells the format, or else the text.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_graph(Graph.of("3x4"), f"{folder}/board.g6")
    ...     load_graph(f"{folder}/board.g6").edge_count
    14
    """
    format = SUFFIXES.get(Path(path).suffix.lower())
    text = text_of_file(path)
    try:
        return read_graph(text, format)
    except BadInputError as error:
        error.args = (Reason("with_error", what=shown(str(path)), error=error),)
        raise


def read_graph(text: str, format: str | None = None) -> Graph:
    r"""Read the graph of a text; its beginning tells the format unless it is given.

    >>> read_graph("p edge 3 2\ne 1 2\ne 2 3\n").labels
    range(1, 4)
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    found = (one for one in FORMATS.values() if re.search(one.begins, text, re.MULTILINE))
    known = FORMATS[format] if format else next(found, None)
    if known is None:
        raise BadInputError("cannot_tell_format", names=[*FORMATS])
    reading = Reason("reading_file", format=known.name, bytes=human_bytes(len(text)))
    require(known.memory * len(text), reading)
    return known.read(text)


def save_graph(graph: Graph, path: str | os.PathLike[str]) -> None:
    """Write a graph to a file, all or nothing; the suffix tells the format."""
    path = Path(path)
    format = SUFFIXES.get(path.suffix.lower())
    if format is None:
        raise BadInputError("cannot_tell_format", file=shown(path.name), names=[*SUFFIXES])
    if graph.directed and not FORMATS[format].arcs:
        names = [*_WITH_ARCS]
        raise BadInputError("file_holds_edges", suffix=path.suffix, names=names)
    text = FORMATS[format].write(graph)
    with atomic_file(path) as file:
        file.write(utf8(text))


# TSPLIB -----------------------------------------------------------------------------------------

_TSPLIB_WORDS = ("NAME", "COMMENT", "TYPE", "DIMENSION", "EDGE_DATA_FORMAT")
_SECTION = "EDGE_DATA_SECTION"


def _read_tsplib(text: str) -> Graph:
    """Read a Hamiltonian cycle problem: an edge list, or adjacency lists that end with -1."""
    words: dict[str, str] = {}
    lines = numbered(text)
    number, name = 1, ""
    for number, line in lines:
        name, _, value = (part.strip() for part in line.partition(":"))
        if name == _SECTION:
            break
        if name == "TYPE" and value != "HCP":
            _wrong(number, Reason("is_only", name=name, listed="HCP", value=shown(value)))
        if name not in _TSPLIB_WORDS:
            _wrong(number, _advised(name, Reason("not_in_graph_file", name=shown(name))))
        words[name] = value
    if name != _SECTION:
        _wrong(number, Reason("file_ends_before", section=_SECTION))
    size = _count(words.get("DIMENSION", ""), number, "DIMENSION")
    listed = words.get("EDGE_DATA_FORMAT", "")
    if listed not in (known := ("EDGE_LIST", "ADJ_LIST")):
        told: Any = {"name": "EDGE_DATA_FORMAT", "listed": [*known], "value": shown(listed)}
        _wrong(number, Reason("one_of", **told))
    vertex_of = _Vertices(size)
    ends = array("q")
    first, ended = 0, False  # `first` is the vertex that the next numbers are joined to
    for number, line in lines:
        for text in line.split():
            if ended or text == "EOF":
                if text != "EOF":
                    _wrong(number, _advised(text, Reason("expected_eof", text=shown(text))))
                ended = True
            elif text == "-1":
                ended, first = not first, 0
                if not ended and listed == "EDGE_LIST":
                    _wrong(number, Reason("edge_two_vertices"))
            elif first:
                ends.extend((first, vertex_of.get(text) or vertex_of.read(text, number)))
                first = first if listed == "ADJ_LIST" else 0
            else:
                first = vertex_of.get(text) or vertex_of.read(text, number)
    if first:
        _wrong(number, Reason("edge_unfinished"))
    return _from_one(ends, size)


def _advised(section: str, fault: Reason) -> Reason:
    return Reason("fixed_edges", error=fault) if section == "FIXED_EDGES_SECTION" else fault


# DIMACS -----------------------------------------------------------------------------------------


def _read_dimacs(text: str) -> Graph:
    """Read `p edge n m` and lines `e u v`; c lines are comments, n, d, v and x lines colours."""
    ends = array("q")
    size, wanted, number, vertex_of = -1, 0, 1, _Vertices(0)
    for number, line in numbered(text):
        word, *rest = line.split()
        if word == "e" and size >= 0:
            if len(rest) != 2:
                _wrong(number, Reason("expected_line", example="e 1 2", line=shown(line)))
            u, v = map(vertex_of.get, rest)
            ends.extend(
                (u or vertex_of.read(rest[0], number), v or vertex_of.read(rest[1], number))
            )
        elif word == "p" and size < 0:
            if len(rest) != 3 or rest[0] not in ("edge", "edges", "col"):
                _wrong(number, Reason("expected_line", example="p edge 5 8", line=shown(line)))
            size, wanted = (_count(each, number, "p edge") for each in rest[1:])
            vertex_of = _Vertices(size)
        elif word in ("a", "arc"):
            _wrong(number, Reason("file_holds_edges", suffix="DIMACS", names=[*_WITH_ARCS]))
        elif word not in ("c", "n", "d", "v", "x"):
            example = "p edge 5 8" if size < 0 else "e 1 2"
            _wrong(number, Reason("expected_line", example=example, line=shown(line)))
    if size < 0:
        _wrong(number, Reason("file_without", name="p edge"))
    if len(ends) < 2 * wanted:
        _wrong(number, Reason("dimacs_short", count=len(ends) // 2, wanted=wanted))
    return _from_one(ends, size)


def _write_dimacs(graph: Graph) -> str:
    edges = graph.edges()
    lines = [f"c vertex {comment}" for comment in tsplib.names_of(graph)]
    lines += [f"p edge {len(graph)} {len(edges)}", *(f"e {u + 1} {v + 1}" for u, v in edges)]
    return "\n".join(lines) + "\n"


# GraphML ----------------------------------------------------------------------------------------


def _read_graphml(text: str) -> Graph:
    """Read the nodes and edges of one graph; their data are left out."""
    nodes: dict[str, int] = {}
    edges: list[tuple[str, str]] = []
    lines: list[int] = []
    both: list[int] = []  # the edges without a direction
    parser = expat.ParserCreate("utf-8")  # the text is decoded, whatever its head declares
    graphs, usual = 0, "false"

    def begin(name: str, given: dict[str, str]) -> None:
        nonlocal graphs, usual
        line, tag = parser.CurrentLineNumber, name.rpartition(":")[2]
        needed = {"node": ("id",), "edge": ("source", "target")}.get(tag, ())
        for word in needed:
            if word not in given:
                _wrong(line, Reason("tag_without", tag=tag, name=word))
        if tag == "edge":
            if given.get("directed", usual) != "true":
                both.append(len(edges))
            edges.append((given["source"], given["target"]))
            lines.append(line)
        elif tag == "node":
            if given["id"] in nodes:
                _wrong(line, Reason("node_twice", name=shown(given["id"])))
            nodes[given["id"]] = len(nodes)
        elif tag == "graph":
            graphs += 1
            usual = "true" if given.get("edgedefault") == "directed" else "false"
        if tag == "hyperedge" or graphs > 1:
            _wrong(line, Reason("one_graph"))

    parser.StartElementHandler = begin
    try:
        parser.Parse(utf8(text), True)
    except expat.ExpatError as error:
        _wrong(
            error.lineno, Reason("not_in_format", format="XML", error=expat.ErrorString(error.code))
        )
    pairs = [(nodes.get(source, -1), nodes.get(target, -1)) for source, target in edges]
    for line, pair, edge in zip(lines, pairs, edges, strict=True):
        if -1 in pair:
            _wrong(line, Reason("no_vertex", label=shown(edge[pair.index(-1)])))
    if len(both) == len(pairs) and usual == "false":
        return Graph(*columns(pairs), len(nodes), labels=tuple(nodes))
    pairs += [pairs[edge][::-1] for edge in both]
    return Digraph(*columns(pairs), len(nodes), labels=tuple(nodes))


def _write_graphml(graph: Graph) -> str:
    names = [quoteattr(name) for name in _distinct_names(graph)]
    return "\n".join(
        [
            '<?xml version="1.0" encoding="utf-8"?>',
            '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
            f'<graph edgedefault="{"directed" if graph.directed else "undirected"}">',
            *(f"<node id={name}/>" for name in names),
            *(f"<edge source={names[u]} target={names[v]}/>" for u, v in graph.edges()),
            "</graph>",
            "</graphml>\n",
        ]
    )


def _distinct_names(graph: Graph) -> list[str]:
    names = [graph.name_of(vertex) for vertex in range(len(graph))]
    if len(set(names)) < len(names):
        raise BadInputError("same_names", format=Reason("another_format"))
    return names


# JSON -------------------------------------------------------------------------------------------

_NAMES = (int, str, float, tuple)
"""The types of labels in `_read_json`; `label_of` has read the floats and the tuples."""


def _read_json(text: str) -> Graph:
    """Read the record of `Graph.to_json`, adjacency lists, or a graph that networkx wrote."""
    try:
        record = read_json(text)
    except json.JSONDecodeError as error:
        _wrong(error.lineno, Reason("not_in_format", format="JSON", error=error.msg))
    except ValueError as error:
        raise BadInputError("not_in_format", format="JSON", error=error) from None
    kind: type[Graph] = Graph
    if isinstance(record, list):
        record = dict(enumerate(record))
    elif not isinstance(record, dict):
        raise BadInputError("graph_json")
    elif "nodes" in record and {"adjacency", "edges", "links"} & record.keys():
        kind = Digraph if record.get("directed") else Graph
        record = _networkx_neighbours(record)
    elif {"edges", "arcs", "board"} & record.keys():
        return Graph.from_json(record)
    for vertex, near in record.items():
        if not isinstance(near, list) or not all(type(each) in _NAMES for each in near):
            raise BadInputError("neighbours_not_list", vertex=vertex, near=shown(near))
        for other in near:
            if other not in record:
                raise BadInputError("neighbour_no_vertex", vertex=vertex, other=shown(other))
    return kind.from_adjacency(record)


def _networkx_neighbours(record: dict[str, Any]) -> dict[Any, list[Any]]:
    """Return the neighbours in adjacency data or node-link data (of old or new versions)."""
    try:
        names = [label_of(node["id"]) for node in record["nodes"]]
        if len(set(names)) < len(names):
            raise ValueError
        if "adjacency" not in record:
            neighbours: dict[Any, list[Any]] = {name: [] for name in names}
            for edge in record["links"] if "links" in record else record["edges"]:
                neighbours[label_of(edge["source"])].append(label_of(edge["target"]))
            return neighbours
        near = [[label_of(other["id"]) for other in others] for others in record["adjacency"]]
        return dict(zip(names, near, strict=True))
    except (KeyError, TypeError, ValueError):
        raise BadInputError("networkx_json") from None


def _write_json(graph: Graph) -> str:
    return json.dumps(graph.to_json()) + "\n"


# The table --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class GraphFormat:
    """A format: its suffixes, reader and writer, how its texts begin, and whether it holds arcs.

    `memory`: the most bytes that reading takes for each character, but for the edges of graph6.
    """

    name: str
    suffixes: tuple[str, ...]
    read: Callable[[str], Graph]
    write: Callable[[Graph], str]
    begins: str
    arcs: bool = False
    memory: int = 30


_ATSP = r"TYPE\s*+:\s*+ATSP"
_TABLE = (
    GraphFormat(
        "tsplib",
        (".hcp",),
        _read_tsplib,
        tsplib.write_graph,
        rf"\A(?!(?>(?:(?!{_ATSP}).*+\n)*){_ATSP})\s*+(NAME|TYPE|COMMENT)\s*+:",
    ),
    GraphFormat(
        "dimacs", (".col", ".edge", ".dimacs"), _read_dimacs, _write_dimacs, r"^p (edge|edges|col) "
    ),
    GraphFormat("atsp", (".atsp",), atsp.read, atsp.write, rf"^{_ATSP}", arcs=True),
    GraphFormat(
        "graphml", (".graphml", ".xml"), _read_graphml, _write_graphml, r"\A\s*+<", arcs=True
    ),
    GraphFormat(
        "json",
        (".json",),
        _read_json,
        _write_json,
        r"\A\s*+[\[{]\s*+[\[\]{}\"]",
        arcs=True,
        memory=50,
    ),
    GraphFormat(
        "sparse6", (".s6",), graph6.read, graph6.write_sparse6, r"\A(>>sparse6<<)?:", memory=90
    ),
    GraphFormat(
        "digraph6", (".d6",), graph6.read, graph6.write_digraph6, r"\A(>>digraph6<<)?&", arcs=True
    ),
    GraphFormat("graph6", (".g6",), graph6.read, graph6.write_graph6, r"\A[!-~]++\s*+\Z"),
)
FORMATS = {format.name: format for format in _TABLE}
SUFFIXES = {suffix: format.name for format in _TABLE for suffix in format.suffixes}
"""The format of a file by its suffix."""
_WITH_ARCS = tuple(suffix for format in _TABLE if format.arcs for suffix in format.suffixes)


def _from_one(ends: array[int], size: int) -> Graph:
    pairs = np.frombuffer(ends, dtype=np.int64).reshape(-1, 2) - 1
    return Graph(pairs[:, 0], pairs[:, 1], size, labels=range(1, size + 1))


def _wrong(line: int, fault: Reason) -> NoReturn:
    raise BadInputError("line_at", line=line, error=fault)


def _whole(name: str, least: int, highest: int, text: str) -> Reason:
    bounds: Any = {"name": name, "least": least, "highest": highest}
    return Reason("name_whole_number_from", **bounds, value=shown(text))


def _count(text: str, line: int, what: str) -> int:
    if text.isascii() and text.isdigit() and int(text[:9]) <= MOST_VERTICES and len(text) < 10:
        return int(text)
    _wrong(line, _whole(what, 0, MOST_VERTICES, text))


class _Vertices(dict[str, int]):
    """The vertices by their texts: looking them up again is faster than reading numbers."""

    def __init__(self, size: int) -> None:
        self.size = size

    def read(self, text: str, line: int) -> int:
        """Return a vertex from 1 to `size` that appears for the first time."""
        if re.fullmatch("[1-9][0-9]{0,8}", text) and int(text) <= self.size:
            return self.setdefault(text, int(text))
        _wrong(line, _whole("vertex", 1, self.size, text))
