"""Traces: the engines themselves, event by event.

The core writes records into a log, and a `Reader` turns them into events. Bañón's search can be
halted and resumed. Warnsdorff's rule, González's stack and the search by steps run to their end, so
they are run again with a longer log if more events are wanted: they make the same choices every
time. A sweep reports its layers, with a few of their states.
"""

import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.engines.finders import backtrack, find_by_steps
from babieca.engines.protocol import Finding
from babieca.engines.refuter import refuted
from babieca.engines.search import instances
from babieca.engines.sweep.moduli import core_errors
from babieca.engines.sweep.sweeps import prepare
from babieca.engines.warnsdorff import checked_criteria, warnsdorff
from babieca.errors import BadInputError
from babieca.events import Counters, Event, Example, Happened, Layer, labels
from babieca.limits import Limits
from babieca.questions import Question
from babieca.words import whole_number

EVENTS_AT_ONCE = 256

FIRST_EVENTS = 1024
"""Events of the first run of a heuristic; each next run doubles the sum."""

MOST_EXAMPLES = 1000


class Reader:
    """Turns records into events; `counters` are those after the last event.

    `starts`: the method counts the first square of a walk as entered. `criteria`: the names of the
    criteria that decide a move. `twin`: for every vertex, the square of the second knight.
    `steps`: the method puts squares on steps, and its nodes are its decisions.
    """

    def __init__(
        self,
        question: Question,
        *,
        starts: bool,
        criteria: Sequence[str] = (),
        twin: Sequence[int] = (),
        steps: bool = False,
    ) -> None:
        self._question, self._graph = question, question.graph
        self._core = _core.EventReader(starts, list(criteria), list(twin), steps)

    @property
    def counters(self) -> Counters:
        return Counters(*self._core.counters)

    def events(self, records: NDArray[np.int32], tour: Sequence[int] = ()) -> Iterator[Event]:
        """Yield the events of records; `tour` is the tour that the last record found, if any."""
        for what, counters, depth, square, squares, criterion, kept, twin, step in self._core.read(
            records, list(tour)
        ):
            yield Event(
                what,
                Counters(*counters),
                depth,
                self._label(square),
                self._label(kept),
                self._label(twin),
                labels(self._graph, squares),
                step or None,
                criterion or None,
            )

    def ended(self, proved: object) -> Event:
        if not proved:
            return Event("gave-up", self.counters)
        return _exhausted(self._question, self.counters)

    def _label(self, vertex: int) -> Any:
        return None if vertex < 0 else self._graph.label(vertex)


def trace_warnsdorff(
    question: Question, limits: Limits, *, criteria: str | Sequence[str] | None = None
) -> Iterator[Happened]:
    _require_start(question)
    used = checked_criteria(criteria, question.board)
    run = partial(warnsdorff, question, limits, criteria=used)
    return _repeated(question, Reader(question, starts=True, criteria=used), run)


def trace_backtrack(
    question: Question, limits: Limits, *, warnsdorff: bool = True
) -> Iterator[Happened]:
    _require_start(question)
    run = partial(backtrack, question, limits, warnsdorff=warnsdorff)
    return _repeated(question, Reader(question, starts=True), run)


def trace_steps(question: Question, limits: Limits) -> Iterator[Happened]:
    """Trace the search that puts squares on steps, up to the first tour.

    >>> question = Question.ask("3x4", "path", at="c2=2, b1=4")
    >>> start, event, *_ = trace_steps(question, Limits())
    >>> event.what, event.square, event.step
    ('forced', (0, 0), 1)
    """
    reader = Reader(question, starts=False, steps=True)
    return _repeated(question, reader, partial(find_by_steps, question, limits))


def _require_start(question: Question) -> None:
    if question.end is not None and question.start is None:
        raise BadInputError("trace_begins_at_first")


def _repeated(
    question: Question, reader: Reader, run: Callable[..., Finding]
) -> Iterator[Happened]:
    def events() -> Iterator[Happened]:
        skipped, most, more = 0, FIRST_EVENTS, True
        while more:
            log = _core.EventLog(skipped, most)
            finding = run(log=log)
            more = log.full
            tour = () if finding.vertices is None else finding.vertices.tolist()
            yield from reader.events(log.take(), tour)
            skipped = most = skipped + most
        if finding.vertices is None:
            yield reader.ended(finding.proof)

    return events()


def trace_search(
    question: Question,
    limits: Limits,
    *,
    rules: instances.RulesLike = "banon",
    move_order: instances.MoveOrderLike = "clockwise",
    subtour_squares: int | None = None,
) -> Iterator[Happened]:
    """Trace the search with the W table, up to the first tour.

    With the rule `equivalent`, which counts tours without seeing them, it visits the whole tree.
    """
    named = instances.rule_names(rules)
    search = instances.search_for(
        question, rules=named, move_order=move_order, subtour_squares=subtour_squares
    )

    def events() -> Iterator[Happened]:
        reader = Reader(question, starts=False)
        traced = _core.TracedSearch(search.instance, "equivalent" in named)
        yield from _resumed(traced, reader, limits, limits.nodes or 0)
        if not traced.tour:
            yield reader.ended(traced.finished)

    return events()


def trace_two_knights(question: Question, limits: Limits) -> Iterator[Happened]:
    search = instances.two_knights_search(question, limits, 0)

    def events() -> Iterator[Happened]:
        reader = Reader(question, starts=False, twin=instances.twin_of(question))
        for restart in itertools.count():
            again = instances.two_knights_search(question, limits, restart) if restart else search
            traced = _core.TracedSearch(again.instance, False)
            left = limits.nodes - reader.counters.nodes if limits.nodes else 0
            patience = instances.TWO_KNIGHTS_NODES << restart
            yield from _resumed(traced, reader, limits, min(left, patience) if left else patience)
            if traced.tour:
                return
            if traced.finished or limits.over or 0 < left <= patience:
                yield reader.ended(traced.finished)
                return

    return events()


def _resumed(
    traced: _core.TracedSearch, reader: Reader, limits: Limits, nodes: int
) -> Iterator[Happened]:
    while not limits.over:
        records = traced.next(EVENTS_AT_ONCE, nodes, None)
        yield from reader.events(records, traced.tour)
        if traced.finished or len(records) == 0:
            return


def trace_sweep(question: Question, limits: Limits, *, examples: int = 4) -> Iterator[Happened]:
    """Trace the layers of a sweep, each with the states that the most partial tours reach.

    >>> from babieca.boards import Board
    >>> *layers, last = trace_sweep(Question.ask(Board(5, 6)), Limits())
    >>> len(layers), max(layer.states for layer in layers), last.what, last.counters.tours
    (31, 2485, 'found', 8)
    """
    most = whole_number("examples", examples, 0, MOST_EXAMPLES)
    assert most is not None
    sweep = _core.TracedSweep(prepare(question, limits).sweep, most, limits.budget)

    def events() -> Iterator[Happened]:
        graph, report = question.graph, limits.reporter()
        states = 0
        for step in itertools.count():
            if sweep.finished:
                break
            with core_errors(limits, "smaller_board", graph):
                told = sweep.next(report)
            slots = labels(graph, told.occupants)
            shown = []
            for example in told.examples:
                mates = enumerate(example.mates)
                links = tuple((slots[slot], slots[mate]) for slot, mate in mates if mate > slot)
                sources = tuple(example.sources)
                shown.append(Example(tuple(example.types), links, example.ways, sources))
            states += told.states
            (retired,) = labels(graph, [told.retired])
            yield Layer(step, slots, told.states, tuple(shown), retired=retired)
        counters = Counters(nodes=states, tours=sweep.tours)
        yield Event("found", counters) if sweep.tours else _exhausted(question, counters)

    return events()


def _exhausted(question: Question, counters: Counters) -> Event:
    """Return the end of a trace without tours; if no square was entered, with the reason."""
    reason = None if counters.nodes else refuted(question)
    return Event("exhausted", counters, proof=reason)
