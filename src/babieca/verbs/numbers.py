"""Tours by number, and tours at random: one sweep, many answers."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator
from typing import Any

from babieca.engines import NUMBERERS
from babieca.engines.protocol import chosen
from babieca.engines.sweep.numbering import BATCH, Numbering
from babieca.errors import BadInputError, NoTourError
from babieca.limits import Limits, whole_number
from babieca.questions import Question
from babieca.tours import Tour

MOST_TOURS = 2**62

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


def draw(numbering: Numbering, most: int, limits: Limits) -> Iterator[Tour]:
    """Yield tours drawn uniformly and independently, in batches, as long as they are asked for.

    The same seed gives the same tours on every machine.
    """
    if numbering.total == 0:
        raise NoTourError("counting them all gave none")
    dice = random.Random(limits.seed)
    drawn = (dice.randrange(numbering.total) for _ in itertools.repeat(None, most))

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
