"""Why a directed graph has no tour, told of its own vertices.

The core refutes the split graph (digraphs.py), and its sentences count parts of vertices. Here the
directed graph itself is searched for a reason: some vertices have too few vertices after or before
them (Hall's theorem), or no way leads from one vertex to another.
"""

from __future__ import annotations

import itertools
import re

from babieca.edges import Edge
from babieca.questions import Question

MOST_VERTICES = 300
"""In larger graphs no reason is looked for."""
MOST_CUTS = 100
"""In larger graphs no single vertex is left out."""
MOST_NAMED = 6

# The direction of the arcs; no arc, too few vertices; what a path without a given end has.
_AFTER = (
    1,
    "no {arc} leaves {few}",
    "{arc}s from {few} lead only to {others}",
    "; a path has one last vertex",
)
_BEFORE = (
    -1,
    "no {arc} leads to {few}",
    "{arc}s to {few} come only from {others}",
    "; a path has one first vertex",
)


def directed_reason(question: Question) -> str | None:
    """Return why there is no tour; None if it is neither of these reasons, or if there is a tour.

    >>> from babieca import Digraph
    >>> directed_reason(Question.ask(Digraph.from_edges(["ab", "bc", "cb", "ca", "da"])))
    'no arc leads to d'
    >>> directed_reason(Question.ask(Digraph.from_edges(["ab", "ba", "bc", "cb", "cd", "dc"])))
    'without b, no way leads from d to a, nor back'
    """
    graph, closed = question.graph.toured, question.closed
    if not 1 < len(graph) <= MOST_VERTICES:
        return None
    arcs = _allowed(question)
    start, end = (None if closed or v is None else v // 3 for v in (question.start, question.end))
    back = [(v, u) for u, v in arcs]
    short = [
        (few, others, words)
        for found, words in (
            (_shortage(arcs, len(graph), closed, end), _AFTER),
            (_shortage(back, len(graph), closed, start), _BEFORE),
        )
        if found
        for few, others in [found]
    ]
    if short:
        few, others, (sign, one, many, only) = min(short, key=lambda each: len(each[0]))
        reached = {arc[::sign][1] for arc in graph.edges() if arc[::sign][0] in few}
        words = {
            "arc": "arc" if reached <= others else "allowed arc",
            "few": _names(question, few),
            "others": _names(question, others),
        }
        own = not closed and len(few) > len(others) + 1
        return (many if others else one).format(**words) + (only if own else "")
    vertices = range(len(graph))
    if way := _no_way(arcs, list(vertices), closed):
        return way.format(*map(graph.name_of, vertices))
    for cut in vertices if closed and len(graph) <= MOST_CUTS else ():
        rest = [arc for arc in arcs if cut not in arc]
        if way := _no_way(rest, [v for v in vertices if v != cut], closed=False):
            return f"without {graph.name_of(cut)}, {way.format(*map(graph.name_of, vertices))}"
    return None


def without_parts(text: str) -> str:
    """Rewrite a proof for a split graph whose numbers count parts of vertices.

    >>> without_parts("{0}, {3}, {9}, … (12 squares) would be a cycle of their own")
    '{0}, {3}, {9}, … (4 vertices) would be a cycle of their own'
    >>> without_parts("{0}, {1}, {2}, {3}, {4}, … (6 squares) would be a path of their own")
    '{0}, {1}, {2}, {3}, {4} would be a path of their own'
    >>> without_parts("without {3}, {6} the rest falls into 4 pieces")
    'the arcs at {3}, {6} cannot join all vertices'
    """
    shown = dict.fromkeys(re.findall(r"\{\d+\}", text))
    if " of their own" in text:
        named = len({int(each[1:-1]) // 3 for each in shown})

        def counted(squares: re.Match[str]) -> str:
            vertices = int(squares[1]) // 3
            return "" if vertices == named else f", … ({vertices} vertices)"

        return re.sub(r", … \((\d+) squares\)", counted, text)
    if not re.search(r"\d+ (squares|pieces|moves)|only one move|have to be ends", text):
        return text.replace(
            "the moves do not connect all squares", "the arcs do not connect all vertices"
        )
    return f"the arcs{' at ' + ', '.join(shown) if shown else ''} cannot join all vertices"


def _names(question: Question, vertices: set[int]) -> str:
    names = [question.graph.toured.name_of(v) for v in sorted(vertices)]
    more = f", … ({len(names)} vertices)" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more


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


def _no_way(arcs: list[Edge], vertices: list[int], closed: bool) -> str:
    """Return which two vertices no walk joins, as `{number}`; empty if a tour may pass all."""
    reach = {v: 1 << v for v in vertices}
    for u, v in arcs:
        reach[u] |= 1 << v
    for middle, v in itertools.product(vertices, vertices):
        if reach[v] >> middle & 1:
            reach[v] |= reach[middle]
    order = sorted(vertices, key=lambda v: -reach[v].bit_count())
    for u, v in itertools.pairwise(order):
        if not reach[u] >> v & 1:
            return f"no way leads from {{{u}}} to {{{v}}}, nor back"
    first, last = order[0], order[-1]
    if closed and not reach[last] >> first & 1:
        return f"no way leads from {{{last}}} to {{{first}}}"
    return ""
