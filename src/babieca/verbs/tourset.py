"""`Tours`: a question with the verbs as methods, the set of all tours that satisfy it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from babieca.boards import Board
from babieca.checking import SquaresLike
from babieca.edges import EdgesLike
from babieca.engines import LISTERS, Rows
from babieca.engines.magic import Magic
from babieca.engines.protocol import Engine, chosen
from babieca.engines.refuter.verdicts import Verdict, verdict_on
from babieca.engines.search.instances import RulesLike
from babieca.engines.search.move_orders import OrderLike
from babieca.engines.sweep.atlas import build_atlas, open_atlas
from babieca.engines.sweep.numbering import Numbering
from babieca.errors import BadInputError
from babieca.events import Happened
from babieca.graphs import Graph
from babieca.invariants import SymmetryLike
from babieca.limits import Cluster, Limits, Say
from babieca.progress import Listening
from babieca.questions import BeginLike, Kind, Question, Vertex
from babieca.showing import Counts, Shown, Tabled
from babieca.tour import Tour
from babieca.verbs.check import CheckReport, check_report
from babieca.verbs.classes import Classes, classes_of
from babieca.verbs.count import CountReport, count_report
from babieca.verbs.count_by import By, count_by
from babieca.verbs.find import FindReport, find_report
from babieca.verbs.first_moves import FirstMove, first_moves_of
from babieca.verbs.fractions import Fraction, fractions_of
from babieca.verbs.numbers import (
    MOST_TOURS,
    checked_limit,
    draw,
    draw_elsewhere,
    draw_open,
    listed,
    numbering_of,
    numbering_share,
)
from babieca.verbs.plan import Plan, plan_of
from babieca.verbs.study import StudyRow, study_of
from babieca.verbs.trace import trace_of
from babieca.verbs.usage import usage_of
from babieca.words import whole_number

if TYPE_CHECKING:
    import networkx

PathLike = str | os.PathLike[str]
Memory = float | str
Numbers = list[int]


class Tours(Shown):
    """All tours of a board or graph that satisfy a question. Nothing is computed before a verb.

    kind       "closed", "path" or "open" (a path whose ends are not a move apart)
    directed   each direction of travel is a tour of its own
    start, end the ends of a path; from a start, each path counts once. A closed tour is only
               written from its start, and has no end
    begin      the first squares in order, "a1 b3 c5" or a list
    through    moves every tour makes, "a1-b3,c1-d3" or pairs of squares
    avoiding   moves no tour makes
    symmetry   only tours that this symmetry of the board keeps: "half-turn", "quarter-turn",
               "left-right reflection", …; "Eulerian half-turn" or "Bergholtian half-turn" for one
               style of closed tours

    Tours are labelled: mirror images are different tours. Two `Tours` are equal if they ask the
    same.

    >>> tours = Tours(Board(6, 6), through="a1-b3")
    >>> tours.count(), tours.exists().answer, tours.find() in tours
    (9862, 'undecided', True)
    >>> [tour.closed for tour in Tours(Board(5, 6)).list(limit=2)]
    [True, True]
    """

    __slots__ = ("_numbering", "question")

    question: Question

    def __init__(
        self,
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
    ) -> None:
        self._numbering: Numbering | None = None
        self.question = Question.ask(
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

    @classmethod
    def of(cls, question: Question) -> Tours:
        """Return the tours that a question asks for."""
        tours = object.__new__(cls)
        tours.question, tours._numbering = question, None
        return tours

    def __eq__(self, other: object) -> bool:
        return self.question == other.question if isinstance(other, Tours) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.question)

    def __repr__(self) -> str:
        return f"<Tours: {self.question}>"

    def __reduce__(self) -> tuple[object, ...]:
        return (Tours.of, (self.question,))

    def __contains__(self, tour: object) -> bool:
        return isinstance(tour, Tour) and self.question.admits(tour)

    def __iter__(self) -> Iterator[Tour]:
        return self.list()

    # Is there one? ------------------------------------------------------------------------------

    def exists(self) -> Verdict:
        """Say from theorems alone whether there is such a tour, and why.

        >>> print(Tours(Board(4, 8)).exists())
        no: the 4x8 board has no closed tour (Schwenk 1991, Which rectangular chessboards have a
        knight's tour?)
        """
        return verdict_on(self.question)

    def find(
        self,
        *,
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

        `method="auto"` never fails on plain rectangles; by name: construction, layered, sweep,
        edges, warnsdorff (`criteria`, `restarts`), squirrel-cull, backtrack (`warnsdorff`,
        `nodes`), exact (`nodes`), rotation, search (`nodes`), two-knights. The same `seed` gives
        the same tour; without one the choice is fixed. Without a `timeout`, searches that might
        never end give up after 30 or 60 s, and the error says so. `magic="semi"` asks for a tour
        whose step numbers have one sum along all rows and one along all columns, `"full"` along
        the long diagonals too.

        >>> Tours(Board(6, 6), start="c3").find().squares[0]
        (2, 2)
        """
        return self.find_report(
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
        ).found()

    def find_report(
        self,
        *,
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
    ) -> FindReport:
        """Return what came of looking for a tour, and what it took. Arguments as for `find`.

        >>> report = Tours(Board(8, 8), "path", start="a1").find_report(method="warnsdorff", seed=1)
        >>> report.tour is not None, report.method, report.statistics["restarts"]
        (True, 'warnsdorff', 0)
        """
        limits = Limits.of(
            timeout=timeout,
            memory=memory,
            cluster=cluster,
            progress=progress,
            restarts=restarts,
            nodes=nodes,
            states=states,
            seed=seed,
        )
        choices = _given(magic=magic, criteria=criteria, warnsdorff=warnsdorff)
        with limits.at_work() as ready:
            return find_report(self.question, ready, method, **choices)

    def check(
        self,
        squares: SquaresLike,
        *,
        timeout: float | None = None,
        progress: Listening = None,
    ) -> CheckReport:
        """Say how far squares are one of these tours, and whether they can be completed to one.

        They are read in the order of the tour, from any square and in any direction that the
        question leaves free. Nothing is raised for squares that are no tour: the report names the
        first fault. Without a `timeout` it gives up deciding after 10 s; on 8x8 it takes
        milliseconds.

        >>> report = Tours(Board(8, 8)).check("a1 b3 c5 d7 f8 f9")
        >>> report.fault, len(report.squares), report.completable, report.completion[5]
        ("step 6: square 'f9' is off the 8x8 board", 5, True, (6, 7))
        >>> report = Tours(Board(8, 8)).check("b3 d4 c2 e1")
        >>> report.completable, report.proof, report.sound
        (False, 'a1 can be entered but not left again', 2)
        """
        limits = Limits.of(timeout=timeout, progress=progress)
        return check_report(self.question, squares, limits)

    def trace(
        self,
        limit: int | None = None,
        *,
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

        `method` is "warnsdorff" (`criteria`, `restarts`), "backtrack" (`warnsdorff`, `nodes`),
        "search" with the W table (`rules`, `move_order`, `subtour_squares`, `nodes`),
        "two-knights" (`nodes`) or "sweep", whose events are layers with a few `examples` of their
        states. The events are said by the engines that find and count, and end with "found",
        "exhausted" or "gave-up"; at most `limit` of them are told.

        >>> events = Tours(Board(5, 5), "path", start="a1").trace(method="warnsdorff")
        >>> event = next(event for event in events if event.what == "move")
        >>> event.square in event.squares, event.squares, event.criterion
        (True, ((1, 2), (2, 1)), 'random')
        """
        limits = Limits.of(
            timeout=timeout, memory=memory, restarts=restarts, nodes=nodes, seed=seed
        )
        choices = _given(
            criteria=criteria,
            warnsdorff=warnsdorff,
            rules=rules,
            move_order=move_order,
            subtour_squares=subtour_squares,
            examples=examples,
        )
        return trace_of(self.question, limits, method, limit, **choices)

    # How many? ----------------------------------------------------------------------------------

    def count(
        self,
        *,
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
        """Count the tours, exactly.

        `method` is "auto", "blocks", "sparse", "search", "fold" (with a symmetry) or "reference".
        `order` is the order in which squares retire. Blocks take counters of up to 64 bits where
        they fit, or of `counter_bits`, which take more moduli the narrower they are; half of each
        layer where a mirror keeps the question, which `mirror=False` does without; in place, while
        `in_place=False` keeps two copies. `device="cuda"` sweeps on an NVIDIA GPU (extra `gpu`),
        "auto" where there is one. `memory` is a budget such as "8G": more is refused before
        anything is allocated. A `checkpoint` directory is saved to at most every
        `checkpoint_seconds`, and resumed from. Layers that the memory does not hold go to nameless
        files in `scratch`, a directory. `cluster` is where it runs: "local", the address of a Dask
        scheduler, or a Dask client.

        >>> Tours(Board(6, 6)).count(), Tours(Board(5, 5), "path", start="a1").count()
        (9862, 304)
        """
        return self.count_report(
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
        ).value

    def count_report(
        self,
        *,
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
    ) -> CountReport:
        """Count like `count` and also say by which method, with how much work, memory and time."""
        limits = _limits(
            timeout,
            memory,
            threads,
            checkpoint,
            checkpoint_seconds,
            progress,
            scratch=scratch,
            cluster=cluster,
        )
        retiring = None if order is None else listed_order(order)
        choices = _given(
            order=retiring,
            counter_bits=counter_bits,
            in_place=in_place,
            mirror=mirror,
            device=device,
        )
        with limits.at_work() as ready:
            return count_report(self.question, ready, method, **choices)

    def count_by(
        self,
        by: By,
        *,
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
        """Count a whole table: at once, or entries that a symmetry makes equal once, as is cheaper.

        `by` is "start" (paths from each square), "first-move" (by the square after `start`) or
        "edge-pair" (closed tours by the two neighbours of `start`).

        >>> Tours(Board(3, 4), "path").count_by("start")[(0, 0)]
        2
        """
        limits = _limits(
            timeout,
            memory,
            threads,
            checkpoint,
            checkpoint_seconds,
            progress,
            scratch=scratch,
            cluster=cluster,
        )
        with limits.at_work() as ready:
            return Counts(self.question, count_by(self.question, by, ready, method))

    def first_moves(
        self,
        *,
        rules: RulesLike = "default",
        move_order: OrderLike = "clockwise",
        timeout: float | None = None,
        threads: int | None = None,
        progress: Listening = None,
    ) -> Tabled[FirstMove]:
        """Return, for each move from `start`: the first tour found, how many there are, the time.

        >>> rows = Tours(Board(5, 5), "path", start="d2").first_moves()
        >>> [(row.square, row.count) for row in rows]
        [((3, 4), 28), ((0, 1), 28), ((2, 1), 0), ((3, 2), 0)]
        """
        limits = Limits.of(timeout=timeout, threads=threads, progress=progress)
        rows = first_moves_of(self.question, limits, rules=rules, moves=move_order)
        return Tabled(self.question, rows)

    def classes(
        self,
        *,
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

        >>> found = Tours(Board(5, 6)).classes()
        >>> found.value, found.kept["left-right reflection"]
        (3, 4)
        """
        limits = _limits(
            timeout,
            memory,
            threads,
            checkpoint,
            checkpoint_seconds,
            progress,
            scratch=scratch,
            cluster=cluster,
        )
        with limits.at_work() as ready:
            return classes_of(self.question, ready)

    def fractions(
        self,
        *,
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

        `device` is where they are counted, as for `count`.

        >>> found = Tours(Board(8, 8), start="d4").fractions()
        >>> len(found), sum(not f.impossible for f in found), sum(f.explored for f in found)
        (28, 27, 15)
        """
        limits = _limits(
            timeout,
            memory,
            threads,
            checkpoint,
            checkpoint_seconds,
            progress,
            scratch=scratch,
            cluster=cluster,
        )
        with limits.at_work() as ready:
            found = fractions_of(self.question, ready, count=count, device=device)
            return Tabled(self.question, found)

    def usage(
        self,
        *,
        method: str = "auto",
        timeout: float | None = None,
        memory: Memory | None = None,
        threads: int | None = None,
        scratch: PathLike | None = None,
        progress: Listening = None,
    ) -> Counts:
        """Return, for each undirected edge, the number of tours that use it.

        `method` is "sweeps" (forwards and backwards), "counts" (one per class of edges) or "auto",
        the cheaper of those that fit the memory. Layers that it does not hold go to nameless files
        in `scratch`, a directory. Every closed tour uses as many edges as there are squares.

        >>> usage = Tours(Board(6, 6)).usage()
        >>> usage[(0, 0), (1, 2)], sum(usage.values()) == 36 * 9862
        (9862, True)
        """
        limits = Limits.of(
            timeout=timeout, memory=memory, threads=threads, scratch=scratch, progress=progress
        )
        return Counts(self.question, usage_of(self.question, limits, method))

    def plan(
        self,
        *,
        order: Iterable[Any] | None = None,
        memory: Memory | None = None,
        threads: int | None = None,
        scratch: PathLike | None = None,
        device: Literal["cpu", "cuda", "auto"] | None = None,
    ) -> Plan:
        """Say what each verb would take: order, slots, counters, bytes, time; nothing is counted.

        If there is an NVIDIA GPU, also what that would take; `device="cpu"` does not look for one.

        >>> plan = Tours(Board(6, 6)).plan()
        >>> plan.slots, plan.peak_counters, plan.total_counters
        (12, 7056, 54894)
        """
        limits = Limits.of(memory=memory, threads=threads, scratch=scratch)
        chosen = None if order is None else listed_order(order)
        return plan_of(self.question, limits, chosen, device)

    def study(
        self,
        *,
        subtour_squares: int | None = None,
        timeout: float = 10.0,
        checkpoint: PathLike | None = None,
        cluster: Cluster | None = None,
        progress: Listening = None,
    ) -> Tabled[StudyRow]:
        """Run the search with rules and orders on and off, each for at most `timeout` seconds.

        >>> rows = Tours(Board(5, 5), "path", start="a1").study()
        >>> {row.tally.solutions for row in rows}, rows[0].tally.nodes > 100 * rows[10].tally.nodes
        ({304}, True)
        """
        limits = _limits(timeout, None, None, checkpoint, 60.0, progress, cluster=cluster)
        _refuse_ledger_here(limits)
        with limits.at_work() as ready:
            rows = study_of(self.question, ready, subtour_squares=subtour_squares)
            return Tabled(self.question, rows)

    # Which? -------------------------------------------------------------------------------------

    def list(
        self,
        limit: int | None = None,
        *,
        method: str = "auto",
        rules: RulesLike | None = None,
        move_order: OrderLike | None = None,
        timeout: float | None = None,
        checkpoint: PathLike | None = None,
        cluster: Cluster | None = None,
        progress: Listening = None,
    ) -> Iterator[Tour]:
        """Return an iterator over the tours, each found when it is asked for; at most `limit`.

        `method` is "search", which visits them by the W table with `rules` and `move_order`, or
        "fold", for those that a symmetry keeps; "auto" chooses.

        >>> print(next(Tours(Board(5, 6)).list()))
        29 20 23  8  5 14
        22  9 28 13 24  7
        19 30 21  6 15  4
        10 27  2 17 12 25
         1 18 11 26  3 16
        """
        found = self.batches(
            limit,
            method=method,
            rules=rules,
            move_order=move_order,
            timeout=timeout,
            checkpoint=checkpoint,
            cluster=cluster,
            progress=progress,
        )
        kind: Kind = "closed" if self.question.closed else "path"
        return (tour for rows in found for tour in Tour.batch(self.question.graph, rows, kind=kind))

    def batches(
        self,
        limit: int | None = None,
        *,
        method: str = "auto",
        rules: RulesLike | None = None,
        move_order: OrderLike | None = None,
        timeout: float | None = None,
        checkpoint: PathLike | None = None,
        cluster: Cluster | None = None,
        progress: Listening = None,
    ) -> Iterator[NDArray[np.integer[Any]]]:
        """Return the tours of `list` as arrays, a row of indices each: fast where they are many.

        >>> sum(len(rows) for rows in Tours(Board(5, 5), "path", start="a1").batches())
        304
        """
        if method == "auto":
            method = "search" if self.question.symmetry is None else "fold"
        most = whole_number("limit", limit, 0, MOST_TOURS)
        choices = _given(most=most, rules=rules, move_order=move_order)
        limits = _limits(timeout, None, None, checkpoint, 60.0, progress, cluster=cluster)
        _refuse_ledger_here(limits)
        lister = chosen(LISTERS, method)
        lister.accept(self.question, choices)
        if cluster is not None:
            return self._batches_elsewhere(lister, limits, choices)
        found = lister(self.question, limits, **choices)
        return (self.question.indices_of(rows) for rows in found)

    def _batches_elsewhere(
        self, lister: Engine[Rows], limits: Limits, choices: dict[str, Any]
    ) -> Iterator[NDArray[np.integer[Any]]]:
        with limits.at_work() as ready:
            for rows in lister(self.question, ready, **choices):
                yield self.question.indices_of(rows)

    def sample(
        self,
        limit: int = 1,
        *,
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
        """Draw tours exactly uniformly at random, independently, as they are asked for.

        The same `seed` draws the same tours. `method` is "sparse" (every state is kept), "blocks"
        (some layers, in `scratch` where they do not fit the memory; `say` is told before), "list"
        (of symmetric or open tours, which no sweep numbers) or "auto". No tour at all raises
        `NoTourError`.

        >>> tours = Tours(Board(6, 6))
        >>> list(tours.sample(2, seed=7)) == list(tours.sample(2, seed=7))
        True
        """
        most = checked_limit(limit)
        limits = _limits(
            timeout,
            memory,
            threads,
            checkpoint,
            60.0,
            progress,
            say,
            seed,
            scratch=scratch,
            cluster=cluster,
        )
        _refuse_ledger_here(limits)
        if checkpoint is not None and seed is None:
            raise BadInputError("checkpoint: without a seed every sample is another one; give seed")
        if cluster is not None:
            retiring = None if order is None else listed_order(order)
            return draw_elsewhere(self.question, most, limits, method, retiring)
        numbered = numbering_share(most)
        drawing = limits.part(numbered, 1.0)
        if self.question.kind == "open" and self.question.symmetry is None and method != "list":
            paths = Tours.of(replace(self.question, kind="path"))
            numbering = paths._numbered(limits.part(0.0, 0.8 * numbered), method, order)
            counting = limits.part(0.8 * numbered, numbered)
            total = count_report(self.question, counting, "auto").value
            return draw_open(numbering, total, most, drawing)
        numbering = self._numbered(limits.part(0.0, numbered), method, order)
        return draw(numbering, most, drawing)

    def unrank(
        self,
        number: int,
        *,
        method: str = "auto",
        order: Iterable[Any] | None = None,
        scratch: PathLike | None = None,
        timeout: float | None = None,
        memory: Memory | None = None,
        threads: int | None = None,
        progress: Listening = None,
        say: Say | None = None,
    ) -> Tour:
        """Return the tour with a number; they are numbered from 0. Options as in `sample`.

        >>> print(Tours(Board(3, 4), "path").unrank(0))
         3  6 11  8
        12  9  2  5
         1  4  7 10
        """
        limits = _limits(timeout, memory, threads, None, 60.0, progress, say, scratch=scratch)
        numbering = self._numbered(limits.part(0.0, 0.9), method, order)
        return next(numbering.unrank([number], limits.part(0.9, 1.0)))

    def rank(
        self,
        tour: Tour,
        *,
        method: str = "auto",
        order: Iterable[Any] | None = None,
        scratch: PathLike | None = None,
        timeout: float | None = None,
        memory: Memory | None = None,
        threads: int | None = None,
        progress: Listening = None,
        say: Say | None = None,
    ) -> int:
        """Return the number of a tour: `unrank` of it gives the tour back. Options as in `sample`.

        >>> tours = Tours(Board(6, 6))
        >>> tours.rank(tours.unrank(4321))
        4321
        """
        limits = _limits(timeout, memory, threads, None, 60.0, progress, say, scratch=scratch)
        numbering = self._numbered(limits.part(0.0, 0.9), method, order)
        return numbering.rank([tour], limits.part(0.9, 1.0))[0]

    def rank_all(
        self,
        tours: Iterable[Tour],
        *,
        method: str = "auto",
        order: Iterable[Any] | None = None,
        scratch: PathLike | None = None,
        timeout: float | None = None,
        memory: Memory | None = None,
        threads: int | None = None,
        progress: Listening = None,
        say: Say | None = None,
    ) -> Numbers:
        """Return the numbers of many tours, which share a walk through the layers.

        >>> tours = Tours(Board(5, 6))
        >>> tours.rank_all(tours.unrank_all([3, 5]))
        [3, 5]
        """
        limits = _limits(timeout, memory, threads, None, 60.0, progress, say, scratch=scratch)
        numbering = self._numbered(limits.part(0.0, 0.5), method, order)
        return numbering.rank(listed(tours), limits.part(0.5, 1.0))

    def unrank_all(
        self,
        numbers: Iterable[int],
        *,
        method: str = "auto",
        order: Iterable[Any] | None = None,
        scratch: PathLike | None = None,
        timeout: float | None = None,
        memory: Memory | None = None,
        threads: int | None = None,
        progress: Listening = None,
        say: Say | None = None,
    ) -> Iterator[Tour]:
        """Return the tours with these numbers, in batches that share a walk through the layers."""
        limits = _limits(timeout, memory, threads, None, 60.0, progress, say, scratch=scratch)
        wanted = numbers if isinstance(numbers, Sequence) else [*numbers]
        numbering = self._numbered(limits.part(0.0, 0.5), method, order)
        return numbering.unrank(wanted, limits.part(0.5, 1.0))

    def save(
        self,
        path: PathLike,
        *,
        stride: int = 8,
        timeout: float | None = None,
        memory: Memory | None = None,
        threads: int | None = None,
        progress: Listening = None,
        say: Say | None = None,
    ) -> None:
        """Store what numbers the tours in a directory, an atlas; `Tours.load` opens it.

        Of the large layers one in `stride` is kept: a smaller one takes more disk and makes
        `sample`, `rank` and `unrank` faster.
        """
        limits = _limits(timeout, memory, threads, None, 60.0, progress, say)
        self._numbering = build_atlas(self.question, _path(path), limits, stride=stride)

    @classmethod
    def load(cls, path: PathLike) -> Tours:
        """Open an atlas: tours that have their numbers at once."""
        numbering = open_atlas(_path(path))
        tours = cls.of(numbering.question)
        tours._numbering = numbering
        return tours

    @property
    def numbering(self) -> Numbering | None:
        """What numbers the tours, where an atlas or an earlier answer keeps it."""
        return self._numbering

    def _numbered(self, limits: Limits, method: str, order: Iterable[Any] | None) -> Numbering:
        choices = _given(order=None if order is None else listed_order(order))
        usual = method == "auto" and not choices and limits.scratch is None
        if usual and self._numbering is not None:
            return self._numbering
        numbering = numbering_of(self.question, limits, method, **choices)
        if usual:
            self._numbering = numbering
        return numbering


def listed_order(order: Iterable[Any]) -> tuple[Any, ...]:
    """Return an order of retirement that can be read more than once."""
    try:
        return tuple(order)
    except TypeError:
        raise BadInputError(f"order lists all squares, not {type(order).__name__}") from None


def _given(**choices: Any) -> dict[str, Any]:
    """Return the choices that were made."""
    return {name: value for name, value in choices.items() if value is not None}


def _path(path: PathLike) -> Path:
    try:
        return Path(path)
    except TypeError:
        raise BadInputError(f"a path is text, not {type(path).__name__}") from None


def _refuse_ledger_here(limits: Limits) -> None:
    """Refuse a checkpoint where only a cluster keeps what is done."""
    if limits.checkpoint is not None and limits.cluster is None:
        raise BadInputError(
            "checkpoint: of this verb it is the ledger of a cluster; give cluster, or leave it out"
        )


def _limits(
    timeout: float | None,
    memory: Memory | None,
    threads: int | None,
    checkpoint: PathLike | None,
    checkpoint_seconds: float,
    progress: Listening,
    say: Say | None = None,
    seed: int | None = None,
    scratch: PathLike | None = None,
    cluster: Cluster | None = None,
) -> Limits:
    return Limits.of(
        timeout=timeout,
        memory=memory,
        threads=threads,
        checkpoint=checkpoint,
        checkpoint_seconds=checkpoint_seconds,
        scratch=scratch,
        cluster=cluster,
        progress=progress,
        say=say,
        seed=seed,
    )
