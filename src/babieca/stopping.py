"""How work in a thread hears that it is called off.

Ctrl-C reaches the main thread alone, whose long calls of the core look for it by themselves.
Whoever gives work to other threads says in each of them what the core is to ask there, several
times a second; an exception raised in it stops the work and surfaces as itself. This is for what
reports to nobody, such as a search for an order, which is remembered for whoever asks again.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar

from babieca.progress import Report

_ASKED: ContextVar[Report | None] = ContextVar("asked", default=None)


@contextlib.contextmanager
def stopped_by(report: Report) -> Iterator[None]:
    """Let `report` be asked by the core in this thread, until the block is left.

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
    """Return what the core is to ask in this thread; None where Ctrl-C is enough."""
    return _ASKED.get()
