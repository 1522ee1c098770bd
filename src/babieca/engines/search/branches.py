"""The search tree in pieces, for many machines: branches, walked so far and handed back.

A branch is walked until it has entered so many nodes; what is untried then comes back and is dealt
out again, in more pieces while workers idle. No piece is ever longer than that, however uneven the
branches are, and the same piece gives the same answer on every machine.

How far the whole is, nobody knows before its end. The guess is Knuth's of 1975: what branches from
one square is taken to be equally large. What was walked of a branch is not credited before all of
it is, so the guess is low at first, never goes back, and ends at the whole.
"""

from __future__ import annotations

import hashlib
import heapq
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.engines.search.instances import RulesLike, Search, search_for
from babieca.engines.search.move_orders import OrderLike
from babieca.engines.search.tallies import Tally
from babieca.jobs import Crew, Job, packed, unpacked
from babieca.limits import Limits
from babieca.questions import Question

FIRST_NODES = 2**12
"""Enough to find as many branches as there are workers, as a rule."""

FEW_NODES, MANY_NODES = 2**18, 2**23
"""Of a piece while workers idle, and while all are busy: a fraction of a second, and a second."""

Path = tuple[int, tuple[int, ...]]
Paths = tuple[Path, ...]
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
    parts: tuple[float, ...] = field(default=(), compare=False)

    @classmethod
    def whole(
        cls, question: Question, rules: RulesLike, move_order: OrderLike, listing: bool
    ) -> Branch:
        """Return the whole tree."""
        search = search_for(question, rules=rules, order=move_order)
        roots = _paths(_core.TourCount(search.instance, 1).tasks()[::-1])
        even = (1.0 / len(roots),) * len(roots) if roots else ()
        return cls(
            question, rules, move_order, search.fingerprint, roots, listing=listing, parts=even
        )

    @property
    def key(self) -> str:
        """The search, the branches and how far they are walked."""
        branches = hashlib.sha256(repr(self.paths).encode()).hexdigest()[:32]
        return f"{self.fingerprint}-{branches}-{self.nodes:x}{'-rows' if self.listing else ''}"

    @property
    def place(self) -> tuple[int, ...]:
        """Where its tours stand among all."""
        return self.where

    @property
    def part(self) -> float:
        """What part of the tree it is thought to be."""
        return sum(self.parts)

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
        parts = parts_of(dict(zip(self.paths, self.parts, strict=True)), walked.left)
        nodes = FEW_NODES if wanted > 1 else MANY_NODES
        # A piece that goes on alone keeps the place of what it continues.
        places = [self.where] if alone == 0 else [(*self.where, n) for n in range(len(pieces))]
        return [
            replace(
                self,
                paths=paths,
                nodes=nodes,
                where=place,
                parts=tuple(parts[path] for path in paths),
            )
            for paths, place in zip(pieces, places, strict=True)
        ]

    def to_json(self, answer: Walked) -> Any:
        """Return tallies, what is left, and the tours if they are listed."""
        record: dict[str, Any] = {"tally": answer.tally, "left": answer.left}
        return record if answer.rows is None else record | {"rows": packed(answer.rows)}

    def from_json(self, record: Any) -> Walked:
        """Return the answer again."""
        rows = unpacked(record["rows"], len(self.question.graph)) if self.listing else None
        return Walked(tuple(record["tally"]), _paths(record["left"]), rows)

    def agree(self, one: Walked, other: Walked) -> bool:
        """Whether two walks are the same, tour by tour where these are listed."""
        if one != other or one.rows is None or other.rows is None:
            return one == other
        return np.array_equal(one.rows, other.rows)


def parts_of(before: Mapping[Path, float], left: Paths) -> dict[Path, float]:
    """Return what part of the tree each path is that is left of others.

    >>> halves = {(0, (0, 5)): 0.5, (0, (0, 7)): 0.5}
    >>> parts_of(halves, ((0, (0, 7)), (0, (0, 5, 3)), (0, (0, 5, 4))))
    {(0, (0, 7)): 0.5, (0, (0, 5, 3)): 0.25, (0, (0, 5, 4)): 0.25}
    """
    parts = {path: before[path] for path in left if path in before}
    for origin, whole in before.items():
        root, begin = origin
        below = [
            path
            for path in left
            if path not in before and path[0] == root and path[1][: len(begin)] == begin
        ]
        levels = itertools.groupby(sorted(below, key=_depth), key=_depth)
        siblings = [list(level) for _, level in levels]
        for level in siblings:
            # The way to the deeper ones is a branch beside these, unless there are none.
            whole /= len(level) + (level is not siblings[-1])
            parts.update(dict.fromkeys(level, whole))
    return {path: parts.get(path, 0.0) for path in left}


def _depth(path: Path) -> int:
    return len(path[1])


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
