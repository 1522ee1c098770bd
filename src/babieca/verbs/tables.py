"""Tables of counts: by start, by first move, by neighbours, by sums over moves, by move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Unpack

import numpy as np

from babieca.edges import Edge
from babieca.engines import COUNTERS, LISTERS
from babieca.engines.protocol import require_graph
from babieca.engines.refuter import refuted
from babieca.engines.sweep.backward import Made, moves_made
from babieca.engines.sweep.gpu.gpus import Device
from babieca.engines.sweep.sweeps import Term, prepare, require_narrow, terms, trivial_answer
from babieca.engines.sweep.weighted import weighted_machine
from babieca.errors import BadInputError, shown
from babieca.graphs import Graph
from babieca.limits import Limits, LongCountWords, ScratchWords, WorkWords
from babieca.questions import BoardLike, Kind, Question, QuestionWords
from babieca.reasons import Reason
from babieca.showing import Counts, Tabled, Totals
from babieca.verbs import asked
from babieca.verbs.asked import (
    Asked,
    DeviceWords,
    ask,
    locked_checkpoint,
    refuse_arcs,
    refuse_words,
)
from babieca.verbs.count import (
    between,
    count_report,
    counted,
    equal_keys,
    neighbour_pairs,
    through,
)
from babieca.verbs.statistics import NAMES, TURNS, MoveValue, is_statistic, totals
from babieca.words import Word, function_of, spelled

__all__ = ["Fraction", "count_by", "fractions", "usage"]

By = str | MoveValue
_COUNT = "Count the tours of each part too."
METHODS = ("auto", "sweeps", "counts")
"""The methods of `usage`."""


class CountByWords(DeviceWords, LongCountWords, total=False):
    method: Annotated[str, asked.method_word(COUNTERS)]


class FractionsWords(DeviceWords, LongCountWords, total=False):
    count: Annotated[bool, Word(_COUNT, "The question", default=False, names=("--count",))]


class UsageWords(WorkWords, ScratchWords, total=False):
    method: Annotated[str, asked.method_word(METHODS)]


class CountByCall(QuestionWords, CountByWords, total=False): ...


class FractionsCall(QuestionWords, FractionsWords, total=False): ...


class UsageCall(QuestionWords, UsageWords, total=False): ...


@dataclass(frozen=True)
class Fraction:
    """The closed tours in which `start` lies between `first` and `last`, in either direction.

    `equal_to` is the first pair that `symmetry` maps to this one. `impossible` says why there are
    no tours, if that is known without a count. `tours` is None if it was not counted.

    >>> from babieca import Board, fractions
    >>> one = fractions(Board(6, 6), start="b2", count=True)[0]
    >>> one.first, one.last, one.tours
    ((0, 3), (2, 3), 1035)
    """

    first: Any
    last: Any
    equal_to: tuple[Any, Any]
    symmetry: str
    impossible: str
    tours: int | None = None

    @property
    def explored(self) -> bool:
        """Whether this one has to be counted."""
        return not self.impossible and self.equal_to == (self.first, self.last)


class Tabling(Asked):
    @spelled
    def count_by(self, by: By, **words: Unpack[CountByWords]) -> Counts:
        """Count a whole table: by start, by first move, by neighbours, or by a sum over the moves.

        `by` is "start" (paths from each square), "first-move" (by the square after `start` or after
        `begin`) or "edge-pair" (closed tours by the two neighbours of `start`). The entries are
        counted together, or one of each class under the symmetries, whichever is cheaper.

        Other tables tell how a sum over the moves is distributed over all tours: "slope" (a column
        for each slope), "slope:2", "move-class:a1-b3" (moves like this one, turned or mirrored),
        "crossing:d-e" (a line between columns, or rows), "edges:a1-b3,c1-d3" (how many of a set),
        "turn" (a column for each angle), "turn:90", "turns" (all but those of 0°), or a function of
        a move that returns a whole number or a tuple.

        >>> from babieca import Board, Tours, count_by
        >>> count_by(Board(3, 4), "path", by="start")[(0, 0)]
        2
        >>> sum(Tours(Board(6, 6), start="c3").count_by("edge-pair").values())
        9862
        >>> dict(Tours(Board(5, 5), "path", begin="a1 b3 c5").count_by("first-move"))
        {(2, 3): 0, (3, 0): 4, (3, 4): 4}
        >>> dict(Tours(Board(5, 6)).count_by(lambda move: 0 in (move[0][1], move[1][1])))
        {10: 8}
        """
        limits, choices = self._parted(CountByWords, words, "a table")
        device = choices.get("device")
        if is_statistic(by):
            return self._totals(by, limits, choices["method"], device)
        if by not in TABLES:
            known = ", ".join((*TABLES, *NAMES))
            function = "" if isinstance(by, str) else ", or a function"
            raise BadInputError(
                Reason("by_one_known_function", known=known, function=function, by=shown(by))
            )
        with limits.at_work() as working:
            refused = ("symmetry",) if by == "first-move" else ("begin", "symmetry")
            refuse_words(self.question, f"a table by {by}", *refused)
            _require_countable(self.question, working, choices["method"])
            with locked_checkpoint(working):
                found = TABLES[by](self.question, working, choices["method"], device)
        return Counts(self.question, _labelled(self.question.graph, found))

    def _totals(self, by: By, limits: Limits, method: str, device: Device | None) -> Totals:
        question = self.question
        refuse_words(question, "a table of moves", "symmetry")
        chosen = {} if device is None else {"device": device}
        if device == "cuda" and isinstance(by, str) and by.partition(":")[0] in TURNS:
            raise BadInputError("a table of turns does not take device cuda: it is a hash table")

        def count(part: Limits) -> int:
            own = replace(part, checkpoint=None)
            return count_report(question.undirected(), own, "auto", **chosen).value

        with limits.at_work() as working, locked_checkpoint(working):
            machine = weighted_machine(working, device)
            columns, found = totals(question, by, count, working, machine, method)
        factor = question.multiplicity
        table = {key[0] if len(key) == 1 else key: factor * n for key, n in found.items()}
        return Totals(question, columns, table)

    @spelled
    def fractions(self, **words: Unpack[FractionsWords]) -> Tabled[Fraction]:
        """Divide the closed tours by the two neighbours of `start`; with `count`, count each part.

        Bañón divides his search this way: his tables 3 to 6 list the fractions of square 28, the
        pairs that a reflection makes equal, and the remaining pairs; table 8 has their sizes.

        >>> from babieca import Board, Tours, fractions
        >>> [fraction.tours for fraction in fractions(Board(6, 6), start="a1", count=True)]
        [9862]
        >>> found = Tours(Board(8, 8), start="d4").fractions()
        >>> len(found), sum(not f.impossible for f in found), sum(f.explored for f in found)
        (28, 27, 15)
        """
        limits, choices = self._parted(FractionsWords, words, "fractions")
        question = self.question
        for name in ("device", "threads", "scratch", "checkpoint", "cluster"):
            if words.get(name) is not None and not choices["count"]:
                raise BadInputError(Reason("name_counting_fractions_give", name=name))
        if not question.closed:
            raise BadInputError(
                "fractions divide closed tours; a table by first-move divides paths"
            )
        if question.start is None:
            raise BadInputError(Reason("fractions_need_start_give"))
        refuse_words(question, "fractions", "begin", "symmetry", "directed")
        refuse_arcs(question, "fractions")
        with limits.at_work() as working:
            _require_countable(question, working)
            with locked_checkpoint(working):
                rows = _divided(question, question.start, working, choices)
        return Tabled(question, rows)

    @spelled
    def usage(self, **words: Unpack[UsageWords]) -> Counts:
        """Return, for each edge or arc, the number of tours that use it.

        The method "sweeps" sweeps forwards and backwards, "counts" counts once per class of edges,
        and "auto" takes the cheaper of the two that fits the memory.

        >>> from babieca import Board, Tours, usage
        >>> usage(Board(6, 6))[(0, 0), (1, 2)]
        9862
        >>> sum(Tours(Board(6, 6)).usage().values()) == 36 * 9862
        True
        """
        limits, choices = self._parted(UsageWords, words, "usage")
        question, method = self.question, choices["method"]
        if method not in METHODS:
            raise BadInputError(
                Reason("method_one_listed_not", listed=", ".join(METHODS), method=shown(method))
            )
        if method == "auto" and refuted(question):
            _require_countable(question, limits)
            found = dict.fromkeys(question.graph.edges(), 0)
        elif question.symmetry is None:
            found = _used(question, limits, method)
        elif method == "auto":
            found = _used_by_listing(question, limits)
        else:
            raise BadInputError(Reason("method_method_tours_without", method=method))
        return Counts(question, _labelled(question.graph, found))


@function_of(Tabling.count_by)
def count_by(
    board: BoardLike, kind: Kind = "closed", *, by: By, **words: Unpack[CountByCall]
) -> Counts:
    return ask(Tabling, Tabling.count_by, board, kind, words, by)


@function_of(Tabling.fractions)
def fractions(
    board: BoardLike, kind: Kind = "closed", **words: Unpack[FractionsCall]
) -> Tabled[Fraction]:
    return ask(Tabling, Tabling.fractions, board, kind, words)


@function_of(Tabling.usage)
def usage(board: BoardLike, kind: Kind = "closed", **words: Unpack[UsageCall]) -> Counts:
    return ask(Tabling, Tabling.usage, board, kind, words)


def _require_countable(question: Question, limits: Limits, method: str = "auto") -> None:
    """Refuse a question that is too wide for a sweep, unless a proof says that it has no tours."""
    proved = method == "auto" and refuted(question) is not None
    (require_graph if proved else require_narrow)(question, limits)


# The tables of count_by: their keys are vertices or pairs of vertices ----------------------------


def _by_start(
    question: Question, limits: Limits, method: str, device: Device | None
) -> dict[int, int]:
    if question.closed:
        raise BadInputError(Reason("closed_tours_have_no"))
    if question.start is not None:
        raise BadInputError(Reason("table_by_start_tries"))
    parts = question.graph.parts
    vertices = range(0, len(question.graph), parts)

    def entry(vertex: int) -> Question | None:
        elsewhere = len(vertices) == 1 or question.end not in range(vertex, vertex + parts)
        return replace(question, start=vertex) if elsewhere else None

    equal = equal_keys(question, vertices)
    return counted(
        question, equal, entry, limits, method, lambda made, vertex: made.ends[vertex], device
    )


def _by_first_move(
    question: Question, limits: Limits, method: str, device: Device | None
) -> dict[int, int]:
    question = replace(question, directed=False)  # the first move fixes the direction
    walk = question.begin or (_start(question, "first-move"),)
    walk = (*walk, *range(walk[-1] + 1, walk[-1] + question.graph.parts))  # to the exit
    origin = walk[-1]

    def read(made: Made, vertex: int) -> int:
        return made.moves[min(origin, vertex), max(origin, vertex)]

    near = question.graph.neighbours(origin).tolist()
    equal = equal_keys(question, [vertex for vertex in near if vertex not in walk], *walk)
    return counted(
        question, equal, lambda v: between(question, origin, v), limits, method, read, device
    )


def _by_edge_pair(
    question: Question, limits: Limits, method: str, device: Device | None
) -> dict[Edge, int]:
    """Return, for each two neighbours of `start`, the closed tours with `start` between them."""
    if not question.closed:
        raise BadInputError(Reason("table_by_edge_pair"))
    refuse_arcs(question, "a table by edge-pair")
    origin = _start(question, "edge-pair")
    equal = equal_keys(question, neighbour_pairs(question.graph, origin), origin)
    return counted(
        question,
        equal,
        lambda pair: between(question, origin, *pair),
        limits,
        method,
        device=device,
    )


TABLES: dict[Any, Callable[[Question, Limits, str, Device | None], Mapping[Any, int]]] = {
    "start": _by_start,
    "first-move": _by_first_move,
    "edge-pair": _by_edge_pair,
}


def _start(question: Question, by: str) -> int:
    if question.start is None:
        raise BadInputError(Reason("table_by_by_needs", by=by))
    return question.start


# Fractions and usage -----------------------------------------------------------------------------


def _divided(
    question: Question, origin: int, limits: Limits, choices: Mapping[str, Any]
) -> list[Fraction]:
    pairs = neighbour_pairs(question.graph, origin)
    if not pairs:
        raise BadInputError(Reason("start_has_fewer_than"))
    equal = equal_keys(question, pairs, origin)
    entries = {pair: between(question, origin, *pair) for pair in pairs}
    reasons = {
        pair: "a move to avoid" if entry is None else str(refuted(entry) or "")
        for pair, entry in entries.items()
    }
    entries = {pair: None if reasons[pair] else entry for pair, entry in entries.items()}
    found: dict[Edge, int] = {}
    if choices["count"]:
        device = choices.get("device")
        found = counted(question, equal, entries.__getitem__, limits, "auto", device=device)
    labels = {(u, v): (question.graph.label(u), question.graph.label(v)) for u, v in pairs}
    return [
        Fraction(*labels[pair], labels[equal[pair][0]], equal[pair][1], reason, found.get(pair))
        for pair, reason in reasons.items()
    ]


def _used(question: Question, limits: Limits, method: str) -> dict[Edge, int]:
    require_narrow(question, limits)
    edges, addends = question.graph.edges(), terms(question)

    def used(term: Term, part: Limits) -> Mapping[Edge, int]:
        one = term.question
        if trivial_answer(one) is not None or prepare(one, part).sweep.impossible:
            return dict.fromkeys(edges, 0)
        if method == "sweeps":
            return moves_made(one, part).moves
        return counted(
            one,
            equal_keys(one, edges, *one.ends),
            lambda edge: through(one, edge),
            part,
            "auto",
            lambda made, edge: made.moves[edge],
            together=method == "auto",
        )

    answers = limits.each(used, addends, [term.weight for term in addends])
    by_name = {term.name: answer for term, answer in zip(addends, answers, strict=True)}

    def tours(edge: Edge) -> int:
        """Return the tours through an edge; the factor of closed tours may depend on the edge."""
        used_by = through(question, edge)
        factors = [] if used_by is None else terms(used_by)
        return sum(term.factor * by_name[term.name][edge] for term in factors)

    return {edge: tours(edge) for edge in edges}


def _used_by_listing(question: Question, limits: Limits) -> dict[Edge, int]:
    """Add up symmetric tours one by one: no sweep counts them."""
    size = len(question.graph)
    used = np.zeros((size, size), dtype=np.int64)
    for rows in LISTERS["fold"](question, limits):
        here, there = rows, np.roll(rows, -1, axis=1)
        if not question.closed:
            here, there = rows[:, :-1], there[:, :-1]
        np.add.at(used, (here, there), 1)
    return {(u, v): int(used[u, v] + used[v, u]) for u, v in question.graph.edges()}


def _labelled(graph: Graph, found: Mapping[Any, int]) -> dict[Any, int]:
    def label(key: Any) -> Any:
        if not isinstance(key, tuple):
            return graph.label(key)
        return tuple(map(graph.label, graph.in_direction(key)))

    return {label(key): found[key] for key in sorted(found) if key not in graph.forced}
