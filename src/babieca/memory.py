"""Ask before allocating: a refusal in one line instead of a killed process."""

from __future__ import annotations

import os

from babieca.errors import BadInputError


def available_bytes() -> int:
    """Return the bytes of memory the machine can still give, as far as it tells.

    >>> available_bytes() > 0
    True
    """
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
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
    return f"{count:.0f} {unit}" if unit == "bytes" else f"{count:.1f} {unit}"


def require(count: int, purpose: str) -> None:
    """Refuse `purpose` if it needs more bytes than there are."""
    available = available_bytes()
    if count > available:
        raise BadInputError(
            f"{purpose} needs {human_bytes(count)} of memory; {human_bytes(available)} are there"
        )
