"""Measure the time to find one tour of a rectangle: `python benchmarks/finding.py [--large]`.

Every case runs in a process of its own, to measure its peak memory. `find` is the time
of the method, `check` the time to validate the tour and make the object. --large adds the boards of
10^8 squares, which need about 1 GB.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import platform
import resource
import time
from dataclasses import dataclass
from datetime import UTC, datetime

from babieca import Board, Tours
from babieca.questions import Kind, Vertex


@dataclass(frozen=True)
class Case:
    """One row of the table."""

    sides: tuple[int, ...]
    kind: Kind
    what: str = ""
    start: Vertex | None = None
    end: Vertex | None = None
    seed: int | None = None


CASES = [
    Case((3, 1000), "closed"),
    Case((4, 1000), "path"),
    Case((4, 1000), "path", ", both ends", start=(0, 500), end=(3, 2)),
    Case((3, 100_000), "closed"),
    Case((4, 100_000), "path"),
    Case((1000, 1000), "closed"),
    Case((1000, 1000), "closed", ", seed", seed=1),
    Case((1000, 1000), "path", " from a square", start=(700, 300)),
    Case((1001, 1001), "path", ", odd board", start=(700, 300)),
    Case((1000, 1000), "path", ", both ends", start=(0, 0), end=(999, 998)),
]
LARGE = [
    Case((10_000, 10_000), "closed"),
    Case((10_000, 10_000), "closed", ", seed", seed=1),
    Case((10_000, 10_000), "path", " from a square", start=(7000, 3000)),
    Case((9999, 9999), "path", ", odd board", start=(7000, 3000)),
    Case((10_000, 10_000), "path", ", both ends", start=(0, 0), end=(9999, 9998)),
]


def measure(case: Case) -> tuple[float, float, int, int]:
    """Return seconds to find, seconds to check, squares and peak bytes of one case."""
    began = time.perf_counter()
    tours = Tours(Board(*case.sides), case.kind, start=case.start, end=case.end)
    report = tours.find_report(seed=case.seed)
    total = time.perf_counter() - began
    assert report.tour is not None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return report.seconds, total - report.seconds, len(report.tour), peak


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--large", action="store_true", help="boards of 10^8 squares too")
    cases = CASES + (LARGE if parser.parse_args().large else [])
    print(f"{datetime.now(UTC):%Y-%m-%d}, {platform.machine()}, {os.cpu_count()} cores\n")
    print("| board | what | find | check | squares/s (find) | peak memory |")
    print("|---|---|---|---|---|---|")
    spawn = multiprocessing.get_context("spawn")
    for case in cases:
        with spawn.Pool(1) as pool:
            find_seconds, check_seconds, squares, peak = pool.apply(measure, (case,))
        print(
            f"| {'x'.join(map(str, case.sides))} | {case.kind}{case.what} | {find_seconds:.3f} s | "
            f"{check_seconds:.3f} s | {squares / find_seconds:.2e} | {peak / 1e6:.0f} MB |",
            flush=True,
        )


if __name__ == "__main__":
    main()
