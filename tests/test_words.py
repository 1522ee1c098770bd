"""Every combination of words on small boards: a tour is found exactly where there is one.

The truth is the list of all tours, filtered by a second implementation of the words, `obeys`.
"""

from __future__ import annotations

import itertools
import random
from functools import cache
from typing import Any, NamedTuple

import pytest

from babieca import Board, Tours
from babieca.boards import Square
from babieca.errors import BadInputError
from babieca.questions import KINDS, Kind
from babieca.symmetries import Symmetry

Move = frozenset[Square]

MOST_TOURS = 6000
RECTANGLES = [(3, 4), (3, 7), (4, 5), (5, 5), (3, 8), (5, 6), (3, 10)]


class Known(NamedTuple):
    """A tour of a board: its squares in order, and its moves."""

    squares: list[Square]
    moves: frozenset[Move]


@cache
def all_tours(board: Board, kind: Kind) -> list[Known]:
    """Return all tours of a kind; none if there are `MOST_TOURS` or more."""
    listed = list(Tours(board, "closed" if kind == "closed" else "path").list(limit=MOST_TOURS))
    known = []
    for tour in listed if len(listed) < MOST_TOURS else []:
        squares = list(tour)
        closing = squares[:1] if kind == "closed" else []
        moves = itertools.pairwise([*squares, *closing])
        if kind != "open" or squares[-1] not in board.neighbours(squares[0]):
            known.append(Known(squares, frozenset(frozenset(move) for move in moves)))
    return known


@cache
def images(board: Board, symmetry: str) -> dict[Square, Square]:
    """Return the image of every square."""
    named = Symmetry.named(symmetry)
    return {square: named.square(square, board.sides) for square in board}


def obeys(board: Board, kind: Kind, tour: Known, words: dict[str, Any]) -> bool:
    begin = words.get("begin", [])
    required = {frozenset(move) for move in words.get("through", [])}
    required |= {frozenset(move) for move in itertools.pairwise(begin)}
    avoided = {frozenset(move) for move in words.get("avoiding", [])}
    if not required <= tour.moves or avoided & tour.moves:
        return False
    if "symmetry" in words:
        image = images(board, words["symmetry"])
        if {frozenset(image[at] for at in move) for move in tour.moves} != tour.moves:
            return False
    if kind == "closed":
        return True
    ends = (words.get("start", begin[0] if begin else None), words.get("end"))
    return any(
        way[: len(begin)] == begin
        and all(end in (None, at) for end, at in zip(ends, (way[0], way[-1]), strict=True))
        for way in (tour.squares, tour.squares[::-1])
    )


def random_board(chance: random.Random) -> Board:
    if chance.random() < 0.6:
        return Board(*chance.choice(RECTANGLES))
    sides = (chance.randint(3, 5), chance.randint(3, 5))
    squares = [*itertools.product(range(sides[0]), range(sides[1]))]
    holes = sorted(chance.sample(squares, chance.randint(0, 3)))
    wrap: Any = chance.choice([False, False, "all", "0", "1"])
    return Board(*sides, holes=holes, wrap=wrap if len(squares) <= 12 else False)


def random_words(board: Board, kind: Kind, chance: random.Random) -> dict[str, Any]:
    squares = [board.square(int(index)) for index in board.indices()]

    def moves(count: int) -> list[tuple[Square, Square]]:
        near = [(at, board.neighbours(at)) for at in chance.choices(squares, k=count)]
        return [(at, chance.choice(others)) for at, others in near if others]

    words: dict[str, Any] = {}
    if chance.random() < 0.5:
        words["start"] = chance.choice(squares)
    if kind != "closed" and chance.random() < 0.3:
        words["end"] = chance.choice(squares)
    if chance.random() < 0.4:
        walk = [words.get("start", chance.choice(squares))]
        for _ in range(chance.randint(0, 3)):
            onward = [at for at in board.neighbours(walk[-1]) if at not in walk]
            walk += chance.sample(onward, min(1, len(onward)))
        words["begin"] = walk
    if chance.random() < 0.4:
        words["through"] = moves(chance.randint(1, 3))
    if chance.random() < 0.4:
        words["avoiding"] = moves(chance.randint(1, 4))
    names = [known.name for known in board.symmetries() if not known.is_identity]
    if names and chance.random() < 0.25:
        words["symmetry"] = chance.choice(names)
    if chance.random() < 0.2:
        words["directed"] = True
    return words


@pytest.mark.parametrize("kind", KINDS)
def test_a_tour_is_found_exactly_where_there_is_one(kind: Kind) -> None:
    chance = random.Random(f"words of {kind} tours")
    asked = found = 0
    while asked < 400:
        board = random_board(chance)
        words = random_words(board, kind, chance)
        try:
            tours = Tours(board, kind, **words)
        except BadInputError:
            continue  # a contradiction in the words themselves
        known = all_tours(board, kind)
        if not known and (kind != "closed" or len(board) > 20):
            continue
        report = tours.find_report(seed=asked, timeout=60)
        there = any(obeys(board, kind, tour, words) for tour in known)
        assert (report.tour is not None) == there, (tours, report.proof)
        assert (report.proof is not None) == (not there), tours
        asked += 1
        if report.tour is not None:
            found += 1
            assert report.tour in tours
            begin = words.get("begin", [words["start"]] if "start" in words else [])
            assert list(report.tour)[: len(begin)] == begin
    assert 40 < found < 360
