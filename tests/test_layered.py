"""Boards of three or more dimensions; the C++ tests check all boards of up to 500 squares."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from babieca import Board, Limits, NoTourError, Question, Tour, exists, find
from babieca.engines.finders import layered


def boards(most: int) -> list[tuple[int, ...]]:
    found = []
    for dimensions in (3, 4, 5):
        for sides in itertools.combinations_with_replacement(range(2, 14), dimensions):
            if math.prod(sides) <= most:
                found.append(sides)
    return found


def test_closed_exactly_where_the_theorem_says() -> None:
    for sides in boards(150):
        board = Board(*sides)
        if exists(board):
            assert find(board).closed
        else:
            with pytest.raises(NoTourError):
                find(board)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_open_from_any_start_to_any_end(data: st.DataObject) -> None:
    sides = data.draw(st.lists(st.integers(2, 9), min_size=3, max_size=4))
    board = Board(*sides)
    start, end = (data.draw(st.integers(0, len(board) - 1)) for _ in range(2))
    seed = data.draw(st.integers(0, 2**32))
    odd = len(board) % 2
    colours = [sum(board.square(square)) % 2 for square in (start, end)]
    possible = max(sides) > 3 and sorted(sides)[-2] > 2 and not (odd and colours[0])
    if not possible:
        with pytest.raises(NoTourError):
            find(board, "path", start=start, seed=seed)
        return
    assert find(board, "path", start=start, seed=seed).indices[0] == start
    if start != end and (colours[0] == colours[1]) == bool(odd):
        tour = find(board, "path", start=start, end=end, seed=seed)
        assert (tour.indices[0], tour.indices[-1]) == (start, end)


def test_first_moves() -> None:
    board = Board(3, 4, 5)
    for start in range(0, 60, 7):
        for first in board.neighbours(start):
            tour = find(board, begin=[start, first])
            assert list(tour[:2]) == [board.square(start), first]


@pytest.mark.parametrize("sides", [(1, 6, 1, 6), (1, 5, 1, 6, 7), (1, 1, 8), (1, 1)])
def test_sides_of_one_do_not_count(sides: tuple[int, ...]) -> None:
    thick = Board(*[side for side in sides if side > 1] or [1])
    assert exists(Board(*sides), "path").answer == exists(thick, "path").answer
    if exists(thick, "path"):
        assert len(find(Board(*sides), "path")) == len(thick)


def test_proofs_without_a_theorem_to_cite() -> None:
    along, alone = (Question.ask(Board(*sides), "path") for sides in ((2, 2, 9), (2, 3, 3)))
    assert layered(along, Limits()).proof == (
        "on the 2x2x9 board moves keep the parity along the long side"
    )
    assert layered(alone, Limits()).proof == "(0,1,1) has no move"


def test_another_seed_another_tour() -> None:
    first, second = (find(Board(8, 8, 8), seed=seed) for seed in (1, 2))
    assert not first.same_up_to_direction(second)


def test_a_million_squares() -> None:
    board = Board(100, 100, 101)
    tour = find(board, start=(50, 50, 50))
    assert isinstance(tour, Tour)
    assert tour.squares[0] == (50, 50, 50)
    odd = find(Board(99, 99, 101), "path", start=(2, 50, 50))
    assert np.array_equal(np.sort(odd.indices), np.arange(99 * 99 * 101))
