"""The worker's side: run one task with its share of the machine, report, and stop if cancelled."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Generic

from distributed import Reschedule, Worker, WorkerPlugin, get_worker

import babieca
from babieca.errors import BabiecaError, BadInputError
from babieca.limits import Limits
from babieca.memory import available_bytes
from babieca.progress import Progress
from babieca.tasks import Answer, Task

MEMORY = "memory"
"""The Dask resource: bytes that the tasks on a worker may take together."""

OFFERED = 0.75
"""Part of a worker's memory limit that it offers by default: Dask pauses a worker at 80 %."""

TOPIC = "babieca"
"""Of the Dask events that report progress."""

BETWEEN = 0.5
"""Seconds between two reports of a task."""


@dataclass(frozen=True)
class Delivered(Generic[Answer]):
    """An answer or a failure, and the worker it comes from."""

    answer: Answer | None
    failure: BabiecaError | None
    seconds: float
    worker: str


class Offer(WorkerPlugin):
    """Lets workers without the resource `memory` offer most of their memory limit."""

    name = "babieca-offer"

    async def setup(self, worker: Worker) -> None:
        if MEMORY not in worker.state.total_resources:
            limit = worker.memory_manager.memory_limit or available_bytes()
            await worker.set_resources(**{MEMORY: int(OFFERED * limit)})


def version() -> str:
    """Return the version of Babieca here: answers of different versions do not mix."""
    return babieca.__version__


def introduced(dask_worker: Worker) -> tuple[str, str]:
    return str(dask_worker.name), version()


def offer_of(dask_worker: Worker) -> tuple[int, int]:
    state = dask_worker.state
    return int(state.total_resources.get(MEMORY, 0)), state.nthreads


def perform(task: Task[Answer], needed: int, asked_for: str) -> Delivered[Answer]:
    """Run a task that may take `needed` bytes on this worker.

    Failures are values too: the client would wait for ever for an exception that it cannot read.
    """
    worker = get_worker()
    name = f"{worker.name} at {worker.address}"
    began = time.perf_counter()
    answer, failure = None, None
    try:
        if version() != asked_for:
            raise BadInputError(another_version(name, version(), asked_for))
        threads = threads_for(needed, worker.state.nthreads, worker.state.total_resources[MEMORY])
        watch = _Watch(worker)
        answer = task.run(Limits.of(memory=needed, threads=threads, progress=watch.listen))
    except Reschedule:
        raise
    except BabiecaError as error:
        failure = error
    except Exception as error:
        words = " ".join(f"{type(error).__name__}: {error}".split())
        failure = BabiecaError(f"worker {name} failed: {words:.200}")
    return Delivered(answer, failure, time.perf_counter() - began, name)


def another_version(name: str, there: str, here: str) -> str:
    return f"worker {name} has Babieca {there} and is refused: this is {here}; install the same"


def threads_for(needed: int, threads: int, memory: float) -> int:
    """Return the threads of a task: those of its worker, divided by how many such tasks fit it.

    >>> threads_for(6 * 2**30, 16, 8 * 2**30), threads_for(2**20, 16, 8 * 2**30)
    (16, 1)
    """
    together = int(min(threads, max(1, memory // max(needed, 1))))
    return max(1, threads // together)


class _Watch:
    """Reports progress, and ends a task that was cancelled or whose client died.

    Dask would run it to its end, but its state says that it is not wanted. `Reschedule` is right in
    either case: Dask forgets the task, or runs it elsewhere if another client wants it.
    """

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._key = worker.get_current_task()
        self._told = time.monotonic()

    def listen(self, progress: Progress) -> None:
        task: Any = self._worker.state.tasks.get(self._key)
        if task is None or task.state == "cancelled":
            raise Reschedule
        now = time.monotonic()
        if progress.share is not None and now - self._told > BETWEEN:
            self._told = now
            self._worker.log_event(TOPIC, {"key": self._key, "share": progress.share})
