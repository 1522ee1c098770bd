"""What a sweep asks of a GPU: memory, a few buffers for lists, and jobs run in order.

The same lists serve several moduli at once: each has a copy of the counters to itself. Of each copy
so many bytes are on the GPU, and so many more, at the addresses behind them, on the host.

`CudaMachine` (cuda.py) is an NVIDIA GPU. `EmulatedMachine` runs the same kernels here, slowly, so
that all of this is tested where there is no GPU.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from babieca import _core

Bytes = NDArray[np.uint8]
BUFFERS = 4
"""At most: lists for so many batches may wait for a GPU that is behind."""
SHIFT_BYTES = 2**26
"""What is moved at once when counters are shifted to a place that overlaps theirs."""
EMULATED_GAP = 2**12
"""Bytes between the memory of an emulated GPU and that of its host."""


@dataclass(frozen=True)
class Sizes:
    """What a machine is to hold: copies of the counters, which have so many bytes each."""

    copies: int
    width: int
    capacity: int  # bytes of a copy on the GPU
    host: int  # and on the host
    buffer: int  # bytes of a buffer for lists


class Machine(Protocol):
    """A GPU with memory for counters. Jobs are begun in order; nothing waits for them."""

    name: str

    def buffer(self) -> tuple[int, Bytes]:
        """Return a buffer for lists, and its number, once the GPU has done with what was in it."""

    def larger(self, number: int, size: int) -> Bytes:
        """Return that buffer made larger, before anything was run with it."""

    def run(self, number: int, batch: _core.GpuBatch, moduli: Sequence[int]) -> None:
        """Begin the jobs of a batch whose lists are in that buffer, for every modulus."""

    def finish(self) -> None:
        """Wait until all jobs are done."""

    def read(self, copy: int, at: int, size: int) -> int:
        """Return a counter of one of the copies."""

    def seen(self) -> NDArray[np.uint64]:
        """Return the bits that occurred in the sums of any layer, by copy."""

    def close(self) -> None:
        """Give all back, whatever is under way: nothing is asked of it any more."""


MakeMachine = Callable[[Sizes], Machine]


class EmulatedMachine:
    """A GPU that is played by the processor."""

    name = "emulated GPU"

    def __init__(self, sizes: Sizes) -> None:
        """Take the memory."""
        self._capacity = sizes.capacity
        whole = sizes.capacity + EMULATED_GAP + sizes.host
        self._memory = np.full((sizes.copies, whole), 0xA5, np.uint8)
        self._memory[:, :8] = (1, 0, 0, 0, 0, 0, 0, 0)
        self._maps = rank_maps()
        self._buffer = np.empty(sizes.buffer, np.uint8)
        self._seen = np.zeros(sizes.copies, np.uint64)

    def buffer(self) -> tuple[int, Bytes]:
        """Return the only buffer."""
        return 0, self._buffer

    def larger(self, number: int, size: int) -> Bytes:
        """Return another buffer."""
        self._buffer = np.empty(size, np.uint8)
        return self._buffer

    def run(self, number: int, batch: _core.GpuBatch, moduli: Sequence[int]) -> None:
        """Run the jobs at once."""
        for copy, modulus in enumerate(moduli):
            memory = self._memory[copy]
            for begin, end, size in batch.shifts:
                source, target = self._place(begin), self._place(end)
                memory[target : target + size] = memory[source : source + size].copy()
            seen = self._seen[copy : copy + 1].view(np.uint8)
            for job in batch.launches:
                _core.emulate_gpu(
                    job,
                    modulus,
                    self._maps,
                    self._buffer,
                    memory,
                    seen,
                    self._capacity,
                    EMULATED_GAP,
                )

    def _place(self, address: int) -> int:
        return address if address < self._capacity else address + EMULATED_GAP

    def finish(self) -> None:
        """Nothing is under way."""

    def read(self, copy: int, at: int, size: int) -> int:
        """Return a counter."""
        place = self._place(at)
        return int.from_bytes(self._memory[copy, place : place + size].tobytes(), "little")

    def seen(self) -> NDArray[np.uint64]:
        """Return the bits that occurred in the sums of any layer, by copy."""
        return self._seen

    def close(self) -> None:
        """Forget the counters."""
        self._memory = np.empty((0, 0), np.uint8)


@functools.cache
def rank_maps() -> NDArray[np.uint16]:
    """Return the maps of ranks as the kernels read them."""
    return _core.gpu_maps()
