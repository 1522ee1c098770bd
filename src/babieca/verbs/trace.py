"""The events of a method, one by one."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from babieca.engines import TRACERS
from babieca.engines.protocol import chosen
from babieca.events import Happened
from babieca.limits import MOST_EFFORT, Limits
from babieca.questions import Question
from babieca.words import whole_number


def trace_of(
    question: Question, limits: Limits, method: str, limit: int | None, **choices: Any
) -> Iterator[Happened]:
    """Return the events of a method lazily; at most `limit` of them.

    >>> from babieca.boards import Board
    >>> asked = Question.ask(Board(5, 5), "path", start="a1")
    >>> [event.what for event in trace_of(asked, Limits(), "warnsdorff", 3)]
    ['start', 'move', 'move']
    """
    most = whole_number("limit", limit, 0, MOST_EFFORT)
    return itertools.islice(chosen(TRACERS, method)(question, limits, **choices), most)
