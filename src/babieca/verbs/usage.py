"""How many tours use each edge.

Where every state fits the memory, one sweep forwards and one backwards answer for all edges at
once: the ways to reach a state times the ways to go on from it. Elsewhere each edge is asked for by
a count of its own, edges that a symmetry of the board makes equal only once.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from babieca import _core
from babieca.edges import Edge
from babieca.engines import LISTERS
from babieca.engines.images import fixing, image_of_pair, representatives
from babieca.engines.retirement import retirement_order
from babieca.engines.sweep.integers import from_words
from babieca.engines.sweep.sweeps import Prepared, prepare, require_narrow
from babieca.engines.sweep.terms import trivial_answer
from babieca.errors import BadInputError, shown
from babieca.limits import Limits
from babieca.memory import human_bytes
from babieca.questions import Question
from babieca.verbs.count import count_report

Usage = dict[tuple[Any, Any], int]
METHODS = ("auto", "sweeps", "counts")
# Bytes a state takes in the tables of the two sweeps, free places included.
BYTES_PER_STATE = 48


def usage_of(question: Question, limits: Limits, method: str) -> Usage:
    """Return, for each undirected edge, how many tours use it; see `Tours.usage`."""
    if method not in METHODS:
        raise BadInputError(f"method is one of {', '.join(METHODS)}, not {shown(method)}")
    graph, asked = question.graph, question.undirected()
    if question.symmetry is not None or question.kind == "open":
        return _by_listing(question, limits, method)
    require_narrow(asked, limits)
    counts = dict.fromkeys(graph.edges(), 0)
    if trivial_answer(asked) is None:
        ready = prepare(asked, limits, retirement_order(graph))
        if ready.sweep.impossible:
            pass
        elif method == "counts" or (method == "auto" and _too_many_states(ready, limits)):
            counts.update(_by_counts(asked, limits))
        else:
            counts.update(_by_sweeps(asked, ready, limits))
    times = question.multiplicity
    return {(graph.label(u), graph.label(v)): n * times for (u, v), n in counts.items()}


def _by_listing(question: Question, limits: Limits, method: str) -> Usage:
    """Add up symmetric or open tours one by one: no sweep knows them."""
    if method != "auto":
        raise BadInputError(f"method {method} is for kind closed or path without symmetry")
    graph = question.graph
    lister = LISTERS["search" if question.symmetry is None else "fold"]
    used = np.zeros((len(graph), len(graph)), dtype=np.int64)
    for rows in lister(question, limits):
        here, there = rows, np.roll(rows, -1, axis=1)
        if not question.closed:
            here, there = rows[:, :-1], there[:, :-1]
        np.add.at(used, (here, there), 1)
    used += used.T
    return {(graph.label(u), graph.label(v)): int(used[u, v]) for u, v in graph.edges()}


def _too_many_states(ready: Prepared, limits: Limits) -> bool:
    if ready.plan is None:
        return False  # sparsely reached, if at all
    return ready.plan.total_counters * BYTES_PER_STATE > limits.budget


def _by_sweeps(question: Question, ready: Prepared, limits: Limits) -> dict[Edge, int]:
    try:
        edges, words, counts = ready.sweep.edge_usage(limits.budget, limits.reporter())
    except _core.OutOfBudget:
        raise BadInputError(
            f"the states of {question.graph} take more than {human_bytes(limits.budget)}; "
            "allow more with memory, or use method counts"
        ) from None
    except _core.TooNarrow as error:
        raise BadInputError(str(error)) from None
    values = from_words(counts, words)
    size = len(question.graph)
    return {edge: n for edge, n in zip(edges, values, strict=True) if edge[1] < size}


def _by_counts(question: Question, limits: Limits) -> dict[Edge, int]:
    graph = question.graph
    symmetries = fixing(graph, question.through, question.avoiding, vertices=question.ends)
    equal = representatives(graph.edges(), symmetries, image_of_pair)
    counted: dict[Edge, int] = {}
    firsts = [edge for edge, (first, _) in equal.items() if edge == first]
    for number, edge in enumerate(firsts):
        if edge in question.avoiding:
            counted[edge] = 0
            continue
        part = limits.part(number / len(firsts), (number + 1) / len(firsts))
        through = replace(question, through=question.through | {edge})
        counted[edge] = count_report(through, part, "auto").value
    return {edge: counted[first] for edge, (first, _) in equal.items()}
