"""Tours without visible tiles, and tours repaired around required and avoided moves."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from babieca import Board, Limits, NotFoundError, Question, Tour, Tours, find
from babieca.engines.constructions import changes
from babieca.engines.constructions.building import repeated


def directions(tour: Tour, margin: int) -> Counter[tuple[int, int]]:
    """Count each undirected move, at squares away from the border."""
    assert tour.board is not None
    rows, columns = tour.board.sides
    row, column = np.divmod(tour.indices.astype(np.int64), columns)
    down, across = np.diff(row), np.diff(column)
    inner = (row >= margin) & (row < rows - margin) & (column >= margin)
    inner &= column < columns - margin
    moves = zip(down[inner[:-1]].tolist(), across[inner[:-1]].tolist(), strict=True)
    return Counter(max(move, (-move[0], -move[1])) for move in moves)


def test_all_directions_are_about_as_frequent_inside() -> None:
    counts = directions(find(Board(200, 200), seed=5), 8)
    assert len(counts) == 4
    for count in counts.values():
        assert 0.23 < count / sum(counts.values()) < 0.27


def test_no_seam_between_tiles_can_be_found() -> None:
    """About the same number of moves crosses each line between two columns.

    The construction joins its tiles by two moves, so far fewer moves cross their borders.
    """

    def crossings(tour: Tour) -> np.ndarray[Any, np.dtype[np.int64]]:
        columns = tour.indices.astype(np.int64) % 120
        low = np.minimum(columns, np.roll(columns, -1))
        high = np.maximum(columns, np.roll(columns, -1))
        return np.array([np.count_nonzero((low < c) & (high >= c)) for c in range(10, 110)])

    organic, tiled = find(Board(120, 120), seed=1), find(Board(120, 120), method="construction")
    assert crossings(tiled).min() < 0.6 * crossings(tiled).mean()
    assert crossings(organic).min() > 0.75 * crossings(organic).mean()


def test_a_torus_is_crossed_as_often_as_any_other_line() -> None:
    tour = find(Board(60, 60, wrap="all"), seed=3)
    row, column = np.divmod(tour.indices.astype(np.int64), 60)
    across = np.count_nonzero(np.abs(np.diff(row)) > 2) + np.count_nonzero(
        np.abs(np.diff(column)) > 2
    )
    # A move goes 1.5 rows and 1.5 columns on average, so 1.5 of 60 moves cross each seam.
    assert 120 < across < 240


@settings(max_examples=40)
@given(st.integers(5, 24), st.integers(5, 24), st.integers(0, 2**64), st.data())
def test_every_size_shape_and_seed_gives_a_tour(
    rows: int, columns: int, seed: int, data: st.DataObject
) -> None:
    board = Board(rows, columns)
    kind: Any = data.draw(st.sampled_from(["closed", "path"] if len(board) % 2 == 0 else ["path"]))
    start = data.draw(st.integers(0, len(board) - 1))
    start -= start % 2 if len(board) % 2 else 0
    tours = Tours(board, kind, start=start)
    tour = tours.find(seed=seed)
    assert tour in tours
    assert tour.indices[0] == start
    assert tours.find(seed=seed) == tour


def test_another_seed_is_another_tour() -> None:
    assert len({find(Board(12, 12), seed=seed) for seed in range(20)}) == 20


@settings(max_examples=60)
@given(st.randoms(use_true_random=False), st.sampled_from(["closed", "path", "open"]))
def test_moves_and_beginnings_are_heeded_on_wide_rectangles(
    chance: random.Random, kind: Any
) -> None:
    rows, columns = chance.randint(6, 40), chance.randint(6, 40)
    columns += rows * columns % 2
    board = Board(rows, columns)

    def square() -> tuple[int, int]:
        return chance.randrange(rows), chance.randrange(columns)

    words: dict[str, Any] = {}
    if chance.random() < 0.6:
        starts = [square() for _ in range(chance.randint(1, 2))]
        words["through"] = [(start, chance.choice(board.neighbours(start))) for start in starts]
    if chance.random() < 0.5:
        walk = [square()]
        while len(walk) < 4 and (on := [s for s in board.neighbours(walk[-1]) if s not in walk]):
            walk.append(chance.choice(on))
        words["begin"] = walk
    used = {frozenset(map(board.index, edge)) for edge in words.get("through", [])}
    avoided = [(start, board.neighbours(start)[0]) for start in [square()]]
    begun = words.get("begin", [])
    used |= {frozenset(map(board.index, pair)) for pair in itertools.pairwise(begun)}
    words["avoiding"] = [edge for edge in avoided if frozenset(map(board.index, edge)) not in used]
    tours = Tours(board, kind, **words)
    report = tours.find_report(timeout=20)
    if report.tour is None:
        # Only squares with few moves make a question impossible; the proof names the reason.
        assert any(
            word in str(report.proof)
            for word in ("would", "entered", "no move", "exhaustive", "whole tree")
        )
    else:
        assert report.tour in tours
        assert [tuple(at) for at in report.tour[: len(begun)]] == begun


def test_constraints_cost_little_on_a_large_board() -> None:
    board = Board(500, 400)
    tours = Tours(board, through=[((250, 200), (251, 202))], avoiding=[((0, 3), (1, 1))])
    assert tours.find(seed=1) in tours


@pytest.mark.parametrize(
    ("sides", "symmetry"),
    [
        *(((rows, columns), "half-turn") for rows in (10, 14, 16) for columns in (10, 12, 21)),
        *(((side, side), "quarter-turn") for side in (10, 14, 18, 22, 50)),
        *(((rows, columns), "reflection") for rows in (5, 7, 9) for columns in (10, 14, 30)),
    ],
)
def test_symmetric_tours_of_any_size(sides: tuple[int, int], symmetry: str) -> None:
    question = Question.ask(Board(*sides), symmetry=symmetry)
    vertices = repeated(question, Limits(seed=2)).vertices
    if vertices is None:  # its half, 8x21, is even and has odd columns
        assert sides in [(16, 21)]
    else:
        assert question.admits(question.tour(vertices))


def test_a_large_symmetric_tour_is_found() -> None:
    tour = find(Board(200, 300), symmetry="half-turn", seed=1)
    assert "half-turn" in [symmetry.name for symmetry in tour.symmetries()]


def test_a_tour_outlives_a_timeout_while_it_is_shuffled(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_: Any) -> None:
        raise NotFoundError("not decided within 5 s")

    monkeypatch.setattr(changes, "joined", late)
    zebra = Board(10, 10, leaper="zebra")
    assert find(zebra) in Tours(zebra)
