"""Tables of counts: their entries are counts of related questions."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np

from babieca.edges import Edge
from babieca.engines import LISTERS
from babieca.engines.counts import count_report
from babieca.engines.protocol import refuse_arcs, refuse_kind, require_graph
from babieca.engines.refuter import refuted
from babieca.engines.statistics import MoveValue, totals
from babieca.engines.sweep.backward import Made, counts_together, moves_made
from babieca.engines.sweep.gpu.gpus import Device, each_on_device
from babieca.engines.sweep.sweeps import Term, prepare, require_narrow, terms, trivial_answer
from babieca.engines.sweep.weighted import weighted_machine
from babieca.errors import BadInputError
from babieca.graphs import Graph
from babieca.invariants import Image, fixing, image_of_pair, representatives
from babieca.limits import Limits
from babieca.questions import Question
from babieca.reasons import Reason

Key = TypeVar("Key", bound=Hashable)


def neighbour_pairs(graph: Graph, vertex: int) -> list[Edge]:
    return list(itertools.combinations(graph.neighbours(vertex).tolist(), 2))


def between(question: Question, origin: int, *near: int) -> Question | None:
    """Return the question for tours with a vertex beside others; None: a move is avoided."""
    return through(question, *((min(origin, vertex), max(origin, vertex)) for vertex in near))


def through(question: Question, *edges: Edge) -> Question | None:
    """Return the question for tours that also use these edges; None: one is avoided."""
    if not question.avoiding.isdisjoint(edges):
        return None
    return replace(question, through=question.through.union(edges))


def equal_keys(question: Question, keys: Iterable[Key], *fixed: int) -> dict[Key, tuple[Key, str]]:
    """Return, for each key, the first key that is equal by a symmetry, and that symmetry.

    The symmetries fix the end of the question and the `fixed` vertices.
    """

    def moved(key: Any, image: Image) -> Any:
        return image_of_pair(key, image) if isinstance(key, tuple) else int(image[key])

    vertices = fixed if question.end is None else (*fixed, question.end)
    symmetries = fixing(question.graph, question.through, question.avoiding, vertices=vertices)
    return representatives(keys, symmetries, moved)


def counted(
    question: Question,
    equal: Mapping[Key, tuple[Key, str]],
    entry: Callable[[Key], Question | None],
    limits: Limits,
    method: str,
    read: Callable[[Made, Key], int] | None = None,
    device: Device | None = None,
    *,
    together: bool = True,
) -> dict[Key, int]:
    """Count one entry of each class of equal entries, together if that is cheaper.

    An entry of None has no tours. `read` finds an entry in the answer of a sweep forwards and
    backwards.
    """
    if method == "auto" and refuted(question):
        return dict.fromkeys(equal, 0)
    graph = question.graph
    entries = {key: entry(key) for key, (first, _) in equal.items() if key == first}

    def count(key: Key, part: Limits) -> int:
        one = entries[key]
        vertices = key if isinstance(key, tuple) else (key,)
        own = replace(part, text="-".join(map(graph.name_of, vertices)))
        own = own.saving("-".join(map(str, vertices)))
        choices = {} if device is None else {"device": device}
        return 0 if one is None else count_report(one, own, method, **choices).value

    found = None
    if together and method == "auto" and device in (None, "cpu"):
        found = counted_together(question, entries, limits, read)
    if found is None:
        counts = each_on_device(count, list(entries), limits, device)
        found = dict(zip(entries, counts, strict=True))
    return {key: found[first] for key, (first, _) in equal.items()}


def counted_together(
    question: Question,
    entries: Mapping[Key, Question | None],
    limits: Limits,
    read: Callable[[Made, Key], int] | None = None,
) -> dict[Key, int] | None:
    """Count all entries together; return None if entries must be counted one by one.

    For open tours, the paths are counted together; each closed count to subtract is computed once.
    """
    addends = {key: [] if one is None else terms(one) for key, one in entries.items()}
    keys = [key for key, some in addends.items() if some]
    whole = terms(question)[0].question if terms(question) else question
    if not keys or trivial_answer(whole) is not None:
        return None
    swept = counts_together(
        whole,
        [addends[key][0].question for key in keys],
        limits.part(0.0, 0.8 if question.kind == "open" else 1.0),
        None if read is None else lambda made, number: read(made, keys[number]),
    )
    if swept is None:
        return None
    found = dict(zip(keys, swept, strict=True))
    rest = limits.part(0.8, 1.0)
    closed: dict[Question, int] = {}

    def answered(key: Key, one: Question) -> int:
        if one.kind == whole.kind:
            return found[key]
        if one not in closed:
            closed[one] = count_report(one, rest, "auto").value
        return closed[one]

    return {
        key: sum(term.factor * answered(key, term.question) for term in some)
        for key, some in addends.items()
    }


@dataclass(frozen=True)
class Fraction:
    """The closed tours in which `start` lies between `first` and `last`, in either direction.

    `equal_to` is the first pair that `symmetry` maps to this one. `impossible` says why there are
    no tours, if that is known without a count.

    >>> from babieca import Board, fractions
    >>> one = fractions(Board(6, 6), start="b2")[0]
    >>> one.first, one.last, one.explored
    ((0, 3), (2, 3), True)
    """

    first: Any
    last: Any
    equal_to: tuple[Any, Any]
    symmetry: str
    impossible: str

    @property
    def explored(self) -> bool:
        """Whether this one has to be counted."""
        return not self.impossible and self.equal_to == (self.first, self.last)


def require_countable(question: Question, limits: Limits, method: str = "auto") -> None:
    """Refuse a question that is too wide for a sweep, unless a proof says that it has no tours."""
    proved = method == "auto" and refuted(question) is not None
    (require_graph if proved else require_narrow)(question, limits)


def _by_start(
    question: Question, limits: Limits, method: str, device: Device | None
) -> dict[int, int]:
    if question.closed:
        raise BadInputError("closed_tours_have_no")
    if question.start is not None:
        raise BadInputError("table_by_start_tries")
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
    walk = beginning(question)
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
    table = Reason("table_by", by="edge-pair")
    refuse_kind(question.kind, table, ["closed"])
    refuse_arcs(question, table)
    origin = _start(question, "edge-pair")
    equal = equal_keys(question, neighbour_pairs(question.graph, origin), origin)

    def explored(pair: Edge) -> Question | None:
        """Return the question of a pair; None if there is a short proof that it has no tours."""
        entry = between(question, origin, *pair)
        return None if entry is None or (method == "auto" and refuted(entry)) else entry

    return counted(question, equal, explored, limits, method, device=device)


TABLES: dict[Any, Callable[[Question, Limits, str, Device | None], Mapping[Any, int]]] = {
    "start": _by_start,
    "first-move": _by_first_move,
    "edge-pair": _by_edge_pair,
}


def beginning(question: Question) -> tuple[int, ...]:
    """Return the vertices before the first move of a table by first-move."""
    return question.begin or (_start(question, "first-move"),)


def _start(question: Question, by: str) -> int:
    if question.start is None:
        raise BadInputError("table_by_by_needs", by=by)
    return question.start


def divided(question: Question, origin: int) -> list[Fraction]:
    """Return the closed tours of a question as fractions, one for each two neighbours of a vertex.

    A count of all fractions is a table by edge-pair.
    """
    pairs = neighbour_pairs(question.graph, origin)
    if not pairs:
        raise BadInputError("start_has_fewer_than")
    equal = equal_keys(question, pairs, origin)
    entries = {pair: between(question, origin, *pair) for pair in pairs}
    reasons = {
        pair: "a move to avoid" if entry is None else str(refuted(entry) or "")
        for pair, entry in entries.items()
    }
    labels = {(u, v): (question.graph.label(u), question.graph.label(v)) for u, v in pairs}
    return [
        Fraction(*labels[pair], labels[equal[pair][0]], equal[pair][1], reason)
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


def used(question: Question, limits: Limits, method: str) -> dict[Edge, int]:
    """Return the number of tours that use each edge."""
    if method == "auto" and refuted(question):
        require_countable(question, limits)
        return dict.fromkeys(question.graph.edges(), 0)
    if question.symmetry is None:
        return _used(question, limits, method)
    if method != "auto":
        raise BadInputError("method_not_word", method=method, word="symmetry")
    return _used_by_listing(question, limits)


def distribution(
    question: Question, by: str | MoveValue, limits: Limits, method: str, device: Device | None
) -> tuple[tuple[str, ...], dict[Any, int]]:
    """Return the columns of a table of sums over moves or turns, and the tours with each total."""
    chosen = {} if device is None else {"device": device}

    def count(part: Limits) -> int:
        own = replace(part, checkpoint=None)
        return count_report(question.undirected(), own, "auto", **chosen).value

    machine = weighted_machine(limits, device)
    columns, found = totals(question, by, count, limits, machine, method)
    factor = question.multiplicity
    return columns, {key[0] if len(key) == 1 else key: factor * n for key, n in found.items()}
