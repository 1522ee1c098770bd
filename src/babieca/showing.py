"""Answers that show themselves in a notebook as a table or a picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from babieca.questions import Question

Row = TypeVar("Row")


class Shown:
    __slots__ = ()

    def _repr_html_(self) -> str:
        from babieca.drawing.tables import html_of

        return html_of(self)


class Tabled(list[Row], Shown):
    """The rows of an answer: a list that shows itself as a table with names of squares.

    >>> from babieca import Board, first_moves
    >>> rows = first_moves(Board(5, 5), "path", start="a1")
    >>> isinstance(rows, list), "<td>b3</td>" in rows._repr_html_()
    (True, True)
    """

    def __init__(self, question: Question, rows: Iterable[Row]) -> None:
        super().__init__(rows)
        self.question = question


class Counts(dict[Any, int], Shown):
    """Counts by squares or moves: a dictionary that shows itself as a table or picture.

    >>> from babieca import Board, usage
    >>> used = usage(Board(5, 6))
    >>> used[(0, 0), (1, 2)], "<td>a1-c2</td>" in used._repr_html_()
    (8, True)
    """

    def __init__(self, question: Question, counts: Mapping[Any, int]) -> None:
        super().__init__(counts)
        self.question = question
