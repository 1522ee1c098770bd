"""Entries: the squares that a text gives for a tour, not checked yet. Text formats."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from babieca.boards import Board
from babieca.checking import Indices, Kind
from babieca.errors import InvalidTourError
from babieca.graphs import Graph
from babieca.tour import Tour


@dataclass(frozen=True)
class Entry:
    """Squares in the order of the tour, the board or graph, and the kind if the text names it.

    `where` names the line for messages. `fault` is an error of the text after these squares, such
    as a step that appears twice.

    >>> from babieca import formats
    >>> [entry] = formats.entries("a1 c2 a3", board=Board(3, 4))
    >>> entry.place, entry.squares.tolist(), entry.fault
    (Board(3, 4), [0, 6, 8], None)
    """

    place: Board | Graph
    squares: Indices
    kind: Kind | None = None
    where: str = ""
    fault: InvalidTourError | None = None

    def tour(self) -> Tour:
        """Return the tour, or raise the first fault.

        >>> from babieca.checking import to_indices
        >>> Entry(Board(3, 4), to_indices(Board(3, 4), "a1 c2"), where="line 7: ").tour()
        Traceback (most recent call last):
            ...
        babieca.errors.InvalidTourError: line 7: 10 squares are missing: b1, c1, d1, a2, b2, …
        """
        try:
            if self.fault is not None:
                raise self.fault
            return Tour(self.place, self.squares, kind=self.kind)
        except InvalidTourError as error:
            if not self.where:
                raise
            raise InvalidTourError(f"{self.where}{error}", step=error.step) from None


@dataclass(frozen=True)
class Format:
    """A text format: its name, the suffixes of its files, how one tour is written and read.

    `recognizes` sees a text without comments. `separator` stands between two tours of a file.
    """

    name: str
    suffixes: tuple[str, ...]
    write: Callable[[Tour], str]
    read: Callable[[str, Board | None], Iterator[Entry]]
    recognizes: Callable[[str], bool]
    separator: str = ""
    holds_one: bool = False


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    r"""Yield the lines that are not blank, with their numbers from 1.

    >>> list(numbered_lines("a\n\n \n b\n"))
    [(1, 'a'), (4, ' b')]
    """
    number, at = 1, 0
    for found in re.finditer(r"[^\n]+", text):
        number += text.count("\n", at, found.start())
        at = found.start()
        if not found[0].isspace():
            yield number, found[0]
