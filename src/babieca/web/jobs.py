"""Jobs: long work, in a bounded queue, with a process for each job that runs.

Invariants: the budgets of the running jobs together never exceed the memory of all jobs, and jobs
begin in the order in which they came. A job that an earlier server queued under a larger budget
waits, with the reason, for a server with as much memory; the jobs after it begin. The history, an
SQLite file that outlives the server, holds every job: either ended, with its result, or queued or
running. An unended job is started again by this server or the next one, and a count continues from
its checkpoint. The server deletes only files that its workers made, for jobs that its history lists
as ended.
"""

import asyncio
import contextlib
import json
import os
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

from babieca.errors import BAD_INPUT, FAULT, UNDECIDED, BadInputError, shown
from babieca.memory import human_bytes
from babieca.processes import ProcessDiedError, RefusedError, error_record
from babieca.progress import Progress
from babieca.web.refusals import Fault, NoAnswerError
from babieca.web.settings import Allowance, Settings, allowed_bytes
from babieca.web.workers import start_worker

MOST_TRIES = 3
NICENESS = 10
SECONDS_OF_GRACE = 30.0
ENDED = ("done", "failed", "cancelled")
MOST_KEPT = 2000
FILES_OF_JOBS = (".lock", "checkpoint", "checkpoint.*.partial")
"""The files that a worker makes in the directory of its job."""
LAYOUT = 1
"""The `user_version` of a history whose jobs have directories with the time in their names."""

_TABLE = """
CREATE TABLE IF NOT EXISTS jobs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    verb TEXT NOT NULL,
    words TEXT NOT NULL,
    text TEXT NOT NULL,
    memory INTEGER NOT NULL,
    state TEXT NOT NULL,
    tries INTEGER NOT NULL,
    created REAL NOT NULL,
    started REAL,
    ended REAL,
    fault TEXT,
    result TEXT,
    browser TEXT
)
"""
_COLUMNS = "id, verb, words, text, memory, state, tries, created, started, ended, fault, browser"


@dataclass(frozen=True)
class Job:
    """A job; times are seconds since 1970. `fault` says why it failed, or why it cannot begin.

    `browser` names the browser that started it; programs have none.
    """

    id: int
    verb: str
    words: dict[str, Any]
    text: str
    memory: int
    state: Literal["queued", "running", "done", "failed", "cancelled"]
    tries: int
    created: float
    started: float | None
    ended: float | None
    fault: Fault | None
    browser: str | None
    progress: Progress | None = None


class History:
    """All unended jobs, and the newest `MOST_KEPT` ended jobs."""

    def __init__(self, path: Path) -> None:
        try:
            with contextlib.suppress(OSError):  # SQLite says better why a file cannot be opened
                os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            self._database = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
            self._ask = self._database.execute
            self._ask("PRAGMA journal_mode = WAL")
            self._ask("PRAGMA synchronous = FULL")
            self._ask(_TABLE)
            columns = [row[1] for row in self._ask("PRAGMA table_info(jobs)")]
            if "browser" not in columns:  # a history of version 0.3
                self._ask("ALTER TABLE jobs ADD COLUMN browser TEXT")
            self._ask(f"SELECT {_COLUMNS}, result FROM jobs LIMIT 1")
        except sqlite3.Error as error:
            raise BadInputError(
                f"cannot use the history in {shown(str(path))}: {error}; move the file away"
            ) from None

    def close(self) -> None:
        self._database.close()

    def add(
        self, verb: str, words: dict[str, Any], text: str, memory: int, browser: str | None
    ) -> Job:
        added = self._ask(
            "INSERT INTO jobs (verb, words, text, memory, state, tries, created, browser) "
            "VALUES (?, ?, ?, ?, 'queued', 0, ?, ?)",
            (verb, json.dumps(words), text, memory, time.time(), browser),
        )
        self._ask(
            "DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE state IN (?, ?, ?) "
            "ORDER BY id DESC LIMIT -1 OFFSET ?)",
            (*ENDED, MOST_KEPT),
        )
        (job,) = self._jobs("WHERE id = ?", added.lastrowid)
        return job

    def change(self, job: Job, result: str | None = None, **values: Any) -> Job:
        """Record new values of a job, together with its result, in one transaction."""
        job = replace(job, **values)
        fault = None if job.fault is None else json.dumps(asdict(job.fault))
        self._ask(
            "UPDATE jobs SET state = ?, tries = ?, started = ?, ended = ?, fault = ?, result = ? "
            "WHERE id = ?",
            (job.state, job.tries, job.started, job.ended, fault, result, job.id),
        )
        return job

    def job(self, number: int) -> Job | None:
        return next(iter(self._jobs("WHERE id = ?", number)), None)

    def jobs(self, limit: int, before: int | None, browser: str | None) -> list[Job]:
        """Return the newest jobs first: with numbers below `before`, and of one browser."""
        which = "WHERE id < ? AND browser IS coalesce(?, browser) ORDER BY id DESC LIMIT ?"
        return self._jobs(which, before or 2**62, browser, limit)

    def unfinished(self) -> list[Job]:
        return self._jobs("WHERE state IN ('queued', 'running') ORDER BY id")

    def ended(self) -> list[Job]:
        return self._jobs("WHERE state IN (?, ?, ?)", *ENDED)

    @property
    def layout(self) -> int:
        """The layout of the directories of the jobs; 0 if it is an earlier version's."""
        found: int = self._ask("PRAGMA user_version").fetchone()[0]
        return found

    @layout.setter
    def layout(self, number: int) -> None:
        self._ask(f"PRAGMA user_version = {number:d}")

    def _jobs(self, which: str, *values: Any) -> list[Job]:
        jobs = []
        for row in self._ask(f"SELECT {_COLUMNS} FROM jobs {which}", values):
            record = dict(zip(_COLUMNS.split(", "), row, strict=True))
            fault = None if record["fault"] is None else Fault(**json.loads(record["fault"]))
            jobs.append(Job(**record | {"words": json.loads(record["words"]), "fault": fault}))
        return jobs

    def result(self, number: int) -> str | None:
        row = self._ask("SELECT result FROM jobs WHERE id = ?", (number,)).fetchone()
        return None if row is None else row[0]

    def forget(self, number: int) -> None:
        self._ask("DELETE FROM jobs WHERE id = ?", (number,))


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
        if self._history.layout < LAYOUT:
            self._rename_directories(unfinished)
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
            raise NoAnswerError(f"memory: at most {human_bytes(everything)} for all jobs together")
        waiting = self.counts["waiting"]
        if waiting >= self._settings.waiting_jobs:
            message = f"{waiting} jobs are waiting: try again when one has ended"
            raise NoAnswerError(message, UNDECIDED, 429)
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
        message = (
            f"the job waits: its budget is {human_bytes(needed)} of memory, and this server has "
            f"{human_bytes(most)} for all jobs; start the server with more --memory, or cancel "
            "the job"
        )
        return Fault(**error_record(message, BAD_INPUT))

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

        def failed(message: str, code: int) -> None:
            self._finish(live, state="failed", fault=Fault(**error_record(message, code)))

        seconds = live.job.words.get("timeout") or self._settings.job_seconds
        try:
            async with asyncio.timeout(seconds + SECONDS_OF_GRACE):
                text = await self._answer(live)
            self._finish(live, state="done", result=text.decode())
        except RefusedError as error:
            failed(str(error), error.code)
        except TimeoutError:
            failed(f"not decided within {seconds:g} s", UNDECIDED)
        except ProcessDiedError:
            if live.job.tries >= MOST_TRIES:
                failed(f"its process died {live.job.tries} times", FAULT)

    async def _answer(self, live: Live) -> bytes:
        job, directory = live.job, self._directory(live.job)
        directory.mkdir(0o700, parents=True, exist_ok=True)
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

    def _rename_directories(self, unfinished: list[Job]) -> None:
        """Take over the checkpoints of an earlier version, whose directories are bare numbers."""
        for job in unfinished:
            if job.started is not None:
                with contextlib.suppress(OSError):  # the job had no directory yet
                    os.rename(self._directories / str(job.id), self._directory(job))
        self._history.layout = LAYOUT

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
