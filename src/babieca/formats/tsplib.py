"""TSPLIB tour files, the exchange format of solvers of the travelling salesman problem."""

from __future__ import annotations

import itertools
import re
from array import array
from collections.abc import Iterator

import numpy as np

from babieca.boards import Board
from babieca.errors import BadInputError, shown
from babieca.formats.entries import Description, Entry, Format, agreed
from babieca.tour import Tour


def write(tour: Tour) -> str:
    """Write a TSPLIB file with the board and the kind as a comment."""
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


def read(text: str, board: Board | None) -> Iterator[Entry]:
    """Read the tour of a TSPLIB file."""
    head, _, body = text.partition("TOUR_SECTION")
    board, kind = agreed(Description.parse(head), board)
    if board is None:
        raise BadInputError(
            "the TSPLIB file does not name its board: give board='8x8', or --board 8x8"
        )
    order = array("q")
    # One node more than the board has squares is enough to refuse the tour.
    for word in itertools.islice(re.finditer(r"\S+", body), len(board) + 1):
        node = word[0]
        if node in ("-1", "EOF"):
            break
        if not (node.isascii() and node.isdigit() and len(node) <= 18):
            raise BadInputError(f"TOUR_SECTION: {shown(node)} is not a node number")
        order.append(int(node) - 1)
    # TSPLIB has only closed tours; our comment may name another kind.
    yield Entry(board, np.asarray(order), kind or "closed")


FORMAT = Format(
    "tsplib",
    (".tour",),
    write,
    read,
    lambda text: re.search(r"^[^\S\n]*TOUR_SECTION\b", text, re.MULTILINE) is not None,
    holds_one=True,
)
