"""Compare the speed of two installed versions: the same jobs, as ratios.

    python benchmarks/compare.py BEFORE AFTER               two directories that hold the package
    python benchmarks/compare.py BEFORE AFTER --only find   the jobs whose names contain a word
    make portable                                           a build for this processor, and ours

Each job runs in its own process, with one of the directories as PYTHONPATH, after a small job
of the same kind that imports everything. The two versions take turns. The table has the least wall
seconds, processor seconds and peak memory of several repetitions: on a machine with other load,
only the least are comparable. A ratio below 1 means that AFTER is faster. Both versions must give
the same answers. `--names` gives the names of the two versions in the head of the table.

Version 0.1 had other names for some calls; the two adapters below translate them.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

babieca: Any = importlib.import_module("babieca")
Board: Any = babieca.Board


class Now:
    """The calls of this version."""

    find = staticmethod(lambda *sides, **words: babieca.find(Board(*sides), **words))
    count = staticmethod(lambda *sides, **words: babieca.count(Board(*sides), threads=1, **words))
    listed = staticmethod(lambda *sides, **words: babieca.tours(Board(*sides), **words))
    sample = staticmethod(lambda *sides, **words: babieca.sample(Board(*sides), **words))
    unrank = staticmethod(lambda *sides, **words: babieca.unrank(Board(*sides), **words))
    usage = staticmethod(lambda *sides: babieca.usage(Board(*sides)))
    classes = staticmethod(lambda *sides: int(babieca.classes(Board(*sides))))

    @staticmethod
    def visited(*sides: int, **words: Any) -> Any:
        return babieca.count(Board(*sides), method="search", threads=1, **words)

    @staticmethod
    def fixed(*sides: int, symmetry: str) -> Any:
        return babieca.count(Board(*sides), symmetry=symmetry)

    @staticmethod
    def rank_all(*sides: int, limit: int) -> Any:
        tours = babieca.Tours(Board(*sides))
        return sum(tours.rank_all(list(tours.sample(limit, seed=1))))


class Then(Now):
    """The calls of version 0.1."""

    usage = staticmethod(lambda *sides: babieca.edge_usage(Board(*sides)))
    classes = staticmethod(lambda *sides: babieca.count_classes(Board(*sides)))

    @staticmethod
    def find(*sides: int, kind: str = "closed", **words: Any) -> Any:
        return babieca.find(Board(*sides), closed=kind == "closed", **words)

    @staticmethod
    def visited(*sides: int, **words: Any) -> Any:
        searching = importlib.import_module("babieca.searching")
        return searching.count_tours(Board(*sides), threads=1, **words).count

    @staticmethod
    def fixed(*sides: int, symmetry: str) -> Any:
        return babieca.count_fixed(Board(*sides), symmetry)

    @staticmethod
    def listed(*sides: int, symmetry: str = "", **words: Any) -> Any:
        if symmetry:
            return babieca.symmetric_tours(Board(*sides), symmetry, **words)
        limit = words.pop("limit", None)
        found = babieca.tours(Board(*sides), **words)
        return found if limit is None else (next(found) for _ in range(limit))

    @staticmethod
    def sample(*sides: int, limit: int, **words: Any) -> Any:
        return babieca.sample(Board(*sides), limit, **words)

    @staticmethod
    def unrank(*sides: int, number: int) -> Any:
        return babieca.unrank(Board(*sides), number)

    @staticmethod
    def rank_all(*sides: int, limit: int) -> Any:
        family = babieca.TourFamily(Board(*sides))
        return sum(family.rank(family.sample(limit, seed=1)))


def lengths(tours: Any) -> int:
    """Add up a value of every tour, so that each tour is made."""
    return sum(int(tour.indices[1]) for tour in tours)


A1 = (0, 0)
# The small job that runs first, and the measured job. Both return a number.
Job = tuple[Callable[[Any], int], Callable[[Any], int]]
JOBS: dict[str, Job] = {
    "count 6x8 closed": (lambda api: api.count(5, 6), lambda api: api.count(6, 8)),
    "count 7x8 closed": (lambda api: api.count(5, 6), lambda api: api.count(7, 8)),
    "count 8x8 closed": (lambda api: api.count(5, 6), lambda api: api.count(8, 8)),
    "count 8x8 paths": (
        lambda api: api.count(3, 4, kind="path"),
        lambda api: api.count(8, 8, kind="path"),
    ),
    "count 8x32 closed": (lambda api: api.count(5, 6), lambda api: api.count(8, 32)),
    "count 6x7 paths": (
        lambda api: api.count(3, 4, kind="path"),
        lambda api: api.count(6, 7, kind="path"),
    ),
    "count 5x8 paths, sparse": (
        lambda api: api.count(3, 4, kind="path", method="sparse"),
        lambda api: api.count(5, 8, kind="path", method="sparse"),
    ),
    "count 4x40 paths from a1": (
        lambda api: api.count(3, 4, kind="path", start=A1),
        lambda api: api.count(4, 40, kind="path", start=A1),
    ),
    "count 8x8 half-turn": (
        lambda api: api.fixed(6, 6, symmetry="half-turn"),
        lambda api: api.fixed(8, 8, symmetry="half-turn"),
    ),
    "classes 6x7": (lambda api: api.classes(5, 6), lambda api: api.classes(6, 7)),
    "search count 5x8 closed": (lambda api: api.visited(5, 6), lambda api: api.visited(5, 8)),
    "search count 6x6 paths from a1": (
        lambda api: api.visited(3, 4, kind="path", start=A1),
        lambda api: api.visited(6, 6, kind="path", start=A1),
    ),
    "list 20000 6x6 paths from a1": (
        lambda api: lengths(api.listed(3, 4, kind="path", start=A1)),
        lambda api: lengths(api.listed(6, 6, kind="path", start=A1, limit=20_000)),
    ),
    "list 6x8 half-turn": (
        lambda api: lengths(api.listed(6, 6, symmetry="half-turn")),
        lambda api: lengths(api.listed(6, 8, symmetry="half-turn")),
    ),
    "find 8x8 closed, 200 seeds": (
        lambda api: len(api.find(6, 6)),
        lambda api: lengths(api.find(8, 8, seed=seed) for seed in range(200)),
    ),
    "find 1000x1000 closed": (
        lambda api: len(api.find(6, 6)),
        lambda api: len(api.find(1000, 1000)),
    ),
    "find 4x1000 path": (
        lambda api: len(api.find(4, 5, kind="path")),
        lambda api: len(api.find(4, 1000, kind="path")),
    ),
    "find 50x50x50 closed": (
        lambda api: len(api.find(2, 3, 4)),
        lambda api: len(api.find(50, 50, 50)),
    ),
    "warnsdorff 500x500 path": (
        lambda api: len(api.find(8, 8, kind="path", start=A1, method="warnsdorff")),
        lambda api: len(api.find(500, 500, kind="path", start=A1, method="warnsdorff")),
    ),
    "edges 40x40 closed": (
        lambda api: len(api.find(6, 6, method="edges")),
        lambda api: len(api.find(40, 40, method="edges")),
    ),
    "rotation 30x30 closed": (
        lambda api: len(api.find(6, 6, method="rotation")),
        lambda api: len(api.find(30, 30, method="rotation")),
    ),
    "sample 6x6, 20000 tours": (
        lambda api: lengths(api.sample(5, 6, limit=2, seed=1)),
        lambda api: lengths(api.sample(6, 6, limit=20_000, seed=1)),
    ),
    "rank 6x6, 20000 tours": (
        lambda api: int(api.rank_all(5, 6, limit=2)),
        lambda api: int(api.rank_all(6, 6, limit=20_000)),
    ),
    "unrank 6x7": (
        lambda api: int(api.unrank(5, 6, number=3).indices[1]),
        lambda api: int(api.unrank(6, 7, number=10**6).indices[1]),
    ),
    "usage 6x6": (
        lambda api: sum(api.usage(5, 6).values()),
        lambda api: sum(api.usage(6, 6).values()),
    ),
    "usage 8x8": (
        lambda api: sum(api.usage(5, 6).values()),
        lambda api: sum(api.usage(8, 8).values()),
    ),
}


def run(name: str) -> dict[str, float]:
    """Run one job with the imported version."""
    api = Now if hasattr(babieca, "Tours") else Then
    small, job = JOBS[name]
    small(api)
    wall, processor = time.perf_counter(), time.process_time()
    answer = job(api)
    return {
        "wall": time.perf_counter() - wall,
        "processor": time.process_time() - processor,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "answer": answer,
    }


def run_with(place: str, name: str) -> dict[str, float]:
    """Run one job in a process that imports the package from a directory."""
    command = [sys.executable, __file__, "--run", name]
    environment = {**os.environ, "PYTHONPATH": os.path.abspath(place)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{name} with {place} failed:\n{done.stderr}")
    result: dict[str, float] = json.loads(done.stdout)
    return result


def compare(places: list[str], name: str, repetitions: int) -> None:
    """Print one line: the least seconds of both versions, and their ratios."""
    results: list[list[dict[str, float]]] = [[], []]
    for number in range(repetitions):
        for which in (0, 1) if number % 2 == 0 else (1, 0):
            results[which].append(run_with(places[which], name))
    if len({result["answer"] for side in results for result in side}) > 1:
        sys.exit(f"{name}: the answers differ: {[side[0]['answer'] for side in results]}")
    cells = [name]
    for measure, digits in (("wall", 4), ("processor", 4), ("megabytes", 0)):
        old, new = (min(result[measure] for result in side) for side in results)
        cells += [f"{old:.{digits}f}", f"{new:.{digits}f}", f"{new / old:.2f}"]
    print("|", " | ".join(cells), "|", flush=True)


def main() -> None:
    """Print one table, or run one job."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("places", nargs="*", metavar="DIR", help="directories of the two versions")
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument(
        "--only",
        nargs="+",
        default=[""],
        metavar="WORD",
        help="only jobs whose names contain one of these",
    )
    parser.add_argument("--names", nargs=2, default=["before", "after"], help="of the two versions")
    parser.add_argument("--run", choices=JOBS, metavar="JOB", help="run one job and print JSON")
    chosen = parser.parse_args()
    if chosen.run:
        print(json.dumps(run(chosen.run)))
        return
    if len(chosen.places) != 2:
        parser.error("two directories are needed: before, and after")
    before, after = chosen.names
    measures = " | ".join(f"{one} {before} | {after} | ratio" for one in ("wall s", "CPU s", "MiB"))
    print(f"| job | {measures} |")
    print("|---" * 10 + "|")
    for name in JOBS:
        if any(word in name for word in chosen.only):
            compare(chosen.places, name, chosen.repetitions)


if __name__ == "__main__":
    main()
