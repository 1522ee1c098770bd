"""The history: all jobs and their results, in an SQLite file that outlives the server."""

from __future__ import annotations

import json
import sqlite3
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from babieca.errors import BadInputError, shown

State = Literal["queued", "running", "done", "failed", "cancelled"]
ENDED: tuple[State, ...] = ("done", "failed", "cancelled")
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
    result TEXT
)
"""
_COLUMNS = "id, verb, words, text, memory, state, tries, created, started, ended, fault"


@dataclass(frozen=True)
class Job:
    """A job: the verb, its words, its state; `fault` says why it failed."""

    id: int
    verb: str
    words: dict[str, Any]
    text: str
    memory: int
    state: State
    tries: int
    created: float
    started: float | None
    ended: float | None
    fault: dict[str, Any] | None


class History:
    """All jobs; of the ended ones, the newest `MOST_KEPT`."""

    def __init__(self, path: Path) -> None:
        try:
            self._database = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("PRAGMA synchronous = FULL")
            self._database.execute(_TABLE)
            self._database.execute(f"SELECT {_COLUMNS}, result FROM jobs LIMIT 1")
        except sqlite3.Error as error:
            raise BadInputError(
                f"cannot use the history in {shown(str(path))}: {error}; move the file away"
            ) from None

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def add(self, verb: str, words: dict[str, Any], text: str, memory: int) -> Job:
        """Add a job."""
        now = time.time()
        added = self._database.execute(
            "INSERT INTO jobs (verb, words, text, memory, state, tries, created) "
            "VALUES (?, ?, ?, ?, 'queued', 0, ?)",
            (verb, json.dumps(words), text, memory, now),
        )
        self._database.execute(
            "DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE state IN (?, ?, ?) "
            "ORDER BY id DESC LIMIT -1 OFFSET ?)",
            (*ENDED, MOST_KEPT),
        )
        assert added.lastrowid is not None
        return Job(added.lastrowid, verb, words, text, memory, "queued", 0, now, None, None, None)

    def change(self, job: Job, result: str | None = None, **values: Any) -> Job:
        """Record new values of a job, together with its result, in one transaction."""
        job = replace(job, **values)
        fault = None if job.fault is None else json.dumps(job.fault)
        self._database.execute(
            "UPDATE jobs SET state = ?, tries = ?, started = ?, ended = ?, fault = ?, result = ? "
            "WHERE id = ?",
            (job.state, job.tries, job.started, job.ended, fault, result, job.id),
        )
        return job

    def job(self, number: int) -> Job | None:
        """Return the job with a number, or None."""
        found = self._jobs("WHERE id = ?", (number,))
        return found[0] if found else None

    def jobs(self, limit: int, before: int | None = None) -> list[Job]:
        """Return the newest jobs first, only those with numbers less than `before`."""
        last = 2**62 if before is None else before
        return self._jobs("WHERE id < ? ORDER BY id DESC LIMIT ?", (last, limit))

    def unfinished(self) -> list[Job]:
        """Return the unended jobs, the oldest first."""
        return self._jobs("WHERE state IN ('queued', 'running') ORDER BY id", ())

    def result(self, number: int) -> str | None:
        """Return the answer of a job as JSON, if it has one."""
        rows = self._database.execute("SELECT result FROM jobs WHERE id = ?", (number,)).fetchall()
        return rows[0][0] if rows else None

    def forget(self, number: int) -> None:
        """Delete a job."""
        self._database.execute("DELETE FROM jobs WHERE id = ?", (number,))

    def _jobs(self, which: str, values: tuple[Any, ...]) -> list[Job]:
        rows = self._database.execute(f"SELECT {_COLUMNS} FROM jobs {which}", values).fetchall()
        return [_read(row) for row in rows]


def _read(row: tuple[Any, ...]) -> Job:
    record = dict(zip(_COLUMNS.split(", "), row, strict=True))
    fault = None if record["fault"] is None else json.loads(record["fault"])
    return Job(**record | {"words": json.loads(record["words"]), "fault": fault})
