"""Work that can be divided: tasks are plain values, and an executor runs them.

A task holds everything that decides its answer. It runs here or on another machine, or its answer
is found by its key in a task log.

In the log every answer is on the disk before the next task is submitted, so the same command
resumes after any crash. Several clients may share a log: the first answer to a task stays, and
others must agree.
"""

from __future__ import annotations

import base64
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from babieca.errors import ContradictionError, shown
from babieca.store import parts_in

if TYPE_CHECKING:
    from babieca.limits import Limits

Answer = TypeVar("Answer")
Item = TypeVar("Item")
Result = TypeVar("Result")

SMALL = 2**26
"""Bytes that a task asks for by default: more than a search takes."""


class Task(ABC, Generic[Answer]):
    """A piece of work. It pickles, and so does its answer."""

    takes_all: ClassVar[bool] = False  # the whole memory of a worker

    @property
    @abstractmethod
    def key(self) -> str:
        """A text that two tasks share only if they must give the same answer."""

    @abstractmethod
    def run(self, limits: Limits) -> Answer:
        """Return the answer, within the limits."""

    @property
    def position(self) -> tuple[int, ...]:
        """Its position in the sequence of tasks: an executor begins with the least."""
        return ()

    @property
    def share(self) -> float | None:
        """The expected share of the whole work, from 0 to 1; None if that is not known."""
        return None

    def bytes_needed(self, limits: Limits) -> int:
        """Return the bytes that the task may take on a machine with these limits."""
        return limits.budget if self.takes_all else SMALL

    def to_json(self, answer: Answer) -> Any:
        """Return an answer as a task log keeps it; None: no log has such tasks."""
        return None

    def from_json(self, record: Any) -> Answer:
        raise NotImplementedError(type(self).__name__)

    def agree(self, one: Answer, other: Answer) -> bool:
        """Whether two answers to this task may both be right."""
        return one == other


def packed(rows: NDArray[np.integer[Any]]) -> str:
    """Return rows of vertices as text for a task log.

    >>> unpacked(packed(np.array([[0, 7, 1023]], dtype=np.int32)), 3).tolist()
    [[0, 7, 1023]]
    """
    return base64.b64encode(zlib.compress(rows.astype("<i4").tobytes(), 1)).decode()


def unpacked(text: str, width: int) -> NDArray[np.int32]:
    numbers = np.frombuffer(zlib.decompress(base64.b64decode(text)), dtype="<i4")
    return numbers.reshape(-1, max(width, 1)).astype(np.int32)


def digits(record: Any) -> int:
    """Return the number that a task log keeps as text."""
    if not isinstance(record, str):
        raise TypeError("a number of a task log is a text of digits")
    return int(record)


def whole_numbers(record: Any) -> tuple[int, ...]:
    """Return the numbers that a task log keeps as a list."""
    if not isinstance(record, list) or any(type(number) is not int for number in record):
        raise TypeError("numbers of a task log are a list of whole numbers")
    return tuple(record)


class TaskLog:
    """The finished tasks of a directory, for all threads of this process."""

    def __init__(self, directory: Path) -> None:
        self._store = parts_in(directory)

    def find(self, tasks: Sequence[Task[Answer]]) -> dict[str, Answer]:
        """Return the answers that are known, by the keys of their tasks."""
        return self._store.find({task.key: _reader(task) for task in tasks})

    def enter(self, deliveries: Sequence[tuple[Task[Any], Any, float, str]]) -> None:
        """Write tasks with answers, seconds and workers, all or none; refuse a contradiction."""
        first_wins = reversed(deliveries)
        records = {task.key: (task.to_json(answer), *by) for task, answer, *by in first_wins}
        values = {key: [*record] for key, record in records.items() if record[0] is not None}
        kept = self._store.settle(values, {task.key: _reader(task) for task, *_ in deliveries})
        for task, answer, _, worker in deliveries:
            if task.key in kept and not task.agree(kept[task.key], answer):
                raise ContradictionError(
                    "log_contradicted",
                    worker=worker,
                    log=shown(str(self._store.path)),
                    task=shown(task.key),
                )

    def settle(self, key: str, proposal: int) -> int:
        """Return the first proposal under a key: that of another client, or this one.

        A proposal is a positive number.
        """
        return self._store.settle({key: proposal}, {key: _positive})[key]


def _reader(task: Task[Answer]) -> Callable[[Any], Answer]:
    def read(record: Any) -> Answer:
        if not isinstance(record, list):
            raise TypeError("a task log keeps an answer, seconds and a worker")
        answer, _, _ = record
        return task.from_json(answer)

    return read


def _positive(record: Any) -> int:
    if type(record) is not int or record < 1:
        raise ValueError("a proposal is a positive number")
    return record


More = Callable[[Any, Any, int], Sequence[Task[Any]]]
"""Returns the tasks that an answer leaves, at most `wanted`: called with (task, answer, wanted)."""


class Executor(Protocol):
    """Runs tasks. The end of a call, however it ends, cancels its unfinished tasks."""

    def deal(
        self, tasks: Iterable[Task[Answer]], limits: Limits, more: More | None = None
    ) -> Generator[tuple[Task[Answer], Answer], None, None]:
        """Yield tasks with their answers as they come, and the tasks that `more` makes of them.

        Tasks without a `share` are equal parts of a list.
        """

    def each(
        self, work: Callable[[Item], Result], items: Sequence[Item], limits: Limits
    ) -> list[Result]:
        """Return the results of `work` for all items, which are worked on at the same time."""


class Client(Protocol):
    """The part of a `distributed.Client` by which it is recognized."""

    def submit(self, *arguments: Any, **keywords: Any) -> Any: ...
    def scheduler_info(self, *arguments: Any, **keywords: Any) -> Any: ...
