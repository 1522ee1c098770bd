"""Measure sweeps on a GPU: seconds, bytes, and the time of each kind of launch.

`python benchmarks/gpu.py 8x8 8x8m 9x10:32:4294967291` counts closed tours and prints one line per
sweep. `p` before the sides counts paths, `m` behind them uses a mirror; the counter width and the
modulus follow. `--kernels` adds a line for each kind of block, timed by the GPU. With `--part 2`
the GPU holds half of the counters and the host the rest.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from typing import Any

from babieca import Board, _core
from babieca.engines.sweep.gpu.cuda import CudaMachine
from babieca.engines.sweep.gpu.gpus import (
    count_on_gpu,
    find_gpu,
)
from babieca.engines.sweep.gpu.machines import Sizes
from babieca.engines.sweep.sweeps import prepare
from babieca.limits import Limits
from babieca.questions import Question

KNOWN = {
    "6x6": 9862,
    "p6x6": 3318960,
    "6x8": 55488142,
    "7x8": 34524432316,
    "8x8": 13267364410532,
    "p8x8": 9795914085489952,
    "9x10": 19381952998732022416892,
    "p9x9": 7299281878529687656536,
    "10x10": 107102835356258748693851520,
}


class TimedMachine(CudaMachine):
    """A GPU that records the time of each kind of launch."""

    def __init__(self, sizes: Sizes) -> None:
        """Begin with no launches."""
        super().__init__(sizes)
        self.launches: list[tuple[Any, Any, Any]] = []
        self.list_bytes = self.moved_bytes = 0

    def run(self, number: int, batch: Any, moduli: Any) -> None:
        """Count the bytes of the lists, and the bytes sent to and from the host."""
        self.list_bytes += batch.bytes
        self.moved_bytes += sum(
            size
            for begin, end, size in batch.shifts
            if (begin < self._capacity) != (end < self._capacity)
        )
        super().run(number, batch, moduli)

    def _launch(self, launch: Any, *rest: int) -> None:
        begin, end = self._cupy.cuda.Event(), self._cupy.cuda.Event()
        begin.record()
        super()._launch(launch, *rest)
        end.record()
        self.launches.append((launch, begin, end))

    def table(self) -> None:
        """Print the time by pairs."""
        rows: dict[tuple[int, int], list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0, 0.0])
        elapsed = self._cupy.cuda.get_elapsed_time
        for launch, begin, end in self.launches:
            size = 1
            for odd in range(1, 2 * launch.pairs, 2):
                size *= odd
            seconds = elapsed(begin, end) / 1000
            row = rows[launch.pairs, launch.counter_bytes]
            row[0] += 1
            row[1] += launch.goal_count
            row[2] += launch.goal_count * size
            row[3] += seconds
        total = sum(row[3] for row in rows.values())
        for (pairs, width), (count, goals, counters, seconds) in sorted(rows.items()):
            rate = counters / max(seconds, 1e-9) / 1e9
            print(
                f"    {pairs:2} pairs {8 * width:2} bits {count:6.0f} launches "
                f"{goals:9.3g} blocks {counters:9.3g} counters {seconds:8.3f} s {rate:8.1f} G/s"
            )
        print(
            f"    all {total:.3f} s on the GPU, {self.list_bytes / 1e9:.2f} GB of lists, "
            f"{self.moved_bytes / 1e9:.2f} GB to and from the host"
        )


def measure(text: str, threads: int, kernels: bool, part: float | None) -> None:
    """Run one line of the table."""
    name, *rest = text.split(":")
    bits, modulus = (int(rest[0]) if rest else 64), (int(rest[1]) if rest[1:] else 0)
    mirrored = name.endswith("m")
    plain = name.rstrip("m")
    sides = sorted((int(side) for side in plain.lstrip("p").split("x")), reverse=True)
    question = Question.ask(Board(*sides), "path" if plain.startswith("p") else "closed")
    began = time.perf_counter()
    ready = prepare(question, Limits(), mirror=mirrored)
    planned = time.perf_counter() - began
    plan = ready.block_plan()
    capacity, host = (
        min(_core.gpu_best_bytes(plan, bits), find_gpu(Limits()).memory.for_counters(plan)[0]),
        0,
    )
    if part is not None:
        capacity = int(_core.gpu_least_bytes(plan, bits) / part)
        host = _core.gpu_best_host_bytes(plan, bits, capacity)
    machines = []

    def make(sizes: Sizes) -> CudaMachine:
        machines.append(TimedMachine(sizes) if kernels else CudaMachine(sizes))
        return machines[-1]

    begun = time.perf_counter()
    found = count_on_gpu(ready, make, [modulus], bits, capacity, threads, None, host)
    seconds = time.perf_counter() - begun
    known = KNOWN.get(plain)
    right = known is None or found.residues[0] == known % (modulus or 2**bits)
    print(
        f"{text:28} {seconds:8.3f} s  plan {planned:6.2f} s  {found.counters:.3g} counters "
        f"{found.peak_bytes / 1e9:.2f} GB  {found.residues[0]} {'ok' if right else 'WRONG'}",
        flush=True,
    )
    if kernels:
        machines[0].table()


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sweeps", nargs="+")
    parser.add_argument("--threads", type=int, default=16)
    parser.add_argument("--kernels", action="store_true")
    parser.add_argument("--part", type=float)
    words = parser.parse_args()
    for text in words.sweeps:
        measure(text, words.threads, words.kernels, words.part)


if __name__ == "__main__":
    main()
