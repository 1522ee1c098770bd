"""What a count will take, before it is begun: order, slots, counters, bytes, time."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from babieca import _core
from babieca.boards import Board
from babieca.counting.engines import MOST_BLOCK_SLOTS, Job
from babieca.counting.questions import KINDS, Question, parse_edges
from babieca.errors import BadInputError
from babieca.graphs import Graph
from babieca.orders import checked_order
from babieca.threads import threads_or_all

SLOT_NAMES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class SweepPlan:
    """The sweep of one count. Per-layer lists have one entry more than there are steps."""

    graph: Graph
    kind: str
    order: list[Any]  # labels, in the order in which they retire
    slots: int
    occupied: list[int]  # slots in use, per layer
    layers: list[list[int]]  # the vertex in each slot, per layer; -1 free, len(graph) the apex
    counters: list[int] | None  # per layer; None: too wide for blocks
    threads: int
    _plan: _core.CountingPlan | None

    @property
    def total_counters(self) -> int | None:
        """Over all layers: the work."""
        return None if self._plan is None else self._plan.total_counters

    @property
    def peak_counters(self) -> int | None:
        """Of the largest layer: the memory."""
        return None if self._plan is None else self._plan.peak_counters

    def bytes_needed(self, *, counter_bits: int = 64, in_place: bool = True) -> int | None:
        """Return the bytes that counting by blocks allocates at most."""
        if self._plan is None:
            return None
        return self._plan.bytes_needed(counter_bits // 8, self.threads, in_place)

    def estimated_seconds(self) -> float | None:
        """Return a guess from the speed of a small count made now; one modulus, no other load."""
        if self._plan is None:
            return None
        return self._plan.total_counters / counters_per_second() / self.threads

    def picture(self, layer: int | None = None) -> str:
        """Draw a layer of a board in two dimensions: retired squares `#`, slots, the rest `.`.

        Without a layer, the first one of the largest.

        >>> print(plan(Board(6, 4)).picture(6))
        . . . .
        . . . .
        . 2 . 0
        7 1 5 3
        # 4 # 6
        # # # #
        """
        board = self.graph.board
        if board is None or board.dimensions != 2:
            raise BadInputError("only boards in two dimensions have a picture")
        sizes = self.counters or self.occupied
        chosen = sizes.index(max(sizes)) if layer is None else layer
        marks = dict.fromkeys(self.order[:chosen], "#")
        for slot, vertex in enumerate(self.layers[chosen]):
            if 0 <= vertex < len(self.graph):
                marks[self.graph.labels[vertex]] = SLOT_NAMES[slot]
        rows, columns = board.sides
        hole = set(board.holes)
        return "\n".join(
            " ".join(
                " " if (r, c) in hole else marks.get((r, c), ".") for c in range(columns)
            ).rstrip()
            for r in reversed(range(rows))
        )


def plan(
    board_or_graph: Board | Graph,
    kind: str = "closed",
    *,
    start: Any = None,
    end: Any = None,
    through: Iterable[Any] = (),
    avoiding: Iterable[Any] = (),
    order: Any = None,
    threads: int | None = 1,
) -> SweepPlan:
    """Plan a count without counting; arguments as in `count`, but for one thread by default.

    >>> found = plan(Board(8, 8))
    >>> found.slots, found.peak_counters, found.total_counters
    (16, 288102672, 9355175390)
    """
    graph = Graph.of(board_or_graph)
    if kind not in KINDS:
        raise BadInputError(f"kind is one of {', '.join(KINDS)}, not {kind!r}")
    vertices = None if order is None else checked_order(graph, order)
    question = Question(
        graph,
        paths=kind != "closed",
        start=-1 if start is None else graph.vertex(start),
        end=-1 if end is None else graph.vertex(end),
        through=parse_edges(graph, through),
        avoiding=parse_edges(graph, avoiding),
    )
    job = Job(question, order=vertices)
    sweep, layers = job.sweep, job.sweep.occupants
    sizes = job.plan if sweep.slot_count <= MOST_BLOCK_SLOTS else None
    return SweepPlan(
        graph,
        kind,
        [graph.labels[vertex] for vertex in job.chosen_order.tolist()],
        sweep.slot_count,
        [sum(vertex >= 0 for vertex in layer) for layer in layers],
        layers,
        None if sizes is None else [layer.counters for layer in sizes.layers],
        threads_or_all(threads),
        sizes,
    )


def counters_per_second() -> float:
    """Measure the speed of one thread on a 6x6 board; a few hundredths of a second."""
    job = Job(Question(Graph.from_board(Board(6, 6)), paths=False))
    sweep, sizes = job.sweep, job.plan
    best = 0.0
    for _ in range(2):
        began = time.perf_counter()
        sweep.count_blocks(sizes, 0, 64, 1, True, "", 60.0, None)
        best = max(best, sizes.total_counters / (time.perf_counter() - began))
    return best
