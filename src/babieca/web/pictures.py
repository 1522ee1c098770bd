"""Inside a worker: pictures of a tour, of several tours or of a board, as the bytes of a file."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any

from babieca import formats
from babieca.boards import Board
from babieca.drawing import draw_board, draw_degrees
from babieca.drawing.picture import picture_format
from babieca.drawing.saving import TEXTS, drawn, refuse_look
from babieca.drawing.sheets import draw_sheet
from babieca.errors import BadInputError
from babieca.formats.answers import Record
from babieca.tour import Tour

Words = dict[str, Any]

OF_BOARDS = {"board", "format", "degrees", "theme", "size", "labels"}


def bare_board(board: Board, words: Words) -> Record:
    """Draw a board without a tour: its squares, or the number of moves of each."""
    if others := sorted(words.keys() - OF_BOARDS):
        raise BadInputError(f"{others[0]} is for tours, not for a board: give tours in text")
    format, degrees = words.pop("format"), words.pop("degrees", False)
    picture = (draw_degrees if degrees else draw_board)(board, **words)
    return _file(f"board-{board.name}", format, picture.data(picture_format(f"board.{format}")))


def tours_of_text(tours: Sequence[Tour], words: Words) -> Record:
    """Draw one of several tours, or a sheet of all."""
    format, number, sheet = (
        words.pop("format"),
        words.pop("number", None),
        words.pop("sheet", False),
    )
    if "degrees" in words:
        raise BadInputError("degrees is for a board, not for tours: give board instead of text")
    if sheet:
        if "speed" in words or number is not None:
            raise BadInputError("sheet is one still picture of all tours: leave out speed, number")
        picture = draw_sheet(tours, **words)
        data = picture.data(picture_format(f"tours.{format}"))
        return _file(f"tours-{_place(tours[0])}", format, data)
    number = number or 1
    if number > len(tours):
        raise BadInputError(f"number: there is no tour {number}, the text holds {len(tours)}")
    tour, suffix = tours[number - 1], f".{format}"
    if suffix in TEXTS:
        refuse_look(suffix, words)
        data = formats.dump(tour, formats.SUFFIXES[suffix]).encode()
    else:
        data = drawn(tour, suffix, **words)
    return _file(f"tour-{_place(tour)}", format, data)


def _place(tour: Tour) -> str:
    return "graph" if tour.board is None else tour.board.name


def _file(stem: str, format: str, data: bytes) -> Record:
    return {"name": f"{stem}.{format}", "data": base64.b64encode(data).decode()}
