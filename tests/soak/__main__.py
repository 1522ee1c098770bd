"""Soak: random questions by every engine, kills, damaged files and budgets, for some minutes.

    python -m tests.soak --minutes 30 --seed 7

Prints the number of trials of each kind. The first wrong answer ends it with exit code 1; the seed
repeats the run.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections.abc import Callable

from tests.soak.graph_trials import digraphs, directed_tables, one_vertex
from tests.soak.store_trials import stores
from tests.soak.trials import (
    LieError,
    Totals,
    damaged,
    killed,
    larger_questions,
    numbers,
    small_questions,
    watched,
)
from tests.soak.verb_trials import given_steps, puzzles, recurrences, sequences, tables

TRIALS: list[Callable[[random.Random, Totals], None]] = [
    small_questions,
    larger_questions,
    numbers,
    given_steps,
    sequences,
    recurrences,
    tables,
    digraphs,
    directed_tables,
    one_vertex,
    puzzles,
    killed,
    damaged,
    stores,
    watched,
]


def soak(seconds: float, seed: int) -> tuple[Totals, str]:
    """Run trials until the time is up, at least a round; return the totals and the first fault."""
    totals: Totals = Totals()
    chance = random.Random(seed)
    began = time.monotonic()
    while True:
        for trial in TRIALS:
            if totals["rounds"] and time.monotonic() - began > seconds:
                return totals, ""
            try:
                trial(chance, totals)
            except Exception as fault:  # a wrong answer, or an unexpected error
                if not isinstance(fault, LieError):
                    traceback.print_exc()
                return totals, f"{trial.__name__}: {fault}"
        totals["rounds"] += 1


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak")
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=None)
    arguments = parser.parse_args()
    seed = arguments.seed if arguments.seed is not None else random.SystemRandom().getrandbits(32)
    print(f"seed {seed}", flush=True)
    totals, wrong = soak(60 * arguments.minutes, seed)
    for name, times in sorted(totals.items()):
        print(f"{times:>9}  {name}")
    if wrong:
        print(f"a wrong answer, with seed {seed}: {wrong}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
