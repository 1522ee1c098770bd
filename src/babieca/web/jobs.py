"""Long work: a bounded queue, a process for each job that runs, and who is told how far it is.

Invariants: the memory promised to the jobs that run is never more than there is for all of them,
and jobs begin in the order in which they came. A job ends in the history with its result, or it is
still queued or running there: then it is begun again, here or by the next server, and a count goes
on from its checkpoint.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from babieca.errors import BAD_INPUT, FAULT, UNDECIDED
from babieca.memory import human_bytes
from babieca.web.history import ENDED, History, Job
from babieca.web.settings import Settings
from babieca.web.worker import Allowance, fault
from babieca.web.workers import NoAnswerError, Told, Worker, WorkerDiedError

MOST_TRIES = 3
NICENESS = 10
SECONDS_OF_GRACE = 30.0
SPARE_BYTES = 256 * 2**20
"""What the interpreter and its libraries take beside the work that is measured."""


@dataclass
class Live:
    """A job that has not ended, and how far it is."""

    job: Job
    progress: dict[str, Any] | None = None
    task: asyncio.Task[None] | None = None
    cancelled: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return what the API says of the job now."""
        progress = self.progress if self.job.ended is None else None
        return self.job.to_json() | {"progress": progress}


class Jobs:
    """All jobs of a server."""

    def __init__(self, settings: Settings, history: History) -> None:
        self._settings, self._history = settings, history
        self._jobs = settings.directory / "jobs"
        self._live: dict[int, Live] = {}
        self._waiting: list[Live] = []
        self._running: dict[int, Live] = {}
        self._closing = False
        self._changed = asyncio.Event()

    def start(self) -> None:
        """Take up what an earlier server left, and clear away what it had no time to."""
        unfinished = self._history.unfinished()
        for directory in set(self._jobs.glob("*")) - set(map(self._directory, unfinished)):
            shutil.rmtree(directory, ignore_errors=True)
        for job in unfinished:
            self._enqueue(self._history.waiting(job, tries=0))
        self._begin_what_fits()

    async def end(self) -> None:
        """Stop all work; what has not ended is taken up by the next server."""
        self.close()
        tasks = [live.task for live in self._running.values() if live.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def close(self) -> None:
        """Let everybody who watches go."""
        self._closing = True
        self._tell()

    def add(self, verb: str, words: dict[str, Any], text: str, memory: int) -> Live:
        """Queue a job; refuse it where it could never run or too many wait."""
        everything = self._settings.memory
        if memory > everything:
            raise NoAnswerError(
                f"memory: all jobs together may take {human_bytes(everything)}", BAD_INPUT, 422
            )
        if len(self._waiting) >= self._settings.waiting_jobs:
            raise NoAnswerError(
                f"{len(self._waiting)} jobs are waiting: try again when one has ended", 3, 429
            )
        live = self._enqueue(self._history.add(verb, words, text, memory))
        self._tell()
        self._begin_what_fits()
        return live

    def _enqueue(self, job: Job) -> Live:
        live = Live(job)
        self._live[job.id] = live
        self._waiting.append(live)
        return live

    @property
    def promised(self) -> int:
        """The bytes that running jobs may take."""
        return sum(live.job.memory for live in self._running.values())

    @property
    def counts(self) -> dict[str, int]:
        """How many run and how many wait."""
        return {"running": len(self._running), "waiting": len(self._waiting)}

    def _begin_what_fits(self) -> None:
        while self._waiting and len(self._running) < self._settings.jobs_at_once:
            live = self._waiting[0]
            fits = self.promised + live.job.memory <= self._settings.memory
            if self._closing or not (fits or not self._running):
                return
            self._running[live.job.id] = self._waiting.pop(0)
            live.task = asyncio.create_task(self._run(live))

    async def _run(self, live: Live) -> None:
        try:
            while live.job.state not in ENDED:
                live.job, live.progress = self._history.started(live.job), None
                self._tell()
                await self._try(live)
        except asyncio.CancelledError:
            if not live.cancelled:
                raise  # the server ends, the job goes on with the next one
            live.job = self._history.ended(live.job, "cancelled")
        finally:
            del self._running[live.job.id]
            if live.job.state in ENDED:
                self._live.pop(live.job.id, None)
                shutil.rmtree(self._directory(live.job), ignore_errors=True)
            self._tell()
            self._begin_what_fits()

    async def _try(self, live: Live) -> None:
        """Let one process work on a job; it ends, or its state stays and it is tried again."""
        job, directory = live.job, self._directory(live.job)
        directory.mkdir(parents=True, exist_ok=True)
        allowance = Allowance(
            job.memory + SPARE_BYTES,
            NICENESS,
            str(directory),
            str(self._settings.atlases),
            self._settings.checkpoint_seconds,
        )

        def told(progress: dict[str, Any]) -> None:
            live.progress = progress
            self._tell()

        seconds = job.words.get("timeout") or self._settings.job_seconds
        try:
            async with asyncio.timeout(seconds + SECONDS_OF_GRACE):
                text = await self._answer(job, allowance, told)
            live.job = self._history.ended(job, "done", result=text.decode())
        except NoAnswerError as error:
            live.job = self._history.ended(job, "failed", fault=error.fault)
        except TimeoutError:
            late = fault(f"not decided within {seconds:g} s", UNDECIDED)
            live.job = self._history.ended(job, "failed", fault=late)
        except WorkerDiedError:
            if job.tries >= MOST_TRIES:
                died = fault(f"its process died {job.tries} times", FAULT)
                live.job = self._history.ended(job, "failed", fault=died)

    async def _answer(self, job: Job, allowance: Allowance, told: Told) -> bytes:
        worker = await Worker.start(allowance)
        try:
            return await worker.ask(job.verb, job.words, told)
        finally:
            await asyncio.shield(worker.end())

    def _directory(self, job: Job) -> Path:
        return self._jobs / str(job.id)

    # One job ------------------------------------------------------------------------------------

    def describe(self, number: int) -> dict[str, Any] | None:
        """Return what there is to say of a job, without its result."""
        if number in self._live:
            return self._live[number].to_json()
        job = self._history.job(number)
        return None if job is None else Live(job).to_json()

    def describe_all(self, limit: int, before: int | None) -> list[dict[str, Any]]:
        """Return what there is to say of the last jobs."""
        jobs = self._history.jobs(limit, before)
        return [(self._live.get(job.id) or Live(job)).to_json() for job in jobs]

    def cancel(self, number: int) -> bool:
        """End a job before its time; False where it has ended."""
        live = self._live.get(number)
        if live is None:
            return False
        live.cancelled = True
        if live.task is not None:
            live.task.cancel()
            return True
        self._waiting.remove(live)
        live.job = self._history.ended(live.job, "cancelled")
        del self._live[number]
        self._tell()
        return True

    async def wait(self, number: int) -> None:
        """Return when a job has ended, however."""
        live = self._live.get(number)
        if live is not None and live.task is not None:
            await asyncio.wait([live.task])

    # Who watches --------------------------------------------------------------------------------

    def _tell(self) -> None:
        """Wake everybody who watches."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def _changes(self, seconds: float) -> AsyncIterator[bool]:
        """Yield True now and after every change, False after so long without, to the end."""
        while True:
            changed = self._changed
            yield True
            while not changed.is_set():
                if self._closing:
                    return
                try:
                    await asyncio.wait_for(changed.wait(), seconds)
                except TimeoutError:
                    yield False

    async def watch(self, number: int, seconds: float) -> AsyncIterator[dict[str, Any] | None]:
        """Yield a job whenever it has changed, None after so long without; ends with the job."""
        last: dict[str, Any] | None = None
        async for changed in self._changes(seconds):
            told = self.describe(number) if changed else None
            if not changed or told != last:
                yield told
            if changed and (told is None or told["ended"] is not None):
                return
            last = told or last

    async def watch_all(self, seconds: float) -> AsyncIterator[dict[str, Any] | None]:
        """Yield every job that has not ended, and each whenever it has changed; ends with none."""
        last: dict[int, dict[str, Any]] = {}
        async for changed in self._changes(seconds):
            if not changed:
                yield None
                continue
            for number in sorted({*self._live, *last}):
                told = self.describe(number)
                if told is not None and told != last.get(number):
                    yield told
                if told is None or told["ended"] is not None:
                    last.pop(number, None)
                else:
                    last[number] = told
