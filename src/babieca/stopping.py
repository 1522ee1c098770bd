"""Polling for a stop request in threads other than the main one.

Ctrl-C reaches only the main thread, where long calls of the core check for it. A caller that starts
other threads sets a report function in each of them. The core calls it several times a second, and
an exception that it raises stops the work. This serves work without a progress report, such as the
search for a retirement order.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar

from babieca.progress import Report

_ASKED: ContextVar[Report | None] = ContextVar("asked", default=None)


@contextlib.contextmanager
def stopped_by(report: Report) -> Iterator[None]:
    """Let the core call `report` in this thread until the block ends.

    >>> with stopped_by(print):
    ...     asked() is print, asked() is None
    (True, False)
    >>> asked() is None
    True
    """
    before = _ASKED.set(report)
    try:
        yield
    finally:
        _ASKED.reset(before)


def asked() -> Report | None:
    """Return the function that the core calls in this thread; None in the main thread."""
    return _ASKED.get()
