"""Whole tables of counts; entries that a symmetry makes equal are counted once.

Where it is cheaper, a sweep and back answers for all starts, or all first moves, at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any, Literal

from babieca.edges import Edge
from babieca.engines.images import fixing, image_of_pair, representatives
from babieca.engines.sweep.backward import Made, moves_made, pays
from babieca.engines.sweep.sweeps import require_narrow
from babieca.engines.sweep.tasks import OutgrownError
from babieca.engines.sweep.terms import terms, trivial_answer
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

    def read(made: Made, vertex: int) -> int:
        return made.ends[vertex]

    return _labelled(graph, _filled(question, equal, entry, limits, method, read))


def by_first_move(question: Question, limits: Limits, method: str) -> dict[Any, int]:
    """Return, for each move from `start`, the tours that begin with it (closed ones: use it)."""
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

    return _labelled(graph, _filled(question, equal, entry, limits, method, read))


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

    counted = _filled(question, equal, entry, limits, method)
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
    question: Question,
    equal: dict[Any, tuple[Any, str]],
    entry: Callable[[Any], Question | None],
    limits: Limits,
    method: str,
    read: Callable[[Made, Any], int] | None = None,
) -> dict[Any, int]:
    """Count each entry that stands for others once, with checkpoints of its own.

    Where `read` finds entries in what a sweep and back gives, that is done instead if it pays.
    """
    graph = question.graph
    firsts = [key for key, (first, _) in equal.items() if key == first]
    here = limits.crew is None and limits.checkpoint is None
    if read is not None and method == "auto" and here:
        asked = {key: entry(key) for key in firsts}
        with suppress(OutgrownError):
            found = _swept(question, asked, limits, read)
            if found is not None:
                return {key: found[first] for key, (first, _) in sorted(equal.items())}

    def filled(key: Any, part: Limits) -> int:
        asked = entry(key)
        vertices = key if isinstance(key, tuple) else (key,)
        name, text = "-".join(map(str, vertices)), "-".join(map(graph.name_of, vertices))
        own = replace(part, text=text).saving(name)
        return 0 if asked is None else count_report(asked, own, method).value

    counted = dict(zip(firsts, limits.each(filled, firsts), strict=True))
    return {key: counted[first] for key, (first, _) in sorted(equal.items())}


def _swept(
    question: Question,
    asked: dict[Any, Question | None],
    limits: Limits,
    read: Callable[[Made, Any], int],
) -> dict[Any, int] | None:
    """Read all entries off one sweep and back; None if a count for each is cheaper.

    Of open tours it gives the paths; the closed tours to be taken away are counted.
    """
    parts = {key: [] if one is None else terms(one) for key, one in asked.items()}
    entries = [part[0].question for part in parts.values() if part]
    if not entries:
        return None
    whole = terms(question)[0].question
    if trivial_answer(whole) is not None or not pays(whole, entries, limits):
        return None
    made = moves_made(whole, limits.part(0.0, 0.8 if question.kind == "open" else 1.0))
    rest = limits.part(0.8, 1.0)
    counted: dict[Question, int] = {}

    def answered(key: Any, part: Question) -> int:
        if part.kind == whole.kind:
            return read(made, key)
        if part not in counted:
            counted[part] = count_report(part, rest, "auto").value
        return counted[part]

    return {
        key: sum(term.factor * answered(key, term.question) for term in part)
        for key, part in parts.items()
    }


def _labelled(graph: Graph, counted: dict[Any, int]) -> dict[Any, int]:
    return {graph.label(vertex): value for vertex, value in counted.items()}
