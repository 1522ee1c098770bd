"""Atomic writing of files, and directories that one process locks."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from babieca.errors import BadInputError, shown
from babieca.system import lock


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


@contextlib.contextmanager
def locked(directory: Path) -> Iterator[None]:
    """Lock a directory against other processes while the block runs; create it if missing.

    The system releases the lock when the process ends. The file `.lock` stays, unlocked.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
        handle = os.open(directory / ".lock", os.O_RDWR | os.O_CREAT, 0o666)
    except (OSError, ValueError) as error:
        raise _unwritable(directory, error) from None
    try:
        lock(handle)
    except (BlockingIOError, PermissionError):
        os.close(handle)
        raise BadInputError(f"another process is at work in {directory}") from None
    except OSError as error:
        os.close(handle)
        raise _unwritable(directory, error) from None
    try:
        yield
    finally:
        os.close(handle)


def _unwritable(path: Path, error: OSError | ValueError) -> BadInputError:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return BadInputError(f"cannot write {shown(str(path))}: {reason}")
