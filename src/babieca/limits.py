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

from babieca.errors import BadInputError, NotFoundError, shown
from babieca.files import locked
from babieca.memory import available_bytes, human_bytes, parse_memory, too_large
from babieca.progress import Line, Listener, Listening, Meter, Report
from babieca.reasons import Reason
from babieca.tasks import Answer, Client, Executor, Item, Result, Task
from babieca.words import Word, declared, spelled, whole_number, with_defaults

MOST_RESTARTS = 10**6  # the starts of all restarts are drawn beforehand
MOST_EFFORT = 2**62
MOST_THREADS = 1024
LONGEST_SENT = 7 * 86_400.0  # seconds of timeout in an HTTP body

USUAL_SECONDS = 60.0
"""The default timeout of searches that might never end."""

PathLike = str | os.PathLike[str]
Cluster = str | Client
Say = Callable[[str], object]
"""A function that is called with a sentence before work that takes memory, disk or time."""


def available_threads() -> int:
    """Return how many processors this process may use.

    >>> available_threads() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True)
class LimitWord(Word):
    """A word of the limits; `read(name, value)` checks a value that is not None."""

    panel: str = "Limits"
    read: Callable[[str, Any], Any] = lambda name, value: value


def _seconds(name: str, value: Any) -> float:
    try:
        seconds = float(value)
    except (TypeError, ValueError, OverflowError):
        seconds = 0.0
    if isinstance(value, str) or not 0 < seconds < math.inf:
        raise BadInputError("name_positive_number_seconds", name=name, value=shown(value))
    return seconds


def _seed(name: str, value: Any) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise BadInputError("name_whole_number_not", name=name, value=shown(value)) from None


def _cluster(name: str, value: Any) -> Any:
    where = isinstance(value, str) and re.fullmatch(r"local|[a-z]++://\S++", value)
    client = all(callable(getattr(value, name, None)) for name in ("submit", "scheduler_info"))
    if not where and not client:
        raise BadInputError("name_local_address_dask", name=name, value=shown(value))
    return value


def read_path(name: str, value: Any) -> Path:
    if not isinstance(value, str | os.PathLike) or "\0" in str(value):
        raise BadInputError("name_name_directory_not", name=name, value=shown(value))
    path = Path(value)
    if str(path).encode(errors="replace").decode() != str(path):
        raise BadInputError("name_name_directory_not", name=name, value=shown(str(value)))
    return path


def _scratch(name: str, value: Any) -> Path:
    path = read_path(name, value)
    if not path.is_dir():
        raise BadInputError("name_existing_directory_not", name=name, value=shown(value))
    return path


def _listener(name: str, value: Any) -> Any:
    if isinstance(value, bool):
        return Line() if value else None
    if not callable(value):
        raise BadInputError("name_true_function_call", name=name, value=shown(value))
    return value


def _whole(help: str, least: int, most: int, panel: str = "The method") -> LimitWord:
    read = partial(whole_number, least=least, most=most)
    return LimitWord(help, panel, bounds=(least, most), read=read)


def _directory(help: str, read: Callable[[str, Any], Any]) -> LimitWord:
    return LimitWord(help, metavar="DIR", where="here", read=read)


# The words, in the groups that verbs take -------------------------------------------------------

_TIMEOUT = "Give up after this many seconds, and report the progress."
_MEMORY = "A memory budget such as 8G; work that needs more is refused. Default: free memory."
_THREADS = "How many threads. Default: one for each processor."
_CHECKPOINT = "Save progress in this directory, and resume from it."
_BETWEEN = "Seconds between two savings. Default: 60."
_SCRATCH = "A directory for layers that do not fit the memory."
_CLUSTER = "Run on Dask: local, or the address of a scheduler such as tcp://host:8786."
_PROGRESS = "True for a line on standard error, or a function that is called with a Progress."
_SAY = "A function that is called with a sentence before work that takes disk or time."
_SEED = "Seed of the random choices: the same seed gives the same tours."


class TimeWords(TypedDict, total=False):
    timeout: Annotated[
        float | None,
        LimitWord(_TIMEOUT, metavar="SECONDS", sent_bounds=(0, LONGEST_SENT), read=_seconds),
    ]


class MemoryWords(TypedDict, total=False):
    memory: Annotated[
        float | str | None,
        LimitWord(
            _MEMORY, input="memory", metavar="BYTES", read=lambda name, value: parse_memory(value)
        ),
    ]


class ThreadWords(TypedDict, total=False):
    threads: Annotated[int | None, _whole(_THREADS, 1, MOST_THREADS, "Limits")]


class CheckpointWords(TypedDict, total=False):
    checkpoint: Annotated[PathLike | None, _directory(_CHECKPOINT, read_path)]


class ScratchWords(TypedDict, total=False):
    scratch: Annotated[PathLike | None, _directory(_SCRATCH, _scratch)]


class ClusterWords(TypedDict, total=False):
    cluster: Annotated[
        Cluster | None, LimitWord(_CLUSTER, metavar="WHERE", where="here", read=_cluster)
    ]


class ProgressWords(TypedDict, total=False):
    progress: Annotated[Listening, LimitWord(_PROGRESS, where="python", read=_listener)]


class NoticeWords(TypedDict, total=False):
    say: Annotated[Say | None, LimitWord(_SAY, where="python")]


class EffortWords(TypedDict, total=False):
    restarts: Annotated[int | None, _whole("Most restarts of a heuristic.", 0, MOST_RESTARTS)]
    nodes: Annotated[int | None, _whole("Most squares that a search enters.", 1, MOST_EFFORT)]


class StateWords(TypedDict, total=False):
    states: Annotated[int | None, _whole("Most states of a sweep.", 1, MOST_EFFORT)]


class SeedWords(TypedDict, total=False):
    seed: Annotated[int | None, LimitWord(_SEED, "The question", read=_seed)]


class TryWords(TimeWords, MemoryWords, EffortWords, SeedWords, total=False): ...


class WorkWords(TimeWords, MemoryWords, ThreadWords, ProgressWords, total=False): ...


class LongCountWords(WorkWords, CheckpointWords, ScratchWords, ClusterWords, total=False):
    checkpoint_seconds: Annotated[
        float, LimitWord(_BETWEEN, default=60.0, where="here", read=_seconds)
    ]


class LimitWords(LongCountWords, NoticeWords, EffortWords, StateWords, SeedWords, total=False): ...


@dataclass(frozen=True)
class Limits:
    """Checked limits. None is no limit, or the default. The clock starts when the value is made.

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
    # All parts of the work share one meter, so that the share that is done never decreases.
    meter: Meter | None = field(default=None, compare=False)
    span: tuple[float, float] = field(default=(0.0, 1.0), compare=False)
    text: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if self.meter is None:
            object.__setattr__(self, "meter", Meter(self.progress, self.timeout, self.began))

    @classmethod
    @spelled
    def of(cls, **words: Unpack[LimitWords]) -> Limits:
        """Check the limits that a caller gives.

        >>> Limits.of(memory="1K", threads=2).memory
        1024
        """
        given = with_defaults(LimitWords, words)
        if "cluster" in given and "scratch" in given:
            raise BadInputError("scratch_machine_only_leave")
        known = declared(LimitWords)
        made = cls(**{name: known[name].word.read(name, given[name]) for name in given})
        if made.checkpoint is None and made.checkpoint_seconds != cls.checkpoint_seconds:
            raise BadInputError("goes_with", name="checkpoint_seconds", other="checkpoint")
        return made

    def outgrown(self, graph: object = None, advice: str | None = None) -> Reason:
        """Return why the states of a sweep do not fit; `advice` is the code of another way."""
        way = advice and Reason(advice)
        budget = human_bytes(self.budget)
        return Reason("states_take_more", graph=graph, budget=budget, advice=way)

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
        return replace(self, timeout=seconds, began=time.monotonic(), meter=None)

    def part(self, begin: float, end: float, text: str = "") -> Limits:
        """Return the same limits for the work from share `begin` to share `end`."""
        low, high = self.span
        span = (low + (high - low) * begin, low + (high - low) * end)
        return replace(self, span=span, text=text or self.text)

    def reporter(self, *, timed: bool = True) -> Report | None:
        """Return the function that the core calls; None if there is no listener and no timeout.

        With `timed=False` the function does not check the timeout; the engine does.
        """
        if self.progress is None and not (timed and self.timeout):
            return None
        assert self.meter is not None
        return self.meter.part(*self.span, self.text, timed=timed)

    def require(self, count: int, purpose: str) -> None:
        """Refuse `purpose` if it needs more bytes than the budget."""
        budget = self.budget
        if count > budget:
            raise too_large(count, purpose, budget, allowed=self.memory is not None)

    def undecided(self, reached: str) -> NotFoundError:
        """Return the error of a work that the time limit ended."""
        return NotFoundError("not_decided", seconds=f"{self.timeout:g}", reached=reached)

    def locked(self) -> contextlib.AbstractContextManager[object]:
        """Keep other processes from the directory of the checkpoint."""
        return contextlib.nullcontext() if self.checkpoint is None else locked(self.checkpoint)

    @contextlib.contextmanager
    def at_work(self) -> Iterator[Limits]:
        """Yield the limits for the work: on a cluster, its machines' limits, with an executor.

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
        if self.executor is None:
            return task.run(self)
        return next(answer for _, answer in self.executor.deal([task], self))

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
        spans = itertools.pairwise(done / (sums[-1] or 1.0) for done in sums)
        parts = [(item, self.part(*span)) for item, span in zip(items, spans, strict=True)]
        if self.executor is None:
            return [work(item, part) for item, part in parts]
        return self.executor.each(lambda pair: work(*pair), parts, self)

    def saving(self, name: str, *, beside: bool = False) -> Limits:
        """Return the same limits with a checkpoint in a subdirectory, or beside this one."""
        if self.checkpoint is None:
            return self
        own = self.checkpoint
        return replace(
            self, checkpoint=own.with_name(f"{own.name}-{name}") if beside else own / name
        )
