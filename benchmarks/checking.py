"""Measure the time to check a part of a tour: `python benchmarks/checking.py [--games 100]`.

In each game a knight walks at random among the moves after which a tour is still possible.
`Tours.check` checks every legal move on the way, lost ones included; for a lost move it also finds
the reason and the first wrong step. Finally a random walk until the knight is stuck is checked.
The times are processor times.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator

from babieca import Board, CheckReport, Graph, Tours
from babieca.questions import Kind

CASES: list[tuple[str, Kind, str | None]] = [
    ("8x8", "closed", None),
    ("8x8", "path", None),
    ("8x8", "open", None),
    ("8x8", "closed", "half-turn"),
    ("6x6", "closed", "quarter-turn"),
    ("10x10", "closed", None),
]


def judged(
    tours: Tours, graph: Graph, chance: random.Random
) -> Iterator[tuple[CheckReport, float]]:
    """Play one game, then one of random moves only; yield each answer with its time."""

    def judge(walk: list[int]) -> tuple[CheckReport, float]:
        began = time.process_time()
        return tours.check([graph.label(v) for v in walk]), time.process_time() - began

    walk = [chance.randrange(len(graph))]
    sound = True
    while sound:
        sound = False
        hopeful = []
        for square in graph.near(walk[-1]):
            if square not in walk:
                report, seconds = judge([*walk, square])
                yield report, seconds
                if report.completable:
                    hopeful.append(square)
        if hopeful:
            walk.append(chance.choice(hopeful))
            sound = len(walk) < len(graph)
    walk = [chance.randrange(len(graph))]
    while onward := [square for square in graph.near(walk[-1]) if square not in walk]:
        walk.append(chance.choice(onward))
    yield judge(walk)


def main() -> None:
    """Print one row for each case."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    games = parser.parse_args().games
    print("| board | tours | judged | lost | undecided | median ms | 99 % ms | longest ms |")
    print("|---|---|---|---|---|---|---|---|")
    for sides, kind, symmetry in CASES:
        tours = Tours(Board.parse(sides), kind, symmetry=symmetry)
        graph, chance = Graph.of(Board.parse(sides)), random.Random(1)
        rows = [row for _ in range(games) for row in judged(tours, graph, chance)]
        lost = sum(report.completable is False for report, _ in rows)
        undecided = sum(report.completable is None for report, _ in rows)
        times = sorted(1000 * seconds for _, seconds in rows)
        figures = (times[len(times) // 2], times[int(0.99 * len(times))], times[-1])
        shown = " | ".join(f"{figure:.1f}" for figure in figures)
        what = f"{kind}, {symmetry}" if symmetry else kind
        print(f"| {sides} | {what} | {len(rows):,} | {lost:,} | {undecided} | {shown} |")


if __name__ == "__main__":
    main()
