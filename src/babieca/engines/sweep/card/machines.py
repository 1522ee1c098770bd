"""What a sweep asks of a card: memory, a few buffers for lists, and jobs run in order.

The same lists serve several moduli at once: each has a copy of the counters to itself. Of each copy
so many bytes are on the card, and so many more, at the addresses behind them, on the host.

`CudaMachine` is an NVIDIA card by way of CuPy, which is imported when one is made; the kernels are
compiled from the core's own text. `EmulatedMachine` runs the same kernels here, slowly, so that all
of this is tested where there is no card.
"""

from __future__ import annotations

import functools
import time
from collections import deque
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.engines.sweep.card.host import HostMemory
from babieca.errors import BadInputError

Bytes = NDArray[np.uint8]
BUFFERS = 4
"""At most: lists for so many batches may wait for a card that is behind."""
COUNTERS = {1: "unsigned char", 2: "unsigned short", 4: "unsigned int", 8: "unsigned long long"}
SHIFT_BYTES = 2**26
"""What is moved at once when counters are shifted to a place that overlaps theirs."""
EMULATED_GAP = 2**12
"""Bytes between the memory of an emulated card and that of its host."""
GROUPS_PER_PROCESSOR = 96
"""Groups of threads in a launch: many more than run at once, so that none waits for a slow one."""


class Machine(Protocol):
    """A card with memory for counters. Jobs are begun in order; nothing waits for them."""

    name: str

    def buffer(self) -> tuple[int, Bytes]:
        """Return a buffer for lists, and its number, once the card has done with what was in it."""

    def larger(self, number: int, size: int) -> Bytes:
        """Return that buffer made larger, before anything was run with it."""

    def run(self, number: int, batch: _core.CardBatch, moduli: Sequence[int]) -> None:
        """Begin the jobs of a batch whose lists are in that buffer, for every modulus."""

    def finish(self) -> None:
        """Wait until all jobs are done."""

    def read(self, copy: int, at: int, size: int) -> int:
        """Return a counter of one of the copies."""

    def seen(self) -> NDArray[np.uint64]:
        """Return the bits that occurred in the sums of any layer, by copy."""


class EmulatedMachine:
    """A card that is played by the processor."""

    name = "emulated card"

    def __init__(self, copies: int, capacity: int, buffer_bytes: int, host: int) -> None:
        """Take the memory."""
        self._capacity = capacity
        self._memory = np.full((copies, capacity + EMULATED_GAP + host), 0xA5, np.uint8)
        self._memory[:, :8] = (1, 0, 0, 0, 0, 0, 0, 0)
        self._maps = _maps()
        self._buffer = np.empty(buffer_bytes, np.uint8)
        self._seen = np.zeros(copies, np.uint64)

    def buffer(self) -> tuple[int, Bytes]:
        """Return the only buffer."""
        return 0, self._buffer

    def larger(self, number: int, size: int) -> Bytes:
        """Return another buffer."""
        self._buffer = np.empty(size, np.uint8)
        return self._buffer

    def run(self, number: int, batch: _core.CardBatch, moduli: Sequence[int]) -> None:
        """Run the jobs at once."""
        for copy, modulus in enumerate(moduli):
            memory = self._memory[copy]
            for begin, end, size in batch.shifts:
                source, target = self._place(begin), self._place(end)
                memory[target : target + size] = memory[source : source + size].copy()
            seen = self._seen[copy : copy + 1].view(np.uint8)
            for job in batch.jobs:
                _core.emulate_card(
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


@functools.cache
def _maps() -> NDArray[np.uint16]:
    return _core.card_maps()


def cupy() -> Any:
    """Return CuPy with a card that works, or say in one line what is missing."""
    try:
        import cupy as found
    except ImportError:
        raise BadInputError(
            "a card needs CuPy, which is not installed; install babieca[gpu], or use device cpu"
        ) from None
    try:
        count = found.cuda.runtime.getDeviceCount()
    except found.cuda.runtime.CUDARuntimeError as error:
        raise BadInputError(f"no card can be used: {_reason(error)}; use device cpu") from None
    if count == 0:
        raise BadInputError("there is no NVIDIA card here; use device cpu")
    return found


def _reason(error: Exception) -> str:
    return str(error).splitlines()[0]


class _Buffer:
    """Lists here and on the card, and what tells that they were copied, and done with."""

    def __init__(self, cuda: Any, size: int) -> None:
        self.lists = cuda.Memory(size)
        self.bytes: Bytes = np.frombuffer(cuda.alloc_pinned_memory(size), np.uint8, size)
        self.copied = cuda.Event(disable_timing=True)
        self.done = cuda.Event(disable_timing=True)


class CudaMachine:
    """An NVIDIA card."""

    def __init__(self, copies: int, capacity: int, buffer_bytes: int, host: int) -> None:
        """Take the memory, having asked whether it is there."""
        self._cupy = cupy()
        cuda = self._cupy.cuda
        properties = cuda.runtime.getDeviceProperties(0)
        self.name = properties["name"].decode()
        self._groups = properties["multiProcessorCount"] * GROUPS_PER_PROCESSOR
        self._capacity = capacity
        self._memory = cuda.Memory(copies * capacity)
        self._host_bytes = host
        self._host = HostMemory(cuda.runtime, copies * host) if host else None
        self._maps = self._cupy.asarray(_maps())
        self._seen = self._cupy.zeros(copies, np.uint64)
        self._between = cuda.Memory(SHIFT_BYTES)
        self._copying = cuda.Stream(non_blocking=True)
        self._running = cuda.Stream(non_blocking=True)
        self._buffer_bytes = buffer_bytes
        self._buffers: list[_Buffer] = []
        self._under_way: deque[int] = deque()  # buffers by the time at which they were run
        one = np.array([1, 0, 0, 0, 0, 0, 0, 0], np.uint8)
        for copy in range(copies):
            cuda.runtime.memcpy(
                self._memory.ptr + copy * capacity,
                one.ctypes.data,
                len(one),
                cuda.runtime.memcpyHostToDevice,
            )
        cuda.Device().synchronize()

    def buffer(self) -> tuple[int, Bytes]:
        """Return the first buffer that is free; another one while the card is behind."""
        behind = not self._under_way or not self._buffers[self._under_way[0]].done.done
        if behind and len(self._buffers) < BUFFERS:
            self._buffers.append(_Buffer(self._cupy.cuda, self._buffer_bytes))
            number = len(self._buffers) - 1
        else:
            number = self._under_way.popleft()
            _wait(self._buffers[number].done)
        return number, self._buffers[number].bytes

    def larger(self, number: int, size: int) -> Bytes:
        """Return another buffer under the same number."""
        self._buffers[number] = _Buffer(self._cupy.cuda, size)
        return self._buffers[number].bytes

    def run(self, number: int, batch: _core.CardBatch, moduli: Sequence[int]) -> None:
        """Copy the lists and launch the jobs; the copy of one batch overlaps the jobs before."""
        runtime = self._cupy.cuda.runtime
        buffer = self._buffers[number]
        lists = buffer.lists.ptr
        runtime.memcpyAsync(
            lists,
            buffer.bytes.ctypes.data,
            batch.bytes,
            runtime.memcpyHostToDevice,
            self._copying.ptr,
        )
        buffer.copied.record(self._copying)
        self._running.wait_event(buffer.copied)
        with self._running:
            for copy, modulus in enumerate(moduli):
                for shift in batch.shifts:
                    self._shift(copy, *shift)
                for job in batch.jobs:
                    self._launch(job, lists, copy, modulus)
        buffer.done.record(self._running)
        self._under_way.append(number)

    def _place(self, copy: int, address: int) -> int:
        """Return where an address of a copy is, for the card as for the host."""
        if address < self._capacity or self._host is None:
            return int(self._memory.ptr) + copy * self._capacity + address
        return self._host.place + copy * self._host_bytes + address - self._capacity

    def _shift(self, copy: int, begin: int, end: int, size: int) -> None:
        """Move counters; by way of another place if the two overlap."""
        source, target = self._place(copy, begin), self._place(copy, end)
        if not -size < end - begin < size:
            self._move(target, source, size)
            return
        for at in range(0, size, SHIFT_BYTES):
            part = min(SHIFT_BYTES, size - at)
            self._move(self._between.ptr, source + at, part)
            self._move(target + at, self._between.ptr, part)

    def _move(self, target: int, source: int, size: int) -> None:
        runtime = self._cupy.cuda.runtime
        runtime.memcpyAsync(target, source, size, runtime.memcpyDefault, self._running.ptr)

    def _launch(self, job: _core.CardJob, lists: int, copy: int, modulus: int) -> None:
        memory = self._place(copy, 0)
        gap = self._place(copy, self._capacity) - memory - self._capacity
        large = job.pairs >= _core.card_chunk_pairs
        types = f"{COUNTERS[job.source_bytes]}, {COUNTERS[job.target_bytes]}"
        name = f"large_blocks<{types}>" if large else f"small_blocks<{types}, {job.pairs}>"
        pointer, word = np.uint64, np.uint32
        arguments = (
            *((np.int32(job.pairs),) if large else ()),
            pointer(self._maps.data.ptr),
            pointer(lists + job.goals),
            word(job.goal_count),
            pointer(lists + job.flows),
            pointer(memory),
            np.uint64(self._capacity // job.source_bytes),
            np.uint64(gap // job.source_bytes % 2**64),
            pointer(memory),
            np.uint64(modulus),
            np.uint64(_core.card_reciprocal(modulus, job.target_bytes)),
            pointer(self._seen.data.ptr + 8 * copy),
        )
        groups = min(job.groups, self._groups)
        _kernels(types)[name]((groups,), (_core.card_threads,), arguments)

    def finish(self) -> None:
        """Wait until all jobs are done."""
        end = self._cupy.cuda.Event(disable_timing=True)
        end.record(self._running)
        _wait(end)

    def read(self, copy: int, at: int, size: int) -> int:
        """Return a counter."""
        runtime = self._cupy.cuda.runtime
        found = np.zeros(size, np.uint8)
        runtime.memcpy(found.ctypes.data, self._place(copy, at), size, runtime.memcpyDefault)
        return int.from_bytes(found.tobytes(), "little")

    def seen(self) -> NDArray[np.uint64]:
        """Return the bits that occurred in the sums of any layer, by copy."""
        found: NDArray[np.uint64] = self._cupy.asnumpy(self._seen)
        return found


@functools.cache
def _kernels(types: str) -> dict[str, Any]:
    """Return the kernels of a pair of widths by name, compiled together and once."""
    names = [f"large_blocks<{types}>"]
    names += [f"small_blocks<{types}, {n}>" for n in range(_core.card_chunk_pairs)]
    module = cupy().RawModule(
        code=_core.card_source(),
        options=("--std=c++17",),
        name_expressions=[f"babieca::card::{name}" for name in names],
    )
    return {name: module.get_function(f"babieca::card::{name}") for name in names}


def _wait(event: Any) -> None:
    """Wait in small steps, so that Ctrl-C is heard."""
    tries = 0
    while not event.done:
        tries += 1
        if tries > 100:
            time.sleep(0.0002)
