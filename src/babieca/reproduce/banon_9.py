"""Table 9 of Bañón: how attempts end on 8x8, from squares 1 and 28.

The author walked the whole tree in 60 days on 20 cores. We walk random subtrees for half a minute:
each random path of 26 squares is followed by an exhaustive search below it, weighted by the number
of choices on the path (Knuth 1975). Ratios of weighted sums estimate the table. The intervals are
jackknife estimates over groups of subtrees, plus and minus two standard errors.

The author's rules: island, dangling by colour and by permitted last square, last three squares. He
also skipped partial paths equivalent to earlier ones, and he does not say which rule comes first
where two apply; both shift the shares a little. He calls his own numbers indicative.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from babieca.boards import Board
from babieca.engines.search.instances import Search, search_for
from babieca.engines.search.studies import ENDINGS, Subtrees, sample_subtrees
from babieca.questions import Question
from babieca.reproduce.experiments import Cell, Settings, Table

BOARD = Board(8, 8)
SQUARES_BEFORE = 26
GROUPS = 50
SHOWN = ("stuck", "island", "dangling")

MEASURES = (
    "attempts per solution",
    *(f"{ending}: jump" for ending in SHOWN),
    *(f"{ending}: % of attempts" for ending in SHOWN),
)
# The fractions the author walked: first jump and last square, from square 1 and (his table 6) 28.
FRACTIONS = {
    1: ((18, 11),),
    28: (
        *((11, last) for last in (13, 22, 34, 38, 43, 45)),
        *((13, last) for last in (22, 34, 38, 43, 45)),
        *((22, last) for last in (38, 43, 45)),
        (38, 45),
    ),
}
SUBTREES = 120  # in a round, divided evenly among the fractions

# As printed, by the author's number of the start.
PRINTED = {
    1: (43.3, 51.0, 47.8, 46.6, 3.3, 3.2, 91.3),
    28: (52.1, 49.4, 46.4, 45.6, 4.5, 3.7, 89.8),
}


@dataclass(frozen=True)
class Row:
    """One number of the table, printed and estimated within plus or minus `margin`."""

    start: int
    measure: str
    printed: float
    estimated: float
    margin: float


def rows(start: int, *, timeout: float = 15.0, seed: int = 0) -> list[Row]:
    """Estimate the table's numbers for one start, in the author's numbering."""
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
        sums.append(np.sum([_sums(sample) for sample in samples], axis=0))
    groups = np.array([part.sum(axis=0) for part in np.array_split(np.array(sums), GROUPS)])
    total = groups.sum(axis=0)
    estimates = _measures(total)
    without_one = np.array([_measures(total - group) for group in groups])
    spread = ((without_one - without_one.mean(axis=0)) ** 2).sum(axis=0)
    margins = 2 * np.sqrt(spread * (GROUPS - 1) / GROUPS)
    return [
        Row(start, *row)
        for row in zip(MEASURES, PRINTED[start], estimates.tolist(), margins.tolist(), strict=True)
    ]


def _fraction(start: int, first: int, last: int) -> Search:
    """Return a search of the closed tours from `start` that begin with `first`, end on `last`.

    Avoiding the other moves of the start leaves exactly these tours, in this direction.
    """
    home = BOARD.square(start - 1)
    kept = {BOARD.square(first - 1), BOARD.square(last - 1)}
    others = [(home, square) for square in BOARD.neighbours(home) if square not in kept]
    tours = Question.ask(BOARD, begin=[home, BOARD.square(first - 1)], avoiding=others)
    return search_for(tours, rules="banon", order="clockwise")


def _sums(sample: Subtrees) -> NDArray[np.float64]:
    """Return the weighted attempts and steps by ending."""
    both = np.concatenate([sample.attempts, sample.steps], axis=1)
    found: NDArray[np.float64] = sample.weights @ both
    return found


def _measures(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    attempts, steps = sums[: len(ENDINGS)], sums[len(ENDINGS) :]
    shown = [ENDINGS.index(ending) for ending in SHOWN]
    # The author counts jumps, not squares: the first square is not jumped to.
    jumps = steps[shown] / attempts[shown] - 1
    per_solution = attempts.sum() / attempts[ENDINGS.index("solution")]
    return np.concatenate([[per_solution], jumps, 100 * attempts[shown] / attempts.sum()])


def run(settings: Settings) -> list[Table]:
    """How attempts end from squares 1 and 28 of 8x8, from random subtrees."""
    seconds = settings.timeout or (4.0 if settings.quick else 15.0)
    table: list[list[Cell]] = []
    for start in PRINTED:
        settings.note(f"{seconds:g} s of random subtrees from square {start}")
        for row in rows(start, timeout=seconds, seed=settings.seed):
            interval = f"{row.estimated - row.margin:.1f} to {row.estimated + row.margin:.1f}"
            estimated = round(row.estimated, 1)
            table.append([row.measure, row.start, row.printed, estimated, interval])
    remark = (
        "Intervals are two standard errors either way. The author also skipped equivalent partial "
        "paths, and does not say which rule he asks first where two apply."
    )
    columns = ["measure", "start", "printed", "estimated", "interval"]
    return [Table("Bañón, table 9: how attempts end on 8x8", columns, table, remark)]
