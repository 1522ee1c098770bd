"""The server's side of its workers: one process, and a pool of processes that are kept warm."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import asdict
from typing import Any

from babieca.errors import BAD_INPUT, CONTRADICTION, FAULT, NO, UNDECIDED
from babieca.system import kill
from babieca.web.settings import MOST_RESULT_BYTES
from babieca.web.worker import Allowance, fault

SECONDS_BETWEEN_TRIES = 1.0
SECONDS_BEFORE_GROWING = 0.7
GROWTH = 4

Told = Callable[[dict[str, Any]], object]


class NoAnswerError(Exception):
    """There is no answer: `fault` says why, `status` is that of HTTP."""

    def __init__(self, message: str, code: int, status: int) -> None:
        super().__init__(message)
        self.status = status
        self.fault = fault(message, code)


class WorkerDiedError(Exception):
    """A worker ended before it answered."""


# What HTTP says where the library has no answer; a fault of the program is 500 too.
STATUSES = {NO: 404, BAD_INPUT: 422, UNDECIDED: 409, CONTRADICTION: 500}


class Worker:
    """One process that answers one request at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, allowance: Allowance) -> Worker:
        """Begin a process and wait until it is ready; raise `WorkerDiedError` if it never is."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "babieca.web.worker"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=MOST_RESULT_BYTES,
            start_new_session=True,  # Ctrl-C is the server's
        )
        worker = cls(process)
        try:
            worker._write(asdict(allowance))
            await worker._line()
        except BaseException:
            await asyncio.shield(worker.end())
            raise
        return worker

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def _write(self, record: Mapping[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(record).encode() + b"\n")

    async def _line(self) -> tuple[bytes, bytes]:
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line.endswith(b"\n"):
            raise WorkerDiedError
        return line[:1], line[1:-1]

    async def ask(self, verb: str, words: Mapping[str, Any], told: Told | None = None) -> bytes:
        """Return the answer as JSON; raise `NoAnswerError`, or `WorkerDiedError`."""
        self._write({"verb": verb, "words": words})
        while True:
            letter, text = await self._line()
            if letter == b"a":
                return text
            record = json.loads(text)
            if letter == b"e":
                raise NoAnswerError(
                    record["error"], record["code"], STATUSES.get(record["code"], 500)
                )
            if told is not None:
                told(record)

    async def end(self) -> None:
        """End the process, whatever it is doing, and wait until it is gone."""
        if self._process.returncode is None:
            # Not by the method of the process: that takes its exit status from who waits for it.
            with contextlib.suppress(ProcessLookupError):
                kill(self.pid)
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()


class Pool:
    """Warm workers for answers at once; one that dies or is late is replaced by another.

    Who asked first is answered first. Where somebody waits and no worker comes free for long, there
    are more of them, up to `GROWTH` times as many. A queue that moves gets none: a process that
    begins takes the time in which the others answer.
    """

    def __init__(self, size: int, most_waiting: int, seconds: float, allowance: Allowance) -> None:
        self._size, self._most_waiting, self._seconds = size, most_waiting, seconds
        self._allowance = allowance
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        self._all: set[Worker] = set()
        self._starting: set[asyncio.Task[None]] = set()
        self._waiting = 0
        self._handed_out = 0
        self._look: asyncio.TimerHandle | None = None

    async def start(self) -> None:
        """Begin all workers, and wait until they are ready."""
        await asyncio.gather(*(self._add() for _ in range(self._size)))

    async def _add(self) -> None:
        while True:
            try:
                worker = await Worker.start(self._allowance)
                break
            except WorkerDiedError:
                await asyncio.sleep(SECONDS_BETWEEN_TRIES)
        self._all.add(worker)
        self._idle.put_nowait(worker)

    async def end(self) -> None:
        """End all workers."""
        if self._look is not None:
            self._look.cancel()
        for task in self._starting:
            task.cancel()
        await asyncio.gather(*self._starting, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._all))
        self._all.clear()

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes."""
        return [worker.pid for worker in self._all]

    async def ask(self, verb: str, words: Mapping[str, Any]) -> bytes:
        """Return the answer as JSON, within the time that answers at once may take."""
        if self._waiting >= self._most_waiting:
            raise NoAnswerError("too many questions at once: try again in a moment", 3, 503)
        self._waiting += 1
        try:
            # All of them may have died while nobody asked.
            for _ in range(len(self._all) + 1):
                worker = await self._free()
                try:
                    return await self._ask(worker, verb, words)
                except WorkerDiedError:
                    continue
        finally:
            self._waiting -= 1
        raise NoAnswerError("the process that was to answer has died", FAULT, 500)

    async def _free(self) -> Worker:
        if self._look is None:
            self._look_later()
        worker = await self._idle.get()
        self._handed_out += 1
        return worker

    def _look_later(self) -> None:
        later = asyncio.get_running_loop().call_later
        self._look = later(SECONDS_BEFORE_GROWING, self._grow, self._handed_out)

    def _grow(self, handed_out: int) -> None:
        """Begin another worker where none has come free since so many were handed out."""
        self._look = None
        busy = len(self._all) - self._idle.qsize()
        if self._waiting <= busy:
            return
        size = len(self._all) + len(self._starting)
        if handed_out == self._handed_out and size < GROWTH * self._size:
            self._begin(self._add())
        self._look_later()

    async def _ask(self, worker: Worker, verb: str, words: Mapping[str, Any]) -> bytes:
        whole = False
        try:
            async with asyncio.timeout(self._seconds):
                text = await worker.ask(verb, words)
            whole = True
            return text
        except NoAnswerError as error:
            whole = error.fault["code"] != FAULT
            raise
        except TimeoutError:
            raise NoAnswerError(
                f"not answered within {self._seconds:g} s: ask for it as a job", UNDECIDED, 409
            ) from None
        finally:
            if whole:
                self._idle.put_nowait(worker)
            else:
                self._begin(self._replace(worker))

    def _begin(self, adding: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(adding)
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _replace(self, worker: Worker) -> None:
        self._all.discard(worker)
        await worker.end()
        await self._add()
