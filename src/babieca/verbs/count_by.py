"""Whole tables of counts; entries that a symmetry makes equal are counted once."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from typing import Any, Literal, TypeVar

from babieca.edges import Edge
from babieca.engines.images import fixing, image_of_pair, representatives
from babieca.engines.sweep.backward import Made
from babieca.engines.sweep.batch_counts import counts_together
from babieca.engines.sweep.gpu.gpus import Device
from babieca.engines.sweep.gpu.several import each_on_device
from babieca.engines.sweep.sweeps import require_narrow
from babieca.engines.sweep.terms import terms, trivial_answer
from babieca.errors import BadInputError, shown
from babieca.graphs import Graph
from babieca.limits import Limits
from babieca.questions import Question
from babieca.verbs.count import count_report, locked_checkpoint, refuse_words

By = Literal["start", "first-move", "edge-pair"]
Key = TypeVar("Key", bound=Hashable)


def count_by(question: Question, by: By, limits: Limits, method: str) -> dict[Any, int]:
    """Count one table; see `Tours.count_by`."""
    if by not in TABLES:
        raise BadInputError(f"by is one of {', '.join(TABLES)}, not {shown(by)}")
    refuse_words(question, f"a table by {by}", "begin", "symmetry")
    require_narrow(question, limits)
    with locked_checkpoint(limits):
        return TABLES[by](question, limits, method)


def by_start(question: Question, limits: Limits, method: str) -> dict[Any, int]:
    """Return, for each square, the number of paths (or open tours) that begin there."""
    if question.closed:
        raise BadInputError("a closed tour has no start: every square gives the same number")
    if question.start is not None:
        raise BadInputError("a table by start tries every start; leave start out")
    graph = question.graph
    equal = representatives(
        range(len(graph)), _symmetries(question), lambda vertex, image: int(image[vertex])
    )

    def entry(vertex: int) -> Question | None:
        elsewhere = vertex != question.end or len(graph) == 1
        return replace(question, start=vertex) if elsewhere else None

    def read(made: Made, vertex: int) -> int:
        return made.ends[vertex]

    return _labelled(graph, equal, counted(question, equal, entry, limits, method, read))


def by_first_move(question: Question, limits: Limits, method: str) -> dict[Any, int]:
    """Return, for each move from `start`, the tours that begin with it (closed tours: use it)."""
    graph, origin = question.graph, _start(question, "first-move")
    equal = representatives(
        graph.neighbours(origin).tolist(),
        _symmetries(question, origin),
        lambda vertex, image: int(image[vertex]),
    )

    def edge_to(vertex: int) -> Edge:
        return (min(origin, vertex), max(origin, vertex))

    def entry(vertex: int) -> Question | None:
        edge = edge_to(vertex)
        if edge in question.avoiding:
            return None
        return replace(question, through=question.through | {edge})

    def read(made: Made, vertex: int) -> int:
        return made.moves[edge_to(vertex)]

    return _labelled(graph, equal, counted(question, equal, entry, limits, method, read))


def by_edge_pair(question: Question, limits: Limits, method: str) -> dict[Any, int]:
    """Return, for each two neighbours of `start`, the closed tours with `start` between them.

    This is table 8 of Bañón for any square of any board.
    """
    if not question.closed:
        raise BadInputError("a table by edge-pair is about closed tours")
    graph, origin = question.graph, _start(question, "edge-pair")
    pairs = neighbour_pairs(graph, origin)
    equal = representatives(pairs, _symmetries(question, origin), image_of_pair)

    def entry(pair: Edge) -> Question | None:
        return between(question, origin, pair)

    found = counted(question, equal, entry, limits, method)
    return {(graph.label(u), graph.label(v)): found[equal[u, v][0]] for u, v in pairs}


TABLES: dict[str, Callable[[Question, Limits, str], dict[Any, int]]] = {
    "start": by_start,
    "first-move": by_first_move,
    "edge-pair": by_edge_pair,
}


def neighbour_pairs(graph: Graph, vertex: int) -> list[Edge]:
    """Return the pairs of neighbours of a vertex, the lesser one first."""
    return list(itertools.combinations(graph.neighbours(vertex).tolist(), 2))


def between(question: Question, origin: int, pair: Edge) -> Question | None:
    """Return the question for tours with a vertex between two others; None: a move is avoided."""
    edges = {(min(origin, vertex), max(origin, vertex)) for vertex in pair}
    if edges & question.avoiding:
        return None
    return replace(question, through=question.through | edges)


def _start(question: Question, by: str) -> int:
    if question.start is None:
        raise BadInputError(f"a table by {by} needs a start")
    return question.start


def _symmetries(question: Question, *vertices: int) -> Any:
    fixed = vertices if question.end is None else (*vertices, question.end)
    return fixing(question.graph, question.through, question.avoiding, vertices=fixed)


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
    """Count each entry that represents others: all together if that is cheaper, else one by one.

    An entry of None has no tours. `read` finds an entry in the answer of a sweep forwards and
    backwards.
    """
    asked = {key: entry(key) for key, (first, _) in equal.items() if key == first}
    if together and method == "auto" and device in (None, "cpu"):
        found = counted_together(question, asked, limits, read)
        if found is not None:
            return found
    graph = question.graph

    def count(key: Key, part: Limits) -> int:
        one = asked[key]
        vertices = key if isinstance(key, tuple) else (key,)
        own = replace(part, text="-".join(map(graph.name_of, vertices)))
        own = own.saving("-".join(map(str, vertices)))
        choices = {} if device is None else {"device": device}
        return 0 if one is None else count_report(one, own, method, **choices).value

    return dict(zip(asked, each_on_device(count, list(asked), limits, device), strict=True))


def counted_together(
    question: Question,
    asked: Mapping[Key, Question | None],
    limits: Limits,
    read: Callable[[Made, Key], int] | None = None,
) -> dict[Key, int] | None:
    """Count all entries together; return None if entries must be counted one by one.

    Of open tours, the paths are counted together, and each count of closed tours to be subtracted
    once.
    """
    parts = {key: [] if one is None else terms(one) for key, one in asked.items()}
    keys = [key for key, part in parts.items() if part]
    whole = terms(question)[0].question if terms(question) else question
    if not keys or trivial_answer(whole) is not None:
        return None
    swept = counts_together(
        whole,
        [parts[key][0].question for key in keys],
        limits.part(0.0, 0.8 if question.kind == "open" else 1.0),
        None if read is None else lambda made, number: read(made, keys[number]),
    )
    if swept is None:
        return None
    found = dict(zip(keys, swept, strict=True))
    rest = limits.part(0.8, 1.0)
    closed: dict[Question, int] = {}

    def answered(key: Key, part: Question) -> int:
        if part.kind == whole.kind:
            return found[key]
        if part not in closed:
            closed[part] = count_report(part, rest, "auto").value
        return closed[part]

    return {
        key: sum(term.factor * answered(key, term.question) for term in part)
        for key, part in parts.items()
    }


def _labelled(
    graph: Graph, equal: Mapping[int, tuple[int, str]], found: Mapping[int, int]
) -> dict[Any, int]:
    return {graph.label(vertex): found[equal[vertex][0]] for vertex in sorted(equal)}
