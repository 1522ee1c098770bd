"""Figure 2 of Bañón: how fast the tree of partial paths grows on 8x8.

From the ten squares that no symmetry identifies, the author counts the partial paths exactly up to
16 jumps, sets the growth of jumps 62 and 63 to one, fits a parabola to the growth factors, and
multiplies them to an estimate of 10^24 paths. We count exactly as far as the time allows. Random
probes (Knuth 1975) estimate the number at every jump without assuming a curve. The growth falls
below one long before jump 62, so there are far fewer complete paths than the parabola says.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np

from babieca.boards import Board, SquareLike
from babieca.engines.search.instances import search_for
from babieca.engines.search.studies import Likely, estimate_levels, partial_paths
from babieca.questions import Question
from babieca.reproduce.experiments import Cell, Settings, Table
from babieca.system import available_threads

BOARD = Board(8, 8)
TEN_SQUARES: tuple[SquareLike, ...] = ("a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4")
JUMPS = 63
FITTED = 16  # jumps whose growth the author knew exactly
PRINTED_FIRST = 52
PRINTED_SIXTEENTH = 158_228_932_546
PRINTED_ESTIMATE = 1e24


@dataclass(frozen=True)
class Growth:
    """Partial paths by jump (index 0: one jump): exact numbers, and estimates for all jumps."""

    exact: list[int]
    probed: list[Likely]

    def best(self) -> list[float]:
        """Return the exact numbers, followed by estimates."""
        return [*map(float, self.exact), *(e.value for e in self.probed[len(self.exact) :])]


def measure(*, timeout: float = 20.0, probes: int = 200_000, seed: int = 0) -> Growth:
    """Count exactly for `timeout` seconds, and probe every jump."""
    starts, threads = [*TEN_SQUARES], available_threads()
    paths = partial_paths(BOARD, starts, timeout=timeout, most_steps=FITTED, threads=threads)
    exact = list(paths)
    levels = np.zeros((JUMPS, 2))
    for number, square in enumerate(TEN_SQUARES):
        question = Question.ask(BOARD, "path", start=square)
        search = search_for(question, rules="none", order="index")
        found = estimate_levels(search, probes=probes, seed=seed * 1009 + number)
        for jump in range(JUMPS):
            levels[jump] += (found[jump + 2].value, found[jump + 2].error ** 2)
    probed = [Likely(float(value), float(variance) ** 0.5) for value, variance in levels]
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


def run(settings: Settings) -> list[Table]:
    """How fast the tree of partial paths grows on 8x8, exactly and by random probes."""
    seconds = settings.timeout or (4.0 if settings.quick else 20.0)
    probes = settings.samples or (20_000 if settings.quick else 200_000)
    settings.note(f"{seconds:g} s of exact counting, then {probes} probes from each of ten squares")
    growth = measure(timeout=seconds, probes=probes, seed=settings.seed)
    best = growth.best()
    rows: list[list[Cell]] = []
    for jump, probed in enumerate(growth.probed, start=1):
        exact = growth.exact[jump - 1] if jump <= len(growth.exact) else None
        before = best[jump - 2] if jump > 1 else 0
        rate = round(best[jump - 1] / before, 3) if before else None
        rows.append([jump, exact, rate, f"{probed.value:.4g}", f"{probed.error:.2g}"])
    columns = ["jump", "partial paths", "growth", "random probes", "standard error"]
    return [
        Table("Bañón, figure 2: partial paths from ten squares of 8x8", columns, rows),
        _claims(growth, best),
    ]


def _claims(growth: Growth, best: list[float]) -> Table:
    (a, b, c), predicted = parabola(best[:FITTED])
    sixteenth: Cell = f"{best[FITTED - 1]:.6g}"
    if len(growth.exact) >= FITTED:
        sixteenth = growth.exact[FITTED - 1]
    return Table(
        "What follows from it",
        ["claim", "printed", "ours"],
        [
            ["partial paths of 1 jump", PRINTED_FIRST, growth.exact[0]],
            ["partial paths of 16 jumps", PRINTED_SIXTEENTH, sixteenth],
            ["growth fitted", "a parabola", f"{a:.5f} j² {b:+.4f} j {c:+.3f}"],
            ["complete paths by the parabola", f"{PRINTED_ESTIMATE:.0e}", f"{predicted:.1e}"],
            ["partial paths of any length, by random probes", None, f"{sum(best):.1e}"],
        ],
        "The ten squares have 2+3+4+4+4+6+6+8+8+8 = 53 moves by the author's own figure 3, not 52. "
        "The growth falls below one well before jump 62, where the parabola keeps it above.",
    )
