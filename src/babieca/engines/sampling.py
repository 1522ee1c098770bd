"""Draw tours at random by their numbers, here or on the workers of a cluster."""

from __future__ import annotations

import hashlib
import itertools
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from babieca.canonical import representatives, symmetries_of
from babieca.engines import NUMBERERS
from babieca.engines.counts import count_report
from babieca.engines.numbering import BATCH, Numbering
from babieca.engines.protocol import MOST_TOURS, Rows, chosen
from babieca.errors import NoTourError
from babieca.limits import Limits
from babieca.questions import Question
from babieca.tasks import Task, packed, unpacked
from babieca.tour import Tour

Unranked = tuple[int, NDArray[np.int32]]
VERSION = 1  # of the numbers that tours have: other versions do not mix
BATCHES_WORTH = 8  # batches read in the time of one numbering: 4 to 50 were measured
MOST_REMEMBERED = 2**28  # bytes of a numbering that is remembered: a loop over `unrank` sweeps once
_last: tuple[object, Numbering] | None = None


def numbering_of(question: Question, limits: Limits, method: str, **choices: Any) -> Numbering:
    """Return the numbering of a question, the last one again if nothing has changed."""
    global _last
    listed = question.symmetry is not None or question.kind == "open" or question.at
    if method == "auto" and listed:
        method = "list"
    engine = chosen(NUMBERERS, method)
    key = (question, method, limits.memory, repr(sorted(choices.items())))
    last = _last  # another thread may replace it at any time
    if last is not None and last[0] == key:
        return last[1]
    numbering = engine(question, limits, **choices)
    _last = (key, numbering) if numbering.bytes <= MOST_REMEMBERED else None
    return numbering


def _numbers_drawn(total: int, seed: int | None) -> Iterator[int]:
    return map(random.Random(seed).randrange, itertools.repeat(total))


def numbering_share(most: int) -> float:
    """Return the share of the work that is numbering, if `most` tours are drawn.

    >>> numbering_share(1), numbering_share(8 * BATCH)
    (0.8888888888888888, 0.5)
    """
    return BATCHES_WORTH / (BATCHES_WORTH + -(-most // BATCH))


def draw(numbering: Numbering, question: Question, most: int, limits: Limits) -> Iterator[Tour]:
    """Yield tours drawn uniformly and independently; the seed determines them."""
    drawn, accepted = _numbers_drawn(numbering.total, limits.seed), _accepted(question)
    if numbering.question != question:
        most = MOST_TOURS  # some tours are rejected
    for at in range(0, most, BATCH):
        part = limits.part(at / most, min(1.0, (at + BATCH) / most))
        numbers = list(itertools.islice(drawn, min(BATCH, most - at)))
        yield from accepted(numbering.rows(numbers, part))


def _numbered_question(question: Question, method: str) -> Question:
    """Return the question whose tours are drawn until one obeys the question itself.

    No sweep numbers open tours or representatives. A uniform tour that is a representative is a
    uniform representative, so each class is equally likely.
    """
    listed = question.symmetry is not None or question.at or method == "list"
    as_path = question.kind == "open" and not listed
    return replace(question, kind="path" if as_path else question.kind, up_to=None)


def _accepted(question: Question) -> Callable[[Rows], Iterable[Tour]]:
    """Return a function that takes drawn tours and returns the tours that obey the question."""
    chosen = None if question.up_to is None else representatives(question)

    def accepted(rows: Rows) -> Iterable[Tour]:
        tours = question.tours(rows if chosen is None else chosen(rows))
        return tours if question.kind != "open" else (tour for tour in tours if tour.kind == "open")

    return accepted


@dataclass(frozen=True)
class Unranking(Task[Unranked]):
    """The tours with these numbers, as rows, and the number of all tours."""

    question: Question
    method: str
    order: tuple[Any, ...] | None = None
    numbers: tuple[int, ...] = ()
    batch: int = 0
    share: float | None = None
    takes_all = True  # a numbering keeps as much as fits

    @property
    def key(self) -> str:
        digest = hashlib.sha256(repr((self.method, self.order, self.numbers)).encode()).hexdigest()
        return f"tours-{VERSION}-{self.question.fingerprint}-{digest}"

    @property
    def position(self) -> tuple[int, ...]:
        return (self.batch,)

    def to_json(self, answer: Unranked) -> Any:
        return {"total": str(answer[0]), "rows": packed(answer[1])}

    def from_json(self, record: Any) -> Unranked:
        return int(record["total"]), unpacked(record["rows"], len(self.question.graph))

    def agree(self, one: Unranked, other: Unranked) -> bool:
        return one[0] == other[0] and np.array_equal(one[1], other[1])

    def run(self, limits: Limits) -> Unranked:
        choices = {} if self.order is None else {"order": self.order}
        building, reading = limits.part(0.0, 0.5), limits.part(0.5, 1.0)
        numbering = numbering_of(self.question, building, self.method, **choices)
        return numbering.total, numbering.rows(self.numbers, reading)


def draw_elsewhere(
    question: Question, most: int, limits: Limits, method: str, order: tuple[Any, ...] | None
) -> Iterator[Tour]:
    """Yield the tours of `draw` for the same seed, read by the workers of a cluster."""
    with limits.at_work() as working:
        share, accepted = numbering_share(most), _accepted(question)
        numbered = _numbered_question(question, method)
        task = Unranking(numbered, method, order)
        if numbered.kind == question.kind:
            wanted = total = working.part(0.0, share).run(task)[0]
        else:
            total = working.part(0.0, 0.8 * share).run(task)[0]
            counted = replace(question, up_to=None)
            wanted = count_report(counted, working.part(0.8 * share, share), "auto").value
        if wanted == 0:
            raise NoTourError("count_is_0")
        if question.up_to is not None:
            wanted = max(1, wanted // len(symmetries_of(question)))
        numbers, left = _numbers_drawn(total, limits.seed), most
        while left:
            # Draw as many tours as probably contain the missing ones.
            count = -(-left * total // wanted)
            part = working.part(1.0 - (1.0 - share) * left / most, 1.0)
            for rows in _read_in_order(task, numbers, count, part):
                for tour in accepted(rows):
                    yield tour
                    left -= 1
                    if not left:
                        return


def _read_in_order(
    task: Unranking, numbers: Iterator[int], count: int, limits: Limits
) -> Iterator[Rows]:
    assert limits.executor is not None
    tasks = (
        replace(task, numbers=tuple(batch), batch=number, share=len(batch) / count)
        for number in range(-(-count // BATCH))
        if (batch := [*itertools.islice(numbers, min(BATCH, count - number * BATCH))])
    )
    finished: dict[int, NDArray[np.int32]] = {}
    following = 0
    for done, answer in limits.executor.deal(tasks, limits):
        finished[cast(Unranking, done).batch] = answer[1]
        while following in finished:
            yield finished.pop(following)
            following += 1


def sample(
    question: Question,
    most: int,
    limits: Limits,
    method: str,
    order: tuple[Any, ...] | None,
    numbering: Callable[[Question, Limits], Numbering],
) -> Iterator[Tour]:
    """Yield tours drawn uniformly and independently, by a numbering here or on a cluster."""
    if limits.cluster is not None:
        return draw_elsewhere(question, most, limits, method, order)
    share = numbering_share(most)
    numbered = _numbered_question(question, method)
    is_counted = numbered.kind != question.kind
    building = limits.part(0.0, 0.8 * share if is_counted else share)
    found = numbering(numbered, building)
    total = found.total
    if is_counted:
        counting = limits.part(0.8 * share, share)
        total = count_report(replace(question, up_to=None), counting, "auto").value
    if total == 0:
        raise NoTourError("count_is_0")
    return itertools.islice(draw(found, question, most, limits.part(share, 1.0)), most)
