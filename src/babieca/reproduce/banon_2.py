"""Figure 2 of seed 000 (Bañón): how fast the tree of partial paths grows on 8x8.

The author counts the partial paths from the ten squares that no symmetry identifies, exactly up to
16 jumps; sets the growth of jumps 62 and 63 to one; fits a parabola to the growth factors; and
multiplies them up to an estimate of 10^24 paths. This does the same, as far as the time allows
exactly and beyond that by random probes (Knuth 1975), which estimate the number at every jump
without assuming any curve: in fact the growth falls below one long before jump 62, so there are far
fewer complete paths than the parabola says.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from babieca.boards import Board
from babieca.searching.counts import available_threads
from babieca.searching.probes import Estimate, estimate_levels, partial_paths
from babieca.searching.questions import ask

BOARD = Board(8, 8)
TEN_SQUARES = ("a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4")
JUMPS = 63
FITTED = 16  # jumps whose growth the author knew exactly
PRINTED_FIRST = 52
PRINTED_SIXTEENTH = 158_228_932_546
PRINTED_ESTIMATE = 1e24


@dataclass(frozen=True)
class Growth:
    """The numbers of partial paths by jump (index 0: one jump): exact ones, and estimates of all."""

    exact: list[int]
    probed: list[Estimate]

    def best(self) -> list[float]:
        """Exact numbers as far as they go, then estimates."""
        return [*map(float, self.exact), *(e.value for e in self.probed[len(self.exact) :])]


def measure(*, time_limit: float = 20.0, probes: int = 200_000, seed: int = 0) -> Growth:
    """Count exactly for `time_limit` seconds, and probe every jump."""
    exact = list(
        partial_paths(
            BOARD,
            list(TEN_SQUARES),
            time_limit=time_limit,
            most_steps=FITTED,
            threads=available_threads(),
        )
    )
    levels = np.zeros((JUMPS, 2))
    for number, square in enumerate(TEN_SQUARES):
        question = ask(BOARD, kind="path", start=square, rules="none", order="index")
        found = estimate_levels(question, probes=probes, seed=seed * 1009 + number)
        for jump in range(JUMPS):
            levels[jump] += (found[jump + 2].value, found[jump + 2].error ** 2)
    probed = [Estimate(float(value), float(variance) ** 0.5) for value, variance in levels]
    return Growth(exact, probed)


def parabola(numbers: list[float]) -> tuple[list[float], float]:
    """Fit the author's parabola to the growth; return its coefficients and the paths it predicts.

    `numbers` are the partial paths of 1, 2, …, 16 jumps.
    """
    jumps = [*range(2, len(numbers) + 1), 62, 63]
    factors = [after / before for before, after in itertools.pairwise(numbers)] + [1.0, 1.0]
    coefficients = np.polyfit(jumps, factors, 2)
    predicted = numbers[-1]
    for jump in range(len(numbers) + 1, 62):
        predicted *= float(np.polyval(coefficients, jump))
    return coefficients.tolist(), predicted


def run(
    *,
    write: Callable[[str], Any] = print,
    time_limit: float = 20.0,
    probes: int = 200_000,
    seed: int = 0,
) -> bool:
    """Write the growth by jump, the fit and both estimates; return whether the author's hold.

    They hold when his number at jump 16 is ours, or within four standard errors of the probes, and
    his parabola gives his power of ten.
    """
    growth = measure(time_limit=time_limit, probes=probes, seed=seed)
    best = growth.best()
    write(f"{'jump':>4} {'partial paths':>24} {'growth':>7}  {'random probes':>24}")
    for jump, estimate in enumerate(growth.probed, start=1):
        number = f"{growth.exact[jump - 1]:,}" if jump <= len(growth.exact) else ""
        factor = f"{best[jump - 1] / best[jump - 2]:.3f}" if jump > 1 and best[jump - 2] else ""
        write(f"{jump:>4} {number:>24} {factor:>7}  {estimate.value:>14.4g} ± {estimate.error:.2g}")
    coefficients, predicted = parabola(best[:FITTED])
    a, b, c = coefficients
    write(f"\njump 1: {growth.exact[0]} (printed: {PRINTED_FIRST}; the ten squares have")
    write(f"{growth.exact[0]} moves by the author's own figure 3)")
    write(f"jump 16: {best[15]:,.0f} (printed: {PRINTED_SIXTEENTH:,})")
    write(f"parabola: growth = {a:.5f} jump² {b:+.4f} jump {c:+.3f}")
    write(f"paths it predicts: {predicted:.2g} (printed: {PRINTED_ESTIMATE:.0g})")
    tree = sum(best)
    write(f"partial paths of any length, by random probes: {tree:.2g}")
    return _agrees(growth) and 0.1 < predicted / PRINTED_ESTIMATE < 10


def _agrees(growth: Growth) -> bool:
    if len(growth.exact) >= FITTED:
        return growth.exact[FITTED - 1] == PRINTED_SIXTEENTH
    estimate = growth.probed[FITTED - 1]
    return abs(estimate.value - PRINTED_SIXTEENTH) <= 4 * estimate.error
