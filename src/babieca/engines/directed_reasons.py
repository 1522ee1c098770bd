"""Why a directed graph has no tour, told of its own vertices.

The core refutes the split graph (digraphs.py), and its reasons count parts of vertices. Here the
directed graph itself is searched for a reason: some vertices have too few vertices after or before
them (Hall's theorem), or no way leads from one vertex to another.
"""

from __future__ import annotations

import itertools
from typing import Any

from babieca.edges import Edge
from babieca.questions import Question
from babieca.reasons import Reason

MOST_VERTICES = 300
"""In larger graphs no reason is looked for."""
MOST_CUTS = 100
"""In larger graphs no single vertex is left out."""
MOST_NAMED = 6

# The direction of the arcs; no arc, too few vertices; what a path without a given end has.
_AFTER = 1, "no_arc_leaves", "arcs_lead_only", "one_last_vertex"
_BEFORE = -1, "no_arc_reaches", "arcs_come_only", "one_first_vertex"

_OF_PARTS = {
    *("one_move", "too_many_dead_ends", "too_many_ends", "crowded", "forced_ends"),
    *("pieces", "pieces_without_ends", "pieces_without_end", "all_squares_entered"),
    *("too_few_moves", "too_few_moves_between", "colours_differ_closed", "colours_differ_path"),
    *("end_of_rarer_colour", "ends_of_one_colour"),
}
"""Codes of the core whose numbers count parts of vertices."""


def directed_reason(question: Question, otherwise: Reason) -> Reason:
    """Return why there is no tour: one of these reasons, else the core's without counts of parts.

    >>> from babieca import Digraph
    >>> none = Reason("pieces", vertices=["d"], pieces=2)
    >>> directed_reason(Question.ask(Digraph.from_edges(["ab", "bc", "cb", "ca", "da"])), none)
    'no arc leads to d'
    >>> path = Digraph.from_edges(["ab", "ba", "bc", "cb", "cd", "dc"])
    >>> directed_reason(Question.ask(path), none)
    'without b, no way leads from d to a, nor back'
    >>> directed_reason(Question.ask(Digraph.from_edges(["ab", "bc", "ca"])), none)
    'the arcs at d cannot join all vertices'
    """
    if own := own_reason(question):
        return own
    if otherwise.code == "not_connected":
        return Reason("arcs_not_connected")
    if otherwise.code not in _OF_PARTS:
        return otherwise
    named = [each for each in otherwise.arguments.values() if isinstance(each, list)]
    vertices = [*dict.fromkeys(itertools.chain(*named))]
    return Reason("arcs_cannot_join", vertices=vertices or None)


def own_reason(question: Question) -> Reason | None:
    graph, closed = question.graph.toured, question.closed
    if not 1 < len(graph) <= MOST_VERTICES:
        return None
    arcs = _allowed(question)
    start, end = (None if closed or v is None else v // 3 for v in (question.start, question.end))
    back = [(v, u) for u, v in arcs]
    after = _shortage(arcs, len(graph), closed, end)
    before = _shortage(back, len(graph), closed, start)
    short = [(*found, words) for found, words in ((after, _AFTER), (before, _BEFORE)) if found]
    if short:
        few, others, (sign, one, many, only) = min(short, key=lambda each: len(each[0]))
        reached = {arc[::sign][1] for arc in graph.edges() if arc[::sign][0] in few}
        names = _names(question, "vertices", few)
        if others:
            names |= _names(question, "others", others)
        allowed = None if reached <= others else Reason("allowed")
        reason = Reason(many if others else one, **names, allowed=allowed)
        own = not closed and len(few) > len(others) + 1
        return Reason(only, because=reason) if own else reason
    vertices = range(len(graph))
    if way := _no_way(question, arcs, list(vertices), closed):
        return way
    for cut in vertices if closed and len(graph) <= MOST_CUTS else ():
        rest = [arc for arc in arcs if cut not in arc]
        if way := _no_way(question, rest, [v for v in vertices if v != cut], closed=False):
            return Reason("without_vertex", vertex=[graph.name_of(cut)], because=way)
    return None


def _names(question: Question, name: str, vertices: set[int]) -> dict[str, Any]:
    names = [question.graph.toured.name_of(v) for v in sorted(vertices)]
    count = {f"{name}_count": len(names)} if len(names) > MOST_NAMED else {}
    return {name: names[:MOST_NAMED], **count}


def _allowed(question: Question) -> list[Edge]:
    """Return the arcs that the words of the question allow."""
    moves = question.graph.moves()
    arcs = {edge: (u // 3, v // 3) for edge, (u, v) in moves.items()}
    used = [arcs[edge] for edge in question.required if edge in arcs]
    sources, targets = ({arc[at]: arc for arc in used} for at in (0, 1))
    start, end = (None if question.closed else v for v in (question.start, question.end))
    return [
        (u, v)
        for edge, (u, v) in arcs.items()
        if edge not in question.avoiding
        and sources.get(u, (u, v)) == targets.get(v, (u, v)) == (u, v)
        and (start is None or v != start // 3)
        and (end is None or u != end // 3)
    ]


def _shortage(
    arcs: list[Edge], size: int, closed: bool, exempt: int | None
) -> tuple[set[int], set[int]] | None:
    """Return vertices and all vertices that follow them, if those are too few."""
    after: list[set[int]] = [set() for _ in range(size)]
    for u, v in arcs:
        after[u].add(v)
    follows: dict[int, int] = {}  # a matching: the vertex before each vertex

    def place(u: int, tried: set[int]) -> bool:
        for v in after[u]:
            if v not in tried:
                tried.add(v)
                if v not in follows or place(follows[v], tried):
                    follows[v] = u
                    return True
        return False

    alone = [u for u in range(size) if u != exempt and not place(u, set())]
    spare = 0 if closed or exempt is not None else 1  # a path has a last vertex
    if len(alone) <= spare:
        return None
    few, others = set(alone[: spare + 1]), set[int]()
    while new := set[int]().union(*(after[u] for u in few)) - others:
        others |= new
        few |= {follows[v] for v in new}
    return few, others


def _no_way(
    question: Question, arcs: list[Edge], vertices: list[int], closed: bool
) -> Reason | None:
    """Return which two vertices no walk joins; None if a tour may pass all."""
    name = question.graph.toured.name_of
    reach = {v: 1 << v for v in vertices}
    for u, v in arcs:
        reach[u] |= 1 << v
    for middle, v in itertools.product(vertices, vertices):
        if reach[v] >> middle & 1:
            reach[v] |= reach[middle]
    order = sorted(vertices, key=lambda v: -reach[v].bit_count())
    for u, v in itertools.pairwise(order):
        if not reach[u] >> v & 1:
            return Reason("no_way_nor_back", first=[name(u)], second=[name(v)])
    first, last = order[0], order[-1]
    if closed and not reach[last] >> first & 1:
        return Reason("no_way", first=[name(last)], second=[name(first)])
    return None
