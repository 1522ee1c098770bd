"""Atomic writing of files, and directories that one process locks."""

import contextlib
import hashlib
import os
import secrets
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from babieca.errors import BadInputError, shown


@contextlib.contextmanager
def atomic_file(path: Path) -> Iterator[BinaryIO]:
    """Open a temporary file; when the block ends, sync it and rename it to `path`."""
    try:
        temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
        new = open(temporary, "xb")  # noqa: SIM115
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None
    try:
        with new as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        raise _unwritable(path, error) from None
    finally:
        temporary.unlink(missing_ok=True)


def checksum(key: str, content: str) -> str:
    """Return the text by which a stored part is recognized as whole and as the part of this key.

    >>> checksum("7", "4")
    'efc890a19a42c59c5ecbf87cb95429b6'
    """
    return hashlib.sha256(f"{key}\n{content}".encode()).hexdigest()[:32]


@contextlib.contextmanager
def locked(directory: Path, patience: float = 0.0) -> Iterator[None]:
    """Lock a directory against other processes while the block runs; create it if missing.

    Wait `patience` seconds for the process that has the lock; the system releases the lock when
    that process ends. The file `.lock` stays, unlocked.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
        handle = os.open(directory / ".lock", os.O_RDWR | os.O_CREAT, 0o666)
    except (OSError, ValueError) as error:
        raise _unwritable(directory, error) from None
    try:
        lock(handle, directory, patience)
        yield
    finally:
        os.close(handle)


def lock(handle: int, path: Path, patience: float) -> None:
    """Lock an open file until it is closed; wait `patience` seconds for another process."""
    last = time.monotonic() + patience
    while not _lock(handle, path):
        if time.monotonic() >= last:
            raise BadInputError(f"another process is at work in {path}")
        time.sleep(0.05)


def _lock(handle: int, path: Path) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError as error:
        raise _unwritable(path, error) from None
    return True


def _unwritable(path: Path, error: OSError | ValueError) -> BadInputError:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return BadInputError(f"cannot write {shown(str(path))}: {reason}")
