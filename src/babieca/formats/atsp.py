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

_EXPECTED = {"TYPE": "ATSP", "EDGE_WEIGHT_TYPE": "EXPLICIT", "EDGE_WEIGHT_FORMAT": "FULL_MATRIX"}
_OTHERS = ("NAME", "COMMENT", "DIMENSION", "DISPLAY_DATA_TYPE")
_SECTION = "EDGE_WEIGHT_SECTION"
_COMPLETE = "every vertex has an arc to every other, so every order of the vertices is a tour"


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
            raise BadInputError(f"line {number}: {shown(name)} is not read in the file of a graph")
        if value != _EXPECTED.get(name, value):
            expected = f"{name} is {_EXPECTED[name]} in the file of a directed graph"
            raise BadInputError(f"line {number}: {expected}, not {shown(value)}")
        words[name] = value
    missing = [name for name in (*_EXPECTED, "DIMENSION") if name not in words]
    if missing or not matrix:
        raise BadInputError(f"the file has no {missing[0] if missing else _SECTION}")
    entries = matrix[0].split()
    if entries[-1:] == ["EOF"]:
        entries.pop()
    if wrong := next((one for one in entries if not re.fullmatch(r"-?[0-9]{1,18}", one)), None):
        raise BadInputError(f"an entry of the matrix is a whole number, not {shown(wrong)}")
    size = int(words["DIMENSION"]) if re.fullmatch("[0-9]{1,6}", words["DIMENSION"]) else -1
    if size * size != len(entries) or size < 1:
        wanted = f"DIMENSION {shown(words['DIMENSION'])} has as many rows and columns"
        raise BadInputError(f"a matrix of {wanted}, not {len(entries)} entries in all")
    weights = np.array(entries, dtype=np.int64).reshape(size, size)
    none = weights.max()
    if (weights.diagonal() != none).any():
        raise BadInputError(
            f"the diagonal is the largest number of the file, here {none}: it means no arc"
        )
    sources, targets = np.nonzero(weights < none)
    if len(sources) == size * (size - 1):
        raise BadInputError(
            f"no entry beside the diagonal is {none}: {_COMPLETE}; find --cheapest takes weights, "
            "with the arcs in another file, such as .json"
        )
    return Digraph(sources, targets, size, labels=range(1, size + 1))


def write(graph: Graph) -> str:
    """Return the matrix of a graph: 0 is an arc, 1 is none."""
    size = len(graph)
    matrix = np.ones((size, size), dtype=np.int8)
    matrix[np.repeat(np.arange(size), graph.degrees), graph.targets] = 0
    if matrix.sum() == size:
        raise BadInputError(f"a .atsp file needs a missing arc, and {_COMPLETE}: use .d6")
    lines = ["NAME : graph", *(f"COMMENT : vertex {name}" for name in names_of(graph))]
    lines += [f"DIMENSION : {size}", *(f"{name} : {value}" for name, value in _EXPECTED.items())]
    rows = (" ".join(map(str, row)) for row in matrix.tolist())
    return "\n".join([*lines, _SECTION, *rows, "EOF"]) + "\n"
