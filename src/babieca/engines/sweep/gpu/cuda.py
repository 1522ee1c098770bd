"""An NVIDIA GPU by CuPy, which is imported only if a GPU is asked for.

The kernels are compiled from the source text of the core, in parts and by several threads, because
a compiler cannot be interrupted. Kernels and all buffers but the first are made while the sweep
begins. One thread launches kernels while lists for the next launches are made.
"""

from __future__ import annotations

import functools
import threading
import time
from collections import deque
from collections.abc import Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.engines.sweep.gpu.host import HostMemory
from babieca.engines.sweep.gpu.machines import BUFFERS, SHIFT_BYTES, Bytes, Sizes, rank_maps
from babieca.errors import BadInputError

COUNTERS = {1: "unsigned char", 2: "unsigned short", 4: "unsigned int", 8: "unsigned long long"}
GROUPS_PER_PROCESSOR = 96
"""Groups of threads in a launch: many more than run at once, so that slow ones cost little."""


def cupy() -> Any:
    """Return CuPy with a working GPU; refuse in one line otherwise."""
    try:
        import cupy as found
    except ImportError:
        raise BadInputError(
            "a GPU needs CuPy, which is not installed; install babieca[gpu], or use device cpu"
        ) from None
    try:
        count = found.cuda.runtime.getDeviceCount()
    except found.cuda.runtime.CUDARuntimeError as error:
        raise BadInputError(f"no GPU can be used: {_reason(error)}; use device cpu") from None
    if count == 0:
        raise BadInputError("there is no NVIDIA GPU here; use device cpu")
    return found


def _reason(error: Exception) -> str:
    return str(error).splitlines()[0]


class _Buffer:
    """Lists here and on the GPU, and the events that they were copied and read."""

    def __init__(self, cuda: Any, size: int) -> None:
        self.lists = cuda.Memory(size)
        self.pinned = HostMemory(cuda.runtime, size, "a buffer for the GPU's lists")
        self.copied = cuda.Event(disable_timing=True)
        self.done = cuda.Event(disable_timing=True)

    def give_back(self) -> None:
        del self.lists, self.pinned


class CudaMachine:
    """An NVIDIA GPU."""

    def __init__(self, sizes: Sizes) -> None:
        self._cupy = cupy()
        cuda = self._cupy.cuda
        properties = cuda.runtime.getDeviceProperties(0)
        self.name = properties["name"].decode()
        self._groups = properties["multiProcessorCount"] * GROUPS_PER_PROCESSOR
        self._capacity, self._host_bytes = sizes.capacity, sizes.host
        self._host: HostMemory | None = None
        loading, making = ThreadPoolExecutor(1), ThreadPoolExecutor(1)
        self._called_off = threading.Event()
        self._kernels = loading.submit(_kernels, sizes.width, self._called_off)
        self._coming: deque[Future[_Buffer]] = deque(
            making.submit(_Buffer, cuda, sizes.buffer) for _ in range(BUFFERS)
        )
        for threads in (loading, making):
            threads.shutdown(wait=False)
        self._buffers: list[_Buffer] = []
        # Buffers in the order in which they were run, and the ends of their launching.
        self._under_way: deque[tuple[int, Future[None]]] = deque()
        self._launching = ThreadPoolExecutor(1)
        try:
            self._take(sizes)
        except BaseException:
            self.close()
            raise

    def _take(self, sizes: Sizes) -> None:
        cuda = self._cupy.cuda
        self._memory = cuda.Memory(sizes.copies * sizes.capacity)
        if sizes.host:
            self._host = HostMemory(cuda.runtime, sizes.copies * sizes.host)
        self._maps = self._cupy.asarray(rank_maps())
        self._seen = self._cupy.zeros(sizes.copies, np.uint64)
        self._between = cuda.Memory(SHIFT_BYTES)
        self._copying = cuda.Stream(non_blocking=True)
        self._running = cuda.Stream(non_blocking=True)
        one = np.array([1, 0, 0, 0, 0, 0, 0, 0], np.uint8)
        for copy in range(sizes.copies):
            cuda.runtime.memcpy(
                self._memory.ptr + copy * sizes.capacity,
                one.ctypes.data,
                len(one),
                cuda.runtime.memcpyHostToDevice,
            )
        cuda.runtime.deviceSynchronize()

    def buffer(self) -> tuple[int, Bytes]:
        """Return the first free buffer; rather a new one, if it is made, than wait."""
        there = bool(self._coming) and self._coming[0].done()
        if not self._under_way or (there and not self._oldest_done()):
            self._buffers.append(self._coming[0].result())
            self._coming.popleft()
            number = len(self._buffers) - 1
        else:
            number, launched = self._under_way.popleft()
            launched.result()
            _wait(self._buffers[number].done)
        return number, self._buffers[number].pinned.bytes

    def _oldest_done(self) -> bool:
        number, launched = self._under_way[0]
        return launched.done() and bool(self._buffers[number].done.done)

    def larger(self, number: int, size: int) -> Bytes:
        self._buffers[number] = _Buffer(self._cupy.cuda, size)
        return self._buffers[number].pinned.bytes

    def run(self, number: int, batch: _core.GpuBatch, moduli: Sequence[int]) -> None:
        """Launch in another thread; a later call raises its errors."""
        launched = self._launching.submit(self._begin, self._buffers[number], batch, moduli)
        self._under_way.append((number, launched))

    def _begin(self, buffer: _Buffer, batch: _core.GpuBatch, moduli: Sequence[int]) -> None:
        """Copy the lists and launch; the copy overlaps the launches of the batch before."""
        lists = buffer.lists.ptr
        self._move(lists, buffer.pinned.place, batch.bytes, buffer.pinned, self._copying)
        buffer.copied.record(self._copying)
        self._running.wait_event(buffer.copied)
        with self._running:
            for copy, modulus in enumerate(moduli):
                for shift in batch.shifts:
                    self._shift(copy, *shift)
                for job in batch.launches:
                    self._launch(job, lists, copy, modulus)
        buffer.done.record(self._running)

    def _place(self, copy: int, address: int) -> int:
        """Return the address in memory of an address of a copy, on the GPU or on the host."""
        if address < self._capacity or self._host is None:
            return int(self._memory.ptr) + copy * self._capacity + address
        return self._host.place + copy * self._host_bytes + address - self._capacity

    def _shift(self, copy: int, begin: int, end: int, size: int) -> None:
        """Move counters, through a buffer if the two places overlap."""
        source, target = self._place(copy, begin), self._place(copy, end)
        if not -size < end - begin < size:
            self._move(target, source, size, self._host, self._running)
            return
        for at in range(0, size, SHIFT_BYTES):
            part = min(SHIFT_BYTES, size - at)
            self._move(self._between.ptr, source + at, part, self._host, self._running)
            self._move(target + at, self._between.ptr, part, self._host, self._running)

    def _move(
        self, target: int, source: int, size: int, host: HostMemory | None, stream: Any
    ) -> None:
        runtime = self._cupy.cuda.runtime
        at = 0
        while at < size:
            part = size - at
            if host is not None:
                part = host.together(source + at, host.together(target + at, part))
            runtime.memcpyAsync(target + at, source + at, part, runtime.memcpyDefault, stream.ptr)
            at += part

    def _launch(self, job: _core.GpuLaunch, lists: int, copy: int, modulus: int) -> None:
        memory = self._place(copy, 0)
        gap = self._place(copy, self._capacity) - memory - self._capacity
        large = job.pairs >= _core.gpu_chunk_pairs
        pointer, word = np.uint64, np.uint32
        arguments = (
            *((np.int32(job.pairs),) if large else ()),
            pointer(self._maps.data.ptr),
            pointer(lists + job.goals),
            word(job.goal_count),
            pointer(lists),
            pointer(memory),
            np.uint64(self._capacity // job.counter_bytes),
            np.uint64(gap // job.counter_bytes % 2**64),
            pointer(memory),
            np.uint64(modulus),
            np.uint64(_core.gpu_reciprocal(modulus, job.counter_bytes)),
            pointer(self._seen.data.ptr + 8 * copy),
        )
        groups = min(job.groups, self._groups)
        choice = TURNING[job.turning] if large else str(job.pairs)
        self._kernels.result()[choice]((groups,), (_core.gpu_threads,), arguments)

    def finish(self) -> None:
        for _, launched in self._under_way:
            launched.result()
        end = self._cupy.cuda.Event(disable_timing=True)
        end.record(self._running)
        _wait(end)

    def read(self, copy: int, at: int, size: int) -> int:
        runtime = self._cupy.cuda.runtime
        found = np.zeros(size, np.uint8)
        runtime.memcpy(found.ctypes.data, self._place(copy, at), size, runtime.memcpyDefault)
        return int.from_bytes(found.tobytes(), "little")

    def seen(self) -> NDArray[np.uint64]:
        found: NDArray[np.uint64] = self._cupy.asnumpy(self._seen)
        return found

    def close(self) -> None:
        """Free everything, once no launch and no thread uses it.

        Garbage collection would come too late: exceptions refer to the frames they passed.
        """
        self._called_off.set()
        for coming in self._coming:
            coming.cancel()
        wait([*self._coming])
        wait([self._kernels])
        self._launching.shutdown(cancel_futures=True)
        self._cupy.cuda.runtime.deviceSynchronize()
        self._coming.clear()
        for buffer in self._buffers:
            buffer.give_back()
        self._buffers.clear()
        self._host = self._memory = self._between = self._maps = None


TURNING = ("false", "true")
_LOADING = threading.Lock()


def _kernels(width: int, called_off: threading.Event) -> dict[str, Any]:
    """Return the kernels for a counter width: small blocks by number of pairs, and large blocks.

    Sweeps that begin at the same time compile them once.
    """
    counter = COUNTERS[width]
    small = tuple((f"{n}", f"small_blocks<{counter}, {n}>") for n in range(_core.gpu_chunk_pairs))
    large = [((which, f"large_blocks<{counter}, {which}>"),) for which in TURNING]
    with _LOADING, ThreadPoolExecutor(len(large)) as threads:
        kernels = _loaded(small)  # alone: CuPy then finds out, once, which compiler there is
        if called_off.is_set():
            raise CancelledError
        for others in threads.map(_loaded, large):
            kernels = kernels | others
    return kernels


@functools.cache
def _loaded(names: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    found = cupy()
    found.cuda.Device(0).use()  # the thread has a context only then
    full = {which: f"babieca::gpu::{name}" for which, name in names}
    module = found.RawModule(
        code=_core.gpu_source(), options=("--std=c++17",), name_expressions=list(full.values())
    )
    return {which: module.get_function(name) for which, name in full.items()}


def _wait(event: Any) -> None:
    """Wait in small steps, so that Ctrl-C interrupts."""
    tries = 0
    while not event.done:
        tries += 1
        if tries > 100:
            time.sleep(0.0002)
