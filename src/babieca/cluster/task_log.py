"""The log of finished tasks: one SQLite file with the answer to each task under its key.

Every answer is on the disk before the next task is submitted, so the same command resumes after any
crash. Several clients may share a log: the first answer to a task stays, and others must agree.

Every row has a checksum of its key and its answer. A row that is damaged, or whose answer the task
cannot read, counts as missing: the task runs again, and its new answer replaces the row.
"""

import contextlib
import json
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from babieca.errors import BadInputError, ContradictionError, shown
from babieca.files import checksum, read_json
from babieca.tasks import Answer, Task

NAME = "ledger.sqlite"
FORMAT = 2
PATIENCE = 60.0
"""Seconds to wait for another client that writes."""

_BABIECA = 0x42414249  # "BABI"
_TABLE = """
CREATE TABLE IF NOT EXISTS finished (
    key TEXT PRIMARY KEY, answer TEXT NOT NULL, seconds REAL, worker TEXT, checksum TEXT NOT NULL
) WITHOUT ROWID
"""
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)


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
            raise BadInputError(
                f"{shown(str(self.path))} is no task log of this version: give another checkpoint"
            )
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = FULL")
        with self._file:
            self._file.execute("BEGIN IMMEDIATE")
            self._file.execute(_TABLE)
            self._file.execute(f"PRAGMA application_id = {_BABIECA}")
            self._file.execute(f"PRAGMA user_version = {FORMAT}")

    def find(self, tasks: Sequence[Task[Answer]]) -> dict[str, Answer]:
        """Return the answers of the tasks whose rows are sound."""
        with self._told(), self._lock:
            return self._read({task.key: task.from_json for task in tasks})

    def enter(self, deliveries: Sequence[tuple[Task[Any], Any, float, str]]) -> None:
        """Write tasks with answers, seconds and workers, all or none; refuse a contradiction."""
        first_wins = reversed(deliveries)
        records = {task.key: (task.to_json(answer), *by) for task, answer, *by in first_wins}
        lines = {key: line for key, line in records.items() if line[0] is not None}
        kept = self._first(lines, {task.key: task.from_json for task, *_ in deliveries})
        for task, answer, _, worker in deliveries:
            if task.key in kept and not task.agree(kept[task.key], answer):
                raise ContradictionError(
                    f"worker {worker} contradicts the task log {shown(str(self.path))} in "
                    f"{shown(task.key)}: a hardware fault or a bug; nothing is known"
                )

    def settle(self, key: str, proposal: int) -> int:
        """Return the first proposal under a key: that of another client, or this one.

        A proposal is a positive number.
        """
        readers = {key: _positive}
        with self._told(), self._lock:
            found = self._read(readers)
        return (found or self._first({key: (proposal, 0.0, "")}, readers))[key]

    def close(self) -> None:
        with self._lock, contextlib.suppress(sqlite3.Error):
            self._file.close()

    def _first(
        self, lines: Mapping[str, tuple[Any, ...]], readers: Mapping[str, Callable[[Any], Answer]]
    ) -> dict[str, Answer]:
        """Write the lines whose keys have no sound row; return the answer under each key."""
        if not lines:
            return {}
        readers = {key: readers[key] for key in lines}
        with self._told(), self._lock, self._file:
            self._file.execute("BEGIN IMMEDIATE")
            kept = self._read(readers)
            texts = [
                (key, text := json.dumps(record), *by, checksum(key, text))
                for key, (record, *by) in lines.items()
                if key not in kept
            ]
            self._file.executemany("INSERT OR REPLACE INTO finished VALUES (?, ?, ?, ?, ?)", texts)
            kept = self._read(readers)
            if len(kept) < len(lines):
                raise self._damaged("a row that was written is not found")
            return kept

    def _read(self, readers: Mapping[str, Callable[[Any], Answer]]) -> dict[str, Answer]:
        """Return the sound answers under some keys, each by its reader."""
        # As bytes: sqlite3 raises an error for a text that is not UTF-8.
        ask = """
            SELECT CAST(key AS BLOB), CAST(answer AS BLOB), CAST(checksum AS BLOB) FROM finished
            WHERE key IN (SELECT value FROM json_each(?))
        """
        answers = {}
        for raw, answer, kept in self._file.execute(ask, [json.dumps([*readers])]).fetchall():
            with contextlib.suppress(Exception):  # the record may have any shape
                key, text = raw.decode(), answer.decode()
                if checksum(key, text).encode() == kept:
                    answers[key] = readers[key](read_json(text))
        return answers

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except UnicodeDecodeError:  # SQLite quotes the damaged text in its error
            raise self._damaged("a text in it is not UTF-8") from None
        except (sqlite3.Error, OSError) as error:
            reason = getattr(error, "strerror", None) or error
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED:
                raise self._damaged(reason) from None
            raise BadInputError(
                f"cannot use the task log {shown(str(self.path))}: {reason}; finished tasks stay "
                "in it, and the same command goes on from there"
            ) from None

    def _damaged(self, reason: object) -> BadInputError:
        return BadInputError(
            f"the task log {shown(str(self.path))} is damaged: {reason}; delete it, or give "
            "another checkpoint"
        )


def _positive(record: Any) -> int:
    if type(record) is not int or record < 1:
        raise ValueError("a proposal is a positive number")
    return record
