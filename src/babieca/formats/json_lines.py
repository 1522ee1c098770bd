"""JSON Lines: one object per tour, the board with it."""

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from babieca.boards import Board
from babieca.checking import checked_kind, numbers_at, readable_indices
from babieca.errors import BadInputError, InvalidTourError
from babieca.files import read_json
from babieca.formats.entry import Entry, Format, agreed, numbered
from babieca.formats.grids import HOLE, entry_of_steps
from babieca.graphs import Graph
from babieca.reasons import Reason
from babieca.tour import Tour

LONGEST_LINE = 64 * 2**20
"""Bytes; the objects that Python reads take about twelve times as many."""


def to_json(tour: Tour) -> dict[str, Any]:
    """Return the tour as the object a JSON line holds.

    >>> to_json(Tour(Board(1, 1), "a1"))
    {'board': '1x1', 'kind': 'open', 'squares': ['a1']}
    """
    if tour.board is None:
        names = list(map(tour.graph.plain_label, tour.indices.tolist()))
        return tour.graph.to_json() | {"kind": tour.kind, "squares": names}
    squares = tour.names if tour.board.has_names else list(tour)
    return tour.board.to_json() | {"kind": tour.kind, "squares": squares}


def write(tour: Tour) -> str:
    return json.dumps(to_json(tour)) + "\n"


def read(text: str, board: Board | Graph | None) -> Iterator[Entry]:
    for number, line in numbered(text):
        if len(line) > LONGEST_LINE:
            raise BadInputError("line_too_long", line=number, most=LONGEST_LINE // 2**20)
        try:
            record = read_json(line)
        except ValueError as error:
            fault = Reason("not_in_format", format="JSON", error=error)
            raise BadInputError("line_at", line=number, error=fault) from None
        try:
            yield replace(entry_of(record, board), line=number)
        except BadInputError as error:
            error.args = (Reason("line_at", line=number, error=error),)
            raise


def from_json(record: Any, *, board: Board | Graph | None = None) -> Tour:
    """Return the tour that a JSON object describes.

    >>> from babieca import find
    >>> tour = find(Board(6, 6))
    >>> from_json(to_json(tour)) == tour
    True
    """
    return entry_of(record, board).tour()


def entry_of(record: Any, board: Board | Graph | None) -> Entry:
    if isinstance(record, dict) and "at" in record and "squares" not in record:
        return _puzzle(record, board)
    if not isinstance(record, dict) or not isinstance(record.get("squares"), list):
        raise BadInputError("json_no_tour")
    kind = checked_kind(record.get("kind"))
    own: Board | Graph
    pairs = "arcs" if "arcs" in record else "edges"
    if pairs in record:
        vertices, edges = record.get("vertices", 0), record[pairs]
        listed = len(record["squares"]) + 2 * len(edges) if isinstance(edges, list) else 0
        # A beginning has fewer squares, but an isolated vertex can never follow.
        if type(vertices) is int and vertices > listed:
            missing = vertices - len(record["squares"])
            raise InvalidTourError(Reason("squares_missing", count=missing))
        fields = ("vertices", "edges", "arcs", "labels")
        own = Graph.from_json({name: record[name] for name in fields if name in record})
        if board is not None and own != board:
            raise BadInputError("tour_of_other_labels", own=own, other=board)
    else:
        own = _board(record, board)
    squares = record["squares"]
    if isinstance(own, Board):
        squares = [tuple(square) if isinstance(square, list) else square for square in squares]
    order, fault = readable_indices(own, squares)
    return Entry(own, order, kind, fault=fault)


def _board(record: dict[str, Any], board: Board | Graph | None) -> Board | Graph:
    if board is not None and "board" not in record:
        return board
    own = Board.from_json(record)
    agreed((own, "path"), board)
    return own


def _puzzle(record: dict[str, Any], board: Board | Graph | None) -> Entry:
    """Return the given steps of a puzzle; the solution in the record is not read."""
    own = _board(record, board)
    if isinstance(own, Graph):
        raise BadInputError("puzzle_needs_board")
    steps = np.zeros(math.prod(own.sides), dtype=np.int32)
    steps[[*own.hole_indices]] = HOLE
    for index, step in numbers_at(record["at"], own.index, len(own)).items():
        steps[index] = step
    return entry_of_steps(steps, own, checked_kind(record.get("kind")))


FORMAT = Format("json", (".json", ".jsonl"), write, read, lambda text: text.lstrip()[:1] == "{")
