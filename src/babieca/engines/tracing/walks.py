"""Traces of the methods that look for one tour: Warnsdorff's rule and the stack of González.

They are the finders themselves, with a log. A finder runs to its end, so it is run again with a
longer log for those who want to know more: all of them make the same choices every time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from babieca import _core
from babieca.engines.heuristics.stack_search import backtrack
from babieca.engines.heuristics.warnsdorff import checked_criteria, warnsdorff
from babieca.engines.protocol import Finding
from babieca.engines.tracing.records import Reader
from babieca.errors import BadInputError
from babieca.events import Happened
from babieca.limits import Limits
from babieca.questions import Question

FIRST_EVENTS = 1024
"""Of the first run; each of the next tells as many as all before together."""


def trace_warnsdorff(
    question: Question, limits: Limits, *, criteria: str | Sequence[str] | None = None
) -> Iterator[Happened]:
    """Tell what Warnsdorff's rule does, and which of the criteria decided.

    >>> from babieca.boards import Board
    >>> paths = Question.ask(Board(5, 5), "path", start="a1")
    >>> [event.what for event in trace_warnsdorff(paths, Limits())][:4]
    ['start', 'move', 'move', 'forced']
    """
    _require_start_for_end(question)
    used = checked_criteria(criteria, question.board)
    reader = Reader(question, starts=True, criteria=used)
    return _told(reader, lambda log: warnsdorff(question, limits, criteria=used, log=log))


def trace_backtrack(
    question: Question, limits: Limits, *, warnsdorff: bool = True
) -> Iterator[Happened]:
    """Tell what depth-first search with a stack does.

    >>> from babieca.boards import Board
    >>> events = trace_backtrack(Question.ask(Board(3, 3), "path", start="a1"), Limits())
    >>> [event.what for event in events][-4:]
    ['backtrack', 'backtrack', 'backtrack', 'exhausted']
    """
    _require_start_for_end(question)
    reader = Reader(question, starts=True)
    return _told(reader, lambda log: backtrack(question, limits, warnsdorff=warnsdorff, log=log))


def _told(reader: Reader, run: Callable[[_core.EventLog], Finding]) -> Iterator[Happened]:
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


def _require_start_for_end(question: Question) -> None:
    if question.end is not None and question.start is None:
        raise BadInputError("a trace is told from the first square: give a start with the end")
