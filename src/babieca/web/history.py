"""The history: the jobs of a server and their results, in an SQLite file that outlives it."""

import contextlib
import json
import os
import sqlite3
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

from babieca.errors import BadInputError, shown
from babieca.progress import Progress
from babieca.web.refusals import Fault

ENDED = ("done", "failed", "cancelled")
MOST_KEPT = 2000

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
