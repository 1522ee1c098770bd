"""Tours by number, and tours at random, from one numbering of all tours."""

from __future__ import annotations

import hashlib
import itertools
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from babieca.engines import NUMBERERS
from babieca.engines.protocol import chosen
from babieca.engines.sweep.numbering import BATCH, Numbering
from babieca.errors import BadInputError, NoTourError
from babieca.limits import Limits
from babieca.questions import Question
from babieca.tasks import Task, packed, unpacked
from babieca.tour import Tour
from babieca.verbs.count import count_report
from babieca.words import whole_number

MOST_TOURS = 2**62

VERSION = 1
"""Of the numbers that tours have: other versions do not mix."""

BATCHES_WORTH = 8
"""Batches of tours that are read in the time of one numbering: measured, four to fifty."""

# The last small numbering is kept, so that a loop over `unrank` sweeps once.
LARGEST_KEPT = 2**28
_last: tuple[object, Numbering] | None = None


def numbering_of(question: Question, limits: Limits, method: str, **choices: Any) -> Numbering:
    """Return the numbering of a question, the last one again if nothing has changed."""
    global _last
    if method == "auto" and (question.symmetry is not None or question.kind == "open"):
        method = "list"
    engine = chosen(NUMBERERS, method)
    key = (question, method, limits.memory, repr(sorted(choices.items())))
    last = _last  # another thread may replace it at any time
    if last is not None and last[0] == key:
        return last[1]
    numbering = engine(question, limits, **choices)
    _last = (key, numbering) if numbering.bytes <= LARGEST_KEPT else None
    return numbering


def numbers_drawn(total: int, seed: int | None) -> Iterator[int]:
    """Yield random numbers of tours without end; the seed determines them."""
    dice = random.Random(seed)
    while True:
        yield dice.randrange(total)


def numbering_share(most: int) -> float:
    """Return the part of the work that numbering is, if so many tours are drawn.

    >>> numbering_share(1), numbering_share(8 * BATCH)
    (0.8888888888888888, 0.5)
    """
    return BATCHES_WORTH / (BATCHES_WORTH + -(-most // BATCH))


def draw(numbering: Numbering, most: int, limits: Limits) -> Iterator[Tour]:
    """Yield tours drawn uniformly and independently; the seed determines them."""
    if numbering.total == 0:
        raise NoTourError("counting them all gave none")
    drawn = itertools.islice(numbers_drawn(numbering.total, limits.seed), most)

    def tours() -> Iterator[Tour]:
        for at in itertools.count(0, BATCH):
            batch = list(itertools.islice(drawn, BATCH))
            if not batch:
                return
            part = limits.part(at / most, min(1.0, (at + BATCH) / most))
            yield from numbering.unrank(batch, part)

    return tours()


def draw_open(paths: Numbering, total: int, most: int, limits: Limits) -> Iterator[Tour]:
    """Yield open tours: paths drawn uniformly, without those whose ends are a move apart."""
    if total == 0:
        raise NoTourError("counting them all gave none")
    endless = draw(paths, MOST_TOURS, limits)
    return itertools.islice((tour for tour in endless if tour.kind == "open"), most)


@dataclass(frozen=True)
class Unranking(Task[tuple[int, NDArray[np.int32]]]):
    """The tours with these numbers, as rows, and how many tours there are in all."""

    question: Question
    method: str
    order: tuple[Any, ...] | None = None
    numbers: tuple[int, ...] = ()
    batch: int = 0
    of_all: float | None = None

    @property
    def key(self) -> str:
        asked = repr((self.method, self.order, self.numbers))
        digest = hashlib.sha256(asked.encode()).hexdigest()
        return f"tours-{VERSION}-{self.question.fingerprint}-{digest}"

    @property
    def place(self) -> tuple[int, ...]:
        return (self.batch,)

    @property
    def part(self) -> float | None:
        return self.of_all

    def bytes_needed(self, limits: Limits) -> int:
        """Return the whole memory of a worker: a numbering keeps as much as fits."""
        return limits.budget

    def to_json(self, answer: tuple[int, NDArray[np.int32]]) -> Any:
        return {"total": str(answer[0]), "rows": packed(answer[1])}

    def from_json(self, record: Any) -> tuple[int, NDArray[np.int32]]:
        return int(record["total"]), unpacked(record["rows"], len(self.question.graph))

    def agree(
        self, one: tuple[int, NDArray[np.int32]], other: tuple[int, NDArray[np.int32]]
    ) -> bool:
        return one[0] == other[0] and np.array_equal(one[1], other[1])

    def run(self, limits: Limits) -> tuple[int, NDArray[np.int32]]:
        choices = {} if self.order is None else {"order": self.order}
        building, reading = limits.part(0.0, 0.5), limits.part(0.5, 1.0)
        numbering = numbering_of(self.question, building, self.method, **choices)
        return numbering.total, numbering.rows(self.numbers, reading)


def draw_elsewhere(
    question: Question, most: int, limits: Limits, method: str, order: tuple[Any, ...] | None
) -> Iterator[Tour]:
    """Yield the tours of `draw` for the same seed, read by the workers of a cluster."""
    with limits.at_work() as ready:
        asked = question
        if question.kind == "open" and question.symmetry is None and method != "list":
            asked = replace(question, kind="path")
        asking, numbered = Unranking(asked, method, order), numbering_share(most)
        if asked == question:
            wanted = total = ready.part(0.0, numbered).run(asking)[0]
        else:
            total = ready.part(0.0, 0.8 * numbered).run(asking)[0]
            counting = ready.part(0.8 * numbered, numbered)
            wanted = count_report(question, counting, "auto").value
        if wanted == 0:
            raise NoTourError("counting them all gave none")
        numbers, left = numbers_drawn(total, limits.seed), most
        while left:
            # As many paths as probably contain so many open tours.
            count = -(-left * total // wanted)
            part = ready.part(1.0 - (1.0 - numbered) * left / most, 1.0)
            for tour in _read_in_order(asking, numbers, count, part):
                if asked == question or tour.kind == "open":
                    yield tour
                    left -= 1
                if not left:
                    return


def _read_in_order(
    asking: Unranking, numbers: Iterator[int], count: int, limits: Limits
) -> Iterator[Tour]:
    assert limits.executor is not None
    tasks = (
        replace(asking, numbers=tuple(batch), batch=number, of_all=len(batch) / count)
        for number in range(-(-count // BATCH))
        if (batch := [*itertools.islice(numbers, min(BATCH, count - number * BATCH))])
    )
    ready: dict[int, NDArray[np.int32]] = {}
    following = 0
    for task, answer in limits.executor.deal(tasks, limits):
        ready[cast(Unranking, task).batch] = answer[1]
        while following in ready:
            yield from asking.question.tours(ready.pop(following))
            following += 1


def checked_limit(limit: int) -> int:
    wanted = whole_number("limit", limit, 0, MOST_TOURS)
    if wanted is None:
        raise BadInputError("limit is the number of tours to draw, not None")
    return wanted


def listed(tours: Iterable[Tour]) -> list[Tour]:
    try:
        return list(tours)
    except TypeError:
        raise BadInputError(f"expected tours, not {type(tours).__name__}") from None
