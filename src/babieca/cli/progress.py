"""Standard error: notices, and the progress of long work here or on a cluster."""

import contextlib
import json
import logging
import os
import shutil
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any

from babieca.progress import Listener, Progress, at_intervals, describe
from babieca.reasons import Reason

_BETWEEN, _AT_FIRST, _BETWEEN_EVENTS = 0.2, 0.5, 1.0
_CLEAR = "\r\x1b[K"
_CONNECTING = ("cluster", "memory", "scratch", "threads", "timeout")


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
        width = shutil.get_terminal_size().columns - 1
        line = describe(replace(told, text=": ".join(filter(None, (what, told.text)))))
        _write(_CLEAR + (line if len(line) <= width else describe(told)[:width]))

    try:
        yield show
    finally:
        ended = True
        if shown is not None:
            _write(_CLEAR)


@contextlib.contextmanager
def progress_of(
    words: Any, as_json: bool = False, what: str = "", timeout: float | None = None
) -> Iterator[Listener | None]:
    """Yield a listener for the progress of this machine, or of the cluster that the words name.

    `words["cluster"]` becomes a client. With `--json` the progress of a cluster is
    written as events, one JSON object on each line of standard error.
    """
    with contextlib.ExitStack() as stack:
        if "cluster" in words:
            from babieca.cluster import connected
            from babieca.limits import Limits

            asked = {name: words[name] for name in _CONNECTING if name in words}
            connecting = connected(Limits.of(**asked))
            # After the import of Dask, which sets its own level: an error is one line of ours.
            for library in ("distributed", "tornado", "asyncio"):
                logging.getLogger(library).setLevel(logging.CRITICAL)
            # Dask gives a local cluster's dashboard an address at which it does not listen.
            local = words["cluster"] == "local"
            words["cluster"] = client = stack.enter_context(connecting)
            words.pop("threads", None)  # a local cluster already has its threads
            workers, threads = len(client.nthreads()), sum(client.nthreads().values())
            dashboard = None if local else client.dashboard_link
            if as_json:
                _event("cluster", workers=workers, threads=threads, dashboard=dashboard)
                yield at_intervals(
                    _BETWEEN_EVENTS, lambda progress: _event("progress", **asdict(progress))
                )
                return
            told = Reason("cluster_has", workers=workers, threads=threads)
            note(told if local else Reason("dashboard_at", text=told, dashboard=dashboard))
        yield stack.enter_context(progress_line(what, timeout))


def _event(name: str, **fields: Any) -> None:
    note(json.dumps({"event": name, **fields}))
