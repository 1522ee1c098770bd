"""Move lists: `a1 b3 c5 …`, one tour per line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from babieca.boards import Board, Square
from babieca.errors import BadInputError, InvalidTourError
from babieca.formats.descriptions import Description, must_agree
from babieca.tours import Tour


def write(tour: Tour) -> str:
    """Write the squares; a closed tour ends where it began.

    A line that describes the board comes before them where the squares alone would mislead.
    """
    description = Description.of(tour)
    board = description.board
    names = [board.name_of(square) for square in tour.squares]
    line = " ".join(names + names[:1] if tour.closed else names) + "\n"
    evident = board.is_plain and (tour.closed or not Tour(board, tour.indices).closed)
    return line if evident else f"# {description}\n{line}"


def read(text: str, board: Board | None) -> Iterator[Tour]:
    """Read one tour per line: `a1 b3 …` or `(0,0) (2,1) …`; ending where it began means closed."""
    described = None
    for number, line in enumerate(text.splitlines(), start=1):
        squares, _, comment = line.partition("#")
        described = Description.parse(comment) or described
        names = re.findall(r"\([^()]*\)|[^\s(),>\-→;]+", squares)
        if not names:
            continue
        if described is not None:
            must_agree(described.board, board)
        place = described.board if described is not None else board
        closed = len(names) > 1 and names[0].lower() == names[-1].lower()
        known = described.closed if described is not None else None
        try:
            yield Tour(
                place or _smallest_board(names, number),
                names[:-1] if closed else names,
                closed=True if closed else known,
            )
        except InvalidTourError as error:
            raise InvalidTourError(f"line {number}: {error}", step=error.step) from None
        described = None


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
