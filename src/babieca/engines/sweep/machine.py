"""What a count may use of a machine, as a value, and where its checkpoints are."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from babieca.engines.sweep.gpu.gpus import Device, Gpu, checked_device, gpu_or_none
from babieca.errors import BadInputError
from babieca.limits import Limits, PathLike
from babieca.memory import free_disk

CounterBits = Literal[8, 16, 32, 64]
WIDTHS: tuple[CounterBits, ...] = (64, 32, 16, 8)

Place = Literal["memory", "scratch", "gpu", "cluster"]
"""Where the layers of a sweep are; "cluster": in the memory of its workers."""


@dataclass(frozen=True)
class Machine:
    """What a count may use here, or of each worker of a cluster.

    `disk` has the free bytes of the scratch directory, None without one. `begun` names the plans
    that a checkpoint continues, by place and counter width.
    """

    memory: int
    threads: int
    kept: int = 0  # bytes that a sweep may take together with the layers that it keeps
    disk: int | None = None
    gpu: Gpu | None = None
    cluster: bool = False
    saving: bool = False
    begun: frozenset[tuple[Place, int]] = frozenset()

    @classmethod
    def of(cls, limits: Limits, device: Device | None = None) -> Machine:
        """Ask the system for free memory and disk, and look for a GPU and for checkpoints."""
        cluster, saving = limits.executor is not None, limits.checkpoint is not None
        place = checked_device(device)
        gpu = None if place == "auto" and (cluster or saving) else gpu_or_none(place, limits)
        if gpu is not None:
            if cluster:
                raise BadInputError(
                    "workers of a cluster have no GPU: leave out cluster, or device"
                )
            if saving:
                raise BadInputError(
                    "a sweep on a GPU is not saved: leave out checkpoint, or device"
                )
            if limits.scratch is not None and place != "auto":
                raise BadInputError("a GPU keeps its layers itself: leave out scratch, or device")
        disk = None
        if limits.scratch is not None:
            disk = free_disk(limits.scratch) + _layers_bytes(within("scratch", limits))
        places: tuple[Place, ...] = ("memory", "scratch")
        begun = frozenset(
            (where, bits)
            for where in places
            for bits in WIDTHS
            if saving and Path(saved_as(within(where, limits), 2**bits)).exists()
        )
        kept = memory_to_keep(limits)
        return cls(limits.budget, limits.workers, kept, disk, gpu, cluster, saving, begun)


MOST_MEMORY_KEPT = 4 * 2**30
"""Layers beyond this go to disk even where there is memory, unless more is allowed."""


def memory_to_keep(limits: Limits) -> int:
    """Return the bytes that a sweep may take together with the layers that it keeps."""
    return limits.budget if limits.memory else min(limits.budget // 2, MOST_MEMORY_KEPT)


def within(place: Place, limits: Limits) -> Limits:
    """Return the limits of a sweep in a place; sweeps through scratch are saved apart."""
    if place == "scratch":
        return limits.saving_beside("scratch")
    return replace(limits, scratch=None)


def saved_as(limits: Limits, modulus: int) -> str:
    """Return the file of a sweep's checkpoint; no name without a checkpoint."""
    return "" if limits.checkpoint is None else f"{limits.checkpoint}-{modulus:x}.layer"


def layers_name(saved: PathLike) -> str:
    """Return the name in scratch of the layers that a checkpoint refers to."""
    place = str(Path(saved).resolve()).encode()
    return f"babieca-{hashlib.sha256(place).hexdigest()[:16]}.layers"


def _layers_bytes(limits: Limits) -> int:
    """Return the bytes that the layers of checkpoints take in scratch already."""
    if limits.checkpoint is None or limits.scratch is None:
        return 0
    taken = 0
    for saved in limits.checkpoint.parent.glob("*.layer"):
        if saved.name.startswith(f"{limits.checkpoint.name}-"):
            with suppress(OSError):
                found = (limits.scratch / layers_name(saved)).stat()
                taken += 512 * getattr(found, "st_blocks", found.st_size // 512)
    return taken
