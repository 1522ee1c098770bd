"""Standard error: notices, and a line that shows the progress of long work."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import time
from collections.abc import Iterator
from dataclasses import replace

from babieca.progress import Listener, Progress, describe

_BETWEEN, _AT_FIRST = 0.2, 0.5
_CLEAR = "\r\x1b[K"


def note(message: str) -> None:
    """Print a notice on standard error; it replaces the line of progress."""
    _write(f"{_CLEAR if sys.stderr.isatty() else ''}{message}\n")


def _write(text: str) -> None:
    # A closed standard error must not stop the work.
    with contextlib.suppress(OSError):
        sys.stderr.write(text)
        sys.stderr.flush()


@contextlib.contextmanager
def progress_line(what: str = "", timeout: float | None = None) -> Iterator[Listener | None]:
    """Yield a listener that shows progress in a line; None if standard error is no terminal.

    The line begins with `what` if that fits. The share never goes back, the time is that of the
    whole work, and reports after the end are not shown.
    """
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield None
        return
    began = time.monotonic()
    shown: float | None = None
    furthest = 0.0
    ended = False

    def show(progress: Progress) -> None:
        nonlocal shown, furthest
        if progress.share is not None:
            furthest = max(furthest, progress.share)
            progress = replace(progress, share=furthest)
        now = time.monotonic()
        if ended or now - began < _AT_FIRST or (shown is not None and now - shown < _BETWEEN):
            return
        shown = now
        told = replace(progress, seconds=now - began)
        if told.share is None and timeout is not None:
            told = replace(told, seconds_left=max(0.0, began + timeout - now))
        room = shutil.get_terminal_size().columns - 1
        line = describe(replace(told, text=": ".join(filter(None, (what, told.text)))))
        _write(_CLEAR + (line if len(line) <= room else describe(told)[:room]))

    try:
        yield show
    finally:
        ended = True
        if shown is not None:
            _write(_CLEAR)
