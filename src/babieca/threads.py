"""The number of threads."""

from __future__ import annotations

import operator
import os
from typing import SupportsIndex

from babieca.errors import BadInputError, shown

MOST_THREADS = 1024


def available_threads() -> int:
    """Return how many processors this process may use.

    >>> available_threads() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def threads_or_all(threads: SupportsIndex | None) -> int:
    """Return the number of threads asked for, checked; all processors if none is given.

    >>> threads_or_all(3), threads_or_all(None) == available_threads()
    (3, True)
    """
    if threads is None:
        return available_threads()
    try:
        number = operator.index(threads)
    except TypeError:
        raise BadInputError(f"threads must be a whole number, not {shown(threads)}") from None
    if not 1 <= number <= MOST_THREADS:
        raise BadInputError(f"threads must be between 1 and {MOST_THREADS}, not {number}")
    return number
