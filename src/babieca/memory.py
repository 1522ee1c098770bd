"""Available memory and disk, amounts in text, and refusals before anything is allocated."""

import contextlib
import ctypes
import functools
import math
import os
import re
import shutil
import sys
import time
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path

from babieca.errors import BadInputError, shown

MOST_BYTES = 2**62  # more than any machine has; fits every integer of the core
CGROUPS = Path("/sys/fs/cgroup")
SECONDS_BETWEEN = 0.05
_ALLOWED = ContextVar("allowed", default=MOST_BYTES)
_AMOUNT = re.compile(r"\s*+([0-9]++(?:\.[0-9]++)?)\s*+([KMGT]?)(?:i?B)?\s*+", re.IGNORECASE)


def parse_memory(memory: float | str | None) -> int | None:
    """Return a number of bytes given as a number or as text.

    >>> parse_memory("8G"), parse_memory("1.5 MiB"), parse_memory(8e9)
    (8589934592, 1572864, 8000000000)
    """
    if memory is None:
        return None
    amount: float = 0
    if not isinstance(memory, str):
        with contextlib.suppress(TypeError, ValueError, OverflowError):
            amount = memory if isinstance(memory, int) else float(memory)
    elif match := _AMOUNT.fullmatch(memory):
        amount = min(float(match[1]), MOST_BYTES) * 1024 ** " KMGT".index(match[2].upper() or " ")
    if not 1 <= amount < math.inf:
        raise BadInputError("memory_number_bytes_text", memory=shown(memory))
    return int(min(amount, MOST_BYTES))


def available_bytes() -> int:
    """Return the bytes of memory that this process can still allocate.

    >>> available_bytes() > 0
    True
    """
    return _measured_at(int(time.monotonic() / SECONDS_BETWEEN))


@functools.lru_cache(maxsize=1)
def _measured_at(moment: int) -> int:
    """Ask the system once per moment: an answer reads four files."""
    return min(_machine_bytes(), container_bytes())


def container_bytes(root: Path = CGROUPS) -> int:
    """Return the bytes that the control group mounted at `root` still allows in a container.

    Cached files, which the system drops first, do not count as used.
    """
    for allowed, used in (
        (root / "memory.max", root / "memory.current"),
        (root / "memory/memory.limit_in_bytes", root / "memory/memory.usage_in_bytes"),
    ):
        with contextlib.suppress(OSError, ValueError):  # no such files, or the limit is "max"
            cached = (
                _number(used.with_name("memory.stat"), r"^(?:total_)?inactive_file (\d++)") or 0
            )
            taken = max(0, int(used.read_text()) - cached)
            return max(0, int(allowed.read_text()) - taken)
    return MOST_BYTES


def _number(file: Path, pattern: str) -> int | None:
    try:
        found = re.search(pattern, file.read_text(), re.MULTILINE)
    except (OSError, ValueError):
        return None
    return int(found[1]) if found else None


def _machine_bytes() -> int:
    if (available := _number(Path("/proc/meminfo"), r"^MemAvailable: ++(\d++)")) is not None:
        return available * 1024
    if sys.platform == "win32":
        # MEMORYSTATUSEX: its size and a percentage, then seven amounts; the second is available.
        status = (ctypes.c_uint64 * 8)(64)
        ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status))
        return status[2]
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def human_bytes(count: float) -> str:
    """Write a number of bytes for people.

    >>> human_bytes(1536)
    '1.5 KiB'
    """
    for unit in ("bytes", "KiB", "MiB", "GiB", "TiB"):
        if count < 1024 or unit == "TiB":
            break
        count /= 1024
    if count == 1 and unit == "bytes":
        return "1 byte"
    return f"{count:.0f} {unit}" if unit == "bytes" else f"{count:.1f} {unit}"


def free_disk(directory: str | os.PathLike[str]) -> int:
    try:
        return shutil.disk_usage(directory).free
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInputError("cannot_use", directory=directory, reason=reason) from None


def require_disk(count: int, directory: str | os.PathLike[str]) -> None:
    free = free_disk(directory)
    if count > free:
        raise BadInputError(
            "needs_disk", bytes=human_bytes(count), directory=directory, free=human_bytes(free)
        )


@contextlib.contextmanager
def at_most(memory: int | None) -> Iterator[None]:
    """Let `require` allow only this many bytes while the block runs."""
    before = _ALLOWED.set(MOST_BYTES if memory is None else memory)
    try:
        yield
    finally:
        _ALLOWED.reset(before)


def usable_bytes() -> int:
    """Return the bytes that `require` allows."""
    return min(_ALLOWED.get(), available_bytes())


def require(count: int, purpose: str) -> None:
    usable = usable_bytes()
    if count > usable:
        raise too_large(count, purpose, usable, allowed=usable == _ALLOWED.get())


def too_large(count: int, purpose: str, usable: int, *, allowed: bool) -> BadInputError:
    """Return the refusal of `count` bytes; `usable` are allowed, or else free."""
    told = {"purpose": purpose, "needed": human_bytes(count), "usable": human_bytes(usable)}
    return BadInputError("needs_memory" if allowed else "needs_free_memory", **told)
