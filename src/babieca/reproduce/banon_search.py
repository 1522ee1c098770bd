"""Figure 2 and table 9 of Bañón: the tree of partial paths on 8x8.

Figure 2. From the ten squares that no symmetry identifies, the author counts the partial paths
exactly up to 16 jumps, sets the growth of jumps 62 and 63 to one, fits a parabola to the growth
factors, and multiplies them to an estimate of 10^24 paths. We count exactly as far as the time
allows. Random probes (Knuth 1975) estimate the number at every jump without assuming a curve. The
growth falls below one long before jump 62, so there are far fewer complete paths than the parabola
says.

Table 9, how attempts end. The author walked the whole tree in 60 days on 20 cores. We walk random
subtrees for half a minute: each random path of 26 squares is followed by an exhaustive search below
it, weighted by the number of choices on the path (Knuth 1975). Ratios of weighted sums estimate the
table. The intervals are jackknife estimates over groups of subtrees, plus and minus two standard
errors. The author's rules: island, dangling by colour and by permitted last square, last three
squares. He also skipped partial paths equivalent to earlier ones, and he does not say which rule
comes first where two apply; both shift the shares a little. He calls his own numbers indicative.
"""

import itertools
import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from babieca.boards import SquareLike
from babieca.engines.search.instances import Search, search_for
from babieca.engines.search.studies import ENDINGS, Likely, estimate_levels, sample_subtrees
from babieca.engines.search.studies import partial_paths as counted_paths
from babieca.limits import available_threads
from babieca.questions import Question
from babieca.reproduce.banon_tables import BOARD, EXPLORED
from babieca.reproduce.experiments import Cell, Settings, Table

TEN_SQUARES: tuple[SquareLike, ...] = ("a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4")
JUMPS = 63
FITTED = 16  # jumps whose growth the author knew exactly

SQUARES_BEFORE = 26
GROUPS = 50
SHOWN = ("stuck", "island", "dangling")
MEASURES = (
    "attempts per solution",
    *(f"{ending}: jump" for ending in SHOWN),
    *(f"{ending}: % of attempts" for ending in SHOWN),
)
FRACTIONS = {1: ((18, 11),), 28: EXPLORED}
"""The fractions that the author walked from squares 1 and 28: first jump and last square."""
SUBTREES = 120  # in a round, divided evenly among the fractions
# As printed, by the author's number of the start.
PRINTED = {
    1: (43.3, 51.0, 47.8, 46.6, 3.3, 3.2, 91.3),
    28: (52.1, 49.4, 46.4, 45.6, 4.5, 3.7, 89.8),
}


@dataclass(frozen=True)
class Growth:
    """Partial paths by jump (index 0: one jump): exact numbers, and estimates for all jumps."""

    exact: list[int]
    probed: list[Likely]


def partial_paths(*, timeout: float = 20.0, probes: int = 200_000, seed: int = 0) -> Growth:
    """Count exactly for `timeout` seconds, and probe every jump."""
    starts, threads = [*TEN_SQUARES], available_threads()
    exact = counted_paths(BOARD, starts, timeout=timeout, most_steps=FITTED, threads=threads)
    levels = np.zeros((JUMPS, 2))
    for number, square in enumerate(TEN_SQUARES):
        question = Question.ask(BOARD, "path", start=square)
        search = search_for(question, rules="none", move_order="index")
        found = estimate_levels(search, probes=probes, seed=seed * 1009 + number)
        levels += [(level.value, level.error**2) for level in found[2 : JUMPS + 2]]
    probed = [Likely(value, variance**0.5) for value, variance in levels.tolist()]
    return Growth(list(exact), probed)


def parabola(numbers: list[float]) -> tuple[list[float], float]:
    """Return the author's parabola for `numbers`, paths of 1, 2, … jumps, and its prediction."""
    factors = [after / before for before, after in itertools.pairwise(numbers)] + [1.0, 1.0]
    coefficients = np.polyfit([*range(2, len(numbers) + 1), 62, 63], factors, 2)
    predicted = numbers[-1]
    for jump in range(len(numbers) + 1, 62):
        predicted *= float(np.polyval(coefficients, jump))
    return coefficients.tolist(), predicted


def figure_2(settings: Settings) -> list[Table]:
    """How fast the tree of partial paths grows on 8x8, exactly and by random probes."""
    seconds = settings.timeout or (4.0 if settings.quick else 20.0)
    probes = settings.samples or (20_000 if settings.quick else 200_000)
    settings.note(f"{seconds:g} s of exact counting, then {probes} probes from each of ten squares")
    growth = partial_paths(timeout=seconds, probes=probes, seed=settings.seed)
    exact = [*growth.exact, *[None] * JUMPS]
    best = [*map(float, growth.exact), *(p.value for p in growth.probed[len(growth.exact) :])]
    rates = [None, *(round(two / one, 3) if one else None for one, two in itertools.pairwise(best))]
    rows: list[list[Cell]] = [
        [jump + 1, exact[jump], rates[jump], f"{probed.value:.4g}", f"{probed.error:.2g}"]
        for jump, probed in enumerate(growth.probed)
    ]
    columns = ["jump", "partial paths", "growth", "random probes", "standard error"]
    (a, b, c), predicted = parabola(best[:FITTED])
    sixteenth = exact[FITTED - 1] or f"{best[FITTED - 1]:.6g}"
    claims: list[list[Cell]] = [
        ["partial paths of 1 jump", 52, growth.exact[0]],
        ["partial paths of 16 jumps", 158_228_932_546, sixteenth],
        ["growth fitted", "a parabola", f"{a:.5f} j² {b:+.4f} j {c:+.3f}"],
        ["complete paths by the parabola", "1e+24", f"{predicted:.1e}"],
        ["partial paths of any length, by random probes", None, f"{sum(best):.1e}"],
    ]
    remark = (
        "The ten squares have 2+3+4+4+4+6+6+8+8+8 = 53 moves by the author's own figure 3, not 52. "
        "The growth falls below one well before jump 62, where the parabola keeps it above."
    )
    return [
        Table("Bañón, figure 2: partial paths from ten squares of 8x8", columns, rows),
        Table("What follows from it", ["claim", "printed", "ours"], claims, remark),
    ]


@dataclass(frozen=True)
class Ending:
    """One number of table 9, printed and estimated within plus or minus `margin`."""

    measure: str
    printed: float
    estimated: float
    margin: float


def endings(start: int, *, timeout: float = 15.0, seed: int = 0) -> list[Ending]:
    """Estimate the numbers of table 9 for one start, in the author's numbering."""
    searches = [_fraction(start, *fraction) for fraction in FRACTIONS[start]]
    end = time.monotonic() + timeout
    sums: list[NDArray[np.float64]] = []
    while len(sums) < GROUPS or time.monotonic() < end:
        samples = [
            sample_subtrees(
                search,
                samples=SUBTREES // len(searches),
                squares=SQUARES_BEFORE,
                seed=(seed * 1_000_003 + len(sums)) * len(searches) + number,
            )
            for number, search in enumerate(searches)
        ]
        # Weighted attempts and steps, by ending.
        each = [sample.weights @ np.hstack([sample.attempts, sample.steps]) for sample in samples]
        sums.append(np.sum(each, axis=0))
    groups = np.array([part.sum(axis=0) for part in np.array_split(np.array(sums), GROUPS)])
    total = groups.sum(axis=0)
    without_one = np.array([_measures(total - group) for group in groups])
    spread = ((without_one - without_one.mean(axis=0)) ** 2).sum(axis=0)
    margins = 2 * np.sqrt(spread * (GROUPS - 1) / GROUPS)
    rows = zip(MEASURES, PRINTED[start], _measures(total).tolist(), margins.tolist(), strict=True)
    return [Ending(*row) for row in rows]


def _fraction(start: int, first: int, last: int) -> Search:
    """Return a search of the closed tours from `start` that begin with `first`, end on `last`.

    Avoiding the other moves of the start leaves exactly these tours, in this direction.
    """
    home = BOARD.square(start - 1)
    kept = {BOARD.square(first - 1), BOARD.square(last - 1)}
    others = [(home, square) for square in BOARD.neighbours(home) if square not in kept]
    tours = Question.ask(BOARD, begin=[home, BOARD.square(first - 1)], avoiding=others)
    return search_for(tours, rules="banon", move_order="clockwise")


def _measures(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    attempts, steps = sums[: len(ENDINGS)], sums[len(ENDINGS) :]
    shown = [ENDINGS.index(ending) for ending in SHOWN]
    # The author counts jumps, not squares: the first square is not jumped to.
    jumps = steps[shown] / attempts[shown] - 1
    per_solution = attempts.sum() / attempts[ENDINGS.index("solution")]
    return np.concatenate([[per_solution], jumps, 100 * attempts[shown] / attempts.sum()])


def table_9(settings: Settings) -> list[Table]:
    """How attempts end from squares 1 and 28 of 8x8, from random subtrees."""
    seconds = settings.timeout or (4.0 if settings.quick else 15.0)
    rows: list[list[Cell]] = []
    for start in PRINTED:
        settings.note(f"{seconds:g} s of random subtrees from square {start}")
        for row in endings(start, timeout=seconds, seed=settings.seed):
            interval = f"{row.estimated - row.margin:.1f} to {row.estimated + row.margin:.1f}"
            rows.append([row.measure, start, row.printed, round(row.estimated, 1), interval])
    remark = (
        "Intervals are two standard errors either way. The author also skipped equivalent partial "
        "paths, and does not say which rule he asks first where two apply."
    )
    columns = ["measure", "start", "printed", "estimated", "interval"]
    return [Table("Bañón, table 9: how attempts end on 8x8", columns, rows, remark)]
