"""Weighted sweeps, and how sums over moves are distributed, against all tours one by one."""

from __future__ import annotations

import csv
import functools
import itertools
import json
import math
import random
from collections import Counter
from pathlib import Path
from typing import Any

import networkx
import numpy as np
import pytest
from numpy.typing import NDArray

from babieca import BadInputError, Board, Graph, Totals, Tours, _core, usage
from babieca.drawing.charts import totals_chart
from babieca.engines import statistics
from babieca.engines.statistics import statistic_of
from babieca.engines.sweep import weighted
from babieca.engines.sweep.count_plan import Machine
from babieca.engines.sweep.distributions import Distribution, is_prime
from babieca.engines.sweep.gpu.gpus import Gpu, residues_on_gpu
from babieca.engines.sweep.gpu.machines import EmulatedMachine
from babieca.engines.sweep.moduli import OutgrownError
from babieca.engines.sweep.sweeps import prepare
from babieca.engines.sweep.totals import TotalsTask
from babieca.engines.sweep.weighted import WeightedTask, weighted_plan, weighted_sums
from babieca.invariants import image_of_pair
from babieca.limits import Limits
from babieca.questions import Question
from babieca.store import PARTS
from tests.commands import run

PRIME = 2**61 - 1


def random_graph(seed: int) -> Graph:
    found = networkx.gnm_random_graph(9, 22, seed=seed)
    return Graph.from_edges(list(found.edges))


QUESTIONS = {
    "5x6": Question.ask("5x6"),
    "6x6": Question.ask("6x6", avoiding="c3-e4"),
    "3x4 paths": Question.ask("3x4", "path"),
    "5x5 paths from a1": Question.ask("5x5", "path", start="a1"),
    "random": Question.ask(random_graph(3)),
    "random paths": Question.ask(random_graph(4), "path"),
}


@functools.cache
def listed(question: Question) -> NDArray[np.int64]:
    """List all tours: a row for each, with the numbers of its edges."""
    graph = question.graph
    number = {edge: n for n, edge in enumerate(graph.edges())}
    rows = []
    for tour in Tours.of(question).list():
        pairs = ((graph.vertex(a), graph.vertex(b)) for a, b in tour.edges)
        rows.append([number[min(pair), max(pair)] for pair in pairs])
    return np.array(rows, dtype=np.int64).reshape(len(rows), -1)


def summed(question: Question, weights: dict[tuple[int, int], int]) -> int:
    """Add up the products of the weights of all tours."""
    numbers = [*weights.values()]
    return (
        sum(math.prod(numbers[edge] for edge in row) for row in listed(question).tolist()) % PRIME
    )


def drawn(question: Question, seed: int) -> dict[tuple[int, int], int]:
    """Draw weights: some are 1, which takes another loop."""
    draw = random.Random(seed)
    return {
        edge: draw.choice([1, draw.randrange(PRIME), draw.randrange(PRIME)])
        for edge in question.graph.edges()
    }


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_sweep_adds_up_the_products_of_weights(name: str, tmp_path: Path) -> None:
    question = QUESTIONS[name]
    weights = drawn(question, 1)
    expected = summed(question, weights)
    assert expected != 0
    rows = listed(question)
    without = [len(rows), sum(0 not in row for row in rows.tolist())]
    numbers = tuple(weights.values())
    machines = {
        "blocks": (Machine(2**30, 2), Limits(threads=2)),
        "sparse": (Machine(2**30, 2), Limits(threads=2)),
        "scratch": (Machine(2**30, 1, disk=2**30), Limits(memory=2**30, scratch=tmp_path)),
        "gpu": (Machine(2**30, 1, gpu=Gpu(EmulatedMachine, 2**28)), Limits(threads=1)),
    }
    for place, (machine, limits) in machines.items():
        method: Any = "sparse" if place == "sparse" else "blocks"
        plan = weighted_plan(question, limits, machine, method=method)
        if place == "scratch":
            layout = plan.ready.block_plan()
            widths = [8] * len(layout.layers)
            memory, _ = layout.scratch_bytes_for(widths, 1, saved=False)
            needed = layout.bytes_needed(8, 1)
            if memory >= needed:
                continue
            machine = Machine(memory, 1, disk=2**30)
            plan = weighted_plan(question, limits, machine, method=method)
            assert plan.place == "scratch"
        ones, some = (1,) * len(numbers), (0,) + (1,) * (len(numbers) - 1)
        tasks = [WeightedTask(plan, PRIME, one) for one in (numbers, ones, some)]
        found = weighted_sums(tasks, limits, machine)
        assert found == [expected, *without], place


@pytest.mark.parametrize("kind", ["closed", "path"])
def test_a_mirror_needs_weights_that_it_keeps(kind: Any) -> None:
    question = Question.ask("6x6" if kind == "closed" else "5x4", kind)
    ready = prepare(question, Limits(), mirror=True)
    image = np.array(ready.mirror)
    weights = drawn(question, 2)
    symmetric = {edge: weights[min(edge, image_of_pair(edge, image))] for edge in weights}
    edges = list(weights)
    weighting = _core.Weighting(
        ready.sweep, edges, np.array([*symmetric.values()], np.uint64), PRIME
    )
    record = ready.sweep.count_blocks(
        plan=ready.block_plan(), moduli=[PRIME], threads=2, weighting=weighting
    )
    expected = summed(question, symmetric)
    assert record["residues"] == [expected]
    gpu = Gpu(EmulatedMachine, 2**28)
    found = residues_on_gpu(ready, gpu, [PRIME], 64, Limits(threads=1), [weighting])
    assert found.residues == (expected,)
    with pytest.raises(ValueError, match="the mirror changes the weight"):
        _core.Weighting(ready.sweep, edges, np.array([*weights.values()], np.uint64), PRIME)


def test_weights_that_cannot_be_used_are_refused() -> None:
    ready = prepare(Question.ask("5x6"), Limits())
    edges = ready.question.graph.edges()
    one = np.ones(len(edges), np.uint64)
    for modulus, weights in ((1, one), (2**63 + 1, one), (7, 7 * one), (7, one[1:])):
        with pytest.raises(ValueError, match=r"modulus|weight"):
            _core.Weighting(ready.sweep, edges, weights, modulus)
    weighting = _core.Weighting(ready.sweep, edges, one, 7)
    for words in ({"moduli": [11]}, {"moduli": [7], "counter_bits": 32}):
        with pytest.raises(ValueError, match="a weighted sweep has one modulus"):
            ready.sweep.count_blocks(ready.block_plan(), weighting=weighting, **words)


# Distributions -----------------------------------------------------------------------------------


def counted(tours: Tours, by: Any) -> dict[Any, int]:
    """Add up every tour, one by one."""
    values = np.array(statistic_of(tours.question, by).values)
    totals = values[listed(tours.question)].sum(axis=1).tolist()
    found = Counter(tuple(total) if len(total) > 1 else total[0] for total in totals)
    return dict(sorted(found.items()))


def odd_rows(move: Any) -> tuple[bool, int]:
    (row, column), (_, other) = move
    return row % 2 == 1, other - column


@pytest.mark.parametrize(
    ("tours", "by"),
    [
        (Tours("5x6"), "slope"),
        (Tours("5x6"), "move-class:b1-c3"),
        (Tours("5x6"), "move-class"),
        (Tours("6x6"), "move-class"),
        (Tours("3x4", "path"), "move-class"),
        (Tours("5x6"), "across:2-3"),
        (Tours("5x6"), odd_rows),
        (Tours("5x6", directed=True), "slope:-1/2"),
        (Tours("6x6"), "slope:2"),
        (Tours("6x6"), "slope"),
        (Tours("6x6"), "across:c-d"),
        (Tours("6x6"), "across:1-2"),
        (Tours("6x6"), "move-class:c3-e4"),
        (Tours("6x6"), "edges:c3-e4,a1-b3,d4-f5"),
        (Tours("6x6", through="c3-e4", avoiding="b2-d3"), "slope:1/2"),
        (Tours("6x6"), lambda move: 0),
        (Tours("6x6"), lambda move: -5 + 3 * move[0][0]),
        (Tours("5x5", "path"), "slope:2"),
        (Tours("5x5", "path", start="a1"), "across:b-c"),
        (Tours("3x4", "path"), "slope"),
        (Tours(Board(4, 4, leaper=(0, 1))), "slope"),
        (Tours(Board(5, 6, holes="a1,b1")), "slope:2"),
        (Tours(random_graph(3)), lambda move: move[0] + move[1]),
        (Tours(random_graph(4), "path"), lambda move: (move[0] < 3, move[1] % 3)),
    ],
)
def test_distributions_equal_sums_over_all_tours(tours: Tours, by: Any) -> None:
    table = tours.count_by(by)
    assert dict(table) == counted(tours, by)
    assert sum(table.values()) == tours.count()


@pytest.mark.parametrize(
    ("tours", "by"),
    [(Tours("5x6"), "slope"), (Tours("3x4", "path"), "slope"), (Tours("5x6"), odd_rows)],
)
def test_roots_of_unity_give_the_table_of_one_sweep(tours: Tours, by: Any) -> None:
    assert tours.count_by(by, method="blocks") == tours.count_by(by, method="sparse")


def test_boards_without_tours_have_empty_tables() -> None:
    for board in ("5x5", "4x4", "1x1"):
        assert Tours(board).count_by(lambda move: move[0][0]) == {}
    assert Tours("2x2", "path").count_by("move-class") == {}


def test_the_path_of_one_square_makes_no_move() -> None:
    table = Tours("1x1", "path").count_by("move-class")
    assert (table.columns, dict(table)) == (("moves",), {0: 1})
    assert (
        run("count", "1x1", "--path", "--by", "move-class", "--csv").stdout == "moves,tours\n0,1\n"
    )


def test_the_path_of_a_single_square_has_no_moves() -> None:
    assert dict(Tours("1x1", "path").count_by("slope")) == {(0, 0, 0, 0): 1}
    assert dict(Tours("1x1", "path", directed=True).count_by(lambda move: 7)) == {0: 1}


def test_symmetries_and_parity_save_evaluations() -> None:
    question = Question.ask("6x6")
    values = statistic_of(question, "across:c-d").values
    alone = Distribution(question, values)
    assert alone.keeps(np.arange(36).reshape(6, 6)[:, ::-1].reshape(-1))
    assert alone.points == 24
    assert len(alone.representatives) == 11
    joint = Distribution(question, statistic_of(question, "slope").values)
    assert joint.points == 20**3
    assert len(joint.representatives) == 1029
    assert all(prime % 20 == 1 and is_prime(prime) for prime in joint.primes(2**70))


def test_first_moments_equal_usage() -> None:
    board = Board(6, 6)
    used = usage(board)
    table = Tours(board).count_by("slope")
    slopes = [name.split()[1] for name in table.columns]
    for column, slope in enumerate(slopes):
        rise = {"1/2": (1, 2), "2": (2, 1), "-2": (2, -1), "-1/2": (1, -2)}[slope]
        moves = [
            n for ((r, c), (s, d)), n in used.items() if rise in ((s - r, d - c), (r - s, c - d))
        ]
        assert sum(row[column] * row[-1] for row in table.rows()) == sum(moves)
    assert [float(mean) for mean in table.mean()] == [9.0] * 4


def test_finished_evaluations_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tours = Tours("5x6")
    expected = dict(tours.count_by("slope:2", checkpoint=tmp_path))
    file = tmp_path / PARTS
    lines = file.read_text().splitlines(keepends=True)
    assert len(lines) == 15
    file.write_text("".join(lines[:11]) + lines[11][:9])  # killed while it wrote
    swept = []
    run_task = WeightedTask.run

    def noted(self: WeightedTask, limits: Limits) -> int:
        swept.append(self)
        return run_task(self, limits)

    monkeypatch.setattr(weighted.WeightedTask, "run", noted)
    assert dict(tours.count_by("slope:2", checkpoint=tmp_path)) == expected
    assert len(swept) == 4
    assert dict(tours.count_by("slope:2", checkpoint=tmp_path)) == expected
    assert len(swept) == 4


@pytest.mark.parametrize(
    ("tours", "by", "words", "said"),
    [
        (Tours("5x6"), "slope:3", {}, "slope is one of"),
        (Tours("7x8"), "move-class", {}, "ask for one, such as move-class:a1-c2"),
        (Tours("5x6"), "slope:", {}, "nothing follows the colon of 'slope:'"),
        (Tours("5x6"), "turn:", {}, "nothing follows the colon of 'turn:'"),
        (Tours("5x6"), "move-class:", {}, "nothing follows the colon of 'move-class:'"),
        (Tours("5x6"), "across:a-c", {}, "across needs a line"),
        (Tours("5x6"), "edges:", {}, "edges needs moves"),
        (Tours("5x6"), "edges:a1-a2", {}, "not a move apart"),
        (Tours("5x6"), "rows", {}, "by is one of start"),
        (Tours("5x6", "open"), "slope:2", {}, "kind closed or path"),
        (Tours("6x6", symmetry="half-turn"), "slope", {}, "does not take symmetry"),
        (Tours("5x6"), "slope", {"method": "reference"}, "takes method auto, blocks, sparse"),
        (Tours(Board(3, 4, wrap="all")), "slope", {}, "flat board"),
        (Tours(random_graph(3)), "move-class:0-1", {}, "needs a board"),
        (Tours("5x6"), lambda move: 0.5, {}, "whole number"),
        (Tours("5x6"), lambda move: (0,) * (1 + move[0][0]), {}, "different lengths"),
        (Tours("5x6"), lambda move: 10**9, {}, "at most 1000000"),
        (Tours("8x8"), "slope:2", {"memory": "100M"}, "a weighted sweep of 8x8 needs"),
    ],
)
def test_refusals_of_tables(tours: Tours, by: Any, words: Any, said: str) -> None:
    with pytest.raises(BadInputError, match=said):
        tours.count_by(by, **words)


def test_a_chart_has_a_bar_for_each_total(tmp_path: Path) -> None:
    table = Tours("6x6").count_by("slope")
    assert isinstance(table, Totals)
    chart = totals_chart(table)
    (axes,) = chart.figure.axes
    for column, bars in enumerate(axes.containers):
        heights = [patch.get_height() for patch in bars.patches]  # type: ignore[attr-defined]
        alone = Tours("6x6").count_by(table.columns[column].replace("slope ", "slope:"))
        assert [height for height in heights if height] == [*map(float, alone.values())]
    assert "<td>9</td>" not in table._repr_html_()  # numbers are flush right
    file = tmp_path / "chart.svg"
    assert run("count", "5x6", "--by", "slope:2", "-o", str(file)).returncode == 0
    assert "Closed tours of 5x6 by slope 2" in file.read_text()
    assert run("count", "5x6", "--by", "slope:2", "-o", "chart.txt").returncode == 2


def test_the_command_writes_text_json_and_csv() -> None:
    said = run("count", "5x6", "--by", "slope:2")
    assert said.stdout.split() == ["slope", "2", "tours", "7", "4", "9", "4"]
    record = json.loads(run("count", "5x6", "--by", "slope", "--json").stdout)
    assert record["columns"] == ["slope 1/2", "slope 2", "slope -2", "slope -1/2"]
    plan = run("plan", "6x6", "--by", "slope:2", "--device", "cpu").stdout
    assert "table       at most 19 weighted sweeps: " in plan
    rows = list(csv.DictReader(run("count", "5x6", "--by", "slope", "--csv").stdout.splitlines()))
    assert sum(int(row["tours"]) for row in rows) == 8
    assert {",".join([*row.values()][:-1]): row["tours"] for row in rows} == record["table"]


def moves_of(tour: Any, closed: bool) -> list[Any]:
    squares = [*tour, tour[0]] if closed else [*tour]
    return [tuple(sorted(map(tuple, move))) for move in itertools.pairwise(squares)]


def spread(move: Any, most: int = 3000) -> int:
    """Return a number below `most` that has nothing to do with the numbers of other moves."""
    return random.Random(repr(sorted(move))).randrange(most)


@pytest.mark.parametrize(("board", "kind"), [("3x4", "path"), ("5x6", "closed")])
def test_large_values_take_one_sweep_with_totals(board: str, kind: Any) -> None:
    tours = Tours(board, kind)
    wanted = Counter(sum(map(spread, moves_of(each, kind == "closed"))) for each in tours.list())
    assert tours.plan(by=spread).table.evaluations == 1
    assert tours.count_by(spread, timeout=20) == wanted


def test_a_table_is_evaluated_if_one_sweep_outgrows_the_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(statistics, "MOST_EVALUATED", 20)
    tours = Tours("6x6")
    by = functools.partial(spread, most=4)
    wanted = tours.count_by(by)
    outgrown = []
    run = TotalsTask.run

    def ran(task: Any, limits: Limits) -> Any:
        try:
            return run(task, limits)
        except OutgrownError:
            outgrown.append(task)
            raise

    monkeypatch.setattr(TotalsTask, "run", ran)
    assert tours.count_by(by, memory="300K") == wanted
    assert len(outgrown) == 1
