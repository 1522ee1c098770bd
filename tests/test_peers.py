"""networkx and plain backtracking answer the questions of `make peers` as Babieca does."""

from __future__ import annotations

import pytest
from benchmarks.peers.asking import COUNT, CYCLE, FIND_PATH, LIST, PATHS, Asked
from benchmarks.peers.contestants import CONTESTANTS, is_tour, judged, walked

HERE = ("babieca", "networkx", "backtracking")


@pytest.mark.parametrize(
    "asked",
    [
        Asked(PATHS, (3, 4)),
        Asked(COUNT, None, 12, 5),
        Asked(LIST, None, 12, 5),
        Asked(FIND_PATH, (3, 4)),
        Asked(CYCLE, None, 12, 4),
    ],
    ids=lambda asked: asked.task,
)
def test_answers_agree(asked: Asked) -> None:
    (answer,) = {judged(CONTESTANTS[name][asked.task](asked), asked) for name in HERE}
    assert answer == "tour" if asked.task in (FIND_PATH, CYCLE) else answer > 0


def test_a_walk_that_is_no_tour_is_none() -> None:
    square = [[1, 3], [0, 2], [1, 3], [0, 2]]
    assert is_tour([0, 1, 2, 3], square, closed=True)
    assert not is_tour([0, 2, 1, 3], square, closed=True)
    assert not is_tour([0, 1, 2], square, closed=False)
    assert walked([(2, 3), (0, 1), (3, 0), (1, 2)]) in ([2, 3, 0, 1], [2, 1, 0, 3])


def test_random_graphs_have_as_many_edges_as_asked_for() -> None:
    asked = Asked(CYCLE, None, 100, 6)
    assert sum(map(len, asked.adjacency())) == 600
    assert asked.adjacency() == asked.adjacency()
