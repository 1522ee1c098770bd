"""Connections: how many there are, how long each may wait for its client, and the server's log."""

import asyncio
import logging
import math
import time
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_FILES = 8192
FILES_OF_WORKERS = 128
MOST_CONNECTIONS = 2000
MOST_ACCEPTED = 1024
SECONDS_BETWEEN_LINES = 600.0


class Connection(H11Protocol):
    """A connection whose client must send its request, and read its answer, without long pauses.

    If there are `most` connections, a new one replaces the oldest one that is not being answered.
    """

    most = MOST_CONNECTIONS

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._seen: object = None
        self._since = self.loop.time()
        if len(self.connections) > self.most:
            all_of_them: set[Any] = self.connections
            others = [one for one in all_of_them if not one.is_answered()]
            oldest = min(others, key=lambda one: one._since, default=self)
            self.connections.discard(oldest)
            oldest.transport.abort()

    def is_answered(self) -> bool:
        """Whether the request is whole, and its answer is not."""
        cycle = self.cycle
        return cycle is not None and not cycle.more_body and not cycle.response_complete

    def check(self, seconds: float) -> None:
        """Close the connection if its client has done nothing useful for some seconds.

        A whole request is useful, and so is every byte of an answer that the client reads. A part
        of a request is not: a client that sends one byte at a time is closed too.
        """
        unread = self.transport.get_write_buffer_size()
        seen = (self.cycle, self.is_answered(), unread)
        now = self.loop.time()
        if seen != self._seen or (self.is_answered() and not unread):
            self._seen, self._since = seen, now
        elif now - self._since > seconds:
            self.transport.abort()


def limit_files() -> tuple[int, int]:
    """Raise the limit of open files; return how many connections and new connections fit.

    The event loop accepts all new connections at once, four times before it closes the first.
    """
    files = MOST_FILES
    try:
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        unlimited = resource.RLIM_INFINITY
        files = MOST_FILES if hard == unlimited else min(MOST_FILES, hard)
        if soft != unlimited and soft < files:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    except (ImportError, ValueError):
        pass  # Windows has no such limit
    accepted = min(MOST_ACCEPTED, files // 16)
    return max(1, min(MOST_CONNECTIONS, files - FILES_OF_WORKERS - 4 * accepted)), accepted


class Seldom(logging.Filter):
    """Let a line of the log pass only if it was not written in the last ten minutes."""

    def __init__(self) -> None:
        super().__init__()
        self._written: dict[object, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        line = (str(record.msg).partition("\n")[0], record.exc_info and record.exc_info[0])
        now = time.monotonic()
        if now - self._written.get(line, -math.inf) < SECONDS_BETWEEN_LINES:
            return False
        self._written[line] = now
        return True
