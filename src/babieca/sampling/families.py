"""All tours of a board as a sequence: the i-th, the number of a given one, a random one.

A `TourFamily` sweeps the board once, keeping the number of ways to reach every state, and then
walks backwards from the end for each tour asked for. The order of the tours is documented in
docs/sampling.md; it depends on the constraints and on the order in which the vertices retire, and
on nothing else.
"""

from __future__ import annotations

import operator
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.boards import Board
from babieca.counting.count import parse_memory
from babieca.counting.questions import Question, parse_edges
from babieca.errors import BadInputError, NoTourError
from babieca.graphs import Graph
from babieca.memory import available_bytes, human_bytes
from babieca.orders import checked_order, retirement_order
from babieca.sampling.numbers import from_words, to_words
from babieca.tours import Tour

Report = Callable[[int, int], Any]
KINDS = ("closed", "path")
BATCH = 1024


class TourFamily:
    """Every closed tour (or path) of a board or graph that obeys the constraints, numbered from 0.

    Tours are undirected and labelled, as in `count`; a closed one is written in canonical form, a
    path from `start` if that is given, otherwise from the lesser of its ends. Options as in
    `count`: `start`, `end`, `through`, `avoiding`, `order`, `memory`, `progress`.

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
        memory: int | str | None = None,
        progress: Report | None = None,
    ) -> None:
        self.graph = Graph.of(board_or_graph)
        self.kind = kind
        question = ask(self.graph, kind, start, end, through, avoiding)
        self._backwards = question.start < 0 <= question.end
        self._squares = None if self.graph.board is None else self.graph.board.indices()
        self._first = question.end if self._backwards else question.start
        trivial = question.trivial_answer()
        self._index: _core.TourIndex | None = None
        self._total = trivial or 0
        if trivial is None:
            self._index = _build(question, self._first, order, parse_memory(memory), progress)
            if self._index is not None:
                self._total = from_words(self._index.total, self._index.words)[0]

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
        flat = self._index.unrank(to_words(wanted, self._index.words), progress)
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
        return Tour(place, np.ascontiguousarray(squares), closed=self.kind == "closed")

    def _vertices(self, tour: Tour) -> NDArray[Any]:
        if Graph.of(tour.board or tour.graph) != self.graph:
            raise BadInputError("the tour is of another board")
        if self.kind == "closed" and not tour.closed:
            raise BadInputError("the tour is a path; this family holds closed tours")
        if self._squares is None:
            return tour.indices
        return np.searchsorted(self._squares, tour.indices)


def ask(
    graph: Graph,
    kind: str,
    start: Any,
    end: Any,
    through: Iterable[Any],
    avoiding: Iterable[Any],
) -> Question:
    """Return the question in terms of vertices, refusing what makes no sense."""
    if kind not in KINDS:
        raise BadInputError(f"kind is one of {', '.join(KINDS)}, not {kind!r}")
    if kind == "closed" and (start is not None or end is not None):
        raise BadInputError("a closed tour has no start or end; ask for paths")
    return Question(
        graph,
        paths=kind == "path",
        start=-1 if start is None else graph.vertex(start),
        end=-1 if end is None else graph.vertex(end),
        through=parse_edges(graph, through),
        avoiding=parse_edges(graph, avoiding),
    )


def core_question(question: Question, order: Any) -> _core.SamplingQuestion:
    """Return the question as the core sees it."""
    graph = question.graph
    vertices = retirement_order(graph) if order is None else checked_order(graph, order)
    try:
        return _core.SamplingQuestion(
            graph.offsets,
            graph.targets,
            np.ascontiguousarray(vertices, np.int32),
            question.paths,
            question.start,
            question.end,
            sorted(question.through),
            sorted(question.avoiding),
        )
    except ValueError as error:
        raise BadInputError(f"cannot be swept: {error}") from None


def too_large(graph: Graph, budget: int) -> BadInputError:
    """Return the refusal when states do not fit."""
    place = graph.board if graph.board is not None else "the graph"
    return BadInputError(
        f"the states of {place} take more than {human_bytes(budget)} of memory; allow more with "
        "memory=, or add constraints"
    )


def _build(
    question: Question, first: int, order: Any, memory: int | None, progress: Report | None
) -> _core.TourIndex | None:
    asked = core_question(question, order)
    if asked.impossible:
        return None
    budget = memory or available_bytes()
    try:
        return _core.TourIndex.sparse(asked, first, budget, progress)
    except _core.OutOfMemoryBudget:
        raise too_large(question.graph, budget) from None
