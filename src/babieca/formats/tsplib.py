"""TSPLIB tour files, as solvers of the travelling salesman problem exchange them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from babieca.boards import Board
from babieca.errors import BadInputError
from babieca.formats.descriptions import Description, must_agree
from babieca.tours import Tour


def write(tour: Tour) -> str:
    description = Description.of(tour)
    lines = [
        f"NAME : {description.board.name}.tour",
        f"COMMENT : {description}",
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
    closed = True  # TSPLIB knows only closed tours; our comment says otherwise if so.
    if described := Description.parse(head):
        must_agree(described.board, board)
        board, closed = described.board, described.closed
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
