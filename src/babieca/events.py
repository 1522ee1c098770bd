"""Events of a search or a sweep, which `trace` yields one by one."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from babieca.as_json import Big, Label, record_of
from babieca.graphs import Graph
from babieca.reasons import Reason


@dataclass(frozen=True, slots=True)
class Counters:
    """The work so far: squares entered, squares given up, restarts, tours found."""

    nodes: int = 0
    backtracks: int = 0
    restarts: int = 0
    tours: int = 0


@dataclass(frozen=True, slots=True)
class Event:
    """One event; docs/tracing.md lists them. Squares are labels: tuples on a board.

    `depth` is the length of the walk after the event, in squares. `kept` stays free for its end,
    `twin` is the second knight's square. By method steps, `square` is at `step`, and `depth` counts
    the squares that have a step. `criterion` decided among `squares`; "order": all tied.
    `proof` says why there is no tour, if no square was entered.

    >>> from babieca import Board, trace
    >>> events = [*trace(Board(5, 5), "path", start="a1", limit=2)]
    >>> [(event.what, event.square, event.depth) for event in events]
    [('start', (0, 0), 1), ('move', (2, 1), 2)]
    """

    what: str
    counters: Counters
    depth: int = 0
    square: Label = None
    kept: Label = None
    twin: Label = None
    squares: tuple[Label, ...] = ()
    step: int | None = None
    criterion: str | None = None
    proof: Reason | None = None

    def to_json(self, graph: Graph) -> dict[str, Any]:
        """Return the event as plain values, without empty fields.

        >>> from babieca.boards import Board
        >>> event = Event("forced", Counters(nodes=2), 2, (2, 1), squares=((2, 1),))
        >>> event.to_json(Graph.of(Board(8, 8)))
        {'event': 'forced', 'depth': 2, 'square': 'b3', 'squares': ['b3'], 'nodes': 2,
         'backtracks': 0, 'restarts': 0, 'tours': 0}
        """
        told = record_of(self, name=partial(_plain, graph))
        what, counters = told.pop("what"), told.pop("counters")
        if not self.squares:
            del told["squares"]
        return {"event": what, **told, **counters}


@dataclass(frozen=True, slots=True)
class Example:
    """A state of a layer; `ways` counts the partial tours that reach it.

    `sources` are the positions, among the examples of the layer before, of the states that lead to
    it. If all states of that layer are examples, the ways of the sources add up to `ways`.
    """

    types: tuple[int, ...]  # the moves made so far at each slot
    fragments: tuple[tuple[Label, Label], ...]  # the squares at the ends of each fragment
    ways: Big
    sources: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer of the frontier sweep.

    `retired` is the vertex that retired last, `slots` the vertex in each slot (None: free),
    `states` the number of states, `examples` the states that the most ways reach. Paths are cycles
    through one more vertex, the `APEX`.

    >>> from babieca import Board, trace
    >>> layers = [*trace(Board(5, 6), method="sweep", limit=4)]
    >>> layers[3].retired, layers[3].states
    ((4, 0), 5)
    """

    step: int
    retired: Label = field(default=None, kw_only=True)
    slots: tuple[Label | None, ...]
    states: int
    examples: tuple[Example, ...]

    def to_json(self, graph: Graph) -> dict[str, Any]:
        return {"event": "layer", **record_of(self, name=partial(_plain, graph))}


APEX = "apex"
"""The added vertex that joins the two ends of a path."""

Happened = Event | Layer


def labels(graph: Graph, vertices: Sequence[int]) -> tuple[Any, ...]:
    """Return the labels of vertices; the apex is "apex", and -1 is None.

    >>> from babieca.boards import Board
    >>> labels(Graph.of(Board(3, 4)), [0, -1, 12])
    ((0, 0), None, 'apex')
    """
    special = {-1: None, len(graph): APEX}
    return tuple(
        special[vertex] if vertex in special else graph.label(vertex)
        for vertex in map(int, vertices)
    )


def _plain(graph: Graph, label: Any) -> Any:
    return label if label is None or label is APEX else graph.plain_label(graph.vertex(label))
