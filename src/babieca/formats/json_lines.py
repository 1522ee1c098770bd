"""JSON Lines: one object per tour, the board with it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from babieca.boards import Board
from babieca.checking import Kind, checked_kind, readable_indices
from babieca.errors import BadInputError, InvalidTourError, shown
from babieca.formats.entries import Description, Entry, Format, agreed, numbered_lines
from babieca.graphs import Graph
from babieca.tour import Tour

LONGEST_LINE = 64 * 2**20
"""Bytes; the objects that Python reads take about twelve times as many."""


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
    """Write one line."""
    return json.dumps(to_json(tour)) + "\n"


def read(text: str, board: Board | None) -> Iterator[Entry]:
    """Read one tour per line."""
    for number, line in numbered_lines(text):
        if len(line) > LONGEST_LINE:
            raise BadInputError(
                f"line {number} is longer than {LONGEST_LINE // 2**20} MiB; use a .npy file"
            )
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise BadInputError(f"line {number} is not JSON: {error}") from None
        where = f"line {number}: "
        try:
            yield replace(entry_of(record, board), where=where)
        except InvalidTourError as error:
            raise InvalidTourError(f"{where}{error}", step=error.step) from None
        except BadInputError as error:
            raise BadInputError(f"{where}{error}") from None


def from_json(record: Any, *, board: Board | None = None) -> Tour:
    """Return the tour that a JSON object describes.

    >>> from babieca import find
    >>> tour = find(Board(6, 6))
    >>> from_json(to_json(tour)) == tour
    True
    """
    return entry_of(record, board).tour()


def entry_of(record: Any, board: Board | None) -> Entry:
    """Return the entry that a JSON object describes."""
    if not isinstance(record, dict) or not isinstance(record.get("squares"), list):
        raise BadInputError('a tour is an object with "board" and "squares"')
    kind = _kind(record)
    place: Board | Graph
    if "edges" in record:
        place = _graph_from_json(record)
    elif board is None or "board" in record:
        place = Board.from_json(record)
        agreed(Description(place, "path"), board)
    else:
        place = board
    squares = (
        tuple(square) if isinstance(square, list) else square for square in record["squares"]
    )
    order, fault = readable_indices(place, squares)
    return Entry(place, order, kind, fault=fault)


def _kind(record: dict[str, Any]) -> Kind | None:
    """Return the kind; lines of version 0.1 have only `closed`, true or false."""
    closed = record.get("closed")
    if "kind" in record or closed is None:
        return checked_kind(record.get("kind"))
    if not isinstance(closed, bool):
        raise BadInputError(f'"closed" is true or false, not {shown(closed)}')
    return "closed" if closed else "path"


def _graph_from_json(record: dict[str, Any]) -> Graph:
    vertices, edges = record.get("vertices", 0), record["edges"]
    if type(vertices) is not int or vertices < 0 or not isinstance(edges, list):
        raise BadInputError('"vertices" is a number and "edges" a list of pairs of vertices')
    # A beginning has fewer squares, but an isolated vertex can never follow.
    if vertices > len(record["squares"]) + 2 * len(edges):
        missing = vertices - len(record["squares"])
        raise InvalidTourError(f"{shown(missing)} squares are missing")
    for edge in edges:
        ends = edge if isinstance(edge, list) else ()
        if len(ends) != 2 or not all(type(v) is int and 0 <= v < vertices for v in ends):
            found = tuple(edge) if isinstance(edge, list) else edge
            raise BadInputError(
                f"an edge is a pair of vertices from 0 to {vertices - 1}, not {shown(found)}"
            )
    return Graph.from_edges([tuple(edge) for edge in edges], vertices=range(vertices))


FORMAT = Format("json", (".json", ".jsonl"), write, read, lambda text: text.lstrip()[:1] == "{")
