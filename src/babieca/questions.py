"""`Question`: a graph, a kind of tours, and the words that restrict them.

Every verb, engine, file and face speaks of a `Question`. A question is built and checked here and
nowhere else. It never changes, compares by value, pickles, has a fingerprint, and goes to JSON and
back. `QuestionWords` declares the words as callers say them; the fields of `Question` hold them
as vertices and edges of the graph.

The vertices of a board are numbered 0, 1, 2, … over the squares that are not holes. The words mean
what docs/conventions.md says: a start makes paths directed, so that each counts once, in the
direction that begins there; a closed tour is only *written* from its start. With `at`, every
numbering of the squares counts: of a path one per direction, of a closed tour one per first square
and direction.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, Unpack

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.boards import Board
from babieca.canonical import UpTo, checked_up_to, representatives
from babieca.checking import KIND_NAMES
from babieca.checking import Kind as Kind
from babieca.edges import Edge, edges_used
from babieca.errors import BadInputError, shown
from babieca.graphs import GRAPH_FIELDS, Graph
from babieca.invariants import Invariant
from babieca.question_words import QuestionWords as QuestionWords
from babieca.reasons import Reason
from babieca.tour import Tour
from babieca.words import declared, one_of, spelled, true_or_false, with_defaults

if TYPE_CHECKING:
    import networkx

KINDS: tuple[Kind, ...] = tuple(KIND_NAMES)

BoardLike: TypeAlias = "Board | Graph | networkx.Graph[Any] | str"
Vertices = NDArray[np.integer[Any]]
Number = TypeVar("Number", bound=np.integer[Any])

WORDS = tuple(QuestionWords.__annotations__)


@dataclass(frozen=True)
class Question:
    """All tours of a graph that are of one kind and obey every word.

    Invariants: `begin` is empty or a walk of at least two different vertices that starts at
    `start`; `through` and `avoiding` hold edges with the lesser vertex first and share none;
    `start` and `end` differ unless there is only one vertex; a closed tour has no end. `at` holds
    pairs of a vertex and its step, counted from 1, by step; it agrees with `begin`, `start` and
    `end`, and does not repeat them, except the start of a closed tour.

    >>> question = Question.ask(Board(8, 8), "path", begin="a1 b3", avoiding="c1-d3")
    >>> question.start, sorted(question.required)
    (0, [(0, 17)])
    >>> Question.from_json(question.to_json()) == question
    True
    """

    graph: Graph
    kind: Kind = "closed"
    directed: bool = False
    start: int | None = None
    end: int | None = None
    begin: tuple[int, ...] = ()
    through: frozenset[Edge] = frozenset()
    avoiding: frozenset[Edge] = frozenset()
    at: tuple[tuple[int, int], ...] = ()
    symmetry: Invariant | None = None
    up_to: UpTo | None = None

    def __post_init__(self) -> None:
        one_of("kind", self.kind, KINDS)
        true_or_false("directed", self.directed)
        if self.symmetry is not None and self.symmetry.symmetry.is_identity:
            object.__setattr__(self, "symmetry", None)
        checked_up_to(self.up_to, self.graph)
        if self.graph.toured is not self.graph:
            self._check_split()
        if any(getattr(self, name) != _UNSAID[name] for name in _core.obeyed_words):
            self._settle()

    def _settle(self) -> None:
        """Take the words as the core settles them; refuse words that contradict each other."""
        try:
            settled = _core.Question(self.graph.place, self)
        except _core.Refused as refused:
            raise BadInputError(self.graph.reason(refused.args)) from None
        for name in ("start", "end", "begin", "at"):
            object.__setattr__(self, name, getattr(settled, name))

    def _check_split(self) -> None:
        if self.directed:
            raise BadInputError("tours_directed_graph_have", word="directed")
        if self.at:
            raise BadInputError("undirected_only", verb=Reason("word", word="at"))
        if not self.closed:
            object.__setattr__(self, "through", self.through | self.graph.forced)

    @classmethod
    @spelled
    def ask(
        cls, board: BoardLike, kind: Kind = "closed", **words: Unpack[QuestionWords]
    ) -> Question:
        """Read a question as people write it: squares, text, names of symmetries."""
        plain = cls(Graph.of(board).asked, kind)
        known = declared(QuestionWords)
        read = {
            name: known[name].word.read(plain, name, value)
            for name, value in with_defaults(QuestionWords, words).items()
        }
        return replace(plain, **read)

    # Its parts ---------------------------------------------------------------------------------

    @property
    def closed(self) -> bool:
        """Whether closed tours are asked for."""
        return self.kind == "closed"

    @property
    def board(self) -> Board | None:
        """The board, or None for a plain graph."""
        return self.graph.board

    @property
    def first(self) -> int | None:
        """The second vertex of the tour, if there is a beginning."""
        return self.begin[1] if self.begin else None

    @property
    def givens(self) -> dict[int, int]:
        """The vertex of each given step, counted from 0: `begin` or `start`, `at`, `end`.

        >>> Question.ask(Board(5, 5), "path", start="a1", at="c3=25,b3=2").givens
        {0: 0, 1: 11, 24: 12}
        """
        found = {} if self.start is None else {0: self.start}
        found |= dict(enumerate(self.begin)) | {step - 1: vertex for vertex, step in self.at}
        if self.end is not None:
            found[len(self.graph) - 1] = self.end
        return dict(sorted(found.items()))

    @property
    def required(self) -> frozenset[Edge]:
        """The edges that every tour must use: `through` and the moves of `begin`."""
        return self.through | {(min(u, v), max(u, v)) for u, v in itertools.pairwise(self.begin)}

    @property
    def ends(self) -> tuple[int, ...]:
        """The given ends of a path."""
        ends = () if self.closed else (self.start, self.end)
        return tuple(end for end in ends if end is not None)

    @property
    def words(self) -> list[str]:
        """The names of the words that differ from their defaults.

        >>> Question.ask(Board(8, 8), "path", begin="a1 b3").words
        ['start', 'begin']
        """
        unsaid = _UNSAID
        if self.graph.forced and not self.closed:
            unsaid = unsaid | {"through": self.graph.forced}
        return [name for name in WORDS if getattr(self, name) != unsaid[name]]

    @property
    def multiplicity(self) -> int:
        """How often each undirected tour counts: 2 if directed and no word fixes the direction."""
        fixed = self.begin or self.at or (not self.closed and self.ends) or len(self.graph) < 2
        return 2 if self.directed and not fixed else 1

    def undirected(self) -> Question:
        """Return the question for the same tours without direction and beginning."""
        start = None if self.closed else self.start
        return replace(self, directed=False, start=start, begin=(), through=self.required)

    # Tours and the question --------------------------------------------------------------------

    def admits(self, tour: Tour) -> bool:
        """Whether a tour obeys the question, in either direction unless `directed`.

        >>> path = Tour(Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3")
        >>> [Question.ask(Board(3, 4), "path", start=start).admits(path) for start in ("a1", "b2")]
        [True, False]
        """
        if not isinstance(tour, Tour) or tour.graph != self.graph.toured:
            return False
        if tour.closed != self.closed or (self.kind == "open" and tour.kind != "open"):
            return False
        vertices = self.vertices_of(tour)
        used = functools.partial(edges_used, vertices, closed=self.closed)
        if not used(self.required).all() or used(self.avoiding).any():
            return False
        kept = self.symmetry is None or self.symmetry.keeps(tour)
        obeys = self._numbered(vertices)[1] if self.directed else len(self.numberings(vertices))
        if not kept or not obeys:
            return False
        return self.up_to is None or len(representatives(self)(vertices.reshape(1, -1))) == 1

    def numberings(self, rows: NDArray[Number]) -> NDArray[Number]:
        """Return the numberings of tours, in both directions, that have every given step."""
        directions = (rows, rows[..., ::-1])[: rows.shape[-1] or 1]
        both = [self._numbered(walks) for walks in directions]
        walks, obey = zip(*both, strict=True)
        found: NDArray[Number] = np.stack(walks, axis=-2)[np.stack(obey, axis=-1)]
        return found

    def _numbered(self, rows: NDArray[Number]) -> tuple[NDArray[Number], NDArray[np.bool_]]:
        """Rotate closed tours to their first given step; say which tours have every given step."""
        givens = self.givens
        if self.closed and givens:
            step, vertex = next(iter(givens.items()))
            first = (rows == vertex).argmax(axis=-1) - step
            if rows.ndim == 1:
                rows = np.roll(rows, -first)
            else:
                places = (np.arange(rows.shape[1]) + first[:, None]) % rows.shape[1]
                rows = np.take_along_axis(rows, places, axis=1)
        return rows, (rows[..., list(givens)] == [*givens.values()]).all(axis=-1)

    def written(self, rows: NDArray[Number]) -> NDArray[Number]:
        """Rotate or reverse a tour, or each row of a table, so that it begins and ends as asked."""
        if not self.givens or not len(rows):
            return rows
        forwards, obey = self._numbered(rows)
        if obey.all():
            return forwards
        backwards, turned = self._numbered(rows[..., ::-1])
        found = np.where(turned[..., None], backwards, rows)
        return np.where(obey[..., None], forwards, found)

    def vertices_of(self, tour: Tour) -> Vertices:
        """Return the vertices of a tour of this graph in its order."""
        board = self.graph.board
        if board is None:
            return self.graph.split(tour.indices)
        if not board.hole_indices:
            return tour.indices
        return np.searchsorted(board.indices(), tour.indices)

    def tour(self, vertices: Vertices) -> Tour:
        """Return a list of vertices as a tour, checked."""
        kind: Kind = "closed" if self.closed else "path"
        return Tour(self.graph.toured, self.indices_of(vertices), kind=kind)

    def tours(self, rows: Vertices) -> list[Tour]:
        """Return one tour for each row of vertices, all checked at once."""
        indices = self.indices_of(rows)
        return Tour.batch(self.graph.toured, indices, kind="closed" if self.closed else "path")

    def indices_of(self, vertices: Vertices) -> Vertices:
        """Return the indices of a tour or a table of tours: without holes, the vertices."""
        if (board := self.graph.board) is None:
            vertices = self.graph.joined(vertices)
        elif board.hole_indices:
            vertices = board.indices()[vertices]
        vertices.flags.writeable = False  # so that a tour can keep it without a copy
        return vertices

    # In writing --------------------------------------------------------------------------------

    def __str__(self) -> str:
        known = declared(QuestionWords)
        phrases = [known[name].word.say(self, name, getattr(self, name)) for name in self.words]
        tours = {"closed": "closed_tours", "path": "paths", "open": "open_tours"}[self.kind]
        told = Reason("tours_of", tours=Reason(tours), graph=self.graph)
        return Reason("several", reasons=[told, *filter(None, phrases)])

    def to_json(self) -> dict[str, Any]:
        """Return the question as plain values, with the words that were said."""
        graph, known = self.graph, declared(QuestionWords)
        said = {name: known[name].word.write(graph, getattr(self, name)) for name in self.words}
        return {**graph.to_json(), "kind": self.kind, **said}

    @classmethod
    def from_json(cls, record: Any) -> Question:
        """Return the question that `to_json` wrote; refuse everything else."""
        if not isinstance(record, Mapping):
            raise BadInputError("expected_object", record=shown(record))
        graph = Graph.from_json({name: record[name] for name in GRAPH_FIELDS if name in record})
        if unknown := set(record) - {"kind", *WORDS, *GRAPH_FIELDS}:
            raise BadInputError("question_without_word", word=shown(min(map(str, unknown))))
        words = {name: record[name] for name in WORDS if name in record}
        for name, value in words.items():
            listed = list | tuple | str | dict if name == "at" else list | tuple | str
            if _UNSAID[name] in ((), frozenset()) and not isinstance(value, listed):
                raise BadInputError("name_list_text_not", name=name, value=shown(value))
        return cls.ask(graph, record.get("kind", "closed"), **words)

    @property
    def fingerprint(self) -> str:
        """A text that two questions share only if they are equal, labels of a graph aside."""
        graph = {**self.graph.to_json(labelled=False), "labels": None}
        values = {name: getattr(self, name) for name in self.words}
        words = {
            name: sorted(value) if isinstance(value, frozenset) else value
            for name, value in values.items()
        }
        record = json.dumps([graph, self.kind, words], sort_keys=True, default=str)
        return hashlib.sha256(record.encode()).hexdigest()


_UNSAID = {field.name: field.default for field in fields(Question)}
