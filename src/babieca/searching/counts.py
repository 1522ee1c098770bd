"""How many tours there are, by visiting all of them: on all cores, saved on the way."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from babieca import _core
from babieca.boards import Board, SquareLike
from babieca.edges import EdgesLike
from babieca.errors import BabiecaError, BadInputError
from babieca.graphs import Graph
from babieca.searching.checkpoints import Checkpoint
from babieca.searching.listing import tour_batches
from babieca.searching.orders import LISTED, OrderLike, move_order
from babieca.searching.questions import Kind, Question, RulesLike, ask
from babieca.searching.tallies import Tally
from babieca.threads import threads_or_all
from babieca.tours import Tour

Report = Callable[[int, int], None]


@dataclass(frozen=True)
class SearchCount:
    """The number of tours, what the search did for it, and whether it came to the end.

    `finished` is False only where a time limit was given: `count` is then a lower bound.
    """

    count: int
    tally: Tally
    seconds: float
    finished: bool


def count_tours(
    board: Board | Graph,
    *,
    kind: Kind = "closed",
    start: Any = None,
    first: Any = None,
    end: Any = None,
    directed: bool = False,
    through: EdgesLike = (),
    avoiding: EdgesLike = (),
    symmetry: str | None = None,
    rules: RulesLike = "default",
    order: OrderLike = "fixed",
    subtour_squares: int | None = None,
    subtour_megabytes: int = 64,
    threads: int | None = None,
    time_limit: float | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    checkpoint_every: float = 30.0,
    progress: Report | None = None,
) -> SearchCount:
    """Count tours by visiting them; the arguments are those of `tours`, and the same tours count.

    `threads` (default: all cores) share the tree by handing over untried branches. The rule
    `equivalent` tabulates partial paths of `subtour_squares` squares in `subtour_megabytes` per
    thread. With `checkpoint`, the state is saved there every so often and read back when the file
    is there; it is removed when the count is complete. `progress(found, 0)` is called several
    times a second.

    >>> count_tours(Board(5, 6)).count, count_tours(Board(5, 5), kind="path").count
    (8, 864)
    """
    question = ask(
        board,
        kind=kind,
        start=start,
        first=first,
        end=end,
        directed=directed,
        through=through,
        avoiding=avoiding,
        symmetry=symmetry,
        rules=rules,
        order=order,
        subtour_squares=subtour_squares,
        subtour_megabytes=subtour_megabytes,
    )
    if checkpoint_every <= 0:
        raise BadInputError(f"checkpoint_every must be positive, not {checkpoint_every}")
    return count_question(
        question,
        threads=threads_or_all(threads),
        time_limit=time_limit,
        checkpoint=None if checkpoint is None else Path(checkpoint),
        checkpoint_every=checkpoint_every,
        progress=progress,
    )


def count_question(
    question: Question,
    *,
    threads: int,
    time_limit: float | None = None,
    checkpoint: Path | None = None,
    checkpoint_every: float = 30.0,
    progress: Report | None = None,
) -> SearchCount:
    """Count the tours of a question that is ready, in rounds between which the state is saved."""
    began = time.perf_counter()
    work = _begin(question, threads, checkpoint)
    forever = 1e12
    finished = False
    while not finished:
        spent = time.perf_counter() - began
        left = forever if time_limit is None else time_limit - spent
        if left <= 0:
            break
        sound = True
        try:
            finished = work.run(
                min(left, checkpoint_every if checkpoint is not None else forever), progress
            )
        except _core.OutOfResources as error:
            sound = False  # some work was dropped: the checkpoint stays as it was a round ago
            raise BabiecaError(f"{error}; allow fewer with threads=") from None
        finally:
            # Also when interrupted: what was counted so far is not lost.
            if checkpoint is not None and sound and not finished:
                Checkpoint(question.fingerprint, work.tally(), work.tasks()).save(checkpoint)
    if checkpoint is not None and finished:
        checkpoint.unlink(missing_ok=True)
    tally = Tally.of(work.tally())
    return SearchCount(tally.solutions, tally, time.perf_counter() - began, finished)


def _begin(question: Question, threads: int, checkpoint: Path | None) -> _core.TourCount:
    """Return the count at its beginning, or where the checkpoint left it."""
    try:
        if checkpoint is None or not checkpoint.exists():
            return _core.TourCount(question.instance, threads)
        saved = Checkpoint.load(checkpoint, question.fingerprint)
        return _core.TourCount.resume(question.instance, threads, saved.tasks, saved.tally)
    except MemoryError:
        raise BabiecaError(
            f"not enough memory for a search on {threads} threads; allow fewer with threads="
        ) from None
    except BadInputError:
        raise
    except ValueError as error:
        raise BadInputError(f"the checkpoint {checkpoint} is damaged: {error}") from None


@dataclass(frozen=True)
class FirstMove:
    """Tours whose first move goes to `square`: the first one found, their number, the time."""

    square: Any
    first_tour: Tour | None
    count: int
    seconds: float


def first_move_table(
    board: Board | Graph,
    start: SquareLike,
    *,
    kind: Kind = "path",
    rules: RulesLike = "default",
    order: OrderLike = "clockwise",
    threads: int | None = None,
    progress: Report | None = None,
) -> list[FirstMove]:
    """Return one row per move from `start`, in the order of trial (seed 004's by default).

    Paths are directed, from `start`; a closed tour counts once in each direction.

    >>> rows = first_move_table(Board(5, 5), "d2")
    >>> [(row.square, row.count) for row in rows]
    [((3, 4), 28), ((0, 1), 28), ((2, 1), 0), ((3, 2), 0)]
    """
    graph = Graph.of(board)
    vertex = graph.vertex(start)
    rows = []
    for other in _ordered_neighbours(graph, vertex, order):
        began = time.perf_counter()
        square: Any = graph.labels[other]
        question = ask(board, kind=kind, start=start, first=square, rules=rules, order=order)
        found = next(iter(tour_batches(question, most=1, progress=progress)), None)
        count = count_question(question, threads=threads_or_all(threads), progress=progress)
        tour = None
        if found is not None:
            tour = Tour(graph.board or graph, found[0], kind=kind)
        rows.append(FirstMove(square, tour, count.count, time.perf_counter() - began))
    return rows


def _ordered_neighbours(graph: Graph, vertex: int, order: OrderLike) -> list[int]:
    chosen = move_order(graph, order)
    low, high = int(graph.offsets[vertex]), int(graph.offsets[vertex + 1])
    if chosen.code == LISTED:
        return chosen.listed[low:high]
    neighbours: list[int] = graph.neighbours(vertex).tolist()
    return sorted(neighbours, key=lambda v: chosen.rank[v] if chosen.rank else v)
