"""The values of a count: the machine that it may use, and its plan.

A plan has the question, the retirement order, a mirror or none, the place of the layers, the
counter width, the moduli, the kept layers, and its costs. It pickles, so a worker of a cluster
is given its plan and plans nothing. The core makes plans (cpp/core/questions/plans.hpp).
"""

from __future__ import annotations

import functools
import hashlib
import os
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from babieca import _core
from babieca.boards import Board
from babieca.engines.sweep.gpu import gpus
from babieca.engines.sweep.gpu.gpus import Device, Gpu, checked_device, gpu_or_none
from babieca.engines.sweep.moduli import Arithmetic, enough_moduli, sharp_bound_bits
from babieca.engines.sweep.sweeps import Prepared, prepare, prepared
from babieca.errors import BadInputError, NotFoundError
from babieca.limits import Limits, PathLike
from babieca.memory import free_disk
from babieca.questions import Question

CounterBits = Literal[8, 16, 32, 64]
WIDTHS: tuple[CounterBits, ...] = (64, 32, 16, 8)

Place = Literal["memory", "scratch", "gpu", "cluster"]
"""Where the layers of a sweep are; "cluster": in the memory of its workers."""

MOST_MEMORY_KEPT = 4 * 2**30
"""Layers beyond this go to disk even where there is memory, unless more is allowed."""

CACHE_BYTES = 16 * 2**20
"""Layers with fewer bytes are about as fast as the layers of a small board."""

SECONDS_MEASURED = 0.5
BYTES_MEASURED = 32 * 2**20

SLOWER_BEYOND_CACHE = 3


@dataclass(frozen=True)
class Machine:
    """The resources that a count may use: of this machine, or of each worker of a cluster."""

    memory: int
    threads: int
    kept: int = 0  # bytes that a sweep may take together with the layers that it keeps
    disk: int | None = None  # the free bytes of the scratch directory, None without one
    gpu: Gpu | None = None
    cluster: bool = False
    saving: bool = False
    begun: frozenset[tuple[Place, int]] = frozenset()  # plans of a checkpoint: place, counter width

    @property
    def core(self) -> _core.Machine:
        """The machine as the planner of the core takes it."""
        gpu = None if self.gpu is None else self.gpu.memory
        begun = sorted(self.begun)
        return _core.Machine(
            self.memory, self.threads, self.kept, self.disk, gpu, self.cluster, self.saving, begun
        )

    @classmethod
    def of(cls, limits: Limits, device: Device | None = None) -> Machine:
        cluster, saving = limits.executor is not None, limits.checkpoint is not None
        chosen = checked_device(device)
        gpu = None if chosen == "auto" and (cluster or saving) else gpu_or_none(chosen, limits)
        if gpu is not None:
            if cluster:
                raise BadInputError("gpu_takes_no", word="cluster")
            if saving:
                raise BadInputError("gpu_takes_no", word="checkpoint")
            if limits.scratch is not None and chosen != "auto":
                raise BadInputError("gpu_takes_no", word="scratch")
        disk = None
        if limits.scratch is not None:
            disk = free_disk(limits.scratch) + _layers_bytes(within("scratch", limits))
        places: tuple[Place, ...] = ("memory", "scratch")
        begun = frozenset(
            (place, bits)
            for place in places
            for bits in WIDTHS
            if saving and Path(saved_as(within(place, limits), 2**bits)).exists()
        )
        budget = limits.budget
        kept = budget if limits.memory else min(budget // 2, MOST_MEMORY_KEPT)
        return cls(budget, limits.workers, kept, disk, gpu, cluster, saving, begun)


def within(place: Place, limits: Limits) -> Limits:
    """Return the limits of a sweep in a place; sweeps through scratch are saved apart."""
    if place == "scratch":
        return limits.saving("scratch", beside=True)
    return replace(limits, scratch=None)


def saved_as(limits: Limits, modulus: int) -> str:
    return "" if limits.checkpoint is None else f"{limits.checkpoint}-{modulus:x}.layer"


def layers_name(saved: PathLike) -> str:
    path = str(Path(saved).resolve()).encode()
    return f"babieca-{hashlib.sha256(path).hexdigest()[:16]}.layers"


def _layers_bytes(limits: Limits) -> int:
    if limits.checkpoint is None or limits.scratch is None:
        return 0
    taken = 0
    for saved in limits.checkpoint.parent.glob("*.layer"):
        if saved.name.startswith(f"{limits.checkpoint.name}-"):
            with suppress(OSError):
                found = (limits.scratch / layers_name(saved)).stat()
                taken += 512 * getattr(found, "st_blocks", found.st_size // 512)
    return taken


def counters_per_second(layer_bytes: int, *, quickly: bool = False) -> float:
    """Return how many counters one thread computes in a second, by the size of the largest layer.

    Large layers move at the speed of memory, about three times slower; `quickly` does not measure.
    """
    if layer_bytes > CACHE_BYTES and not quickly:
        return _measured(Board(7, 8))
    return _measured(Board(6, 8), 2) / (SLOWER_BEYOND_CACHE if layer_bytes > CACHE_BYTES else 1)


@functools.cache
def disk_bytes_per_second(directory: Path) -> float:
    try:
        with tempfile.TemporaryFile(dir=directory) as file:
            began = time.perf_counter()
            file.write(os.urandom(BYTES_MEASURED))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise BadInputError("cannot_use", directory=directory, reason=error.strerror) from None
    return BYTES_MEASURED / max(time.perf_counter() - began, 1e-6)


@functools.cache
def _measured(board: Board, times: int = 1) -> float:
    return max(_speed(board) for _ in range(times))


def _speed(board: Board) -> float:
    """Count a board with one thread for half a second; return the speed of the later part."""
    ready = prepare(Question.ask(board), Limits(), mirror=True)
    plan = ready.block_plan()
    began = time.perf_counter()
    seen = [(began, 0)]

    def report(done: int, total: int) -> None:
        now = time.perf_counter()
        if done > total // 8:
            seen.append((now, done))
        if now - began > SECONDS_MEASURED and seen[-1][1] > seen[min(1, len(seen) - 2)][1]:
            raise NotFoundError("measured")

    try:
        ready.sweep.count_blocks(plan, report=report)
        seen.append((time.perf_counter(), plan.total_counters))
    except NotFoundError:
        pass
    (first_time, first), (last_time, last) = seen[min(1, len(seen) - 2)], seen[-1]
    return max(last - first, 1) / max(last_time - first_time, 1e-6)


Method = Literal["theory", "blocks", "sparse", "usage", "sparse usage", "backward only", "layers"]
"""How a plan counts: without a sweep; forwards; forwards and backwards, for every move at once;
backwards only, for many sets of moves at once; forwards with layers kept, for the number of each
tour. "sparse" keeps a hash table of states instead of blocks, for numbers all of them."""


@dataclass(frozen=True)
class CountPlan:
    """A plan to count the tours of an undirected question of kind closed or path.

    `single`: the first residue is expected to be the number itself. `counters` and `moved_bytes`
    (to scratch and back) are for one sweep; `sweeps` is the expected number of sweeps.
    """

    question: Question
    order: tuple[int, ...] = ()
    mirror: tuple[int, ...] = ()  # each vertex's image; empty: layers are kept whole
    method: Method = "blocks"
    place: Place = "memory"
    counter_bits: int = 64
    single: bool = True
    given: tuple[int, ...] = ()  # moduli that the caller asks for
    together: int = 0  # moduli that one sweep takes at most; 0: all
    bytes: int = 0
    disk_bytes: int = 0
    host_bytes: int = 0
    threads: int = 1
    sweeps: int = 1
    counters: int = 0
    moved_bytes: int = 0
    work: float = field(default=0.0, compare=False)  # in counters that one thread computes
    layer: int = 0  # backwards only: the layer at which the sweep ends
    layers: tuple[int, ...] = ()  # numbering: the layers that are kept
    sections: Any = field(default=None, compare=False, repr=False)

    @property
    def ready(self) -> Prepared:
        return prepared(self.question, self.order, self.mirror)

    @property
    def arithmetic(self) -> Arithmetic:
        return "gpu" if self.place == "gpu" else "products" if self.method == "usage" else "cpu"

    @cached_property
    def moduli(self) -> tuple[int, ...]:
        """The moduli that are swept first: all that are needed, unless one probably is enough.

        On a cluster a second, cheaper modulus checks the first.
        """
        if self.given:
            return self.given
        if not self.single:
            return tuple(self.moduli_for(sharp_bound_bits(self.question)))
        check = 2 ** (min(32, self.counter_bits) - 1) - 1
        return (2**self.counter_bits, check)[: 2 if self.place == "cluster" else 1]

    def moduli_for(self, bits: int) -> list[int]:
        """Return moduli that determine a number between bounds `bits` bits apart."""
        return enough_moduli(self.counter_bits, bits, self.arithmetic)

    def seconds(self, scratch: Path | None = None, *, quickly: bool = False) -> float:
        """Return the expected time; without a directory, the time of the disk is left out."""
        if self.method == "theory":
            return 0.0
        layout = self.ready.block_plan()
        if self.place == "gpu":
            sweeps = -(-self.sweeps // max(1, self.together))
            return gpus.expected_seconds(layout, self.sweeps, sweeps)
        largest = layout.peak_counters * self.counter_bits // 8
        seconds = self.counters / counters_per_second(largest, quickly=quickly) / self.threads
        if self.moved_bytes and scratch is not None:
            seconds += self.moved_bytes / disk_bytes_per_second(scratch)
        return self.sweeps * seconds


def bits_for(modulus: int) -> int:
    """Return the narrowest counters for a modulus; the processor adds before it reduces.

    >>> bits_for(251), bits_for(2**16), bits_for(2**64)
    (16, 16, 64)
    """
    return _core.bits_for(modulus % 2**64)
