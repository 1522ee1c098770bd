"""Traces of the searches: Warnsdorff's rule, González's stack, Bañón's search, two knights.

A trace is made by the engine itself, with a log. Bañón's search can be halted and resumed. The
others run to their end, so they are run again with a longer log if more events are wanted: they
make the same choices every time.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Sequence

from babieca import _core
from babieca.engines.heuristics.graph_searches import backtrack
from babieca.engines.heuristics.warnsdorff import checked_criteria, warnsdorff
from babieca.engines.protocol import Finding
from babieca.engines.search.finding import TWO_KNIGHTS_NODES, two_knights_search
from babieca.engines.search.instances import RulesLike, Search, rule_names, search_for, twin_of
from babieca.engines.search.move_orders import OrderLike
from babieca.engines.tracing.records import Reader
from babieca.errors import BadInputError
from babieca.events import Happened
from babieca.limits import Limits
from babieca.questions import Question

EVENTS_AT_ONCE = 256

FIRST_EVENTS = 1024
"""Events of the first run of a heuristic; each next run doubles the sum."""


def trace_warnsdorff(
    question: Question, limits: Limits, *, criteria: str | Sequence[str] | None = None
) -> Iterator[Happened]:
    """Trace Warnsdorff's rule, with the criterion that decided each move.

    >>> from babieca.boards import Board
    >>> paths = Question.ask(Board(5, 5), "path", start="a1")
    >>> [event.what for event in trace_warnsdorff(paths, Limits())][:4]
    ['start', 'move', 'move', 'forced']
    """
    _require_start_for_end(question)
    used = checked_criteria(criteria, question.board)
    reader = Reader(question, starts=True, criteria=used)
    return _repeated(reader, lambda log: warnsdorff(question, limits, criteria=used, log=log))


def trace_backtrack(
    question: Question, limits: Limits, *, warnsdorff: bool = True
) -> Iterator[Happened]:
    """Trace depth-first search with a stack.

    >>> from babieca.boards import Board
    >>> events = trace_backtrack(Question.ask(Board(3, 3), "path", start="a1"), Limits())
    >>> [event.what for event in events][-4:]
    ['backtrack', 'backtrack', 'backtrack', 'exhausted']
    """
    _require_start_for_end(question)
    reader = Reader(question, starts=True)
    return _repeated(
        reader, lambda log: backtrack(question, limits, warnsdorff=warnsdorff, log=log)
    )


def trace_search(
    question: Question,
    limits: Limits,
    *,
    rules: RulesLike = "banon",
    move_order: OrderLike = "clockwise",
    subtour_squares: int | None = None,
) -> Iterator[Happened]:
    """Trace the search with the W table, up to the first tour.

    With the rule `equivalent`, which counts tours without seeing them, it visits the whole tree.

    >>> from babieca.boards import Board
    >>> events = trace_search(Question.ask(Board(3, 4), "path", start="a1"), Limits())
    >>> [event.what for event in events if event.what not in ("move", "forced")][:4]
    ['start', 'dangling', 'backtrack', 'dead-end']
    """
    named = rule_names(rules)
    search = search_for(question, rules=named, order=move_order, subtour_squares=subtour_squares)
    reader = Reader(question, starts=False)
    return _once(search, "equivalent" in named, reader, limits)


def trace_two_knights(question: Question, limits: Limits) -> Iterator[Happened]:
    """Trace two knights, one the image of the other under the half-turn.

    >>> from babieca.boards import Board
    >>> events = [*trace_two_knights(Question.ask(Board(6, 6)), Limits())]
    >>> events[0].square, events[0].twin, events[-1].what
    ((2, 1), (3, 4), 'found')
    """
    first = two_knights_search(question, limits, 0)
    reader = Reader(question, starts=False, twin=twin_of(question))
    return _restarted(question, first, reader, limits)


def _repeated(reader: Reader, run: Callable[[_core.EventLog], Finding]) -> Iterator[Happened]:
    skipped, most = 0, FIRST_EVENTS
    while True:
        log = _core.EventLog(skipped, most)
        finding = run(log)
        more = log.full
        order = () if finding.order is None else finding.order.tolist()
        yield from reader.events(log.take(), order)
        if not more:
            break
        skipped, most = skipped + most, skipped + most
    if finding.order is None:
        yield reader.ended("exhausted" if finding.proof else "gave-up")


def _once(search: Search, counting: bool, reader: Reader, limits: Limits) -> Iterator[Happened]:
    traced = _core.TracedSearch(search.instance, counting)
    yield from _resumed(traced, reader, limits, limits.nodes or 0)
    if not traced.tour:
        yield reader.ended("exhausted" if traced.finished else "gave-up")


def _restarted(
    question: Question, search: Search, reader: Reader, limits: Limits
) -> Iterator[Happened]:
    for restart in itertools.count():
        if restart:
            search = two_knights_search(question, limits, restart)
        traced = _core.TracedSearch(search.instance, False)
        left = limits.nodes - reader.counters.nodes if limits.nodes else 0
        patience = TWO_KNIGHTS_NODES << restart
        yield from _resumed(traced, reader, limits, min(left, patience) if left else patience)
        if traced.tour:
            return
        if traced.finished or _late(limits) or 0 < left <= patience:
            yield reader.ended("exhausted" if traced.finished else "gave-up")
            return


def _resumed(
    traced: _core.TracedSearch, reader: Reader, limits: Limits, nodes: int
) -> Iterator[Happened]:
    while not _late(limits):
        records = traced.next(EVENTS_AT_ONCE, nodes, None)
        yield from reader.events(records, traced.tour)
        if traced.finished or len(records) == 0:
            return


def _late(limits: Limits) -> bool:
    return limits.timeout is not None and time.monotonic() - limits.began > limits.timeout


def _require_start_for_end(question: Question) -> None:
    if question.end is not None and question.start is None:
        raise BadInputError("a trace is told from the first square: give a start with the end")
