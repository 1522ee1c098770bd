"""The GPU of this machine: the bytes that a sweep needs, one sweep, and several counts at once."""

import contextlib
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, CancelledError, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from typing import Literal, get_args

from babieca import _core
from babieca.engines.sweep.gpu.cuda import CudaMachine, cupy
from babieca.engines.sweep.gpu.machines import Factors, MakeMachine, Sizes
from babieca.engines.sweep.sweeps import Prepared
from babieca.errors import BabiecaError, BadInputError
from babieca.limits import Limits
from babieca.memory import available_bytes, human_bytes
from babieca.progress import Report, stopped_by
from babieca.reasons import Reason
from babieca.tasks import Item, Result
from babieca.words import one_of

Device = Literal["cpu", "cuda", "auto"]

LISTS_PER_SECOND, COUNTERS_PER_SECOND = 3.4e9, 1.2e11
"""Bytes of lists that 16 threads make, and counters that an H200 computes: see docs/gpu.md."""
BYTES_LISTED = 32
"""Bytes of lists per block: about the same on boards of all sizes."""
LEFT_FREE = 2**28
"""Bytes of the GPU that its compiler and streams need."""
MOST_AT_ONCE = 6
LEAST_BUDGET = 2**33
"""Bytes of the GPU that each of several counts has at least."""
SECONDS_BETWEEN_REPORTS = 0.2


def expected_seconds(plan: _core.BlockPlan, moduli: int, sweeps: int) -> float:
    """Return the expected time on an H200: lists take time per sweep, counters per modulus."""
    lists = sum(layer.blocks for layer in plan.layers) * BYTES_LISTED
    return sweeps * lists / LISTS_PER_SECOND + moduli * plan.total_counters / COUNTERS_PER_SECOND


@dataclass(frozen=True)
class Gpu:
    """A GPU: `make` starts a machine with at most `budget` bytes of the GPU, `host` of the host."""

    make: MakeMachine
    budget: int
    host: int = 0
    name: str = "emulated GPU"

    @property
    def memory(self) -> _core.GpuMemory:
        return _core.GpuMemory(self.budget, self.host)

    def refusal(self, plan: _core.BlockPlan, bits: int) -> Reason:
        gpu, host = self.memory.for_counters(plan)
        least = max(gpu, _core.gpu_least_gpu_bytes(plan, bits))
        return Reason(
            "gpu_needs",
            bits=bits,
            bytes=human_bytes(_core.gpu_least_bytes(plan, bits)),
            least=human_bytes(least),
            host_least=human_bytes(_core.gpu_least_host_bytes(plan, bits, least)),
            gpu=human_bytes(gpu),
            host=human_bytes(host),
        )


def checked_device(device: Device | None) -> Device:
    """Return the device: the processor, if it is None.

    >>> checked_device(None)
    'cpu'
    """
    if device is not None:
        one_of("device", device, get_args(Device))
    return device or "cpu"


def find_gpu(limits: Limits) -> Gpu:
    runtime = cupy().cuda.runtime
    free = int(runtime.memGetInfo()[0]) - LEFT_FREE
    return Gpu(
        CudaMachine,
        free if limits.memory is None else min(free, limits.memory),
        min(limits.budget, available_bytes()),
        runtime.getDeviceProperties(0)["name"].decode(),
    )


def gpu_or_none(device: Device, limits: Limits) -> Gpu | None:
    """Return the GPU to use; None is the processor: for cpu, and for auto without a GPU."""
    if device == "cpu":
        return None
    try:
        return find_gpu(limits)
    except BadInputError:
        if device == "cuda":
            raise
        return None


@dataclass(frozen=True)
class GpuCount:
    residues: tuple[int, ...]
    exact: tuple[bool, ...]
    counters: int
    peak_bytes: int


def count_on_gpu(
    ready: Prepared,
    make_machine: MakeMachine,
    moduli: Sequence[int],
    counter_bits: int,
    capacity: int,
    threads: int,
    report: Report | None,
    host: int = 0,
    weightings: Sequence[_core.Weighting] = (),
) -> GpuCount:
    """Sweep with `capacity` bytes of the GPU and `host` bytes of the host for each modulus.

    A modulus of 0 lets the counters wrap. Weightings, if there are any, belong to the moduli. The
    core fills buffers with lists, and the GPU runs them.
    """
    plan = ready.block_plan()
    width = counter_bits // 8
    capacity -= capacity % _core.gpu_aligned_bytes
    host -= host % _core.gpu_aligned_bytes
    feed = _core.GpuFeed(ready.sweep, plan, width, threads, capacity, host)
    factors = Factors.of(weightings)
    machine = make_machine(
        Sizes(len(moduli), width, capacity, host, _core.gpu_buffer_bytes(plan), factors)
    )
    with contextlib.closing(machine):
        while True:
            number, buffer = machine.buffer()
            batch = feed.next(buffer, report)
            if batch.wanted:
                batch = feed.next(machine.larger(number, batch.wanted), report)
            if not batch.launches:
                break
            machine.run(number, batch, moduli)
        machine.finish()
        exact_bits = 63 if width == 8 else 8 * width
        answer = feed.answer
        return GpuCount(
            tuple(
                0 if answer is None else machine.read(copy, answer, width)
                for copy in range(len(moduli))
            ),
            tuple(
                modulus == 0 and int(seen) < 2**exact_bits
                for modulus, seen in zip(moduli, machine.seen(), strict=True)
            ),
            feed.counters,
            feed.peak_bytes + feed.host_peak_bytes,
        )


def residues_on_gpu(
    ready: Prepared,
    gpu: Gpu,
    moduli: Sequence[int],
    bits: int,
    limits: Limits,
    weightings: Sequence[_core.Weighting] = (),
) -> GpuCount:
    """Sweep by moduli that fit together; 2^bits lets the counters wrap."""
    plan = ready.block_plan()
    found = gpu.memory.divide(plan, bits, len(moduli))
    if found is None:
        raise BadInputError(gpu.refusal(plan, bits))
    capacity, host = found
    moduli = [0 if modulus == 2**bits else modulus for modulus in moduli]
    sizes = (moduli, bits, capacity, limits.workers, limits.reporter(), host)
    try:
        return count_on_gpu(ready, gpu.make, *sizes, weightings)
    except MemoryError as error:
        raise BabiecaError("gpu_less_memory", error=error) from None


def each_on_device(
    work: Callable[[Item, Limits], Result],
    items: Sequence[Item],
    limits: Limits,
    device: Device | None,
) -> list[Result]:
    """Return the results of `work` for all items: several at once on a GPU, else `limits.each`."""
    off_gpu = limits.executor is not None or limits.checkpoint is not None
    gpu = None if off_gpu else gpu_or_none(checked_device(device), limits)
    return limits.each(work, items) if gpu is None else each_on_gpu(work, items, limits, gpu)


def each_on_gpu(
    work: Callable[[Item, Limits], Result], items: Sequence[Item], limits: Limits, gpu: Gpu
) -> list[Result]:
    """Return the results of `work` for all items, each within its part of the GPU's memory.

    While one count is planned or makes lists, the GPU runs another. The calling thread waits and
    reports. It cancels all if one fails or if it is interrupted.
    """
    at_once = max(1, min(MOST_AT_ONCE, gpu.budget // LEAST_BUDGET))
    stopped = threading.Event()

    def hear(*_: object) -> None:
        if stopped.is_set():
            raise CancelledError

    def one(item: Item) -> Result:
        with stopped_by(hear):
            return work(item, each)

    each = replace(limits, memory=gpu.budget // at_once, progress=hear, meter=None)
    report = limits.reporter()
    with ThreadPoolExecutor(at_once) as threads:
        begun = [threads.submit(one, item) for item in items]
        try:
            left = set(begun)
            while left:
                done, left = wait(left, SECONDS_BETWEEN_REPORTS, FIRST_EXCEPTION)
                for future in done:
                    future.result()
                if report is not None:
                    report(len(items) - len(left), len(items))
        except BaseException:
            stopped.set()
            for future in begun:
                future.cancel()
            raise
    return [future.result() for future in begun]
