"""Studies of search trees: tallies, exact first levels, Knuth's random probes, random subtrees."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.boards import Board, SquareLike
from babieca.engines.search.instances import Search
from babieca.errors import BadInputError
from babieca.graphs import Graph

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
        nodes, solutions, *ended = map(int, numbers)
        count = len(ENDINGS)
        attempts = dict(zip(ENDINGS, ended[:count], strict=True))
        return cls(nodes, solutions, attempts, dict(zip(ENDINGS, ended[count:], strict=True)))

    @property
    def numbers(self) -> list[int]:
        """The core's list: `Tally.of` gives the tally back."""
        return [self.nodes, self.solutions, *self.attempts.values(), *self.steps.values()]

    @property
    def attempt_count(self) -> int:
        return sum(self.attempts.values())

    def share(self, ending: str) -> float:
        return self.attempts[ending] / self.attempt_count if self.attempt_count else 0.0

    def mean_step(self, ending: str) -> float:
        """Return the mean number of squares visited by the attempts with this ending.

        >>> tally = Tally(9, 1, {"stuck": 3, "solution": 1}, {"stuck": 15, "solution": 9})
        >>> tally.mean_step("stuck")
        5.0
        """
        return self.steps[ending] / self.attempts[ending] if self.attempts[ending] else 0.0


@dataclass(frozen=True)
class Likely:
    """An unbiased estimate with its standard error."""

    value: float
    error: float


def estimate_levels(search: Search, *, probes: int = 10_000, seed: int = 0) -> list[Likely]:
    """Estimate the number of tree nodes by squares visited, by Knuth's random walks.

    Entry k is the number of partial paths of k squares that the rules do not cut (Knuth 1975). The
    rule `forced` is refused: its tree does not go square by square.
    """
    _refuse_forced(search)
    if probes < 2:
        raise BadInputError("few_probes", count=probes)
    mean, variance = _core.estimate_levels(search.instance, probes, seed % 2**64, None)
    return [Likely(float(m), float(v) ** 0.5) for m, v in zip(mean, variance, strict=True)]


@dataclass(frozen=True)
class Subtrees:
    """Random subtrees: their weights, and one row of tallies each.

    `sum(weights * values) / len(weights)` estimates the sum over the whole tree without bias.
    """

    weights: NDArray[np.float64]
    solutions: NDArray[np.int64]
    attempts: NDArray[np.int64]  # one column per ending
    steps: NDArray[np.int64]


def sample_subtrees(search: Search, *, samples: int, squares: int, seed: int = 0) -> Subtrees:
    """Walk down at random to `squares` squares and search the whole subtree; many times."""
    _refuse_forced(search)
    if samples < 2 or squares < 1:
        raise BadInputError("few_subtrees")
    weights, numbers = _core.sample_subtrees(search.instance, samples, squares, seed % 2**64, None)
    table = numbers.reshape(len(weights), -1)
    count = len(ENDINGS)
    return Subtrees(weights, table[:, 1], table[:, 2 : 2 + count], table[:, 2 + count :])


def partial_paths(
    board: Board,
    starts: Sequence[SquareLike],
    *,
    timeout: float,
    most_steps: int | None = None,
    threads: int = 2,
) -> Iterator[int]:
    """Yield the exact number of partial paths of 1, 2, 3, … moves from all these squares.

    Stops before the first level that is not complete after `timeout` seconds.

    >>> list(partial_paths(Board(3, 3), ["a1"], timeout=5))
    [2, 2, 2, 2, 2, 2, 2]
    """
    graph = Graph.of(board)
    vertices = [graph.vertex(start) for start in starts]
    end = time.monotonic() + timeout

    def stop_in_time(done: int, total: int) -> None:
        if time.monotonic() > end:
            raise TimeoutError

    def count(vertex: int, steps: int) -> int:
        return _core.count_partial_paths(graph.built, vertex, steps, stop_in_time)

    last = len(graph) - 1 if most_steps is None else min(most_steps, len(graph) - 1)
    with ThreadPoolExecutor(threads) as pool:
        for steps in range(1, last + 1):
            try:
                total = sum(pool.map(count, vertices, [steps] * len(vertices)))
            except TimeoutError:
                return
            if total == 0:
                return
            yield total


def _refuse_forced(search: Search) -> None:
    if "forced" in search.rules:
        raise BadInputError("probes_not_forced")
