"""Directed graphs in TSPLIB files of TYPE ATSP: a full matrix, a row for each vertex.

The diagonal holds the largest number of the file, and this number means that there is no arc. All
other entries are arcs; their weights are not read.
"""

import re

import numpy as np

from babieca.digraphs import Digraph
from babieca.engines.encodings.tsplib import names_of
from babieca.errors import BadInputError, shown
from babieca.graphs import Graph
from babieca.reasons import Reason

_EXPECTED = {"TYPE": "ATSP", "EDGE_WEIGHT_TYPE": "EXPLICIT", "EDGE_WEIGHT_FORMAT": "FULL_MATRIX"}
_OTHERS = ("NAME", "COMMENT", "DIMENSION", "DISPLAY_DATA_TYPE")
_SECTION = "EDGE_WEIGHT_SECTION"


def read(text: str) -> Digraph:
    r"""Read the arcs of a matrix.

    >>> head = "TYPE: ATSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\n"
    >>> head += "EDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n"
    >>> read(f"{head}99 5 99\n99 99 0\n7 99 99\nEOF\n").edges()
    [(0, 1), (1, 2), (2, 0)]
    """
    blank = r"[^\S\n]*+"
    section = rf"^{blank}{_SECTION}{blank}:?{blank}$"
    head, *matrix = re.split(section, text, maxsplit=1, flags=re.MULTILINE)
    words: dict[str, str] = {}
    for number, line in enumerate(head.split("\n"), 1):
        name, _, value = (part.strip() for part in line.partition(":"))
        if name and name not in (*_EXPECTED, *_OTHERS):
            raise BadInputError(
                "line_at", line=number, error=Reason("not_in_graph_file", name=shown(name))
            )
        if value != _EXPECTED.get(name, value):
            fault = Reason("atsp_word", name=name, expected=_EXPECTED[name], value=shown(value))
            raise BadInputError("line_at", line=number, error=fault)
        words[name] = value
    missing = [name for name in (*_EXPECTED, "DIMENSION") if name not in words]
    if missing or not matrix:
        raise BadInputError("file_without", name=missing[0] if missing else _SECTION)
    entries = matrix[0].split()
    if entries[-1:] == ["EOF"]:
        entries.pop()
    if wrong := next((one for one in entries if not re.fullmatch(r"-?[0-9]{1,18}", one)), None):
        raise BadInputError("matrix_entry", entry=shown(wrong))
    size = int(words["DIMENSION"]) if re.fullmatch("[0-9]{1,6}", words["DIMENSION"]) else -1
    if size * size != len(entries) or size < 1:
        given = shown(words["DIMENSION"])
        raise BadInputError("matrix_size", size=given, count=len(entries))
    weights = np.array(entries, dtype=np.int64).reshape(size, size)
    none = weights.max()
    if (weights.diagonal() != none).any():
        raise BadInputError("matrix_diagonal", largest=none)
    sources, targets = np.nonzero(weights < none)
    if len(sources) == size * (size - 1):
        complete = Reason("complete_graph")
        raise BadInputError("matrix_complete", none=none, because=complete)
    return Digraph(sources, targets, size, labels=range(1, size + 1))


def write(graph: Graph) -> str:
    """Return the matrix of a graph: 0 is an arc, 1 is none."""
    size = len(graph)
    matrix = np.ones((size, size), dtype=np.int8)
    matrix[np.repeat(np.arange(size), graph.degrees), graph.targets] = 0
    if matrix.sum() == size:
        raise BadInputError("atsp_needs_missing", because=Reason("complete_graph"))
    lines = ["NAME : graph", *(f"COMMENT : vertex {name}" for name in names_of(graph))]
    lines += [f"DIMENSION : {size}", *(f"{name} : {value}" for name, value in _EXPECTED.items())]
    rows = (" ".join(map(str, row)) for row in matrix.tolist())
    return "\n".join([*lines, _SECTION, *rows, "EOF"]) + "\n"
