"""Frontiers of 21 to 24 slots in blocks, in orders in which few types can occur."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from babieca import BadInputError, Board, Limits, Progress, Question, Tours, _core, count, usage
from babieca.engines.sweep.count_plan import CountPlan
from babieca.engines.sweep.counting import count_by_plan, sweep_here
from babieca.engines.sweep.gpu.gpus import Gpu, residues_on_gpu
from babieca.engines.sweep.gpu.machines import EmulatedMachine
from babieca.engines.sweep.sweeps import Prepared, prepared

LONG = Board(3, 14)


def by_colours(board: Board) -> list[Any]:
    """Return one colour column by column, then the other, whose squares have all their moves."""
    return sorted(board, key=lambda square: (sum(square) % 2, square[1], square[0]))


def ready(board: Board, kind: Any = "closed") -> Prepared:
    question = Question.ask(board, kind)
    order = tuple(question.graph.vertex(square) for square in by_colours(board))
    return prepared(question, order, ())


@pytest.mark.parametrize(
    ("board", "kind", "slots"),
    [(LONG, "closed", 21), (LONG, "path", 22), (Board(6, 7), "closed", 21)],
)
def test_wide_frontiers_count_right(board: Board, kind: Any, slots: int) -> None:
    wide = ready(board, kind)
    assert wide.sweep.slot_count == slots
    layers = wide.block_plan().bytes_needed(8, 1)
    assert layers < 2**30  # not a row of bits for each of 3^11 upper values
    expected = count(board, kind)
    assert expected > 0
    assert Tours(board, kind).count_report(order=by_colours(board)).method == "sparse"
    for threads in (1, 2):
        found = count(board, kind, method="blocks", order=by_colours(board), threads=threads)
        assert found == expected


def test_wide_frontiers_in_scratch_and_on_a_gpu(tmp_path: Path) -> None:
    wide, expected = ready(LONG), count(LONG)
    layout = wide.block_plan()
    memory, _ = layout.scratch_bytes_for([8] * len(layout.layers), 1)
    plan = CountPlan(wide.question, tuple(wide.order.tolist()), place="scratch", counter_bits=64)
    limits = Limits.of(memory=memory, threads=1, scratch=tmp_path)
    assert count_by_plan(plan, limits, sweep_here).value == expected
    gpu = Gpu(EmulatedMachine, 2**28)
    found = residues_on_gpu(wide, gpu, [2**31 - 1, 65_521], 32, Limits(threads=1))
    assert found.residues == (expected, expected)


def test_a_checkpoint_of_a_wide_frontier_resumes(tmp_path: Path) -> None:
    class StoppedError(Exception):
        pass

    def stop(told: Progress) -> None:
        if told.share is not None and told.share > 0.5:
            raise StoppedError

    words: Any = {"method": "blocks", "order": by_colours(LONG), "checkpoint": tmp_path}
    with pytest.raises(StoppedError):
        count(LONG, checkpoint_seconds=1e-9, progress=stop, threads=1, **words)
    (saved,) = (file for file in tmp_path.iterdir() if file.name != ".lock")
    assert saved.stat().st_size < 2**27
    assert count(LONG, threads=1, **words) == count(LONG)


def test_wide_frontiers_backwards_and_by_number() -> None:
    wide = ready(LONG)
    layout, names = wide.block_plan(), wide.question.graph.label
    sections = _core.choose_sections(layout, [8] * len(layout.layers), 1, 2**30)
    record = wide.sweep.sweep_and_back(layout, sections, 0, 1, 2**30, "", None)
    assert {(names(u), names(v)): n for (u, v), n in record["uses"].items() if n} == {
        edge: n for edge, n in usage(LONG).items() if n
    }
    backward_only = wide.sweep.backward_only(layout, 0, 2**64, 1, 2**30, None)
    assert backward_only.tours([]) == (1536, True)
    tours = Tours(LONG)
    for number in (0, 1000, 1535):
        tour = tours.unrank(number, order=by_colours(LONG), method="blocks")
        assert tours.rank(tour, order=by_colours(LONG), method="blocks") == number


def test_weights_in_a_wide_frontier() -> None:
    wide, prime = ready(LONG), 2**61 - 1
    edges = wide.question.graph.edges()
    weights = np.ones(len(edges), np.uint64)
    weights[5] = 3
    weighting = _core.Weighting(wide.sweep, edges, weights, prime)
    record = wide.sweep.count_blocks(
        plan=wide.block_plan(), moduli=[prime], threads=1, weighting=weighting
    )
    labels = wide.question.graph.label
    used = usage(LONG)[(labels(edges[5][0]), labels(edges[5][1]))]
    assert record["residues"] == [count(LONG) + 2 * used]


def test_a_mirror_in_a_wide_frontier() -> None:
    board = Board(6, 7)
    question = Question.ask(board)
    order = sorted(board, key=lambda at: (sum(at) % 2, at[0], min(at[1], 6 - at[1])))
    mirror = tuple(question.graph.vertex((row, 6 - column)) for row, column in board)
    wide = prepared(question, tuple(map(question.graph.vertex, order)), mirror)
    assert wide.sweep.slot_count == 21
    assert wide.sweep.pairs == 9
    record = wide.sweep.count_blocks(plan=wide.block_plan(), threads=2)
    assert record["residues"] == [count(board)]


def test_frontiers_with_many_counters_have_no_plan() -> None:
    with pytest.raises(BadInputError, match="shorter side of at most 10"):
        count(Board(11, 12), memory="8G")
