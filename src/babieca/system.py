"""Differences between operating systems: threads, file locks, the end of a process.

Modules that only some systems have are imported inside the functions.
"""

from __future__ import annotations

import os
import signal
import sys


def available_threads() -> int:
    """Return how many processors this process may use.

    >>> available_threads() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def lock(handle: int) -> None:
    """Lock an open file against other processes; raise `OSError` if it is locked."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def kill(process: int) -> None:
    """End a process at once."""
    # On Windows every signal ends a process at once.
    os.kill(process, getattr(signal, "SIGKILL", signal.SIGTERM))


def yield_to_others(niceness: int) -> None:
    """Lower the priority of this process, if the system supports that."""
    if hasattr(os, "nice"):
        os.nice(niceness)
