"""Numbered grids, as in books: the top row first, each square with its step."""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from babieca.boards import Board
from babieca.checking import KIND_NAMES, Indices, Kind
from babieca.errors import BadInputError, InvalidTourError, shown
from babieca.formats.entry import (
    Entry,
    Format,
    agreed,
    board_header,
    described,
    description_in,
    numbered,
)
from babieca.givens import GAP, Puzzle
from babieca.graphs import Graph
from babieca.reasons import Reason
from babieca.tour import Tour

HOLE = -1
_MOST_FAULTS = 5


def write(tour: Tour) -> str:
    board, description = described(tour)
    plain = Board(*board.sides, holes=board.hole_indices) == board and board.dimensions == 2
    return f"{tour}\n" if plain and tour.kind != "path" else f"# {description}\n{tour}\n"


def write_puzzle(puzzle: Puzzle) -> str:
    """Return the grid of a puzzle below two lines of comment: its kind, and how it was made.

    >>> tour = Tour("3x4", "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3")
    >>> print(write_puzzle(Puzzle(tour, ("a1", "d3"), "path", forced=1, seed=7)), end="")
    # path of 3x4
    # 2 givens, hard, seed 7: 1 forced step, 0 look-aheads, proof of 0 nodes
     _  _  _ 12
     _  _  _  _
     1  _  _  _
    """
    forced, ahead, nodes = puzzle.forced, puzzle.look_aheads, puzzle.nodes
    work = Reason("forced_steps", forced=forced, look_aheads=ahead, nodes=nodes)
    described = f"{KIND_NAMES[puzzle.kind]} of {board_header(puzzle.board)}"
    return f"# {described}\n# {puzzle.caption}: {work}\n{puzzle}\n"


def read(text: str, board: Board | Graph | None) -> Iterator[Entry]:
    """Read grids as printed: top row first, blank lines between layers or tours.

    `.` is a hole; 0 and `_` are gaps.
    """
    found: tuple[Board, Kind] | None = None
    layers: list[_Layer] = []
    for layer in _layers(text):
        if layer.description is not None:
            if layers:
                break
            found = layer.description
        named, kind = agreed(found, board)
        if isinstance(named, Graph):
            raise BadInputError("grid_for_board")
        depth = 1 if named is None else math.prod(named.sides[:-2])
        if layer.rows == 0:
            continue
        layers.append(layer)
        if len(layers) == depth:
            yield _entry(layers, named, kind)
            layers, found = [], None
    if layers:
        raise BadInputError("grid_layers", count=len(layers), board=named, depth=depth)


@dataclass
class _Layer:
    """The numbers between two blank lines, row by row from the top, in one array."""

    description: tuple[Board, Kind] | None = None
    entries: array[int] = field(default_factory=lambda: array("i"))
    rows: int = 0
    columns: int = 0

    def add(self, line: str) -> None:
        row, _, comment = line.partition("#")
        self.description = self.description or description_in(comment)
        before = len(self.entries)
        self.entries.extend(_step(found[0], self.rows + 1) for found in re.finditer(r"\S++", row))
        if columns := len(self.entries) - before:
            self.rows += 1
            self.columns = self.columns or columns
            if columns != self.columns:
                raise BadInputError("grid_row", row=self.rows, count=columns, first=self.columns)


def _layers(text: str) -> Iterator[_Layer]:
    layer, last = _Layer(), 0
    for number, line in numbered(text):
        if last and number > last + 1:
            yield layer
            layer = _Layer()
        layer.add(line)
        last = number
    if last:
        yield layer


def _step(entry: str, row: int) -> int:
    if entry == ".":
        return HOLE
    if entry == GAP:
        return 0
    if len(entry) <= 9 and entry.isascii() and entry.isdigit():
        return int(entry)
    raise BadInputError("grid_entry", row=row, entry=shown(entry))


def _entry(layers: list[_Layer], board: Board | None, kind: Kind | None) -> Entry:
    rows, columns = layers[0].rows, layers[0].columns
    for layer in layers:
        if (layer.rows, layer.columns) != (rows, columns):
            raise BadInputError(
                "grid_layers_differ",
                rows=rows,
                columns=columns,
                other_rows=layer.rows,
                other_columns=layer.columns,
            )
    sides = (rows, columns) if board is None else board.sides
    if (rows, columns) != ((1,) * (2 - len(sides)) + sides)[-2:]:
        raise BadInputError("grid_sides", rows=rows, columns=columns, board=board)
    tables = [np.asarray(layer.entries).reshape(rows, columns) for layer in layers]
    steps = np.concatenate([table[::-1].reshape(-1) for table in tables])
    holes = np.flatnonzero(steps == HOLE)
    if board is None:
        board = Board(*sides, holes=holes.tolist())
    elif not np.array_equal(board.hole_indices, holes):
        raise BadInputError("grid_holes", board=board)
    return entry_of_steps(steps, board, kind)


def entry_of_steps(steps: Indices, board: Board, kind: Kind | None) -> Entry:
    """Return the tour or the puzzle of steps by index: -1 is a hole, 0 a gap."""
    order, fault = _order(steps, board)
    return Entry(board, order, kind, fault=fault, given=steps if (steps == 0).any() else None)


def _order(steps: Indices, board: Board) -> tuple[Indices, InvalidTourError | None]:
    """Return the squares by step (0: not visited yet), and the repeated or missing steps."""
    total = len(board)
    proper = (steps >= 1) & (steps <= total)
    squares = np.arange(len(steps), dtype=np.int32)[proper]
    at = steps[proper]
    at -= 1
    order = np.full(total, HOLE, dtype=np.int32)
    order[at] = squares
    missing = np.flatnonzero(order == HOLE)[:_MOST_FAULTS] + 1
    if len(missing) == 0:
        return order, None
    faults = []
    # Of several squares with the same step, `order` has only the last.
    repeated = np.unique(at[order[at] != squares])[:_MOST_FAULTS] + 1
    first = int(min([*missing[:1], *repeated[:1]]))
    visited = int(np.count_nonzero(steps > 0))
    if first == visited + 1:
        return order[:visited], None
    for step in repeated.tolist():
        squares_at = np.flatnonzero(steps == step)
        names = [*board.names_at(squares_at[:4])]
        faults.append(Reason("grid_step_at", step=step, times=len(squares_at), squares=names))
    faults += [Reason("step_missing", step=step) for step in missing.tolist()]
    if outside := np.unique(steps[steps > total])[:_MOST_FAULTS].tolist():
        faults.append(Reason("grid_step_outside", steps=outside, count=total))
    return order[: first - 1], InvalidTourError(Reason("several", reasons=faults), step=first)


FORMAT = Format(
    "grid",
    (".txt",),
    write,
    read,
    lambda text: re.fullmatch(rf"[\s0-9.{GAP}]*+", text) is not None,
    separator="\n",
)
