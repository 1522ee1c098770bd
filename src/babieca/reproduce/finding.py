"""How well paths are found: the times of González, the success rates of Costa and Pereira de Sá.

González (2019) compares backtracking without and with Warnsdorff's rule. His program did not finish
8x8 without the rule, nor 120x120 and 300x450 with it: after a wrong move near the start, a search
tries everything that follows. We run the same search with the same move order and a time limit, and
beside it the construction, which does not search.

Costa and Pereira de Sá claim that four criteria and sixteen tries find an open tour from 100 % of
the plausible starts on squares n = 5..5000, and from fewer on other rectangles and in more
dimensions. A start is plausible if a tour begins there. On boards with an odd number of squares
these are the squares with the colour of the corners. A start from which the rule fails is counted
only if Babieca's default method finds a tour from it.
"""

import math
from collections.abc import Sequence

import numpy as np

from babieca.boards import Board
from babieca.engines.warnsdorff import ATTEMPTS, CRITERIA
from babieca.public import Tours
from babieca.reproduce.experiments import Cell, Settings, Table

# Board and seconds in the paper of González; >: his program did not finish.
WITHOUT_RULE = {"7x8": "6.7", "8x8": "> 318"}
WITH_RULE = {
    **{"7x8": "0.015", "8x8": "0.014", "9x9": "0.014", "12x12": "0.014", "119x120": "0.014"},
    **{"120x120": "> 365.8", "150x160": "0.074", "180x220": "0.130", "200x220": "0.124"},
    **{"220x220": "0.211", "300x400": "0.319", "300x450": "> 301.3"},
}
SECONDS = 20.0
QUICK_SECONDS = 0.5
TIMES = ["board", "paper, s", "same search, s", "squares entered", "backtracks"]
TIMES += ["Babieca, s", "method"]

ALL_STARTS_UP_TO = 2_500
"""Boards with more squares are sampled."""
SAMPLED_SQUARES = 20_000_000
"""The sampled tours of a board have about this many squares: 2 to 200 starts."""
QUICK_SAMPLED_SQUARES = 200_000
RATES = ["board", "starts tried", "of", "found", "found %", "at first try %", "mean tries"]
SIDES = [*range(5, 51), 60, 75, 99, 100, 101, 150, 199, 200, 300, 401, 500, 750, 1000, 1501]
SIDES += [2000, 3001, 4000, 5000]
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


def gonzalez(settings: Settings) -> list[Table]:
    """Both tables of the paper: its search and our default, from the corner a1."""
    limit = settings.timeout or (QUICK_SECONDS if settings.quick else SECONDS)
    remark = (
        f"The same search is stopped after {limit:g} s; Babieca's default method needs no limit. "
        "The paper does not name its start square: from another one, other boards stall."
    )
    tables = []
    for rule, paper in ((False, WITHOUT_RULE), (True, WITH_RULE)):
        how, rows = f"{'with' if rule else 'without'} Warnsdorff's rule", []
        for name, seconds in paper.items():
            settings.note(f"{name} {how}")
            paths = Tours(Board.parse(name), "path", start=0)
            search = paths.find_report(method="backtrack", warnsdorff=rule, timeout=limit)
            ours = paths.find_report(seed=settings.seed)
            assert ours.tour is not None
            taken = f"> {limit:g}" if search.tour is None else f"{search.seconds:.3f}"
            effort = search.statistics["nodes"], search.statistics["backtracks"]
            rows.append([name, seconds, taken, *effort, f"{ours.seconds:.3f}", ours.method])
        tables.append(Table(f"Backtracking {how}", TIMES, rows, remark))
    return tables


def costa(settings: Settings) -> list[Table]:
    """Success rates on squares, rectangles, and boards of three and four dimensions."""
    largest = settings.largest or (200 if settings.quick else 5000)
    most = 40_000 if settings.quick else 25_000_000
    squares = [(n, n) for n in SIDES if not settings.quick or n <= 20 or n % 50 == 0]
    boards: dict[str, Sequence[tuple[int, ...]]] = {"Squares": squares, "Rectangles": RECTANGLES}
    boards |= {"Three dimensions": CUBES, "Four dimensions": HYPERCUBES}
    tables = []
    for title, listed in boards.items():
        tried = [s for s in listed if max(s) <= largest and math.prod(s) <= most]
        rows = [_rates(sides, settings, CRITERIA) for sides in tried]
        tables.append(Table(title, RATES, rows, f"At most {ATTEMPTS} tries from each start."))
    rows = [
        [", ".join(criteria), *_rates((n, n), settings, criteria)]
        for criteria in SUBSETS
        for n in (8, 20, 50, 100, 200, 500)
        if n <= largest
    ]
    remark = "Without `random` there is one try only."
    return [*tables, Table("Which criteria", ["criteria", *RATES], rows, remark)]


def _rates(sides: tuple[int, ...], settings: Settings, criteria: Sequence[str]) -> list[Cell]:
    board = Board(*sides)
    settings.note(f"{board.name}: {', '.join(criteria)}")
    plausible = range(0, len(board), 1 + len(board) % 2)  # on odd boards, those with even index
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
    rates: list[Cell] = [None, None, None]
    if tried:
        rates = [round(100 * found / tried, 2), round(100 * at_once / tried, 2)]
        rates.append(round(tries / tried, 3))
    return [board.name, tried, len(plausible), found, *rates]


def _sample(starts: range, squares: int, settings: Settings) -> list[int]:
    budget = QUICK_SAMPLED_SQUARES if settings.quick else SAMPLED_SQUARES
    count = settings.samples or min(max(budget // squares, 2), 200)
    if count >= len(starts) or (squares <= ALL_STARTS_UP_TO and not settings.quick):
        return list(starts)
    chosen = np.random.default_rng(settings.seed).choice(len(starts), size=count, replace=False)
    return [starts[int(number)] for number in np.sort(chosen)]
