"""What is asked of a way of finding, and what it answers.

Every method is a function ``(problem) -> Finding``. A module that offers methods lists them by name
in a dictionary ``METHODS``; a module that can serve boards and graphs without a construction also
offers ``best_effort(problem) -> Finding``, which `babieca.find` calls when ``method="auto"``.

Vertices are those of ``Problem.graph``: 0..n-1 over the squares that are not holes, in index order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from babieca.boards import Board
from babieca.graphs import Graph

Report = Callable[[int, int], None]
"""Called now and then with (done, total); total is 0 where it is not known."""


@dataclass(frozen=True)
class Problem:
    """One tour, please: where, of which kind, within which limits.

    Closed tours: `start` only says where the list of squares begins, `end` is None. Paths: `start`
    and `end` are the two ends where given. `first` is the second vertex of the list, given only
    together with `start`, and adjacent to it. `restarts` bounds the tries of methods that restart,
    `timeout` (seconds) the time of methods that search; None leaves it to the method. `options` are
    the method's own (the tie-breaks of Warnsdorff's rule, say).
    """

    where: Board | Graph
    closed: bool = False
    start: int | None = None
    end: int | None = None
    first: int | None = None
    restarts: int | None = None
    timeout: float | None = None
    progress: Report | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    seed: int | None = None

    @property
    def board(self) -> Board | None:
        """The board, or None where a plain graph was given."""
        return self.where if isinstance(self.where, Board) else None

    @cached_property
    def graph(self) -> Graph:
        """The graph of the moves, built when first asked for: constructions never ask."""
        return Graph.of(self.where)


@dataclass(frozen=True)
class Finding:
    """One of three answers: found (`order`), impossible (`proof`), not decided (neither).

    `statistics` is what the method counted on the way: restarts, backtracks, nodes, states, ...
    """

    order: NDArray[np.integer] | None = None
    proof: str | None = None
    statistics: Mapping[str, int | float | str] = field(default_factory=dict)


Method = Callable[[Problem], Finding]
