"""Move lists: `a1 b3 c5 …`, one tour per line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from babieca.boards import Board
from babieca.checking import Kind, readable_indices
from babieca.errors import BadInputError, shown
from babieca.formats.entries import Description, Entry, Format, agreed, numbered_lines
from babieca.tour import Tour

_MOST_REMEMBERED = 2**14


def write(tour: Tour) -> str:
    """Write the squares; a closed tour ends with its first square.

    A comment names the board and the kind if the squares alone would be read as another tour.
    """
    description = Description.of(tour)
    names = tour.names
    line = " ".join(names + names[:1] if tour.closed else names) + "\n"
    evident = description.board.is_plain and tour.kind != "path"
    return line if evident else f"# {description}\n{line}"


def read(text: str, board: Board | None) -> Iterator[Entry]:
    """Read one tour per line, `a1 b3 …` or `(0,0) (2,1) …`; closed if it ends as it begins."""
    described = None
    for number, line in numbered_lines(text):
        squares, _, comment = line.partition("#")
        described = Description.parse(comment) or described
        if next(_names(squares), None) is None:
            continue
        place, kind = agreed(described, board)
        try:
            yield _entry(place or _smallest_board(squares), squares, kind, f"line {number}: ")
        except BadInputError as error:
            raise BadInputError(f"line {number}: {error}") from None
        described = None


def _names(line: str) -> Iterator[str]:
    return (name[0] for name in re.finditer(r"\([^()]*\)|[^\s(),>\-→;]+", line))


def _entry(board: Board, squares: str, kind: Kind | None, where: str) -> Entry:
    order, fault = readable_indices(board, _names(squares))
    if len(order) == len(board) + 1 and order[0] == order[-1]:
        return Entry(board, order[:-1], "closed", where)
    return Entry(board, order, kind, where, fault)


def _smallest_board(line: str) -> Board:
    """Return the smallest plain board that has all the squares named."""
    sides: tuple[int, ...] = ()
    seen: set[str] = set()
    for name in _names(line):
        if name in seen:
            continue
        if len(seen) == _MOST_REMEMBERED:
            seen.clear()
        seen.add(name)
        if match := re.fullmatch(r"([a-zA-Z])([0-9]{1,6})", name):
            square: tuple[int, ...] = (int(match[2]), ord(match[1].lower()) - ord("a") + 1)
        elif re.fullmatch(r"\(\s*[0-9]{1,9}(\s*,\s*[0-9]{1,9})*\s*,?\s*\)", name):
            square = tuple(int(part) + 1 for part in re.findall(r"[0-9]+", name))
        else:
            raise BadInputError(f"{shown(name)} is not a square")
        sides = sides or square
        if len(sides) != len(square):
            raise BadInputError("the squares have different numbers of coordinates")
        sides = tuple(map(max, sides, square))
    return Board(*sides)


FORMAT = Format("moves", (".moves",), write, read, lambda text: False)
"""`sniff` takes a text for moves if no other format recognizes it."""
