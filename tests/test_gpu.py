"""Block sweeps on an emulated GPU, and on a real GPU if there is one; the kernels are the same."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from typer.testing import CliRunner

from babieca import Board, Graph, Tours, _core
from babieca.cli.app import make_app
from babieca.engines.costs import OnGpu
from babieca.engines.protocol import core_question
from babieca.engines.retirement import retirement_order
from babieca.engines.sweep.count_plan import Machine
from babieca.engines.sweep.counting import count_on
from babieca.engines.sweep.gpu import gpus
from babieca.engines.sweep.gpu.gpus import (
    Gpu,
    checked_device,
    count_on_gpu,
    each_on_gpu,
    find_gpu,
    residues_on_gpu,
)
from babieca.engines.sweep.gpu.machines import EmulatedMachine
from babieca.engines.sweep.moduli import (
    enough_moduli,
    sharp_bound_bits,
)
from babieca.engines.sweep.plans import plans
from babieca.engines.sweep.sweeps import prepare, prepared
from babieca.errors import BadInputError
from babieca.formats.answers import planned
from babieca.limits import Limits
from babieca.progress import Progress
from babieca.questions import Question
from babieca.reproduce import Settings, reproduce
from tests.commands import run

EMULATED = Gpu(EmulatedMachine, 2**28)
MODULI = {8: [256, 251], 16: [65536, 65521, 3], 32: [2**32, 4294967291], 64: [2**64, 2**63 - 25]}


@pytest.fixture(scope="module", params=["emulated", "cuda"])
def gpu(request: pytest.FixtureRequest) -> Gpu:
    if request.param == "emulated":
        return EMULATED
    try:
        return find_gpu(Limits())
    except BadInputError as error:
        pytest.skip(str(error))


def with_gpu(gpu: Gpu) -> Machine:
    return replace(Machine.of(Limits()), gpu=gpu)


def random_graph(seed: int) -> Graph:
    chance = random.Random(seed)
    size = chance.randrange(5, 13)
    pairs = [(u, v) for u in range(size) for v in range(u)]
    return Graph.from_edges(chance.sample(pairs, min(len(pairs), 2 * size + chance.randrange(8))))


@pytest.mark.parametrize("seed", range(60))
def test_random_graphs_agree_with_the_reference(seed: int, gpu: Gpu) -> None:
    question = Question.ask(random_graph(seed), "closed" if seed % 2 else "path")
    expected = Tours.of(question).count(method="reference")
    ready = prepare(question, Limits())
    bits = (8, 16, 32, 64)[seed // 2 % 4]
    if ready.sweep.impossible:
        assert expected == 0
        return
    found = residues_on_gpu(ready, gpu, MODULI[bits], bits, Limits.of(threads=2))
    assert list(found.residues) == [expected % modulus for modulus in MODULI[bits]]


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
@pytest.mark.parametrize("mirror", [False, True])
@pytest.mark.parametrize(
    ("board", "kind"), [("6x6", "closed"), ("5x5", "path"), ("5x6", "closed"), ("4x5", "path")]
)
def test_boards_agree_plain_and_mirrored(
    board: str, kind: str, mirror: bool, bits: int, gpu: Gpu
) -> None:
    question = Question.ask(Board.parse(board), kind)
    expected = Tours.of(question).count(device="cpu")
    ready = prepare(question, Limits(), mirror=mirror or False)
    assert bool(ready.mirror) == mirror
    found = residues_on_gpu(ready, gpu, MODULI[bits], bits, Limits.of(threads=2))
    assert list(found.residues) == [expected % modulus for modulus in MODULI[bits]]
    assert not any(found.exact[1:])


@pytest.mark.parametrize(("board", "kind"), [("5x5", "path"), ("3x7", "path")])
def test_mirrors_may_keep_many_squares_in_their_places(board: str, kind: str, gpu: Gpu) -> None:
    question = Question.ask(Board.parse(board), kind)
    expected = Tours.of(question).count(device="cpu", mirror=False)
    most = 0
    place = question.graph.place
    for mirror in _core.involutions(place):
        for order in _core.mirrored_sweeps(place, mirror):
            ready = prepared(question, tuple(order.tolist()), tuple(mirror.tolist()))
            if ready.plan is None or ready.plan.total_counters > 10**7:
                continue
            found = residues_on_gpu(ready, gpu, [65521], 16, Limits.of(threads=2))
            assert found.residues == (expected % 65521,)
            apex = len(mirror)
            own = {apex} | {vertex for vertex in range(apex) if mirror[vertex] == vertex}
            most = max(most, *(len(own & set(layer)) for layer in ready.sweep.occupants))
    assert most > 3


def test_counters_are_shifted_together_where_memory_is_short() -> None:
    question = Question.ask(Board(6, 6))
    ready = prepare(question, Limits(), mirror=True)
    shifts = []

    class Watched(EmulatedMachine):
        def run(self, number: int, batch: _core.GpuBatch, moduli: object) -> None:
            shifts.extend(batch.shifts)
            super().run(number, batch, moduli)

    plan = ready.block_plan()
    count = partial(count_on_gpu, ready, Watched, [251], 8, threads=1, report=None)
    large = count(capacity=_core.gpu_best_bytes(plan, 8))
    assert (large.residues, shifts) == ((9862 % 251,), [])
    capacity = _core.gpu_least_bytes(plan, 8)
    while not shifts:
        capacity -= 2**10
        assert count(capacity=capacity).residues == large.residues
    with pytest.raises(_core.OutOfBudget):
        count(capacity=plan.peak_counters // 2)


def test_buffers_grow_with_the_lists_of_a_wave(gpu: Gpu, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_core, "gpu_buffer_bytes", lambda plan: 2**8)
    ready = prepare(Question.ask(Board(6, 6)), Limits(), mirror=True)
    assert residues_on_gpu(ready, gpu, [251], 8, Limits()).residues == (9862 % 251,)


def test_numbers_beyond_a_word_are_put_together(gpu: Gpu) -> None:
    question = Question.ask(Board(6, 6))
    found = count_on(with_gpu(gpu), question, Limits(), counter_bits=8, mirror=True)
    assert found.value == 9862
    assert found.method.startswith("blocks on ")
    assert list(found.moduli) == enough_moduli(8, sharp_bound_bits(question), "gpu")
    at_once = count_on(with_gpu(gpu), question, Limits())
    assert (at_once.value, at_once.moduli) == (9862, (2**64,))


def test_too_little_memory_is_said_before_it_is_taken() -> None:
    ready = prepare(Question.ask(Board(6, 6)), Limits(), mirror=True)
    small = Gpu(EmulatedMachine, 2**22)
    with pytest.raises(BadInputError, match="on the GPU"):
        residues_on_gpu(ready, small, [251], 8, Limits())
    with pytest.raises(BadInputError, match="on the GPU"):
        count_on(with_gpu(small), ready.question, Limits())


def test_a_machine_without_a_gpu_says_so() -> None:
    with pytest.raises(BadInputError, match=r"device is one of cpu, cuda, auto"):
        checked_device("gpu")  # type: ignore[arg-type]
    assert Tours(Board(5, 6)).count(device="auto") == 8
    try:
        import cupy  # noqa: F401
    except ImportError:
        for ask in (Tours(Board(5, 6)).count, Tours(Board(5, 6)).plan):
            with pytest.raises(BadInputError, match="CuPy"):
                ask(device="cuda")


def test_matchings_bound_the_tours() -> None:
    # Two perfect matchings cover 8x8 with cycles and doubled moves. Wegener and Löbbing (1996)
    # count 8121130233753702400 such covers.
    question = Question.ask(Board(8, 8))
    order = retirement_order(question.graph)
    (whole,) = _core.matchings(core_question(question), order, 0, None)
    assert whole**2 == 8121130233753702400
    for sides in ((5, 6), (6, 6), (3, 10)):
        question = Question.ask(Board(*sides))
        assert Tours.of(question).count() <= 2 ** sharp_bound_bits(question)
    for sides in ((5, 5), (3, 4), (5, 6)):
        question = Question.ask(Board(*sides), "path")
        assert Tours.of(question).count() <= 2 ** sharp_bound_bits(question)


def test_seen_bits_tell_what_is_exact(gpu: Gpu) -> None:
    ready = prepare(Question.ask(Board(6, 6)), Limits(), mirror=False)
    wide = residues_on_gpu(ready, gpu, [2**16], 16, Limits())
    narrow = residues_on_gpu(ready, gpu, [2**8], 8, Limits())
    assert (wide.residues, wide.exact, narrow.exact) == ((9862,), (True,), (False,))
    assert np.array(narrow.residues) == 9862 % 256


def test_the_place_depends_on_the_memory() -> None:
    question = Question.ask(Board(6, 8))
    ready = prepare(question, Limits(), mirror=True)
    layout, needed = ready.block_plan(), sharp_bound_bits(question)
    words, residues = plans(question, Limits(), with_gpu(EMULATED))
    assert (words.place, words.counter_bits, words.moduli) == ("gpu", 64, (2**64,))
    assert (residues.counter_bits, residues.single) == (32, False)
    assert residues.moduli == tuple(enough_moduli(32, needed, "gpu"))
    (narrow,) = plans(question, Limits(), with_gpu(EMULATED), counter_bits=8)
    assert narrow.moduli == tuple(enough_moduli(8, needed, "gpu"))
    assert narrow.together == EMULATED.memory.fits(layout, 8)
    assert narrow.host_bytes == 0 < narrow.bytes <= EMULATED.budget
    beside = EMULATED.budget - EMULATED.memory.for_counters(layout)[0]
    small = Gpu(EmulatedMachine, beside + _core.gpu_least_gpu_bytes(layout, 8), 2**28)
    (spilled,) = plans(question, Limits(), with_gpu(small))
    assert (spilled.counter_bits, spilled.together) == (8, 1)
    assert spilled.host_bytes > 0


def test_plans_say_what_a_gpu_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    tours = Tours(Board(6, 6))
    assert tours.plan(device="cpu").gpu is None
    monkeypatch.setattr(gpus, "find_gpu", lambda limits: EMULATED)
    found = tours.plan()
    assert isinstance(found.gpu, OnGpu)
    assert (found.gpu.device, found.gpu.moduli) == ("emulated GPU", (2**64,))
    assert 0 < found.gpu.gpu_bytes <= EMULATED.budget
    assert found.gpu.host_bytes == 0 < (found.gpu.estimated_seconds or 0)
    assert planned(found)["gpu"]["moduli"] == [str(2**64)]
    typed = CliRunner().invoke(make_app(), ["plan", "6x6", "--device", "cuda"])
    assert "GPU         emulated GPU: " in typed.stdout
    monkeypatch.setattr(gpus, "find_gpu", lambda limits: Gpu(EmulatedMachine, 2**20))
    assert "on the GPU" in str(tours.plan(device="auto").gpu)
    assert list(planned(tours.plan())["gpu"]) == ["refusal"]


def test_tables_and_papers_take_a_device() -> None:
    tours = Tours(Board(6, 6), start="c3")
    plain = tours.count_by("edge-pair")
    assert tours.count_by("edge-pair", device="auto") == plain
    assert sum(plain.values()) == 9862
    with pytest.raises(BadInputError, match="device is for banon-7, banon-8"):
        reproduce("costa", Settings(quick=True, device="auto"))
    with pytest.raises(BadInputError, match="a GPU takes no cluster"):
        reproduce("banon-7", Settings(quick=True, device="auto", cluster="local"))


def test_several_counts_share_a_gpu(gpu: Gpu) -> None:
    def paths(start: int, limits: Limits) -> int:
        question = Question.ask(Board(5, 5), "path", start=start)
        return count_on(with_gpu(gpu), question, limits).value

    seen: list[Progress] = []
    starts = range(0, 25, 2)
    found = each_on_gpu(paths, starts, Limits.of(progress=seen.append), gpu)
    assert found == [Tours(Board(5, 5), "path", start=start).count() for start in starts]
    assert seen[-1].share == 1.0

    def fails(start: int, limits: Limits) -> int:
        if start == 4:
            raise ZeroDivisionError
        return paths(start, limits)

    with pytest.raises(ZeroDivisionError):
        each_on_gpu(fails, starts, Limits(), gpu)


def test_auto_says_what_it_chose() -> None:
    ran = run("count", "6x6", "--device", "auto")
    assert ran.stdout == "9862\n"
    assert ran.stderr.startswith("device auto: blocks")
