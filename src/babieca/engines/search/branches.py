"""The search tree in pieces, for many machines: branches, walked so far and handed back.

A branch is walked until it has entered so many nodes; what is untried then comes back and is dealt
out again, in more pieces while workers idle. No piece is ever longer than that, however uneven the
branches are, and the same piece gives the same answer on every machine.
"""

from __future__ import annotations

import hashlib
import heapq
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.engines.search.instances import RulesLike, Search, search_for
from babieca.engines.search.move_orders import OrderLike
from babieca.engines.search.tallies import Tally
from babieca.jobs import Crew, Job
from babieca.limits import Limits
from babieca.questions import Question

FIRST_NODES = 2**12
"""Enough to find as many branches as there are workers, as a rule."""

FEW_NODES, MANY_NODES = 2**17, 2**21
"""Of a piece while workers idle, and while all are busy: a fraction of a second, and a second."""

Paths = tuple[tuple[int, tuple[int, ...]], ...]
"""Parts of the tree: the number of a root, and the squares from there; see the core's `Task`."""


@dataclass(frozen=True)
class Walked:
    """What a piece gave, in the order of the search: tallies, tours if they are listed, the rest.

    Every tour of the piece is counted in `tally` or below exactly one of `left`.
    """

    tally: tuple[int, ...]
    left: Paths
    rows: NDArray[np.int32] | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Branch(Job[Walked]):
    """Some branches of a search, to be walked until `nodes` are entered."""

    question: Question
    rules: RulesLike
    move_order: OrderLike
    fingerprint: str
    paths: Paths
    nodes: int = FIRST_NODES
    listing: bool = False
    where: tuple[int, ...] = ()

    @classmethod
    def whole(
        cls, question: Question, rules: RulesLike, move_order: OrderLike, listing: bool
    ) -> Branch:
        """Return the whole tree."""
        search = search_for(question, rules=rules, order=move_order)
        roots = _paths(_core.TourCount(search.instance, 1).tasks()[::-1])
        return cls(question, rules, move_order, search.fingerprint, roots, listing=listing)

    @property
    def key(self) -> str:
        """The search, the branches and how far they are walked."""
        branches = hashlib.sha256(repr(self.paths).encode()).hexdigest()[:32]
        return f"{self.fingerprint}-{branches}-{self.nodes:x}{'-rows' if self.listing else ''}"

    @property
    def place(self) -> tuple[int, ...]:
        """Where its tours stand among all."""
        return self.where

    def run(self, limits: Limits) -> Walked:
        """Walk."""
        search: Search = search_for(self.question, rules=self.rules, order=self.move_order)
        tasks = [(root, list(path)) for root, path in self.paths]
        tally, left, squares = _core.walk_branches(
            search.instance, tasks, self.nodes, self.listing, limits.reporter()
        )
        rows = squares.reshape(-1, max(len(self.question.graph), 1)) if self.listing else None
        return Walked(tuple(tally), _paths(left), rows)

    def divided(self, walked: Walked, wanted: int) -> list[Branch]:
        """Return what is left in at most so many pieces: the last ones, the largest, alone."""
        if not walked.left:
            return []
        alone = min(wanted, len(walked.left)) - 1
        first = len(walked.left) - alone
        pieces = [walked.left[:first], *((path,) for path in walked.left[first:])]
        nodes = FEW_NODES if wanted > 1 else MANY_NODES
        # A piece that goes on alone keeps the place of what it continues.
        places = [self.where] if alone == 0 else [(*self.where, n) for n in range(len(pieces))]
        return [
            replace(self, paths=paths, nodes=nodes, where=place)
            for paths, place in zip(pieces, places, strict=True)
        ]

    def to_json(self, answer: Walked) -> Any:
        """Return tallies and what is left; tours are not kept."""
        return None if self.listing else {"tally": answer.tally, "left": answer.left}

    def from_json(self, record: Any) -> Walked:
        """Return the answer again."""
        return Walked(tuple(record["tally"]), _paths(record["left"]))


def visit_branches(whole: Branch, crew: Crew, limits: Limits) -> Tally:
    """Return the tally of the whole tree, walked by a crew."""
    tallies = (walked.tally for _, walked in crew.deal([whole], limits, Branch.divided))
    total: list[int] = []
    for tally in tallies:
        total = [a + b for a, b in zip(total or [0] * len(tally), tally, strict=True)]
    return Tally.of(total)


def list_branches(
    whole: Branch, crew: Crew, limits: Limits, most: int | None
) -> Iterator[NDArray[np.int32]]:
    """Yield the tours of the whole tree, walked by a crew, in the order of one machine."""
    unfinished = [whole.where]
    number = itertools.count()
    ready: list[tuple[tuple[int, ...], int, NDArray[np.int32]]] = []

    def divided(branch: Branch, walked: Walked, wanted: int) -> Sequence[Branch]:
        pieces = branch.divided(walked, wanted)
        unfinished.remove(branch.where)
        unfinished.extend(piece.where for piece in pieces)
        return pieces

    for branch, walked in crew.deal([whole], limits, divided):
        assert walked.rows is not None
        heapq.heappush(ready, (branch.place, next(number), walked.rows))
        soonest = min(unfinished, default=None)
        while ready and (soonest is None or ready[0][0] <= soonest):
            rows = heapq.heappop(ready)[2]
            if most is not None:
                rows = rows[:most]
                most -= len(rows)
            if len(rows):
                yield rows
            if most == 0:
                return


def _paths(tasks: Sequence[Any]) -> Paths:
    return tuple((int(root), tuple(map(int, path))) for root, path in tasks)
