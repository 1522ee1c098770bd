"""How many tours use each edge.

A sweep forwards and backwards answers for all edges at once. If that does not fit the memory, or
takes longer, each edge is counted by itself; edges that a symmetry makes equal are counted once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from babieca.edges import Edge
from babieca.engines import LISTERS
from babieca.engines.images import fixing, image_of_pair, representatives
from babieca.engines.sweep.backward import Made, moves_made
from babieca.engines.sweep.sweeps import prepare, require_narrow
from babieca.engines.sweep.terms import Term, terms, trivial_answer
from babieca.errors import BadInputError, shown
from babieca.limits import Limits
from babieca.questions import Question
from babieca.verbs.count_by import counted

Usage = dict[tuple[Any, Any], int]


def usage_of(question: Question, limits: Limits, method: str) -> Usage:
    """Return, for each edge, how many tours use it; see `Tours.usage`."""
    if method not in USED:
        raise BadInputError(f"method is one of {', '.join(USED)}, not {shown(method)}")
    if question.symmetry is not None:
        return _by_listing(question, limits, method)
    graph, parts = question.graph, terms(question)
    require_narrow(question, limits)

    def used(term: Term, part: Limits) -> dict[Edge, int]:
        trivial = trivial_answer(term.question) is not None
        if trivial or prepare(term.question, part).sweep.impossible:
            return dict.fromkeys(graph.edges(), 0)
        return USED[method](term.question, part)

    answers = limits.each(used, parts, [term.weight for term in parts])
    by_name = {term.name: answer for term, answer in zip(parts, answers, strict=True)}

    def tours(edge: Edge) -> int:
        """Return the tours through an edge; the factor of closed tours may depend on the edge."""
        if edge in question.avoiding:
            return 0
        through = terms(_through(question, edge))
        return sum(term.factor * by_name[term.name][edge] for term in through)

    return {(graph.label(u), graph.label(v)): tours((u, v)) for u, v in graph.edges()}


def _by_listing(question: Question, limits: Limits, method: str) -> Usage:
    """Add up symmetric tours one by one: no sweep counts them."""
    if method != "auto":
        raise BadInputError(f"method {method} is for tours without symmetry")
    graph = question.graph
    used = np.zeros((len(graph), len(graph)), dtype=np.int64)
    for rows in LISTERS["fold"](question, limits):
        here, there = rows, np.roll(rows, -1, axis=1)
        if not question.closed:
            here, there = rows[:, :-1], there[:, :-1]
        np.add.at(used, (here, there), 1)
    used += used.T
    return {(graph.label(u), graph.label(v)): int(used[u, v]) for u, v in graph.edges()}


def _by_sweeps(question: Question, limits: Limits) -> dict[Edge, int]:
    return moves_made(question, limits).moves


def _equal(question: Question) -> dict[Edge, tuple[Edge, str]]:
    graph = question.graph
    symmetries = fixing(graph, question.through, question.avoiding, vertices=question.ends)
    return representatives(graph.edges(), symmetries, image_of_pair)


def _through(question: Question, edge: Edge) -> Question:
    return replace(question, through=question.through | {edge})


def _automatically(question: Question, limits: Limits) -> dict[Edge, int]:
    return _by_entries(question, limits, together=True)


def _by_counts(question: Question, limits: Limits) -> dict[Edge, int]:
    return _by_entries(question, limits, together=False)


def _by_entries(question: Question, limits: Limits, *, together: bool) -> dict[Edge, int]:
    equal = _equal(question)

    def entry(edge: Edge) -> Question | None:
        return None if edge in question.avoiding else _through(question, edge)

    def read(made: Made, edge: Edge) -> int:
        return made.moves[edge]

    found = counted(question, equal, entry, limits, "auto", read, together=together)
    return {edge: found[first] for edge, (first, _) in equal.items()}


USED: dict[str, Callable[[Question, Limits], dict[Edge, int]]] = {
    "auto": _automatically,
    "sweeps": _by_sweeps,
    "counts": _by_counts,
}
METHODS = tuple(USED)
