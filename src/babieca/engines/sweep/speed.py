"""How fast this machine sweeps, measured by small counts, in its cache and beyond."""

from __future__ import annotations

import functools
import os
import tempfile
import time
from pathlib import Path

from babieca.boards import Board
from babieca.engines.sweep.sweeps import prepare
from babieca.errors import BadInputError, NotFoundError
from babieca.limits import Limits
from babieca.questions import Question

CACHE_BYTES = 16 * 2**20
"""Smaller layers are about as fast as those of a small board."""

SECONDS_MEASURED = 0.5
BYTES_MEASURED = 32 * 2**20

SLOWER_BEYOND_CACHE = 3


def counters_per_second(layer_bytes: int, *, quickly: bool = False) -> float:
    """Return how many counters one thread computes in a second if the largest layer is so large.

    Large layers move at the speed of memory, about three times slower; `quickly` does not measure.
    """
    if layer_bytes <= CACHE_BYTES:
        return _small()
    return _small() / SLOWER_BEYOND_CACHE if quickly else _large()


@functools.cache
def _small() -> float:
    return max(_measured(Board(6, 8)) for _ in range(2))


@functools.cache
def _large() -> float:
    return _measured(Board(7, 8))


@functools.cache
def disk_bytes_per_second(directory: Path) -> float:
    """Return how fast a directory takes some bytes, including `fsync`."""
    try:
        with tempfile.TemporaryFile(dir=directory) as file:
            began = time.perf_counter()
            file.write(os.urandom(BYTES_MEASURED))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise BadInputError(f"cannot write in {directory}: {error.strerror}") from None
    return BYTES_MEASURED / max(time.perf_counter() - began, 1e-6)


def _measured(board: Board) -> float:
    """Count a board with one thread for a while; return the speed of the later part."""
    question, limits = Question.ask(board), Limits()
    ready = prepare(question, limits, mirror=True)
    plan = ready.block_plan()
    began = time.perf_counter()
    seen = [(began, 0)]

    def report(done: int, total: int) -> None:
        now = time.perf_counter()
        if done > total // 8:
            seen.append((now, done))
        if now - began > SECONDS_MEASURED and seen[-1][1] > seen[min(1, len(seen) - 2)][1]:
            raise NotFoundError("measured")

    try:
        ready.sweep.count_blocks(plan, report=report)
        seen.append((time.perf_counter(), plan.total_counters))
    except NotFoundError:
        pass
    (first_time, first), (last_time, last) = seen[min(1, len(seen) - 2)], seen[-1]
    return max(last - first, 1) / max(last_time - first_time, 1e-6)
