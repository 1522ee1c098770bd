"""JSON Lines: one object per tour, the board with it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from babieca.boards import Board
from babieca.checking import Kind, checked_kind, readable_indices
from babieca.errors import BadInputError, InvalidTourError, shown
from babieca.formats.descriptions import must_agree
from babieca.formats.entries import Entry
from babieca.formats.lines import numbered_lines
from babieca.graphs import Graph
from babieca.tour import Tour

LONGEST_LINE = 64 * 2**20
"""Python's objects take a dozen times the room of the text they are read from."""


def to_json(tour: Tour) -> dict[str, Any]:
    """Return the tour as the object a JSON line holds.

    >>> to_json(Tour(Board(1, 1), "a1"))
    {'board': '1x1', 'kind': 'open', 'squares': ['a1']}
    """
    if tour.board is None:
        edges = [list(edge) for edge in tour.graph.edges()]
        record: dict[str, Any] = {"vertices": len(tour), "edges": edges}
        return record | {"kind": tour.kind, "squares": tour.indices.tolist()}
    squares = tour.names if tour.board.has_names else list(tour)
    return tour.board.to_json() | {"kind": tour.kind, "squares": squares}


def write(tour: Tour) -> str:
    return json.dumps(to_json(tour)) + "\n"


def read(text: str, board: Board | None) -> Iterator[Entry]:
    for number, line in numbered_lines(text):
        if len(line) > LONGEST_LINE:
            raise BadInputError(
                f"line {number} is longer than {LONGEST_LINE // 2**20} MiB; use a .npy file"
            )
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise BadInputError(f"line {number} is not JSON: {error}") from None
        try:
            yield replace(entry_of(record, board), where=f"line {number}: ")
        except InvalidTourError as error:
            raise InvalidTourError(f"line {number}: {error}", step=error.step) from None
        except BadInputError as error:
            raise BadInputError(f"line {number}: {error}") from None


def from_json(record: Any, *, board: Board | None = None) -> Tour:
    """Return the tour that a JSON object describes.

    >>> from babieca import find
    >>> tour = find(Board(6, 6))
    >>> from_json(to_json(tour)) == tour
    True
    """
    return entry_of(record, board).tour()


def entry_of(record: Any, board: Board | None) -> Entry:
    if not isinstance(record, dict) or not isinstance(record.get("squares"), list):
        raise BadInputError('a tour is an object with "board" and "squares"')
    kind = _kind(record)
    place: Board | Graph
    if "edges" in record:
        place = _graph_from_json(record)
    elif board is None or "board" in record:
        place = Board.from_json(record)
        must_agree(place, board)
    else:
        place = board
    squares = (
        tuple(square) if isinstance(square, list) else square for square in record["squares"]
    )
    order, fault = readable_indices(place, squares)
    return Entry(place, order, kind, fault=fault)


def _kind(record: dict[str, Any]) -> Kind | None:
    """Return the kind; lines of version 0.1 say only whether the tour is closed."""
    closed = record.get("closed")
    if "kind" in record or closed is None:
        return checked_kind(record.get("kind"))
    if not isinstance(closed, bool):
        raise BadInputError(f'"closed" is true or false, not {shown(closed)}')
    return "closed" if closed else "path"


def _graph_from_json(record: dict[str, Any]) -> Graph:
    vertices, edges = record.get("vertices", 0), record["edges"]
    if (
        isinstance(vertices, bool)
        or not isinstance(vertices, int)
        or vertices < 0
        or not isinstance(edges, list)
    ):
        raise BadInputError('"vertices" is a number and "edges" a list of pairs of vertices')
    # Fewer may be a beginning, but not of a graph with vertices that no edge joins.
    if vertices > len(record["squares"]) + 2 * len(edges):
        missing = vertices - len(record["squares"])
        raise InvalidTourError(f"{shown(missing)} squares are missing")
    pairs = [tuple(edge) if isinstance(edge, list) else edge for edge in edges]
    for pair in pairs:
        if not (
            isinstance(pair, tuple)
            and len(pair) == 2
            and all(type(v) is int and 0 <= v < vertices for v in pair)
        ):
            raise BadInputError(
                f"an edge is a pair of vertices from 0 to {vertices - 1}, not {shown(pair)}"
            )
    return Graph.from_edges(pairs, vertices=range(vertices))
