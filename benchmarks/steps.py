"""Measure the search for tours with given steps: `python benchmarks/steps.py`.

For each board, some random steps of random closed tours are given. The table has the median and the
longest processor time of all threads until all solutions are counted, the median of the nodes
(decisions) and the median of the solutions. A question not counted within `--seconds` counts
as larger than all others. `python benchmarks/steps.py 8x8=8 --threads 2` measures one line.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import time

from babieca import Board, Tours
from babieca.errors import NotFoundError

CASES = ("6x6=4", "6x6=8", "8x8=8", "8x8=12", "8x8=16", "10x10=15", "10x10=25")


def main() -> None:
    """Print a line for each board and number of given steps."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", nargs="*", default=CASES, help="board=given, such as 8x8=8")
    parser.add_argument("--questions", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--threads", type=int, default=1)
    words = parser.parse_args()
    print("board   given  median s  longest s  median nodes  median solutions  not counted")
    for case in words.cases:
        text, given = case.split("=")
        board, dice = Board.parse(text), random.Random(1)
        times, nodes, solutions = [], [], []
        for seed in range(words.questions):
            tour = Tours(board).find(seed=seed + 1)
            turn = dice.randrange(len(tour))
            steps = dice.sample(range(len(tour)), int(given))
            at = {tour[(step + turn) % len(tour)]: step + 1 for step in steps}
            began = time.process_time()
            try:
                counted = Tours(board, at=at).count_report(
                    timeout=words.seconds, threads=words.threads
                )
                nodes.append(float(counted.counters))
                solutions.append(float(counted.value))
                times.append(time.process_time() - began)
            except NotFoundError:
                nodes.append(math.inf)
                solutions.append(math.inf)
                times.append(math.inf)
        print(
            f"{text:<7} {given:>5} {statistics.median(times):>9.3f} {max(times):>10.3f} "
            f"{statistics.median(nodes):>13.0f} {statistics.median(solutions):>17.0f} "
            f"{solutions.count(math.inf):>12}"
        )


if __name__ == "__main__":
    main()
