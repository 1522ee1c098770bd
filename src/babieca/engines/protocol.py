"""Engines: functions from a question and its limits to an answer, with the words that they obey.

A question with a word that the engine does not obey is refused by name before anything is computed.
All engines are listed in `babieca.engines`. Below are the parts that finders share: answers of the
core as findings, and easier questions.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial, wraps
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.boards import Board
from babieca.edges import Edge
from babieca.errors import BadInputError
from babieca.graphs import Graph
from babieca.limits import Limits
from babieca.questions import KINDS, Question, Vertices

Answer = TypeVar("Answer")
Rows = NDArray[np.int32]
"""Tours, one row of vertices for each."""


@dataclass(frozen=True)
class Finding:
    """One of three answers: found (`vertices`), impossible (`proof`), not decided (neither).

    `vertices` lists vertices of the question's graph. `statistics` has the counts of the method:
    restarts, backtracks, nodes, states, …; `method` names the engine if another engine chose it.
    """

    vertices: Vertices | None = None
    proof: str | None = None
    statistics: Mapping[str, int | float | str] = field(default_factory=dict)
    method: str = ""

    @property
    def decided(self) -> bool:
        return self.vertices is not None or self.proof is not None


Finder = Callable[[Question, Limits], Finding]
AnyFinder = TypeVar("AnyFinder", bound=Callable[..., Finding])


@dataclass(frozen=True)
class Counted:
    value: int
    method: str
    moduli: tuple[int, ...] = ()
    steps: int = 0
    slots: int = 0
    counters: int = 0
    peak_bytes: int = 0
    disk_bytes: int = 0


@dataclass(frozen=True)
class Estimate:
    """The expected cost of an answer; None if it is not known beforehand."""

    bytes: int | None = None
    seconds: float | None = None
    refusal: str = ""  # why the engine cannot answer within the limits
    disk_bytes: int | None = None  # of scratch


Estimating = Callable[[Question, Limits], Estimate]


def per_square(count: int) -> Estimating:
    return lambda question, limits: Estimate(bytes=count * len(question.graph))


@dataclass(frozen=True)
class Engine(Generic[Answer]):
    """A method that answers questions of some `kinds` with some `words`.

    `choices` are its own keyword arguments. `limits` says whether it obeys checkpoint and scratch.
    The `estimate` of a search says nothing: its time is unknown, its memory small.
    """

    name: str
    answer: Callable[..., Answer]
    words: frozenset[str]
    kinds: frozenset[str]
    choices: tuple[str, ...] = ()
    estimate: Estimating = lambda question, limits: Estimate()
    limits: tuple[str, ...] = ()

    def __call__(self, question: Question, limits: Limits, **choices: Any) -> Answer:
        self.accept(question, choices)
        for name in ("checkpoint", "scratch"):
            if getattr(limits, name) is not None and name not in self.limits:
                raise BadInputError(f"method {self.name} takes no {name}")
        return self.answer(question, limits, **choices)

    def accept(self, question: Question, choices: Mapping[str, Any]) -> None:
        if refusal := self.refusal(question):
            raise BadInputError(refusal)
        for name in sorted(choices):
            if name not in self.choices:
                raise BadInputError(f"method {self.name} takes no {name}")

    def refusal(self, question: Question) -> str:
        if question.kind not in self.kinds:
            return f"method {self.name} does not answer for kind {question.kind}"
        for word in question.words:
            if word not in self.words:
                return f"method {self.name} does not take {word}"
        return ""


def chosen(engines: Mapping[str, Engine[Answer]], method: str) -> Engine[Answer]:
    if method not in engines:
        raise BadInputError(f"method is one of {', '.join(engines)}, not {method!r:.60}")
    return engines[method]


TOO_FEW = "a closed tour needs at least three squares"
_FOUND, _IMPOSSIBLE = 0, 1


def finding_of(
    answer: tuple[Any, ...], counts: Sequence[str], units: str = "squares entered"
) -> Finding:
    """Turn (outcome, squares, statistics) into a finding; `units` are the nodes of a proof."""
    outcome, squares, statistics = answer
    counted = {name: statistics[name] for name in counts}
    if outcome == _FOUND:
        return Finding(vertices=squares, statistics=counted)
    proof = f"exhaustive search, {statistics['nodes']} {units}" if outcome == _IMPOSSIBLE else None
    return Finding(proof=proof, statistics=counted)


def vertex_count(question: Question) -> int:
    count = len(question.graph)
    if count == 0:
        raise BadInputError("a graph without vertices has nothing to visit")
    if count >= 2**31:
        raise BadInputError(f"methods that search take fewer than 2^31 squares, not {count}")
    return count


def require_graph(question: Question, limits: Limits) -> None:
    """Refuse a question whose graph would not fit the budget, before it is built."""
    limits.require(question.graph.adjacency_bytes, f"the graph of {question.graph}")


def vertex_or_minus_one(vertex: int | None) -> int:
    return -1 if vertex is None else vertex


def core_question(question: Question) -> _core.Question:
    """Return the question for the core, without symmetry and `up_to`."""
    graph, board = question.graph, question.board
    built = board is None or graph.is_built
    return _core.Question(
        graph.offsets if built else None,
        graph.targets if built else None,
        [] if board is None else board.sides,
        [] if board is None else board.wrap,
        (1, 2) if board is None else board.leaper,
        [] if board is None else board.hole_indices,
        KINDS.index(question.kind),
        vertex_or_minus_one(question.start),
        vertex_or_minus_one(question.end),
        question.begin,
        sorted(question.through),
        sorted(question.avoiding),
        question.at,
    )


def sweep_arguments(question: Question) -> tuple[bool, int, int, list[Edge], list[Edge]]:
    """Return the arguments of the core's sweeps: whether paths, start, end, required, avoided."""
    ends = vertex_or_minus_one(question.start), vertex_or_minus_one(question.end)
    return not question.closed, *ends, sorted(question.through), sorted(question.avoiding)


def from_start(method: AnyFinder) -> AnyFinder:
    """Let a method that only understands `start` and `end` answer for `end` alone and `begin`.

    It also refuses a graph without vertices, and proves that two squares have no closed tour.
    """

    @wraps(method)
    def answer(question: Question, limits: Limits, **choices: Any) -> Finding:
        if (easier := reduced(partial(answer, **choices), question, limits)) is not None:
            return easier
        if vertex_count(question) < 3 and question.closed:
            return Finding(proof=TOO_FEW)
        return method(question, limits, **choices)

    return answer  # type: ignore[return-value]


def reduced(method: Finder, question: Question, limits: Limits) -> Finding | None:
    """Rewrite an end without a start, or a begin, as a start; None if there is neither.

    After a beginning, look for a path from its last square on the graph without the squares before.
    A closed tour a, b, …, a is a path from b to a; a path a, b, … is one from b without a.
    """
    if backwards := reversed_if_only_end(method, question, limits):
        return backwards
    begin = question.begin
    if not begin:
        return None
    if question.closed and len(question.graph) < 3:
        return Finding(proof=TOO_FEW)
    head = begin[1:-1] if question.closed else begin[:-1]
    rest, number = without(question.graph, head)
    end = begin[0] if question.closed else question.end
    if len(rest) == 1:
        return Finding(vertices=np.array(begin, dtype=np.int32))
    if end == begin[-1]:
        return Finding(proof="the beginning reaches the end before all is visited")
    start, end = int(number[begin[-1]]), None if end is None else int(number[end])
    easier = replace(question, graph=rest, kind="path", start=start, end=end, begin=())
    finding = method(easier, limits)
    if finding.vertices is None:
        return finding
    vertices = np.flatnonzero(number >= 0)[finding.vertices]
    if question.closed:
        head, vertices = begin[:-1], vertices[:-1]
    return replace(finding, vertices=np.concatenate([head, vertices]).astype(np.int32))


def reversed_if_only_end(method: Finder, question: Question, limits: Limits) -> Finding | None:
    if question.closed or question.start is not None or question.end is None:
        return None
    finding = method(replace(question, start=question.end, end=None), limits)
    if finding.vertices is None:
        return finding
    return replace(finding, vertices=finding.vertices[::-1])


def without(graph: Graph, gone: Sequence[int]) -> tuple[Graph, NDArray[np.int64]]:
    """Return the graph without some vertices, and the new number of each vertex (-1: gone)."""
    if len(gone) == 0:
        return graph, np.arange(len(graph))
    stays = np.ones(len(graph), dtype=bool)
    stays[list(gone)] = False
    number = np.where(stays, np.cumsum(stays) - 1, -1)
    if (board := graph.board) is not None:
        holes = [*board.hole_indices, *(board.index_of(vertex) for vertex in gone)]
        squares = [board.square(index) for index in holes]
        smaller = Board(*board.sides, leaper=board.leaper, holes=squares, wrap=board.wrap)
        return Graph.from_board(smaller), number
    sources = np.repeat(np.arange(len(graph)), graph.degrees)
    targets = graph.targets.astype(np.int64)
    staying = stays[sources] & stays[targets]
    labels = [label for label, there in zip(graph.labels, stays, strict=True) if there]
    sources, targets = number[sources[staying]], number[targets[staying]]
    return Graph(sources, targets, len(labels), labels=labels), number
