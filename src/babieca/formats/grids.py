"""Numbered grids, as in books: top row first, each square holding its step."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import numpy as np

from babieca.boards import Board
from babieca.errors import BadInputError, InvalidTourError
from babieca.formats.descriptions import Description, must_agree
from babieca.tours import Tour


def write(tour: Tour) -> str:
    """Write the grid, with a line that describes the board where the grid alone would mislead."""
    description = Description.of(tour)
    board = description.board
    plain = Board(*board.sides, holes=board.hole_indices) == board and board.dimensions == 2
    evident = plain and tour.closed == Tour(board, tour.indices).closed
    return f"{tour}\n" if evident else f"# {description}\n{tour}\n"


def read(text: str, board: Board | None) -> Iterator[Tour]:
    """Read grids as printed: top row first, `.` for a hole, blank lines between layers or tours."""
    blocks = [block for block in re.split(r"\n\s*\n", text.replace("\r", "")) if block.strip()]
    while blocks:
        comments = [line for line in blocks[0].split("\n") if line.lstrip().startswith("#")]
        described = Description.parse("\n".join(comments))
        if described is not None:
            must_agree(described.board, board)
        place = board if described is None else described.board
        depth = 1 if place is None else int(np.prod(place.sides[:-2], dtype=np.int64))
        if depth > len(blocks):
            raise BadInputError(f"{len(blocks)} layers do not make a {place} board of {depth}")
        layers = [_rows(block) for block in blocks[:depth]]
        blocks = blocks[depth:]
        if all(layers):
            yield _grid_tour(layers, place, None if described is None else described.closed)
        elif any(layers) or depth > 1:
            raise BadInputError(f"a layer of the {place} board is empty")


def _rows(block: str) -> list[list[str]]:
    lines = (line.split("#", 1)[0].split() for line in block.split("\n"))
    return [line for line in lines if line]


def _grid_tour(layers: list[list[list[str]]], board: Board | None, closed: bool | None) -> Tour:
    rows, columns = len(layers[0]), len(layers[0][0])
    for layer in layers:
        for number, row in enumerate(layer, start=1):
            if len(row) != columns:
                raise BadInputError(
                    f"row {number} of the grid has {len(row)} entries, the first has {columns}"
                )
            for entry in row:
                if not re.fullmatch(r"\.|[0-9]{1,18}", entry):
                    raise BadInputError(f"row {number} of the grid: {entry!r} is not a step number")
        if len(layer) != rows:
            raise BadInputError(f"the layers of the grid have {rows} and {len(layer)} rows")
    sides = (rows, columns) if board is None else board.sides
    if len(sides) >= 2 and (rows, columns) != sides[-2:]:
        raise BadInputError(f"the grid is {rows}x{columns}, the board {board}")
    flat = [entry for layer in layers for row in reversed(layer) for entry in row]
    if len(flat) != int(np.prod(sides)):
        raise BadInputError(f"the grid has {len(flat)} entries, the board {board}")
    steps: dict[int, int] = {int(entry): index for index, entry in enumerate(flat) if entry != "."}
    holes = [index for index, entry in enumerate(flat) if entry == "."]
    if board is None:
        board = Board(*sides, holes=holes)
    elif list(board.hole_indices) != holes:
        raise BadInputError(f"the holes of the grid are not those of {board}")
    _check_numbering(Counter(int(entry) for entry in flat if entry != "."), flat, board)
    order = np.array([steps[step] for step in range(1, len(steps) + 1)], dtype=np.int64)
    return Tour(board, order, closed=closed)


def _check_numbering(counts: Counter[int], flat: list[str], board: Board) -> None:
    """Say which step numbers are repeated and which are missing, with the squares."""
    total = sum(counts.values())
    faults = []
    for step in sorted(step for step, times in counts.items() if times > 1)[:5]:
        places = [
            board.name_of(index)
            for index, entry in enumerate(flat)
            if entry != "." and int(entry) == step
        ]
        times = "twice" if len(places) == 2 else f"{len(places)} times"
        faults.append(f"step {step} appears {times} (at {' and '.join(places[:4])})")
    missing = [step for step in range(1, total + 1) if step not in counts]
    faults += [f"step {step} is missing" for step in missing[:5]]
    if outside := sorted(step for step in counts if not 1 <= step <= total)[:5]:
        faults.append(f"{', '.join(map(str, outside))} is not between 1 and {total}")
    if faults:
        raise InvalidTourError(", ".join(faults), step=missing[0] if missing else None)
