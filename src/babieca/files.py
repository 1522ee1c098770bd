"""Atomic files, bounded texts, strict JSON, and locks on files and directories."""

import contextlib
import functools
import json
import os
import re
import secrets
import shutil
import stat
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from babieca.errors import BadInputError, shown
from babieca.memory import human_bytes, usable_bytes
from babieca.reasons import Reason

LARGEST_TEXT = 256 * 2**20

MOST_DIGITS = 4300
"""Of a number in JSON: the time to read a number grows with the square of its digits."""


@contextlib.contextmanager
def atomic_file(path: Path) -> Iterator[BinaryIO]:
    """Open a temporary file; when the block ends, sync it and rename it to `path`.

    A symbolic link stays and its target is replaced; the new file has the mode of the old one. A
    pipe, a device or standard output is not replaced: it gets the bytes when the block ends. On
    Linux the file has no name until its last byte, so that a killed process leaves nothing behind.
    """
    try:
        old = _found(path)
        target = Path(os.path.realpath(path))
        temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
        replaced = old is None or (stat.S_ISREG(old.st_mode) and not _is_output(old))
        mode = 0o666 if old is None else stat.S_IMODE(old.st_mode)
        new = _new_file(temporary, mode) if replaced else tempfile.TemporaryFile()  # noqa: SIM115
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None
    try:
        with new as file:
            yield file
            file.flush()
            if not replaced:
                assert old is not None
                file.seek(0)
                with open(os.dup(1) if _is_output(old) else path, "wb") as out:
                    shutil.copyfileobj(file, out)
                return
            if not os.fstat(file.fileno()).st_nlink:
                _name(file, temporary)
            if old is not None:
                os.chmod(temporary, mode)
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except OSError as error:
        raise _unwritable(path, error) from None
    finally:
        temporary.unlink(missing_ok=True)


def _found(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _is_output(found: os.stat_result) -> bool:
    """Whether this file is the standard output, which also has the name /dev/stdout."""
    try:
        return os.path.samestat(found, os.fstat(1))
    except OSError:  # it is closed
        return False


def _new_file(path: Path, mode: int) -> BinaryIO:
    """Open a file for writing: one without a name in the same directory, if the system can."""
    try:
        unnamed = os.open(path.parent, os.O_TMPFILE | os.O_WRONLY, mode)
    except (AttributeError, OSError):
        return open(path, "xb", opener=functools.partial(os.open, mode=mode))
    return open(unnamed, "wb")


def _name(file: BinaryIO, path: Path) -> None:
    source = f"/proc/self/fd/{file.fileno()}"
    try:
        os.link(source, path, src_dir_fd=file.fileno())  # any descriptor: the source is followed
    except OSError:  # Android allows no links
        shutil.copyfile(source, path)


def text_of_file(path: str | os.PathLike[str]) -> str:
    """Return the text of a file of at most 256 MiB, or refuse the file by its name.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile() as file:
    ...     text_of_file(file.name)
    ''
    """
    try:
        with open(path, "rb") as file:
            return read_text(file, str(path))
    except BadInputError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a name with a null byte
        reason = getattr(error, "strerror", None) or Reason("no_such_name")
        raise unreadable(Path(path), reason) from None


def read_text(file: BinaryIO, name: str) -> str:
    """Return the text of a file of at most 256 MiB that fits the memory.

    >>> import io
    >>> read_text(io.BytesIO(b"a1 b3 c5"), "part.moves")
    'a1 b3 c5'
    """
    usable = usable_bytes()
    most = min(LARGEST_TEXT, usable // 2)  # the bytes and the text
    data = file.read(most + 1)
    if len(data) > most < LARGEST_TEXT:
        left = human_bytes(usable)
        raise BadInputError("file_too_large_for_memory", file=shown(name), left=left)
    if len(data) > LARGEST_TEXT:
        raise BadInputError("text_too_large", file=shown(name), most=LARGEST_TEXT // 2**20)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInputError("cannot_read", file=shown(name), reason=Reason("not_utf8")) from None


def unreadable(path: Path, reason: str) -> BadInputError:
    return BadInputError("cannot_read", file=shown(str(path)), reason=reason)


def read_json(text: str | bytes) -> Any:
    """Return the value of a JSON text; raise a ValueError if it is none, or may mislead or exhaust.

    Such texts name a member twice, have NaN, a very long number or half a character, or nest too
    deep.

    >>> read_json('{"n": [1, 2]}')
    {'n': [1, 2]}
    >>> read_json('{"n": 1, "n": 2}')
    Traceback (most recent call last):
        ...
    ValueError: it names 'n' twice
    """
    text = text if isinstance(text, str) else text.decode()
    try:
        value = _JSON.decode(text)
        if _SURROGATE.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError(Reason("json_too_deep")) from None
    except UnicodeEncodeError:
        raise ValueError(Reason("json_half_character")) from None
    return value


def _once(members: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(members)
    if len(found) < len(members):
        (twice, _), *_ = Counter(name for name, _ in members).most_common(1)
        raise ValueError(Reason("json_twice", name=shown(twice)))
    return found


def _short(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(Reason("json_long_number", most=MOST_DIGITS))
    return int(digits)


def _no_number(name: str) -> Any:
    raise ValueError(Reason("json_no_number", name=name))


_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")
_JSON = json.JSONDecoder(object_pairs_hook=_once, parse_int=_short, parse_constant=_no_number)


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
        _lock_within(patience, handle, directory)
        yield
    finally:
        os.close(handle)


@contextlib.contextmanager
def locked_file(path: Path, mode: int = 0o666, patience: float = 60.0) -> Iterator[BinaryIO]:
    """Open a file without a buffer, to read and write, and lock it; create it if missing."""
    try:
        file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, mode), "r+b", buffering=0)
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None
    with file:
        _lock_within(patience, file.fileno(), path)
        try:
            yield file
        except OSError as error:
            raise _unwritable(path, error) from None


def append_whole(file: BinaryIO, content: bytes) -> None:
    """Add bytes to the end of a locked file, and sync it; on a full disk, add nothing."""
    before = file.seek(0, os.SEEK_END)
    try:
        while content:
            content = content[file.write(content) :]
        os.fsync(file.fileno())
    except BaseException:
        file.truncate(before)
        raise


def _lock_within(patience: float, handle: int, path: Path) -> None:
    """Lock an open file until it is closed; wait `patience` seconds for another process."""
    last = time.monotonic() + patience
    while not _lock(handle, path):
        if time.monotonic() >= last:
            raise BadInputError("other_process_at_work", path=path)
        time.sleep(0.005)


def _lock(handle: int, path: Path) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            # Windows refuses to read a locked byte: lock one that no file has.
            os.lseek(handle, 2**31 - 2, os.SEEK_SET)
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
    if isinstance(error, UnicodeEncodeError):
        reason = Reason("no_such_name")
    return BadInputError("cannot_write", file=shown(str(path)), reason=reason)
