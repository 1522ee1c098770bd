"""Reads data/known_counts.tsv: published counts, each with its source."""

from __future__ import annotations

import itertools
import re
from typing import Any

import networkx

from babieca import Board, Graph
from tests import DATA

# Too slow for every run of the tests; `make records` counts these.
HEAVY = {
    *("board 7x7", "board 7x8", "board 8x8", "board 8x11", "board 6x10", "5-cube"),
    *("board 8x32", "board 9x10"),
}


def known_counts(*, heavy: bool) -> list[tuple[str, str, int]]:
    """Return graph, kind and value of all heavy counts of tours, or of all others."""
    entries = []
    for line in (DATA / "known_counts.tsv").read_text().splitlines():
        if line.startswith("#"):
            continue
        name, kind, value, _ = line.split("\t")
        if kind in ("closed", "path", "path_directed", "path_from") and (name in HEAVY) == heavy:
            entries.append((name, kind, int(value)))
    return entries


def load(name: str) -> tuple[Graph, dict[str, Any]]:
    """Return the graph with this name and, for paths from a start, the start."""
    sides = tuple(map(int, re.findall(r"\d+", name.split(" start")[0])))
    if name.startswith("board"):
        board = Board(*sides)
        options: dict[str, Any] = {}
        if "corner" in name:
            options["start"] = (0, 0)
        elif "centre" in name:
            options["start"] = tuple(side // 2 for side in sides)
        elif match := re.search(r"start \((\d+),(\d+)\)", name):
            options["start"] = (int(match[1]), int(match[2]))
        return Graph.of(board), options
    if name.startswith("cuboid"):
        return Graph.of(Board(*sides)), {}
    if name.startswith("torus"):
        return Graph.of(Board(*sides, wrap=True)), {}
    if name.startswith("grid"):
        return Graph.of(Board(*sides, leaper="wazir")), {}
    if name.startswith("king"):
        squares = list(itertools.product(*map(range, sides)))
        near = [
            (a, b)
            for a, b in itertools.combinations(squares, 2)
            if max(abs(x - y) for x, y in zip(a, b, strict=True)) == 1
        ]
        return Graph.from_edges(near), {}
    if name.endswith("-cube"):
        return Graph.of(networkx.hypercube_graph(sides[0])), {}
    made = {
        "dodecahedron": networkx.dodecahedral_graph,
        "Petersen graph": networkx.petersen_graph,
    }[name]
    return Graph.of(made()), {}
