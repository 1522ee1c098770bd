"""The words of each verb: its own choices, and the limits that it obeys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal, TypedDict

from babieca.engines import COUNTERS, FINDERS, LISTERS, NUMBERERS, TRACERS
from babieca.engines.magic import Magic
from babieca.engines.search.instances import MOST_VERTICES, RULE_SETS, RULES, RulesLike
from babieca.engines.search.move_orders import ORDERS, OrderLike
from babieca.engines.sweep.atlas import MOST_STRIDE
from babieca.engines.tracing.sweeps import MOST_EXAMPLES
from babieca.limits import (
    MOST_EFFORT,
    CheckpointWords,
    ClusterWords,
    EffortWords,
    LongCountWords,
    MemoryWords,
    NoticeWords,
    ProgressWords,
    ScratchWords,
    SeedWords,
    StateWords,
    ThreadWords,
    TimeWords,
)
from babieca.verbs.numbers import MOST_TOURS
from babieca.verbs.usage import METHODS
from babieca.words import Word

Device = Literal["cpu", "cuda", "auto"]


def _method(names: Iterable[str], usual: str = "auto") -> Word:
    listed = tuple(names)
    return Word(f"{', '.join(listed)}.", default=usual, metavar="NAME", values=listed)


class WalkWords(TypedDict, total=False):
    """Choices of the methods that walk by Warnsdorff's rule."""

    criteria: Annotated[
        str | Sequence[str] | None,
        Word("Of warnsdorff: criteria in order, for example degree,random.", metavar="NAMES"),
    ]
    warnsdorff: Annotated[
        bool | None, Word("Of backtrack: whether to try moves in Warnsdorff's order.")
    ]


class SearchWords(TypedDict, total=False):
    """Choices of the search by the W table."""

    rules: Annotated[
        RulesLike | None,
        Word(f"Of search: {', '.join((*RULE_SETS, *RULES))}.", metavar="NAMES", longest=400),
    ]
    move_order: Annotated[
        OrderLike | None,
        Word(f"Of search: {', '.join(ORDERS)}.", metavar="NAME", values=tuple(ORDERS)),
    ]


class SubtourWords(TypedDict, total=False):
    """Choice of the search that compares partial tours."""

    subtour_squares: Annotated[
        int | None,
        Word("Of search: squares of the partial tours in the table.", bounds=(0, MOST_VERTICES)),
    ]


class OrderWords(TypedDict, total=False):
    """Choice of a sweep."""

    order: Annotated[
        Iterable[Any] | None, Word("All squares in their retirement order.", where="python")
    ]


class DeviceWords(TypedDict, total=False):
    """On which processor a count runs."""

    device: Annotated[
        Device | None,
        Word(
            "Count on this processor, on an NVIDIA GPU, or on a GPU if there is one.",
            "Limits",
            where="here",
        ),
    ]


class MirrorWords(TypedDict, total=False):
    """Choice of a sweep by blocks."""

    mirror: Annotated[
        bool | None,
        Word(
            "Of blocks: whether to store only half of each layer where a mirror allows it.",
            names=("--mirror/--no-mirror",),
        ),
    ]


class FindWords(
    WalkWords,
    TimeWords,
    MemoryWords,
    ClusterWords,
    ProgressWords,
    EffortWords,
    StateWords,
    SeedWords,
    total=False,
):
    """The words of `find`."""

    method: Annotated[str, _method(FINDERS)]
    magic: Annotated[
        Magic | None,
        Word(
            "Step numbers with one sum along all rows and columns; full: along diagonals too.",
            "The question",
        ),
    ]


class CheckWords(TimeWords, ProgressWords, total=False):
    """The words of `check`."""


class TraceWords(
    WalkWords,
    SearchWords,
    SubtourWords,
    TimeWords,
    MemoryWords,
    EffortWords,
    SeedWords,
    total=False,
):
    """The words of `trace`."""

    method: Annotated[str, _method(TRACERS, "search")]
    examples: Annotated[
        int | None,
        Word(
            "Of sweep: how many states of each layer are shown.",
            bounds=(0, MOST_EXAMPLES),
            sent_bounds=(0, 20),
        ),
    ]


class TraceLimit(TypedDict, total=False):
    """How many events."""

    limit: Annotated[
        int | None,
        Word(
            "How many events at most.",
            "Limits",
            names=("--limit", "-n"),
            bounds=(0, MOST_EFFORT),
            sent_bounds=(1, 30_000),
            sent_default=2000,
        ),
    ]


class CountWords(OrderWords, MirrorWords, DeviceWords, LongCountWords, total=False):
    """The words of `count`."""

    method: Annotated[str, _method(COUNTERS)]
    counter_bits: Annotated[
        Literal[8, 16, 32, 64] | None,
        Word("Of blocks: counter width; narrow counters take less memory and more moduli."),
    ]


class CountByWords(LongCountWords, total=False):
    """The words of `count_by`."""

    method: Annotated[str, _method(COUNTERS)]


class FirstMovesWords(SearchWords, TimeWords, ThreadWords, ProgressWords, total=False):
    """The words of `first_moves`."""


class FractionsWords(DeviceWords, LongCountWords, total=False):
    """The words of `fractions`."""

    count: Annotated[
        bool,
        Word(
            "Count the tours of each part too.", "The question", default=False, names=("--count",)
        ),
    ]


class UsageWords(TimeWords, MemoryWords, ThreadWords, ScratchWords, ProgressWords, total=False):
    """The words of `usage`."""

    method: Annotated[str, _method(METHODS)]


class PlanWords(OrderWords, DeviceWords, MemoryWords, ThreadWords, ScratchWords, total=False):
    """The words of `plan`."""


class StudyWords(SubtourWords, CheckpointWords, ClusterWords, ProgressWords, total=False):
    """The words of `study`."""

    timeout: Annotated[
        float,
        Word(
            "Seconds for each row of the table. Default: 10.",
            "Limits",
            default=10.0,
            metavar="SECONDS",
            sent_bounds=(0, 86_400),
        ),
    ]


class ListWords(SearchWords, TimeWords, CheckpointWords, ClusterWords, ProgressWords, total=False):
    """The words of `list`."""

    method: Annotated[str, _method(("auto", *LISTERS))]


class ListLimit(TypedDict, total=False):
    """How many tours."""

    limit: Annotated[
        int | None,
        Word(
            "How many tours at most.",
            "Limits",
            names=("--limit", "-n"),
            bounds=(0, MOST_TOURS),
            sent_bounds=(1, 1000),
            sent_default=10,
        ),
    ]


class NumberWords(
    OrderWords,
    TimeWords,
    MemoryWords,
    ThreadWords,
    ScratchWords,
    ProgressWords,
    NoticeWords,
    total=False,
):
    """The words of `rank` and `unrank`."""

    method: Annotated[str, _method(NUMBERERS)]


class SampleWords(NumberWords, CheckpointWords, ClusterWords, SeedWords, total=False):
    """The words of `sample`."""


class SampleLimit(TypedDict, total=False):
    """How many tours are drawn."""

    limit: Annotated[
        int,
        Word(
            "How many tours to draw. Default: 1.",
            "Limits",
            default=1,
            names=("--limit", "-n"),
            bounds=(0, MOST_TOURS),
            sent_bounds=(1, 1000),
        ),
    ]


class AtlasWords(TimeWords, MemoryWords, ThreadWords, ProgressWords, NoticeWords, total=False):
    """The words of `Tours.save`."""

    stride: Annotated[
        int,
        Word(
            "Keep one in this many of the large layers: fewer layers take less disk and answer "
            "more slowly. Default: 8.",
            default=8,
            bounds=(1, MOST_STRIDE),
        ),
    ]
