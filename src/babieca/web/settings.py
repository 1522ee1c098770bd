"""What a server is told once, and how much it lets anybody ask for."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from babieca.memory import available_bytes
from babieca.threads import available_threads

MOST_SQUARES = 1600
"""Of a board or graph that is asked about: 40x40."""
MOST_LISTED = 200_000
"""Squares of all tours in one answer together."""
MOST_EVENTS = 30_000
"""Of a trace, in one answer."""
MOST_BODY_BYTES = 512 * 2**10
MOST_RESULT_BYTES = 64 * 2**20
LEAST_TOKEN = 12


@dataclass(frozen=True)
class Settings:
    """Where a server listens and keeps its history, who may ask, and what work may take.

    `memory` is what all jobs may take together. At most `waiting_answers` and `waiting_jobs` wait;
    more are sent away.
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
        """What a job may take that does not say how much."""
        return self.memory // self.jobs_at_once

    @property
    def atlases(self) -> Path:
        """Where atlases are."""
        return self.directory / "atlases"


def usual_directory() -> Path:
    """Return where a user's programs keep their data.

    >>> usual_directory().name
    'babieca'
    """
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "babieca"
    given = os.environ.get("XDG_DATA_HOME", "")
    base = Path(given) if os.path.isabs(given) else Path.home() / ".local" / "share"
    return base / "babieca"


def usual_memory() -> int:
    """Return what all jobs may take together: three quarters of what is free now."""
    return available_bytes() * 3 // 4


def usual_quick_workers() -> int:
    """Return how many processes answer at once: as many as there are processors, up to four."""
    return min(4, max(2, available_threads()))
