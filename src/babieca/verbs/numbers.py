"""Tours by number, and tours at random, from one numbering of all tours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Self, Unpack

from babieca.engines import NumberMethod
from babieca.engines.atlas import MOST_STRIDE, build_atlas, open_atlas
from babieca.engines.numbering import Numbering
from babieca.engines.protocol import MOST_TOURS
from babieca.engines.refuter import no_tour, refuted
from babieca.engines.sampling import numbering_of
from babieca.engines.sampling import sample as sample_tours
from babieca.errors import BadInputError
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
from babieca.questions import Question
from babieca.reasons import expected
from babieca.tour import Tour
from babieca.verbs import asked
from babieca.verbs.asked import Asked, OrderWords
from babieca.words import Word, spelled, whole_number

_STRIDE = (
    "Keep one in this many of the large layers: fewer layers take less disk and answer more "
    "slowly. Default: 8."
)


class NumberWords(OrderWords, WorkWords, ScratchWords, NoticeWords, total=False):
    method: Annotated[NumberMethod, asked.method_word(NumberMethod)]


class SampleWords(NumberWords, CheckpointWords, ClusterWords, SeedWords, total=False): ...


class LimitedSampleWords(SampleWords, total=False):
    limit: Annotated[
        int, asked.limit_word("How many tours to draw. Default: 1.", MOST_TOURS, 1000, default=1)
    ]


class AtlasWords(WorkWords, NoticeWords, total=False):
    stride: Annotated[int, Word(_STRIDE, default=8, bounds=(1, MOST_STRIDE))]


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
            raise BadInputError("limit_number_tours_draw")
        limits, choices = self._parted(SampleWords, words, "sample")
        asked.refuse_task_log(limits)
        if limits.checkpoint is not None and limits.seed is None:
            raise BadInputError("checkpoint_needs_seed_without")
        method = choices["method"]
        if method == "auto" and (reason := refuted(self.question)):
            raise no_tour(self.question, reason)
        return sample_tours(
            self.question,
            most,
            limits,
            method,
            choices.get("order"),
            lambda question, part: self._numbered(question, part, choices),
        )

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
            raise no_tour(self.question, reason)
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
            raise BadInputError(expected(Iterable, tours, "rank_all")) from None
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
        limits, choices = self._parted(AtlasWords, words, "atlas", "an atlas")
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
        limits, choices = self._parted(NumberWords, words, "rank", "a numbering")
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
