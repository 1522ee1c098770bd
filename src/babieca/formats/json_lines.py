"""JSON Lines: one object per tour, the board with it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from babieca.boards import Board
from babieca.errors import BadInputError, InvalidTourError
from babieca.formats.descriptions import must_agree
from babieca.graphs import Graph
from babieca.tours import Tour


def to_json(tour: Tour) -> dict[str, Any]:
    """Return the tour as the object a JSON line holds."""
    board = tour.board
    if board is None:
        edges = [list(edge) for edge in tour.graph.edges()]
        return {
            "vertices": len(tour),
            "edges": edges,
            "closed": tour.closed,
            "squares": tour.indices.tolist(),
        }
    record: dict[str, Any] = {"board": board.name}
    if board.leaper != (1, 2):
        record["leaper"] = list(board.leaper)
    if any(board.wrap):
        record["wrap"] = list(board.wrap)
    if board.holes:
        record["holes"] = [board.square(hole) for hole in board.hole_indices]
    record["closed"] = tour.closed
    squares: Any = tour.squares
    record["squares"] = (
        [board.name_of(square) for square in squares] if board.has_names else list(squares)
    )
    return record


def write(tour: Tour) -> str:
    return json.dumps(to_json(tour)) + "\n"


def read(text: str, board: Board | None) -> Iterator[Tour]:
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise BadInputError(f"line {number} is not JSON: {error}") from None
        try:
            yield from_json(record, board=board)
        except InvalidTourError as error:
            raise InvalidTourError(f"line {number}: {error}", step=error.step) from None
        except BadInputError as error:
            raise BadInputError(f"line {number}: {error}") from None


def from_json(record: Any, *, board: Board | None = None) -> Tour:
    """Return the tour that a JSON object describes."""
    if not isinstance(record, dict) or not isinstance(record.get("squares"), list):
        raise BadInputError('a tour is an object with "board" and "squares"')
    closed = record.get("closed")
    if closed is not None and not isinstance(closed, bool):
        raise BadInputError(f'"closed" is true or false, not {closed!r}')
    squares = [
        tuple(square) if isinstance(square, list) else square for square in record["squares"]
    ]
    if "edges" in record:
        return Tour(_graph_from_json(record), squares, closed=closed)
    if not isinstance(record.get("board"), str):
        if board is None:
            raise BadInputError('"board" is missing; it is text such as "8x8"')
        return Tour(board, squares, closed=closed)
    wrap = record.get("wrap", False)
    holes = record.get("holes", [])
    leaper = record.get("leaper", (1, 2))
    if (
        not isinstance(holes, list)
        or not isinstance(wrap, bool | list)
        or not isinstance(leaper, str | list | tuple)
    ):
        raise BadInputError(
            '"holes" and "leaper" are lists, "wrap" is true, false or a list of them'
        )
    holes = [tuple(hole) if isinstance(hole, list) else hole for hole in holes]
    described = Board.parse(
        record["board"],
        leaper=tuple(leaper) if isinstance(leaper, list) else leaper,
        holes=holes,
        wrap=wrap,
    )
    must_agree(described, board)
    return Tour(described, squares, closed=closed)


def _graph_from_json(record: dict[str, Any]) -> Graph:
    vertices, edges = record.get("vertices", 0), record["edges"]
    if (
        isinstance(vertices, bool)
        or not isinstance(vertices, int)
        or not 0 <= vertices < 10**8
        or not isinstance(edges, list)
    ):
        raise BadInputError('"vertices" is a number and "edges" a list of pairs of vertices')
    pairs = [tuple(edge) if isinstance(edge, list) else edge for edge in edges]
    for pair in pairs:
        if not (
            isinstance(pair, tuple)
            and len(pair) == 2
            and all(type(v) is int and 0 <= v < vertices for v in pair)
        ):
            raise BadInputError(
                f"an edge is a pair of vertices from 0 to {vertices - 1}, not {pair!r}"
            )
    return Graph.from_edges(pairs, vertices=range(vertices))
