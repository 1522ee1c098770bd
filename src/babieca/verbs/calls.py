"""One call each: conveniences over `Tours` with the same words.

`babieca.count(board, kind, …)` is `Tours(board, kind, …).count(…)`, and so for every verb.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

from babieca.boards import Board
from babieca.checking import SquaresLike
from babieca.edges import EdgesLike
from babieca.engines.magic import Magic
from babieca.engines.refuter.verdicts import Verdict
from babieca.engines.search.instances import RulesLike
from babieca.engines.search.move_orders import OrderLike
from babieca.errors import BadInputError
from babieca.events import Happened
from babieca.graphs import Graph
from babieca.invariants import SymmetryLike
from babieca.limits import Cluster, Say
from babieca.progress import Listening
from babieca.questions import BeginLike, Kind, Vertex
from babieca.showing import Counts, Tabled
from babieca.tour import Tour
from babieca.verbs.check import CheckReport
from babieca.verbs.classes import Classes
from babieca.verbs.count_by import By
from babieca.verbs.first_moves import FirstMove
from babieca.verbs.fractions import Fraction
from babieca.verbs.plan import Plan
from babieca.verbs.study import StudyRow
from babieca.verbs.tourset import Memory, Tours

if TYPE_CHECKING:
    import networkx

PathLike = str | os.PathLike[str]


def _asked(
    board: Board | Graph | networkx.Graph[Any],
    kind: Kind,
    directed: bool,
    start: Vertex | None,
    end: Vertex | None,
    begin: BeginLike,
    through: EdgesLike,
    avoiding: EdgesLike,
    symmetry: SymmetryLike | None,
) -> Tours:
    return Tours(
        board,
        kind,
        directed=directed,
        start=start,
        end=end,
        begin=begin,
        through=through,
        avoiding=avoiding,
        symmetry=symmetry,
    )


def exists(
    board: Board | Graph | networkx.Graph[Any],
    kind: Kind = "closed",
    *,
    directed: bool = False,
    start: Vertex | None = None,
    end: Vertex | None = None,
    begin: BeginLike = (),
    through: EdgesLike = (),
    avoiding: EdgesLike = (),
    symmetry: SymmetryLike | None = None,
) -> Verdict:
    """Say from theorems alone whether there is such a tour, and why.

    The words are those of `Tours` and of `Tours.exists`.

    >>> exists(Board(8, 8)).answer, exists(Board(3, 5), "path").answer
    ('yes', 'no')
    """
    asked = _asked(board, kind, directed, start, end, begin, through, avoiding, symmetry)
    return asked.exists()


def find(
    board: Board | Graph | networkx.Graph[Any],
    kind: Kind = "closed",
    *,
    directed: bool = False,
    start: Vertex | None = None,
    end: Vertex | None = None,
    begin: BeginLike = (),
    through: EdgesLike = (),
    avoiding: EdgesLike = (),
    symmetry: SymmetryLike | None = None,
    method: str = "auto",
    magic: Magic | None = None,
    criteria: str | Sequence[str] | None = None,
    warnsdorff: bool | None = None,
    restarts: int | None = None,
    nodes: int | None = None,
    states: int | None = None,
    timeout: float | None = None,
    memory: Memory | None = None,
    cluster: Cluster | None = None,
    progress: Listening = None,
    seed: int | None = None,
) -> Tour:
    """Return a tour, or raise `NoTourError` (proved) or `NotFoundError` (limits reached).

    The words are those of `Tours` and of `Tours.find`.

    >>> find(Board(6, 6)).closed, find(Board(5, 5), "path", start="a1").squares[0]
    (True, (0, 0))
    >>> find(Board(4, 8))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    babieca.errors.NoTourError: no such tour exists: the 4x8 board has no closed tour (Schwenk...
    """
    asked = _asked(board, kind, directed, start, end, begin, through, avoiding, symmetry)
    return asked.find(
        method=method,
        magic=magic,
        criteria=criteria,
        warnsdorff=warnsdorff,
        restarts=restarts,
        nodes=nodes,
        states=states,
        timeout=timeout,
        memory=memory,
        cluster=cluster,
        progress=progress,
        seed=seed,
    )


def check(
    board: Board | Graph | networkx.Graph[Any],
    kind: Kind = "closed",
    *,
    directed: bool = False,
    start: Vertex | None = None,
    end: Vertex | None = None,
    begin: BeginLike = (),
    through: EdgesLike = (),
    avoiding: EdgesLike = (),
    symmetry: SymmetryLike | None = None,
    squares: SquaresLike,
    timeout: float | None = None,
    progress: Listening = None,
) -> CheckReport:
    """Say how far squares are a tour, and whether they can be completed to one.

    The words are those of `Tours` and of `Tours.check`.

    >>> check(Board(5, 5), "path", squares="a1 b3 a5 c4").completable
    True
    >>> check(Board(5, 5), "path", squares="a1 b3 a5 b3").fault
    'step 4 is on b3, already visited at step 2'
    """
    asked = _asked(board, kind, directed, start, end, begin, through, avoiding, symmetry)
    return asked.check(squares, timeout=timeout, progress=progress)


def trace(
    board: Board | Graph | networkx.Graph[Any],
    kind: Kind = "closed",
    *,
    limit: int | None = None,
    directed: bool = False,
    start: Vertex | None = None,
    end: Vertex | None = None,
    begin: BeginLike = (),
    through: EdgesLike = (),
    avoiding: EdgesLike = (),
    symmetry: SymmetryLike | None = None,
    method: str = "search",
    criteria: str | Sequence[str] | None = None,
    warnsdorff: bool | None = None,
    rules: RulesLike | None = None,
    move_order: OrderLike | None = None,
    subtour_squares: int | None = None,
    examples: int | None = None,
    restarts: int | None = None,
    nodes: int | None = None,
    timeout: float | None = None,
    memory: Memory | None = None,
    seed: int | None = None,
) -> Iterator[Happened]:
    """Return what a method does, event by event, each told when it is asked for.

    The words are those of `Tours` and of `Tours.trace`.

    >>> events = [*trace(Board(6, 6), method="two-knights")]
    >>> events[-1].what, len(events[-1].squares)
    ('found', 36)
    """
    asked = _asked(board, kind, directed, start, end, begin, through, avoiding, symmetry)
    return asked.trace(
        limit,
        method=method,
        criteria=criteria,
        warnsdorff=warnsdorff,
        rules=rules,
        move_order=move_order,
        subtour_squares=subtour_squares,
        examples=examples,
        restarts=restarts,
        nodes=nodes,
        timeout=timeout,
        memory=memory,
        seed=seed,
    )


def count(
    board: Board | Graph | networkx.Graph[Any],
    kind: Kind = "closed",
    *,
    directed: bool = False,
    start: Vertex | None = None,
    end: Vertex | None = None,
    begin: BeginLike = (),
    through: EdgesLike = (),
    avoiding: EdgesLike = (),
    symmetry: SymmetryLike | None = None,
    method: str = "auto",
    order: Iterable[Any] | None = None,
    counter_bits: Literal[8, 16, 32, 64] | None = None,
    in_place: bool | None = None,
    mirror: bool | None = None,
    device: Literal["cpu", "cuda", "auto"] | None = None,
    timeout: float | None = None,
    memory: Memory | None = None,
    threads: int | None = None,
    checkpoint: PathLike | None = None,
    checkpoint_seconds: float = 60.0,
    scratch: PathLike | None = None,
    cluster: Cluster | None = None,
    progress: Listening = None,
) -> int:
    """Count the tours, exactly: undirected and labelled unless the words say otherwise.

    The words are those of `Tours` and of `Tours.count`.

    >>> count(Board(6, 6)), count(Board(5, 5), "path"), count(Board(6, 6), symmetry="half-turn")
    (9862, 864, 78)
    >>> count(Board(6, 6), through="a1-b3", avoiding=[("c1", "d3")])
    7962
    """
    asked = _asked(board, kind, directed, start, end, begin, through, avoiding, symmetry)
    return asked.count(
        method=method,
        order=order,
        counter_bits=counter_bits,
        in_place=in_place,
        mirror=mirror,
        device=device,
        timeout=timeout,
        memory=memory,
        threads=threads,
        checkpoint=checkpoint,
        checkpoint_seconds=checkpoint_seconds,
        scratch=scratch,
        cluster=cluster,
        progress=progress,
    )


def count_by(
    board: Board | Graph | networkx.Graph[Any],
    kind: Kind = "closed",
    *,
    by: By,
    directed: bool = False,
    start: Vertex | None = None,
    end: Vertex | None = None,
    begin: BeginLike = (),
    through: EdgesLike = (),
    avoiding: EdgesLike = (),
    symmetry: SymmetryLike | None = None,
    method: str = "auto",
    timeout: float | None = None,
    memory: Memory | None = None,
    threads: int | None = None,
    checkpoint: PathLike | None = None,
    checkpoint_seconds: float = 60.0,
    scratch: PathLike | None = None,
    cluster: Cluster | None = None,
    progress: Listening = None,
) -> Counts:
    """Count a whole table: by start, by first move, or by pair of moves.

    The words are those of `Tours` and of `Tours.count_by`.

    >>> count_by(Board(3, 4), "path", by="start")[(0, 0)]
    2
    """
    asked = _asked(board, kind, directed, start, end, begin, through, avoiding, symmetry)
    return asked.count_by(
        by,
        method=method,
        timeout=timeout,
        memory=memory,
        threads=threads,
        checkpoint=checkpoint,
        checkpoint_seconds=checkpoint_seconds,
        scratch=scratch,
        cluster=cluster,
        progress=progress,
    )


def first_moves(
    board: Board | Graph | networkx.Graph[Any],
    kind: Kind = "closed",
    *,
    directed: bool = False,
    start: Vertex | None = None,
    end: Vertex | None = None,
    begin: BeginLike = (),
    through: EdgesLike = (),
    avoiding: EdgesLike = (),
    symmetry: SymmetryLike | None = None,
    rules: RulesLike = "default",
    move_order: OrderLike = "clockwise",
    timeout: float | None = None,
    threads: int | None = None,
    progress: Listening = None,
) -> Tabled[FirstMove]:
    """Return, for each move from `start`: the first tour found, how many there are, the time.

    The words are those of `Tours` and of `Tours.first_moves`.

    >>> [row.count for row in first_moves(Board(5, 5), "path", start="a1")]
    [152, 152]
    """
    asked = _asked(board, kind, directed, start, end, begin, through, avoiding, symmetry)
    return asked.first_moves(
        rules=rules,
        move_order=move_order,
        timeout=timeout,
        threads=threads,
        progress=progress,
    )


def classes(
    board: Board | Graph | networkx.Graph[Any],
    kind: Kind = "closed",
    *,
    directed: bool = False,
    start: Vertex | None = None,
    end: Vertex | None = None,
    begin: BeginLike = (),
    through: EdgesLike = (),
    avoiding: EdgesLike = (),
    symmetry: SymmetryLike | None = None,
    timeout: float | None = None,
    memory: Memory | None = None,
    threads: int | None = None,
    checkpoint: PathLike | None = None,
    checkpoint_seconds: float = 60.0,
    scratch: PathLike | None = None,
    cluster: Cluster | None = None,
    progress: Listening = None,
) -> Classes:
    """Count the undirected tours of a board up to its rotations and reflections.

    The words are those of `Tours` and of `Tours.classes`.

    >>> int(classes(Board(6, 6))), int(classes(Board(5, 5), "path"))
    (1245, 112)
    """
    asked = _asked(board, kind, directed, start, end, begin, through, avoiding, symmetry)
    return asked.classes(
        timeout=timeout,
        memory=memory,
        threads=threads,
        checkpoint=checkpoint,
        checkpoint_seconds=checkpoint_seconds,
        scratch=scratch,
        cluster=cluster,
        progress=progress,
    )


def fractions(
    board: Board | Graph | networkx.Graph[Any],
    kind: Kind = "closed",
    *,
    directed: bool = False,
    start: Vertex | None = None,
    end: Vertex | None = None,
    begin: BeginLike = (),
    through: EdgesLike = (),
    avoiding: EdgesLike = (),
    symmetry: SymmetryLike | None = None,
    count: bool = False,
    device: Literal["cpu", "cuda", "auto"] | None = None,
    timeout: float | None = None,
    memory: Memory | None = None,
    threads: int | None = None,
    checkpoint: PathLike | None = None,
    checkpoint_seconds: float = 60.0,
    scratch: PathLike | None = None,
    cluster: Cluster | None = None,
    progress: Listening = None,
) -> Tabled[Fraction]:
    """Divide the closed tours by the two neighbours of `start`; with `count`, count each part.

    The words are those of `Tours` and of `Tours.fractions`.

    >>> [fraction.tours for fraction in fractions(Board(6, 6), start="a1", count=True)]
    [9862]
    """
    asked = _asked(board, kind, directed, start, end, begin, through, avoiding, symmetry)
    return asked.fractions(
        count=count,
        device=device,
        timeout=timeout,
        memory=memory,
        threads=threads,
        checkpoint=checkpoint,
        checkpoint_seconds=checkpoint_seconds,
        scratch=scratch,
        cluster=cluster,
        progress=progress,
    )


def usage(
    board: Board | Graph | networkx.Graph[Any],
    kind: Kind = "closed",
    *,
    directed: bool = False,
    start: Vertex | None = None,
    end: Vertex | None = None,
    begin: BeginLike = (),
    through: EdgesLike = (),
    avoiding: EdgesLike = (),
    symmetry: SymmetryLike | None = None,
    method: str = "auto",
    timeout: float | None = None,
    memory: Memory | None = None,
    threads: int | None = None,
    scratch: PathLike | None = None,
    progress: Listening = None,
) -> Counts:
    """Return, for each undirected edge, the number of tours that use it.

    The words are those of `Tours` and of `Tours.usage`.

    >>> usage(Board(6, 6))[(0, 0), (1, 2)]
    9862
    """
    asked = _asked(board, kind, directed, start, end, begin, through, avoiding, symmetry)
    return asked.usage(
        method=method,
        timeout=timeout,
        memory=memory,
        threads=threads,
        scratch=scratch,
        progress=progress,
    )


def plan(
    board: Board | Graph | networkx.Graph[Any],
    kind: Kind = "closed",
    *,
    directed: bool = False,
    start: Vertex | None = None,
    end: Vertex | None = None,
    begin: BeginLike = (),
    through: EdgesLike = (),
    avoiding: EdgesLike = (),
    symmetry: SymmetryLike | None = None,
    order: Iterable[Any] | None = None,
    memory: Memory | None = None,
    threads: int | None = None,
    scratch: PathLike | None = None,
    device: Literal["cpu", "cuda", "auto"] | None = None,
) -> Plan:
    """Say what each verb would take: order, slots, counters, bytes, time; nothing is counted.

    The words are those of `Tours` and of `Tours.plan`.

    >>> plan(Board(8, 8)).peak_counters
    146815078
    """
    asked = _asked(board, kind, directed, start, end, begin, through, avoiding, symmetry)
    return asked.plan(order=order, memory=memory, threads=threads, scratch=scratch, device=device)


def study(
    board: Board | Graph | networkx.Graph[Any],
    kind: Kind = "closed",
    *,
    directed: bool = False,
    start: Vertex | None = None,
    end: Vertex | None = None,
    begin: BeginLike = (),
    through: EdgesLike = (),
    avoiding: EdgesLike = (),
    symmetry: SymmetryLike | None = None,
    subtour_squares: int | None = None,
    timeout: float = 10.0,
    checkpoint: PathLike | None = None,
    cluster: Cluster | None = None,
    progress: Listening = None,
) -> Tabled[StudyRow]:
    """Run the search with rules and orders on and off, each for at most `timeout` seconds.

    The words are those of `Tours` and of `Tours.study`.

    >>> {row.tally.solutions for row in study(Board(5, 6))}
    {8}
    """
    asked = _asked(board, kind, directed, start, end, begin, through, avoiding, symmetry)
    return asked.study(
        subtour_squares=subtour_squares,
        timeout=timeout,
        checkpoint=checkpoint,
        cluster=cluster,
        progress=progress,
    )


def tours(
    board: Board | Graph | networkx.Graph[Any],
    kind: Kind = "closed",
    *,
    directed: bool = False,
    start: Vertex | None = None,
    end: Vertex | None = None,
    begin: BeginLike = (),
    through: EdgesLike = (),
    avoiding: EdgesLike = (),
    symmetry: SymmetryLike | None = None,
    limit: int | None = None,
    method: str = "auto",
    rules: RulesLike | None = None,
    move_order: OrderLike | None = None,
    timeout: float | None = None,
    checkpoint: PathLike | None = None,
    cluster: Cluster | None = None,
    progress: Listening = None,
) -> Iterator[Tour]:
    """Return an iterator over the tours, each found when it is asked for; at most `limit`.

    The words are those of `Tours` and of `Tours.list`.

    >>> sum(1 for _ in tours(Board(5, 6))), sum(1 for _ in tours(Board(3, 4), "path"))
    (8, 8)
    """
    asked = _asked(board, kind, directed, start, end, begin, through, avoiding, symmetry)
    return asked.list(
        limit=limit,
        method=method,
        rules=rules,
        move_order=move_order,
        timeout=timeout,
        checkpoint=checkpoint,
        cluster=cluster,
        progress=progress,
    )


def sample(
    board: Board | Graph | networkx.Graph[Any],
    kind: Kind = "closed",
    *,
    directed: bool = False,
    start: Vertex | None = None,
    end: Vertex | None = None,
    begin: BeginLike = (),
    through: EdgesLike = (),
    avoiding: EdgesLike = (),
    symmetry: SymmetryLike | None = None,
    limit: int = 1,
    method: str = "auto",
    order: Iterable[Any] | None = None,
    scratch: PathLike | None = None,
    timeout: float | None = None,
    memory: Memory | None = None,
    threads: int | None = None,
    checkpoint: PathLike | None = None,
    cluster: Cluster | None = None,
    progress: Listening = None,
    say: Say | None = None,
    seed: int | None = None,
) -> Iterator[Tour]:
    """Draw `limit` tours exactly uniformly at random, independently, as they are asked for.

    The words are those of `Tours` and of `Tours.sample`.

    >>> [tour.closed for tour in sample(Board(6, 6), limit=2, seed=7)]
    [True, True]
    """
    asked = _asked(board, kind, directed, start, end, begin, through, avoiding, symmetry)
    return asked.sample(
        limit=limit,
        method=method,
        order=order,
        scratch=scratch,
        timeout=timeout,
        memory=memory,
        threads=threads,
        checkpoint=checkpoint,
        cluster=cluster,
        progress=progress,
        say=say,
        seed=seed,
    )


def unrank(
    board: Board | Graph | networkx.Graph[Any],
    kind: Kind = "closed",
    *,
    number: int,
    directed: bool = False,
    start: Vertex | None = None,
    end: Vertex | None = None,
    begin: BeginLike = (),
    through: EdgesLike = (),
    avoiding: EdgesLike = (),
    symmetry: SymmetryLike | None = None,
    method: str = "auto",
    order: Iterable[Any] | None = None,
    scratch: PathLike | None = None,
    timeout: float | None = None,
    memory: Memory | None = None,
    threads: int | None = None,
    progress: Listening = None,
    say: Say | None = None,
) -> Tour:
    """Return the tour with a number; they are numbered from 0.

    The words are those of `Tours` and of `Tours.unrank`.

    >>> rank(unrank(Board(6, 6), number=4321))
    4321
    """
    asked = _asked(board, kind, directed, start, end, begin, through, avoiding, symmetry)
    return asked.unrank(
        number,
        method=method,
        order=order,
        scratch=scratch,
        timeout=timeout,
        memory=memory,
        threads=threads,
        progress=progress,
        say=say,
    )


def rank(
    tour: Tour,
    kind: Kind | None = None,
    *,
    directed: bool = False,
    start: Vertex | None = None,
    end: Vertex | None = None,
    begin: BeginLike = (),
    through: EdgesLike = (),
    avoiding: EdgesLike = (),
    symmetry: SymmetryLike | None = None,
    method: str = "auto",
    order: Iterable[Any] | None = None,
    scratch: PathLike | None = None,
    timeout: float | None = None,
    memory: Memory | None = None,
    threads: int | None = None,
    progress: Listening = None,
    say: Say | None = None,
) -> int:
    """Return the number of a tour: `unrank` of it gives the tour back.

    Without `kind`, a closed tour is ranked among closed tours and a path among paths. The words are
    those of `Tours` and of `Tours.rank`: they number only the tours that obey them.

    >>> rank(unrank(Board(5, 6), number=3))
    3
    """
    if not isinstance(tour, Tour):
        raise BadInputError(f"rank takes a Tour, not {type(tour).__name__}")
    own: Kind = "closed" if tour.closed else "path"
    asked = _asked(
        tour.graph, kind or own, directed, start, end, begin, through, avoiding, symmetry
    )
    return asked.rank(
        tour,
        method=method,
        order=order,
        scratch=scratch,
        timeout=timeout,
        memory=memory,
        threads=threads,
        progress=progress,
        say=say,
    )
