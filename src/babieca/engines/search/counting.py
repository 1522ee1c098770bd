"""Count tours by visiting all of them: on all threads, with checkpoints.

A checkpoint is one checked file of the core, written whole or not at all, so that `kill -9` loses
at most one round. It holds the tally so far and the tasks left: every tour is either in the tally
or below exactly one task. Only a search with the same fingerprint reads it back.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path

from babieca import _core
from babieca.engines.branches import visit_branches
from babieca.engines.protocol import Counted
from babieca.engines.search.instances import RulesLike, Search, search_for
from babieca.engines.search.listing import SearchBranch
from babieca.engines.search.move_orders import OrderLike
from babieca.engines.search.studies import Tally
from babieca.errors import BabiecaError, BadInputError, NotFoundError
from babieca.limits import Limits
from babieca.questions import Question

FOREVER = 1e12

Task = tuple[int, list[int]]
"""A part of the search tree, as in the core: the number of its root, and a path from there."""


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
    move_order: OrderLike = "fixed",
) -> Counted:
    """Count by visiting every tour, as Bañón does.

    >>> from babieca.boards import Board
    >>> count_visited(Question.ask(Board(5, 6)), Limits()).value
    8
    """
    if limits.executor is not None:
        whole = SearchBranch.whole(question, rules, move_order, listing=False)
        tally = Tally.of(visit_branches(whole, limits.executor, limits))
        return Counted(tally.solutions, "search", steps=len(question.graph), counters=tally.nodes)
    found = visit(search_for(question, rules=rules, order=move_order), limits)
    if not found.finished:
        raise NotFoundError(
            f"not decided within {limits.timeout:g} s: {found.count} tours were visited by then"
        )
    return Counted(found.count, "search", steps=len(question.graph), counters=found.tally.nodes)


def visit(search: Search, limits: Limits) -> Visited:
    """Visit all tours of a search; save the state between rounds, remove it at the end."""
    checkpoint = limits.checkpoint
    began = time.perf_counter()
    work = _begin(search, limits.workers, checkpoint)
    report = limits.reporter(timed=False)
    finished = False
    while not finished:
        left = FOREVER
        if limits.timeout is not None:
            left = limits.timeout - (time.monotonic() - limits.began)
        if left <= 0:
            break
        sound = True
        try:
            finished = work.run(
                min(left, limits.checkpoint_seconds if checkpoint is not None else FOREVER), report
            )
        except _core.OutOfResources as error:
            sound = False  # some work was lost: keep the checkpoint of the previous round
            raise BabiecaError(f"{error}; allow fewer threads") from None
        finally:
            if checkpoint is not None and sound and not finished:  # also if interrupted
                save_state(checkpoint, search, work.tally(), work.tasks())
    if checkpoint is not None and finished:
        checkpoint.unlink(missing_ok=True)
    tally = Tally.of(work.tally())
    return Visited(tally.solutions, tally, time.perf_counter() - began, finished)


def _begin(search: Search, threads: int, checkpoint: Path | None) -> _core.TourCount:
    """Return a new count, or the count of the checkpoint."""
    try:
        if checkpoint is None or not checkpoint.exists():
            return _core.TourCount(search.instance, threads)
        tally, tasks = saved_state(checkpoint, search)
        return _core.TourCount.resume(search.instance, threads, tasks, tally)
    except MemoryError:
        raise BabiecaError(
            f"not enough memory for a search on {threads} threads; allow fewer"
        ) from None
    except BadInputError:
        raise
    except ValueError as error:
        raise BadInputError(f"the checkpoint {checkpoint} is damaged: {error}") from None


def save_state(path: Path, search: Search, tally: list[int], tasks: list[Task]) -> None:
    """Replace the checkpoint; the old one stays until the new one is whole."""
    body = json.dumps({"tally": tally, "tasks": tasks}).encode()
    try:
        _core.write_record(str(path), _record_number(search), body)
    except _core.FileError as error:
        raise BadInputError(str(error)) from None


def saved_state(path: Path, search: Search) -> tuple[list[int], list[Task]]:
    """Read tally and tasks of a checkpoint; refuse one of another search."""
    try:
        content = json.loads(_core.read_record(str(path), _record_number(search)))
    except _core.FileError as error:
        raise BadInputError(str(error)) from None
    tasks = [(int(root), [int(v) for v in vertices]) for root, vertices in content["tasks"]]
    return [int(number) for number in content["tally"]], tasks


def _record_number(search: Search) -> int:
    return int(search.fingerprint[:16], 16)
