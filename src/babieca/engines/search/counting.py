"""How many tours there are, by visiting all of them: on all cores, saved on the way."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from babieca import _core
from babieca.engines.branches import visit_branches
from babieca.engines.protocol import Counted
from babieca.engines.search.branches import SearchBranch
from babieca.engines.search.checkpoints import Checkpoint
from babieca.engines.search.instances import RulesLike, Search, search_for
from babieca.engines.search.move_orders import OrderLike
from babieca.engines.search.tallies import Tally
from babieca.errors import BabiecaError, BadInputError, NotFoundError
from babieca.limits import Limits
from babieca.questions import Question

FOREVER = 1e12


@dataclass(frozen=True)
class Visited:
    """The number of tours visited, what the search did for it, and whether it came to the end.

    `finished` is False only where the time was up: `count` is then a lower bound.
    """

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
    """Count by visiting every tour, as Bañón does; threads and crews hand untried branches over.

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
    """Visit the tours of a search that is ready, in rounds between which the state is saved.

    The checkpoint is a file; it is removed when the count is complete.
    """
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
            sound = False  # some work was dropped: the checkpoint stays as it was a round ago
            raise BabiecaError(f"{error}; allow fewer threads") from None
        finally:
            # Also when interrupted: what was counted so far is not lost.
            if checkpoint is not None and sound and not finished:
                Checkpoint(search.fingerprint, work.tally(), work.tasks()).save(checkpoint)
    if checkpoint is not None and finished:
        checkpoint.unlink(missing_ok=True)
    tally = Tally.of(work.tally())
    return Visited(tally.solutions, tally, time.perf_counter() - began, finished)


def _begin(search: Search, threads: int, checkpoint: Path | None) -> _core.TourCount:
    """Return the count at its beginning, or where the checkpoint left it."""
    try:
        if checkpoint is None or not checkpoint.exists():
            return _core.TourCount(search.instance, threads)
        saved = Checkpoint.load(checkpoint, search.fingerprint)
        return _core.TourCount.resume(search.instance, threads, saved.tasks, saved.tally)
    except MemoryError:
        raise BabiecaError(
            f"not enough memory for a search on {threads} threads; allow fewer"
        ) from None
    except BadInputError:
        raise
    except ValueError as error:
        raise BadInputError(f"the checkpoint {checkpoint} is damaged: {error}") from None
