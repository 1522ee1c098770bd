"""Move lists: `a1 b3 c5 …`, one tour per line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from babieca.boards import Board, Square
from babieca.errors import BadInputError, InvalidTourError
from babieca.tours import Tour


def write(tour: Tour) -> str:
    board = tour.board
    if board is None:
        raise BadInputError("a tour of a plain graph has no move list; use json")
    names = [board.name_of(square) for square in tour.squares]
    return " ".join(names + names[:1] if tour.closed else names) + "\n"


def read(text: str, board: Board | None) -> Iterator[Tour]:
    """Read one tour per line: `a1 b3 …` or `(0,0) (2,1) …`; ending where it began means closed."""
    for number, line in enumerate(text.splitlines(), start=1):
        names = re.findall(r"\([^()]*\)|[^\s(),>\-→;]+", line.split("#", 1)[0])
        if not names:
            continue
        place = board or _smallest_board(names, number)
        closed = len(names) > 1 and names[0].lower() == names[-1].lower()
        squares = names[:-1] if closed else names
        try:
            yield Tour(place, squares, closed=True if closed else None)
        except InvalidTourError as error:
            raise InvalidTourError(f"line {number}: {error}", step=error.step) from None


def _smallest_board(names: list[str], line: int) -> Board:
    """Return the smallest plain board that has all the squares named."""
    squares: list[Square] = []
    for name in names:
        if match := re.fullmatch(r"([a-zA-Z])([0-9]{1,6})", name):
            squares.append((int(match[2]) - 1, ord(match[1].lower()) - ord("a")))
        elif re.fullmatch(r"\(\s*[0-9]{1,9}(\s*,\s*[0-9]{1,9})*\s*,?\s*\)", name):
            squares.append(tuple(int(part) for part in re.findall(r"[0-9]+", name)))
        else:
            raise BadInputError(f"line {line}: {name!r} is not a square")
    if len({len(square) for square in squares}) > 1:
        raise BadInputError(f"line {line}: the squares have different numbers of coordinates")
    return Board(*(max(coordinates) + 1 for coordinates in zip(*squares, strict=True)))
