"""Turn the records of the core's log into events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babieca.events import Counters, Event, labels
from babieca.questions import Question

HAPPENINGS: tuple[str, ...] = (
    "start",
    "move",
    "forced",
    "dead-end",
    "island",
    "dangling",
    "divided",
    "known",
    "backtrack",
    "found",
    "joined",
    "ride",
)
"""The core's `Happening`, in its order."""

Records = NDArray[np.int32]


class Reader:
    """Turns records into events; `counters` are those after the last event.

    `starts`: the method counts the first square of a walk as entered. `criteria`: the names of the
    criteria that decide a move. `twin`: for every vertex, the square of the second knight.
    """

    def __init__(
        self,
        question: Question,
        *,
        starts: bool,
        criteria: Sequence[str] = (),
        twin: Sequence[int] = (),
    ) -> None:
        self.counters = Counters()
        self._graph = question.graph
        self._starts = starts
        self._criteria = (*criteria, "order") if criteria else ()
        self._twin = twin
        self._began = False

    def events(self, records: Records, tour: Sequence[int] = ()) -> Iterator[Event]:
        """Yield the events of records; `tour` is the tour that the last record found, if any."""
        numbers, at = records.tolist(), 0
        while at < len(numbers):
            code, square, depth, detail, count = numbers[at : at + 5]
            at += 5 + count
            yield self._event(
                HAPPENINGS[code], square, depth, detail, numbers[at - count : at], tour
            )

    def ended(self, what: str, tour: Sequence[int] = ()) -> Event:
        """Return the event that ends a trace."""
        return Event(what, self.counters, len(tour), None, labels(self._graph, tour))

    def _event(
        self,
        what: str,
        square: int,
        depth: int,
        detail: int,
        squares: Sequence[int],
        tour: Sequence[int],
    ) -> Event:
        before = self.counters
        kept = criterion = None
        if what == "start":
            kept = detail
            if self._began:
                what = "restart"
                before = replace(before, restarts=before.restarts + 1)
            self._began = True
            self.counters = replace(before, nodes=before.nodes + self._starts)
        elif what in ("move", "forced"):
            self.counters = replace(before, nodes=before.nodes + 1)
            if what == "move" and self._criteria:
                criterion = self._criteria[detail]
        elif what == "backtrack":
            self.counters = replace(before, backtracks=before.backtracks + 1)
        elif what == "found":
            self.counters = replace(before, tours=before.tours + max(1, detail))
            squares = tour or squares
        elif what == "known":
            self.counters = replace(before, tours=before.tours + detail)
        return Event(
            what,
            self.counters,
            depth,
            self._label(square),
            labels(self._graph, squares),
            criterion,
            self._label(kept),
            self._label(self._twin[square]) if len(self._twin) and square >= 0 else None,
        )

    def _label(self, vertex: int | None) -> Any:
        return None if vertex is None or vertex < 0 else self._graph.label(vertex)
