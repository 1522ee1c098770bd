"""Tours by number, and tours at random, from one numbering of all tours."""

from __future__ import annotations

import hashlib
import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Self, Unpack, cast

import numpy as np
from numpy.typing import NDArray

from babieca.engines import NUMBERERS
from babieca.engines.atlas import MOST_STRIDE, build_atlas, open_atlas
from babieca.engines.numbering import BATCH, Numbering
from babieca.engines.protocol import Rows, chosen
from babieca.engines.refuter import refuted
from babieca.errors import BadInputError, NoTourError
from babieca.limits import (
    CheckpointWords,
    ClusterWords,
    Limits,
    NoticeWords,
    PathLike,
    ScratchWords,
    SeedWords,
    WorkWords,
    read_path,
)
from babieca.questions import BoardLike, Kind, Question, QuestionWords
from babieca.reasons import Reason
from babieca.representatives import representatives, symmetries_of
from babieca.tasks import Task, packed, unpacked
from babieca.tour import Tour
from babieca.verbs import asked
from babieca.verbs.asked import Asked, OrderWords, ask
from babieca.verbs.count import count_report
from babieca.verbs.find import MOST_TOURS
from babieca.words import Word, function_of, spelled, whole_number

__all__ = ["rank", "sample", "unrank"]

Unranked = tuple[int, NDArray[np.int32]]
VERSION = 1  # of the numbers that tours have: other versions do not mix
BATCHES_WORTH = 8  # batches read in the time of one numbering: 4 to 50 were measured
MOST_REMEMBERED = 2**28  # bytes of a numbering that is remembered: a loop over `unrank` sweeps once
_last: tuple[object, Numbering] | None = None
_STRIDE = (
    "Keep one in this many of the large layers: fewer layers take less disk and answer more "
    "slowly. Default: 8."
)


class NumberWords(OrderWords, WorkWords, ScratchWords, NoticeWords, total=False):
    method: Annotated[str, asked.method_word(NUMBERERS)]


class SampleWords(NumberWords, CheckpointWords, ClusterWords, SeedWords, total=False): ...


class LimitedSampleWords(SampleWords, total=False):
    limit: Annotated[
        int, asked.limit_word("How many tours to draw. Default: 1.", MOST_TOURS, 1000, default=1)
    ]


class AtlasWords(WorkWords, NoticeWords, total=False):
    stride: Annotated[int, Word(_STRIDE, default=8, bounds=(1, MOST_STRIDE))]


class NumberCall(QuestionWords, NumberWords, total=False): ...


class SampleCall(QuestionWords, SampleWords, total=False): ...


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
            raise NoTourError(Reason("count_is_0"))
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


class Numbered(Asked):
    @spelled
    def sample(self, limit: int = 1, **words: Unpack[SampleWords]) -> Iterator[Tour]:
        """Draw `limit` tours exactly uniformly at random, independently, as they are asked for.

        The same `seed` draws the same tours. The method "sparse" keeps every state, "blocks" keeps
        some layers, in `scratch` if they do not fit the memory, and "list" lists symmetric or open
        tours, which no sweep numbers. With `up_to="symmetry"`, every class is equally likely, and a
        class is drawn as its representative. If there is no tour at all, it raises `NoTourError`.

        >>> from babieca import Board, Tours, sample
        >>> [tour.closed for tour in sample(Board(6, 6), limit=2, seed=7)]
        [True, True]
        >>> tours = Tours(Board(6, 6))
        >>> list(tours.sample(2, seed=7)) == list(tours.sample(2, seed=7))
        True
        """
        most = whole_number("limit", limit, 0, MOST_TOURS)
        if most is None:
            raise BadInputError(Reason("limit_number_tours_draw"))
        limits, choices = self._parted(SampleWords, words, "sample", "up_to", "at")
        asked.refuse_task_log(limits)
        if limits.checkpoint is not None and limits.seed is None:
            raise BadInputError(Reason("checkpoint_needs_seed_without"))
        method = choices["method"]
        if method == "auto" and (reason := refuted(self.question)):
            raise asked.no_tour(self.question, reason)
        if limits.cluster is not None:
            return draw_elsewhere(self.question, most, limits, method, choices.get("order"))
        share, question = numbering_share(most), self.question
        numbered = _numbered_question(question, method)
        is_counted = numbered.kind != question.kind
        building = limits.part(0.0, 0.8 * share if is_counted else share)
        numbering = self._numbered(numbered, building, choices)
        total = numbering.total
        if is_counted:
            counting = limits.part(0.8 * share, share)
            total = count_report(replace(question, up_to=None), counting, "auto").value
        if total == 0:
            raise NoTourError(Reason("count_is_0"))
        return itertools.islice(draw(numbering, question, most, limits.part(share, 1.0)), most)

    @spelled
    def unrank(self, number: int, **words: Unpack[NumberWords]) -> Tour:
        """Return the tour with a number; tours are numbered from 0. Methods as in `sample`.

        >>> from babieca import Board, Tours, rank, unrank
        >>> rank(unrank(Board(6, 6), number=4321))
        4321
        >>> print(Tours(Board(3, 4), "path").unrank(0))
         3  6 11  8
        12  9  2  5
         1  4  7 10
        """
        if words.get("method", "auto") == "auto" and (reason := refuted(self.question)):
            raise asked.no_tour(self.question, reason)
        numbering, limits = self._read(words, 0.9)
        return next(numbering.unrank([number], limits))

    @spelled
    def rank(self, tour: Tour, **words: Unpack[NumberWords]) -> int:
        """Return the number of a tour, the inverse of `unrank`. Methods as in `sample`.

        Only the tours that obey the words of the question are numbered. The function `rank` takes
        the board of the tour and, without `kind`, ranks a closed tour among closed tours and a path
        among paths.

        >>> from babieca import Board, Tours, rank, unrank
        >>> rank(unrank(Board(5, 6), number=3))
        3
        >>> tours = Tours(Board(6, 6))
        >>> tours.rank(tours.unrank(4321))
        4321
        """
        numbering, limits = self._read(words, 0.9)
        return numbering.rank([tour], limits)[0]

    @spelled
    def rank_all(self, tours: Iterable[Tour], **words: Unpack[NumberWords]) -> list[int]:
        """Return the numbers of many tours, which share a walk through the layers.

        >>> from babieca import Board, Tours
        >>> tours = Tours(Board(5, 6))
        >>> tours.rank_all(tours.unrank_all([3, 5]))
        [3, 5]
        """
        numbering, limits = self._read(words, 0.5)
        try:
            listed = list(tours)
        except TypeError:
            raise BadInputError(f"expected tours, not {type(tours).__name__}") from None
        return numbering.rank(listed, limits)

    @spelled
    def unrank_all(self, numbers: Iterable[int], **words: Unpack[NumberWords]) -> Iterator[Tour]:
        """Return the tours with these numbers, in batches that share a walk through the layers."""
        wanted = numbers if isinstance(numbers, Sequence) else [*numbers]
        numbering, limits = self._read(words, 0.5)
        return numbering.unrank(wanted, limits)

    @spelled
    def save(self, path: PathLike, **words: Unpack[AtlasWords]) -> None:
        """Store the numbering of the tours in a directory, an atlas; `Tours.load` opens it."""
        limits, choices = self._parted(AtlasWords, words, "an atlas")
        self._numbering = build_atlas(self.question, read_path("path", path), limits, **choices)

    @classmethod
    def load(cls, path: PathLike) -> Self:
        """Open an atlas: its tours have their numbers at once."""
        numbering = open_atlas(read_path("path", path))
        tours = cls.of(numbering.question)
        tours._numbering = numbering
        return tours

    @property
    def numbering(self) -> Numbering | None:
        """The numbering of the tours, if an atlas or an earlier answer made it."""
        known = self._numbering
        return None if known is None or known.question != self.question else known

    def _read(self, words: Mapping[str, object], share: float) -> tuple[Numbering, Limits]:
        """Return the numbering, a share of the work, and the limits of the rest."""
        limits, choices = self._parted(NumberWords, words, "a numbering", "at")
        numbering = self._numbered(self.question, limits.part(0.0, share), choices)
        return numbering, limits.part(share, 1.0)

    def _numbered(
        self, question: Question, limits: Limits, choices: Mapping[str, Any]
    ) -> Numbering:
        usual = choices == {"method": "auto"} and limits.scratch is None
        known = self._numbering
        if usual and known is not None and known.question == question:
            return known
        numbering = numbering_of(question, limits, **choices)
        if usual:
            self._numbering = numbering
        return numbering


def use_atlas(tours: Numbered, atlas: Numbered) -> bool:
    """Give tours the numbers of an atlas; return False if it is of another question."""
    if atlas.question != replace(tours.question, up_to=None):
        return False
    tours._numbering = atlas.numbering
    return True


@function_of(Numbered.sample)
def sample(
    board: BoardLike, kind: Kind = "closed", limit: int = 1, **words: Unpack[SampleCall]
) -> Iterator[Tour]:
    return ask(Numbered, Numbered.sample, board, kind, words, limit)


@function_of(Numbered.unrank)
def unrank(
    board: BoardLike, kind: Kind = "closed", *, number: int, **words: Unpack[NumberCall]
) -> Tour:
    return ask(Numbered, Numbered.unrank, board, kind, words, number)


@function_of(Numbered.rank)
def rank(tour: Tour, kind: Kind | None = None, **words: Unpack[NumberCall]) -> int:
    if not isinstance(tour, Tour):
        raise BadInputError(f"rank takes a Tour, not {type(tour).__name__}")
    own: Kind = "closed" if tour.closed else "path"
    return ask(Numbered, Numbered.rank, tour.graph, kind or own, words, tour)
