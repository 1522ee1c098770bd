"""The crew of a Dask cluster: jobs handed out, answers written down, everything called off at once.

Dask places, moves and repeats the jobs; the crew only keeps enough of them under way. The thread
that hired it hears Ctrl-C, tells progress and keeps the time; others wait for their jobs.
"""

from __future__ import annotations

import heapq
import itertools
import queue
import threading
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from typing import Any, cast

from distributed import Client, Future
from distributed.client import FutureCancelledError
from distributed.scheduler import KilledWorker

from babieca.cluster.ledger import Ledger
from babieca.cluster.workers import MEMORY, TOPIC, Delivered, perform, version
from babieca.errors import BabiecaError, BadInputError, NotFoundError
from babieca.jobs import Answer, Item, Job, More, Result
from babieca.limits import Limits
from babieca.memory import human_bytes

MOST_AT_ONCE = 1024
"""Threads that wait for jobs of their own; each is asleep nearly always."""

AHEAD = 4
"""Jobs handed out per thread of the workers, so that none waits for the next one."""

_MOMENT = 0.1
_PARTS = 10**6


class DaskCrew:
    """Runs jobs on the workers of a client's cluster; see `babieca.jobs.Crew`."""

    def __init__(self, client: Client, ledger: Ledger | None, threads: int, memory: int) -> None:
        self._client = client
        self._ledger = ledger
        self._threads, self._memory = threads, memory
        self._owner = threading.get_ident()
        self._ended = threading.Event()
        self._known = self._done = 0
        # What each unfinished job is of the whole, and how much of it is done; and all of the rest.
        self._spans: dict[str, tuple[float, float]] = {}
        self._share = 0.0
        self._lock = threading.Lock()
        client.subscribe_topic(TOPIC, self._hear)

    def run(self, job: Job[Answer], limits: Limits) -> Answer:
        """Return the answer to a job."""
        return next(answer for _, answer in self.deal([job], limits))

    def deal(
        self, jobs: Sequence[Job[Answer]], limits: Limits, more: More | None = None
    ) -> Generator[tuple[Job[Answer], Answer], None, None]:
        """Yield jobs with their answers as they come, and those that `more` makes of them."""
        number = itertools.count()
        waiting = [(job.place, next(number), job) for job in jobs]
        heapq.heapify(waiting)
        share = (limits.span[1] - limits.span[0]) / max(len(jobs), 1) if more is None else 0.0
        under_way: dict[Future[Any], Job[Answer]] = {}
        arrived: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()
        with self._lock:
            self._known += len(jobs)
        try:
            while waiting or under_way:
                if waiting and len(under_way) < AHEAD * self._threads:
                    _, _, job = heapq.heappop(waiting)
                    answer = None if self._ledger is None else self._ledger.find(job)
                    if answer is None:
                        under_way[self._hand_out(job, limits, share, arrived)] = job
                        continue
                    self._finish("", share)
                else:
                    future = self._next(arrived, limits, known=more is None)
                    job = under_way.pop(future)
                    answer = self._received(job, future)
                    self._finish(str(future.key), share)
                if more is not None:
                    idle = max(1, 2 * self._threads - len(under_way) - len(waiting))
                    others = more(job, answer, self._settled(job, idle))
                    for another in others:
                        heapq.heappush(waiting, (another.place, next(number), another))
                    with self._lock:
                        self._known += len(others)
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
            while not self._ended.is_set():
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
        for _ in range(min(len(items), MOST_AT_ONCE)):
            threading.Thread(target=labour, daemon=True).start()
        try:
            for _ in items:
                failure = self._next(ended, limits)
                if failure is not None:
                    raise failure
        except BaseException:
            self.end()
            raise
        return [results[index] for index in range(len(items))]

    def end(self) -> None:
        """Let no thread wait any longer."""
        self._ended.set()

    def _hand_out(
        self,
        job: Job[Answer],
        limits: Limits,
        share: float,
        arrived: queue.SimpleQueue[Future[Any]],
    ) -> Future[Any]:
        needed = job.bytes_needed(limits)
        if needed > self._memory:
            raise BadInputError(
                f"a job needs {human_bytes(needed)}; the most that a worker offers is "
                f"{human_bytes(self._memory)}"
            )
        key = f"babieca-{job.key}"
        with self._lock:
            self._spans[key] = (share, 0.0)
        future = self._client.submit(
            perform, job, needed, version(), key=key, resources={MEMORY: needed}
        )
        future.add_done_callback(arrived.put)
        return future

    def _received(self, job: Job[Answer], future: Future[Any]) -> Answer:
        if future.status == "error":
            raise self._broken(job, future.exception())
        try:
            delivered: Delivered[Answer] = future.result()
        except (FutureCancelledError, OSError):
            raise NotFoundError(f"not decided: {self._lost()}") from None
        if delivered.failure is not None:
            raise delivered.failure
        answer = cast(Answer, delivered.answer)
        if self._ledger is not None:
            self._ledger.enter(job, answer, delivered.seconds, delivered.worker)
        return answer

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

    def _next(
        self, arrived: queue.SimpleQueue[Result], limits: Limits, known: bool = True
    ) -> Result:
        """Wait for what arrives next; meanwhile the owner tells progress and keeps the time."""
        owner = threading.get_ident() == self._owner
        while True:
            if self._ended.is_set():
                raise NotFoundError("called off")
            try:
                return arrived.get(timeout=_MOMENT if owner else 10 * _MOMENT)
            except queue.Empty:
                pass
            if owner:
                self._tell(limits, known)

    def _tell(self, limits: Limits, known: bool) -> None:
        with self._lock:
            share = self._share + sum(whole * part for whole, part in self._spans.values())
            done = self._done
            text = f"{done} of {self._known} jobs" if known else "branches"
        report = replace(limits, span=(0.0, 1.0), text=text).reporter()
        if report is not None and known:
            report(int(_PARTS * min(share, 1.0)), _PARTS)
        elif report is not None:
            report(done, 0)

    def _finish(self, key: str, share: float) -> None:
        with self._lock:
            self._spans.pop(key, None)
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
