"""A store: finished parts of long work in one file, which survives kills and damage.

The file has lines of JSON, `{"checksum": C, "key": K, "value": V}`. C is the SHA-256 of the purpose
of the file and the rest of the line, so a line of another purpose is never believed. The first line
has the purpose as its value. The newest sound line of a key counts; the value null removes the key.

Lines are appended whole, under a lock, so any number of processes may use a store. A last line
without a newline was interrupted, and is cut off. A damaged line is left out and named once: its
first byte becomes `#`. Its part is missing then, and is computed again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from babieca.errors import BadInputError, shown
from babieca.files import append_whole, atomic_file, locked_file
from babieca.reasons import Reason

Answer = TypeVar("Answer")
Readers = Mapping[str, Callable[[Any], Answer]]
"""For each wanted key, a function that checks a value and returns it as the caller uses it."""

PARTS = "parts.jsonl"
"""The file of finished parts in a directory: a checkpoint, a task log or a report."""

MOST_NAMED = 5
"""The damaged records that one line names."""
FEW_BYTES = 2**20
"""A store is not compacted for less."""

_HEADER = "babieca"
_SEAL = len('{"checksum": "", ') + 64
_REMOVED = b'"value": null}\n'
_KEY = re.compile(rb'"key": ("(?:[^"\\]|\\.)*")')
_LONGEST_KEY = 1000


class ForeignStoreError(BadInputError):
    """A file in which no line is of this purpose."""


class Store:
    """The newest values under the keys of a file, for all threads of this process.

    `say` gets the line that names damaged records; by default, a warning is logged.
    """

    def __init__(
        self,
        path: Path,
        purpose: str,
        *,
        say: Callable[[str], object] | None = None,
        mode: int = 0o666,
    ) -> None:
        self.path, self._purpose, self._mode = path, purpose, mode
        self._say = say or _warn
        self._lock = threading.Lock()
        self._unnamed: list[str] = []
        self._forget()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            raise BadInputError("cannot_write", file=shown(str(path)), reason=error) from None
        with self._opened():
            pass

    @property
    def keys(self) -> list[str]:
        return [key for key, places in self._places.items() if places and key != _HEADER]

    def find(self, readers: Readers[Answer]) -> dict[str, Answer]:
        """Return the values that are known and that their readers accept."""
        with self._opened() as file:
            return self._found(file, readers)

    def settle(self, values: Mapping[str, Any], readers: Readers[Answer]) -> dict[str, Answer]:
        """Write the values whose keys have none yet; return the first value under each key."""
        readers = {key: readers[key] for key in values}
        with self._opened() as file:
            kept = self._found(file, readers)
            self._append(file, {key: values[key] for key in values if key not in kept})
            return kept | self._found(file, {key: readers[key] for key in values.keys() - kept})

    def write(self, values: Mapping[str, Any]) -> None:
        """Write values over older ones; None removes a key. All are on the disk, or none."""
        with self._opened() as file:
            self._append(file, values)

    def compact(self) -> None:
        """Delete replaced lines if they are most of the file, which no other process may use.

        If the disk has no room for that, they stay.
        """
        with contextlib.suppress(BadInputError), self._opened() as file:
            newest = {place for places in self._places.values() for place in places[-1:]}
            if self._end - 2 * sum(length for _, length in newest) < FEW_BYTES:
                return
            with atomic_file(self.path) as new:
                os.chmod(new.name, os.fstat(file.fileno()).st_mode & 0o777)
                new.writelines(
                    line
                    for start, line in _lines(file, 0)
                    if (start, len(line)) in newest or line.startswith(b"#")
                )

    @contextlib.contextmanager
    def _opened(self) -> Iterator[BinaryIO]:
        """Lock the file, read what was added to it, and afterwards name the damaged records."""
        try:
            with self._lock, locked_file(self.path, self._mode) as file:
                self._read_on(file)
                yield file
        finally:
            if named := self._unnamed:
                self._unnamed = []
                others = len(named) - MOST_NAMED
                told: Any = {"keys": [*map(shown, named[:MOST_NAMED])]}
                told |= {"keys_count": len(named)} if others > 0 else {}
                self._say(Reason("records_left_out", count=len(named), path=self.path, **told))

    def _forget(self) -> None:
        self._places: dict[str, list[tuple[int, int]]] = {}  # the lines of a key: start, length
        self._end = self._file_number = 0
        self.damaged: set[str] = set()  # keys of damaged records, as far as they can be read

    def _read_on(self, file: BinaryIO) -> None:
        status = os.fstat(file.fileno())
        if status.st_size < self._end or status.st_ino != self._file_number:
            self._forget()  # this is another file than before
            self._file_number = status.st_ino
        first = not self._end
        unsound = []
        for start, line in _lines(file, self._end):
            self._end = start + len(line)
            if line == self._sealed(rest := line[_SEAL:]):
                key, _ = json.JSONDecoder().raw_decode(rest.decode(), len('"key": '))
                self._places.setdefault(key, []).append((start, len(line)))
                if line.endswith(_REMOVED):
                    del self._places[key]
            else:
                unsound.append((start, line[:_LONGEST_KEY]))
        if first and not self._places:
            self._require_own(file)
        for start, line in unsound:
            self._leave_out(file, start, line)

    def _require_own(self, file: BinaryIO) -> None:
        """Refuse a file without a sound line, unless it is empty or was killed at its beginning."""
        header = self._sealed(_record(_HEADER, self._purpose))
        file.seek(0)
        if not header.startswith(file.read(len(header))):
            self._end = 0
            raise ForeignStoreError("foreign_store", path=self.path, purpose=self._purpose)

    def _leave_out(self, file: BinaryIO, start: int, line: bytes) -> None:
        key = f"the line at byte {start}"
        with contextlib.suppress(TypeError, ValueError):
            key = json.loads(_KEY.search(line)[1])  # type: ignore[index]
        self.damaged.add(key)
        if line.strip() and not line.startswith(b"#"):
            self._unnamed.append(key)
            with contextlib.suppress(OSError):  # it is left out again the next time
                file.seek(start)
                file.write(b"#")

    def _found(self, file: BinaryIO, readers: Readers[Answer]) -> dict[str, Answer]:
        found = {}
        for key, reader in readers.items():
            while places := self._places.get(key):
                start, length = places[-1]
                file.seek(start)
                line = file.read(length)
                try:
                    if line != self._sealed(line[_SEAL:]):
                        raise ValueError("its checksum is wrong")
                    found[key] = reader(json.loads(line)["value"])
                    break
                except MemoryError:
                    raise
                except Exception:  # the value may have any shape
                    places.pop()
                    self._leave_out(file, start, line)
        return found

    def _append(self, file: BinaryIO, values: Mapping[str, Any]) -> None:
        if not values:
            return
        if not self._end:
            values = {_HEADER: self._purpose, **values}
        lines = [self._sealed(_record(key, value)) for key, value in values.items()]
        file.truncate(self._end)  # a torn line
        try:
            append_whole(file, b"".join(lines))
        except OSError as error:
            raise BadInputError(
                "cannot_write_parts", path=self.path, reason=error.strerror
            ) from None
        self._read_on(file)

    def _sealed(self, rest: bytes) -> bytes:
        """Return the line whose end this is."""
        checksum = hashlib.sha256(f"{self._purpose}\n".encode() + rest).hexdigest()
        return f'{{"checksum": "{checksum}", '.encode() + rest


def parts_in(directory: Path) -> Store:
    """Return the finished parts of a checkpoint, a task log or a report."""
    return Store(directory / PARTS, "finished parts (version 1)")


def _record(key: str, value: Any) -> bytes:
    return json.dumps({"key": key, "value": value})[1:].encode() + b"\n"


def _lines(file: BinaryIO, start: int) -> Iterable[tuple[int, bytes]]:
    """Yield the whole lines from a byte on, each with its first byte."""
    with open(file.fileno(), "rb", closefd=False) as lines:
        lines.seek(start)
        for line in lines:
            if not line.endswith(b"\n"):
                return
            yield start, line
            start += len(line)


def _warn(line: str) -> None:
    import logging

    logging.getLogger("babieca").warning(line)
