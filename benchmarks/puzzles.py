"""Processor seconds to make puzzles: `python benchmarks/puzzles.py [--boards 6x6 8x8]`."""

from __future__ import annotations

import argparse
import statistics
import time

from babieca import puzzle

ASKED = {
    "8 givens": {"givens": 8},
    "16 givens": {"givens": 16},
    "": {},
    "minimal": {"minimal": True},
    "minimal, symmetric": {"minimal": True, "pattern": "half-turn"},
    "easy": {"level": "easy"},
    "medium": {"level": "medium"},
    "hard": {"level": "hard"},
}


def main() -> None:
    """Print one row of a table for each board and wish."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--seeds", type=int, default=20)
    words.add_argument("--boards", nargs="*", default=["6x6", "8x8"])
    chosen = words.parse_args()
    print("| board | asked for | median seconds | longest | givens | median nodes |")
    print("|---|---|---|---|---|---|")
    for board in chosen.boards:
        for name, asked in ASKED.items():
            if board == "8x8" and name == "8 givens":
                continue
            seconds, made = [], []
            for seed in range(chosen.seeds):
                began = time.process_time()
                made.append(puzzle(board, seed=seed, timeout=300, **asked))  # type: ignore[arg-type]
                seconds.append(time.process_time() - began)
            givens = [len(one.squares) for one in made]
            few, many = min(givens), max(givens)
            count = f"{few}" if few == many else f"{few} to {many}"
            nodes = statistics.median(one.nodes for one in made)
            middle = statistics.median(seconds)
            print(f"| {board} | {name} | {middle:.2g} | {max(seconds):.2g} | {count} | {nodes:g} |")


if __name__ == "__main__":
    main()
