"""Answers that show themselves in a notebook as a table or a picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
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

    >>> from babieca import Board, fractions
    >>> rows = fractions(Board(5, 6), start="a1")
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

    Squares are read in any notation, and the two squares of a move in any order.

    >>> used["a1-c2"], used["c2", "a1"], ("a1", "b2") in used, used.get("a1-b2", 0)
    (8, 8, False, 0)
    """

    def __init__(self, question: Question, counts: Mapping[Any, int]) -> None:
        super().__init__(counts)
        self.question = question

    def __missing__(self, key: Any) -> int:
        if key not in self:
            raise KeyError(key)
        return self[self._key(key)]

    def __contains__(self, key: object) -> bool:
        return super().__contains__(self._key(key))

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(self._key(key), default)

    def _key(self, key: Any) -> Any:
        """Return the key of an entry that is written in another way; any other key as it is."""
        graph = self.question.graph
        try:
            if super().__contains__(key) or not len(self):
                return key
            if next(iter(self)) in graph.labels:
                return graph.label(graph.vertex(key))
            first, second = map(graph.label, graph.pair(key))
        except (TypeError, ValueError):
            return key
        return (first, second) if super().__contains__((first, second)) else (second, first)


class Totals(Counts):
    """How many tours have each total: a whole number, or a tuple with one for each of `columns`.

    >>> from babieca import Board, Tours
    >>> table = Tours(Board(5, 6)).count_by("slope:2")
    >>> dict(table), table.columns, table.mean()
    ({7: 4, 9: 4}, ('slope 2',), (Fraction(8, 1),))
    """

    def __init__(
        self, question: Question, columns: tuple[str, ...], counts: Mapping[Any, int]
    ) -> None:
        super().__init__(question, counts)
        self.columns = columns

    def _key(self, key: Any) -> Any:
        return key

    def rows(self) -> list[tuple[int, ...]]:
        """Return the total in each column, then the number of tours."""
        return [(*(key if isinstance(key, tuple) else (key,)), n) for key, n in self.items()]

    def mean(self) -> tuple[Fraction, ...]:
        """Return the mean of each column over all tours."""
        tours = sum(self.values()) or 1
        columns = range(len(self.columns))
        return tuple(Fraction(sum(row[k] * row[-1] for row in self.rows()), tours) for k in columns)
