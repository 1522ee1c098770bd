"""The settings of a server, the limits of requests, and the allowance of a worker."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from babieca.memory import available_bytes
from babieca.system import available_threads

MOST_SQUARES = 1600
"""Squares of a board, or vertices of a graph, in a question: 40x40."""
MOST_LISTED = 200_000
"""Squares of all tours of one answer together."""
MOST_EVENTS = 30_000
"""Events of a trace in one answer."""
MOST_BODY_BYTES = 512 * 2**10
LEAST_TOKEN = 12
"""Characters of a token."""
SPARE_BYTES = 256 * 2**20
"""Memory of a worker beside its budget: for the interpreter and its libraries."""
STACK_BYTES = 16 * 2**20
"""Memory of a worker beside its budget for each thread: for its stack and its heap."""


@dataclass(frozen=True)
class Settings:
    """Where a server listens and keeps its history, its token, and the limits of its work.

    `memory` is the budget of all jobs together. At most `waiting_answers` questions and
    `waiting_jobs` jobs wait; more are refused.
    """

    directory: Path
    host: str = "127.0.0.1"
    port: int = 8000
    token: str | None = None
    memory: int = 2**32
    quick_workers: int = 2
    steady_workers: int = 1
    jobs_at_once: int = 2
    waiting_answers: int = 1000
    waiting_jobs: int = 100
    answer_seconds: float = 10.0
    answer_memory: int = 2**30
    job_seconds: float = 7 * 86_400.0
    checkpoint_seconds: float = 5.0

    @property
    def job_memory(self) -> int:
        """The budget of a job that does not say how much memory it takes."""
        return self.memory // self.jobs_at_once

    @property
    def atlases(self) -> Path:
        """The directory of the atlases."""
        return self.directory / "atlases"


@dataclass(frozen=True)
class Allowance:
    """The limits of a worker: bytes of memory, how much it yields to others, where it may write."""

    memory: int
    atlases: str
    niceness: int = 0
    directory: str | None = None
    checkpoint_seconds: float = 60.0


def allowed_bytes(budget: int) -> int:
    """Return the memory limit of a worker whose verbs have a budget: budget, plus the margin."""
    return budget + SPARE_BYTES + STACK_BYTES * available_threads()


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


def usual_memory() -> int:
    """Return the budget of all jobs together: three quarters of the memory that is free now."""
    return available_bytes() * 3 // 4


def usual_quick_workers() -> int:
    """Return the number of quick workers: one for each processor, but two to four."""
    return min(4, max(2, available_threads()))
