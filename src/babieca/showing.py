"""What a notebook shows of an answer: a table or a picture, drawn when it is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from babieca.questions import Question

Row = TypeVar("Row")


class Shown:
    """Something that shows itself in a notebook."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from babieca.drawing.notebook import html_of

        return html_of(self)


class Tabled(list[Row], Shown):
    """The rows of an answer: a list that shows itself as a table, squares by their names."""

    def __init__(self, question: Question, rows: Iterable[Row]) -> None:
        super().__init__(rows)
        self.question = question


class Counts(dict[Any, int], Shown):
    """Counts by squares or moves: a dictionary that shows itself as a table of their names."""

    def __init__(self, question: Question, counts: Mapping[Any, int]) -> None:
        super().__init__(counts)
        self.question = question
