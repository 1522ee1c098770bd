"""How far a cluster carries: a thousand machines simulated, and a sweep shared by many on paper.

    python benchmarks/cluster_simulation.py docs/pictures

Reads nothing and measures nothing: what was measured by `benchmarks/cluster.py`, and what is
assumed of rented machines, stands at the top. Prints the tables of docs/cluster.md and draws its
pictures.
"""

from __future__ import annotations

import functools
import heapq
import math
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import matplotlib as mpl

from babieca import Board, Limits, Tours
from babieca.engines.retirement import retirement_order
from babieca.engines.sweep.moduli import bound_bits
from babieca.engines.sweep.sweeps import prepare

# Measured, of one thread: by `benchmarks/cluster.py pieces listing`, and 8x8 in docs/counting.md.
TOURS_VISITED_PER_SECOND = 3.7e6
TOURS_LISTED_PER_SECOND = 1.5e6
COUNTERS_PER_SECOND = 3.6e8
OVERHEAD_SECONDS = 0.005
"""Of a job, of the one client and the one scheduler."""

# Assumed: what is rented. A machine of 16 threads and 64 GiB; a large one has 512 GiB.
THREADS = 16
DOLLARS_PER_HOUR = 0.80
LARGE_DOLLARS_PER_HOUR = 4.00
NETWORK_BYTES_PER_SECOND = 25e9 / 8
EFFICIENCY_OF_THREADS = 0.5
"""Sweeps move at the speed of memory: sixteen threads are taken to be worth eight."""

CLOSED_8X8, CLOSED_6X8 = 13_267_364_410_532, 55_488_142
"""Tours: McKay 1997, and `babieca count 6x8`."""

MACHINES = (1, 10, 100, 1000)


@dataclass(frozen=True)
class Work:
    """Jobs with durations on one worker; `per_machine` of them run at once on a machine."""

    name: str
    seconds: Sequence[float]
    per_machine: int
    dollars_per_hour: float
    serial: float = 0.0  # what the client does alone with the answers


def simulated(work: Work, machines: int) -> float:
    """Return the seconds that all jobs take; one dispatcher hands them out one by one."""
    workers = min(machines * work.per_machine, len(work.seconds))
    free = [0.0] * workers
    dispatcher = 0.0
    for seconds in work.seconds:
        dispatcher = max(dispatcher + OVERHEAD_SECONDS, free[0])
        heapq.heapreplace(free, dispatcher + seconds)
    return max(*free, work.serial)


def eight_bit_moduli(bits: int) -> int:
    """Return how many coprime moduli of eight bits exceed a bound, and one as a check."""
    chosen: list[int] = []
    for candidate in range(256, 1, -1):
        if math.prod(chosen).bit_length() > bits:
            break
        if all(math.gcd(candidate, other) == 1 for other in chosen):
            chosen.append(candidate)
    return len(chosen) + 1


@functools.cache
def planned(rows: int, columns: int) -> list[float]:
    """Return the counters of each layer, as `babieca plan` has them."""
    plan = prepare(Tours(Board(rows, columns)).question, Limits()).block_plan()
    return [float(layer.counters) for layer in plan.layers[1:]]


def works() -> list[Work]:
    """Return the three questions of the page, in jobs."""
    dice = random.Random(1)
    sweep = sum(planned(10, 10)) / COUNTERS_PER_SECOND / (THREADS * EFFICIENCY_OF_THREADS)
    moduli = eight_bit_moduli(bound_bits(Tours(Board(10, 10)).question))
    visits = CLOSED_8X8 / TOURS_VISITED_PER_SECOND
    pieces = 50_000
    listing = CLOSED_6X8 / TOURS_LISTED_PER_SECOND
    return [
        Work("10x10, 8-bit moduli", [sweep] * moduli, 1, LARGE_DOLLARS_PER_HOUR),
        Work("8x8 by visiting", _uneven(visits, pieces, dice), THREADS, DOLLARS_PER_HOUR),
        Work(
            "6x8 by listing",
            _uneven(listing, 1000, dice),
            THREADS,
            DOLLARS_PER_HOUR,
            serial=CLOSED_6X8 * 48 * 4 / NETWORK_BYTES_PER_SECOND,
        ),
    ]


def _uneven(total: float, count: int, dice: random.Random) -> list[float]:
    """Return durations of pieces that nodes bound from above, but many end early."""
    drawn = [min(1.0, 10 ** dice.uniform(-3, 0.5)) for _ in range(count)]
    return [total * share / sum(drawn) for share in drawn]


def scaling(folder: Path) -> None:
    """Print and draw time, price and efficiency by machines."""
    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "babieca"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 2, figsize=(10, 4))
    print("| work | machines | hours | dollars | efficiency |\n|---|---|---|---|---|")
    for work in works():
        alone = simulated(work, 1)
        times = {machines: simulated(work, machines) for machines in MACHINES}
        for machines, seconds in times.items():
            hours = seconds / 3600
            price = hours * machines * work.dollars_per_hour
            share = alone / seconds / machines
            row = f"{hours:,.2g} | {price:,.2g} | {share:.0%}"
            print(f"| {work.name} | {machines} | {row} |")
        many = [2**n for n in range(11)]
        found = [simulated(work, machines) for machines in many]
        axes[0].loglog(many, [s / 3600 for s in found], label=work.name)
        shares = [100 * alone / s / m for m, s in zip(many, found, strict=True)]
        axes[1].semilogx(many, shares, label=work.name)
    for axis, title in zip(axes, ("hours", "efficiency, %"), strict=True):
        axis.set(xlabel="machines of 16 threads", title=title)
        axis.grid(alpha=0.3)
        axis.legend()
    figure.tight_layout()
    figure.savefig(folder / "cluster_scaling.svg", metadata={"Date": None})


def states(slots: int) -> int:
    """Return the matchings of some slots: the states that a layer has, but for its two rules."""
    return sum(
        math.comb(slots, 2 * k) * math.prod(range(1, 2 * k, 2)) * 2 ** (slots - 2 * k)
        for k in range(slots // 2 + 1)
    )


def steps_of(rows: int, columns: int) -> list[tuple[set[int], set[int]]]:
    """Return, step by step, the squares in the frontier after it and those that it touches."""
    graph = Tours(Board(rows, columns)).question.graph
    order = retirement_order(graph).tolist()
    time = {vertex: step for step, vertex in enumerate(order)}
    found = []
    frontier: set[int] = set()
    for step, vertex in enumerate(order):
        later = {other for other in graph.near(vertex) if time[other] > step}
        frontier = (frontier | later) - {vertex}
        found.append((frontier, {vertex} | later))
    return found


def layers_of(rows: int, columns: int, steps: list[tuple[set[int], set[int]]]) -> list[float]:
    """Return the counters of each layer: as planned, or, where that is too wide, estimated.

    The two rules leave a part of all states that hardly changes from 16 slots to 20.
    """
    if min(rows, columns) <= 10:
        return planned(rows, columns)
    ratio = max(planned(8, 8)) / states(16)
    return [ratio * states(len(frontier)) for frontier, _ in steps]


def sharded(rows: int, columns: int, slots: int = 5) -> tuple[float, float, float]:
    """Return the peak, the sum of all layers and the counters sent, for shards by slots' types.

    A step changes the types of the slots that it touches and of no others, so shards by the types
    of others stay where they are. A slot that is about to be touched is replaced by the one that is
    touched last of all; then everything is sent but the part that happens to stay.
    """
    steps = steps_of(rows, columns)
    layers = layers_of(rows, columns, steps)
    chosen: set[int] = set()
    sent = 0.0
    for step, (frontier, now) in enumerate(steps):
        stay = chosen - now
        coming = steps[step:]

        def next_touch(square: int, coming: list[tuple[set[int], set[int]]] = coming) -> int:
            times = (time for time, (_, touched) in enumerate(coming) if square in touched)
            return next(times, len(coming))

        others = sorted(frontier - now - stay, key=next_touch, reverse=True)
        replaced = min(slots - len(stay), len(others))
        chosen = stay | set(others[:replaced])
        sent += layers[step] * (1 - 3.0**-replaced)
    return max(layers), sum(layers), sent


def shared_sweep(machines: int = 100) -> None:
    """Print what a sweep over many machines takes: bytes, network, time, price."""
    print("\n| board | moduli | TB at the peak | GB each | PB sent | hours | dollars |")
    print("|---|---|---|---|---|---|---|")
    for rows, columns in ((10, 10), (10, 12), (12, 12)):
        moduli = eight_bit_moduli(bound_bits(Tours(Board(rows, columns)).question))
        peak, total, sent = sharded(rows, columns)
        computing = total / COUNTERS_PER_SECOND / (THREADS * EFFICIENCY_OF_THREADS) / machines
        sending = sent / machines / NETWORK_BYTES_PER_SECOND
        hours = moduli * (computing + sending) / 3600
        price = hours * machines * DOLLARS_PER_HOUR
        print(
            f"| {rows}x{columns} | {moduli} | {peak / 1e12:.3g} | {peak / 1e9 / machines:,.3g} | "
            f"{moduli * sent / 1e15:.3g} | {hours:,.3g} | {price:,.3g} |"
        )
        print(
            f"<!-- {rows}x{columns}: {computing:.0f} s of computing and {sending:.0f} s of sending "
            "for each modulus -->"
        )


if __name__ == "__main__":
    scaling(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
    shared_sweep()
