"""Measure counting in seconds, and in multiples of a fixed loop, to compare machines.

    python benchmarks/counting.py            everything up to 8x8
    python benchmarks/counting.py --quick    without 8x8
    python benchmarks/counting.py --targets  the large counts, each as a command of its own
    python benchmarks/counting.py --records  every published count that tests leave out, both
                                             of Bañón's tables, and the paths of 8x8 if they fit

CPU seconds are the sum over all threads; on a busy machine they vary less than wall seconds.
"""

from __future__ import annotations

import argparse
import itertools
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from babieca import BadInputError, Board, Graph, Tours, count
from babieca.memory import human_bytes
from babieca.questions import Kind
from babieca.reproduce import banon_tables

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.known_counts import known_counts, load


def calibration() -> float:
    """Return the CPU seconds of a fixed loop of permuted additions, like the loops of a sweep."""
    chance = np.random.default_rng(1)
    source = chance.integers(0, 2**32, 10395, dtype=np.uint64)
    permutation = chance.permutation(10395)
    target = np.zeros_like(source)
    began = time.process_time()
    for _ in range(5000):
        target += source[permutation]
    return time.process_time() - began


def measure(name: str, board: Board | Graph, kind: Kind, unit: float) -> None:
    cpu = time.process_time()
    report = Tours(board, kind).count_report()
    cpu = time.process_time() - cpu
    memory = human_bytes(report.peak_bytes)
    print(
        f"{name:<22} {report.value:>22} {report.method:<7} {report.counters:>12.3e} "
        f"{report.seconds:>8.2f} {cpu:>8.2f} {cpu / unit:>9.2f} {memory:>10}",
        flush=True,
    )


def small_boards(unit: float) -> None:
    wall, cpu = time.perf_counter(), time.process_time()
    counted = 0
    for rows, columns in itertools.product(range(1, 41), repeat=2):
        if rows <= columns and rows * columns <= 40:
            count(Board(rows, columns))
            count(Board(rows, columns), "path")
            counted += 2
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    print(
        f"{'all up to 40 squares':<22} {f'{counted} counts':>22} {'':<7} {'':>12} "
        f"{wall:>8.2f} {cpu:>8.2f} {cpu / unit:>9.2f}",
        flush=True,
    )


def table(quick: bool) -> None:
    unit = min(calibration() for _ in range(3))
    print(f"calibration loop: {unit:.3f} CPU s\n")
    header = f"{'graph':<22} {'tours':>22} {'method':<7} {'counters':>12}"
    print(f"{header} {'wall s':>8} {'CPU s':>8} {'ratio':>9} {'memory':>10}")
    small_boards(unit)
    boards = [(6, 6), (6, 8), (7, 8)] + ([] if quick else [(8, 8)])
    for sides in boards:
        measure(f"{sides[0]}x{sides[1]} closed", Board(*sides), "closed", unit)
    measure("6x6 paths", Board(6, 6), "path", unit)
    measure("6x7 paths", Board(6, 7), "path", unit)
    measure("5-cube closed", load("5-cube")[0], "closed", unit)
    measure("2x3x6 closed", Board(2, 3, 6), "closed", unit)
    measure("torus 3x5 closed", Board(3, 5, wrap=True), "closed", unit)


TARGETS = [
    ("8x8", [], 5, 0.8e9),
    ("8x8", ["--path"], 100, 6e9),
    ("8x32", [], 240, None),
    ("9x10", ["--memory", "20GB"], 1800, 20e9),
]
"""Boards, options, and limits of seconds and bytes, meant for two free cores."""


def targets() -> None:
    """Count large boards by the command; seconds and bytes are measured for its process."""
    known = {(name, kind): value for name, kind, value in known_counts(heavy=True)}
    known["board 8x8", "path"] = known["board 8x8", "path_directed"] // 2
    print(
        f"{'count':<12} {'wall s':>8} {'limit':>6} {'CPU s':>8} {'memory':>10} {'limit':>10}  tours"
    )
    for board, words, seconds, memory in TARGETS:
        began = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "babieca", "count", board, *words], stdout=subprocess.PIPE
        )
        printed = process.stdout.read().decode() if process.stdout else ""
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall, cpu = time.perf_counter() - began, used.ru_utime + used.ru_stime
        if process.returncode:
            print(f"{' '.join([board, *words]):<12} ended with {process.returncode}", flush=True)
            continue
        agrees = int(printed) == known[f"board {board}", "path" if "--path" in words else "closed"]
        print(
            f"{' '.join([board, *words]):<12} {wall:>8.1f} {seconds:>6} {cpu:>8.1f} "
            f"{human_bytes(used.ru_maxrss * 1024):>10} "
            f"{human_bytes(int(memory)) if memory else '':>10}  "
            f"{printed.strip()}, which {'agrees' if agrees else 'is WRONG'}",
            flush=True,
        )


def records() -> None:
    """Count the boards that the tests leave out; a wrong count gives exit code 1."""
    wrong = 0
    for name, kind, value in known_counts(heavy=True):
        graph, options = load(name)
        asked: Kind = "closed" if kind == "closed" else "path"
        tours = Tours(graph, asked, directed=kind == "path_directed", **options)
        try:
            report = tours.count_report()
        except BadInputError as error:
            print(f"{name} {kind}: not counted: {error}", flush=True)
            continue
        verdict = "agrees" if report.value == value else f"DIFFERS from {value}"
        wrong += report.value != value
        print(f"{name} {kind}: {report.value} {verdict}, {report.seconds:.1f} s", flush=True)
    for number in (7, 8):
        print(f"\nBañón, table {number}")
        for row in banon_tables.rows(number):
            verdict = "agrees" if row.agrees else "DIFFERS"
            wrong += not row.agrees
            print(f"{'-'.join(map(str, row.squares))} {row.counted} {verdict}", flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(f"\npeak memory of the process: {human_bytes(peak)}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--targets", action="store_true")
    parser.add_argument("--records", action="store_true")
    chosen = parser.parse_args()
    if chosen.records:
        records()
    elif chosen.targets:
        targets()
    else:
        table(chosen.quick)
