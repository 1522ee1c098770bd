"""The executor of a Dask cluster: it submits tasks, records answers and cancels tasks.

Dask places, moves and repeats the tasks; the executor keeps enough of them under way. The thread
that made the executor polls for Ctrl-C, reports progress and checks the timeout.
"""

import atexit
import contextlib
import heapq
import itertools
import operator
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import CancelledError
from dataclasses import replace
from typing import Any

# numpy loads it when it is first used, and threads that do so at the same time fail.
import numpy.ma  # noqa: F401
from distributed import Client, Future
from distributed.scheduler import KilledWorker

import babieca
from babieca.cluster.workers import MEMORY, TOPIC, Delivered, in_one_line, perform
from babieca.errors import BabiecaError, BadInputError, NotFoundError
from babieca.limits import Limits, available_threads
from babieca.memory import human_bytes
from babieca.reasons import Reason
from babieca.tasks import Answer, Item, More, Result, Task, TaskLog

MOST_AT_ONCE = 1024
"""The most threads of `each`; nearly all of them wait for tasks."""

AHEAD = 8
"""Tasks submitted per thread of the workers; new ones are submitted when half of them are done."""

SECONDS_TO_NOTICE = 1.0
"""The time that cancelled threads have to end."""

SECONDS_BETWEEN_POLLS = 5.0
"""Seconds between two counts of the workers' threads."""

_MOMENT = 0.1
_PARTS = 10**6


class DaskExecutor:
    """Runs tasks on the workers of a client's cluster; see `babieca.tasks.Executor`."""

    def __init__(self, client: Client, task_log: TaskLog | None, threads: int, memory: int) -> None:
        self._client = client
        self._task_log = task_log
        self._threads, self._memory = threads, memory
        self._owner = threading.get_ident()
        self._told, self._polled = 0.0, time.monotonic()
        self._ended = threading.Event()
        self._reason: BaseException | None = None
        self._known = self._done = 0
        # Of each unfinished task: its share of the whole, and the part of the task that is done.
        self._spans: dict[str, tuple[float, float]] = {}
        self._share = 0.0
        self._lock = threading.Lock()
        # Held by threads of `each` that do not wait. At most as many run as there are processors:
        # the first tasks are ready soon, and few threads are in the core at the end.
        self._planning = threading.Semaphore(available_threads())
        self._waiting: set[queue.SimpleQueue[Any]] = set()
        client.subscribe_topic(TOPIC, self._note_share)

    def deal(
        self, tasks: Iterable[Task[Answer]], limits: Limits, more: More | None = None
    ) -> Generator[tuple[Task[Answer], Answer], None, None]:
        number = itertools.count()
        coming = iter(tasks)
        waiting: list[tuple[tuple[int, ...], int, Task[Answer]]] = []
        span = limits.span[1] - limits.span[0]
        even = span / max(operator.length_hint(tasks), 1)
        under_way: dict[Future[Any], Task[Answer]] = {}
        arrived: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()
        received: deque[tuple[Task[Answer], Answer]] = deque()

        def wait(some: Iterable[Task[Answer]]) -> None:
            before = len(waiting)
            for task in some:
                heapq.heappush(waiting, (task.position, next(number), task))
            with self._lock:
                self._known += len(waiting) - before

        def share(task: Task[Answer], left: Sequence[Task[Answer]] = ()) -> float:
            """Return the part of the whole that a task was, less the tasks that it leaves."""
            if task.share is None:
                return even
            return span * (task.share - sum(other.share or 0.0 for other in left))

        try:
            while True:
                ahead = AHEAD * self._threads
                room = ahead - len(under_way)
                wait(itertools.islice(coming, max(0, ahead - len(waiting))))
                if not (waiting or under_way or received):
                    return
                if waiting and room >= min(len(waiting), ahead // 2):
                    taken = [heapq.heappop(waiting)[2] for _ in range(min(room, len(waiting)))]
                    found = {} if self._task_log is None else self._task_log.find(taken)
                    received.extend((task, found[task.key]) for task in taken if task.key in found)
                    fresh = [task for task in taken if task.key not in found]
                    with self._lock:
                        self._spans.update((_name(task), (share(task), 0.0)) for task in fresh)
                    under_way.update(self._hand_out(fresh, limits, arrived))
                    continue
                if not received:
                    futures = self._next(arrived, limits)
                    answered = [under_way.pop(future) for future in futures]
                    received.extend(self._received(answered, futures))
                task, answer = received.popleft()
                others: Sequence[Task[Answer]] = ()
                if more is not None:
                    idle = 2 * self._threads - len(under_way) - len(waiting) - len(received)
                    wanted = max(1, idle)
                    if self._task_log is not None:
                        wanted = self._task_log.settle(f"{task.key}/parts", wanted)
                    others = more(task, answer, wanted)
                    wait(others)
                with self._lock:
                    self._spans.pop(_name(task), None)
                    self._share += share(task, others)
                    self._done += 1
                yield task, answer
        finally:
            if under_way and self._client.status == "running":
                self._client.cancel(list(under_way))

    def each(
        self, work: Callable[[Item], Result], items: Sequence[Item], limits: Limits
    ) -> list[Result]:
        if len(items) < 2:
            return [work(item) for item in items]
        left = deque(range(len(items)))
        results: dict[int, Result] = {}
        ended: queue.SimpleQueue[BaseException | None] = queue.SimpleQueue()

        def run_items() -> None:
            while True:
                with self._planning:
                    if self._ended.is_set():
                        return
                    try:
                        index = left.popleft()
                    except IndexError:
                        return
                    try:
                        results[index] = work(items[index])
                        ended.put(None)
                    except BaseException as error:
                        ended.put(error)
                        return

        # Daemons do not delay the end of the program after Ctrl-C.
        threads = [
            threading.Thread(target=run_items, daemon=True)
            for _ in range(min(len(items), MOST_AT_ONCE))
        ]
        for thread in threads:
            thread.start()
        try:
            done = 0
            while done < len(items):
                for failure in self._next(ended, limits):
                    if failure is not None:
                        raise failure
                    done += 1
        except BaseException as error:
            self.end(error)
            # A program that ends while a thread is in the core would be aborted.
            patience = time.monotonic() + SECONDS_TO_NOTICE
            for thread in threads:
                thread.join(max(0.0, patience - time.monotonic()))
                if thread.is_alive():
                    atexit.register(thread.join)
            raise
        return [results[index] for index in range(len(items))]

    def end(self, reason: BaseException | None = None) -> None:
        """Wake all waiting threads; they raise the first reason."""
        with self._lock:
            self._reason = self._reason or reason
            self._ended.set()
            for arrived in self._waiting:
                arrived.put(None)
        # No thread begins to plan any more, so none has to wait for another.
        self._planning.release(2 * MOST_AT_ONCE)

    def _hand_out(
        self, tasks: Sequence[Task[Answer]], limits: Limits, arrived: queue.SimpleQueue[Future[Any]]
    ) -> dict[Future[Any], Task[Answer]]:
        """Submit tasks, in one call for each amount of memory."""
        alike: dict[int, list[Task[Answer]]] = {}
        for task in tasks:
            alike.setdefault(task.bytes_needed(limits), []).append(task)
        if alike and max(alike) > self._memory:
            raise BadInputError(
                "worker_too_small",
                needed=human_bytes(max(alike)),
                offered=human_bytes(self._memory),
            )
        under_way: dict[Future[Any], Task[Answer]] = {}
        for needed, group in alike.items():
            futures = self._client.map(
                perform,
                group,
                key=[_name(task) for task in group],
                resources={MEMORY: needed},
                needed=needed,
                asked_for=babieca.__version__,
            )
            for future, task in zip(futures, group, strict=True):
                future.add_done_callback(arrived.put)
                under_way[future] = task
        return under_way

    def _received(
        self, tasks: Sequence[Task[Answer]], futures: Sequence[Future[Any]]
    ) -> list[tuple[Task[Answer], Answer]]:
        """Fetch all answers in one call, and log them in another."""
        for task, future in zip(tasks, futures, strict=True):
            if future.status == "error":
                if isinstance(future.exception(), KilledWorker):
                    needed = human_bytes(task.bytes_needed(Limits(memory=self._memory)))
                    raise BabiecaError("workers_died", needed=needed)
                failure = in_one_line(future.exception())
                raise BabiecaError("worker_failed", error=failure)
        try:
            deliveries: list[Delivered] = self._client.gather(list(futures))
        except (CancelledError, OSError):
            logged = self._task_log is not None
            code = "scheduler_lost_logged" if logged else "scheduler_lost"
            raise NotFoundError(Reason(code)) from None
        for delivered in deliveries:
            if delivered.failure is not None:
                raise delivered.failure
        received = [
            (task, delivered.answer, delivered.seconds, delivered.worker)
            for task, delivered in zip(tasks, deliveries, strict=True)
        ]
        if self._task_log is not None:
            self._task_log.enter(received)
        return [(task, answer) for task, answer, _, _ in received]

    def _next(self, arrived: queue.SimpleQueue[Result], limits: Limits) -> list[Result]:
        """Wait for arrivals; meanwhile the owner reports progress and checks the timeout."""
        owner = threading.get_ident() == self._owner
        there: list[Result] = []
        if not owner:  # let another thread plan while this one waits
            with self._lock:
                self._waiting.add(arrived)
            self._planning.release()
        try:
            while not there and not self._ended.is_set():
                if owner:
                    self._report_and_poll(limits)
                with contextlib.suppress(queue.Empty):
                    there.append(arrived.get(timeout=_MOMENT if owner else None))
                while not arrived.empty():
                    there.append(arrived.get())
        finally:
            if not owner:
                self._planning.acquire()
                with self._lock:
                    self._waiting.remove(arrived)
        if self._ended.is_set():
            raise self._reason or NotFoundError("tasks_cancelled")
        return there

    def _report_and_poll(self, limits: Limits) -> None:
        now = time.monotonic()
        if now - self._told >= _MOMENT:
            self._told = now
            with self._lock:
                share = self._share + sum(whole * part for whole, part in self._spans.values())
                text = f"{self._done} of {self._known} tasks"
            report = replace(limits, span=(0.0, 1.0), text=text).reporter()
            if report is not None:
                report(int(_PARTS * min(share, 1.0)), _PARTS)
        if now - self._polled >= SECONDS_BETWEEN_POLLS:
            self._polled = now
            with contextlib.suppress(OSError):  # the scheduler is lost: another call raises that
                self._threads = max(1, sum(self._client.nthreads().values()))

    def _note_share(self, event: tuple[float, Any]) -> None:
        told = event[1]
        with self._lock:
            if told["key"] in self._spans:
                whole, _ = self._spans[told["key"]]
                self._spans[told["key"]] = (whole, told["share"])


def _name(task: Task[Any]) -> str:
    return f"babieca-{task.key}"
