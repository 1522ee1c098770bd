"""An NVIDIA GPU by CuPy, which is imported only if a GPU is asked for.

The kernels are compiled from the source text of the core, in parts and by several threads, because
a compiler cannot be interrupted. Kernels and all buffers but the first are made while the sweep
begins. One thread launches kernels while lists for the next launches are made.
"""

import functools
import threading
import time
import weakref
from collections import deque
from collections.abc import Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.engines.sweep.gpu.machines import BUFFERS, ONE, SHIFT_BYTES, Bytes, Sizes, rank_maps
from babieca.errors import BadInputError
from babieca.limits import available_threads
from babieca.memory import require

COUNTERS = {1: "unsigned char", 2: "unsigned short", 4: "unsigned int", 8: "unsigned long long"}
GROUPS_PER_PROCESSOR = 96
"""Groups of threads in a launch: many more than run at once, so that slow groups cost little."""
REFLECTED = ("false", "true")
PIECE = 2**28
"""Bytes that are pinned at a time; Ctrl-C interrupts between two pieces."""
TOUCHED = 2**23
"""Bytes that a thread asks the system for at a time."""
MEMORY_PAGE = 2**12
MAPPED = 2
"""The flag of cudaHostRegister for memory that kernels may read and write."""


def cupy() -> Any:
    try:
        import cupy as found
    except ImportError:
        raise BadInputError("needs_cupy") from None
    try:
        count = found.cuda.runtime.getDeviceCount()
    except found.cuda.runtime.CUDARuntimeError as error:
        reason = str(error).splitlines()[0]
        raise BadInputError("gpu_unusable", reason=reason) from None
    if count == 0:
        raise BadInputError("no_gpu")
    return found


class HostMemory:
    """Pinned bytes of the host, which a GPU reads and writes at the processor's addresses.

    All threads touch the memory pages, which are pinned piece by piece after that (docs/gpu.md).
    Invariant: all pinned pieces are unpinned, even if pinning was interrupted.
    """

    def __init__(self, runtime: Any, size: int, purpose: str = "counters beyond the GPU's") -> None:
        require(size, purpose)
        whole = -(-size // MEMORY_PAGE) * MEMORY_PAGE  # whole memory pages
        memory = np.empty(whole + MEMORY_PAGE, np.uint8)
        memory = memory[-memory.ctypes.data % MEMORY_PAGE :][:whole]
        self.bytes = memory[:size]
        self.address = int(memory.ctypes.data)
        pinned: list[int] = []
        give_back = weakref.finalize(self, _release, runtime, memory, pinned)
        give_back.atexit = False  # at exit the driver may be gone; it unpins all pieces itself

        def touch(begin: int) -> None:
            memory[begin : begin + TOUCHED : MEMORY_PAGE] = 0

        threads = ThreadPoolExecutor(available_threads())
        try:
            touched = [threads.submit(touch, begin) for begin in range(0, whole, TOUCHED)]
            for begin in range(0, whole, PIECE):
                for one in touched[begin // TOUCHED : -(-(begin + PIECE) // TOUCHED)]:
                    one.result()
                address = self.address + begin
                runtime.hostRegister(address, min(PIECE, whole - begin), MAPPED)
                pinned.append(address)
                if int(runtime.pointerGetAttributes(address).devicePointer) != address:
                    raise BadInputError("gpu_addresses")
        except BaseException:
            threads.shutdown(cancel_futures=True)
            give_back()
            raise
        threads.shutdown()

    def together(self, address: int, size: int) -> int:
        """Return how many of `size` bytes at an address one copy may move.

        A copy must stay within a piece; addresses on the GPU belong to none.
        """
        inside = address - self.address
        return min(size, PIECE - inside % PIECE) if 0 <= inside < len(self.bytes) else size


def _release(runtime: Any, memory: np.ndarray[Any, Any], pinned: list[int]) -> None:
    """Unpin `memory`, which stays allocated until then; the GPU does not use it any more."""
    while pinned:
        runtime.hostUnregister(pinned.pop())


class _Buffer:
    """Lists on the host and on the GPU, with the events `copied` and `done`."""

    def __init__(self, cuda: Any, size: int) -> None:
        self.lists = cuda.Memory(size)
        self.pinned = HostMemory(cuda.runtime, size, "a buffer for the GPU's lists")
        self.copied = cuda.Event(disable_timing=True)
        self.done = cuda.Event(disable_timing=True)


class CudaMachine:
    def __init__(self, sizes: Sizes) -> None:
        self._cupy = cupy()
        cuda = self._cupy.cuda
        properties = cuda.runtime.getDeviceProperties(0)
        self._groups = properties["multiProcessorCount"] * GROUPS_PER_PROCESSOR
        self._capacity, self._host_bytes = sizes.capacity, sizes.host
        self._host: HostMemory | None = None
        loading, making = ThreadPoolExecutor(1), ThreadPoolExecutor(1)
        self._called_off = threading.Event()
        weighted = sizes.factors is not None
        self._kernels = loading.submit(_kernels, sizes.width, self._called_off, weighted)
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
            self._allocate(sizes)
        except BaseException:
            self.close()
            raise

    def _allocate(self, sizes: Sizes) -> None:
        cuda = self._cupy.cuda
        self._memory = cuda.Memory(sizes.copies * sizes.capacity)
        if sizes.host:
            self._host = HostMemory(cuda.runtime, sizes.copies * sizes.host)
        self._maps = self._cupy.asarray(rank_maps())
        self._seen = self._cupy.zeros(sizes.copies, np.uint64)
        self._between = cuda.Memory(SHIFT_BYTES)
        self._factors = sizes.factors
        if sizes.factors is not None:
            self._factors_there = self._cupy.asarray(sizes.factors.numbers)
        self._copying = cuda.Stream(non_blocking=True)
        self._running = cuda.Stream(non_blocking=True)
        runtime = cuda.runtime
        for copy in range(sizes.copies):
            address = self._address(copy, 0)
            runtime.memcpy(address, ONE.ctypes.data, len(ONE), runtime.memcpyHostToDevice)
        runtime.deviceSynchronize()

    def buffer(self) -> tuple[int, Bytes]:
        """Return the oldest buffer if the GPU has read it, else a new one, else wait."""

        def oldest_done() -> bool:
            number, launched = self._under_way[0]
            return launched.done() and bool(self._buffers[number].done.done)

        made = bool(self._coming) and self._coming[0].done()
        if not self._under_way or (made and not oldest_done()):
            self._buffers.append(self._coming[0].result())
            self._coming.popleft()
            number = len(self._buffers) - 1
        else:
            number, launched = self._under_way.popleft()
            launched.result()
            _wait(self._buffers[number].done)
        return number, self._buffers[number].pinned.bytes

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
        self._move(lists, buffer.pinned.address, batch.bytes, buffer.pinned, self._copying)
        buffer.copied.record(self._copying)
        self._running.wait_event(buffer.copied)
        with self._running:
            for copy, modulus in enumerate(moduli):
                for shift in batch.shifts:
                    self._shift(copy, *shift)
                factors = self._factors_at(copy, batch.step)
                for launch in batch.launches:
                    self._launch(launch, lists, copy, modulus, factors)
        buffer.done.record(self._running)

    def _address(self, copy: int, address: int) -> int:
        """Return the address in memory of an address of a copy, on the GPU or on the host."""
        if address < self._capacity or self._host is None:
            return int(self._memory.ptr) + copy * self._capacity + address
        return self._host.address + copy * self._host_bytes + address - self._capacity

    def _factors_at(self, copy: int, step: int) -> int:
        """Return the address of the factors of a step; 0: there are none."""
        if self._factors is None:
            return 0
        row = int(self._factors_there.strides[0])
        return int(self._factors_there.data.ptr) + copy * row + 16 * self._factors.begin[step]

    def _shift(self, copy: int, begin: int, end: int, size: int) -> None:
        """Move counters, through a buffer if the two ranges overlap."""
        source, target = self._address(copy, begin), self._address(copy, end)
        if not -size < end - begin < size:
            self._move(target, source, size, self._host, self._running)
            return
        for at in range(0, size, SHIFT_BYTES):
            count = min(SHIFT_BYTES, size - at)
            self._move(self._between.ptr, source + at, count, self._host, self._running)
            self._move(target + at, self._between.ptr, count, self._host, self._running)

    def _move(
        self, target: int, source: int, size: int, host: HostMemory | None, stream: Any
    ) -> None:
        runtime = self._cupy.cuda.runtime
        at = 0
        while at < size:
            count = size - at
            if host is not None:
                count = host.together(source + at, host.together(target + at, count))
            runtime.memcpyAsync(target + at, source + at, count, runtime.memcpyDefault, stream.ptr)
            at += count

    def _launch(
        self, launch: _core.GpuLaunch, lists: int, copy: int, modulus: int, factors: int
    ) -> None:
        memory = self._address(copy, 0)
        gap = self._address(copy, self._capacity) - memory - self._capacity
        large, width = launch.pairs >= _core.gpu_chunk_pairs, launch.counter_bytes
        counters = (memory, self._capacity // width, gap // width % 2**64, memory)
        sums = (modulus, _core.gpu_reciprocal(modulus, width), self._seen.data.ptr + 8 * copy)
        arguments = (
            *((np.int32(launch.pairs),) if large else ()),
            *map(np.uint64, (self._maps.data.ptr, lists + launch.goals)),
            np.uint32(launch.goal_count),
            *map(np.uint64, (lists, *counters, *sums, factors)),
        )
        groups = min(launch.groups, self._groups)
        choice = REFLECTED[launch.reflected] if large else str(launch.pairs)
        self._kernels.result()[choice]((groups,), (_core.gpu_threads,), arguments)

    def finish(self) -> None:
        for _, launched in self._under_way:
            launched.result()
        end = self._cupy.cuda.Event(disable_timing=True)
        end.record(self._running)
        _wait(end)

    def read(self, copy: int, address: int, size: int) -> int:
        runtime = self._cupy.cuda.runtime
        found = np.zeros(size, np.uint8)
        runtime.memcpy(found.ctypes.data, self._address(copy, address), size, runtime.memcpyDefault)
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
            del buffer.lists, buffer.pinned
        self._buffers.clear()
        self._host = self._memory = self._between = self._maps = self._factors_there = None


_LOADING = threading.Lock()


def _kernels(width: int, called_off: threading.Event, weighted: bool = False) -> dict[str, Any]:
    """Return the kernels for a counter width: small blocks by number of pairs, and large blocks.

    Sweeps that begin at the same time compile them once.
    """
    counter, last = COUNTERS[width], ", true" if weighted else ""
    small = tuple(
        (f"{n}", f"small_blocks<{counter}, {n}{last}>") for n in range(_core.gpu_chunk_pairs)
    )
    large = [((which, f"large_blocks<{counter}, {which}{last}>"),) for which in REFLECTED]
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
