"""What systems do each in their own way: locks on files, and the end of a process.

What only some of them have is imported where it is used, so that the rest works without it.
"""

from __future__ import annotations

import os
import signal
import sys


def lock(handle: int) -> None:
    """Lock an open file against other processes, until it is closed; raise `OSError` at once."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def kill(process: int) -> None:
    """End a process at once, whatever it is doing."""
    # Windows knows one way only, and takes every signal for it.
    os.kill(process, getattr(signal, "SIGKILL", signal.SIGTERM))


def yield_to_others(niceness: int) -> None:
    """Let other processes go before this one, where the system can be told so."""
    if hasattr(os, "nice"):
        os.nice(niceness)
