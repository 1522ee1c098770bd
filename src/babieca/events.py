"""Events of a search or a sweep, which `trace` yields one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from babieca.graphs import Graph

MEANINGS = {
    "start": "the first walk begins with `squares`; `kept` is left for the end",
    "restart": "another walk begins, with `squares`",
    "move": "the knight goes to `square`, chosen from `squares`, by `criterion` where there is one",
    "forced": "the knight goes to `square`: there was no other",
    "dead-end": "nowhere to go, the last square is no permitted end, or `squares` lack ways",
    "island": "`squares` can never be entered any more (W = 0)",
    "dangling": "`squares` could only be last (W = 1), and cannot all be",
    "divided": "`squares` are cut off from the knight",
    "known": "an equivalent walk was counted before: the same squares, the same last one",
    "backtrack": "the last square is given up; the knight is on `square` again",
    "joined": "the two `squares` must stand beside each other: one of them has no other way left",
    "ride": "the knight goes on along `squares`, which were joined before",
    "found": "a tour: `squares` in its order, where the method sees it",
    "exhausted": "everything was tried",
    "gave-up": "the limits of the method were reached",
}
"""The events and their meanings."""


@dataclass(frozen=True, slots=True)
class Counters:
    """The work so far: squares entered, squares given up, restarts, tours found."""

    nodes: int = 0
    backtracks: int = 0
    restarts: int = 0
    tours: int = 0


@dataclass(frozen=True, slots=True)
class Event:
    """One event; see `MEANINGS`. Squares are labels: tuples on a board.

    `depth` is the length of the walk after the event, in squares. `twin` is the square of the
    second knight. `criterion` decided among `squares`; it is "order" if all criteria were tied.

    >>> from babieca import Board, trace
    >>> events = [*trace(Board(5, 5), "path", start="a1", limit=2)]
    >>> [(event.what, event.square, event.depth) for event in events]
    [('start', (0, 0), 1), ('move', (2, 1), 2)]
    """

    what: str
    counters: Counters
    depth: int = 0
    square: Any = None
    squares: tuple[Any, ...] = ()
    criterion: str | None = None
    kept: Any = None
    twin: Any = None

    def to_json(self, graph: Graph) -> dict[str, Any]:
        """Return the event as plain values, without empty fields.

        >>> from babieca.boards import Board
        >>> event = Event("forced", Counters(nodes=2), 2, (2, 1), ((2, 1),))
        >>> event.to_json(Graph.of(Board(8, 8)))
        {'event': 'forced', 'depth': 2, 'square': 'b3', 'squares': ['b3'], 'nodes': 2,
         'backtracks': 0, 'restarts': 0, 'tours': 0}
        """
        record: dict[str, Any] = {"event": self.what, "depth": self.depth}
        for name in ("square", "kept", "twin"):
            if (label := getattr(self, name)) is not None:
                record[name] = _plain(graph, label)
        if self.squares:
            record["squares"] = [_plain(graph, label) for label in self.squares]
        if self.criterion is not None:
            record["criterion"] = self.criterion
        return record | asdict(self.counters)


@dataclass(frozen=True, slots=True)
class Example:
    """A state of a layer, which `ways` ways reach.

    `types` are the moves made so far at each slot. `fragments` are pairs of squares: the ends of
    each fragment.
    """

    types: tuple[int, ...]
    fragments: tuple[tuple[Any, Any], ...]
    ways: int


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
    retired: Any
    slots: tuple[Any, ...]
    states: int
    examples: tuple[Example, ...]

    def to_json(self, graph: Graph) -> dict[str, Any]:
        """Return the layer as plain values."""
        record: dict[str, Any] = {"event": "layer", "step": self.step}
        if self.retired is not None:
            record["retired"] = _plain(graph, self.retired)
        record["slots"] = [_plain(graph, label) for label in self.slots]
        record["states"] = self.states
        record["examples"] = [
            {
                "types": list(example.types),
                "fragments": [[_plain(graph, end) for end in ends] for ends in example.fragments],
                "ways": str(example.ways),
            }
            for example in self.examples
        ]
        return record


APEX = "apex"
"""The added vertex that joins the two ends of a path."""

Happened = Event | Layer


def labels(graph: Graph, vertices: Sequence[int]) -> tuple[Any, ...]:
    """Return the labels of vertices; the apex is "apex", and -1 is None.

    >>> from babieca.boards import Board
    >>> labels(Graph.of(Board(3, 4)), [0, -1, 12])
    ((0, 0), None, 'apex')
    """
    return tuple(_label(graph, int(vertex)) for vertex in vertices)


def _label(graph: Graph, vertex: int) -> Any:
    if vertex < 0:
        return None
    return APEX if vertex == len(graph) else graph.label(vertex)


def _plain(graph: Graph, label: Any) -> Any:
    if label is None or label is APEX:
        return label
    return graph.plain_label(graph.vertex(label))
