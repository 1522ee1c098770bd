"""Counters that do not fit the GPU memory are on the host; on an emulated and a real GPU."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from babieca import Board, Tours, _core
from babieca.engines.sweep.counting import count_on
from babieca.engines.sweep.gpu.gpus import (
    Gpu,
    count_on_gpu,
    find_gpu,
    residues_on_gpu,
)
from babieca.engines.sweep.gpu.machines import EmulatedMachine, GpuMachine, MakeMachine, Sizes
from babieca.engines.sweep.sweeps import Prepared, prepare
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.questions import Question
from tests.test_gpu import MODULI, random_graph, with_gpu


@pytest.fixture(scope="module", params=["emulated", "cuda"])
def make(request: pytest.FixtureRequest) -> MakeMachine:
    if request.param == "emulated":
        return EmulatedMachine
    try:
        return find_gpu(Limits()).make
    except BadInputError as error:
        pytest.skip(str(error))


def noting(make: MakeMachine, seen: Counter[tuple[bool, bool]]) -> MakeMachine:
    """Return machines that count their shifts, by whether each begins and ends on the host."""

    def made(sizes: Sizes) -> GpuMachine:
        machine = make(sizes)
        run = machine.run

        def watched(number: int, batch: _core.GpuBatch, moduli: Sequence[int]) -> None:
            for begin, end, _ in batch.shifts:
                seen[begin >= sizes.capacity, end >= sizes.capacity] += 1
            run(number, batch, moduli)

        machine.run = watched  # type: ignore[method-assign]
        return machine

    return made


def smaller_and_smaller(
    ready: Prepared, make: MakeMachine, bits: int, expected: int
) -> Counter[tuple[bool, bool]]:
    """Count with ever less GPU memory, until one wave does not fit; return the shifts made."""
    plan, moduli = ready.block_plan(), MODULI[bits]
    residues = [0 if modulus == 2**bits else modulus for modulus in moduli]
    seen: Counter[tuple[bool, bool]] = Counter()
    capacity = plan.wave_counters * bits // 8
    while True:
        host = _core.gpu_best_host_bytes(plan, bits, capacity)
        try:
            found = count_on_gpu(ready, noting(make, seen), residues, bits, capacity, 2, None, host)
        except _core.OutOfBudget:
            break
        assert list(found.residues) == [expected % modulus for modulus in moduli]
        capacity = capacity * 4 // 5
    assert capacity < _core.gpu_least_gpu_bytes(plan, bits)
    return seen


@pytest.mark.parametrize("bits", [8, 32, 64])
@pytest.mark.parametrize("mirror", [False, True])
@pytest.mark.parametrize(("board", "kind"), [("6x6", "closed"), ("5x6", "path")])
def test_boards_agree_however_small_the_gpu(
    board: str, kind: str, mirror: bool, bits: int, make: MakeMachine
) -> None:
    question = Question.ask(Board.parse(board), kind)
    expected = Tours.of(question).count(device="cpu")
    ready = prepare(question, Limits(), mirror=mirror)
    seen = smaller_and_smaller(ready, make, bits, expected)
    assert seen[False, True]
    assert seen[True, False]


@pytest.mark.parametrize("seed", range(20))
def test_random_graphs_agree_however_small_the_gpu(seed: int, make: MakeMachine) -> None:
    question = Question.ask(random_graph(seed), "closed" if seed % 2 else "path")
    expected = Tours.of(question).count(method="reference")
    ready = prepare(question, Limits())
    if not ready.sweep.impossible:
        smaller_and_smaller(ready, make, (8, 16, 32, 64)[seed // 2 % 4], expected)


@pytest.mark.parametrize("mirror", [False, True])
def test_the_plan_says_what_suffices(mirror: bool, make: MakeMachine) -> None:
    # A board so large that rounding adds little.
    question = Question.ask(Board(6, 8))
    ready = prepare(question, Limits(), mirror=mirror)
    plan = ready.block_plan()
    capacity = _core.gpu_least_gpu_bytes(plan, 32)
    assert capacity < _core.gpu_least_bytes(plan, 32)
    seen: Counter[tuple[bool, bool]] = Counter()
    host = _core.gpu_least_host_bytes(plan, 32, capacity)
    found = count_on_gpu(ready, noting(make, seen), [251], 32, capacity, 2, None, host)
    assert found.residues == (55488142 % 251,)
    assert seen[False, True]
    assert seen[True, False]
    assert found.peak_bytes <= capacity + host
    with pytest.raises(_core.OutOfBudget):
        count_on_gpu(ready, make, [251], 32, capacity, 2, None, host // 2)


def test_a_small_gpu_uses_the_host_and_says_what_both_need() -> None:
    ready = prepare(Question.ask(Board(6, 8)), Limits(), mirror=True)
    plan = ready.block_plan()
    large = Gpu(EmulatedMachine, 2**28)
    beside = large.budget - large.memory.for_counters(plan)[0]
    small = replace(large, budget=beside + _core.gpu_least_gpu_bytes(plan, 8))
    assert small.memory.fits(plan, 8) == 0
    with pytest.raises(BadInputError, match=r"on the GPU, or .* there and .* of the host"):
        count_on(with_gpu(small), ready.question, Limits())
    helped = replace(small, host=2**28)
    assert residues_on_gpu(ready, helped, [251], 8, Limits()).residues == (55488142 % 251,)
    found = count_on(with_gpu(helped), ready.question, Limits(), counter_bits=8)
    assert found.value == 55488142
    assert found.peak_bytes > small.memory.for_counters(plan)[0]
