"""What is asked, as one value: of which graph, of which kind, from where, through what.

Every verb, engine, file and face speaks of a `Question`. It is built and checked here and nowhere
else; it never changes, compares by value, pickles, has a fingerprint, and goes to JSON and back.

Vertices are those of the graph: 0, 1, 2, … over the squares that are not holes. Words as in
docs/conventions.md: a start makes paths directed, so that each counts once, in the direction that
begins there; a closed tour is only *written* from its start.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from babieca.boards import Board, SquareLike
from babieca.checking import fault_of_walk
from babieca.edges import Edge, EdgesLike, parse_edges
from babieca.errors import BadInputError, shown
from babieca.graphs import GRAPH_FIELDS, Graph
from babieca.invariants import Invariant, SymmetryLike, invariant_of
from babieca.tour import Tour

if TYPE_CHECKING:
    import networkx

Kind = Literal["closed", "path", "open"]
KINDS: tuple[Kind, ...] = get_args(Kind)

Place = "Board | Graph | networkx.Graph[Any]"
Vertex = SquareLike | Hashable
BeginLike = str | Iterable[Any]

WORDS = ("directed", "start", "end", "begin", "through", "avoiding", "symmetry")
"""The words of a question besides its graph and kind."""


@dataclass(frozen=True)
class Question:
    """All tours of a graph that are of one kind and obey every word.

    Invariants: `begin` is empty or a walk of at least two different vertices that starts at
    `start`; `through` and `avoiding` hold edges with the lesser vertex first and share none;
    `start` and `end` differ unless there is only one vertex; a closed tour has no end.

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
    symmetry: Invariant | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise BadInputError(f"kind is one of {', '.join(KINDS)}, not {shown(self.kind)}")
        if not isinstance(self.directed, bool):
            raise BadInputError(f"directed is True or False, not {shown(self.directed)}")
        if self.closed and self.end is not None:
            raise BadInputError("a closed tour has no end: leave end out, or ask for kind path")
        self._check_begin()
        if self.start is not None and self.start == self.end and len(self.graph) > 1:
            raise BadInputError(f"start and end are the same square, {self._name(self.start)}")
        if both := sorted(self.required & self.avoiding):
            u, v = both[0]
            raise BadInputError(f"{self._name(u)}-{self._name(v)} is both required and in avoiding")

    def _check_begin(self) -> None:
        begin = self.begin
        if not begin:
            return
        if len(set(begin)) < len(begin):
            raise BadInputError("begin visits a square twice")
        walk = self.indices_of(np.array(begin, dtype=np.int32))
        if fault := fault_of_walk(self.board or self.graph, walk):
            u, v = map(self._name, begin[(fault.step or 2) - 2 : fault.step])
            raise BadInputError(f"begin is no walk: {u} and {v} are not a move apart")
        if self.start is None:
            object.__setattr__(self, "start", begin[0])
        elif self.start != begin[0]:
            raise BadInputError(
                f"begin starts at {self._name(begin[0])}, start is {self._name(self.start)}"
            )
        if self.end in begin and (self.end != begin[-1] or len(begin) < len(self.graph)):
            raise BadInputError("begin passes through the end, and there are others to visit")
        if len(begin) == 1:
            object.__setattr__(self, "begin", ())

    @classmethod
    def ask(
        cls,
        board: Board | Graph | networkx.Graph[Any],
        kind: Kind = "closed",
        *,
        directed: bool = False,
        start: Vertex | None = None,
        end: Vertex | None = None,
        begin: BeginLike = (),
        through: EdgesLike = (),
        avoiding: EdgesLike = (),
        symmetry: SymmetryLike | None = None,
    ) -> Question:
        """Read a question as people write it: squares, text, names of symmetries."""
        graph = Graph.of(board)
        question = cls(
            graph,
            kind,
            directed=directed,
            start=None if start is None else _vertex(graph, "start", start),
            end=None if end is None else _vertex(graph, "end", end),
            begin=_walk(graph, begin),
            through=_edges(graph, "through", through),
            avoiding=_edges(graph, "avoiding", avoiding),
        )
        if symmetry is None:
            return question
        return replace(question, symmetry=invariant_of(graph, kind, symmetry))

    # What it says ------------------------------------------------------------------------------

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
        """The second vertex of the tour as it is written, where the beginning says it."""
        return self.begin[1] if self.begin else None

    @property
    def required(self) -> frozenset[Edge]:
        """The edges every tour must use: those it is to go through and those it begins with."""
        pairs = itertools.pairwise(self.begin)
        return self.through | {(min(u, v), max(u, v)) for u, v in pairs}

    @property
    def ends(self) -> tuple[int, ...]:
        """The ends of a path that are given."""
        if self.closed:
            return ()
        return tuple(end for end in (self.start, self.end) if end is not None)

    @property
    def words(self) -> list[str]:
        """The words that restrict or direct the tours, those that say something only.

        >>> Question.ask(Board(8, 8), "path", begin="a1 b3").words
        ['start', 'begin']
        """
        given = {name: getattr(self, name) for name in WORDS}
        return [
            name
            for name, value in given.items()
            if value is not None and value is not False and value not in ((), frozenset())
        ]

    @property
    def multiplicity(self) -> int:
        """How often each undirected tour counts: twice if directed and nothing fixes which way."""
        fixed = self.begin or (not self.closed and self.ends) or len(self.graph) < 2
        return 2 if self.directed and not fixed else 1

    def undirected(self) -> Question:
        """Return the question about the same undirected tours, however they are written."""
        return replace(
            self,
            directed=False,
            start=None if self.closed else self.start,
            begin=(),
            through=self.required,
        )

    # Tours and the question --------------------------------------------------------------------

    def admits(self, tour: Tour) -> bool:
        """Whether a tour is one of those asked for, whichever way it is written (unless directed).

        >>> path = Tour(Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3")
        >>> [Question.ask(Board(3, 4), "path", start=start).admits(path) for start in ("a1", "b2")]
        [True, False]
        """
        if not isinstance(tour, Tour) or tour.graph != self.graph:
            return False
        if tour.closed != self.closed or (self.kind == "open" and tour.kind != "open"):
            return False
        order = self.vertices_of(tour)
        used = _edge_keys(order, len(self.graph), closed=self.closed)
        if not all(_key(edge, len(self.graph)) in used for edge in self.required):
            return False
        if any(_key(edge, len(self.graph)) in used for edge in self.avoiding):
            return False
        ways = [order] if self.directed else [order, order[::-1]]
        if not any(self._written_so(way) for way in ways):
            return False
        return self.symmetry is None or self.symmetry.keeps(tour)

    def _written_so(self, order: NDArray[np.integer[Any]]) -> bool:
        """Whether a list of vertices begins and ends as asked, a closed one wherever it starts."""
        if self.closed:
            if not self.begin:
                return True
            order = np.roll(order, -int(np.flatnonzero(order == self.begin[0])[0]))
        wanted = self.begin or (() if self.closed or self.start is None else (self.start,))
        head = tuple(order[: len(wanted)].tolist())
        return head == wanted and (self.end is None or int(order[-1]) == self.end)

    def written(self, order: NDArray[np.integer[Any]]) -> NDArray[np.integer[Any]]:
        """Turn one of the tours, as a list of vertices, so that it begins and ends as asked."""
        if self.closed:
            if self.start is None:
                return order
            order = np.roll(order, -int(np.flatnonzero(order == self.start)[0]))
            if self.begin and int(order[1]) != self.begin[1]:
                order = np.roll(order[::-1], 1)
            return order
        return order if self._written_so(order) else order[::-1]

    def vertices_of(self, tour: Tour) -> NDArray[np.integer[Any]]:
        """Return the vertices of a tour of this graph in its order."""
        board = self.graph.board
        if board is None or not board.hole_indices:
            return tour.indices
        return np.searchsorted(board.indices(), tour.indices)

    def tour(self, order: NDArray[np.integer[Any]]) -> Tour:
        """Return the tour that a list of vertices is, checked."""
        kind: Kind = "closed" if self.closed else "path"
        return Tour(self.graph, self.indices_of(order), kind=kind)

    def tours(self, rows: NDArray[np.integer[Any]]) -> list[Tour]:
        """Return the tours that rows of vertices are, checked all at once."""
        kind: Kind = "closed" if self.closed else "path"
        return Tour.batch(self.graph, self.indices_of(rows), kind=kind)

    def indices_of(self, order: NDArray[np.integer[Any]]) -> NDArray[np.integer[Any]]:
        """Return the indices of vertices: the same numbers where there are no holes."""
        board = self.graph.board
        if board is not None and board.hole_indices:
            order = board.indices()[order]
        order.flags.writeable = False  # so that a tour can keep it without a copy
        return order

    # In writing --------------------------------------------------------------------------------

    def __str__(self) -> str:
        names = {"closed": "closed tours", "path": "paths", "open": "open tours"}
        parts = [f"{names[self.kind]} of {self.graph}"]
        if self.directed:
            parts.append("directed")
        if self.begin:
            parts.append("beginning " + " ".join(map(self._name, self.begin)))
        elif self.start is not None:
            parts.append(f"from {self._name(self.start)}")
        if self.end is not None:
            parts.append(f"to {self._name(self.end)}")
        for word in ("through", "avoiding"):
            if edges := sorted(getattr(self, word)):
                listed = ",".join(f"{self._name(u)}-{self._name(v)}" for u, v in edges[:4])
                parts.append(f"{word} {listed}{',…' if len(edges) > 4 else ''}")
        if self.symmetry is not None:
            parts.append(f"kept by the {self.symmetry}")
        return ", ".join(parts)

    def to_json(self) -> dict[str, Any]:
        """Return the question as plain values; words that say nothing are left out."""
        written = self.graph.plain_label
        record: dict[str, Any] = {**self.graph.to_json(), "kind": self.kind}
        if self.directed:
            record["directed"] = True
        for word in ("start", "end"):
            if (vertex := getattr(self, word)) is not None:
                record[word] = written(vertex)
        if self.begin:
            record["begin"] = [written(vertex) for vertex in self.begin]
        for word in ("through", "avoiding"):
            if edges := sorted(getattr(self, word)):
                record[word] = [
                    [self.graph.plain_label(u), self.graph.plain_label(v)] for u, v in edges
                ]
        if self.symmetry is not None:
            record["symmetry"] = str(self.symmetry)
        return record

    @classmethod
    def from_json(cls, record: Any) -> Question:
        """Return the question that `to_json` wrote; whatever does not fit is refused."""
        if not isinstance(record, Mapping):
            raise BadInputError(f"a question is an object, not {shown(record)}")
        graph = Graph.from_json({name: record[name] for name in GRAPH_FIELDS if name in record})
        unknown = set(record) - {"kind", *WORDS, *GRAPH_FIELDS}
        if unknown:
            raise BadInputError(f"a question has no word {shown(min(map(str, unknown)))}")
        for word in ("begin", "through", "avoiding"):
            if not isinstance(record.get(word, []), list | str):
                raise BadInputError(f"{word} is a list or text, not {shown(record[word])}")
        return cls.ask(
            graph,
            record.get("kind", "closed"),
            directed=record.get("directed", False),
            start=_tupled(record.get("start")),
            end=_tupled(record.get("end")),
            begin=_tupled_list(record.get("begin", ())),
            through=_tupled_edges(record.get("through", ())),
            avoiding=_tupled_edges(record.get("avoiding", ())),
            symmetry=record.get("symmetry"),
        )

    @property
    def fingerprint(self) -> str:
        """A text that two questions share only if they are equal, labels of a graph aside."""
        graph = {**self.graph.to_json(), "labels": None}
        ends = [self.start, self.end, self.begin]
        edges = [sorted(self.through), sorted(self.avoiding)]
        record = [graph, self.kind, self.directed, ends, edges, str(self.symmetry)]
        return hashlib.sha256(json.dumps(record, sort_keys=True).encode()).hexdigest()

    def _name(self, vertex: int) -> str:
        return self.graph.name_of(vertex)


def _vertex(graph: Graph, word: str, square: Any) -> int:
    try:
        return graph.vertex(square)
    except BadInputError as error:
        raise BadInputError(f"{word}: {error}") from None


def _edges(graph: Graph, word: str, edges: EdgesLike) -> frozenset[Edge]:
    try:
        return parse_edges(graph, edges)
    except BadInputError as error:
        raise BadInputError(f"{word}: {error}") from None


def _walk(graph: Graph, begin: BeginLike) -> tuple[int, ...]:
    if isinstance(begin, str):
        begin = begin.split()
    try:
        squares = list(begin)
    except TypeError:
        raise BadInputError(
            f"begin is a list of squares or text such as 'a1 b3 c5', not {shown(begin)}"
        ) from None
    return tuple(_vertex(graph, "begin", square) for square in squares)


def _key(edge: Edge, size: int) -> int:
    return min(edge) * size + max(edge)


def _edge_keys(order: NDArray[np.integer[Any]], size: int, *, closed: bool) -> set[int]:
    here = order.astype(np.int64)
    there = np.roll(here, -1)
    keys = np.minimum(here, there) * size + np.maximum(here, there)
    return set((keys if closed else keys[:-1]).tolist())


def _tupled(square: Any) -> Any:
    return tuple(square) if isinstance(square, list) else square


def _tupled_list(squares: Any) -> Any:
    return [_tupled(square) for square in squares] if isinstance(squares, list) else squares


def _tupled_edges(edges: Any) -> Any:
    return [_tupled_list(edge) for edge in edges] if isinstance(edges, list) else edges
