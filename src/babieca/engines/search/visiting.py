"""Visit every tour by the search: list tours one after another on demand, or count all tours.

Closed tours are sorted by first move, then by last square, then by the other moves (after a
beginning of more than two squares: by the moves after it); paths by start, then by their moves.
Moves compare by the move order. With the move orders `fixed`, `clockwise` and `index` the sequence
does not depend on the rules.

A checkpoint is one checked file of the core, written whole or not at all, so that `kill -9` loses
at most one round. It holds the tally so far and the tasks left: every tour is either in the tally
or below exactly one task. Only a search with the same fingerprint reads it back.

Many machines walk the search tree in pieces, which docs/cluster.md explains. The same piece gives
the same answer on every machine.

Progress is estimated as by Knuth (1975): all branches from one square count as equally large.
"""

from __future__ import annotations

import hashlib
import heapq
import itertools
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, ClassVar, Self, TypeVar

import numpy as np

from babieca import _core
from babieca.engines.protocol import Counted, Rows
from babieca.engines.search.instances import MoveOrderLike, RulesLike, Search, search_for
from babieca.engines.search.studies import Tally
from babieca.errors import BabiecaError, BadInputError
from babieca.files import read_json
from babieca.limits import Limits
from babieca.questions import Question
from babieca.reasons import Reason
from babieca.tasks import SMALL, Executor, Task, packed, unpacked, whole_numbers

LARGEST_BATCH = 4096
FOREVER = 1e12

FIRST_NODES = 2**12
"""Usually enough to find as many branches as there are workers."""

FEW_NODES, MANY_NODES = 2**18, 100 * 2**23
"""Nodes of a piece while workers idle (a part of a second), and of the largest (1 or 2 minutes)."""

GROWTH = 16
"""While all workers are busy, each piece has 1 / GROWTH more nodes than the piece before. So short
searches have short pieces, and long searches have few pieces."""

HELD_NODES = 2**20
"""The most nodes of a piece whose tours are held in memory."""

Work = TypeVar("Work", _core.TourCount, _core.StepCount)
TreePath = tuple[int, tuple[int, ...]]
TreePaths = tuple[TreePath, ...]
"""Parts of the tree: the number of a root, and the choices from there."""


@dataclass(frozen=True)
class Walked:
    """The answer to a piece: every tour is counted in `tally` or below exactly one of `left`."""

    tally: tuple[int, ...]
    left: TreePaths
    rows: Rows | None = field(default=None, compare=False)


@dataclass(frozen=True, kw_only=True)
class Branch(Task[Walked]):
    """Some branches of a search, to be walked until `nodes` are entered."""

    question: Question
    search: str  # a text that tells one search from another
    paths: TreePaths
    nodes: int = FIRST_NODES
    listing: bool = False
    position: tuple[int, ...] = ()
    shares: tuple[float, ...] = field(default=(), compare=False)
    holds_tours: ClassVar[bool] = False  # even if they are not listed

    @classmethod
    def of_roots(cls, roots: TreePaths, **words: Any) -> Self:
        return cls(paths=roots, shares=(1.0 / len(roots),) * len(roots) if roots else (), **words)

    @cached_property
    def key(self) -> str:
        branches = hashlib.sha256(repr(self.paths).encode()).hexdigest()[:32]
        return f"{self.search}-{branches}-{self.nodes:x}{'-rows' if self.listing else ''}"

    @property
    def share(self) -> float:
        return sum(self.shares)

    def bytes_needed(self, limits: Limits) -> int:
        held = self.listing or self.holds_tours
        return SMALL + (self.nodes * len(self.question.graph) * 4 if held else 0)

    def divided(self, walked: Walked, wanted: int) -> list[Self]:
        """Return the untried branches in at most `wanted` pieces; the last, largest ones alone."""
        if not walked.left:
            return []
        alone = min(wanted, len(walked.left)) - 1
        first = len(walked.left) - alone
        pieces = [walked.left[:first], *((path,) for path in walked.left[first:])]
        shares = shares_of(dict(zip(self.paths, self.shares, strict=True)), walked.left)
        most = HELD_NODES if self.listing or self.holds_tours else MANY_NODES
        nodes = FEW_NODES if wanted > 1 else min(self.nodes + self.nodes // GROWTH, most)
        # A single piece keeps the position of the piece that it continues.
        positions = [(*self.position, n) for n in range(len(pieces))] if alone else [self.position]
        made = (replace(self, nodes=nodes, paths=some) for some in pieces)
        return [
            replace(piece, position=at, shares=tuple(shares[path] for path in piece.paths))
            for piece, at in zip(made, positions, strict=True)
        ]

    def to_json(self, answer: Walked) -> Any:
        record: dict[str, Any] = {"tally": answer.tally, "left": answer.left}
        return record if answer.rows is None else record | {"rows": packed(answer.rows)}

    def from_json(self, record: Any) -> Walked:
        rows = unpacked(record["rows"], len(self.question.graph)) if self.listing else None
        return Walked(whole_numbers(record["tally"]), paths_of(record["left"]), rows)

    def agree(self, one: Walked, other: Walked) -> bool:
        if one != other or one.rows is None or other.rows is None:
            return one == other
        return np.array_equal(one.rows, other.rows)


def shares_of(before: Mapping[TreePath, float], left: TreePaths) -> dict[TreePath, float]:
    """Return the share of the tree that each untried path is.

    >>> halves = {(0, (0, 5)): 0.5, (0, (0, 7)): 0.5}
    >>> shares_of(halves, ((0, (0, 7)), (0, (0, 5, 3)), (0, (0, 5, 4))))
    {(0, (0, 7)): 0.5, (0, (0, 5, 3)): 0.25, (0, (0, 5, 4)): 0.25}
    """
    shares = {path: before[path] for path in left if path in before}
    depths = sorted({len(choices) for _, choices in before})
    below: dict[TreePath, list[TreePath]] = {}
    for path in left:
        origins = ((path[0], path[1][:depth]) for depth in depths)
        origin = next((origin for origin in origins if origin in before), None)
        if origin is not None and origin != path:
            below.setdefault(origin, []).append(path)
    for origin, paths in below.items():
        whole = before[origin]
        levels: dict[int, list[TreePath]] = {}
        for path in paths:
            levels.setdefault(len(path[1]), []).append(path)
        for depth in sorted(levels):
            # All deeper paths are below one more branch, beside the branches of this level.
            whole /= len(levels[depth]) + (depth < max(levels))
            shares.update(dict.fromkeys(levels[depth], whole))
    return {path: shares.get(path, 0.0) for path in left}


def visit_branches(whole: Branch, executor: Executor, limits: Limits) -> list[int]:
    answers = executor.deal([whole], limits, Branch.divided)
    return [sum(column) for column in zip(*(walked.tally for _, walked in answers), strict=True)]


def list_branches(whole: Branch, executor: Executor, limits: Limits) -> Iterator[Rows]:
    """Yield the tours of the whole tree, walked by an executor, in the order of one machine."""
    unfinished = [whole.position]
    number = itertools.count()
    waiting: list[tuple[tuple[int, ...], int, Rows]] = []

    def divided(branch: Branch, walked: Walked, wanted: int) -> Sequence[Branch]:
        pieces = branch.divided(walked, wanted)
        unfinished.remove(branch.position)
        unfinished.extend(piece.position for piece in pieces)
        return pieces

    for branch, walked in executor.deal([whole], limits, divided):
        assert walked.rows is not None
        heapq.heappush(waiting, (branch.position, next(number), walked.rows))
        soonest = min(unfinished, default=None)
        while waiting and (soonest is None or waiting[0][0] <= soonest):
            yield heapq.heappop(waiting)[2]


def limited(found: Iterator[Rows], most: int | None) -> Iterator[Rows]:
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


def paths_of(tasks: Sequence[Any]) -> TreePaths:
    return tuple((int(root), tuple(map(int, path))) for root, path in tasks)


@dataclass(frozen=True, kw_only=True)
class SearchBranch(Branch):
    rules: RulesLike
    move_order: MoveOrderLike

    @classmethod
    def whole(
        cls, question: Question, rules: RulesLike, move_order: MoveOrderLike, listing: bool
    ) -> SearchBranch:
        search = search_for(question, rules=rules, move_order=move_order)
        return cls.of_roots(
            paths_of(search.instance.tasks()),
            question=question,
            search=search.fingerprint,
            rules=rules,
            move_order=move_order,
            listing=listing,
        )

    def run(self, limits: Limits) -> Walked:
        search = search_for(self.question, rules=self.rules, move_order=self.move_order)
        tasks = [(root, list(path)) for root, path in self.paths]
        tally, left, squares = _core.walk_branches(
            search.instance, tasks, self.nodes, self.listing, limits.reporter()
        )
        rows = squares.reshape(-1, max(len(self.question.graph), 1)) if self.listing else None
        return Walked(tuple(tally), paths_of(left), rows)


def list_found(
    question: Question,
    limits: Limits,
    *,
    most: int | None = None,
    rules: RulesLike = "default",
    move_order: MoveOrderLike = "fixed",
) -> Iterator[Rows]:
    """Return the tours as rows of vertices, in batches that grow from one row to 4096."""
    if limits.executor is not None:
        whole = SearchBranch.whole(question, rules, move_order, listing=True)
        return limited(list_branches(whole, limits.executor, limits), most)
    return batches(search_for(question, rules=rules, move_order=move_order), limits, most=most)


def batches(search: Search, limits: Limits, *, most: int | None = None) -> Iterator[Rows]:
    return streamed(_core.TourStream(search.instance), search.question, limits, most)


def streamed(
    stream: _core.TourStream | _core.StepSearch,
    question: Question,
    limits: Limits,
    most: int | None,
) -> Iterator[Rows]:
    """Yield the tours of a stream of the core, in batches that grow from one row to 4096."""
    size, report, found = 1, limits.reporter(), 0
    while most is None or found < most:
        wanted = size if most is None else min(size, most - found)
        batch = stream.next(wanted, report).reshape(-1, max(len(question.graph), 1))
        if len(batch):
            yield batch
        if len(batch) < wanted:
            return
        found += len(batch)
        if report is not None:
            report(found, 0)  # a short batch ends before the core reports
        size = min(2 * size, LARGEST_BATCH)


@dataclass(frozen=True)
class Visited:
    """The number of tours visited and the tally; a lower bound if the time was up (`finished`)."""

    count: int
    tally: Tally
    seconds: float
    finished: bool


def count_visited(
    question: Question,
    limits: Limits,
    *,
    rules: RulesLike = "default",
    move_order: MoveOrderLike = "fixed",
) -> Counted:
    """Count by visiting every tour, as Bañón does: on all threads, with checkpoints."""
    if limits.executor is not None:
        whole = SearchBranch.whole(question, rules, move_order, listing=False)
        tally = Tally.of(visit_branches(whole, limits.executor, limits))
    else:
        found = visit(search_for(question, rules=rules, move_order=move_order), limits)
        if not found.finished:
            raise limits.undecided(Reason("tours_counted", count=found.count))
        tally = found.tally
    return Counted(tally.solutions, "search", steps=len(question.graph), counters=tally.nodes)


def visit(search: Search, limits: Limits) -> Visited:
    began = time.perf_counter()
    count = partial(_core.TourCount, search.instance, threads=limits.workers)
    work, finished = in_rounds(count, search.fingerprint, limits)
    tally = Tally.of(work.tally())
    return Visited(tally.solutions, tally, time.perf_counter() - began, finished)


def in_rounds(begin: Callable[..., Work], fingerprint: str, limits: Limits) -> tuple[Work, bool]:
    """Work until the end (True) or until the time is up, and save the state between rounds.

    `begin` makes the work, from the tasks and the tally that a checkpoint holds or from none.
    """
    checkpoint = limits.checkpoint
    report = limits.reporter(timed=False)
    try:
        if checkpoint is None or not checkpoint.exists():
            work = begin()
        else:
            work = _resumed(begin, checkpoint, fingerprint)
    except MemoryError:
        raise BabiecaError("search_memory", threads=limits.workers) from None
    finished = False
    while not finished and not limits.over:
        sound = True
        try:
            round_seconds = FOREVER if checkpoint is None else limits.checkpoint_seconds
            finished = work.run(min(limits.left(FOREVER), round_seconds), report)
        except _core.OutOfResources as error:
            sound = False  # some work was lost: keep the checkpoint of the previous round
            raise BabiecaError(error.args[0], **error.args[1]) from None
        finally:
            if checkpoint is not None and sound and not finished:  # also if interrupted
                body = json.dumps({"tally": work.tally(), "tasks": work.tasks()}).encode()
                _in_file(_core.write_record, checkpoint, fingerprint, body)
    if checkpoint is not None and finished:
        checkpoint.unlink(missing_ok=True)
    return work, finished


def _resumed(begin: Callable[..., Work], checkpoint: Path, fingerprint: str) -> Work:
    """Begin at a checkpoint; refuse it if its record is not one that a search writes."""
    try:
        saved = read_json(_in_file(_core.read_record, checkpoint, fingerprint))
        return begin(tasks=saved["tasks"], tally=saved["tally"])
    except BadInputError:
        raise
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        why = Reason(error.args[0]) if isinstance(error, _core.Refused) else None
        raise BadInputError("checkpoint_damaged", path=checkpoint, error=why) from None


def _in_file(call: Callable[..., Any], path: Path, fingerprint: str, *body: bytes) -> Any:
    try:
        return call(str(path), int(fingerprint[:16], 16), *body)
    except _core.FileError as error:
        raise BadInputError(str(error)) from None
