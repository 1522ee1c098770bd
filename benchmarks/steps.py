"""Measure the search for tours with given steps: `python benchmarks/steps.py`.

For each board, some random steps of random closed tours are given. The table has the median and the
longest processor time until all solutions are counted, and the median of the solutions. A question
that is not counted within `--seconds` counts as that long.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

from babieca import Board, Tours
from babieca.errors import NotFoundError

CASES = (("6x6", 4), ("6x6", 8), ("8x8", 8), ("8x8", 12), ("8x8", 16), ("10x10", 15), ("10x10", 25))


def main() -> None:
    """Print a line for each board and number of given steps."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=30.0)
    words = parser.parse_args()
    print("board   given  median s  longest s  median solutions  not counted")
    for text, given in CASES:
        board, dice = Board.parse(text), random.Random(1)
        times, solutions, late = [], [], 0
        for seed in range(words.questions):
            tour = Tours(board).find(seed=seed + 1)
            turn = dice.randrange(len(tour))
            steps = dice.sample(range(len(tour)), given)
            at = {tour[(step + turn) % len(tour)]: step + 1 for step in steps}
            began = time.process_time()
            try:
                found = Tours(board, at=at).count(timeout=words.seconds, threads=1)
                solutions.append(found)
            except NotFoundError:
                late += 1
                solutions.append(10**18)
            times.append(time.process_time() - began)
        middle = statistics.median(solutions)
        print(
            f"{text:<7} {given:>5} {statistics.median(times):>9.3f} {max(times):>10.3f} "
            f"{'-' if middle == 10**18 else round(middle):>17} {late:>12}"
        )


if __name__ == "__main__":
    main()
