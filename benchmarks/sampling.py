"""Measure sampling, numbering and folding, and how far from uniform a heuristic samples.

python benchmarks/sampling.py                everything but 8x8
python benchmarks/sampling.py --large DIR    8x8 too: an atlas in DIR (7 GiB), 1,000 tours
python benchmarks/sampling.py --symmetry     symmetric tours, up to 10x10
python benchmarks/sampling.py --classes      one tour of each class: lists and canonical forms
python benchmarks/sampling.py --warnsdorff   frequencies of the 9,862 closed tours of 6x6
"""

from __future__ import annotations

import argparse
import functools
import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from babieca import BabiecaError, Board, NotFoundError, Tour, Tours, find
from babieca.memory import human_bytes
from babieca.questions import Kind

DRAWS = 98_620


def timed(work: Callable[[], Any]) -> tuple[Any, float, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    result = work()
    return result, time.perf_counter() - wall, time.process_time() - cpu


def families(large: str | None) -> None:
    print("board  kind        tours           kept   build s (cpu)   sample/s   rank/s")
    cases: list[tuple[Board, Kind]] = [(Board(6, 6), "closed"), (Board(5, 8), "closed")]
    cases += [(Board(5, 6), "path"), (Board(6, 8), "closed"), (Board(7, 8), "closed")]
    for board, kind in cases:
        tours = Tours(board, kind)
        show(tours, *timed(functools.partial(tours.unrank, 0))[1:])
    if large:
        tours = Tours(Board(8, 8))
        show(tours, *timed(lambda: tours.save(large, say=print))[1:])


def show(tours: Tours, wall: float, cpu: float) -> None:
    drawn, draw, _ = timed(lambda: list(tours.sample(1000, seed=1)))
    _, rank, _ = timed(lambda: tours.rank_all(drawn))
    question, numbering = tours.question, tours.numbering
    assert numbering is not None
    print(
        f"{question.board!s:<6} {question.kind:<7} {numbering.total:>16} "
        f"{human_bytes(numbering.bytes):>12} {wall:>7.2f} ({cpu:.2f}) {1000 / draw:>10.0f} "
        f"{1000 / rank:>8.0f}",
        flush=True,
    )


def symmetry() -> None:
    print("board   symmetry                kind         kept  slots       states  seconds")
    cases: list[tuple[Board, str, Kind]] = [
        (Board(rows, columns), name, "closed")
        for rows, columns in [(6, 6), (6, 7), (6, 8), (6, 10), (6, 12), (7, 8), (8, 8), (8, 9)]
        for name in ("half-turn", "left-right reflection", "up-down reflection")
    ]
    cases += [(Board(6, 6), "quarter-turn", "closed"), (Board(10, 10), "quarter-turn", "closed")]
    cases += [(Board(5, 5), "half-turn", "path"), (Board(7, 7), "half-turn", "path")]
    for board, name, kind in cases:
        try:
            report = Tours(board, kind, symmetry=name).count_report(memory="4G")
        except BabiecaError as error:
            print(f"{board!s:<7} {name:<22} {error}")
            continue
        print(
            f"{board!s:<7} {name:<22} {kind:<7} {report.value:>11} {report.slots:>5} "
            f"{report.counters:>12} {report.seconds:>9.2f}",
            flush=True,
        )


def classes() -> None:
    """Compare a list of classes with a list of all tours, and time canonical forms."""
    cases: list[tuple[Board, Kind]] = [(Board(6, 6), "closed"), (Board(5, 6), "path")]
    for board, kind in cases:
        every, asked = Tours(board, kind), Tours(board, kind, up_to="symmetry")
        tours, found = timed(functools.partial(list, every))[::2]
        some, chosen = timed(functools.partial(list, asked))[::2]
        make = functools.partial(Tour.canonical_all, tours, up_to="symmetry")
        forms, form = timed(make)[::2]
        assert set(forms) == set(some)
        print(
            f"{board!s:<5} {kind:<7} {len(tours):>6} tours listed in {found:.3f} s, "
            f"{len(some):>5} classes in {chosen:.3f} s, forms of all in {form:.3f} s (CPU)"
        )
    first = timed(lambda: list(Tours(Board(8, 8), up_to="symmetry").list(10)))[1]
    print(f"8x8   closed  the first 10 classes in {first:.3f} s")


def key(tour: Tour) -> bytes:
    return tour.canonical().indices.tobytes()


def warnsdorff() -> None:
    """Draw closed tours of 6x6 by random Warnsdorff walks and by uniform sampling."""
    board = Board(6, 6)
    tours = Tours(board)
    number = tours.count()
    walks: Counter[bytes] = Counter()
    starts = random.Random(1)
    seed = 0
    while walks.total() < DRAWS:
        seed += 1
        try:
            tour = find(
                board,
                start=starts.randrange(36),
                method="warnsdorff",
                criteria="degree,random",
                seed=seed,
            )
        except NotFoundError:
            continue
        walks[key(tour)] += 1
    uniform = Counter(map(key, tours.sample(DRAWS, seed=1)))
    print(f"{DRAWS} closed tours of 6x6, {DRAWS / number:.0f} expected of each")
    for name, seen in (("random Warnsdorff", walks), ("uniform", uniform)):
        expected = DRAWS / number
        chi = sum((times - expected) ** 2 for times in seen.values()) / expected
        chi += (number - len(seen)) * expected
        most = sorted(seen.values(), reverse=True)
        half = next(i for i in range(len(most)) if 2 * sum(most[: i + 1]) >= DRAWS) + 1
        print(
            f"{name:<18} tours seen {len(seen):>5}  most often {most[0]:>5}  "
            f"half of all draws fall on {half:>4} tours  chi-square {chi:>12.0f} "
            f"({number - 1} expected)"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--large", metavar="DIR")
    parser.add_argument("--symmetry", action="store_true")
    parser.add_argument("--classes", action="store_true")
    parser.add_argument("--warnsdorff", action="store_true")
    options = parser.parse_args()
    if options.symmetry:
        symmetry()
    elif options.classes:
        classes()
    elif options.warnsdorff:
        warnsdorff()
    else:
        families(options.large)


if __name__ == "__main__":
    main()
