"""networkx and plain backtracking answer the questions of `make peers` as Babieca does."""

from __future__ import annotations

from functools import partial

import pytest
from benchmarks.peers.asking import CHEAPEST, COUNT, CYCLE, FIND_PATH, LIST, PATHS, PROVE, Asked
from benchmarks.peers.contestants import CONTESTANTS, is_tour, judged, walked
from benchmarks.peers.families import flower_snark, planted, process, regular

HERE = ("babieca", "networkx", "backtracking")


@pytest.mark.parametrize(
    "asked",
    [
        Asked(PATHS, (3, 4)),
        Asked(COUNT, make=partial(planted, 12, 5)),
        Asked(LIST, make=partial(planted, 12, 5)),
        Asked(FIND_PATH, (3, 4)),
        Asked(CYCLE, make=partial(planted, 12, 4)),
        Asked(PROVE, make=partial(flower_snark, 3)),
        Asked(CHEAPEST, make=partial(planted, 12, 5)),
    ],
    ids=lambda asked: asked.task,
)
def test_answers_agree(asked: Asked) -> None:
    names = [name for name in HERE if asked.task in CONTESTANTS[name]]
    (answer,) = {judged(CONTESTANTS[name][asked.task](asked), asked) for name in names}
    expected = {FIND_PATH: "tour", CYCLE: "tour", PROVE: "none"}
    assert answer == expected[asked.task] if asked.task in expected else answer > 0


def test_a_walk_that_is_no_tour_is_none() -> None:
    square = [[1, 3], [0, 2], [1, 3], [0, 2]]
    assert is_tour([0, 1, 2, 3], square, closed=True)
    assert not is_tour([0, 2, 1, 3], square, closed=True)
    assert not is_tour([0, 1, 2], square, closed=False)
    assert walked([(2, 3), (0, 1), (3, 0), (1, 2)]) in ([2, 3, 0, 1], [2, 1, 0, 3])


def test_random_graphs_have_as_many_edges_as_asked_for() -> None:
    assert sum(map(len, planted(100, 6))) == 600
    assert planted(100, 6) == planted(100, 6)
    assert {len(near) for near in regular(100, 5)} == {5}
    assert min(map(len, process(100))) == 2
