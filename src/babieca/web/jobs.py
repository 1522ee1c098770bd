"""Jobs: long work, in a bounded queue, with a process for each job that runs.

Invariants: the budgets of the running jobs together never exceed the memory of all jobs, and jobs
begin in the order in which they came. The history holds every job: either ended, with its result,
or queued or running. An unended job is started again by this server or the next one, and a count
continues from its checkpoint.
"""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from babieca.errors import FAULT, UNDECIDED
from babieca.memory import human_bytes
from babieca.processes import ProcessDiedError, RefusedError, error_record
from babieca.web.history import ENDED, History, Job
from babieca.web.refusals import NoAnswerError
from babieca.web.settings import Allowance, Settings, allowed_bytes
from babieca.web.workers import start_worker

MOST_TRIES = 3
NICENESS = 10
SECONDS_OF_GRACE = 30.0


@dataclass
class Live:
    """A job that has not ended, and its progress."""

    job: Job
    progress: dict[str, Any] | None = None
    task: asyncio.Task[None] | None = None
    cancelled: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the job as the API shows it now."""
        progress = self.progress if self.job.ended is None else None
        return vars(self.job) | {"progress": progress}


class Jobs:
    """All jobs of a server."""

    def __init__(self, settings: Settings, history: History) -> None:
        self._settings, self._history = settings, history
        self._jobs = settings.directory / "jobs"
        self._live: dict[int, Live] = {}
        self._closing = False
        self._changed = asyncio.Event()

    def start(self) -> None:
        """Queue the jobs that an earlier server left, and delete directories of ended jobs."""
        unfinished = self._history.unfinished()
        for directory in set(self._jobs.glob("*")) - set(map(self._directory, unfinished)):
            shutil.rmtree(directory, ignore_errors=True)
        for job in unfinished:
            self._live[job.id] = Live(self._history.change(job, state="queued", tries=0))
        self._begin_what_fits()

    async def end(self) -> None:
        """Stop all work; the next server starts the unended jobs again."""
        self.close()
        tasks = [live.task for live in self._live.values() if live.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def close(self) -> None:
        """End all event streams."""
        self._closing = True
        self._tell()

    def add(self, verb: str, words: dict[str, Any], text: str, memory: int) -> Live:
        """Queue a job; refuse it if it can never run, or if too many wait."""
        everything = self._settings.memory
        if memory > everything:
            raise NoAnswerError(f"memory: at most {human_bytes(everything)} for all jobs together")
        waiting = self.counts["waiting"]
        if waiting >= self._settings.waiting_jobs:
            message = f"{waiting} jobs are waiting: try again when one has ended"
            raise NoAnswerError(message, UNDECIDED, 429)
        live = Live(self._history.add(verb, words, text, memory))
        self._live[live.job.id] = live
        self._tell()
        self._begin_what_fits()
        return live

    @property
    def promised(self) -> int:
        """The budgets of the running jobs together, in bytes."""
        return sum(live.job.memory for live in self._live.values() if live.task is not None)

    @property
    def counts(self) -> dict[str, int]:
        """The numbers of running and of waiting jobs."""
        running = sum(live.task is not None for live in self._live.values())
        return {"running": running, "waiting": len(self._live) - running}

    def _begin_what_fits(self) -> None:
        waiting = [live for live in self._live.values() if live.task is None]
        for live in waiting[: self._settings.jobs_at_once - self.counts["running"]]:
            fits = self.promised + live.job.memory <= self._settings.memory
            if self._closing or (self.promised and not fits):
                return
            live.task = asyncio.create_task(self._run(live))

    async def _run(self, live: Live) -> None:
        try:
            while live.job.state not in ENDED:
                tries, live.progress = live.job.tries + 1, None
                self._change(live, state="running", tries=tries, started=time.time())
                await self._try(live)
        except asyncio.CancelledError:
            if not live.cancelled:
                raise  # the server ends; the next one starts the job again
            self._change(live, state="cancelled", ended=time.time())
        finally:
            del self._live[live.job.id]
            if live.job.state in ENDED:
                shutil.rmtree(self._directory(live.job), ignore_errors=True)
            self._tell()
            self._begin_what_fits()

    def _change(self, live: Live, **values: Any) -> None:
        live.job = self._history.change(live.job, **values)
        self._tell()

    async def _try(self, live: Live) -> None:
        """Run a job in one process. If the process dies, the job stays unended for another try."""

        def failed(message: str, code: int) -> None:
            fault = error_record(message, code)
            self._change(live, state="failed", ended=time.time(), fault=fault)

        seconds = live.job.words.get("timeout") or self._settings.job_seconds
        try:
            async with asyncio.timeout(seconds + SECONDS_OF_GRACE):
                text = await self._answer(live)
            self._change(live, state="done", ended=time.time(), result=text.decode())
        except RefusedError as error:
            failed(str(error), error.code)
        except TimeoutError:
            failed(f"not decided within {seconds:g} s", UNDECIDED)
        except ProcessDiedError:
            if live.job.tries >= MOST_TRIES:
                failed(f"its process died {live.job.tries} times", FAULT)

    async def _answer(self, live: Live) -> bytes:
        job, directory = live.job, self._directory(live.job)
        directory.mkdir(parents=True, exist_ok=True)
        allowance = Allowance(
            allowed_bytes(job.memory),
            str(self._settings.atlases),
            NICENESS,
            str(directory),
            self._settings.checkpoint_seconds,
        )

        def told(progress: dict[str, Any]) -> None:
            live.progress = progress
            self._tell()

        worker = await start_worker(allowance)
        try:
            return await worker.ask({"verb": job.verb, "words": job.words}, told)
        finally:
            await asyncio.shield(worker.end())

    def _directory(self, job: Job) -> Path:
        return self._jobs / str(job.id)

    # One job ------------------------------------------------------------------------------------

    def describe(self, number: int) -> dict[str, Any] | None:
        """Return a job without its result, as the API shows it; None if there is none."""
        if number in self._live:
            return self._live[number].to_json()
        job = self._history.job(number)
        return None if job is None else Live(job).to_json()

    def describe_all(self, limit: int, before: int | None) -> list[dict[str, Any]]:
        """Return the newest jobs, as the API shows them."""
        jobs = self._history.jobs(limit, before)
        return [(self._live.get(job.id) or Live(job)).to_json() for job in jobs]

    def cancel(self, number: int) -> bool:
        """Cancel a job; return False if it has ended."""
        live = self._live.get(number)
        if live is None:
            return False
        live.cancelled = True
        if live.task is not None:
            live.task.cancel()
        else:
            del self._live[number]
            self._change(live, state="cancelled", ended=time.time())
        return True

    async def wait(self, number: int) -> None:
        """Wait until a job has ended."""
        live = self._live.get(number)
        if live is not None and live.task is not None:
            await asyncio.wait([live.task])

    # Event streams ------------------------------------------------------------------------------

    def _tell(self) -> None:
        """Wake all event streams."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def watch(
        self, seconds: float, number: int | None = None
    ) -> AsyncIterator[dict[str, Any] | None]:
        """Yield every unended job, each again whenever it changes; None after `seconds` without.

        With a number: only that job, until it ends.
        """
        last: dict[int, dict[str, Any]] = {}
        while not self._closing:
            changed = self._changed
            for each in sorted({*self._live, *last}) if number is None else [number]:
                told = self.describe(each)
                if told is not None and told != last.get(each):
                    yield told
                if told is not None and told["ended"] is None:
                    last[each] = told
                elif number is not None:
                    return
                else:
                    last.pop(each, None)
            while not changed.is_set():
                try:
                    await asyncio.wait_for(changed.wait(), seconds)
                except TimeoutError:
                    yield None
