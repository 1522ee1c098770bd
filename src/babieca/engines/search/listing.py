"""Tours one after another, each found on demand.

Closed tours are sorted by first move, then by last square, then by the other moves (after a
beginning of more than two squares: by the moves after it); paths by start, then by their moves.
Moves compare by the move order. With the move orders `fixed`, `clockwise` and `index` the sequence
does not depend on the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.engines.branches import (
    Branch,
    Walked,
    even_parts,
    limited,
    list_branches,
    paths_of,
)
from babieca.engines.search.instances import RulesLike, Search, search_for
from babieca.engines.search.move_orders import OrderLike
from babieca.limits import Limits
from babieca.questions import Question

LARGEST_BATCH = 4096


def list_found(
    question: Question,
    limits: Limits,
    *,
    most: int | None = None,
    rules: RulesLike = "default",
    move_order: OrderLike = "fixed",
) -> Iterator[NDArray[np.int32]]:
    """Return the tours as rows of vertices, in batches that grow from one row to 4096.

    >>> from babieca.boards import Board
    >>> sum(len(batch) for batch in list_found(Question.ask(Board(5, 6)), Limits()))
    8
    """
    if limits.executor is not None:
        whole = SearchBranch.whole(question, rules, move_order, listing=True)
        return limited(list_branches(whole, limits.executor, limits), most)
    return batches(search_for(question, rules=rules, order=move_order), limits, most=most)


def batches(
    search: Search, limits: Limits, *, most: int | None = None
) -> Iterator[NDArray[np.int32]]:
    """Yield the tours of a search in batches."""
    stream = _core.TourStream(search.instance)
    return grown(stream.next, len(search.question.graph), limits, most)


def grown(
    following: Callable[..., NDArray[Any]], width: int, limits: Limits, most: int | None
) -> Iterator[NDArray[np.int32]]:
    """Yield rows from `following(count, report)` in growing batches.

    Fewer rows than `count` mean that there are no more.
    """
    size, left, report, found = 1, most, limits.reporter(), 0
    while left is None or left > 0:
        wanted = size if left is None else min(size, left)
        batch = following(wanted, report).reshape(-1, max(width, 1))
        if len(batch):
            yield batch
        if len(batch) < wanted:
            return
        found += len(batch)
        if report is not None:
            report(found, 0)  # a short batch ends before the core reports
        size = min(2 * size, LARGEST_BATCH)
        left = None if left is None else left - len(batch)


@dataclass(frozen=True, kw_only=True)
class SearchBranch(Branch):
    """Some branches of a search with its rules and its move order."""

    rules: RulesLike
    move_order: OrderLike
    fingerprint: str

    @classmethod
    def whole(
        cls, question: Question, rules: RulesLike, move_order: OrderLike, listing: bool
    ) -> SearchBranch:
        """Return the whole tree."""
        search = search_for(question, rules=rules, order=move_order)
        roots = paths_of(_core.TourCount(search.instance, 1).tasks()[::-1])
        return cls(
            question=question,
            rules=rules,
            move_order=move_order,
            fingerprint=search.fingerprint,
            paths=roots,
            listing=listing,
            parts=even_parts(roots),
        )

    @property
    def search(self) -> str:
        """The fingerprint of the question, the rules and the move order."""
        return self.fingerprint

    def run(self, limits: Limits) -> Walked:
        """Walk until `nodes` are entered."""
        search = search_for(self.question, rules=self.rules, order=self.move_order)
        tasks = [(root, list(path)) for root, path in self.paths]
        tally, left, squares = _core.walk_branches(
            search.instance, tasks, self.nodes, self.listing, limits.reporter()
        )
        rows = squares.reshape(-1, max(len(self.question.graph), 1)) if self.listing else None
        return Walked(tuple(tally), paths_of(left), rows)
