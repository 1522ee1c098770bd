"""All tours of a question by number: the i-th tour, and the number of a given one.

A sweep keeps the number of ways to reach every state, and a walk backwards from the end reads a
tour. The numbers depend only on the question and the retirement order: see docs/sampling.md.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.engines.sweep.integers import from_words, to_words
from babieca.engines.sweep.terms import trivial_answer
from babieca.errors import BadInputError, NoTourError, shown
from babieca.limits import Limits
from babieca.progress import Report
from babieca.questions import Question
from babieca.tour import Tour

BATCH = 1024


class Index(Protocol):
    """The undirected tours by number: the core's walk backwards, or a list."""

    @property
    def words(self) -> int: ...
    @property
    def total(self) -> Sequence[int]: ...
    @property
    def states(self) -> int: ...
    @property
    def bytes(self) -> int: ...
    def unrank(self, numbers: NDArray[np.uint64], report: Report | None) -> NDArray[np.int32]: ...
    def rank(self, tours: NDArray[np.int32], report: Report | None) -> NDArray[np.uint64]: ...


class Numbering:
    """Every closed tour or path that a question asks for, numbered from 0.

    Tours are written as the question says; otherwise a closed one in canonical form and a path from
    the lesser of its ends. Directed tours have two consecutive numbers, one for each direction.
    """

    def __init__(self, question: Question, index: Index | None, method: str = "theory") -> None:
        self.question = question
        self.method = method
        self._index = index
        self._undirected = trivial_answer(question.undirected()) or 0
        if index is not None:
            self._undirected = from_words(index.total, index.words)[0]

    @property
    def total(self) -> int:
        return self._undirected * self.question.multiplicity

    @property
    def states(self) -> int:
        return 0 if self._index is None else self._index.states

    @property
    def bytes(self) -> int:
        return 0 if self._index is None else self._index.bytes

    def unrank(self, numbers: Sequence[int], limits: Limits) -> Iterator[Tour]:
        """Yield the tours with these numbers; a batch shares one walk through the layers."""
        count = max(len(numbers), 1)
        for at in range(0, len(numbers), BATCH):
            wanted = [self.checked(number) for number in numbers[at : at + BATCH]]
            part = limits.part(at / count, min(1.0, (at + BATCH) / count))
            yield from self.question.tours(self.rows(wanted, part))

    def rows(self, numbers: Sequence[int], limits: Limits) -> NDArray[np.int32]:
        """Return the tours with these valid numbers as rows of vertices."""
        if self._index is None or not numbers:
            return np.zeros((len(numbers), len(self.question.graph)), dtype=np.int32)
        ways = self.question.multiplicity
        undirected = to_words([number // ways for number in numbers], self._index.words)
        try:
            flat = self._index.unrank(undirected, limits.reporter())
        except _core.FileError as error:
            raise BadInputError(str(error)) from None
        rows = flat.reshape(len(numbers), -1)
        if ways == 2:
            turned = np.array([number % 2 == 1 for number in numbers])
            rows[turned] = self._turned(rows[turned])
        if self.question.start is None and self.question.end is None:
            return rows
        return np.array([self.question.written(row) for row in rows], dtype=np.int32)

    def _turned(self, rows: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return the tours reversed, closed ones from the same square."""
        backwards = rows[:, ::-1]
        return np.roll(backwards, 1, axis=1) if self.question.closed else backwards

    def rank(self, tours: Sequence[Tour], limits: Limits) -> list[int]:
        """Return the numbers of tours: the inverse of `unrank`."""
        rows = [self._vertices(tour) for tour in tours]
        if self._index is None:
            if rows and self.total == 0:
                raise BadInputError("the tour is not among those numbered: there are none")
            return [0] * len(rows)
        if not rows:
            return []
        flat = np.ascontiguousarray(np.concatenate(rows), dtype=np.int32)
        try:
            numbers = from_words(self._index.rank(flat, limits.reporter()), self._index.words)
        except _core.FileError as error:
            raise BadInputError(str(error)) from None
        except ValueError as error:
            raise BadInputError(f"{error}: it breaks a constraint") from None
        if self.question.multiplicity == 1:
            return numbers
        first = self.rows([2 * number for number in numbers], limits)
        return [
            2 * number + self._runs_otherwise(row, written)
            for number, row, written in zip(numbers, rows, first, strict=True)
        ]

    def _runs_otherwise(self, row: NDArray[Any], written: NDArray[np.int32]) -> bool:
        if not self.question.closed:
            return bool(row[0] != written[0])
        at = int(np.flatnonzero(row == written[0])[0])
        return bool(row[(at + 1) % len(row)] != written[1])

    def checked(self, number: int) -> int:
        try:
            index = operator.index(number)
        except TypeError:
            raise BadInputError(
                f"the number of a tour is an integer, not {shown(number)}"
            ) from None
        if not 0 <= index < self.total:
            if self.total == 0:
                raise NoTourError("counting them all gave none")
            which = str(index) if abs(index) < 10**60 else "with such a number"
            raise BadInputError(
                f"there is no tour {which}: they are numbered 0 to {self.total - 1}"
            )
        return index

    def _vertices(self, tour: Tour) -> NDArray[Any]:
        if not isinstance(tour, Tour):
            raise BadInputError(f"rank takes a Tour, not {type(tour).__name__}")
        if tour.graph != self.question.graph:
            raise BadInputError(f"the tour is of {tour.graph}, not of {self.question.graph}")
        if self.question.closed != tour.closed:
            held = "closed tours" if self.question.closed else "paths"
            raise BadInputError(f"the tour is a {tour.kind} one; these are {held}")
        return self.question.vertices_of(tour)
