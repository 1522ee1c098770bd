import json
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from babieca import BadInputError, Board, Graph
from babieca.symmetries import Symmetry, box_symmetries

boards = st.builds(
    lambda sides, leaper, wrap: Board(*sides, leaper=leaper, wrap=wrap),
    st.lists(st.integers(1, 5), min_size=1, max_size=3),
    st.sampled_from([(1, 2), (0, 1), (2, 3), (1, 4), (1, 1)]),
    st.booleans(),
)


@given(boards, st.data())
def test_squares_and_indices_are_inverse(board: Board, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, board.cells - 1))
    square = board.square(index)
    assert board.index(square) == index == board.index(index) == board.index(str(square))
    assert board.index(board.name_of(square)) == index


@given(boards)
def test_repr_rebuilds_and_pickle_keeps(board: Board) -> None:
    assert eval(repr(board)) == board == pickle.loads(pickle.dumps(board))
    assert hash(eval(repr(board))) == hash(board)


@given(boards)
def test_moves_are_symmetric(board: Board) -> None:
    for square in list(board)[:50]:
        for other in board.neighbours(square):
            assert square in board.neighbours(other)


@given(st.lists(st.integers(1, 4), min_size=1, max_size=4).map(tuple))
def test_permutations_map_squares_as_the_symmetry_says(sides: tuple[int, ...]) -> None:
    board = Board(*sides)
    for symmetry in list(box_symmetries(sides))[:20]:
        permutation = symmetry.permutation(sides)
        image = board.image(symmetry)
        for index in range(board.cells):
            assert permutation[index] == image.index(symmetry.square(board.square(index), sides))


def test_chess_names() -> None:
    board = Board(8, 8)
    assert board.square(board.index("a1")) == (0, 0)
    assert board.square(board.index("b1")) == (0, 1)
    assert board.square(board.index("H8")) == (7, 7)
    wide = Board(3, 20_000)
    names = ["z1", "aa1", "az2", "ba3", "zz1", "aaa1", "aab3"]
    assert [wide.square(wide.index(name))[1] for name in names] == [25, 26, 51, 52, 701, 702, 703]
    assert [wide.name_of(wide.index(name)) for name in names] == names
    letters = [name.rstrip("1") for name in wide.names_at(np.arange(20_000))]
    assert letters == sorted(set(letters), key=lambda name: (len(name), name))


def test_symmetries_of_the_square_are_the_dihedral_group() -> None:
    group = Board(5, 5).symmetries()
    permutations = {tuple(s.permutation((5, 5))) for s in group}
    assert len(permutations) == 8
    turn = Symmetry.named("quarter-turn").permutation((5, 5))
    assert tuple(turn[turn]) == tuple(Symmetry.named("half-turn").permutation((5, 5)))
    assert [s.name for s in Board(5, 5, holes=["a1"]).symmetries()] == [
        "identity",
        "diagonal reflection",
    ]
    assert [s.name for s in Board(4, 4, wrap=(True, False)).symmetries()] == [
        "identity",
        "left-right reflection",
        "up-down reflection",
        "half-turn",
    ]
    assert len(Board(3, 3, 3).symmetries()) == 48


def test_holes_keep_the_numbering() -> None:
    board = Board(3, 3, holes=["b2", (0, 0)])
    assert len(board) == 7
    assert board.indices().tolist() == [1, 2, 3, 5, 6, 7, 8]
    assert (1, 1) not in board
    assert "b2" not in board
    assert "a2" in board


def test_named_leapers_and_parsing() -> None:
    assert Board(9, 9, leaper="giraffe").leaper == (1, 4)
    assert Board(9, 9, leaper="3,2").leaper == (2, 3)
    assert Board.parse(" 3 X 10 ") == Board(3, 10)
    assert Board.parse("4×4×4").sides == (4, 4, 4)
    assert Board(np.int64(5), 5) == Board(5, 5)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Board(), "at least one side"),
        (lambda: Board(0, 5), "at least 1"),
        (lambda: Board(-3), "at least 1"),
        (lambda: Board(2.5, 3), "whole numbers"),
        (lambda: Board("8"), "did you mean 8x8"),
        (lambda: Board(2**30, 2**30), "too large"),
        (lambda: Board.parse("8by8"), "cannot read a board"),
        (lambda: Board.parse("8x"), "cannot read a board"),
        (lambda: Board.parse(""), "cannot read a board"),
        (lambda: Board(1, 2, holes=[0, 1]), "leave no square"),
        (lambda: Board(3, 3, holes=["z9"]), "off the 3x3 board"),
        (lambda: Board(3, 3, holes=5), "holes is a list of squares or text"),
        (lambda: Board(3, 3, leaper="horse"), "unknown leaper"),
        (lambda: Board(3, 3, leaper=(0, 0)), "not both 0"),
        (lambda: Board(3, 3, leaper=(1, 2, 3)), "two integers"),
        (lambda: Board(3, 3, wrap=(True,)), "1 entry, the board has 2 axes"),
        (lambda: Board(3, 3, wrap=5), "per axis"),
        (lambda: Board(3, 3).index((1, 2, 3)), "3 coordinates"),
        (lambda: Board(3, 3).index(9), "off the 3x3 board"),
        (lambda: Board(3, 3).index(1.5), "not a square"),
        (lambda: Board(3, 3).index("(1.5,2)"), "cannot read a square"),
        (lambda: Board(3, 40).index("ao1"), r"off the 3x40 board \(a1 to an3\)"),
        (lambda: Board(4, 4, 4).index("a1"), r"3 sides write coordinates from 0 such as \(3,2,1\)"),
        (lambda: Board(4, 4, 4).index("one"), r"write it like \(3,2,1\) or 26"),
        (lambda: Board.parse("8,8"), r"'8,8': did you mean 8x8\?"),
        (lambda: Board.parse("4 by 4 by 4"), r"did you mean 4x4x4\?"),
        (lambda: Board(*[1] * 65), "at most 64"),
        (lambda: Board(3, 3, leaper=(1, 2**70)), "at most 2"),
        (lambda: Board(*[2] * 8).symmetries(), "10321920 symmetries"),
        (lambda: Board.parse("8"), r"did you mean 8x8\?"),
        (lambda: Board.parse(None), "cannot read a board from None"),
        (lambda: Board(3, 3, holes="c3,z9"), "square 'z9' is off the 3x3 board"),
        (lambda: Board(3, 3, holes="c3,(1"), "parenthesis has no partner in 'c3,\\(1'"),
        (
            lambda: Board(3, 3, wrap="2"),
            "wrap takes torus or all, cylinder, none, or axes from 0 to 1 .*not '2'",
        ),
        (lambda: Board(3, 3, wrap="9" * 5000), "wrap takes torus or all"),
        (lambda: Board(3, 3, wrap="1,1"), "wrap names axis 1 twice"),
        (lambda: Board(3, 3, 3, wrap="cylinder"), "wrap takes torus or all, none, or axes"),
        (lambda: Board(3, 3, wrap="１"), "wrap takes torus or all"),
        (lambda: Board(3, 3, wrap=(0, 1)), "one of them per axis"),
        (lambda: Board(3, 3).index("(0,\x1f1)"), r"cannot read a square from '\(0,\\x1f1\)'"),
        (lambda: Board(3, 3).index("(٠,1)"), "cannot read a square"),
        (lambda: Board(10**5000, 3), "too large"),
        (lambda: Board(3, 3).index((0, 10**5000)), "off the 3x3 board"),
        (lambda: Board(3, 3).index(-(10**5000)), "off the 3x3 board"),
        (lambda: Board.from_json({"board": 8}), '"board" is missing'),
        (lambda: Board.from_json({"board": "8x8", "holes": 3}), '"holes" is a list or text'),
        (lambda: Symmetry.named("+0 +0"), "no symmetry"),
    ],
)
def test_bad_input_is_refused_with_a_reason(make: object, message: str) -> None:
    with pytest.raises(BadInputError, match=message):
        make()  # type: ignore[operator]


@pytest.mark.parametrize(
    "make",
    [
        lambda text: Board.parse(text),
        lambda text: Board(8, 8, holes=text),
        lambda text: Board(8, 8, holes=[text]),
        lambda text: Board(8, 8, wrap=text),
        lambda text: Board(8, 8, leaper=text),
        lambda text: Board(8, 8, leaper=[text]),
        lambda text: Board(8, 8).index(text),
        lambda text: Board(8, 8).index([text] * 10_000),
        lambda text: Symmetry.named(text),
    ],
)
def test_messages_echo_little_of_their_input(make: object) -> None:
    for text in ("z9" * 5000, "(" * 10_000):
        with pytest.raises(BadInputError) as caught:
            make(text)  # type: ignore[operator]
        assert len(str(caught.value)) < 300


def test_options_read_the_same_in_text_and_in_python() -> None:
    holes = "c3, (0,1); 24"
    for board in (
        Board(5, 5, leaper="zebra", wrap="all", holes=holes),
        Board.parse("5x5", leaper="zebra", wrap="all", holes=holes),
        Board(5, 5, leaper=(2, 3), wrap=True, holes=["c3", (0, 1), 24]),
    ):
        assert repr(board) == (
            "Board(5, 5, leaper=(2, 3), holes=[(0, 1), (2, 2), (4, 4)], wrap=True)"
        )
    assert Board(5, 5, wrap="0,1") == Board(5, 5, wrap=" torus ") == Board(5, 5, wrap=True)
    assert Board(5, 5, wrap="Cylinder") == Board(5, 5, wrap="1") == Board(5, 5, wrap=[False, True])
    assert Board(5, 5, wrap="1") == Board(5, 5, wrap=(False, True))
    assert Board(5, 5, wrap="none") == Board(5, 5, wrap="") == Board(5, 5)
    assert Board.parse("8x1").sides == (8, 1)


@given(boards, st.data())
def test_json_describes_a_board(board: Board, data: st.DataObject) -> None:
    holes = data.draw(st.sets(st.integers(0, board.cells - 1), max_size=board.cells - 1))
    holed = Board(*board.sides, leaper=board.leaper, wrap=board.wrap, holes=sorted(holes))
    assert Board.from_json(json.loads(json.dumps(holed.to_json()))) == holed


@given(boards)
def test_many_squares_at_a_time(board: Board) -> None:
    assert board.squares_at(board.indices()) == list(board)
    assert board.names_at(board.indices()) == [board.name_of(square) for square in board]


@given(st.integers(1, 4))
def test_symmetries_are_found_by_their_names(dimensions: int) -> None:
    for symmetry in box_symmetries((3,) * dimensions):
        assert Symmetry.of(symmetry.name, dimensions) == symmetry == Symmetry.of(symmetry)
        assert Board(*range(2, 2 + dimensions)).image(symmetry.name).cells > 1


@given(boards, st.data())
def test_the_moves_that_fit_are_those_of_some_square(board: Board, data: st.DataObject) -> None:
    wrap = data.draw(st.tuples(*[st.booleans()] * board.dimensions))
    board = Board(*board.sides, leaper=board.leaper, wrap=wrap)
    sides, joined = np.array(board.sides), np.array(board.wrap)
    for square in board:
        reached = set()
        for move in board.moves():
            there = np.array(square) + move
            there = np.where(joined, there % sides, there)
            if tuple(there) != square and ((there >= 0) & (there < sides)).all():
                reached.add(tuple(there.tolist()))
        assert board.neighbours(square) == sorted(reached)
    if not any(board.wrap):
        assert all(
            any(tuple(np.array(square) + move) in board for square in board)
            for move in board.fitting_moves()
        )


def test_sides_of_one_have_no_moves_to_try() -> None:
    for wrap in (False, True):
        board = Board(*[1] * 64, wrap=wrap)
        assert board.fitting_moves() == []
        assert Graph.from_board(board).edge_count == 0
        assert len(board.symmetries()) == 1
    assert len(Board(*[1] * 62, 3, 4).fitting_moves()) == 8


def test_sides_of_one_add_no_symmetries() -> None:
    assert len(Board(*[1] * 60, 4, 4).symmetries()) == 8
    assert len(Board(1, 5).symmetries()) == 2


@given(st.sets(st.integers(0, 19), max_size=19), st.data())
def test_vertices_and_indices_are_inverse(holes: set[int], data: st.DataObject) -> None:
    board = Board(4, 5, holes=sorted(holes))
    vertex = data.draw(st.integers(0, len(board) - 1))
    assert board.index_of(vertex) == board.indices()[vertex]
    assert board.vertex_of(board.index_of(vertex)) == vertex
