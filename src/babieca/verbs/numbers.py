"""Tours by number, and tours at random: one sweep, many answers."""

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
"""Batches of tours that are read in the time of numbering them all: measured, four to fifty."""

# The last numbering is kept while it is small, so that a loop over `unrank` sweeps once.
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
    """Yield numbers of tours, without end: the same ones for the same seed on every machine."""
    dice = random.Random(seed)
    while True:
        yield dice.randrange(total)


def numbering_share(most: int) -> float:
    """Return what part of the work numbering is where so many tours are drawn.

    >>> numbering_share(1), numbering_share(8 * BATCH)
    (0.8888888888888888, 0.5)
    """
    return BATCHES_WORTH / (BATCHES_WORTH + -(-most // BATCH))


def draw(numbering: Numbering, most: int, limits: Limits) -> Iterator[Tour]:
    """Yield tours drawn uniformly and independently, in batches, as long as they are asked for.

    The same seed gives the same tours on every machine.
    """
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
    """Yield open tours: paths drawn uniformly, those whose ends are a move apart left out."""
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
        """The question, who numbers its tours, and the numbers."""
        asked = repr((self.method, self.order, self.numbers))
        digest = hashlib.sha256(asked.encode()).hexdigest()
        return f"tours-{VERSION}-{self.question.fingerprint}-{digest}"

    @property
    def place(self) -> tuple[int, ...]:
        """Batches are read in their order."""
        return (self.batch,)

    @property
    def part(self) -> float | None:
        """What part it is of all numbers that will probably be drawn."""
        return self.of_all

    def bytes_needed(self, limits: Limits) -> int:
        """Return all that a worker has: what is kept depends on what there is."""
        return limits.budget

    def to_json(self, answer: tuple[int, NDArray[np.int32]]) -> Any:
        """Return the number of all tours as text, and the rows."""
        return {"total": str(answer[0]), "rows": packed(answer[1])}

    def from_json(self, record: Any) -> tuple[int, NDArray[np.int32]]:
        """Return them again."""
        return int(record["total"]), unpacked(record["rows"], len(self.question.graph))

    def agree(
        self, one: tuple[int, NDArray[np.int32]], other: tuple[int, NDArray[np.int32]]
    ) -> bool:
        """Whether two machines number alike."""
        return one[0] == other[0] and np.array_equal(one[1], other[1])

    def run(self, limits: Limits) -> tuple[int, NDArray[np.int32]]:
        """Number the tours, as far as this machine does not remember their numbers, and read."""
        choices = {} if self.order is None else {"order": self.order}
        building, reading = limits.part(0.0, 0.5), limits.part(0.5, 1.0)
        numbering = numbering_of(self.question, building, self.method, **choices)
        return numbering.total, numbering.rows(self.numbers, reading)


def draw_elsewhere(
    question: Question, most: int, limits: Limits, method: str, order: tuple[Any, ...] | None
) -> Iterator[Tour]:
    """Yield the tours that `draw` yields for the same seed, read by the executor of a cluster."""
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
            # Of paths, as many as probably have so many open tours among them.
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
    """Yield the tours with the next so many numbers."""
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
    """Return how many tours are asked for."""
    wanted = whole_number("limit", limit, 0, MOST_TOURS)
    if wanted is None:
        raise BadInputError("limit is the number of tours to draw, not None")
    return wanted


def listed(tours: Iterable[Tour]) -> list[Tour]:
    """Return tours given in any way as a list."""
    try:
        return list(tours)
    except TypeError:
        raise BadInputError(f"expected tours, not {type(tours).__name__}") from None
