"""The server's side of its workers: how one starts, and a pool that answers at once."""

import asyncio
import contextlib
from collections.abc import Coroutine, Mapping
from dataclasses import asdict
from typing import Any

from babieca.errors import FAULT, UNDECIDED
from babieca.processes import Process, ProcessDiedError, RefusedError
from babieca.reasons import Reason
from babieca.web.refusals import NoAnswerError
from babieca.web.settings import Allowance, Settings, allowed_bytes

SECONDS_BETWEEN_TRIES = 1.0
SECONDS_BEFORE_GROWING = 0.7
GROWTH = 4
SECONDS_OF_GRACE = 0.3
"""The time of a worker to answer a question whose client has left, before the worker is ended."""


async def start_worker(allowance: Allowance) -> Process:
    """Start a worker and wait until it is ready; raise `ProcessDiedError` if it never is."""
    worker = await Process.start("babieca.web.worker")
    try:
        await worker.ask(asdict(allowance))
    except BaseException:
        await asyncio.shield(worker.end())
        raise
    return worker


class Pool:
    """Workers that are kept warm for answers at once; one that dies or is late is replaced.

    Questions are answered in the order in which they came. If questions wait and no worker comes
    free for `SECONDS_BEFORE_GROWING`, the pool starts another worker, up to `GROWTH` times its
    size. It starts none while the queue moves: a worker that starts takes processor time from the
    workers that answer.
    """

    def __init__(self, size: int, settings: Settings) -> None:
        self._size = size
        self._most_waiting, self._seconds = settings.waiting_answers, settings.answer_seconds
        self._allowance = Allowance(allowed_bytes(settings.answer_memory), settings.atlases)
        self._idle: asyncio.Queue[Process] = asyncio.Queue()
        self._all: set[Process] = set()
        self._starting: set[asyncio.Task[None]] = set()
        self._waiting = 0
        self._handed_out = 0
        self._check: asyncio.TimerHandle | None = None

    async def start(self) -> None:
        await asyncio.gather(*(self._add() for _ in range(self._size)))

    async def _add(self) -> None:
        while True:
            try:
                worker = await start_worker(self._allowance)
                break
            except ProcessDiedError:
                await asyncio.sleep(SECONDS_BETWEEN_TRIES)
        self._all.add(worker)
        self._idle.put_nowait(worker)

    async def end(self) -> None:
        if self._check is not None:
            self._check.cancel()
        for task in self._starting:
            task.cancel()
        await asyncio.gather(*self._starting, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._all))

    async def ask(self, verb: str, words: Mapping[str, Any]) -> bytes:
        """Return the answer of a worker; the time includes the wait for a worker."""
        many = Reason("too_many_questions")
        if self._waiting >= self._most_waiting:
            raise NoAnswerError(many, UNDECIDED, 429)
        self._waiting += 1
        worker = None
        try:
            async with asyncio.timeout(self._seconds):
                # Every worker may have died since the last question.
                for _ in range(len(self._all) + 1):
                    if self._check is None:
                        self._check_later()
                    worker = await self._idle.get()
                    self._handed_out += 1
                    with contextlib.suppress(ProcessDiedError):
                        return await self._ask(worker, verb, words)
        except TimeoutError:
            if worker is None:
                raise NoAnswerError(many, UNDECIDED, 429) from None
            seconds = f"{self._seconds:g}"
            raise NoAnswerError(Reason("not_answered", seconds=seconds), UNDECIDED) from None
        finally:
            self._waiting -= 1
        raise NoAnswerError(Reason("worker_died"), FAULT)

    def _check_later(self) -> None:
        later = asyncio.get_running_loop().call_later
        self._check = later(SECONDS_BEFORE_GROWING, self._grow, self._handed_out)

    def _grow(self, handed_out: int) -> None:
        """Start another worker if none came free since `handed_out` were handed out."""
        self._check = None
        if self._waiting <= len(self._all) - self._idle.qsize():  # every question has a worker
            return
        size = len(self._all) + len(self._starting)
        if handed_out == self._handed_out and size < GROWTH * self._size:
            self._begin(self._add())
        self._check_later()

    async def _ask(self, worker: Process, verb: str, words: Mapping[str, Any]) -> bytes:
        asking = asyncio.create_task(worker.ask({"verb": verb, "words": words}))
        try:
            return await asyncio.shield(asking)
        finally:
            if asking.done():
                self._free(worker, asking)
            else:
                self._begin(self._free_soon(worker, asking))

    async def _free_soon(self, worker: Process, asking: asyncio.Task[bytes]) -> None:
        """Free a worker whose answer is no longer wanted."""
        await asyncio.wait([asking], timeout=SECONDS_OF_GRACE)
        self._free(worker, asking)

    def _free(self, worker: Process, asking: asyncio.Task[bytes]) -> None:
        """Give a worker the next question; replace it if it is at work, has died or has a fault."""
        error = asking.exception() if asking.done() else TimeoutError()
        if error is None or (isinstance(error, RefusedError) and error.code != FAULT):
            self._idle.put_nowait(worker)
        else:
            asking.cancel()
            self._begin(self._replace(worker))

    def _begin(self, adding: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(adding)
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _replace(self, worker: Process) -> None:
        self._all.discard(worker)
        await worker.end()
        await self._add()
