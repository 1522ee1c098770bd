"""How long one tour of a rectangle takes: `python benchmarks/finding.py [--large]`.

Every case runs in a process of its own, so that its peak of memory is its own. `find` is the time
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
from datetime import UTC, datetime
from typing import Any

from babieca import Board, find_report

Case = tuple[str, tuple[int, ...], dict[str, Any]]

CASES: list[Case] = [
    ("closed", (3, 1000), {"closed": True}),
    ("path", (4, 1000), {}),
    ("path, both ends", (4, 1000), {"start": (0, 500), "end": (3, 2)}),
    ("closed", (3, 100_000), {"closed": True}),
    ("path", (4, 100_000), {}),
    ("closed", (1000, 1000), {"closed": True}),
    ("closed, seed", (1000, 1000), {"closed": True, "seed": 1}),
    ("path from a square", (1000, 1000), {"start": (700, 300)}),
    ("path, odd board", (1001, 1001), {"start": (700, 300)}),
    ("path, both ends", (1000, 1000), {"start": (0, 0), "end": (999, 998)}),
]
LARGE: list[Case] = [
    ("closed", (10_000, 10_000), {"closed": True}),
    ("closed, seed", (10_000, 10_000), {"closed": True, "seed": 1}),
    ("path from a square", (10_000, 10_000), {"start": (7000, 3000)}),
    ("path, odd board", (9999, 9999), {"start": (7000, 3000)}),
    ("path, both ends", (10_000, 10_000), {"start": (0, 0), "end": (9999, 9998)}),
]


def measure(case: Case) -> tuple[float, float, int, int]:
    """Return seconds to find, seconds to check, squares and peak bytes of one case."""
    _, sides, arguments = case
    began = time.perf_counter()
    report = find_report(Board(*sides), **arguments)
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
        what, sides, _ = case
        print(
            f"| {'x'.join(map(str, sides))} | {what} | {find_seconds:.3f} s | "
            f"{check_seconds:.3f} s | {squares / find_seconds:.2e} | {peak / 1e6:.0f} MB |",
            flush=True,
        )


if __name__ == "__main__":
    main()
