"""The GPU as a sweep uses it: memory, buffers for lists, and launches run in order.

The same lists serve several moduli or weightings at once: each has its own copy of the counters. A
part of each copy is on the GPU, and the rest, at the addresses after it, on the host.

`CudaMachine` (cuda.py) is an NVIDIA GPU. `EmulatedMachine` runs the same kernels on the processor,
slowly, for tests.
"""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from babieca import _core

Bytes = NDArray[np.uint8]
BUFFERS = _core.gpu_buffers
"""The most batches whose lists wait for the GPU."""
SHIFT_BYTES = _core.gpu_shift_bytes
"""Bytes moved at once if counters are shifted to a range that overlaps their own."""
ONE = np.array([1, 0, 0, 0, 0, 0, 0, 0], np.uint8)
"""The counter of the first state, in all widths."""
EMULATED_GAP = 2**12
"""Bytes between the memory of an emulated GPU and that of its host."""


@dataclass(frozen=True)
class Factors:
    """The factors of weighted sweeps: per copy, two numbers for each choice of each step."""

    numbers: NDArray[np.uint64]
    begin: Sequence[int]  # the first choice of each step

    @classmethod
    def of(cls, weightings: Sequence[_core.Weighting]) -> "Factors | None":
        if not weightings:
            return None
        return cls(np.stack([each.factors() for each in weightings]), weightings[0].begin)

    def at(self, copy: int, step: int) -> NDArray[np.uint64]:
        """Return the factors of the choices of a step, and of all later steps."""
        return self.numbers[copy, 2 * self.begin[step] :]


@dataclass(frozen=True)
class Sizes:
    """The memory of a machine: copies of the counters, which have `width` bytes each."""

    copies: int
    width: int
    capacity: int  # bytes of a copy on the GPU
    host: int  # and on the host
    buffer: int  # bytes of a buffer for lists
    factors: Factors | None = None  # of weighted sweeps, a row for each copy


class GpuMachine(Protocol):
    """A GPU with memory for counters. Launches begin in order; no call waits for them."""

    def buffer(self) -> tuple[int, Bytes]:
        """Return the number of a buffer and the buffer, as soon as the GPU has read it."""

    def larger(self, number: int, size: int) -> Bytes:
        """Replace a buffer that was not run yet by a larger one."""

    def run(self, number: int, batch: _core.GpuBatch, moduli: Sequence[int]) -> None:
        """Begin the launches of a batch whose lists are in that buffer, for every modulus."""

    def finish(self) -> None:
        """Wait until all launches are done."""

    def read(self, copy: int, address: int, size: int) -> int:
        """Return a counter of a copy."""

    def seen(self) -> NDArray[np.uint64]:
        """Return, for each copy, the bits that occurred in any sum."""

    def close(self) -> None:
        """Free everything, even while launches run."""


MakeMachine = Callable[[Sizes], GpuMachine]


class EmulatedMachine:
    def __init__(self, sizes: Sizes) -> None:
        self._capacity, self._factors = sizes.capacity, sizes.factors
        whole = sizes.capacity + EMULATED_GAP + sizes.host
        self._memory = np.full((sizes.copies, whole), 0xA5, np.uint8)
        self._memory[:, :8] = ONE
        self._maps = rank_maps()
        self._buffer = np.empty(sizes.buffer, np.uint8)
        self._seen = np.zeros(sizes.copies, np.uint64)

    def buffer(self) -> tuple[int, Bytes]:
        return 0, self._buffer

    def larger(self, number: int, size: int) -> Bytes:
        self._buffer = np.empty(size, np.uint8)
        return self._buffer

    def run(self, number: int, batch: _core.GpuBatch, moduli: Sequence[int]) -> None:
        for copy, modulus in enumerate(moduli):
            memory = self._memory[copy]
            for begin, end, size in batch.shifts:
                source, target = self._offset(begin), self._offset(end)
                memory[target : target + size] = memory[source : source + size].copy()
            seen = self._seen[copy : copy + 1].view(np.uint8)
            factors = None if self._factors is None else self._factors.at(copy, batch.step)
            for launch in batch.launches:
                work = (self._maps, self._buffer, memory, seen)
                _core.emulate_gpu(launch, modulus, *work, self._capacity, EMULATED_GAP, factors)

    def _offset(self, address: int) -> int:
        return address if address < self._capacity else address + EMULATED_GAP

    def finish(self) -> None:
        pass

    def read(self, copy: int, address: int, size: int) -> int:
        at = self._offset(address)
        return int.from_bytes(self._memory[copy, at : at + size].tobytes(), "little")

    def seen(self) -> NDArray[np.uint64]:
        return self._seen

    def close(self) -> None:
        self._memory = np.empty((0, 0), np.uint8)


@functools.cache
def rank_maps() -> NDArray[np.uint16]:
    return _core.gpu_maps()
