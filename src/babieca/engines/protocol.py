"""Engines: functions from a question and its limits to an answer, with the words that they obey.

A question with a word that the engine does not obey is refused by name before anything is computed.
All engines are listed in `babieca.engines`. Below are questions for the core.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.errors import BadInputError, shown
from babieca.limits import Limits
from babieca.questions import Question, Vertices
from babieca.reasons import Reason
from babieca.words import one_of

Answer = TypeVar("Answer")
MOST_TOURS = 2**62
Rows = NDArray[np.int32]
"""Tours, one row of vertices for each."""


@dataclass(frozen=True)
class Finding:
    """One of three answers: found (`vertices`), impossible (`proof`), not decided (neither).

    `vertices` lists vertices of the question's graph. `statistics` has the counts of the method:
    restarts, backtracks, nodes, states, …; `method` names the engine if another engine chose it.
    """

    vertices: Vertices | None = None
    proof: Reason | None = None
    statistics: Mapping[str, int | float | str] = field(default_factory=dict)
    method: str = ""

    @property
    def decided(self) -> bool:
        return self.vertices is not None or self.proof is not None


Finder = Callable[[Question, Limits], Finding]


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
    refusal: Reason | None = None  # why the engine cannot answer within the limits
    disk_bytes: int | None = None  # of scratch

    def to_json(self) -> dict[str, Any]:
        """Return all fields; a refusal is the record of a reason."""
        return {**asdict(self), "refusal": self.refusal and self.refusal.to_json()}


Estimating = Callable[[Question, Limits], Estimate]


def per_square(count: int) -> Estimating:
    return lambda question, limits: Estimate(bytes=count * len(question.graph))


@dataclass(frozen=True)
class Engine(Generic[Answer]):
    """A method that answers questions of some `kinds` with some `words`.

    `choices` are its own keyword arguments. `limits` says whether it obeys checkpoint and scratch.
    `arcs` says that it answers for paths of a directed graph, although it does not take `through`.
    The `estimate` of a search says nothing: its time is unknown, its memory small.
    """

    name: str
    answer: Callable[..., Answer]
    words: frozenset[str]
    kinds: frozenset[str]
    choices: tuple[str, ...] = ()
    estimate: Estimating = lambda question, limits: Estimate()
    limits: tuple[str, ...] = ()
    arcs: bool = False

    def __call__(self, question: Question, limits: Limits, **choices: Any) -> Answer:
        self.accept(question, choices)
        for name in ("checkpoint", "scratch"):
            if getattr(limits, name) is not None and name not in self.limits:
                raise BadInputError("method_not_word", method=self.name, word=name)
        return self.answer(question, limits, **choices)

    def accept(self, question: Question, choices: Mapping[str, Any]) -> None:
        if refusal := self.refusal(question):
            raise BadInputError(refusal)
        for name in sorted(choices):
            if name not in self.choices:
                raise BadInputError("method_not_word", method=self.name, word=name)

    def refusal(self, question: Question) -> Reason | None:
        if question.kind not in self.kinds:
            return Reason("method_name_does_not", name=self.name, kind=question.kind)
        for word in question.words:
            if word not in self.words:
                return Reason("method_not_word", method=self.name, word=word)
        if question.through and "through" not in self.words and not self.arcs:
            return Reason("method_name_does_not_take", name=self.name)
        return None


def chosen(engines: Mapping[str, Engine[Answer]], method: str) -> Engine[Answer]:
    one_of("method", method, engines)
    return engines[method]


def listing_method(question: Question) -> str:
    """Return the method that visits the tours of a question one by one."""
    if question.symmetry is not None:
        return "fold"
    return "steps" if question.at else "search"


def require_graph(question: Question, limits: Limits) -> None:
    """Refuse a question whose graph would not fit the budget, before it is built."""
    limits.require(question.graph.adjacency_bytes, Reason("the_graph", graph=question.graph))


def core_question(question: Question) -> _core.Question:
    """Return the question for the core, without symmetry and `up_to`."""
    return _core.Question(question.graph.place, question)


def built_question(question: Question) -> _core.Question:
    """Return the question for the core, with the arrays of its graph."""
    return _core.Question(question.graph.built, question)


def refuse_words(question: Question, verb: str, *words: str) -> None:
    for word in words:
        if word in question.words:
            raise BadInputError("verb_does_not_take", verb=verb, word=word)


def refuse_kind(kind: str, what: str, kinds: Iterable[str]) -> None:
    """Refuse a kind that is none of those taken."""
    if kind not in (taken := sorted(kinds)):
        raise BadInputError("kind_not_taken", what=what, kinds=taken, kind=shown(kind))


def refuse_arcs(question: Question, verb: str) -> None:
    """Refuse the question of a directed graph."""
    if question.graph.toured.directed:
        raise BadInputError("undirected_only", verb=verb)
