"""The one family of errors, and the three answers that are never confused.

A question about tours has three answers: *found*, *proved impossible*, *not decided within the
limits given*. Functions that return a tour return it for the first, raise `NoTourError` for the
second and `NotFoundError` for the third.
"""

from __future__ import annotations


class BabiecaError(Exception):
    """Root of everything Babieca raises on purpose."""


class BadInputError(BabiecaError, ValueError):
    """An argument that cannot be used: what was wrong, what was expected, what to try."""


class InvalidTourError(BadInputError):
    """A sequence of squares that is not a tour. `step` is the first faulty step, from 1, if any."""

    def __init__(self, message: str, *, step: int | None = None) -> None:
        super().__init__(message)
        self.step = step


class NoTourError(BabiecaError):
    """Proved: no such tour exists. `proof` says by which theorem or by what exhaustive method."""

    def __init__(self, proof: str) -> None:
        super().__init__(f"no such tour exists: {proof}")
        self.proof = proof


class NotFoundError(BabiecaError):
    """Not decided: nothing was found within the limits given, and nothing was proved."""
