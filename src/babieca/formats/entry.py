"""The parts that all text formats share: descriptions, entries, numbered lines.

A description names the kind and the board of a tour in one line, `open tour of 4x4x4 leaper 1,4`.
Grids, move lists and TSPLIB files have it as a comment if the squares alone would be read as
another tour.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from babieca.board_text import read_sides, wrap_text
from babieca.boards import Board
from babieca.checking import KIND_NAMES, Indices, Kind, describe_tour
from babieca.errors import BadInputError, InvalidTourError
from babieca.graphs import Graph
from babieca.reasons import Reason
from babieca.tour import Tour

_HOLE = r"(?:[a-z]{1,11}[0-9]++|\([0-9]++(?>(?:,[0-9]++)*)\))"
_PATTERN = re.compile(
    r"(?P<kind>closed tour|open tour|path) of (?P<sides>[0-9]++(?>(?:x[0-9]++)*))"
    r"(?: leaper (?P<leaper>[0-9]++,[0-9]++))?"
    r"(?: wrap (?P<wrap>all|[0-9]++(?>(?:,[0-9]++)*)))?"
    rf"(?: holes (?P<holes>{_HOLE}(?>(?:,{_HOLE})*)))?(?:, ends a move apart)?[^\S\n]*+$",
    re.MULTILINE,
)
KINDS_BY_NAME = {name: kind for kind, name in KIND_NAMES.items()}


@dataclass(frozen=True)
class Entry:
    """Squares in the order of the tour, the board or graph, and the kind if the text names it.

    `line` is that of the text. `fault` is an error of the text after these squares, such as a step
    that appears twice. A `guessed` board is the smallest board that has the squares.
    Of a grid with gaps, `given` has the steps by index, 0 for a gap.

    >>> from babieca import formats
    >>> [entry] = formats.entries("a1 c2 a3", board=Board(3, 4))
    >>> entry.board, entry.squares.tolist(), entry.fault
    (Board(3, 4), [0, 6, 8], None)
    """

    board: Board | Graph
    squares: Indices
    kind: Kind | None = None
    line: int | None = None
    fault: InvalidTourError | None = None
    guessed: bool = False
    given: Indices | None = None

    @property
    def numbers(self) -> dict[int, int]:
        """The steps of a grid with gaps by the index of their square."""
        steps = [] if self.given is None else self.given.tolist()
        return {at: step for at, step in enumerate(steps) if step > 0}

    def drawn(self) -> "Tour | Entry":
        """Return the tour; a grid with gaps is drawn as it is."""
        return self.tour() if self.given is None else self

    def tour(self) -> Tour:
        """Return the tour, or raise the first fault.

        >>> from babieca.checking import to_indices
        >>> Entry(Board(3, 4), to_indices(Board(3, 4), "a1 c2"), line=7).tour()
        Traceback (most recent call last):
            ...
        babieca.errors.InvalidTourError: line 7: 10 squares are missing: b1, c1, d1, a2, b2, …
        """
        try:
            if self.fault is not None:
                raise self.fault
            return Tour(self.board, self.squares, kind=self.kind)
        except InvalidTourError as error:
            raise self.at_line(error) from None

    def at_line(self, fault: InvalidTourError) -> InvalidTourError:
        """Return a fault with the line of the text, if it is known."""
        if self.line is None:
            return fault
        return InvalidTourError(Reason("line_at", line=self.line, error=fault), step=fault.step)


@dataclass(frozen=True)
class Format:
    """A text format: its name, the suffixes of its files, how one tour is written and read.

    `recognizes` sees a text without comments. `separator` stands between two tours of a file.
    """

    name: str
    suffixes: tuple[str, ...]
    write: Callable[[Tour], str]
    read: Callable[[str, Board | Graph | None], Iterator[Entry]]
    recognizes: Callable[[str], bool]
    separator: str = ""
    holds_one: bool = False


def numbered(text: str) -> Iterator[tuple[int, str]]:
    r"""Yield the lines that are not blank, with their numbers from 1.

    >>> list(numbered("a\n\n \n b\n"))
    [(1, 'a'), (4, ' b')]
    """
    number, at = 1, 0
    for found in re.finditer(r"[^\n]++", text):
        number += text.count("\n", at, found.start())
        at = found.start()
        if not found[0].isspace():
            yield number, found[0]


def described(tour: Tour) -> tuple[Board, str]:
    """Return the board of a tour, and its description; refuse a tour of a plain graph.

    >>> described(Tour(Board(3, 3, holes="b2"), "a1 c2 a3 b1 c3 a2 c1 b3"))[1]
    'closed tour of 3x3 holes b2'
    """
    board = tour.board
    if board is None:
        raise BadInputError("grid_of_graph")
    return board, describe_tour(tour.kind, board_header(board))


def board_header(board: Board) -> str:
    """Return the sides and the other properties of a board, as descriptions name them.

    >>> board_header(Board(5, 6, wrap="1"))
    '5x6 wrap 1'
    """
    properties = {
        "leaper": ",".join(map(str, board.leaper)) if board.leaper != (1, 2) else "",
        "wrap": wrap_text(board.wrap),
        "holes": ",".join(map(Board(*board.sides).name_of, board.hole_indices)),
    }
    return " ".join([board.name, *(f"{name} {text}" for name, text in properties.items() if text)])


def description_in(text: str) -> tuple[Board, Kind] | None:
    """Return the board and the kind of the first description in a text, or None.

    >>> description_in("# path of 3x4 wrap 1")
    (Board(3, 4, wrap=(False, True)), 'path')
    """
    match = _PATTERN.search(text)
    if match is None:
        return None
    sides, wrap = read_sides(match["sides"]), match["wrap"] or "none"
    board = Board(*sides, leaper=match["leaper"] or (1, 2), wrap=wrap, holes=match["holes"] or "")
    return board, KINDS_BY_NAME[match["kind"]]


def agreed(
    found: tuple[Board, Kind] | None, board: Board | Graph | None
) -> tuple[Board | Graph | None, Kind | None]:
    """Return the board and the kind of the text, else the caller's board; refuse two boards."""
    if found is None:
        return board, None
    if board is not None and found[0] != board:
        raise BadInputError("tour_of_other_board", own=found[0], other=board)
    return found
