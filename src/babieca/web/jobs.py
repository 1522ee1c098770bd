"""Jobs: long work, in a bounded queue, with a process for each job that runs.

Invariants: the budgets of the running jobs together never exceed the memory of all jobs, and jobs
begin in the order in which they came. A job that an earlier server queued under a larger budget
waits, with the reason, for a server with as much memory; the jobs after it begin. The history, a
store that outlives the server, holds every job: either ended, with its result, or queued or
running. An unended job is started again by this server or the next one, and a count continues from
its checkpoint. The server deletes only files that its workers made, for jobs that its history lists
as ended.
"""

import asyncio
import contextlib
import shutil
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from babieca.errors import BAD_INPUT, FAULT, UNDECIDED, shown
from babieca.memory import human_bytes
from babieca.processes import ProcessDiedError, RefusedError, error_record
from babieca.progress import Progress
from babieca.reasons import Reason
from babieca.web.history import ENDED, History, Job
from babieca.web.refusals import Fault, NoAnswerError
from babieca.web.settings import Allowance, Settings, allowed_bytes
from babieca.web.workers import start_worker

MOST_TRIES = 3
NICENESS = 10
SECONDS_OF_GRACE = 30.0
FILES_OF_JOBS = (".lock", "checkpoint", "checkpoint.*.partial")
"""The files that a worker makes in the directory of its job."""


@dataclass
class Live:
    job: Job
    task: asyncio.Task[None] | None = None
    cancelled: bool = False


class Jobs:
    def __init__(self, settings: Settings, history: History) -> None:
        self._settings, self._history = settings, history
        self._directories = settings.directory / "jobs"
        self._live: dict[int, Live] = {}
        self._closing = False
        self._changed = asyncio.Event()

    def start(self) -> None:
        """Queue the jobs that an earlier server left, and delete directories of ended jobs."""
        unfinished = self._history.unfinished()
        for job in self._history.ended():
            self._clear(job)
        for job in unfinished:
            fault = self._obstacle(job)
            self._live[job.id] = Live(
                self._history.change(job, state="queued", tries=0, fault=fault)
            )
        self._begin_what_fits()

    async def end(self) -> None:
        """Stop all work; the next server starts the unended jobs again."""
        self.close()
        tasks = [live.task for live in self._live.values() if live.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def close(self) -> None:
        self._closing = True
        self._tell()

    def add(
        self,
        verb: str,
        words: dict[str, Any],
        text: str,
        memory: int,
        browser: str | None = None,
    ) -> Job:
        """Queue a job; refuse it if it can never run, or if too many wait."""
        everything = self._settings.memory
        if memory > everything:
            raise NoAnswerError(Reason("all_jobs_memory", most=human_bytes(everything)))
        waiting = self.counts["waiting"]
        if waiting >= self._settings.waiting_jobs:
            raise NoAnswerError(Reason("jobs_waiting", count=waiting), UNDECIDED, 429)
        job = self._history.add(verb, words, text, memory, browser)
        self._live[job.id] = Live(job)
        self._tell()
        self._begin_what_fits()
        return job

    @property
    def promised(self) -> int:
        """The budgets of the running jobs together, in bytes."""
        return sum(live.job.memory for live in self._live.values() if live.task is not None)

    @property
    def counts(self) -> dict[str, int]:
        running = sum(live.task is not None for live in self._live.values())
        return {"running": running, "waiting": len(self._live) - running}

    def _obstacle(self, job: Job) -> Fault | None:
        """Say why a job can never begin under this server's budget; None if it can."""
        most, needed = self._settings.memory, job.memory
        if needed <= most:
            return None
        waits = Reason("job_waits", needed=human_bytes(needed), most=human_bytes(most))
        return Fault(**error_record(waits, BAD_INPUT))

    def _begin_what_fits(self) -> None:
        most = self._settings.memory
        waiting = [
            live for live in self._live.values() if live.task is None and live.job.memory <= most
        ]
        for live in waiting[: self._settings.jobs_at_once - self.counts["running"]]:
            if self._closing or self.promised + live.job.memory > most:
                return
            live.task = asyncio.create_task(self._run(live))

    async def _run(self, live: Live) -> None:
        try:
            while live.job.state not in ENDED:
                tries = live.job.tries + 1
                self._change(live, state="running", tries=tries, started=time.time(), progress=None)
                await self._try(live)
        except asyncio.CancelledError:
            if not live.cancelled:
                raise  # the server ends; the next one starts the job again
            self._finish(live, state="cancelled")
        finally:
            del self._live[live.job.id]
            if live.job.state in ENDED:
                self._clear(live.job)
            self._tell()
            self._begin_what_fits()

    def _change(self, live: Live, **values: Any) -> None:
        live.job = self._history.change(live.job, **values)
        self._tell()

    def _finish(self, live: Live, **values: Any) -> None:
        self._change(live, ended=time.time(), progress=None, **values)

    async def _try(self, live: Live) -> None:
        """Run a job in one process. If the process dies, the job stays unended for another try."""

        def failed(message: str, code: int, reason: dict[str, Any] | None = None) -> None:
            fault = Fault(**error_record(message, code, reason))
            self._finish(live, state="failed", fault=fault)

        seconds = live.job.words.get("timeout") or self._settings.job_seconds
        try:
            async with asyncio.timeout(seconds + SECONDS_OF_GRACE):
                text = await self._answer(live)
            self._finish(live, state="done", result=text.decode())
        except RefusedError as error:
            failed(str(error), error.code, error.reason)
        except TimeoutError:
            failed(Reason("not_decided", seconds=f"{seconds:g}"), UNDECIDED)
        except ProcessDiedError:
            if live.job.tries >= MOST_TRIES:
                failed(Reason("job_process_died", count=live.job.tries), FAULT)

    async def _answer(self, live: Live) -> bytes:
        job, directory = live.job, self._directory(live.job)
        try:
            directory.mkdir(0o700, parents=True, exist_ok=True)
        except OSError as error:
            where = {"directory": shown(str(directory)), "reason": error.strerror or error}
            raise RefusedError(Reason("cannot_use", **where), BAD_INPUT) from None
        allowance = Allowance(
            allowed_bytes(job.memory),
            self._settings.atlases,
            NICENESS,
            str(directory),
            self._settings.checkpoint_seconds,
        )

        def told(progress: dict[str, Any]) -> None:
            live.job = replace(live.job, progress=Progress(**progress))
            self._tell()

        worker = await start_worker(allowance)
        try:
            return await worker.ask({"verb": job.verb, "words": job.words}, told)
        finally:
            await asyncio.shield(worker.end())

    def _directory(self, job: Job) -> Path:
        """Return the directory of a job; the time tells it from a job of another history."""
        return self._directories / f"{job.id}-{round(job.created * 1000)}"

    def _clear(self, job: Job) -> None:
        """Delete the files of an ended job; its directory stays if it holds any other file."""
        directory = self._directory(job)
        if not directory.is_dir():
            return
        for path in (path for pattern in FILES_OF_JOBS for path in directory.glob(pattern)):
            shutil.rmtree(path, ignore_errors=True)
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            directory.rmdir()

    def _tell(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def job(self, number: int) -> Job | None:
        return self._live[number].job if number in self._live else self._history.job(number)

    def newest(self, limit: int, before: int | None, browser: str | None) -> list[Job]:
        jobs = self._history.jobs(limit, before, browser)
        return [self._live[job.id].job if job.id in self._live else job for job in jobs]

    async def cancel(self, number: int) -> bool:
        """Cancel a job and wait until it has ended; return False if it had ended before."""
        live = self._live.get(number)
        if live is None:
            return False
        live.cancelled = True
        if live.task is not None:
            live.task.cancel()
            await asyncio.wait([live.task])
        else:
            del self._live[number]
            self._finish(live, state="cancelled", fault=None)
            self._clear(live.job)
        return True

    async def watch(
        self, seconds: float, number: int | None = None, browser: str | None = None
    ) -> AsyncIterator[Job | None]:
        """Yield unended jobs, or one until it ends, at every change; None after quiet `seconds`.

        With `browser`, only the jobs of this browser.
        """
        last: dict[int, Job] = {}
        while not self._closing:
            changed = self._changed
            for each in sorted({*self._live, *last}) if number is None else [number]:
                job = self.job(each)
                if job is not None and browser not in (None, job.browser):
                    continue
                if job is not None and job != last.get(each):
                    yield job
                if job is not None and job.ended is None:
                    last[each] = job
                elif number is not None:
                    return
                else:
                    last.pop(each, None)
            while not changed.is_set():
                try:
                    await asyncio.wait_for(changed.wait(), seconds)
                except TimeoutError:
                    yield None
