"""TSPLIB tour files, as solvers of the travelling salesman problem exchange them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from babieca.boards import Board
from babieca.errors import BadInputError
from babieca.formats.json_lines import must_agree
from babieca.tours import Tour


def write(tour: Tour) -> str:
    if tour.board is None or not tour.board.is_plain:
        raise BadInputError("TSPLIB files are written for plain boards; use json")
    kind = "closed tour" if tour.closed else "path"
    lines = [
        f"NAME : {tour.board.name}.tour",
        f"COMMENT : babieca {kind} of board {tour.board.name}",
        "TYPE : TOUR",
        f"DIMENSION : {len(tour)}",
        "TOUR_SECTION",
        *(str(index + 1) for index in tour.indices.tolist()),
        "-1",
        "EOF",
    ]
    return "\n".join(lines) + "\n"


def read(text: str, board: Board | None) -> Iterator[Tour]:
    head, _, body = text.partition("TOUR_SECTION")
    closed: bool | None = True  # TSPLIB knows only closed tours; our comment says otherwise if so.
    if match := re.search(r"babieca (closed tour|path) of board ([0-9x]+)", head):
        closed = match[1] == "closed tour"
        described = Board.parse(match[2])
        must_agree(described, board)
        board = described
    if board is None:
        raise BadInputError(
            "the TSPLIB file does not say which board it is of; give one, such as 8x8"
        )
    order: list[int] = []
    for token in body.split():
        if token in ("-1", "EOF"):
            break
        if not re.fullmatch(r"[0-9]{1,18}", token):
            raise BadInputError(f"TOUR_SECTION: {token!r} is not a node number")
        order.append(int(token) - 1)
    yield Tour(board, np.array(order, dtype=np.int64), closed=closed)
