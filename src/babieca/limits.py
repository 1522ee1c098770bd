"""Limits of work: time, memory, threads, tries; where it is saved and where progress is reported.

The words are declared here in small groups, so that a verb takes only the words it obeys.
Every engine is called with a question and `Limits`.
"""

from __future__ import annotations

import contextlib
import itertools
import math
import operator
import os
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypedDict, Unpack

from babieca.errors import BadInputError, shown
from babieca.memory import available_bytes, human_bytes, parse_memory
from babieca.progress import Line, Listener, Listening, Meter, Report
from babieca.system import available_threads
from babieca.tasks import Answer, Client, Executor, Item, Result, Task
from babieca.words import Word, declared, spelled, whole_number, with_defaults

MOST_RESTARTS = 10**6
"""More are refused: the starts of all restarts are drawn beforehand."""

MOST_EFFORT = 2**62
MOST_THREADS = 1024

USUAL_SECONDS = 60.0
"""The timeout of searches that might never end, if none is given."""

PathLike = str | os.PathLike[str]
Memory = float | str
Cluster = str | Client
Say = Callable[[str], object]
"""A function that is told in words, beforehand, what will take memory, disk or time."""

LONGEST_SENT = 7 * 86_400.0
"""The longest timeout, in seconds, that an HTTP body may ask for."""


@dataclass(frozen=True)
class LimitWord(Word):
    """A word of the limits; `read(name, value)` checks a value that is not None."""

    panel: str = "Limits"
    read: Callable[[str, Any], Any] = lambda name, value: value


def seconds_of(name: str, value: Any) -> float:
    """Return a positive number of seconds.

    >>> seconds_of("timeout", 2)
    2.0
    """
    try:
        seconds = float(value)
    except (TypeError, ValueError, OverflowError):
        seconds = 0.0
    if isinstance(value, str) or not 0 < seconds < math.inf:
        raise BadInputError(f"{name} is a positive number of seconds, not {shown(value)}")
    return seconds


def _seed(name: str, value: Any) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise BadInputError(f"{name} is a whole number, not {shown(value)}") from None


def _cluster(name: str, value: Any) -> Cluster:
    where = isinstance(value, str) and re.fullmatch(r"local|[a-z]+://\S+", value)
    client = all(callable(getattr(value, part, None)) for part in ("submit", "scheduler_info"))
    if not where and not client:
        raise BadInputError(
            f"{name} is 'local', the address of a Dask scheduler such as tcp://host:8786, or a "
            f"distributed.Client, not {shown(value)}"
        )
    found: Cluster = value
    return found


def _path(name: str, value: PathLike) -> Path:
    try:
        path = Path(value)
    except TypeError:
        raise BadInputError(f"{name} is the name of a directory, not {shown(value)}") from None
    if "\0" in str(path):
        raise BadInputError(f"{name} is the name of a directory, not {shown(value)}")
    return path


def _scratch(name: str, value: PathLike) -> Path:
    path = _path(name, value)
    if not path.is_dir():
        raise BadInputError(f"{name} is an existing directory, not {shown(value)}")
    return path


def _memory(name: str, value: Any) -> int | None:
    return parse_memory(value)


def _listener(name: str, value: Any) -> Listener | None:
    if isinstance(value, bool):
        return Line() if value else None
    if not callable(value):
        raise BadInputError(f"{name} is True or a function to call, not {shown(value)}")
    listener: Listener = value
    return listener


def _whole(help: str, least: int, most: int) -> LimitWord:
    """Declare a bound on the effort of a method."""
    read = partial(whole_number, least=least, most=most)
    return LimitWord(help, "The method", bounds=(least, most), read=read)


def _directory(help: str, read: Callable[[str, Any], Any]) -> LimitWord:
    """Declare a directory of this machine."""
    return LimitWord(help, metavar="DIR", where="here", read=read)


# The words, in the groups that verbs take -------------------------------------------------------

_TIMEOUT = "Give up after this many seconds, and say what was reached."
_MEMORY = "A memory budget such as 8G; what needs more is refused. Default: the free memory."
_THREADS = "How many threads. Default: one for each processor."
_CHECKPOINT = "Save progress in this directory, and resume from it."
_SCRATCH = "A directory for layers that do not fit the memory."
_CLUSTER = "Run on Dask: local, or the address of a scheduler such as tcp://host:8786."
_PROGRESS = "True for a line on standard error, or a function that is called with a Progress."
_SAY = "A function that is told, beforehand, what will take disk or time."
_SEED = "Seed of the random choices: the same seed gives the same tours."


class TimeWords(TypedDict, total=False):
    """How long."""

    timeout: Annotated[
        float | None,
        LimitWord(_TIMEOUT, metavar="SECONDS", sent_bounds=(0, LONGEST_SENT), read=seconds_of),
    ]


class MemoryWords(TypedDict, total=False):
    """How much memory."""

    memory: Annotated[
        Memory | None, LimitWord(_MEMORY, kind="memory", metavar="BYTES", read=_memory)
    ]


class ThreadWords(TypedDict, total=False):
    """How many threads."""

    threads: Annotated[
        int | None,
        LimitWord(
            _THREADS,
            bounds=(1, MOST_THREADS),
            read=partial(whole_number, least=1, most=MOST_THREADS),
        ),
    ]


class CheckpointWords(TypedDict, total=False):
    """Where progress is saved."""

    checkpoint: Annotated[PathLike | None, _directory(_CHECKPOINT, _path)]


class ScratchWords(TypedDict, total=False):
    """Where layers go that do not fit the memory."""

    scratch: Annotated[PathLike | None, _directory(_SCRATCH, _scratch)]


class ClusterWords(TypedDict, total=False):
    """On which machines."""

    cluster: Annotated[
        Cluster | None, LimitWord(_CLUSTER, metavar="WHERE", where="here", read=_cluster)
    ]


class ProgressWords(TypedDict, total=False):
    """Where progress is reported."""

    progress: Annotated[Listening, LimitWord(_PROGRESS, where="python", read=_listener)]


class NoticeWords(TypedDict, total=False):
    """Where notices go."""

    say: Annotated[Say | None, LimitWord(_SAY, where="python")]


class EffortWords(TypedDict, total=False):
    """How many tries."""

    restarts: Annotated[int | None, _whole("Most restarts of a heuristic.", 0, MOST_RESTARTS)]
    nodes: Annotated[int | None, _whole("Most squares that a search enters.", 1, MOST_EFFORT)]


class StateWords(TypedDict, total=False):
    """How many states."""

    states: Annotated[int | None, _whole("Most states of a sweep.", 1, MOST_EFFORT)]


class SeedWords(TypedDict, total=False):
    """Chance."""

    seed: Annotated[int | None, LimitWord(_SEED, "The question", read=_seed)]


class LongCountWords(
    TimeWords,
    MemoryWords,
    ThreadWords,
    CheckpointWords,
    ScratchWords,
    ClusterWords,
    ProgressWords,
    total=False,
):
    """The limits of a long count."""

    checkpoint_seconds: Annotated[
        float,
        LimitWord(
            "Seconds between two savings. Default: 60.", default=60.0, where="here", read=seconds_of
        ),
    ]


class LimitWords(LongCountWords, NoticeWords, EffortWords, StateWords, SeedWords, total=False):
    """All limits."""


@dataclass(frozen=True)
class Limits:
    """Checked limits. None is no limit, or a usual one. The clock starts when they are made.

    >>> limits = Limits.of(timeout=10, memory="2G", threads=2)
    >>> limits.budget, limits.workers
    (2147483648, 2)
    """

    timeout: float | None = None
    memory: int | None = None
    threads: int | None = None
    checkpoint: Path | None = None
    checkpoint_seconds: float = 60.0
    scratch: Path | None = None
    cluster: Cluster | None = None
    progress: Listener | None = None
    say: Say | None = None
    restarts: int | None = None
    nodes: int | None = None
    states: int | None = None
    seed: int | None = None
    # Runs the tasks of a cluster; set only inside `at_work`.
    executor: Executor | None = field(default=None, compare=False)
    began: float = field(default_factory=time.monotonic, compare=False)
    # For a part of the work: the meter of the whole, and the part that this is.
    meter: Meter | None = field(default=None, compare=False)
    span: tuple[float, float] = field(default=(0.0, 1.0), compare=False)
    text: str = field(default="", compare=False)

    @classmethod
    @spelled
    def of(cls, **words: Unpack[LimitWords]) -> Limits:
        """Check the limits that a caller gives.

        >>> Limits.of(memory="1K", threads=2).memory
        1024
        """
        given = with_defaults(LimitWords, words)
        if "cluster" in given and "scratch" in given:
            raise BadInputError("scratch is a directory here; the machines of a cluster differ")
        known = declared(LimitWords)
        limits = cls(**{name: known[name].word.read(name, given[name]) for name in given})
        # One meter for all parts of the work, so that its share never goes back.
        return replace(limits, meter=Meter(limits.progress, limits.timeout, limits.began))

    @property
    def budget(self) -> int:
        """The bytes that may be used."""
        return available_bytes() if self.memory is None else self.memory

    @property
    def workers(self) -> int:
        """The number of threads to use."""
        return self.threads or available_threads()

    @property
    def core_seed(self) -> int:
        """The seed for the core: 64 bits of any integer, or 0 if there is none."""
        return (self.seed or 0) % 2**64

    def left(self, usual: float = 0.0) -> float:
        """Return the seconds left; without a timeout, `usual` (0: no limit)."""
        if self.timeout is None:
            return usual
        return max(0.001, self.timeout - (time.monotonic() - self.began))

    @property
    def over(self) -> bool:
        """Whether the time is over."""
        return self.timeout is not None and time.monotonic() - self.began > self.timeout

    def usually(self, seconds: float) -> Limits:
        """Return limits with a timeout: their own, or this many seconds from now."""
        return self if self.timeout is not None else self.within(seconds)

    def within(self, seconds: float) -> Limits:
        """Return the same limits with a timeout of this many seconds from now."""
        now = time.monotonic()
        return replace(self, timeout=seconds, began=now, meter=Meter(self.progress, seconds, now))

    def part(self, begin: float, end: float, text: str = "") -> Limits:
        """Return the same limits for the part of the work between two shares of it."""
        low, high = self.span
        return replace(
            self,
            meter=self.meter or Meter(self.progress, self.timeout, self.began),
            span=(low + (high - low) * begin, low + (high - low) * end),
            text=text or self.text,
        )

    def reporter(self, *, timed: bool = True) -> Report | None:
        """Return the function that the core calls; None if there is no listener and no timeout.

        With `timed=False` the function does not check the timeout; the engine does.
        """
        if self.progress is None and not (timed and self.timeout):
            return None
        meter = self.meter or Meter(self.progress, self.timeout, self.began)
        return meter.part(*self.span, self.text, timed=timed)

    def require(self, count: int, purpose: str) -> None:
        """Refuse `purpose` if it needs more bytes than the budget."""
        budget = self.budget
        if count > budget:
            whose = "are there" if self.memory is None else "are allowed"
            raise BadInputError(
                f"{purpose} needs {human_bytes(count)} of memory; {human_bytes(budget)} {whose}"
            )

    @contextlib.contextmanager
    def at_work(self) -> Iterator[Limits]:
        """Yield the limits for the work: on a cluster, those of its machines, with an executor.

        The executor keeps its task log in the directory of the checkpoint.
        """
        if self.cluster is None:
            yield self
            return
        from babieca.cluster import hired

        with hired(self) as limits:
            yield limits

    def run(self, task: Task[Answer]) -> Answer:
        """Return the answer to a task, run here or by the executor."""
        return task.run(self) if self.executor is None else self.executor.run(task, self)

    def each(
        self,
        work: Callable[[Item, Limits], Result],
        items: Sequence[Item],
        weights: Sequence[float] | None = None,
    ) -> list[Result]:
        """Return the results of `work(item, limits)`: one after another, or all by the executor.

        Each item gets a part of the limits in proportion to its weight.
        """
        sums = [0.0, *itertools.accumulate(weights or [1.0] * len(items))]
        spans = itertools.pairwise(place / (sums[-1] or 1.0) for place in sums)
        whole = self.part(0.0, 1.0)  # one meter for all parts
        parts = [(item, whole.part(*span)) for item, span in zip(items, spans, strict=True)]
        if self.executor is None:
            return [work(item, part) for item, part in parts]
        return self.executor.each(lambda pair: work(*pair), parts, self)

    def saving(self, name: str) -> Limits:
        """Return the same limits with a checkpoint in a subdirectory."""
        if self.checkpoint is None:
            return self
        return replace(self, checkpoint=self.checkpoint / name)

    def saving_beside(self, name: str) -> Limits:
        """Return the same limits with a checkpoint beside this one, for another method."""
        if self.checkpoint is None:
            return self
        return replace(self, checkpoint=self.checkpoint.with_name(f"{self.checkpoint.name}-{name}"))
