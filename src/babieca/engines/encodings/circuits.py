"""`Circuit`: a question as circuits of arcs, in which every solver's format is written.

A closed tour is a circuit. A path becomes a circuit through one more vertex, the *apex*, from which
it starts and to which it ends. A circuit has a direction; where the question asks for undirected
tours, `one_way` keeps one direction of each: the anchor's successor is less than its predecessor.
So circuits and tours correspond one to one.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, replace

from babieca.edges import Edge
from babieca.errors import BadInputError
from babieca.invariants import image_of_pair, vertex_image
from babieca.questions import Question

LEAST_SQUARES = 3


@dataclass
class Circuit:
    """The circuits of a question: exactly one arc leaves each vertex, and one enters it.

    arcs        pairs of vertices; a circuit is a set of arcs, each known by its position here
    anchor      the vertex with position 0
    positions   positions that vertices must have: how many arcs after the anchor
    forced      arcs that are used
    through     pairs of arcs, one of which is used
    apart       pairs of arcs, not both of which are used
    implied     an arc, and arcs one of which is used if it is
    one_way     whether the anchor's successor must be less than its predecessor
    """

    question: Question
    size: int
    anchor: int
    arcs: list[Edge] = field(default_factory=list)
    positions: dict[int, int] = field(default_factory=dict)
    forced: list[int] = field(default_factory=list)
    through: list[list[int]] = field(default_factory=list)
    apart: list[tuple[int, int]] = field(default_factory=list)
    implied: list[tuple[int, list[int]]] = field(default_factory=list)
    one_way: bool = False

    def __post_init__(self) -> None:
        self.leaving: list[list[int]] = [[] for _ in range(self.size)]
        self.entering: list[list[int]] = [[] for _ in range(self.size)]
        for arc, (u, v) in enumerate(self.arcs):
            self.leaving[u].append(arc)
            self.entering[v].append(arc)

    @property
    def title(self) -> str:
        """The question in one line, whatever the labels of the graph are."""
        return " ".join(str(self.question).split())

    def name(self, vertex: int) -> str:
        """Return the name of a vertex in one word; the apex has none."""
        return "_".join(self.question.graph.toured.name_of(vertex).split())

    def described(self, arc: int) -> str:
        """Say what an arc means: a move, or the first or last square of a path."""
        u, v = self.arcs[arc]
        apex = None if self.question.closed else self.anchor
        if u == apex:
            return f"starts at {self.name(v)}"
        return f"ends at {self.name(u)}" if v == apex else f"moves {self.name(u)} {self.name(v)}"


def circuit_of(question: Question) -> Circuit:
    """Return the circuits of a question.

    >>> from babieca.boards import Board
    >>> circuit = circuit_of(Question.ask(Board(3, 4), "path", start="a1"))
    >>> circuit.size, len(circuit.arcs), circuit.described(circuit.leaving[12][0])
    (13, 40, 'starts at a1')
    """
    graph, parts = question.graph, question.graph.parts
    size = len(graph.toured)
    if size < LEAST_SQUARES:
        raise BadInputError("export_too_small", least=LEAST_SQUARES, count=size)

    def ways(edge: Edge) -> list[Edge]:
        """Return the arcs of an edge: of a directed graph one, from exit to entry."""
        u, v = (vertex // parts for vertex in graph.in_direction(edge))
        return [(u, v)] if graph.toured.directed else [(u, v), (v, u)]

    edges = graph.moves()
    arcs = [arc for edge in edges if edge not in question.avoiding for arc in ways(edge)]
    begin = [vertex // parts for vertex in question.begin[::parts]]
    start = None if question.start is None else question.start // parts
    end = None if question.end is None else question.end // parts
    givens = {vertex // parts: step for step, vertex in question.givens.items()}
    positions: dict[int, int] = {}
    if question.closed:
        anchor = 0 if start is None and not question.at else next(iter(givens))
        if question.at:
            positions = {v: (step - givens[anchor]) % size for v, step in givens.items()}
    else:
        anchor = size
        arcs += [(anchor, v) for v in (range(size) if start is None else [start]) if v != end]
        arcs += [(v, anchor) for v in (range(size) if end is None else [end]) if v != start]
        if question.at:
            positions = {v: step + 1 for v, step in givens.items()}
    at = {arc: number for number, arc in enumerate(arcs)}
    through = [[at[arc] for arc in ways(edge)] for edge in sorted(question.through - graph.forced)]
    forced = [at[arc] for arc in itertools.pairwise(begin)]
    forced += [some[0] for some in through if len(some) == 1]
    fixed = graph.toured.directed or replace(question, directed=True).multiplicity == 1
    circuit = Circuit(
        question,
        size if question.closed else size + 1,
        anchor,
        arcs,
        positions,
        forced,
        [some for some in through if len(some) == 2],
        one_way=not fixed and not question.directed,
    )
    if question.kind == "open":
        ends = (((anchor, v), (u, anchor)) for edge in edges for u, v in ways(edge))
        circuit.apart = [(at[one], at[other]) for one, other in ends if {one, other} <= at.keys()]
    if question.symmetry is not None and graph.board is not None:
        if question.symmetry.style is not None:
            raise BadInputError("export_style")
        image = vertex_image(graph.board, question.symmetry.symmetry)
        for arc, (u, v) in enumerate(arcs):
            if size not in (u, v):
                images = [at[way] for way in ways(image_of_pair((u, v), image)) if way in at]
                if arc not in images:
                    circuit.implied.append((arc, images))
    return circuit
