"""The log of finished tasks: one SQLite file with the answer to each task under its key.

Every answer is on the disk before the next task is submitted, so the same command resumes after any
crash. Several clients may share a log: the first answer to a task stays, and others must agree.
"""

import contextlib
import json
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from babieca.errors import BadInputError, ContradictionError, shown
from babieca.tasks import Answer, Task

NAME = "ledger.sqlite"
FORMAT = 1
PATIENCE = 60.0
"""Seconds to wait for another client that writes."""

_BABIECA = 0x42414249  # "BABI"
_TABLE = """
CREATE TABLE IF NOT EXISTS finished (
    key TEXT PRIMARY KEY, answer TEXT NOT NULL, seconds REAL, worker TEXT
) WITHOUT ROWID
"""


class TaskLog:
    """The finished tasks of a directory, for all threads of this process."""

    def __init__(self, directory: Path) -> None:
        self.path = directory / NAME
        self._lock = threading.Lock()
        with self._told():
            directory.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(
                self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
            try:
                self._open()
            except BaseException:
                self._file.close()
                raise

    def _open(self) -> None:
        tables, *version = self._file.execute(
            "SELECT (SELECT count(*) FROM sqlite_master), application_id, user_version "
            "FROM pragma_application_id, pragma_user_version"
        ).fetchone()
        if tables and version != [_BABIECA, FORMAT]:
            raise BadInputError(f"{shown(str(self.path))} is no task log of this version")
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = FULL")
        with self._file:
            self._file.execute("BEGIN IMMEDIATE")
            self._file.execute(_TABLE)
            self._file.execute(f"PRAGMA application_id = {_BABIECA}")
            self._file.execute(f"PRAGMA user_version = {FORMAT}")

    def find(self, tasks: Sequence[Task[Answer]]) -> dict[str, Answer]:
        kept = self._read([task.key for task in tasks])
        return {task.key: task.from_json(kept[task.key]) for task in tasks if task.key in kept}

    def enter(self, deliveries: Sequence[tuple[Task[Any], Any, float, str]]) -> None:
        """Write tasks with answers, seconds and workers, all or none; refuse a contradiction."""
        records = [(task.to_json(answer), task, *by) for task, answer, *by in deliveries]
        lines = [(task.key, record, *by) for record, task, *by in records if record is not None]
        kept = self._first(lines)
        for task, answer, _, worker in deliveries:
            if task.key in kept and not task.agree(task.from_json(kept[task.key]), answer):
                raise ContradictionError(
                    f"worker {worker} contradicts the task log {shown(str(self.path))} in "
                    f"{shown(task.key)}: a hardware fault or a bug; nothing is known"
                )

    def settle(self, key: str, proposal: Any) -> Any:
        """Return the first proposal under a key: that of another client, or this one."""
        return (self._read([key]) or self._first([(key, proposal, 0.0, "")]))[key]

    def close(self) -> None:
        with self._lock, contextlib.suppress(sqlite3.Error):
            self._file.close()

    def _first(self, lines: Sequence[tuple[Any, ...]]) -> dict[str, Any]:
        """Write the lines whose keys are new; return the record under each key."""
        texts = [(key, json.dumps(record), *by) for key, record, *by in lines]
        if not texts:
            return {}
        with self._told(), self._lock, self._file:
            self._file.execute("BEGIN IMMEDIATE")
            self._file.executemany("INSERT OR IGNORE INTO finished VALUES (?, ?, ?, ?)", texts)
        return self._read([key for key, *_ in texts])

    def _read(self, keys: Sequence[str]) -> dict[str, Any]:
        ask = "SELECT key, answer FROM finished WHERE key IN (SELECT value FROM json_each(?))"
        with self._told(), self._lock:
            found = self._file.execute(ask, [json.dumps(keys)]).fetchall()
        return {key: json.loads(answer) for key, answer in found}

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            reason = getattr(error, "strerror", None) or error
            raise BadInputError(
                f"cannot use the task log {shown(str(self.path))}: {reason}; finished tasks stay "
                "in it, and the same command goes on from there"
            ) from None
