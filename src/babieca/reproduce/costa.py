"""Costa and Pereira de Sá: how often four criteria and sixteen tries find an open tour.

The paper claims 100 % on squares n = 5..5000 from every plausible start, and less on other
rectangles and in more dimensions. A start is plausible if a tour begins there. On boards with an
odd number of squares these are the squares with the colour of the corners. A start from which the
rule fails is counted only if Babieca's default method finds a tour from it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from babieca.boards import Board
from babieca.engines.heuristics.warnsdorff import ATTEMPTS, CRITERIA
from babieca.reproduce.experiments import Cell, Settings, Table
from babieca.verbs.tourset import Tours

ALL_STARTS_UP_TO = 2_500
"""Boards with more squares are sampled."""

SAMPLED_SQUARES = 20_000_000
"""The sampled tours of a board have about this many squares: 2 to 200 starts."""

QUICK_SAMPLED_SQUARES = 200_000

COLUMNS = ["board", "starts tried", "of", "found", "found %", "at first try %", "mean tries"]

RECTANGLES = [
    (5, 6), (5, 7), (5, 12), (5, 40), (6, 7), (6, 20), (7, 9), (8, 13), (10, 50), (19, 20),
    (20, 21), (30, 31), (40, 60), (50, 100), (119, 120), (150, 160), (300, 450), (1000, 2000),
]  # fmt: skip
CUBES = [
    (2, 3, 4), (2, 3, 9), (2, 3, 40), (2, 5, 12), (2, 10, 50), (3, 3, 4), (3, 3, 5), (3, 3, 31),
    (3, 4, 5), (4, 4, 4), (5, 5, 5), (6, 6, 6), (7, 7, 7), (8, 8, 8), (10, 10, 10), (11, 11, 11),
    (4, 8, 12), (5, 9, 20), (20, 20, 20), (30, 30, 30), (50, 50, 50), (100, 100, 100),
]  # fmt: skip
HYPERCUBES = [
    (2, 2, 3, 4), (2, 2, 3, 20), (3, 3, 3, 4), (3, 3, 3, 5), (4, 4, 4, 4), (5, 5, 5, 5),
    (3, 4, 5, 6), (6, 6, 6, 6), (7, 7, 7, 7), (10, 10, 10, 10), (20, 20, 20, 20),
]  # fmt: skip
SUBSETS = [("degree",), ("degree", "random"), ("degree", "edge", "random"), CRITERIA]


def run(settings: Settings) -> list[Table]:
    """Success rates on squares, rectangles, and boards of three and four dimensions."""
    largest = settings.largest or (200 if settings.quick else 5000)
    sizes = [*range(5, 51), 60, 75, 99, 100, 101, 150, 199, 200, 300, 401, 500, 750, 1000, 1501]
    sizes += [2000, 3001, 4000, 5000]
    if settings.quick:
        sizes = [n for n in sizes if n <= 20 or n % 50 == 0]
    tables = [
        _table("Squares", [(n, n) for n in sizes], largest, settings),
        _table("Rectangles", RECTANGLES, largest, settings),
        _table("Three dimensions", CUBES, largest, settings),
        _table("Four dimensions", HYPERCUBES, largest, settings),
    ]
    compared = [(n, n) for n in (8, 20, 50, 100, 200, 500) if n <= largest]
    rows = [
        [", ".join(criteria), *_measure(sides, settings, criteria)]
        for criteria in SUBSETS
        for sides in compared
    ]
    remark = "Without `random` there is one try only."
    return [*tables, Table("Which criteria", ["criteria", *COLUMNS], rows, remark)]


def _table(
    title: str, boards: Sequence[tuple[int, ...]], largest: int, settings: Settings
) -> Table:
    most = 40_000 if settings.quick else 25_000_000
    rows = [
        _measure(sides, settings, CRITERIA)
        for sides in boards
        if max(sides) <= largest and math.prod(sides) <= most
    ]
    return Table(title, COLUMNS, rows, f"At most {ATTEMPTS} tries from each start.")


def _measure(sides: tuple[int, ...], settings: Settings, criteria: Sequence[str]) -> list[Cell]:
    board = Board(*sides)
    settings.note(f"{board.name}: {', '.join(criteria)}")
    step = 2 if len(board) % 2 else 1  # on odd boards, the squares with even index
    plausible = range(0, len(board), step)
    tried = found = at_once = tries = 0
    for number, start in enumerate(_sample(plausible, len(board), settings)):
        paths = Tours(board, "path", start=start)
        report = paths.find_report(
            method="warnsdorff", criteria=criteria, seed=settings.seed + number
        )
        if report.tour is None and paths.find_report().tour is None:
            continue
        tried += 1
        found += report.tour is not None
        walks = int(report.statistics["restarts"]) + 1
        at_once += report.tour is not None and walks == 1
        tries += walks
    counts: list[Cell] = [board.name, tried, len(plausible), found]
    if tried == 0:
        return [*counts, None, None, None]
    return [
        *counts,
        round(100 * found / tried, 2),
        round(100 * at_once / tried, 2),
        round(tries / tried, 3),
    ]


def _sample(starts: range, squares: int, settings: Settings) -> list[int]:
    budget = QUICK_SAMPLED_SQUARES if settings.quick else SAMPLED_SQUARES
    count = settings.samples or min(max(budget // squares, 2), 200)
    if count >= len(starts) or (squares <= ALL_STARTS_UP_TO and not settings.quick):
        return list(starts)
    dice = np.random.default_rng(settings.seed)
    chosen = dice.choice(len(starts), size=count, replace=False)
    return [starts[int(number)] for number in np.sort(chosen)]
