"""Counting on a GPU: as many moduli at once as its memory holds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from babieca import _core
from babieca.engines.protocol import Counted
from babieca.engines.sweep.gpu.cuda import CudaMachine, cupy
from babieca.engines.sweep.gpu.driver import (
    GpuCount,
    best_bytes,
    best_host_bytes,
    buffer_bytes,
    count_on_gpu,
    expected_seconds,
    least_bytes,
    least_gpu_bytes,
    least_host_bytes,
)
from babieca.engines.sweep.gpu.machines import BUFFERS, SHIFT_BYTES, MakeMachine
from babieca.engines.sweep.matchings import sharp_bound_bits
from babieca.engines.sweep.moduli import combine, coprime_moduli, expected_bits
from babieca.engines.sweep.sweeps import Prepared
from babieca.errors import BabiecaError, BadInputError, ContradictionError, shown
from babieca.limits import Limits
from babieca.memory import available_bytes, human_bytes

Device = Literal["cpu", "cuda", "auto"]
DEVICES: tuple[Device, ...] = ("cpu", "cuda", "auto")
WIDTHS = (64, 32, 16, 8)

LEFT_FREE = 2**28
"""Bytes of the GPU that are not asked for: its compiler and its streams need some."""


LISTS_PART = 8
"""Of the host's memory: what is left for making lists, beside the buffers that they are in."""


@dataclass(frozen=True)
class Gpu:
    """Where sweeps run: how machines are made, and the bytes they may take of GPU and host."""

    make: MakeMachine
    room: int
    host: int = 0
    name: str = "emulated GPU"

    def fits(self, plan: _core.CountingPlan, bits: int) -> int:
        """Return how many moduli of so many bits can be swept at once without the host."""
        return self.room_for(plan) // least_bytes(plan, bits)

    def places(self, plan: _core.CountingPlan, bits: int, copies: int) -> tuple[int, int] | None:
        """Return the bytes of GPU and host for each of several moduli; None: there are too few."""
        room = self.room_for(plan) // copies
        if room >= least_bytes(plan, bits):
            return min(best_bytes(plan, bits), room), 0
        host = self.host_for(plan) // copies
        if room < least_gpu_bytes(plan, bits) or host < least_host_bytes(plan, bits, room):
            return None
        return room, min(best_host_bytes(plan, bits, room), host)

    def room_for(self, plan: _core.CountingPlan) -> int:
        """Return what is left of the GPU for counters."""
        return max(0, self.room - BUFFERS * buffer_bytes(plan) - SHIFT_BYTES)

    def host_for(self, plan: _core.CountingPlan) -> int:
        """Return what is left of the host for counters."""
        return max(0, self.host - self.host // LISTS_PART - BUFFERS * buffer_bytes(plan))

    def refusal(self, plan: _core.CountingPlan, bits: int) -> str:
        """Say what one modulus would need."""
        room, host = self.room_for(plan), self.host_for(plan)
        least = max(room, least_gpu_bytes(plan, bits))
        return (
            f"counters of {bits} bits need {human_bytes(least_bytes(plan, bits))} on the GPU, or "
            f"{human_bytes(least)} there and {human_bytes(least_host_bytes(plan, bits, least))} of "
            f"the host; {human_bytes(room)} and {human_bytes(host)} are free; use device cpu"
        )


def checked_device(device: Device | None) -> Device:
    """Return where to run; refuse what is no such place.

    >>> checked_device(None)
    'cpu'
    """
    if device is None:
        return "cpu"
    if device not in DEVICES:
        raise BadInputError(f"device is cpu, cuda or auto, not {shown(device)}")
    return device


def find_gpu(limits: Limits) -> Gpu:
    """Return the NVIDIA GPU that is there, or say in one line why there is none."""
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
    """Return the GPU to use; None for the processor, also where auto finds no GPU."""
    if device == "cpu":
        return None
    try:
        return find_gpu(limits)
    except BadInputError:
        if device == "cuda":
            raise
        return None


def moduli_for(bits: int, needed: int) -> list[int]:
    """Return moduli of a GPU that reach numbers of so many bits, and one more as a check.

    >>> moduli_for(8, 30)
    [256, 255, 253, 251, 247]
    """
    highest = 2**63 - 1 if bits == 64 else 2**bits - 1
    moduli = coprime_moduli(bits, highest)
    chosen = [next(moduli)]
    while math.prod(chosen).bit_length() <= needed:
        chosen.append(next(moduli))
    return [*chosen, next(moduli)]


def residues_on_gpu(
    ready: Prepared, gpu: Gpu, moduli: Sequence[int], bits: int, limits: Limits
) -> GpuCount:
    """Sweep by moduli that fit together; 2^bits lets the words wrap."""
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


@dataclass(frozen=True)
class GpuPlan:
    """How a GPU counts: by which moduli, how many of them at once, and what that takes.

    The last modulus is a check; 2^64 alone is enough where no sum exceeds it. The time is that of
    an H200, and None where counters go to the host and back.
    """

    device: str
    counter_bits: int
    moduli: tuple[int, ...]
    together: int
    card_bytes: int
    host_bytes: int
    estimated_seconds: float | None


def gpu_plan(
    ready: Prepared, gpu: Gpu, counter_bits: int | None = None, *, by_words: bool = True
) -> GpuPlan:
    """Choose a way, or refuse what GPU and host have no room for.

    At once `by_words` of 64 bits where they are expected to hold the number; else by residues.
    """
    plan, question = ready.block_plan(), ready.question
    widths = WIDTHS if counter_bits is None else (counter_bits,)
    fitting = [bits for bits in widths if gpu.fits(plan, bits)] or [
        bits for bits in widths if gpu.places(plan, bits, 1)
    ]
    if not fitting:
        raise BadInputError(gpu.refusal(plan, widths[-1]))
    bits, moduli = fitting[0], [2**64]
    if bits < 64 or not by_words or expected_bits(question) >= 64:
        if counter_bits is None and 32 in fitting:
            bits = 32
        moduli = moduli_for(bits, sharp_bound_bits(question))
    together = min(max(1, gpu.fits(plan, bits)), len(moduli))
    on_gpu, on_host = gpu.places(plan, bits, together) or (0, 0)
    seconds = expected_seconds(plan, len(moduli), -(-len(moduli) // together))
    return GpuPlan(
        gpu.name,
        bits,
        tuple(moduli),
        together,
        together * on_gpu + gpu.room - gpu.room_for(plan),
        together * on_host,
        None if on_host else seconds,
    )


def count_by_gpu(
    ready: Prepared, gpu: Gpu, limits: Limits, counter_bits: int | None = None
) -> Counted:
    """Count as `gpu_plan` says; words that were not enough after all are followed by residues."""
    plan = ready.block_plan()
    counts: list[GpuCount] = []
    pairs: list[tuple[int, int]] = []

    def sweep(way: GpuPlan) -> None:
        pairs.clear()
        total = len(way.moduli)
        for begin in range(0, total, way.together):
            end = min(begin + way.together, total)
            moduli, part = way.moduli[begin:end], limits.part(begin / total, end / total)
            counts.append(residues_on_gpu(ready, gpu, moduli, way.counter_bits, part))
            pairs.extend(zip(counts[-1].residues, moduli, strict=True))

    way = gpu_plan(ready, gpu, counter_bits)
    sweep(way)
    if way.moduli == (2**64,) and not counts[0].exact[0]:
        way = gpu_plan(ready, gpu, counter_bits, by_words=False)
        sweep(way)
    value = pairs[0][0]
    if len(pairs) > 1:
        value, _ = combine(pairs[:-1])
        if value % pairs[-1][1] != pairs[-1][0]:
            raise ContradictionError(
                "the residues contradict one another: a hardware fault or a bug; nothing is known"
            )
    return Counted(
        value,
        f"blocks on {counts[0].device}",
        way.moduli,
        steps=len(plan.layers) - 1,
        slots=plan.slot_count,
        counters=sum(count.counters * len(count.residues) for count in counts),
        peak_bytes=max(count.peak_bytes * len(count.residues) for count in counts),
    )
