"""The settings of a server, the limits of requests, and the allowance of a worker."""

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

from babieca.limits import available_threads
from babieca.memory import available_bytes

MOST_SQUARES = 1600
"""Squares of a board, or vertices of a graph, in a question: 40x40."""
MOST_LISTED = 200_000
"""Squares of all tours of one answer together."""
MOST_BODY_BYTES = 512 * 2**10
LEAST_TOKEN = 12
"""Characters of a token."""
SPARE_BYTES = 256 * 2**20
"""Memory of a worker beside its budget: for the interpreter and its libraries."""
STACK_BYTES = 16 * 2**20
"""Memory of a worker beside its budget for each thread: for its stack and its heap."""


def usual_directory() -> Path:
    """Return the directory in which the user's programs keep their data.

    >>> usual_directory().name
    'babieca'
    """
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "babieca"
    given = os.environ.get("XDG_DATA_HOME", "")
    base = Path(given) if os.path.isabs(given) else Path.home() / ".local" / "share"
    return base / "babieca"


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a host.

    >>> [is_loopback(host) for host in ("127.0.0.1", "localhost", "::1", "0.0.0.0")]
    [True, True, True, False]
    """
    return host in ("localhost", "::1") or host.startswith("127.")


@dataclass(frozen=True)
class Settings:
    """Where a server listens and keeps its history, its token, and the limits of its work.

    `memory` is the budget of all jobs together, by default three quarters of the free memory. At
    most `waiting_answers` questions and `waiting_jobs` jobs wait; more are refused. A connection
    is closed if its client neither ends its request nor reads its answer for `client_seconds`.
    """

    directory: Path = field(default_factory=usual_directory)
    host: str = "127.0.0.1"
    port: int = 8000
    token: str | None = None
    memory: int = field(default_factory=lambda: available_bytes() * 3 // 4)
    quick_workers: int = field(default_factory=lambda: min(4, max(2, available_threads())))
    steady_workers: int = 1
    jobs_at_once: int = 2
    waiting_answers: int = 1000
    waiting_jobs: int = 100
    answer_seconds: float = 10.0
    client_seconds: float = 20.0
    answer_memory: int = 2**30
    job_seconds: float = 7 * 86_400.0
    checkpoint_seconds: float = 5.0

    @property
    def atlases(self) -> str:
        return str(self.directory / "atlases")


@dataclass(frozen=True)
class Allowance:
    """The limits of a worker: bytes of memory, niceness, and the directories that it may write to.

    `directory` is for the checkpoint of its job, `atlases` for the atlases of all jobs.
    """

    memory: int
    atlases: str
    niceness: int = 0
    directory: str | None = None
    checkpoint_seconds: float = 60.0


def allowed_bytes(budget: int) -> int:
    return budget + SPARE_BYTES + STACK_BYTES * available_threads()
