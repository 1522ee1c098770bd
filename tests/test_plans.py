"""The planner: it plans once, its plans are sent to workers, and all verbs read them."""

from __future__ import annotations

import itertools
import pickle
import random
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from babieca import BadInputError, Board, Graph, Limits, Question, Tours, _core, count, plan
from babieca.engines import retirement
from babieca.engines.counts import WholeCount
from babieca.engines.fold import FoldedBranch
from babieca.engines.sampling import Unranking
from babieca.engines.search.visiting import SearchBranch
from babieca.engines.sweep import counting, plans, sweeps
from babieca.engines.sweep.count_plan import CountPlan, Machine
from babieca.engines.sweep.counting import Residue, SweepTask, count_by_plan
from babieca.engines.sweep.moduli import OutgrownError, bounds_of
from babieca.memory import available_bytes, free_disk
from babieca.questions import KINDS, Kind


class StoppedError(Exception):
    """Raised instead of a sweep."""


def watched(monkeypatch: pytest.MonkeyPatch, function: Callable[..., Any]) -> list[Any]:
    """Record every call of a function, through all modules that import it."""
    calls: list[Any] = []

    def noting(*arguments: Any, **words: Any) -> Any:
        calls.append(arguments)
        return function(*arguments, **words)

    for module in list(sys.modules.values()):
        for name, value in list(getattr(module, "__dict__", {}).items()):
            if value is function:
                monkeypatch.setattr(module, name, noting)
    return calls


def test_a_count_plans_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = watched(monkeypatch, plans.plans)
    assert count(Board(6, 8)) == 55488142
    assert len(calls) == 1

    def stopped(*_: Any) -> None:
        raise StoppedError

    monkeypatch.setattr(counting, "count_by_plan", stopped)
    with pytest.raises(StoppedError):
        count(Board(8, 8), memory="8G")
    assert len(calls) == 2


def test_a_worker_plans_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pickled task contains its retirement order, mirror and counter width."""
    question = Question.ask(Board(6, 8))
    (made, *_) = plans.plans(question, Limits(), replace(Machine.of(Limits()), cluster=True))
    assert made.place == "cluster"
    task = pickle.loads(pickle.dumps(SweepTask(replace(made, place="memory"), 2**31 - 1)))
    retirement.sweep_choice.cache_clear()
    watching = [plans.plans, sweeps.prepare, retirement.searched_order, retirement.mirrored_order]
    calls = [watched(monkeypatch, function) for function in watching]
    assert task.run(Limits()).value == 55488142 % (2**31 - 1)
    assert calls == [[]] * len(watching)


def test_plans_are_cheapest_first_and_fit() -> None:
    question = Question.ask(Board(7, 8))
    unlimited = Machine(2**40, 2, disk=2**40)
    found = plans.plans(question, Limits(), unlimited)
    assert {made.place for made in found} == {"memory", "scratch"}
    assert [made.work for made in found] == sorted(made.work for made in found)
    for made in found:
        tight = replace(unlimited, memory=made.bytes, disk=made.disk_bytes)
        assert made in [
            replace(other, moved_bytes=made.moved_bytes)
            for other in plans.plans(question, Limits(), tight)
        ]
        assert all(other.bytes <= made.bytes for other in plans.plans(question, Limits(), tight))
    assert plans.plans(question, Limits(), Machine(10**6, 2)) == []


def test_the_planner_is_pure(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planner looks up neither memory nor disk nor time: the machine is an argument."""

    def asked(*_: Any) -> int:
        raise AssertionError

    for name, module in list(sys.modules.items()):
        if name.startswith("babieca.engines"):
            for function in vars(module).values():
                if hasattr(function, "cache_clear"):
                    function.cache_clear()  # a cached speed would not be measured again
    machine, limits = Machine(2**33, 2, disk=2**36), Limits(memory=2**33)
    question = Question.ask(Board(8, 8))
    assert question.graph.edge_count == 168  # building the graph looks up the memory once
    calls = [watched(monkeypatch, function) for function in (available_bytes, free_disk)]
    with monkeypatch.context() as patch:
        for clock in ("monotonic", "perf_counter", "process_time", "time"):
            patch.setattr(f"time.{clock}", asked)
        found = plans.plans(question, limits, machine)
    assert calls == [[], []]
    assert plans.plans(question, limits, machine) == found


def test_a_plan_of_ten_by_twelve() -> None:
    """8-bit moduli reach the sharp bound of 10x12, 137 bits, but not the usual one, 182."""
    found = plan(Board(10, 12), memory="1G", threads=2)
    assert found.usable_bits == [64, 32, 16, 8]
    assert found.counter_bits == 8
    assert "the budget is 1.0 GiB" in str(found.estimates["count"]["auto"].refusal)


@pytest.mark.parametrize("pairs", ["edges", "arcs"])
def test_a_graph_without_vertices_has_a_plan(pairs: str) -> None:
    planned = plan(Graph.from_json({"vertices": 0, pairs: []}))
    assert (planned.order, planned.layers, planned.counters) == ([], [[]], [1])


def test_a_width_that_does_not_reach_is_said() -> None:
    question = Question.ask(Board(8, 32))
    with pytest.raises(OutgrownError, match="counters of 8 bits do not reach numbers of"):
        _ = CountPlan(question, counter_bits=8, single=False).moduli
    assert _core.usable_widths(bounds_of(question)) == [64, 32, 16]


def test_keys_of_finished_tasks_stay_valid() -> None:
    """Task logs are read by these keys and records."""
    question = Tours(Board(5, 6)).question
    order = tuple(range(30))
    task = SweepTask(CountPlan(question, order), 2**64)
    five_six = "f4b06c74059946b9aa4b137b1647d0e25494d1f1ca5566d6cbbfe78a064bbcad"
    assert task.key == f"1-{five_six}-5e3a5b923c0aea3a-10000000000000000"
    paths = Tours(Board(5, 6), "path", start="a1", through="c3-d5").question.undirected()
    assert SweepTask(CountPlan(paths, order), 2**31 - 1).key == (
        "1-5f5e048d6b2802df97875f8952ced26870cd41d7cf5cd8742aa35cfbaf806c8f-5e3a5b923c0aea3a-"
        "7fffffff"
    )
    record = {"modulus": str(2**64), "value": "8", "exact": "True", "counters": "5"}
    record |= {"peak_bytes": "100", "disk_bytes": "0"}
    assert task.to_json(Residue(2**64, 8, True, 5, 100)) == record
    assert task.from_json(record) == Residue(2**64, 8, True, 5, 100)
    half_turn = Tours(Board(6, 6), symmetry="half-turn").question
    assert WholeCount(half_turn, "fold").key == (
        "1-3132c20d37fd887af5734b38885bff6dfab7e2bdb66066051a05a9ab963f96b1-fold"
    )
    assert Unranking(question, "auto", None, (1, 2)).key == (
        f"tours-1-{five_six}-8a72877a2156087afd5a1873de67f5e37da7c9929250897f4d516893c0033a6b"
    )
    assert SearchBranch.whole(question, "default", "fixed", False).key == (
        "caac17a097f83d0094c2bc964857487096d7faec9339d138253e90d999bf01e3-"
        "f42282a9339a2c689d70a39a1f2eb39d-1000"
    )
    turned = Tours(Board(6, 6), symmetry="quarter-turn").question
    assert FoldedBranch.whole(turned, True).key == (
        "fold-1-4a58ff54aeb74f85f83140b7832142073780ed561c5af8e79fb3df8e812469d0-"
        "a24311caa3a891b972ee0035965b2eb8-1000-rows"
    )


def test_a_plan_of_a_complete_graph_says_what_a_count_does() -> None:
    tours = Tours(Graph.from_edges(itertools.combinations(range(14), 2)))
    assert tours.count_report().method == "sparse"
    estimates = tours.plan().estimates["count"]
    assert estimates["auto"] == estimates["sparse"]
    assert not estimates["auto"].refusal
    assert "touches more than 12 slots" in str(estimates["blocks"].refusal)


@pytest.mark.parametrize("board", [Board(1, 1), Graph.from_edges([], vertices=[0])])
@pytest.mark.parametrize("kind", ["path", "open"])
@pytest.mark.parametrize("words", [{}, {"start": 0}, {"begin": [0]}, {"directed": True}])
def test_one_vertex_needs_no_sweep(board: Board | Graph, kind: Kind, words: Any) -> None:
    tours = Tours(board, kind, **words)
    assert tours.count() == 1
    auto = tours.plan().estimates["count"]["auto"]
    assert (auto.bytes, auto.seconds, auto.refusal) == (0, 0.0, None)


def test_a_board_that_is_too_wide_for_blocks_and_for_the_memory_has_a_plan() -> None:
    for memory in ("1M", "200M", "4G", "8G", "22G", "1T"):
        found = Tours("12x12").plan(memory=memory, device="cpu")
        estimate = found.estimates["count"]["auto"]
        assert "needs at least 1.6 TiB of memory" in str(estimate.refusal)
        assert (estimate.bytes, found.chosen) == (None, None)
    found = Tours("12x12").plan(memory="2T", device="cpu")
    assert found.chosen is not None
    assert (found.chosen.method, found.estimates["count"]["auto"].refusal) == ("sparse", None)


PLACES = [
    *(Board(*sides) for sides in ((1, 1), (3, 4), (4, 4), (5, 5), (3, 10), (5, 6), (6, 6))),
    Board(5, 6, holes="c3"),
    Board(5, 5, leaper="zebra"),
    Board(4, 5, wrap="all"),
    Graph.from_edges(itertools.combinations(range(8), 2)),
    Graph.from_edges([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]),
    Graph.from_edges(itertools.combinations(range(14), 2)),
]


def asked_at_random(draw: random.Random) -> Tours:
    place = draw.choice(PLACES)
    kind = draw.choice(KINDS)
    moves = Graph.of(place).edges()
    words: dict[str, Any] = {}
    for word in ("through", "avoiding"):
        if moves and draw.random() < 0.25:
            words[word] = [
                tuple(map(Graph.of(place).label, edge)) for edge in draw.sample(moves, 1)
            ]
    if draw.random() < 0.3:
        words["start"] = Graph.of(place).label(0)
    try:
        return Tours(place, kind, **words)
    except BadInputError:  # a word contradicts another
        return asked_at_random(draw)


@pytest.mark.parametrize("seed", range(150))
def test_a_plan_says_what_a_count_does(
    seed: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The place, the counter width, the method and the refusal, whatever the limits are."""
    draw = random.Random(seed)
    limits: dict[str, Any] = {
        "memory": int(10 ** draw.uniform(3, 9)),
        "threads": draw.choice([1, 2, 5]),
        "scratch": draw.choice([None, None, tmp_path]),
    }
    tours = asked_at_random(draw)
    try:
        said = tours.plan(device="cpu", **limits)
    except BadInputError as error:
        refused = str(error)
        with pytest.raises(BadInputError, match=re.escape(refused)):
            tours.count(**limits)
        return
    begun: list[CountPlan] = []

    def noting(plan: CountPlan, *others: Any) -> Any:
        begun.append(plan)
        return count_by_plan(plan, *others)

    monkeypatch.setattr(counting, "count_by_plan", noting)
    estimate, refused = said.estimates["count"]["auto"], ""
    try:
        tours.count(**limits)
    except BadInputError as error:
        refused = str(error)
    if begun:  # states may outgrow the memory later
        assert said.chosen == begun[0]
        assert not estimate.refusal
    elif refused:
        assert (said.chosen, estimate.refusal) == (None, refused)
    else:
        assert said.chosen is not None
        assert said.chosen.method == "theory"
