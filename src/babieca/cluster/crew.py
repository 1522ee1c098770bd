"""The crew of a Dask cluster: jobs handed out, answers written down, everything called off at once.

Dask places, moves and repeats the jobs; the crew only keeps enough of them under way. The thread
that hired it hears Ctrl-C, tells progress and keeps the time; others wait for their jobs.
"""

from __future__ import annotations

import atexit
import contextlib
import heapq
import itertools
import operator
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from dataclasses import replace
from typing import Any, cast

# numpy loads it when it is first used, and threads that do so at the same time fail.
import numpy.ma  # noqa: F401
from distributed import Client, Future
from distributed.scheduler import KilledWorker

from babieca.cluster.clients import threads_of
from babieca.cluster.ledger import Ledger
from babieca.cluster.workers import MEMORY, TOPIC, Delivered, perform, version
from babieca.errors import BabiecaError, BadInputError, NotFoundError
from babieca.jobs import Answer, Item, Job, More, Result
from babieca.limits import Limits
from babieca.memory import human_bytes
from babieca.threads import threads_or_all

MOST_AT_ONCE = 1024
"""Threads that wait for jobs of their own; each is asleep nearly always."""

AHEAD = 8
"""Jobs handed out per thread of the workers, so that none waits for the next one; when half of them
are done, as many again are sent off together."""

SECONDS_TO_NOTICE = 1.0
"""For threads whose work is not wanted any more."""

SECONDS_BETWEEN_LOOKS = 5.0
"""At how many workers there are."""

_MOMENT = 0.1
_PARTS = 10**6


class DaskCrew:
    """Runs jobs on the workers of a client's cluster; see `babieca.jobs.Crew`."""

    def __init__(self, client: Client, ledger: Ledger | None, threads: int, memory: int) -> None:
        self._client = client
        self._ledger = ledger
        self._threads, self._memory = threads, memory
        self._owner = threading.get_ident()
        self._told, self._looked = 0.0, time.monotonic()
        self._ended = threading.Event()
        self._reason: BaseException | None = None
        self._known = self._done = 0
        # What each unfinished job is of the whole, and how much of it is done; and all of the rest.
        self._spans: dict[str, tuple[float, float]] = {}
        self._share = 0.0
        self._lock = threading.Lock()
        # Held by threads of `each` while they do not wait: as many plan as there are processors,
        # so that the first jobs are ready soon, and nobody is long in the core when all is over.
        self._planning = threading.Semaphore(threads_or_all(None))
        self._waiting: set[queue.SimpleQueue[Any]] = set()
        client.subscribe_topic(TOPIC, self._hear)

    def run(self, job: Job[Answer], limits: Limits) -> Answer:
        """Return the answer to a job."""
        return next(answer for _, answer in self.deal([job], limits))

    def deal(
        self, jobs: Iterable[Job[Answer]], limits: Limits, more: More | None = None
    ) -> Generator[tuple[Job[Answer], Answer], None, None]:
        """Yield jobs with their answers as they come, and those that `more` makes of them."""
        number = itertools.count()
        coming = iter(jobs)
        waiting: list[tuple[tuple[int, ...], int, Job[Answer]]] = []
        span = limits.span[1] - limits.span[0]
        even = span / max(operator.length_hint(jobs), 1)
        under_way: dict[Future[Any], Job[Answer]] = {}
        arrived: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()
        received: deque[tuple[Job[Answer], Answer]] = deque()

        def wait(some: Iterable[Job[Answer]]) -> None:
            before = len(waiting)
            for job in some:
                heapq.heappush(waiting, (job.place, next(number), job))
            with self._lock:
                self._known += len(waiting) - before

        def share(job: Job[Answer], left: Sequence[Job[Answer]] = ()) -> float:
            """Return what part of the whole is done when of a job only others are left."""
            if job.part is None:
                return even
            return span * (job.part - sum(other.part or 0.0 for other in left))

        try:
            while True:
                ahead = AHEAD * self._threads
                room = ahead - len(under_way)
                wait(itertools.islice(coming, max(0, ahead - len(waiting))))
                if not (waiting or under_way or received):
                    return
                if waiting and room >= min(len(waiting), ahead // 2):
                    taken = [heapq.heappop(waiting)[2] for _ in range(min(room, len(waiting)))]
                    found = {} if self._ledger is None else self._ledger.find(taken)
                    received.extend((job, found[job.key]) for job in taken if job.key in found)
                    fresh = [job for job in taken if job.key not in found]
                    with self._lock:
                        self._spans.update((_name(job), (share(job), 0.0)) for job in fresh)
                    under_way.update(self._hand_out(fresh, limits, arrived))
                    continue
                if not received:
                    futures = self._next(arrived, limits)
                    answered = [under_way.pop(future) for future in futures]
                    received.extend(self._received(answered, futures))
                job, answer = received.popleft()
                others: Sequence[Job[Answer]] = ()
                if more is not None:
                    idle = 2 * self._threads - len(under_way) - len(waiting) - len(received)
                    others = more(job, answer, self._settled(job, max(1, idle)))
                    wait(others)
                self._finish(job, share(job, others))
                yield job, answer
        finally:
            self._call_off(under_way)

    def each(
        self, work: Callable[[Item], Result], items: Sequence[Item], limits: Limits
    ) -> list[Result]:
        """Return what `work` gives for each item, in threads that wait for their jobs."""
        if len(items) < 2:
            return [work(item) for item in items]
        left: queue.SimpleQueue[int] = queue.SimpleQueue()
        for index in range(len(items)):
            left.put(index)
        results: dict[int, Result] = {}
        ended: queue.SimpleQueue[BaseException | None] = queue.SimpleQueue()

        def labour() -> None:
            while True:
                with self._planning:
                    if self._ended.is_set():
                        return
                    try:
                        index = left.get_nowait()
                    except queue.Empty:
                        return
                    try:
                        results[index] = work(items[index])
                        ended.put(None)
                    except BaseException as error:
                        ended.put(error)
                        return

        # Threads that nobody waits for when the program ends: Ctrl-C is not to be held up.
        threads = [
            threading.Thread(target=labour, daemon=True)
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
            # A program that ends while a thread is in the core would be aborted: they get a moment
            # to notice, and the end of the program waits for those that took longer.
            patience = time.monotonic() + SECONDS_TO_NOTICE
            for thread in threads:
                thread.join(max(0.0, patience - time.monotonic()))
                if thread.is_alive():
                    atexit.register(thread.join)
            raise
        return [results[index] for index in range(len(items))]

    def end(self, reason: BaseException | None = None) -> None:
        """Let no thread wait any longer; the first reason is the one that is told."""
        with self._lock:
            self._reason = self._reason or reason
            self._ended.set()
            for arrived in self._waiting:
                arrived.put(None)  # nothing, but whoever waits looks up
        # Nobody begins to plan any more, and so nobody has to wait for another on the way out.
        self._planning.release(2 * MOST_AT_ONCE)

    def _hand_out(
        self,
        jobs: Sequence[Job[Answer]],
        limits: Limits,
        arrived: queue.SimpleQueue[Future[Any]],
    ) -> dict[Future[Any], Job[Answer]]:
        """Send jobs off, those that ask for the same memory in one go."""
        alike: dict[int, list[Job[Answer]]] = {}
        for job in jobs:
            alike.setdefault(job.bytes_needed(limits), []).append(job)
        if alike and max(alike) > self._memory:
            raise BadInputError(
                f"a job needs {human_bytes(max(alike))}; the most that a worker offers is "
                f"{human_bytes(self._memory)}"
            )
        under_way: dict[Future[Any], Job[Answer]] = {}
        for needed, group in alike.items():
            futures = self._client.map(
                perform,
                group,
                key=[_name(job) for job in group],
                resources={MEMORY: needed},
                needed=needed,
                asked_for=version(),
            )
            for future, job in zip(futures, group, strict=True):
                future.add_done_callback(arrived.put)
                under_way[future] = job
        return under_way

    def _received(
        self, jobs: Sequence[Job[Answer]], futures: Sequence[Future[Any]]
    ) -> list[tuple[Job[Answer], Answer]]:
        """Fetch all answers that are there in one go, and write them down in another."""
        for job, future in zip(jobs, futures, strict=True):
            if future.status == "error":
                raise self._broken(job, future.exception())
        try:
            deliveries: list[Delivered[Answer]] = self._client.gather(list(futures))
        except (CancelledError, OSError):
            raise NotFoundError(f"not decided: {self._lost()}") from None
        answers = []
        for job, delivered in zip(jobs, deliveries, strict=True):
            if delivered.failure is not None:
                raise delivered.failure
            answer = cast(Answer, delivered.answer)
            answers.append((job, answer, delivered.seconds, delivered.worker))
        if self._ledger is not None:
            self._ledger.enter(answers)
        return [(job, answer) for job, answer, _, _ in answers]

    def _broken(self, job: Job[Any], error: BaseException | None) -> BabiecaError:
        """Return what Dask says of a job that it could not have done."""
        if isinstance(error, KilledWorker):
            needed = human_bytes(job.bytes_needed(Limits(memory=self._memory)))
            return BabiecaError(
                f"several workers died of one job that asked for {needed}: do they have the "
                "memory that they offer?"
            )
        words = " ".join(f"{type(error).__name__}: {error}".split())
        return BabiecaError(f"a worker failed: {words:.200}")

    def _lost(self) -> str:
        kept = "; start it, and give a checkpoint so that nothing is lost"
        if self._ledger is not None:
            kept = "; what is done is in the ledger: start it, and the same command goes on"
        return f"the scheduler was lost{kept}"

    def _settled(self, job: Job[Answer], idle: int) -> int:
        if self._ledger is None:
            return idle
        return int(self._ledger.settle(f"{job.key}/parts", idle))

    def _next(self, arrived: queue.SimpleQueue[Result], limits: Limits) -> list[Result]:
        """Wait until something arrives; meanwhile the owner tells progress and keeps the time."""
        owner = threading.get_ident() == self._owner
        there: list[Result] = []
        with contextlib.nullcontext() if owner else self._let_others_plan(arrived):
            while not there and not self._ended.is_set():
                if owner:
                    self._look_around(limits)
                with contextlib.suppress(queue.Empty):
                    there.append(arrived.get(timeout=_MOMENT if owner else None))
                while not arrived.empty():
                    there.append(arrived.get())
        if self._ended.is_set():
            raise self._reason or NotFoundError("called off")
        return there

    @contextlib.contextmanager
    def _let_others_plan(self, arrived: queue.SimpleQueue[Any]) -> Iterator[None]:
        """Plan nothing while this thread waits for what arrives, or for the end."""
        with self._lock:
            self._waiting.add(arrived)
        self._planning.release()
        try:
            yield
        finally:
            self._planning.acquire()
            with self._lock:
                self._waiting.remove(arrived)

    def _look_around(self, limits: Limits) -> None:
        """Tell how far it is, also while answers come in one after another; see who is there."""
        now = time.monotonic()
        if now - self._told >= _MOMENT:
            self._told = now
            self._tell(limits)
        if now - self._looked >= SECONDS_BETWEEN_LOOKS:
            self._looked = now
            with contextlib.suppress(OSError):  # of a scheduler that is lost; others will tell
                self._threads = threads_of(self._client)

    def _tell(self, limits: Limits) -> None:
        with self._lock:
            share = self._share + sum(whole * part for whole, part in self._spans.values())
            text = f"{self._done} of {self._known} jobs"
        report = replace(limits, span=(0.0, 1.0), text=text).reporter()
        if report is not None:
            report(int(_PARTS * min(share, 1.0)), _PARTS)

    def _finish(self, job: Job[Any], share: float) -> None:
        """Add what a job was of the whole."""
        with self._lock:
            self._spans.pop(_name(job), None)
            self._share += share
            self._done += 1

    def _hear(self, event: tuple[float, Any]) -> None:
        told = event[1]
        with self._lock:
            if told["key"] in self._spans:
                whole, _ = self._spans[told["key"]]
                self._spans[told["key"]] = (whole, told["share"])

    def _call_off(self, under_way: dict[Future[Any], Job[Any]]) -> None:
        if under_way and self._client.status == "running":
            self._client.cancel(list(under_way))


def _name(job: Job[Any]) -> str:
    """Return the name of a job among all that a scheduler has."""
    return f"babieca-{job.key}"
