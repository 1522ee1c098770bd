"""The history: the jobs of a server and their results, in an SQLite file that outlives it.

Every row is checked when it is read. A damaged row goes into the table `damaged`, a damaged file
gets another name, and the terminal names both: nothing of them is deleted.
"""

import contextlib
import hashlib
import itertools
import json
import os
import sqlite3
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

from pydantic import TypeAdapter

from babieca.asking import VERBS
from babieca.errors import BadInputError, quantity, shown
from babieca.memory import MOST_BYTES
from babieca.progress import Progress
from babieca.web.refusals import Fault

ENDED = ("done", "failed", "cancelled")
MOST_KEPT = 2000
MOST_NUMBER = 2**62
LATEST = 2**40
"""The largest time of a job: seconds since 1970."""
MOST_NAMED = 5
"""The damaged rows that one line names."""
JOURNALS = ("", "-wal", "-shm")
"""The ends of the names of the files of one database."""
DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
MOST_CHECKED = 10**6
ABOUT_ROWS = " value in jobs."
"""SQLite's check of a file also tells about values of rows, which are checked one by one."""

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
    browser TEXT,
    checksum TEXT,
    result_checksum TEXT
)
"""
_DAMAGED = """
CREATE TABLE IF NOT EXISTS damaged AS SELECT 0.0 AS noticed, '' AS reason, * FROM jobs WHERE 0
"""
_COLUMNS = "id, verb, words, text, memory, state, tries, created, started, ended, fault, browser"
_KEPT = f"{_COLUMNS}, checksum, result_checksum, result"


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

    def __init__(self, path: Path, say: Callable[[str], object] = lambda line: None) -> None:
        """Open a history, or begin one; `say` gets a line about damage."""
        self._say = say
        try:
            if not path.exists() and os.path.exists(f"{path}-wal"):
                aside = _set_aside(path)  # a new database would delete the journal
                say(f"{path.name} is missing; its journal is now {aside}-wal")
            try:
                self._open(path)
            except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
                # SQLite quotes a damaged schema in its error, which may be no UTF-8.
                unreadable = isinstance(error, UnicodeDecodeError)
                if not unreadable and getattr(error, "sqlite_errorcode", 0) & 0xFF not in DAMAGE:
                    raise
                self.close()
                aside = _set_aside(path)
                say(f"the history is damaged ({error}): it is now {aside}; a new history begins")
                self._open(path)
        except (sqlite3.Error, OSError) as error:
            raise BadInputError(
                f"cannot use the history in {shown(str(path))}: {error}; move the file away"
            ) from None

    def _open(self, path: Path) -> None:
        with contextlib.suppress(OSError):  # SQLite says better why a file cannot be opened
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        self._database = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._database.text_factory = _text
        self._ask = self._database.execute
        for row in self._ask(f"PRAGMA quick_check({MOST_CHECKED})"):
            if (told := str(row[0])) != "ok" and ABOUT_ROWS not in told:
                error = sqlite3.DatabaseError(" ".join(told.split()))
                error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
                raise error
        self._ask("PRAGMA journal_mode = WAL")
        self._ask("PRAGMA synchronous = FULL")
        self._ask(_TABLE)
        columns = [row[1] for row in self._ask("PRAGMA table_info(jobs)")]
        for column in ("browser", "checksum", "result_checksum"):
            if column not in columns:  # a history of an earlier version
                self._ask(f"ALTER TABLE jobs ADD COLUMN {column} TEXT")
        self._ask(f"SELECT {_COLUMNS}, result FROM jobs LIMIT 1")
        self._jobs("ORDER BY id")  # sets every damaged row aside
        self._ask(
            "UPDATE sqlite_sequence SET seq = (SELECT coalesce(max(id), 0) FROM jobs) "
            "WHERE name = 'jobs' AND NOT (typeof(seq) = 'integer' AND seq BETWEEN 0 AND ?)",
            (MOST_NUMBER - MOST_KEPT,),
        )

    def close(self) -> None:
        self._database.close()

    def add(
        self, verb: str, words: dict[str, Any], text: str, memory: int, browser: str | None
    ) -> Job:
        asked = (verb, json.dumps(words), text, memory, time.time(), browser)
        added = self._ask(
            "INSERT INTO jobs (verb, words, text, memory, created, browser, state, tries, checksum)"
            " VALUES (?, ?, ?, ?, ?, ?, 'queued', 0, ?)",
            (*asked, _checksum(*asked)),
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
        told = (result, None if result is None else _checksum(job.created, result))
        self._ask(
            "UPDATE jobs SET state = ?, tries = ?, started = ?, ended = ?, fault = ?, result = ?, "
            "result_checksum = ? WHERE id = ?",
            (job.state, job.tries, job.started, job.ended, fault, *told, job.id),
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

    def is_damaged(self, number: int) -> bool:
        """Whether a row with this number was set aside."""
        tables = self._ask("SELECT 1 FROM sqlite_schema WHERE name = 'damaged'").fetchall()
        which = "SELECT 1 FROM damaged WHERE id = ?"
        return bool(tables) and self._ask(which, (number,)).fetchone() is not None

    def _jobs(self, which: str, *values: Any) -> list[Job]:
        """Return the jobs of rows; set the damaged rows aside."""
        jobs, damaged = [], {}
        asked = f"SELECT {_COLUMNS}, checksum FROM jobs {which}"
        for *row, checksum in self._ask(asked, values).fetchall():
            try:
                record = dict(zip(_COLUMNS.split(", "), row, strict=True))
                jobs.append(_checked(record, checksum))
            except (TypeError, ValueError, RecursionError) as error:
                damaged[row[0]] = str(error).partition("\n")[0]
        if damaged:
            self._set_rows_aside(damaged)
        return jobs

    def _set_rows_aside(self, reasons: dict[int, str]) -> None:
        """Move rows from the table `jobs` into the table `damaged`, and name them in one line."""
        self._ask("BEGIN IMMEDIATE")
        try:
            self._ask(_DAMAGED)
            for number, reason in reasons.items():
                self._ask(
                    f"INSERT INTO damaged (noticed, reason, {_KEPT}) "
                    f"SELECT ?, ?, {_KEPT} FROM jobs WHERE id = ?",
                    (time.time(), reason, number),
                )
                self._ask("DELETE FROM jobs WHERE id = ?", (number,))
            self._ask("COMMIT")
        except BaseException:
            self._ask("ROLLBACK")
            raise
        named = [f"job {number} ({shown(reason)})" for number, reason in reasons.items()]
        others = len(named) - MOST_NAMED
        said = ", ".join(named[:MOST_NAMED]) + (f" and {others} more" if others > 0 else "")
        rows = quantity(len(named), "damaged row")
        self._say(f"set aside {rows} of the history, in its table damaged: {said}")

    def result(self, number: int) -> str | None:
        """Return the result of a job; None if it has none, or if it is damaged and set aside."""
        asked = "SELECT created, result, result_checksum FROM jobs WHERE id = ?"
        created, text, checksum = self._ask(asked, (number,)).fetchone() or (None, None, None)
        if text is None:
            return None
        try:
            _compare(checksum, created, text)
            if not isinstance(text, str):
                raise ValueError("its result is no text")
            if checksum is None:
                json.loads(text)  # the row is of an earlier version
        except (ValueError, RecursionError) as error:
            self._set_rows_aside({number: str(error)})
            return None
        return text

    def forget(self, number: int) -> None:
        self._ask("DELETE FROM jobs WHERE id = ?", (number,))


_ROW: TypeAdapter[Job] = TypeAdapter(Job)


def _checked(record: dict[str, Any], checksum: object) -> Job:
    """Return the job of a row; raise an error if a value is not one that a server writes."""
    names = ("verb", "words", "text", "memory", "created", "browser")
    _compare(checksum, *(record[name] for name in names))
    fault = None if record["fault"] is None else json.loads(record["fault"])
    record = record | {"words": json.loads(record["words"]), "fault": fault}
    job = _ROW.validate_json(json.dumps(record, allow_nan=False), strict=True)
    if not (0 < job.id < MOST_NUMBER and 0 < job.memory <= MOST_BYTES and job.tries >= 0):
        raise ValueError("a number is out of range")
    if any(time is not None and not 0 <= time < LATEST for time in (job.created, job.started)):
        raise ValueError("a time is out of range")
    if (job.state in ENDED) != (job.ended is not None):
        raise ValueError(f"it is {job.state}, and its end says otherwise")
    if job.verb not in VERBS or not VERBS[job.verb].job:
        raise ValueError(f"there are no jobs {shown(job.verb)}")
    if not isinstance(job.words.get("question"), dict):
        raise ValueError("its words have no question")
    timeout = job.words.get("timeout")
    if timeout is not None and not (isinstance(timeout, int | float) and 0 < timeout < LATEST):
        raise ValueError("its timeout is no time")
    return job


def _checksum(*values: object) -> str:
    return hashlib.sha256(repr(values).encode()).hexdigest()


def _compare(checksum: object, *values: object) -> None:
    """Raise an error if values are not those of a checksum; earlier versions wrote none."""
    if checksum is not None and checksum != _checksum(*values):
        raise ValueError("its checksum is wrong")


def _text(raw: bytes) -> str | bytes:
    """Return a text of a row; raw bytes, which no check passes, if it is not UTF-8."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw


def _set_aside(path: Path) -> Path:
    """Rename a database and its journals to a free name; return the name."""
    for number in itertools.count(1):
        aside = path.with_name(f"{path.stem}-damaged-{number}{path.suffix}")
        if not any(os.path.lexists(f"{aside}{end}") for end in JOURNALS):
            break
    for end in JOURNALS:
        with contextlib.suppress(FileNotFoundError):
            os.rename(f"{path}{end}", f"{aside}{end}")
    return aside
