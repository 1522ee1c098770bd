"""The search tree in pieces, for many machines.

A piece is walked until it has entered so many nodes. The untried branches then become new pieces,
more of them while workers idle. So no piece is longer than that, however uneven the branches are,
and the same piece gives the same answer on every machine.

Progress is estimated as by Knuth (1975): all branches from one square count as equally large. A
branch counts as done at its end, so the estimate is low at first and never goes back.
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
"""Usually enough to find as many branches as there are workers."""

FEW_NODES, MANY_NODES = 2**18, 100 * 2**23
"""Of a piece while workers idle (a fraction of a second), and at most (a minute or two)."""

GROWTH = 16
"""While all workers are busy, a piece has one part in so many more nodes than the piece before. So
short searches have short pieces, and long searches have few pieces."""

HELD_NODES = 2**20
"""At most, of a piece whose tours are held in memory."""

Path = tuple[int, tuple[int, ...]]
Paths = tuple[Path, ...]
"""Parts of the tree: the number of a root, and the choices from there."""


@dataclass(frozen=True)
class Walked:
    """The answer to a piece: tallies, untried branches, and the tours if they are listed.

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
        branches = hashlib.sha256(repr(self.paths).encode()).hexdigest()[:32]
        return f"{self.search}-{branches}-{self.nodes:x}{'-rows' if self.listing else ''}"

    @property
    def place(self) -> tuple[int, ...]:
        return self.where

    @property
    def part(self) -> float:
        return sum(self.parts)

    def bytes_needed(self, limits: Limits) -> int:
        """Return the bytes of a search, and of a tour at every node if tours are held."""
        return SMALL + (self.nodes * len(self.question.graph) * 4 if self.holds_tours else 0)

    def divided(self, walked: Walked, wanted: int) -> list[Self]:
        """Return the untried branches in at most so many pieces; the last, largest ones alone."""
        if not walked.left:
            return []
        alone = min(wanted, len(walked.left)) - 1
        first = len(walked.left) - alone
        pieces = [walked.left[:first], *((path,) for path in walked.left[first:])]
        parts = parts_of(dict(zip(self.paths, self.parts, strict=True)), walked.left)
        most = HELD_NODES if self.holds_tours else MANY_NODES
        nodes = FEW_NODES if wanted > 1 else min(self.nodes + self.nodes // GROWTH, most)
        # A single piece keeps the place of the one it continues.
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
        record: dict[str, Any] = {"tally": answer.tally, "left": answer.left}
        return record if answer.rows is None else record | {"rows": packed(answer.rows)}

    def from_json(self, record: Any) -> Walked:
        rows = unpacked(record["rows"], len(self.question.graph)) if self.listing else None
        return Walked(tuple(record["tally"]), paths_of(record["left"]), rows)

    def agree(self, one: Walked, other: Walked) -> bool:
        if one != other or one.rows is None or other.rows is None:
            return one == other
        return np.array_equal(one.rows, other.rows)


def parts_of(before: Mapping[Path, float], left: Paths) -> dict[Path, float]:
    """Return the part of the tree that each untried path is.

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
            # The deeper ones are below one more branch beside these.
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
    """Yield at most so many rows, without empty batches."""
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
    """Return equal parts of the tree for its roots."""
    return (1.0 / len(roots),) * len(roots) if roots else ()


def paths_of(tasks: Sequence[Any]) -> Paths:
    return tuple((int(root), tuple(map(int, path))) for root, path in tasks)
