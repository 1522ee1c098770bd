"""How methods work: the steps of a method, and one search with different rules and move orders."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Annotated, Unpack

from babieca.engines import TRACERS, TraceMethod
from babieca.engines.comparisons import StudyRow, study_rows
from babieca.engines.protocol import chosen, refuse_arcs
from babieca.engines.tracing import MOST_EXAMPLES
from babieca.events import Happened
from babieca.limits import (
    MOST_EFFORT,
    CheckpointWords,
    ClusterWords,
    ProgressWords,
    TryWords,
)
from babieca.showing import Tabled
from babieca.verbs import asked
from babieca.verbs.asked import Asked, SearchWords, SubtourWords
from babieca.words import Word, spelled, whole_number

__all__ = ["StudyRow"]

_EXAMPLES = "Of sweep: how many states of each layer are shown."
_SECONDS = "Seconds for each row of the table. Default: 10."


class TraceWords(asked.WalkWords, SearchWords, SubtourWords, TryWords, total=False):
    method: Annotated[TraceMethod, asked.method_word(TraceMethod)]
    examples: Annotated[
        int | None, Word(_EXAMPLES, bounds=(0, MOST_EXAMPLES), sent_bounds=(0, 100))
    ]


class LimitedTraceWords(TraceWords, total=False):
    limit: Annotated[
        int | None,
        asked.limit_word("How many events at most.", MOST_EFFORT, 30_000, sent_default=2000),
    ]


class StudyWords(SubtourWords, CheckpointWords, ClusterWords, ProgressWords, total=False):
    timeout: Annotated[
        float,
        Word(_SECONDS, "Limits", default=10.0, metavar="SECONDS", sent_bounds=(0, 86_400)),
    ]


class Tracing(Asked):
    @spelled
    def trace(self, limit: int | None = None, **words: Unpack[TraceWords]) -> Iterator[Happened]:
        """Return the steps of a method as events, each computed when it is asked for.

        The engines that find and count report the events themselves. The last event is "found",
        "exhausted" or "gave-up"; at most `limit` events are reported. The method "auto" is "steps"
        with given steps, otherwise "search".

        >>> from babieca import Board, Tours, trace
        >>> events = [*trace(Board(6, 6), method="two-knights")]
        >>> events[-1].what, len(events[-1].squares)
        ('found', 36)
        >>> events = Tours(Board(5, 5), "path", start="a1").trace(method="warnsdorff")
        >>> event = next(event for event in events if event.what == "move")
        >>> event.square in event.squares, event.squares, event.criterion
        (True, ((1, 2), (2, 1)), 'random')
        """
        limits, choices = self._parted(TraceWords, words)
        most = whole_number("limit", limit, 0, MOST_EFFORT)
        refuse_arcs(self.question, "trace")
        method = choices.pop("method")
        if method == "auto":
            method = "steps" if self.question.at else "search"
        tracer = chosen(TRACERS, method)
        return itertools.islice(tracer(self.question, limits, **choices), most)

    @spelled
    def study(self, **words: Unpack[StudyWords]) -> Tabled[StudyRow]:
        """Run the search with several rules and move orders, each for at most `timeout` seconds.

        >>> from babieca import Board, Tours, study
        >>> {row.tally.solutions for row in study(Board(5, 6))}
        {8}
        >>> rows = Tours(Board(5, 5), "path", start="a1").study()
        >>> {row.tally.solutions for row in rows}, rows[0].tally.nodes > 100 * rows[10].tally.nodes
        ({304}, True)
        """
        limits, choices = self._parted(StudyWords, words, "study")
        asked.refuse_task_log(limits)
        refuse_arcs(self.question, "study")
        return Tabled(
            self.question, study_rows(self.question, limits, choices.get("subtour_squares"))
        )
