"""What a newcomer writes in Python: boards as text, grids of numbers, squares of python-chess."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import babieca
from babieca import BadInputError, Board, InvalidTourError, Tour, Tours, formats

RING = Board(3, 3, holes="b2")
PATH = Tour("3x4", "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3")


class Move(NamedTuple):
    """A move as python-chess has it, which is not needed to accept one."""

    from_square: int
    to_square: int


def test_text_is_a_board() -> None:
    assert Board("8x8") == Board(8, 8)
    assert Board("6x8", wrap="1") == Board.parse("6x8", wrap="1")
    assert babieca.count("5x6") == babieca.count(Board(5, 6)) == Tours("5x6").count() == 8
    for verb, more in (
        ("exists", {}), ("find", {}), ("tours", {}), ("classes", {}), ("usage", {}),
        ("count_by", {"by": "edge-pair", "start": "a1"}), ("fractions", {"start": "a1"}),
        ("sample", {"seed": 1}), ("unrank", {"number": 1}), ("check", {"squares": "a1 c2"}),
    ):  # fmt: skip
        answers = [getattr(babieca, verb)(board, **more) for board in ("5x6", Board(5, 6))]
        if verb in ("tours", "sample"):
            answers = [*map(list, answers)]
        if verb == "classes":
            answers = [*map(int, answers)]
        if verb != "check":
            assert answers[0] == answers[1], verb
    for wrong in ("8", "8x", "eight"):
        for call in (Board, babieca.count):
            with pytest.raises(BadInputError, match="board"):
                call(wrong)  # type: ignore[operator]
    with pytest.raises(BadInputError, match="sides are whole numbers"):
        Board("8", 8)
    with pytest.raises(BadInputError, match=r"such as Board\(8, 8\) or .*, not \(6, 6\)$"):
        Board((6, 6))


@pytest.mark.parametrize(
    "tour",
    [
        PATH,
        Tour(RING, "a1 c2 a3 b1 c3 a2 c1 b3"),
        Tours("6x6").find(),
        Tours(Board(2, 2, 2, leaper="wazir")).find(),
        Tours(Board(4, 4, wrap="torus")).find(),
    ],
    ids=lambda tour: str(tour.board),
)
def test_grids_of_steps_are_read_back(tour: Tour) -> None:
    board = tour.board
    assert board is not None
    grid = tour.steps
    for given in (grid, grid.tolist(), grid.astype(np.uint8)):
        assert Tour(board, given) == tour
        assert Tour.from_steps(given, board) == tour
    if board.leaper == (1, 2) and not any(board.wrap):
        assert Tour.from_steps(grid) == tour
    assert [tour.step(square) for square in tour] == [*range(1, len(tour) + 1)]
    assert all(tour.step(square) == grid[square] for square in board)
    assert len(tour.edges) == len(tour) - (not tour.closed)
    assert all(other in board.neighbours(one) for one, other in tour.edges)
    (read,) = formats.parse(formats.dump(tour))
    assert tour.to_json() == formats.to_json(tour)
    assert read == tour


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ([[1, 4, 7, 10], [8, 11, 2, 5], [3, 6, 9, 9]], "step 12 is missing"),
        ([[0, 3, 6, 9], [7, 10, 1, 4], [2, 5, 8, 11]], "step 12 is missing"),
        ([[1, 4, 7, 10], [8, 11, 2, 5], [3, 6, 12, 9]], "not a move"),
        ([[1, 4, 7, 10.5], [8, 11, 2, 5], [3, 6, 9, 12]], "whole numbers"),
        ([[1, 4, 7, 10], [8, 11, 2], [3, 6, 9, 12]], "all of one length"),
    ],
)
def test_wrong_grids_are_refused(steps: list[list[Any]], message: str) -> None:
    with pytest.raises(BadInputError, match=message):
        Tour("3x4", steps)
    if "move" not in message:
        with pytest.raises(BadInputError, match=message):
            Tour.from_steps(steps, "3x4")


def test_other_values_are_no_grid() -> None:
    for wrong in ("a1 b3", [], [1, 2, 3], None):
        with pytest.raises(BadInputError, match="a grid of steps has rows of whole numbers"):
            Tour.from_steps(wrong)  # type: ignore[arg-type]
    with pytest.raises(BadInputError, match="a grid of 2x2 numbers is no tour of 3x4"):
        Tour.from_steps([[1, 2], [3, 4]], "3x4")


def test_short_lists_are_squares_and_not_grids() -> None:
    with pytest.raises(InvalidTourError, match="9 squares are missing"):
        Tour("3x4", ["a1", "c2", "a3"])
    with pytest.raises(InvalidTourError, match="9 squares are missing"):
        Tour("3x4", [(0, 0), (1, 2), (2, 0)])


def test_counts_find_their_entry() -> None:
    used = babieca.usage("6x6")
    wanted = used[(0, 0), (1, 2)]
    pair: Any
    for pair in ("a1-c2", "c2-a1", ("c2", "a1"), (0, "c2"), Move(8, 0), ((1, 2), (0, 0))):
        assert used[pair] == wanted == used.get(pair)
        assert pair in used
    for pair in ("a1-a2", "a1", "a1-z9", 5, ("a1", "c2", "b3")):
        assert pair not in used
        assert used.get(pair) is None
        with pytest.raises(KeyError):
            used[pair]
    starts = babieca.count_by("3x4", "path", by="start")
    assert starts["a1"] == starts[(0, 0)] == starts[0] == 2
    assert "e5" not in starts


def test_squares_and_moves_of_python_chess() -> None:
    """A square of python-chess is 8 * rank + file: the index of the square on 8x8."""
    board = Board("8x8")
    for rank, row in enumerate("12345678"):
        for file, column in enumerate("abcdefgh"):
            assert board.index(f"{column}{row}") == 8 * rank + file
    tour = Tours(board).find()
    moves = [Move(board.index(one), board.index(other)) for one, other in tour.edges]
    assert Tour(board, moves) == tour
    assert Tour(board, moves[:-1]) == tour
    asked = Tours(board, through=[moves[0]], avoiding=[Move(2, 19)], begin=[0, 17])
    assert asked == Tours(board, through=[tour.edges[0]], avoiding="c1-d3", begin="a1 b3")
    with pytest.raises(InvalidTourError, match="move 2 does not begin where"):
        Tour(board, [moves[0], moves[2]])


def test_the_limit_is_the_third_argument_of_a_function_and_the_first_of_a_method() -> None:
    assert list(babieca.sample("5x6", "closed", 3, seed=1)) == list(Tours("5x6").sample(3, seed=1))
    assert list(babieca.tours("5x6", "closed", 3)) == list(Tours("5x6").list(3))
    assert list(babieca.trace("5x6", "closed", 3)) == list(Tours("5x6").trace(3))


def test_signatures_show_public_types() -> None:
    """Every type in a signature of a verb is a public name, Python's, or in the reference."""
    reference = (Path(__file__).parent.parent / "docs/reference/python.md").read_text()
    told = set(re.findall(r"`(\w+)`", reference.split("## The question")[0]))
    known = {*babieca.__all__, *told, "Any", "Iterable", "Iterator", "Literal", "None", "Self"}
    known |= {"bool", "dict", "float", "int", "list", "str", "tuple", "NDArray", "np", "integer"}
    known |= {"Callable", "Mapping", "Sequence"}
    calls = {name: getattr(babieca, name) for name in babieca.__all__ if name.islower()}
    calls |= {f"Tours.{name}": getattr(Tours, name) for name in dir(Tours) if name[0] != "_"}
    for name, call in calls.items():
        if inspect.isfunction(call):
            said = inspect.signature(call)
            types = [word.annotation for word in said.parameters.values() if word.name != "self"]
            for written in (*types, said.return_annotation):
                without_values = re.sub(r"'[^']*'|\"[^\"]*\"", "", str(written).strip("'"))
                names = set(re.findall(r"[A-Za-z_]\w*", without_values))
                assert names <= known, (name, names - known)
