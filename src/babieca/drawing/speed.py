"""How fast a tour moves, in files and in the terminal."""

from __future__ import annotations

import math

from babieca.errors import BadInputError

DEFAULT_SPEED = 6.0
"""Moves per second."""
FRAMES_PER_SECOND = 25


def check_speed(speed: float) -> None:
    """Refuse a speed that nobody can see or wait for."""
    if not (math.isfinite(speed) and 0.01 <= speed <= 100_000):
        raise BadInputError(f"the speed is 0.01 to 100000 moves per second, not {speed}")


def moves_per_frame(speed: float) -> int:
    """Return how many moves one frame adds.

    >>> moves_per_frame(6), moves_per_frame(100)
    (1, 4)
    """
    return max(1, math.ceil(speed / FRAMES_PER_SECOND))
