"""Contradictions in what a tour must and must not do, found where few moves are left.

Each takes time that grows with the words of the question, and with the board only where it is
small.
"""

from __future__ import annotations

from babieca.engines.theory import verdict_on
from babieca.questions import Question

LARGEST_SCANNED = 5000
"""On larger graphs only what the required and avoided moves touch is looked at."""

MOST_NAMED = 8
"""The squares of a longer cycle are not all named."""


def contradiction(question: Question) -> str:
    """Say why no tour makes and avoids these moves; nothing if no reason is plain.

    In a closed tour a square with only two moves left must use both; moves that become necessary
    that way must not meet three in a square nor close a cycle that misses squares. In a path a
    square with one move left must be an end, and there are two, of colours that allow it.

    >>> from babieca import Board
    >>> contradiction(Question.ask(Board(8, 8), through="d4-b3,d4-c2"))
    'a1, c2, d4, b3 would be a cycle of their own'
    """
    return _Forced(question).reason() if question.closed else _ends_contradict(question)


def _ends_contradict(question: Question) -> str:
    graph = question.graph
    made = _moves_made(question)
    for vertex, others in made.items():
        if len(others) > (1 if vertex in question.ends else 2):
            few = "two moves, being an end" if vertex in question.ends else "three moves"
            return f"{graph.name_of(vertex)} would have {few}"
    ends = forced_ends(question)
    if len(ends) > 2:
        names = ", ".join(map(graph.name_of, ends[:4]))
        return f"{names} would all have to be ends"
    if len(ends) < 2 or set(ends) == set(question.ends):
        return ""
    verdict = verdict_on(Question(graph, question.kind, start=ends[0], end=ends[1]))
    if verdict.answer != "no":
        return ""
    names = " and ".join(map(graph.name_of, ends))
    return f"{names} would have to be the ends, but {verdict.reason}"


def forced_ends(question: Question) -> list[int]:
    """Return the ends of a path that are given, and squares that can be nothing else.

    >>> from babieca import Board
    >>> board = Board(8, 8)
    >>> [board.name_of(v) for v in forced_ends(Question.ask(board, "path", avoiding="h8-f7"))]
    ['h8']
    """
    forced = _Forced(question)
    for vertex, others in _moves_made(question).items():
        if len(others) == (1 if vertex in question.ends else 2):
            for other in forced.left_of(vertex) - others:
                forced.left_of(other).discard(vertex)
                forced.touched.append(other)
    lone = {v for v in forced.touched if len(forced.left_of(v)) < 2 and len(question.graph) > 1}
    return sorted(lone | set(question.ends))


def _moves_made(question: Question) -> dict[int, set[int]]:
    made: dict[int, set[int]] = {}
    for u, v in question.required:
        made.setdefault(u, set()).add(v)
        made.setdefault(v, set()).add(u)
    return made


class _Forced:
    """The moves that must be made, and those that are left, at the squares looked at so far."""

    def __init__(self, question: Question) -> None:
        self.graph = question.graph
        self.avoiding = question.avoiding
        self.used: dict[int, set[int]] = {}
        self.left: dict[int, set[int]] = {}
        self.edges = sorted(question.required)
        touched = [vertex for edge in (*self.edges, *question.avoiding) for vertex in edge]
        small = len(self.graph) <= LARGEST_SCANNED
        self.touched = list(range(len(self.graph))) if small else touched

    def reason(self) -> str:
        while self.edges or self.touched:
            fault = self._make(*self.edges.pop()) if self.edges else self._look(self.touched.pop())
            if fault:
                return fault
        return self._own_cycle()

    def left_of(self, vertex: int) -> set[int]:
        if vertex not in self.left:
            near = self.graph.near(vertex)
            pairs = ((min(vertex, other), max(vertex, other)) for other in near)
            self.left[vertex] = {
                other for other, pair in zip(near, pairs, strict=True) if pair not in self.avoiding
            }
        return self.left[vertex]

    def _make(self, u: int, v: int) -> str:
        for here, there in ((u, v), (v, u)):
            made = self.used.setdefault(here, set())
            made.add(there)
            if len(made) > 2:
                return f"{self.graph.name_of(here)} would have three moves"
            if len(made) == 2:
                for other in self.left_of(here) - made:
                    self.left_of(other).discard(here)
                    self.touched.append(other)
                self.left[here] = set(made)
        return ""

    def _look(self, vertex: int) -> str:
        left, made = self.left_of(vertex), self.used.get(vertex, set())
        if len(left) < 2:
            return f"{self.graph.name_of(vertex)} would have fewer than two moves"
        if len(left) == 2 and made != left:
            self.edges += [(vertex, other) for other in left - made]
        return ""

    def _own_cycle(self) -> str:
        for origin in sorted(self.used):
            walk, previous = [origin], -1
            while len(self.used.get(walk[-1], ())) == 2:
                onward = next(v for v in sorted(self.used[walk[-1]]) if v != previous)
                previous = walk[-1]
                if onward == origin:
                    if len(walk) == len(self.graph):
                        return ""
                    names = ", ".join(map(self.graph.name_of, walk[:MOST_NAMED]))
                    rest = f", … ({len(walk)} squares)" if len(walk) > MOST_NAMED else ""
                    return f"{names}{rest} would be a cycle of their own"
                walk.append(onward)
        return ""
