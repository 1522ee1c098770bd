"""Contradictions among the moves that a tour must make.

A path is a closed tour of the graph with one more vertex, the apex, joined to every square that
may be an end. So one rule serves both kinds: the tour makes exactly two moves at every vertex. A
vertex with only two moves left makes both; at a vertex where two moves are made, all others are
dropped. These rules are applied until nothing changes. There is no tour if a vertex has fewer than
two moves left or makes three, if forced moves close a cycle that misses a square, if the forced
ends have the wrong colours, or if the moves left fall into pieces without some vertex.

Graphs above `LARGEST_SCANNED` are searched only around the words of the question.
"""

import itertools

import numpy as np

from babieca.edges import Edge
from babieca.engines.refuter.theorems import Reason, in_pieces, unbalanced_colours
from babieca.graphs import Graph
from babieca.questions import Question

LARGEST_SCANNED = 2000
"""Vertices of a graph that is scanned completely, and moves in the words of a question."""

SQUARES_PER_WORD = 1000
"""A graph with at most this number of vertices for each vertex in the words is built."""

MOST_NAMED = 8
"""Squares of a cycle that a reason names."""

APEX = -1


def contradicting_moves(question: Question) -> Reason | None:
    forced = _ForcedMoves(question)
    if reason := forced.contradiction():
        return Reason(reason)
    ends = sorted(forced.made.get(APEX, ()))
    if len(ends) == 2 and set(ends) != set(question.ends):
        bare = Question(question.graph, question.kind, start=ends[0], end=ends[1])
        if wrong := unbalanced_colours(bare) or ends_a_move_apart(bare):
            names = " and ".join(map(question.graph.name_of, ends))
            return Reason(f"{names} would have to be the ends, but {wrong}")
    return None


def ends_a_move_apart(question: Question) -> Reason | None:
    if question.kind != "open" or len(question.ends) < 2:
        return None
    if question.graph.has_edge(*question.ends):
        return Reason("start and end are a move apart, so no such path is open")
    return None


def forced_ends(question: Question) -> list[int]:
    """Return the ends of a path that are given, and the squares that can only be ends."""
    forced = _ForcedMoves(question)
    forced.contradiction()
    return sorted(forced.made.get(APEX, question.ends))


class _ForcedMoves:
    """The moves that must be made and the moves that are left, at the vertices seen so far.

    Invariant: if two moves are made at a vertex, no other move there is left.
    """

    def __init__(self, question: Question) -> None:
        self.question, self.graph = question, question.graph
        self.made: dict[int, set[int]] = {}
        self.left: dict[int, set[int]] = {}
        self.avoided: dict[int, set[int]] = {}
        for u, v in question.avoiding:
            self.avoided.setdefault(u, set()).add(v)
            self.avoided.setdefault(v, set()).add(u)
        ends = question.ends
        self.to_make: list[Edge] = [(APEX, vertex) for vertex in ends] + sorted(question.required)
        self.to_check: list[int] = []
        self.has_dropped = bool(question.avoiding)
        self.is_small = len(self.graph) <= LARGEST_SCANNED
        if len(question.required) + len(question.avoiding) > LARGEST_SCANNED:
            self.to_make, self.is_small = [], False  # too many words: nothing is derived
        elif self.is_small:
            # A vertex with three moves or more is checked when a move there is dropped.
            falling = np.argsort(-self.graph.degrees, kind="stable")
            few = self.graph.degrees[falling] <= 2
            self.to_check = sorted(self.avoided) + falling[few].tolist()
        else:
            named = {*ends, *itertools.chain(*question.required, *question.avoiding)}
            if len(self.graph) <= SQUARES_PER_WORD * len(named):
                self.graph.build()
            self.to_check = sorted(named.union(*map(self.graph.near, named)))

    def contradiction(self) -> str:
        """Apply the rules until nothing changes; return the contradiction, or an empty text."""
        while self.to_make or self.to_check:
            if self.to_make:
                fault = self._make(*self.to_make.pop())
            else:
                fault = self._check(self.to_check.pop())
            if fault:
                return fault
        return self._short_cycle() or self._pieces()

    def left_at(self, vertex: int) -> set[int]:
        """Return the ends of the moves left at a vertex of the graph, perhaps the apex."""
        if vertex not in self.left:
            self.left[vertex] = set(self.graph.near(vertex)) - self.avoided.get(vertex, set())
            ends = self.made.get(APEX, set())
            if vertex in ends or (len(ends) < 2 and not self.question.closed):
                self.left[vertex].add(APEX)
        return self.left[vertex]

    def _make(self, u: int, v: int) -> str:
        for here, there in ((u, v), (v, u)):
            made = self.made.setdefault(here, set())
            made.add(there)
            if len(made) > 2:
                if here == APEX:
                    return self._too_many_ends(made)
                moves = "is an end and would have two" if APEX in made else "would have three"
                return f"{self.graph.name_of(here)} {moves} moves"
            if len(made) == 2:
                self._drop_others(here)
        return ""

    def _too_many_ends(self, ends: set[int]) -> str:
        names = ", ".join(map(self.graph.name_of, sorted(ends)))
        return f"{names} would all have to be ends"

    def _drop_others(self, vertex: int) -> None:
        made = self.made[vertex]
        if vertex == APEX:
            others = [other for other in self.left if APEX in self.left[other]]
        else:
            others = [other for other in self.left_at(vertex) if other != APEX]
            self.left[vertex] = set(made)
        self.has_dropped |= vertex == APEX
        for other in others:
            if other not in made:
                self.has_dropped = True
                self.left_at(other).discard(vertex)
                self.to_check.append(other)

    def _check(self, vertex: int) -> str:
        left, made = self.left_at(vertex), self.made.get(vertex, set())
        if not left - {APEX}:
            return f"{self.graph.name_of(vertex)} has no move"
        if len(left) == 1:
            ends = self.made.get(APEX, set())
            if len(ends) > len(self.question.ends):
                return self._too_many_ends(ends | {vertex})
            return f"{self.graph.name_of(vertex)} can be entered but not left again"
        if len(left) == 2:
            self.to_make += [(vertex, other) for other in left - made]
        return ""

    def _short_cycle(self) -> str:
        size = len(self.graph) + (0 if self.question.closed else 1)
        seen = set[int]()
        for origin in sorted(self.made):
            walk, previous = [origin], None
            while len(self.made[walk[-1]]) == 2 and walk[-1] not in seen:
                onward = next(v for v in sorted(self.made[walk[-1]]) if v != previous)
                previous = walk[-1]
                if onward != origin:
                    walk.append(onward)
                    continue
                if len(walk) == size:
                    return ""
                squares = [vertex for vertex in walk if vertex != APEX]
                names = ", ".join(map(self.graph.name_of, squares[:MOST_NAMED]))
                if len(squares) > MOST_NAMED:
                    names += f", … ({len(squares)} squares)"
                whole = "cycle" if len(squares) == len(walk) else "path"
                return f"{names} would be a {whole} of their own"
            seen.update(walk)
        return ""

    def _pieces(self) -> str:
        # If no move was dropped, in_pieces() of the question itself has the answer.
        if not self.is_small or not self.has_dropped:
            return ""
        names = [self.graph.name_of(vertex) for vertex in range(len(self.graph))]
        if not self.question.closed:
            names.append("its ends")  # the apex is the vertex after the last
        squares = range(len(self.graph))
        pairs = [(v, other % len(names)) for v in squares for other in self.left_at(v)]
        ends = np.array(pairs, dtype=np.int64).reshape(-1, 2)
        rest = Graph(ends[:, 0], ends[:, 1], len(names), labels=names)
        return str(in_pieces(Question(rest)) or "")
