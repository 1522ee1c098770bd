"""Traces of the search of Bañón, and of its two knights (Sánchez López)."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator

from babieca import _core
from babieca.engines.search.instances import RulesLike, Search, rule_names, search_for, twin_of
from babieca.engines.search.move_orders import OrderLike
from babieca.engines.search.two_knights import nodes_of_try, one_try
from babieca.engines.tracing.records import Reader
from babieca.events import Happened
from babieca.limits import Limits
from babieca.questions import Question

EVENTS_AT_ONCE = 256


def trace_search(
    question: Question,
    limits: Limits,
    *,
    rules: RulesLike = "banon",
    move_order: OrderLike = "clockwise",
    subtour_squares: int | None = None,
) -> Iterator[Happened]:
    """Tell what the search with the W table does, up to the first tour.

    With the rule `equivalent`, which counts tours without seeing them, through the whole tree.

    >>> from babieca.boards import Board
    >>> events = trace_search(Question.ask(Board(3, 4), "path", start="a1"), Limits())
    >>> [event.what for event in events if event.what not in ("move", "forced")][:4]
    ['start', 'dangling', 'backtrack', 'dead-end']
    """
    named = rule_names(rules)
    search = search_for(question, rules=named, order=move_order, subtour_squares=subtour_squares)
    reader = Reader(question, starts=False)
    return _ending(search, "equivalent" in named, reader, limits)


def trace_two_knights(question: Question, limits: Limits) -> Iterator[Happened]:
    """Tell how two knights walk, one the image of the other under the half-turn.

    >>> from babieca.boards import Board
    >>> events = [*trace_two_knights(Question.ask(Board(6, 6)), Limits())]
    >>> events[0].square, events[0].twin, events[-1].what
    ((2, 1), (3, 4), 'found')
    """
    first = one_try(question, limits, 0)
    reader = Reader(question, starts=False, twin=twin_of(question))
    return _tries(question, first, reader, limits)


def _ending(search: Search, counting: bool, reader: Reader, limits: Limits) -> Iterator[Happened]:
    traced = _core.TracedSearch(search.instance, counting)
    yield from _told(traced, reader, limits, limits.nodes or 0)
    if not traced.tour:
        yield reader.ended("exhausted" if traced.finished else "gave-up")


def _tries(
    question: Question, search: Search, reader: Reader, limits: Limits
) -> Iterator[Happened]:
    for number in itertools.count():
        if number:
            search = one_try(question, limits, number)
        traced = _core.TracedSearch(search.instance, False)
        left = limits.nodes - reader.counters.nodes if limits.nodes else 0
        patience = nodes_of_try(number)
        yield from _told(traced, reader, limits, min(left, patience) if left else patience)
        if traced.tour:
            return
        if traced.finished or _late(limits) or 0 < left <= patience:
            yield reader.ended("exhausted" if traced.finished else "gave-up")
            return


def _told(
    traced: _core.TracedSearch, reader: Reader, limits: Limits, nodes: int
) -> Iterator[Happened]:
    while not _late(limits):
        records = traced.next(EVENTS_AT_ONCE, nodes, None)
        yield from reader.events(records, traced.tour)
        if traced.finished or len(records) == 0:
            return


def _late(limits: Limits) -> bool:
    return limits.timeout is not None and time.monotonic() - limits.began > limits.timeout
