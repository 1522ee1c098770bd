"""Work on a GPU is cancelled: it ends early and frees its memory."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError

import numpy as np
import pytest

from babieca import Board, _core
from babieca.engines.retirement import sweep_choice
from babieca.engines.sweep.gpu import cuda
from babieca.engines.sweep.gpu.cuda import CudaMachine, HostMemory
from babieca.engines.sweep.gpu.gpus import (
    Gpu,
    count_on_gpu,
    each_on_gpu,
)
from babieca.engines.sweep.gpu.machines import EmulatedMachine, Sizes, rank_maps
from babieca.engines.sweep.sweeps import prepare
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.progress import Progress, stopped_by
from babieca.questions import Question
from tests.fake_cupy import FakeCupy, FakeRuntime, bytes_at


@pytest.fixture
def long_search() -> Iterator[None]:
    """Make searches for an order a thousand times as long, and clear their cache."""
    sweep_choice.cache_clear()
    _core.search_effort(rounds=3e7, counters_per_round=1, worth=0)
    yield
    _core.search_effort()


@pytest.mark.usefixtures("long_search")
def test_a_thread_hears_that_its_search_is_called_off() -> None:
    question = Question.ask(Board(7, 8), through="c3-d5")
    asked: list[tuple[int, int]] = []

    def hear(done: int, total: int) -> None:
        asked.append((done, total))
        if done:
            raise InterruptedError

    with stopped_by(hear), pytest.raises(InterruptedError):
        prepare(question, Limits())
    done, total = asked[-1]
    assert 0 < done < total / 1000


def test_a_plan_is_called_off_between_two_layers() -> None:
    sweep = prepare(Question.ask(Board(5, 6)), Limits()).sweep
    asked: list[int] = []

    def hear(done: int, total: int) -> None:
        asked.append(done)
        if done == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        sweep.plan(hear)
    assert asked[-1] == 3


@pytest.mark.usefixtures("long_search")
def test_searches_for_several_counts_end_when_all_is_called_off() -> None:
    begun, ended = threading.Barrier(3), []

    def work(move: str, limits: Limits) -> None:
        begun.wait()
        prepare(Question.ask(Board(6, 7), through=move), limits)
        ended.append(move)

    def interrupted(progress: Progress) -> None:
        raise KeyboardInterrupt

    gpu = Gpu(EmulatedMachine, 2**40)
    limits = Limits.of(progress=interrupted)
    with pytest.raises(KeyboardInterrupt):
        each_on_gpu(work, ["b2-d3", "b2-c4", "c3-d5"], limits, gpu)
    assert ended == []


def test_a_sweep_is_called_off_between_two_batches() -> None:
    ready = prepare(Question.ask(Board(6, 6)), Limits())
    capacity = _core.gpu_best_bytes(ready.block_plan(), 64)
    ran: list[int] = []

    class Watched(EmulatedMachine):
        def run(self, number: int, batch: _core.GpuBatch, moduli: Sequence[int]) -> None:
            super().run(number, batch, moduli)
            ran.append(batch.layer)

    def hear(done: int, total: int) -> None:
        if len(ran) == 2:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        count_on_gpu(ready, Watched, [0], 64, capacity, 1, hear)
    assert len(ran) == 2
    count_on_gpu(ready, Watched, [0], 64, capacity, 1, None)
    assert len(ran) > 10


@pytest.fixture
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(cuda, "PIECE", 2**14)
    return 2**14


def test_the_hosts_memory_is_pinned_in_pieces_and_given_back(small_pieces: int) -> None:
    runtime = FakeRuntime()
    memory = HostMemory(runtime, 5 * small_pieces // 2)
    address = memory.address
    sizes = [small_pieces, small_pieces, small_pieces // 2]
    assert runtime.pinned == {address + n * small_pieces: size for n, size in enumerate(sizes)}
    del memory
    assert (runtime.pinned, runtime.most) == ({}, sum(sizes))


def test_no_copy_leaves_a_piece(small_pieces: int) -> None:
    memory = HostMemory(FakeRuntime(), 3 * small_pieces)
    address, end = memory.address, memory.address + 3 * small_pieces
    assert memory.together(address, 2**20) == small_pieces
    assert memory.together(address + small_pieces - 8, 100) == 8
    assert memory.together(address + 2 * small_pieces, 100) == 100
    assert memory.together(address - 8, 2**20) == 2**20
    assert memory.together(end, 2**20) == 2**20


def test_what_was_pinned_before_an_interruption_is_given_back(small_pieces: int) -> None:
    runtime = FakeRuntime(fails_at=3)
    with pytest.raises(KeyboardInterrupt):
        HostMemory(runtime, 8 * small_pieces)
    assert (runtime.pinned, runtime.most) == ({}, 3 * small_pieces)


def test_a_gpu_with_addresses_of_its_own_is_refused(small_pieces: int) -> None:
    runtime = FakeRuntime(elsewhere=True)
    with pytest.raises(BadInputError, match="addresses of its own"):
        HostMemory(runtime, small_pieces)
    assert runtime.pinned == {}


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeCupy]:
    found = FakeCupy()
    monkeypatch.setattr(cuda, "cupy", lambda: found)
    cuda._loaded.cache_clear()
    yield found
    cuda._loaded.cache_clear()


def test_kernels_are_compiled_once_and_no_further_than_wanted(fake: FakeCupy) -> None:
    called_off = threading.Event()
    kernels = cuda._kernels(4, called_off)
    assert sorted(kernels) == ["0", "1", "2", "3", "4", "false", "true"]
    assert kernels["true"] == "babieca::gpu::large_blocks<unsigned int, true>"
    assert len(fake.compiled) == 3
    called_off.set()
    with pytest.raises(CancelledError):
        cuda._kernels(1, called_off)
    assert len(fake.compiled) == 4
    assert cuda._kernels(4, threading.Event()) == kernels
    assert len(fake.compiled) == 4


class FakeMachine(CudaMachine):
    """A `CudaMachine` on the fake CuPy, with emulated launches."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__(sizes)
        self.sizes = sizes

    def _launch(
        self, launch: _core.GpuLaunch, lists: int, copy: int, modulus: int, factors: int
    ) -> None:
        of_step = None
        if factors:
            there = self._factors_there
            end = there.data.ptr + (copy + 1) * there.strides[0]
            of_step = bytes_at(factors, end - factors).view(np.uint64)
        own = bytes_at(self._address(copy, 0), self._capacity)
        hosts = bytes_at(self._address(copy, self._capacity), self.sizes.host)
        together = np.concatenate([own, hosts])
        _core.emulate_gpu(
            launch,
            modulus,
            rank_maps(),
            bytes_at(lists, self.sizes.buffer),
            together,
            bytes_at(self._seen.data.ptr + 8 * copy, 8),
            self._capacity,
            0,
            of_step,
        )
        own[:] = together[: self._capacity]  # the host's part is only read


def test_a_gpu_is_driven_with_counters_on_the_host(
    fake: FakeCupy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cuda, "PIECE", 2**12)
    ready = prepare(Question.ask(Board(6, 6)), Limits(), mirror=True)
    plan = ready.block_plan()
    capacity = 2 * plan.wave_counters * 4 // 5
    space = _core.gpu_best_host_bytes(plan, 16, capacity)
    found = count_on_gpu(ready, FakeMachine, [65521], 16, capacity, 2, None, space)
    assert found.residues == (9862,)
    assert found.peak_bytes > capacity
    runtime = fake.cuda.runtime
    assert (fake.taken, runtime.pinned, runtime.most > space) == (set(), {}, True)


def test_a_gpu_is_driven_with_several_weightings(fake: FakeCupy) -> None:
    ready = prepare(Question.ask(Board(5, 6)), Limits())
    edges, prime = ready.question.graph.edges(), 2**61 - 1
    weights = [
        np.array([pow(base, n, prime) for n in range(len(edges))], np.uint64) for base in (1, 2, 3)
    ]
    weightings = [_core.Weighting(ready.sweep, edges, each, prime) for each in weights]
    capacity = _core.gpu_best_bytes(ready.block_plan(), 64)
    sizes = ([prime] * 3, 64, capacity, 1, None, 0)
    found = count_on_gpu(ready, FakeMachine, *sizes, weightings).residues
    plan = ready.block_plan()
    assert found[0] == 8
    assert [*found] == [
        ready.sweep.count_blocks(plan, moduli=[prime], weighting=each)["residues"][0]
        for each in weightings
    ]
    assert any("true>" in name for names in fake.compiled for name in names)
    assert (fake.taken, fake.cuda.runtime.pinned) == (set(), {})


@pytest.mark.parametrize("after", [0, 5])
def test_a_gpu_that_is_called_off_gives_all_back_at_once(fake: FakeCupy, after: int) -> None:
    ready = prepare(Question.ask(Board(6, 6)), Limits(), mirror=True)
    asked: list[int] = []

    def hear(done: int, total: int) -> None:
        assert fake.taken
        asked.append(done)
        if len(asked) > after:
            raise InterruptedError

    capacity = _core.gpu_best_bytes(ready.block_plan(), 16)
    with pytest.raises(InterruptedError) as raised:
        count_on_gpu(ready, FakeMachine, [65521], 16, capacity, 2, hear)
    # The memory is free although the exception still refers to the machine.
    assert (fake.taken, fake.cuda.runtime.pinned) == (set(), {})
    assert raised.value.__traceback__ is not None


def test_a_launch_that_fails_ends_the_sweep_and_all_is_given_back(fake: FakeCupy) -> None:
    ready = prepare(Question.ask(Board(6, 6)), Limits(), mirror=True)
    tried: list[int] = []

    class Failing(FakeMachine):
        def _launch(self, launch: _core.GpuLaunch, *rest: int) -> None:
            tried.append(launch.pairs)
            if len(tried) == 10:
                raise InterruptedError
            super()._launch(launch, *rest)

    capacity = _core.gpu_best_bytes(ready.block_plan(), 16)
    with pytest.raises(InterruptedError):
        count_on_gpu(ready, Failing, [65521], 16, capacity, 2, None)
    assert (fake.taken, fake.cuda.runtime.pinned) == (set(), {})


def test_a_full_gpu_gives_back_its_memory(fake: FakeCupy) -> None:
    fake.capacity = 2**20
    with pytest.raises(MemoryError):
        CudaMachine(Sizes(1, 4, 2**21, 0, 2**14))
    assert (fake.taken, fake.cuda.runtime.pinned) == (set(), {})
