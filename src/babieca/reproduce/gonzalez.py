"""González (2019): times of backtracking without and with Warnsdorff's rule, beside ours.

The paper's program did not finish 8x8 without the rule, nor 120x120 and 300x450 with it: after a
wrong move near the start, a search tries everything that follows. We run the same search with the
same move order and a time limit, and beside it the construction, which does not search.
"""

from __future__ import annotations

from babieca.boards import Board
from babieca.reproduce.experiments import Cell, Settings, Table
from babieca.verbs.tourset import Tours

WITHOUT_RULE = [("7x8", "6.7"), ("8x8", "> 318")]
WITH_RULE = [
    ("7x8", "0.015"),
    ("8x8", "0.014"),
    ("9x9", "0.014"),
    ("12x12", "0.014"),
    ("119x120", "0.014"),
    ("120x120", "> 365.8"),
    ("150x160", "0.074"),
    ("180x220", "0.130"),
    ("200x220", "0.124"),
    ("220x220", "0.211"),
    ("300x400", "0.319"),
    ("300x450", "> 301.3"),
]
"""Board and seconds in the paper; >: its program did not finish."""

SECONDS = 20.0
QUICK_SECONDS = 0.5

COLUMNS = ["board", "paper, s", "same search, s", "squares entered", "backtracks"]
COLUMNS += ["Babieca, s", "method"]


def run(settings: Settings) -> list[Table]:
    """Both tables of the paper: its search and our default, from the corner a1."""
    limit = settings.timeout or (QUICK_SECONDS if settings.quick else SECONDS)
    remark = (
        f"The same search is stopped after {limit:g} s; Babieca's default method needs no limit. "
        "The paper does not name its start square: from another one, other boards stall."
    )
    tables = []
    for title, paper, rule in (
        ("Backtracking without Warnsdorff's rule", WITHOUT_RULE, False),
        ("Backtracking with Warnsdorff's rule", WITH_RULE, True),
    ):
        rows = [_row(name, seconds, rule, limit, settings) for name, seconds in paper]
        tables.append(Table(title, COLUMNS, rows, remark))
    return tables


def _row(name: str, paper: str, rule: bool, limit: float, settings: Settings) -> list[Cell]:
    settings.note(f"{name} {'with' if rule else 'without'} Warnsdorff's rule")
    paths = Tours(Board.parse(name), "path", start=0)
    search = paths.find_report(method="backtrack", warnsdorff=rule, timeout=limit)
    ours = paths.find_report(seed=settings.seed)
    assert ours.tour is not None
    return [
        name,
        paper,
        f"{search.seconds:.3f}" if search.tour is not None else f"> {limit:g}",
        search.statistics["nodes"],
        search.statistics["backtracks"],
        f"{ours.seconds:.3f}",
        ours.method,
    ]
