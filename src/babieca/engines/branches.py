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
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from babieca.limits import Limits
from babieca.questions import Question
from babieca.tasks import SMALL, Executor, Task, packed, unpacked

FIRST_NODES = 2**12
"""Enough to find as many branches as there are workers, as a rule."""

FEW_NODES, MANY_NODES = 2**18, 100 * 2**23
"""Of a piece while workers idle, a fraction of a second; and at most, a minute or two."""

GROWTH = 16
"""While all are busy, a piece has one part in so many more nodes than the one it goes on from. So
it is never longer than such a part of what went before: short searches have short pieces, at whose
end nobody waits long for the last, and long searches few, which one client can hand out."""

HELD_NODES = 2**20
"""Of a piece whose tours are held in memory, at most."""

Path = tuple[int, tuple[int, ...]]
Paths = tuple[Path, ...]
"""Parts of the tree: the number of a root, and the choices from there; see the core's `Task`."""


@dataclass(frozen=True)
class Walked:
    """What a piece gave, in the order of the search: tallies, tours if they are listed, the rest.

    Every tour of the piece is counted in `tally` or below exactly one of `left`.
    """

    tally: tuple[int, ...]
    left: Paths
    rows: NDArray[np.int32] | None = field(default=None, compare=False)


@dataclass(frozen=True, kw_only=True)
class Branch(Task[Walked]):
    """Some branches of a search, to be walked until `nodes` are entered."""

    question: Question
    paths: Paths
    nodes: int = FIRST_NODES
    listing: bool = False
    where: tuple[int, ...] = ()
    parts: tuple[float, ...] = field(default=(), compare=False)

    @property
    @abstractmethod
    def search(self) -> str:
        """A text that tells one search from another."""

    @property
    def holds_tours(self) -> bool:
        """Whether the tours of a piece are all in memory at once."""
        return self.listing

    @cached_property
    def key(self) -> str:
        """The search, the branches and how far they are walked."""
        branches = hashlib.sha256(repr(self.paths).encode()).hexdigest()[:32]
        return f"{self.search}-{branches}-{self.nodes:x}{'-rows' if self.listing else ''}"

    @property
    def place(self) -> tuple[int, ...]:
        """Where its tours stand among all."""
        return self.where

    @property
    def part(self) -> float:
        """What part of the tree it is thought to be."""
        return sum(self.parts)

    def bytes_needed(self, limits: Limits) -> int:
        """Return room for the search, and for a tour at every node where tours are held."""
        return SMALL + (self.nodes * len(self.question.graph) * 4 if self.holds_tours else 0)

    def divided(self, walked: Walked, wanted: int) -> list[Self]:
        """Return what is left in at most so many pieces: the last ones, the largest, alone."""
        if not walked.left:
            return []
        alone = min(wanted, len(walked.left)) - 1
        first = len(walked.left) - alone
        pieces = [walked.left[:first], *((path,) for path in walked.left[first:])]
        parts = parts_of(dict(zip(self.paths, self.parts, strict=True)), walked.left)
        most = HELD_NODES if self.holds_tours else MANY_NODES
        nodes = FEW_NODES if wanted > 1 else min(self.nodes + self.nodes // GROWTH, most)
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
        return Walked(tuple(record["tally"]), paths_of(record["left"]), rows)

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
    depths = sorted({len(choices) for _, choices in before})
    below: dict[Path, list[Path]] = {}
    for path in left:
        origins = ((path[0], path[1][:depth]) for depth in depths)
        origin = next((origin for origin in origins if origin in before), None)
        if origin is not None and origin != path:
            below.setdefault(origin, []).append(path)
    for origin, paths in below.items():
        whole = before[origin]
        levels = itertools.groupby(sorted(paths, key=_depth), key=_depth)
        siblings = [list(level) for _, level in levels]
        for level in siblings:
            # The way to the deeper ones is a branch beside these, unless there are none.
            whole /= len(level) + (level is not siblings[-1])
            parts.update(dict.fromkeys(level, whole))
    return {path: parts.get(path, 0.0) for path in left}


def _depth(path: Path) -> int:
    return len(path[1])


def visit_branches(whole: Branch, executor: Executor, limits: Limits) -> list[int]:
    """Return the sums of the tallies of the whole tree, walked by an executor."""
    tallies = (walked.tally for _, walked in executor.deal([whole], limits, Branch.divided))
    total: list[int] = []
    for tally in tallies:
        total = [a + b for a, b in zip(total or [0] * len(tally), tally, strict=True)]
    return total


def list_branches(whole: Branch, executor: Executor, limits: Limits) -> Iterator[NDArray[np.int32]]:
    """Yield the tours of the whole tree, walked by an executor, in the order of one machine."""
    unfinished = [whole.where]
    number = itertools.count()
    ready: list[tuple[tuple[int, ...], int, NDArray[np.int32]]] = []

    def divided(branch: Branch, walked: Walked, wanted: int) -> Sequence[Branch]:
        pieces = branch.divided(walked, wanted)
        unfinished.remove(branch.where)
        unfinished.extend(piece.where for piece in pieces)
        return pieces

    for branch, walked in executor.deal([whole], limits, divided):
        assert walked.rows is not None
        heapq.heappush(ready, (branch.place, next(number), walked.rows))
        soonest = min(unfinished, default=None)
        while ready and (soonest is None or ready[0][0] <= soonest):
            yield heapq.heappop(ready)[2]


def limited(found: Iterator[NDArray[np.int32]], most: int | None) -> Iterator[NDArray[np.int32]]:
    """Yield at most so many rows, in batches that are not empty."""
    if most == 0:
        return
    for rows in found:
        if most is not None:
            rows = rows[:most]
            most -= len(rows)
        if len(rows):
            yield rows
        if most == 0:
            return


def even_parts(roots: Paths) -> tuple[float, ...]:
    """Return what part of the tree each of its roots is, as far as anybody knows."""
    return (1.0 / len(roots),) * len(roots) if roots else ()


def paths_of(tasks: Sequence[Any]) -> Paths:
    """Return what the core or a ledger tells of paths."""
    return tuple((int(root), tuple(map(int, path))) for root, path in tasks)
