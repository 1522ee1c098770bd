"""How fast tours are drawn, numbered and folded, and how far from uniform a heuristic draws them.

python benchmarks/sampling.py                everything but 8x8
python benchmarks/sampling.py --large DIR    8x8 too: an atlas in DIR (7 GiB), 1,000 tours
python benchmarks/sampling.py --symmetry     tours kept by turns and reflections, up to 10x10
python benchmarks/sampling.py --warnsdorff   frequencies of the 9,862 closed tours of 6x6
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from babieca import BabiecaError, Board, NotFoundError, Tour, TourFamily, find
from babieca.memory import human_bytes
from babieca.sampling import build_atlas
from babieca.symmetry import fixed_report

DRAWS = 98_620


def timed(work: Callable[[], Any]) -> tuple[Any, float, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    result = work()
    return result, time.perf_counter() - wall, time.process_time() - cpu


def families(large: str | None) -> None:
    print("board  kind        tours           kept   build s (cpu)   sample/s   rank/s")
    cases = [(Board(6, 6), "closed"), (Board(5, 8), "closed"), (Board(5, 6), "path")]
    cases += [(Board(6, 8), "closed"), (Board(7, 8), "closed")]
    for board, kind in cases:
        show(board, kind, *timed(lambda board=board, kind=kind: TourFamily(board, kind)))
    if large:
        show(Board(8, 8), "closed", *timed(lambda: build_atlas(Board(8, 8), large, say=print)))


def show(board: Board, kind: str, family: TourFamily, wall: float, cpu: float) -> None:
    tours, draw, _ = timed(lambda: family.sample(1000, seed=1))
    _, rank, _ = timed(lambda: family.rank(tours))
    print(
        f"{board!s:<6} {kind:<7} {family.total:>16} {human_bytes(family.bytes):>12} "
        f"{wall:>7.2f} ({cpu:.2f}) {1000 / draw:>10.0f} {1000 / rank:>8.0f}",
        flush=True,
    )


def symmetry() -> None:
    print("board   symmetry                kind         kept  slots  peak states  seconds")
    cases = [
        (Board(rows, columns), name, "closed")
        for rows, columns in [(6, 6), (6, 7), (6, 8), (6, 10), (6, 12), (7, 8), (8, 8), (8, 9)]
        for name in ("half-turn", "left-right reflection", "up-down reflection")
    ]
    cases += [(Board(6, 6), "quarter-turn", "closed"), (Board(10, 10), "quarter-turn", "closed")]
    cases += [(Board(5, 5), "half-turn", "path"), (Board(7, 7), "half-turn", "path")]
    for board, name, kind in cases:
        try:
            report = fixed_report(board, name, kind, memory="4G")
        except BabiecaError as error:
            print(f"{board!s:<7} {name:<22} {error}")
            continue
        print(
            f"{board!s:<7} {name:<22} {kind:<7} {report.value:>11} {report.slots:>5} "
            f"{report.peak_states:>12} {report.seconds:>9.2f}",
            flush=True,
        )


def key(tour: Tour) -> bytes:
    return tour.canonical().indices.tobytes()


def warnsdorff() -> None:
    """Draw closed tours of 6x6 by random Warnsdorff walks and by uniform sampling."""
    board = Board(6, 6)
    family = TourFamily(board)
    walks: Counter[bytes] = Counter()
    starts = random.Random(1)
    seed = 0
    while walks.total() < DRAWS:
        seed += 1
        try:
            tour = find(
                board,
                closed=True,
                start=starts.randrange(36),
                method="warnsdorff",
                options={"criteria": "degree,random"},
                seed=seed,
            )
        except NotFoundError:
            continue
        walks[key(tour)] += 1
    uniform = Counter(map(key, family.sample(DRAWS, seed=1)))
    print(f"{DRAWS} closed tours of 6x6, {DRAWS / len(family):.0f} expected of each")
    for name, seen in (("random Warnsdorff", walks), ("uniform", uniform)):
        expected = DRAWS / len(family)
        chi = sum((times - expected) ** 2 for times in seen.values()) / expected
        chi += (len(family) - len(seen)) * expected
        most = sorted(seen.values(), reverse=True)
        half = next(i for i in range(len(most)) if 2 * sum(most[: i + 1]) >= DRAWS) + 1
        print(
            f"{name:<18} tours seen {len(seen):>5}  most often {most[0]:>5}  "
            f"half of all draws fall on {half:>4} tours  chi-square {chi:>12.0f} "
            f"({len(family) - 1} expected)"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--large", metavar="DIR")
    parser.add_argument("--symmetry", action="store_true")
    parser.add_argument("--warnsdorff", action="store_true")
    options = parser.parse_args()
    if options.symmetry:
        symmetry()
    elif options.warnsdorff:
        warnsdorff()
    else:
        families(options.large)


if __name__ == "__main__":
    main()
