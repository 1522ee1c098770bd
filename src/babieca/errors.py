"""The one family of errors, and the three answers that are never confused.

A question about tours has three answers: *found*, *proved impossible*, *not decided within the
limits given*. Functions that return a tour return it for the first, raise `NoTourError` for the
second and `NotFoundError` for the third.
"""

from __future__ import annotations

_LONGEST_SHOWN = 60


class BabiecaError(Exception):
    """Root of everything Babieca raises on purpose."""


class BadInputError(BabiecaError, ValueError):
    """An argument that cannot be used: what was wrong, what was expected, what to try."""


class InvalidTourError(BadInputError):
    """A sequence of squares that is not a tour. `step` is the first faulty step, from 1, if any."""

    def __init__(self, message: str, *, step: int | None = None) -> None:
        super().__init__(message)
        self.step = step

    def __reduce__(self) -> tuple[object, ...]:
        return (_invalid_tour, (str(self), self.step))


class NoTourError(BabiecaError):
    """Proved: no such tour exists. `proof` says by which theorem or by what exhaustive method."""

    def __init__(self, proof: str) -> None:
        super().__init__(proof)
        self.proof = proof

    def __str__(self) -> str:
        return f"no such tour exists: {self.proof}"


class NotFoundError(BabiecaError):
    """Not decided: nothing was found within the limits given, and nothing was proved."""


class ContradictionError(BabiecaError):
    """Two ways to the same number disagree: a hardware fault or a bug, and nothing is known."""


def shown(value: object) -> str:
    """Return input as an error message may echo it: never more than a line.

    >>> shown("a" * 5000)
    "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…'"
    """
    # Long text is cut before it is quoted, so that echoing costs no more than it shows.
    text = repr(value[:_LONGEST_SHOWN] if isinstance(value, str) else value)
    cut = isinstance(value, str) and len(value) > _LONGEST_SHOWN
    if len(text) <= _LONGEST_SHOWN and not cut:
        return text
    return text[: _LONGEST_SHOWN - 2] + "…" + (text[-1] if text[-1] in "'\"])}" else "")


def _invalid_tour(message: str, step: int | None) -> InvalidTourError:
    return InvalidTourError(message, step=step)
