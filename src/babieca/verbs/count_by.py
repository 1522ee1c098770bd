"""Whole tables of counts; entries that a symmetry makes equal are counted once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Literal

from babieca.edges import Edge
from babieca.engines.images import fixing, image_of_pair, representatives
from babieca.engines.sweep.sweeps import require_narrow
from babieca.errors import BadInputError, shown
from babieca.files import locked
from babieca.graphs import Graph
from babieca.limits import Limits
from babieca.questions import Question
from babieca.verbs.count import count_report, refuse_words

By = Literal["start", "first-move", "edge-pair"]


def count_by(question: Question, by: By, limits: Limits, method: str) -> dict[Any, int]:
    """Count one table; see `Tours.count_by`."""
    if by not in TABLES:
        raise BadInputError(f"by is one of {', '.join(TABLES)}, not {shown(by)}")
    refuse_words(question, f"a table by {by}", "begin", "symmetry")
    require_narrow(question, limits)
    if limits.checkpoint is None:
        return TABLES[by](question, limits, method)
    with locked(limits.checkpoint):
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

    return _labelled(graph, _filled(graph, equal, entry, limits, method))


def by_first_move(question: Question, limits: Limits, method: str) -> dict[Any, int]:
    """Return, for each move from `start`, the tours that begin with it (closed ones: use it)."""
    graph, origin = question.graph, _start(question, "first-move")
    equal = representatives(
        graph.neighbours(origin).tolist(),
        _symmetries(question, origin),
        lambda vertex, image: int(image[vertex]),
    )

    def entry(vertex: int) -> Question | None:
        edge = (min(origin, vertex), max(origin, vertex))
        if edge in question.avoiding:
            return None
        return replace(question, through=question.through | {edge})

    return _labelled(graph, _filled(graph, equal, entry, limits, method))


def by_edge_pair(question: Question, limits: Limits, method: str) -> dict[Any, int]:
    """Return, for each two neighbours of `start`, the closed tours in which it lies between them.

    This is table 8 of Bañón for any square of any board.
    """
    if not question.closed:
        raise BadInputError("a table by edge-pair is about closed tours")
    graph, origin = question.graph, _start(question, "edge-pair")
    pairs = list(neighbour_pairs(graph, origin))
    equal = representatives(pairs, _symmetries(question, origin), image_of_pair)

    def entry(pair: Edge) -> Question | None:
        return between(question, origin, pair)

    counted = _filled(graph, equal, entry, limits, method)
    return {(graph.label(u), graph.label(v)): counted[u, v] for u, v in pairs}


TABLES: dict[str, Callable[[Question, Limits, str], dict[Any, int]]] = {
    "start": by_start,
    "first-move": by_first_move,
    "edge-pair": by_edge_pair,
}


def neighbour_pairs(graph: Graph, vertex: int) -> Iterator[Edge]:
    """Yield the pairs of neighbours of a vertex, the lesser one first."""
    around = graph.neighbours(vertex).tolist()
    for index, first in enumerate(around):
        for second in around[index + 1 :]:
            yield (first, second)


def between(question: Question, origin: int, pair: Edge) -> Question | None:
    """Return the question about tours in which a vertex lies between two; None: it avoids one."""
    edges = {(min(origin, vertex), max(origin, vertex)) for vertex in pair}
    if edges & question.avoiding:
        return None
    return replace(question, through=question.through | edges)


def _start(question: Question, by: str) -> int:
    if question.start is None:
        raise BadInputError(f"a table by {by} needs a start")
    return question.start


def _symmetries(question: Question, *vertices: int) -> Any:
    fixed = [*vertices, *(end for end in (question.end,) if end is not None)]
    return fixing(question.graph, question.through, question.avoiding, vertices=fixed)


def _filled(
    graph: Graph,
    equal: dict[Any, tuple[Any, str]],
    entry: Callable[[Any], Question | None],
    limits: Limits,
    method: str,
) -> dict[Any, int]:
    """Count each entry that stands for others once, with checkpoints of its own."""
    firsts = [key for key, (first, _) in equal.items() if key == first]

    def filled(key: Any, part: Limits) -> int:
        asked = entry(key)
        vertices = key if isinstance(key, tuple) else (key,)
        name, text = "-".join(map(str, vertices)), "-".join(map(graph.name_of, vertices))
        own = replace(part, text=text).saving(name)
        return 0 if asked is None else count_report(asked, own, method).value

    counted = dict(zip(firsts, limits.each(filled, firsts), strict=True))
    return {key: counted[first] for key, (first, _) in sorted(equal.items())}


def _labelled(graph: Graph, counted: dict[Any, int]) -> dict[Any, int]:
    return {graph.label(vertex): value for vertex, value in counted.items()}
