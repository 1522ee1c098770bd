"""All tours of a board as a sequence: the i-th, the number of a given one, a random one.

A `TourFamily` sweeps the board once, keeping the number of ways to reach every state, and then
walks backwards from the end for each tour asked for. The order of the tours is documented in
docs/sampling.md; it depends on the constraints and on the order in which the vertices retire, and
on nothing else.
"""

from __future__ import annotations

import operator
import os
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.boards import Board
from babieca.checking import checked_kind
from babieca.counting.questions import Question
from babieca.errors import BadInputError, NoTourError
from babieca.graphs import Graph
from babieca.sampling.keeping import build_index
from babieca.sampling.numbers import from_words, to_words
from babieca.sampling.questions import Report, ask
from babieca.tours import Tour

BATCH = 1024


class TourFamily:
    """Every closed tour (or path) of a board or graph that obeys the constraints, numbered from 0.

    Tours are undirected and labelled, as in `count`; a closed one is written in canonical form, a
    path from `start` if that is given, otherwise from the lesser of its ends. Options as in
    `count`: `start`, `end`, `through`, `avoiding`, `order`, `threads`, `memory`, `progress`; and

    method   "sparse" keeps every state, with numbers of any width; "blocks" keeps some layers of
             counters of 64 bits; "auto" chooses
    scratch  a directory for layers that do not fit the memory; the system's own if not given. The
             files are gone as soon as they are in use: nothing has to be tidied up
    say      a function called with a line of text before anything large is written there

    >>> family = TourFamily(Board(5, 6))
    >>> len(family), family.index(family[3])
    (8, 3)
    >>> all(tour.closed for tour in family), len(set(family))
    (True, 8)
    """

    def __init__(
        self,
        board_or_graph: Board | Graph,
        kind: str = "closed",
        *,
        start: Any = None,
        end: Any = None,
        through: Iterable[Any] = (),
        avoiding: Iterable[Any] = (),
        order: Any = None,
        method: str = "auto",
        threads: int | None = None,
        memory: int | str | None = None,
        scratch: str | os.PathLike[str] | None = None,
        progress: Report | None = None,
        say: Callable[[str], Any] | None = None,
    ) -> None:
        graph = Graph.of(board_or_graph)
        question = ask(graph, kind, start, end, through, avoiding)
        index = None
        if question.trivial_answer() is None:
            index = build_index(
                question,
                order=order,
                method=method,
                threads=threads,
                memory=memory,
                scratch=scratch,
                progress=progress,
                say=say,
            )
        self._set_up(question, index)

    @classmethod
    def of_index(cls, question: Question, index: _core.TourIndex | None) -> TourFamily:
        """Return the family of a question whose layers are there already."""
        family = object.__new__(cls)
        family._set_up(question, index)
        return family

    def _set_up(self, question: Question, index: _core.TourIndex | None) -> None:
        self.question = question
        self.graph = question.graph
        self.kind = "path" if question.paths else "closed"
        self._backwards = question.start < 0 <= question.end
        self._squares = None if self.graph.board is None else self.graph.board.indices()
        self._index = index
        self._total = question.trivial_answer() or 0
        if index is not None:
            self._total = from_words(index.total, index.words)[0]

    # How many, and what it took -----------------------------------------------------------------

    @property
    def total(self) -> int:
        """The number of tours, however large (`len` is limited by the machine word)."""
        return self._total

    def __len__(self) -> int:
        return self._total

    @property
    def states(self) -> int:
        """How many states the sweep kept."""
        return 0 if self._index is None else self._index.states

    @property
    def bytes(self) -> int:
        """The memory they take."""
        return 0 if self._index is None else self._index.bytes

    def __repr__(self) -> str:
        place = self.graph.board if self.graph.board is not None else self.graph
        return f"<TourFamily: {self._total} tours ({self.kind}) of {place}>"

    # Tours by number ----------------------------------------------------------------------------

    def __getitem__(self, number: int) -> Tour:
        return self.unrank([number])[0]

    def __iter__(self) -> Iterator[Tour]:
        for at in range(0, self._total, BATCH):
            yield from self.unrank(range(at, min(at + BATCH, self._total)))

    def unrank(self, numbers: Sequence[int], *, progress: Report | None = None) -> list[Tour]:
        """Return the tours with these numbers; a batch shares one walk through the layers."""
        wanted = [self._checked(number) for number in numbers]
        if not wanted:
            return []
        if self._index is None:
            return [self._tour(np.zeros(1, dtype=np.int32)) for _ in wanted]
        try:
            flat = self._index.unrank(to_words(wanted, self._index.words), progress)
        except _core.LayerFileError as error:
            raise BadInputError(str(error)) from None
        return [self._tour(row) for row in flat.reshape(len(wanted), -1)]

    def index(self, tour: Tour) -> int:
        """Return the number of a tour, whichever way it is written."""
        return self.rank([tour])[0]

    def rank(self, tours: Sequence[Tour], *, progress: Report | None = None) -> list[int]:
        """Return the numbers of tours: the inverse of `unrank`."""
        rows = [self._vertices(tour) for tour in tours]
        if self._index is None:
            if rows and self._total == 0:
                raise BadInputError("the tour is not among those numbered: there are none")
            return [0] * len(rows)
        if not rows:
            return []
        flat = np.ascontiguousarray(np.concatenate(rows), dtype=np.int32)
        try:
            return from_words(self._index.rank(flat, progress), self._index.words)
        except _core.LayerFileError as error:
            raise BadInputError(str(error)) from None
        except ValueError as error:
            raise BadInputError(f"{error}: it breaks a constraint") from None

    def sample(
        self, n: int, *, progress: Report | None = None, seed: int | None = None
    ) -> list[Tour]:
        """Return `n` tours, each drawn uniformly and independently of the others.

        The same seed gives the same tours on every machine.
        """
        if n < 0:
            raise BadInputError(f"cannot draw {n} tours")
        if self._total == 0:
            raise NoTourError("counting them all gave none")
        source = random.Random(seed)
        return self.unrank([source.randrange(self._total) for _ in range(n)], progress=progress)

    # Between vertices and squares ---------------------------------------------------------------

    def _checked(self, number: int) -> int:
        try:
            index = operator.index(number)
        except TypeError:
            raise BadInputError(f"the number of a tour is an integer, not {number!r}") from None
        if not 0 <= index < self._total:
            if self._total == 0:
                raise NoTourError("counting them all gave none")
            raise BadInputError(
                f"there is no tour {index}: they are numbered 0 to {self._total - 1}"
            )
        return index

    def _tour(self, vertices: NDArray[np.int32]) -> Tour:
        if self._backwards:
            vertices = vertices[::-1]
        squares = vertices if self._squares is None else self._squares[vertices]
        place = self.graph if self.graph.board is None else self.graph.board
        return Tour(place, np.ascontiguousarray(squares), kind=checked_kind(self.kind))

    def _vertices(self, tour: Tour) -> NDArray[Any]:
        if Graph.of(tour.board or tour.graph) != self.graph:
            raise BadInputError("the tour is of another board")
        if self.kind == "closed" and not tour.closed:
            raise BadInputError("the tour is a path; this family holds closed tours")
        if self._squares is None:
            return tour.indices
        return np.searchsorted(self._squares, tour.indices)
