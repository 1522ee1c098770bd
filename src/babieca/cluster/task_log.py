"""What is done, in one SQLite file: each finished task by its key, with its answer.

Every line is on the disk before the next task is handed out, so that the same command goes on where
it stopped, whoever died. Several clients may keep one ledger: the first answer stays, and another
one to the same task must agree with it.
"""

from __future__ import annotations

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
MOST_AT_ONCE = 500
"""Keys that are looked up together."""
PATIENCE = 60.0
"""Seconds that a client waits for another one to have written its line."""

_BABIECA = 0x42414249  # "BABI": what the file says it is
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
        (written,) = self._file.execute("PRAGMA application_id").fetchone()
        (tables,) = self._file.execute("SELECT count(*) FROM sqlite_master").fetchone()
        (version,) = self._file.execute("PRAGMA user_version").fetchone()
        if tables and (written, version) != (_BABIECA, FORMAT):
            raise BadInputError(f"{shown(str(self.path))} is no ledger of this version of Babieca")
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = FULL")
        with self._file:
            self._file.execute("BEGIN IMMEDIATE")
            self._file.execute(_TABLE)
            self._file.execute(f"PRAGMA application_id = {_BABIECA}")
            self._file.execute(f"PRAGMA user_version = {FORMAT}")

    def find(self, tasks: Sequence[Task[Answer]]) -> dict[str, Answer]:
        """Return the answers to those tasks that are finished, by their keys."""
        kept = self._read([task.key for task in tasks])
        return {task.key: task.from_json(kept[task.key]) for task in tasks if task.key in kept}

    def enter(self, deliveries: Sequence[tuple[Task[Any], Any, float, str]]) -> None:
        """Write down tasks with answers, seconds and workers: all of them, or none.

        An answer that was there before must agree with the new one.
        """
        records = [(task.to_json(answer), task, *by) for task, answer, *by in deliveries]
        lines = [(task.key, record, *by) for record, task, *by in records if record is not None]
        kept = self._first(lines)
        for task, answer, _, worker in deliveries:
            if task.key in kept and not task.agree(task.from_json(kept[task.key]), answer):
                raise ContradictionError(
                    f"worker {worker} contradicts the ledger {shown(str(self.path))} in "
                    f"{shown(task.key)}: a hardware fault or a bug; nothing is known"
                )

    def settle(self, key: str, proposal: Any) -> Any:
        """Return what was decided first under a key: by another client, or this proposal."""
        return (self._read([key]) or self._first([(key, proposal, 0.0, "")]))[key]

    def close(self) -> None:
        """Leave one file behind, whole."""
        with self._lock, contextlib.suppress(sqlite3.Error):
            self._file.close()

    def _first(self, lines: Sequence[tuple[Any, ...]]) -> dict[str, Any]:
        """Write lines of keys not yet there, and return what now stands under each key."""
        texts = [(key, json.dumps(record), *by) for key, record, *by in lines]
        if not texts:
            return {}
        with self._told(), self._lock, self._file:
            self._file.execute("BEGIN IMMEDIATE")
            self._file.executemany("INSERT OR IGNORE INTO finished VALUES (?, ?, ?, ?)", texts)
        return self._read([key for key, *_ in texts])

    def _read(self, keys: Sequence[str]) -> dict[str, Any]:
        found: list[tuple[str, str]] = []
        with self._told(), self._lock:
            for first in range(0, len(keys), MOST_AT_ONCE):
                some = keys[first : first + MOST_AT_ONCE]
                marks = ",".join("?" * len(some))
                found += self._file.execute(
                    f"SELECT key, answer FROM finished WHERE key IN ({marks})", some
                )
        return {key: json.loads(answer) for key, answer in found}

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            reason = getattr(error, "strerror", None) or error
            raise BadInputError(
                f"cannot keep the ledger {shown(str(self.path))}: {reason}; what it holds is "
                "whole, and the same command goes on from there"
            ) from None
