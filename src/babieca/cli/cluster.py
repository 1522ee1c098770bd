"""`--cluster`: connect, name the workers, and report the progress of all of them."""

from __future__ import annotations

import contextlib
import json
import logging
import time
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from babieca.cli.progress import note, progress_line
from babieca.cluster import connected
from babieca.limits import Limits
from babieca.progress import Listener, Progress

_BETWEEN = 1.0
_CONNECTING = ("cluster", "memory", "threads", "timeout")


@contextlib.contextmanager
def progress_of(
    words: Any, as_json: bool = False, what: str = "", timeout: float | None = None
) -> Iterator[Listener | None]:
    """Yield a listener for the progress of this machine, or of the cluster among the words.

    A client replaces the cluster among the words. With `--json` the progress of a cluster is
    written as events, one JSON object on each line of standard error.
    """
    if "cluster" not in words:
        with progress_line(what, timeout) as progress:
            yield progress
        return
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # we print one line instead
    asked = {name: words[name] for name in _CONNECTING if name in words}
    with connected(Limits.of(**asked)) as client:
        words["cluster"] = client
        words.pop("threads", None)  # a local cluster already has its threads
        workers = len(client.nthreads())
        if as_json:
            note(_event("cluster", workers=workers, dashboard=client.dashboard_link))
            yield _events()
            return
        note(f"workers: {workers}; dashboard: {client.dashboard_link}")
        with progress_line(what, timeout) as progress:
            yield progress


def _events() -> Listener:
    told = 0.0

    def tell(progress: Progress) -> None:
        nonlocal told
        now = time.monotonic()
        if now - told >= _BETWEEN:
            told = now
            note(_event("progress", **asdict(progress)))

    return tell


def _event(name: str, **fields: Any) -> str:
    return json.dumps({"event": name, **fields})
