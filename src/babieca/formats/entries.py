"""What a text says of one tour, before anybody has checked that it is one."""

from __future__ import annotations

from dataclasses import dataclass

from babieca.boards import Board
from babieca.checking import Indices, Kind
from babieca.errors import InvalidTourError
from babieca.graphs import Graph
from babieca.tour import Tour


@dataclass(frozen=True)
class Entry:
    """Squares in the order of the tour, of which board or graph, and of which kind if that is said.

    `where` names the line for messages. `fault` is what the text itself has wrong after these
    squares, such as a step that is there twice.

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
        """Return the tour, or raise what it is not.

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
