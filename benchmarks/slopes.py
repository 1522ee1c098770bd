"""Count closed tours by the slopes of their moves, on a GPU or on the processor.

`python benchmarks/slopes.py 8x8 --balanced` counts the closed tours with equally many moves of each
of the four slopes. `python benchmarks/slopes.py 8x8 --slope 2` prints how many closed tours have
how many moves of one slope. `--device cuda` sweeps many weightings together on a GPU. Finished
evaluations are kept in `--checkpoint DIRECTORY`, and the same command goes on from there.

Balanced tours of n squares have k = n/4 moves of each slope. Let m > k be even. Evaluations at the
m-th roots of unity in three variables tell how many tours have numbers a, b, c of three slopes with
a = b = c = k modulo m. The fourth number d is then k modulo m too, and all four add up to 4k. If
one is not k, then one is at most k - m < 0, which no number of moves is. So only balanced tours are
counted. a + b is even, because columns change by an odd number in just these moves: an even m makes
evaluations equal in pairs, and the symmetries of the board do the same.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from babieca import Tours
from babieca.engines.statistics import statistic_of, sweep_table
from babieca.engines.sweep.distributions import Distribution
from babieca.engines.sweep.weighted import (
    WeightedTask,
    weighted_machine,
    weighted_plan,
    weighted_sums,
)
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.progress import Progress
from babieca.questions import Question


def say(progress: Progress) -> None:
    """Print a line of progress for every 5 percent."""
    share = int(20 * (progress.share or 0.0)) * 5
    if share > say.__dict__.get("last", -1):
        say.__dict__["last"] = share
        print(f"  {share:3} %  {progress.seconds:8.1f} s", flush=True)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("board")
    wanted = parser.add_mutually_exclusive_group(required=True)
    wanted.add_argument("--balanced", action="store_true")
    wanted.add_argument("--slope")
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda", "auto"))
    parser.add_argument("--checkpoint", type=Path)
    parser.add_argument("--tours", type=int, help="the number of all tours, if it is known")
    parser.add_argument("--order", type=int, help="of the roots of unity: even, above squares / 4")
    parser.add_argument("--prime", type=int, default=0, help="take this prime, 0 the largest")
    parser.add_argument("--first", type=int, help="only time so many evaluations")
    words = parser.parse_args()
    question = Question.ask(words.board)
    squares = len(question.graph)
    began = time.perf_counter()
    if words.checkpoint is not None:
        words.checkpoint.mkdir(parents=True, exist_ok=True)
    limits = Limits.of(checkpoint=words.checkpoint, progress=say)
    machine = weighted_machine(limits, words.device)
    tours = words.tours or Tours.of(question).count(device=words.device)
    print(f"{question}: {tours} tours, {time.perf_counter() - began:.1f} s", flush=True)
    statistic = statistic_of(question, "slope" if words.balanced else f"slope:{words.slope}")
    ranges: tuple[tuple[int, int], ...] = ()
    if words.balanced:
        if squares % 4:
            raise BadInputError("the number of squares is no multiple of 4")
        order = words.order or squares // 4 + 2 - squares // 4 % 2
        if order % 2 or order <= squares // 4:
            raise BadInputError("the order is even and above a quarter of the squares")
        ranges = ((0, order - 1),) * 4
    distribution = Distribution(question, statistic.values, ranges)
    plan = weighted_plan(question, limits, machine, keeps=distribution.keeps)
    points = distribution.representatives
    print(
        f"roots of order {distribution.orders}: {distribution.points} points, {len(points)} "
        f"evaluations, {plan.together} together by {plan.method}, {plan.place}",
        flush=True,
    )
    prime = distribution.primes(tours << (61 * words.prime))[words.prime]
    if words.first:
        tasks = [WeightedTask(plan, prime, distribution.weights(p, prime)) for p in points]
        begun = time.perf_counter()
        weighted_sums(tasks[: words.first], limits, machine)
        print(f"{words.first} evaluations: {time.perf_counter() - begun:.2f} s")
        return
    if not words.balanced:
        for (total,), number in sweep_table(distribution, plan, tours, limits, machine).items():
            print(f"{total:4} {number}")
    else:
        tasks = [WeightedTask(plan, prime, distribution.weights(p, prime)) for p in points]
        found = dict(zip(points, weighted_sums(tasks, limits, machine), strict=True))
        numbers = distribution.coefficients(found, tours, prime)
        value = int(numbers[(squares // 4,) * 3])
        assert value <= tours  # a wrong residue is hardly ever this small
        print(f"{squares // 4} moves of each slope: {value} tours (modulo {prime})")
    print(f"{time.perf_counter() - began:.1f} s in all")


if __name__ == "__main__":
    main()
