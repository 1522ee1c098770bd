"""Inside a worker: pictures of a tour, of several tours or of a board, as the bytes of a file."""

from __future__ import annotations

import base64
import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from babieca.boards import Board
from babieca.drawing import draw_board, draw_degrees
from babieca.drawing.sheets import draw_sheet
from babieca.errors import BadInputError
from babieca.formats.answers import Record
from babieca.tour import Tour

Words = dict[str, Any]

OF_BOARDS = {"degrees", "theme", "size", "labels"}


def bare_board(board: Board, words: Words) -> Record:
    """Draw a board without a tour: its squares, or the number of moves of each."""
    format = words.pop("format")
    if others := sorted(words.keys() - OF_BOARDS):
        raise BadInputError(f"{others[0]} is for tours, not for a board: give tours in text")
    draw = draw_degrees if words.pop("degrees", False) else draw_board
    return _file(f"board-{board.name}.{format}", draw(board, **words).save)


def tours_of_text(tours: Sequence[Tour], words: Words) -> Record:
    """Draw one of several tours, or a sheet of all."""
    if "degrees" in words:
        raise BadInputError("degrees is for a board, not for tours: give board instead of text")
    format, number = words.pop("format"), words.pop("number", None)
    if words.pop("sheet", False):
        if "speed" in words or number is not None:
            raise BadInputError("sheet is one still picture of all tours: leave out speed, number")
        return _file(f"tours-{_place(tours[0])}.{format}", draw_sheet(tours, **words).save)
    number = number or 1
    if number > len(tours):
        raise BadInputError(f"number: there is no tour {number}, the text holds {len(tours)}")
    tour = tours[number - 1]
    return _file(f"tour-{_place(tour)}.{format}", functools.partial(tour.save, **words))


def _place(tour: Tour) -> str:
    return "graph" if tour.board is None else tour.board.name


def _file(name: str, save: Callable[[Path], object]) -> Record:
    with TemporaryDirectory() as directory:
        path = Path(directory) / name
        save(path)
        return {"name": name, "data": base64.b64encode(path.read_bytes()).decode()}
