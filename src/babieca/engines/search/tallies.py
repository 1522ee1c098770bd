"""The work of a search: nodes, attempts, and how the attempts ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

ENDINGS = ("stuck", "island", "dangling", "divided", "forced", "known", "solution")


@dataclass(frozen=True)
class Tally:
    """Sums over a search. An attempt is a leaf of its tree; every attempt has one ending.

    `nodes` are squares entered (with forced edges: choices made), `attempts[ending]` the leaves,
    `steps[ending]` the sum of the squares visited at these leaves. Ending `known`: an equivalent
    partial path was counted before.
    """

    nodes: int
    solutions: int
    attempts: dict[str, int]
    steps: dict[str, int]

    @classmethod
    def of(cls, numbers: Sequence[int]) -> Tally:
        """Read the core's list: nodes, solutions, attempts by ending, steps by ending."""
        count = len(ENDINGS)
        return cls(
            nodes=int(numbers[0]),
            solutions=int(numbers[1]),
            attempts={e: int(n) for e, n in zip(ENDINGS, numbers[2:], strict=False)},
            steps={e: int(n) for e, n in zip(ENDINGS, numbers[2 + count :], strict=False)},
        )

    @property
    def numbers(self) -> list[int]:
        """The core's list: `Tally.of` gives the tally back."""
        ended = [self.attempts[ending] for ending in ENDINGS]
        return [self.nodes, self.solutions, *ended, *(self.steps[ending] for ending in ENDINGS)]

    @property
    def attempt_count(self) -> int:
        """All leaves of the tree."""
        return sum(self.attempts.values())

    def share(self, ending: str) -> float:
        """Return the part of the attempts with this ending.

        >>> Tally(9, 1, {"stuck": 3, "solution": 1}, {"stuck": 15, "solution": 9}).share("stuck")
        0.75
        """
        return self.attempts[ending] / self.attempt_count if self.attempt_count else 0.0

    def mean_step(self, ending: str) -> float:
        """Return the mean number of squares visited by the attempts with this ending.

        >>> tally = Tally(9, 1, {"stuck": 3, "solution": 1}, {"stuck": 15, "solution": 9})
        >>> tally.mean_step("stuck")
        5.0
        """
        return self.steps[ending] / self.attempts[ending] if self.attempts[ending] else 0.0
