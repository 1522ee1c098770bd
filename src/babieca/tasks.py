"""Work that can be divided: tasks are plain values, and an executor runs them wherever it is.

A task names everything that decides its answer and is bound to no process: it runs here, on another
machine, or is looked up by its key where it was answered before.
"""

from __future__ import annotations

import base64
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from babieca.limits import Limits

Answer = TypeVar("Answer")
Item = TypeVar("Item")
Result = TypeVar("Result")

SMALL = 2**26
"""Bytes that a task asks for if it does not say: what a search takes at most, and then some."""


class Task(ABC, Generic[Answer]):
    """A piece of work. It pickles, and so does its answer."""

    @property
    @abstractmethod
    def key(self) -> str:
        """A text that two tasks share only if they must give the same answer."""

    @abstractmethod
    def run(self, limits: Limits) -> Answer:
        """Do it, within the limits."""

    @property
    def place(self) -> tuple[int, ...]:
        """Where it stands among the others: an executor begins with the least."""
        return ()

    @property
    def part(self) -> float | None:
        """What part of the whole it is thought to be, where somebody has an idea of that."""
        return None

    def bytes_needed(self, limits: Limits) -> int:
        """Return how many bytes it may take on a machine of which `limits` tells."""
        return SMALL

    def to_json(self, answer: Answer) -> Any:
        """Return an answer as a ledger keeps it; None: this kind of task is not kept."""
        return None

    def from_json(self, record: Any) -> Answer:
        """Return an answer that a ledger kept."""
        raise NotImplementedError(type(self).__name__)

    def agree(self, one: Answer, other: Answer) -> bool:
        """Whether two answers to this task do not contradict each other."""
        return one == other


def packed(rows: NDArray[np.integer[Any]]) -> str:
    """Return rows of vertices as text for a ledger.

    >>> unpacked(packed(np.array([[0, 7, 1023]], dtype=np.int32)), 3).tolist()
    [[0, 7, 1023]]
    """
    return base64.b64encode(zlib.compress(rows.astype("<i4").tobytes(), 1)).decode()


def unpacked(text: str, width: int) -> NDArray[np.int32]:
    """Return the rows again."""
    numbers = np.frombuffer(zlib.decompress(base64.b64decode(text)), dtype="<i4")
    return numbers.reshape(-1, max(width, 1)).astype(np.int32)


More = Callable[[Any, Any, int], Sequence[Task[Any]]]
"""What an answer leaves to do, in at most so many tasks: called with (task, answer, wanted)."""


class Executor(Protocol):
    """Who runs tasks. Ending a call, however it ends, calls off what is not done."""

    def run(self, task: Task[Answer], limits: Limits) -> Answer:
        """Return the answer to a task."""
        ...

    def deal(
        self, tasks: Iterable[Task[Answer]], limits: Limits, more: More | None = None
    ) -> Generator[tuple[Task[Answer], Answer], None, None]:
        """Yield tasks with their answers as they come, and those that `more` makes of them.

        Tasks are taken when there is room for them. Each is its `part` of the whole; those that do
        not say are equal parts of a list.
        """
        ...

    def each(
        self, work: Callable[[Item], Result], items: Sequence[Item], limits: Limits
    ) -> list[Result]:
        """Return what `work` gives for each item, worked on at the same time."""
        ...


class Client(Protocol):
    """What Babieca needs of a `distributed.Client`."""

    def submit(self, *arguments: Any, **keywords: Any) -> Any:
        """Hand a call over."""
        ...

    def scheduler_info(self, *arguments: Any, **keywords: Any) -> Any:
        """Return what is known of the workers."""
        ...
