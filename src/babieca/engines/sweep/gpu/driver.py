"""One sweep on a GPU: the core fills buffers with lists, the GPU runs them; its sizes in bytes."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass

from babieca import _core
from babieca.engines.sweep.gpu.machines import Machine, MakeMachine, Sizes
from babieca.engines.sweep.sweeps import Prepared
from babieca.progress import Report

LEAST_BUFFER, MOST_BUFFER = 2**20, 2**28
BYTES_PER_BLOCK = 28
"""Of buffers for lists: more than half of the lists of a layer."""

LISTS_PER_SECOND, COUNTERS_PER_SECOND = 3.4e9, 1.2e11
"""Bytes of lists that 16 threads make, and counters that an H200 computes: see docs/gpu.md."""

BYTES_LISTED = 32
"""Of lists, for a block: about the same on boards of all sizes."""

ALIGNED = 256
"""Copies of the counters begin at multiples of so many bytes."""


@dataclass(frozen=True)
class GpuCount:
    """The result of a sweep on a GPU: a residue per modulus."""

    residues: tuple[int, ...]
    exact: tuple[bool, ...]
    counters: int
    peak_bytes: int
    device: str


def least_bytes(plan: _core.CountingPlan, counter_bits: int) -> int:
    """Return the bytes of one copy of the counters: all that are alive at once, and rounding."""
    return _aligned(plan.wave_counters * counter_bits // 8 + _rounding(plan))


def best_bytes(plan: _core.CountingPlan, counter_bits: int) -> int:
    """Return the bytes with which whole strides are under way at once; more is of no use."""
    return least_bytes(plan, counter_bits) + _aligned(plan.peak_counters * counter_bits // 4)


def least_gpu_bytes(plan: _core.CountingPlan, counter_bits: int) -> int:
    """Return the bytes that must be on the GPU: one step of the largest wave."""
    return _aligned(plan.alone_counters * counter_bits // 8 + _rounding(plan))


def least_host_bytes(plan: _core.CountingPlan, counter_bits: int, capacity: int) -> int:
    """Return the bytes that the host needs beside a GPU; it receives whole segments."""
    beyond = least_bytes(plan, counter_bits) - capacity
    return _aligned(max(0, beyond) + plan.segment_counters * counter_bits // 8 + _rounding(plan))


def best_host_bytes(plan: _core.CountingPlan, counter_bits: int, capacity: int) -> int:
    """Return the bytes of the host with which a part of the GPU is sent there at once."""
    spare = _aligned(capacity // _core.gpu_spare_part)
    return least_host_bytes(plan, counter_bits, capacity) + spare


def _rounding(plan: _core.CountingPlan) -> int:
    return 128 * int(3 ** ((plan.slot_count + 1) // 2))


def _aligned(size: int) -> int:
    return -(-size // ALIGNED) * ALIGNED


def buffer_bytes(plan: _core.CountingPlan) -> int:
    most_blocks = max(layer.blocks for layer in plan.layers)
    return min(max(most_blocks * BYTES_PER_BLOCK, LEAST_BUFFER), MOST_BUFFER)


def expected_seconds(plan: _core.CountingPlan, moduli: int, sweeps: int) -> float:
    """Return the expected time on an H200: lists take time per sweep, counters per modulus."""
    lists = sum(layer.blocks for layer in plan.layers) * BYTES_LISTED
    return sweeps * lists / LISTS_PER_SECOND + moduli * plan.total_counters / COUNTERS_PER_SECOND


def count_on_gpu(
    ready: Prepared,
    make_machine: MakeMachine,
    moduli: Sequence[int],
    counter_bits: int,
    capacity: int,
    threads: int,
    report: Report | None,
    host: int = 0,
) -> GpuCount:
    """Sweep with `capacity` bytes of the GPU and `host` bytes of the host for each modulus.

    A modulus of 0 lets the counters wrap.
    """
    plan = ready.block_plan()
    width = counter_bits // 8
    capacity = capacity // ALIGNED * ALIGNED
    host = host // ALIGNED * ALIGNED
    feed = _core.GpuFeed(ready.sweep, plan, width, threads, capacity, host)
    machine = make_machine(Sizes(len(moduli), width, capacity, host, buffer_bytes(plan)))
    with contextlib.closing(machine):
        _run(feed, machine, moduli, report)
        exact_bits = 63 if width == 8 else 8 * width
        seen = machine.seen()
        return GpuCount(
            tuple(
                0 if feed.answer is None else machine.read(copy, feed.answer, width)
                for copy in range(len(moduli))
            ),
            tuple(
                modulus == 0 and int(seen[copy]) < 2**exact_bits
                for copy, modulus in enumerate(moduli)
            ),
            feed.counters,
            feed.peak_bytes + feed.host_peak_bytes,
            machine.name,
        )


def _run(
    feed: _core.GpuFeed, machine: Machine, moduli: Sequence[int], report: Report | None
) -> None:
    while True:
        number, buffer = machine.buffer()
        batch = feed.next(buffer, report)
        if batch.wanted:
            batch = feed.next(machine.larger(number, batch.wanted), report)
        if not batch.launches:
            break
        machine.run(number, batch, moduli)
    machine.finish()
