"""The options `symmetry` and `up_to` of `babieca.count`."""

from __future__ import annotations

from typing import Any

from babieca.boards import Board
from babieca.errors import BadInputError
from babieca.symmetry.classes import count_classes
from babieca.symmetry.fixed import count_fixed

_UNDERSTOOD = ("memory", "progress")


def count_kept(board: Any, kind: str, symmetry: str, **options: Any) -> int:
    """Count the tours that a symmetry keeps.

    >>> count_kept(Board(6, 6), "closed", "quarter-turn")
    10
    """
    return count_fixed(_board(board), symmetry, kind, **_understood("symmetry", options))


def count_up_to(board: Any, kind: str, what: str, **options: Any) -> int:
    """Count the classes of tours.

    >>> count_up_to(Board(3, 4), "path", "symmetry")
    3
    """
    if what != "symmetry":
        raise BadInputError(f"up_to is 'symmetry', not {what!r}")
    return count_classes(_board(board), kind, **_understood("up_to", options))


def _board(board: Any) -> Board:
    if not isinstance(board, Board):
        raise BadInputError("symmetries are those of a board; a plain graph has none here")
    return board


def _understood(name: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return the options that a count on the folded board knows; refuse to ignore another."""
    given = {key for key, value in options.items() if not _left_out(value)}
    settings = {"method", "threads", "counter_bits", "in_place", "checkpoint_seconds"}
    if other := sorted(given - settings - set(_UNDERSTOOD)):
        raise BadInputError(f"{name}= does not go together with {other[0]}=")
    return {key: options[key] for key in _UNDERSTOOD if key in options}


def _left_out(value: Any) -> bool:
    """Whether an option has its default: nothing. The square 0 is something, and so is an array."""
    if isinstance(value, str | tuple | list):
        return len(value) == 0
    return value is None or value is False
