"""The GPU of this machine: how much fits its memory, and sweeps on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from babieca import _core
from babieca.engines.sweep.gpu.cuda import CudaMachine, cupy
from babieca.engines.sweep.gpu.driver import (
    GpuCount,
    best_bytes,
    best_host_bytes,
    buffer_bytes,
    count_on_gpu,
    least_bytes,
    least_gpu_bytes,
    least_host_bytes,
)
from babieca.engines.sweep.gpu.machines import BUFFERS, SHIFT_BYTES, MakeMachine
from babieca.engines.sweep.sweeps import Prepared
from babieca.errors import BabiecaError, BadInputError, shown
from babieca.limits import Limits
from babieca.memory import available_bytes, human_bytes

Device = Literal["cpu", "cuda", "auto"]
DEVICES: tuple[Device, ...] = ("cpu", "cuda", "auto")

LEFT_FREE = 2**28
"""Bytes of the GPU that its compiler and streams need."""

LISTS_PART = 8
"""One part in so many of the host's memory is left for making lists."""


@dataclass(frozen=True)
class Gpu:
    """How machines are made, and the bytes that they may use of the GPU and of the host."""

    make: MakeMachine
    room: int
    host: int = 0
    name: str = "emulated GPU"

    def fits(self, plan: _core.CountingPlan, bits: int) -> int:
        """Return how many moduli can be swept at once without the host's memory."""
        return self.room_for(plan) // least_bytes(plan, bits)

    def places(self, plan: _core.CountingPlan, bits: int, copies: int) -> tuple[int, int] | None:
        """Return the bytes of GPU and host for each of several moduli; None: too few."""
        room = self.room_for(plan) // copies
        if room >= least_bytes(plan, bits):
            return min(best_bytes(plan, bits), room), 0
        host = self.host_for(plan) // copies
        if room < least_gpu_bytes(plan, bits) or host < least_host_bytes(plan, bits, room):
            return None
        return room, min(best_host_bytes(plan, bits, room), host)

    def bytes_for(self, plan: _core.CountingPlan, bits: int, copies: int) -> tuple[int, int]:
        """Return the bytes of GPU and host for several moduli together, buffers included."""
        gpu, host = self.places(plan, bits, copies) or (0, 0)
        return copies * gpu + self.room - self.room_for(plan), copies * host

    def room_for(self, plan: _core.CountingPlan) -> int:
        """Return the bytes of the GPU that are left for counters."""
        return max(0, self.room - BUFFERS * buffer_bytes(plan) - SHIFT_BYTES)

    def host_for(self, plan: _core.CountingPlan) -> int:
        return max(0, self.host - self.host // LISTS_PART - BUFFERS * buffer_bytes(plan))

    def refusal(self, plan: _core.CountingPlan, bits: int) -> str:
        """Say how many bytes one modulus needs."""
        room, host = self.room_for(plan), self.host_for(plan)
        least = max(room, least_gpu_bytes(plan, bits))
        return (
            f"counters of {bits} bits need {human_bytes(least_bytes(plan, bits))} on the GPU, or "
            f"{human_bytes(least)} there and {human_bytes(least_host_bytes(plan, bits, least))} of "
            f"the host; {human_bytes(room)} and {human_bytes(host)} are free; use device cpu"
        )


def checked_device(device: Device | None) -> Device:
    """Return the device, the processor if None is given.

    >>> checked_device(None)
    'cpu'
    """
    if device is not None and device not in DEVICES:
        raise BadInputError(f"device is cpu, cuda or auto, not {shown(device)}")
    return device or "cpu"


def find_gpu(limits: Limits) -> Gpu:
    """Return the NVIDIA GPU of this machine; refuse in one line if there is none."""
    runtime = cupy().cuda.runtime
    free, _ = runtime.memGetInfo()
    room = int(free) - LEFT_FREE
    host = min(limits.budget, available_bytes())
    return Gpu(
        CudaMachine,
        room if limits.memory is None else min(room, limits.memory),
        host,
        runtime.getDeviceProperties(0)["name"].decode(),
    )


def gpu_or_none(device: Device, limits: Limits) -> Gpu | None:
    """Return the GPU to use; None for the processor, also if auto finds no GPU."""
    if device == "cpu":
        return None
    try:
        return find_gpu(limits)
    except BadInputError:
        if device == "cuda":
            raise
        return None


def residues_on_gpu(
    ready: Prepared, gpu: Gpu, moduli: Sequence[int], bits: int, limits: Limits
) -> GpuCount:
    """Sweep by moduli that fit together; 2^bits lets the counters wrap."""
    plan = ready.block_plan()
    places = gpu.places(plan, bits, len(moduli))
    if places is None:
        raise BadInputError(gpu.refusal(plan, bits))
    capacity, host = places
    try:
        return count_on_gpu(
            ready,
            gpu.make,
            [0 if modulus == 2**bits else modulus for modulus in moduli],
            bits,
            capacity,
            limits.workers,
            limits.reporter(),
            host,
        )
    except MemoryError as error:
        raise BabiecaError(f"the GPU gave less memory than it promised: {error}") from None
