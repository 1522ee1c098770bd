"""The first tour of a search that begins again: patience doubles, and ties are broken anew.

How long a search takes hangs on its first choices, and now and then it takes a million times as
long as usual. Beginning again after a while spares most of that; as the patience doubles, a search
that has to visit everything takes at most four times as long.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.engines.search.instances import Search
from babieca.errors import NotFoundError
from babieca.limits import Limits
from babieca.progress import Report


@dataclass(frozen=True)
class FirstTour:
    """What came of it: a tour, none at all (`complete`), or nothing within the limits."""

    order: NDArray[np.integer[Any]] | None
    complete: bool
    nodes: int
    restarts: int

    @property
    def statistics(self) -> dict[str, int | float | str]:
        return {"nodes": self.nodes, "restarts": self.restarts}


def first_tour(
    search: Callable[[int], Search], limits: Limits, *, usual: float, nodes: int
) -> FirstTour:
    """Search, as `search` prepares it for each restart, for `nodes` squares and then twice as many.

    Without a timeout it gives up after the `usual` seconds; 0 means never.
    """
    seconds = limits.left(usual)
    end = time.monotonic() + (seconds or math.inf)
    entered = 0
    for restart in itertools.count():
        stream = _core.TourStream(search(restart).instance)
        calls, step = 2**restart, nodes
        if limits.nodes is not None:
            left = limits.nodes - entered
            step = min(nodes, left)
            calls = min(calls, -(-left // step))
        patience = _Patience(calls, end, limits.reporter(timed=False))
        try:
            found = stream.next(1, patience, step)
        except NotFoundError:
            entered += stream.tally()[0]
            if patience.late or entered >= (limits.nodes or math.inf):
                return FirstTour(None, False, entered, restart)
            continue
        order = np.asarray(found) if len(found) else None
        return FirstTour(order, order is None, entered + stream.tally()[0], restart)
    raise AssertionError("unreachable")


class _Patience:
    """Passes progress on, and ends a try after so many calls or when the time is over."""

    def __init__(self, calls: int, end: float, report: Report | None) -> None:
        self.late = False
        self._calls = calls
        self._end = end
        self._report = report

    def __call__(self, done: int, total: int) -> None:
        self._calls -= 1
        self.late = time.monotonic() > self._end
        if self.late or self._calls == 0:
            raise NotFoundError("out of patience")
        if self._report is not None:
            self._report(done, total)
