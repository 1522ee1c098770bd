"""Simulate a thousand machines, and estimate a sweep that many machines share.

    python benchmarks/cluster_simulation.py docs/pictures

The durations of tasks were measured: residues in docs/records/residues.jsonl, pieces of a search
in docs/records/pieces.jsonl (`benchmarks/cluster.py record`). The assumptions about rented machines
are at the top. The program prints the tables of docs/cluster.md and draws its pictures.
"""

from __future__ import annotations

import functools
import heapq
import json
import math
import random
import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib as mpl

from babieca import Board, Limits, Tours
from babieca.engines.retirement import retirement_order
from babieca.engines.sweep.moduli import bounds_of
from babieca.engines.sweep.sweeps import prepare

RECORDS = Path(__file__).parent.parent / "docs" / "records"

# Measured, of one thread: by `benchmarks/cluster.py pieces listing`, and 8x8 in docs/counting.md.
TOURS_VISITED_PER_SECOND = 4.7e6
TOURS_LISTED_PER_SECOND = 1.4e6
COUNTERS_PER_SECOND = 3.6e8
OVERHEAD_SECONDS = 0.003
"""Of the client and the scheduler for each task: `benchmarks/cluster.py overhead`."""

# Assumed: the rented machine. A machine of 16 threads and 64 GiB, or one with an NVIDIA H200.
THREADS = 16
DOLLARS_PER_HOUR = 0.80
GPU_DOLLARS_PER_HOUR = 4.00
NETWORK_BYTES_PER_SECOND = 25e9 / 8
EFFICIENCY_OF_THREADS = 0.5
"""Memory limits the speed of a sweep: sixteen threads are assumed to be worth eight."""

CLOSED_8X8, CLOSED_6X8 = 13_267_364_410_532, 55_488_142
"""Tours: McKay 1997, and `babieca count 6x8`."""

MACHINES = (1, 10, 100, 1000)
STYLES = ("o-", "s-", "s--", "^-")
MOST_SIMULATED = 200_000
LONGER = 100
"""Factor by which pieces of a search are longer for clusters of many machines."""


@dataclass(frozen=True)
class Work:
    """Tasks with durations on one worker; `per_machine` of them run at once on a machine.

    `alike` equal tasks come before these. They keep all machines busy, so they are not simulated.
    """

    name: str
    seconds: Sequence[float]
    per_machine: int
    dollars_per_hour: float
    alike: int = 0
    serial: float = 0.0  # seconds in which the client receives the answers


def simulated(work: Work, machines: int) -> float:
    """Return the seconds for all tasks; one dispatcher sends them one by one."""
    workers = min(machines * work.per_machine, len(work.seconds))
    steady = max(statistics.fmean(work.seconds) / workers, OVERHEAD_SECONDS) * work.alike
    free = [0.0] * workers
    dispatcher = 0.0
    for seconds in work.seconds:
        dispatcher = max(dispatcher + OVERHEAD_SECONDS, free[0])
        heapq.heapreplace(free, dispatcher + seconds)
    return max(steady + max(free), work.serial)


def eight_bit_moduli(bits: int) -> int:
    """Return the number of coprime 8-bit moduli whose product exceeds a bound, plus one check."""
    chosen: list[int] = []
    for candidate in range(256, 1, -1):
        if math.prod(chosen).bit_length() > bits:
            break
        if all(math.gcd(candidate, other) == 1 for other in chosen):
            chosen.append(candidate)
    return len(chosen) + 1


@functools.cache
def planned(rows: int, columns: int) -> list[float]:
    """Return the counters of each layer, from `babieca plan`."""
    plan = prepare(Tours(Board(rows, columns)).question, Limits()).block_plan()
    return [float(layer.counters) for layer in plan.layers[1:]]


def recorded(name: str) -> list[dict[str, Any]]:
    """Return the lines of a record."""
    return [json.loads(line) for line in (RECORDS / name).read_text().splitlines()]


def pieces_of(work: str, tours: int, speed: float, longer: int = 1) -> tuple[list[float], int]:
    """Return durations drawn from the recorded pieces, and the number of further pieces.

    The recording machine was busy, so the durations are scaled to the speed of a free thread.
    """
    lines = [line for line in recorded("pieces.jsonl") if line["work"] == work]
    met = sum(line["tours"] for line in lines)
    scale = longer * met / speed / sum(line["seconds"] for line in lines)
    count = round(tours * len(lines) / met / longer)
    dice = random.Random(1)
    drawn = dice.choices([line["seconds"] for line in lines], k=min(count, MOST_SIMULATED))
    return [scale * seconds for seconds in drawn], count - len(drawn)


def works() -> list[Work]:
    """Return the questions of the docs page, in tasks."""
    residues = [
        line["seconds"]
        for line in recorded("residues.jsonl")
        if line["question"] == "closed 10x10" and line["modulus"] <= 256
    ]
    as_they_are = pieces_of("8x8 by visiting", CLOSED_8X8, TOURS_VISITED_PER_SECOND)
    long = pieces_of("8x8 by visiting", CLOSED_8X8, TOURS_VISITED_PER_SECOND, LONGER)
    listing = pieces_of("6x7 by listing", CLOSED_6X8, TOURS_LISTED_PER_SECOND)
    client = CLOSED_6X8 * 48 * 4 / NETWORK_BYTES_PER_SECOND
    machine = (THREADS, DOLLARS_PER_HOUR)
    return [
        Work("10x10, 8-bit moduli, on GPUs", residues, 1, GPU_DOLLARS_PER_HOUR),
        Work("8x8 by visiting", as_they_are[0], *machine, as_they_are[1]),
        Work(f"8x8, pieces {LONGER} times as long", long[0], *machine, long[1]),
        Work("6x8 by listing", listing[0], *machine, listing[1], client),
    ]


def scaling(folder: Path) -> None:
    """Print and draw time, price and efficiency by the number of machines."""
    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "babieca"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 2, figsize=(10, 4.2))
    print("| work | tasks | machines | hours | dollars | efficiency |\n|---|---|---|---|---|---|")
    for work, style in zip(works(), STYLES, strict=True):
        alone = simulated(work, 1)
        times = {machines: simulated(work, machines) for machines in MACHINES}
        for machines, seconds in times.items():
            hours = seconds / 3600
            price = hours * machines * work.dollars_per_hour
            share = alone / seconds / machines
            row = f"{hours:,.2g} | {price:,.2g} | {share:.0%}"
            tasks = len(work.seconds) + work.alike
            print(f"| {work.name} | {tasks} | {machines} | {row} |")
        many = [2**n for n in range(11)]
        found = [simulated(work, machines) for machines in many]
        axes[0].loglog(many, [s / 3600 for s in found], style, label=work.name)
        shares = [100 * alone / s / m for m, s in zip(many, found, strict=True)]
        axes[1].semilogx(many, shares, style, label=work.name)
    for axis, title in zip(axes, ("hours", "efficiency, %"), strict=True):
        axis.set(xlabel="machines", title=title, xticks=MACHINES, xticklabels=MACHINES)
        axis.minorticks_off()
        axis.grid(alpha=0.3)
        axis.spines[["top", "right"]].set_visible(False)
    axes[1].set_ylim(0, 105)
    names = axes[0].get_legend_handles_labels()
    figure.legend(*names, loc="lower center", ncols=len(names[1]), frameon=False)
    figure.tight_layout(rect=(0, 0.08, 1, 1))
    figure.savefig(folder / "cluster_scaling.svg", metadata={"Date": None})


def states(slots: int) -> int:
    """Return the number of matchings of slots: the states of a layer without its two rules."""
    return sum(
        math.comb(slots, 2 * k) * math.prod(range(1, 2 * k, 2)) * 2 ** (slots - 2 * k)
        for k in range(slots // 2 + 1)
    )


def steps_of(rows: int, columns: int) -> list[tuple[set[int], set[int]]]:
    """Return for each step the frontier after it and the squares that it touches."""
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
    """Return the counters of each layer: planned, or estimated if the board is too wide.

    The two rules leave a share of all states that hardly changes from 16 to 20 slots.
    """
    if min(rows, columns) <= 10:
        return planned(rows, columns)
    ratio = max(planned(8, 8)) / states(16)
    return [ratio * states(len(frontier)) for frontier, _ in steps]


def sharded(rows: int, columns: int, slots: int = 5) -> tuple[float, float, float]:
    """Return the peak, the sum of all layers and the counters sent, for shards by slot types.

    A step changes only the types of the slots that it touches, so shards by the types of other
    slots stay in place. Before a slot is touched, the slot that is touched last replaces it as a
    shard key; then all counters are sent, except for a share that stays by chance.
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
    """Print the bytes, network traffic, time and price of a sweep over many machines."""
    print("\n| board | moduli | TB at the peak | GB each | PB sent | hours | dollars |")
    print("|---|---|---|---|---|---|---|")
    for rows, columns in ((10, 10), (10, 12), (12, 12)):
        moduli = eight_bit_moduli(bounds_of(Tours(Board(rows, columns)).question).bits)
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
