"""Fractions: the closed tours through a square, divided by its two neighbours in the tour.

Seed 000 divides its search this way: its tables 3 to 6 list the fractions of square 28, the pairs
that a reflection makes equal, and the few that remain to be explored; table 8 gives their sizes.
Here the same comes out for any square of any board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from babieca.boards import Board
from babieca.counting.count import count_report
from babieca.counting.questions import Edge, parse_edges
from babieca.counting.symmetric import keeping, representatives
from babieca.counting.tables import edge_labels, image_of_pair, named, neighbour_pairs
from babieca.errors import BadInputError
from babieca.graphs import Graph


@dataclass(frozen=True)
class Fraction:
    """The closed tours in which `start` lies between `first` and `last`, in either direction.

    `equal_to` is the pair, this one or an earlier one, whose number is the same by `symmetry`.
    `impossible` says why there are none, if that is plain at once. `tours` is None until counted.
    """

    first: Any
    last: Any
    equal_to: tuple[Any, Any]
    symmetry: str
    impossible: str
    tours: int | None = None

    @property
    def explored(self) -> bool:
        """Whether this one has to be counted."""
        return not self.impossible and self.equal_to == (self.first, self.last)


def fractions(
    board_or_graph: Board | Graph, *, start: Any, count: bool = False, **options: Any
) -> list[Fraction]:
    """List the fractions of a square; with `count=True` also count them.

    The options are those of `count`; `through` and `avoiding` also decide which symmetries remain.

    >>> found = fractions(Board(8, 8), start="d4")
    >>> len(found), sum(not f.impossible for f in found), sum(f.explored for f in found)
    (28, 27, 15)
    >>> [f.tours for f in fractions(Board(6, 6), start="a1", count=True)]
    [9862]
    """
    graph = Graph.of(board_or_graph)
    origin = graph.vertex(start)
    pairs = list(neighbour_pairs(graph, origin))
    if not pairs:
        raise BadInputError("the square has fewer than two moves: no closed tour passes through it")
    through = parse_edges(graph, options.get("through", ()))
    avoiding = parse_edges(graph, options.get("avoiding", ()))
    symmetries = keeping(graph, through, avoiding, vertices=[origin])
    equal = representatives(pairs, symmetries, image_of_pair)
    labels = graph.labels
    counted: dict[Edge, int] = {}
    result = []
    for pair in pairs:
        (u, v), symmetry = equal[pair]
        reason = short_cycle(graph, [(origin, pair[0]), (origin, pair[1])])
        if count and (u, v) not in counted:
            edges = through | {(min(origin, w), max(origin, w)) for w in (u, v)}
            own = {**named(options, f"{u}-{v}"), "through": edge_labels(graph, edges)}
            counted[u, v] = 0 if reason else count_report(graph, **own).value
        result.append(
            Fraction(
                labels[pair[0]],
                labels[pair[1]],
                (labels[u], labels[v]),
                symmetry,
                reason,
                counted.get((u, v)),
            )
        )
    return result


def short_cycle(graph: Graph, edges: list[Edge]) -> str:
    """Say why no closed tour uses these edges, or return nothing if no reason is plain.

    A square with only two moves left must use both; edges that become necessary that way must not
    meet three in a square nor close a cycle that misses squares.

    >>> from babieca.boards import Board
    >>> short_cycle(Graph.from_board(Board(8, 8)), [(27, 10), (27, 17)])
    'a1, c2, d4, b3 would be a cycle of their own'
    """
    used: list[set[int]] = [set() for _ in range(len(graph))]
    left = [set(graph.neighbours(vertex).tolist()) for vertex in range(len(graph))]
    waiting = list(edges)
    while waiting:
        u, v = waiting.pop()
        if v in used[u]:
            continue
        used[u].add(v)
        used[v].add(u)
        for vertex in (u, v):
            if len(used[vertex]) > 2:
                return f"{_name(graph, vertex)} would have three moves"
            if len(used[vertex]) == 2:
                for other in left[vertex] - used[vertex]:
                    left[other].discard(vertex)
                left[vertex] = set(used[vertex])
        for vertex in range(len(graph)):
            if len(left[vertex]) < 2:
                return f"{_name(graph, vertex)} would have fewer than two moves"
            if len(left[vertex]) == 2 and used[vertex] != left[vertex]:
                waiting += [(vertex, other) for other in left[vertex]]
    return _closed_component(graph, used)


def _closed_component(graph: Graph, used: list[set[int]]) -> str:
    for origin in range(len(graph)):
        walk, previous = [origin], -1
        while len(used[walk[-1]]) == 2:
            onward = next(vertex for vertex in sorted(used[walk[-1]]) if vertex != previous)
            previous = walk[-1]
            if onward == origin:
                if len(walk) == len(graph):
                    return ""
                names = ", ".join(_name(graph, vertex) for vertex in walk)
                return f"{names} would be a cycle of their own"
            walk.append(onward)
    return ""


def _name(graph: Graph, vertex: int) -> str:
    label = graph.labels[vertex]
    return graph.board.name_of(label) if graph.board is not None else str(label)  # type: ignore[arg-type]
