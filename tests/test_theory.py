import itertools

import networkx
import pytest

from babieca import BadInputError, Board, NotFoundError, _reference, exists


def truth(board: Board, closed: bool) -> bool:
    neighbours = _reference.adjacency(board)
    listing = _reference.closed_tours if closed else _reference.paths
    return next(listing(neighbours), None) is not None


@pytest.mark.parametrize(
    "sides", [s for s in itertools.product(range(1, 7), repeat=2) if s[0] * s[1] <= 20]
)
@pytest.mark.parametrize("closed", [False, True])
def test_small_rectangles_against_the_reference(sides: tuple[int, int], closed: bool) -> None:
    board = Board(*sides)
    assert bool(exists(board, closed=closed)) == truth(board, closed)


@pytest.mark.parametrize(
    "board",
    [
        Board(2, 2, 2),
        Board(2, 2, 3),
        Board(1, 3, 4),
        Board(1, 1, 1),
        Board(2, 2, 4),
        Board(1, 4, 1, 3),
        Board(3, 3, holes=["b2"]),
        Board(3, 3, wrap=True),
        Board(3, 4, holes=["a1"]),
        Board(4, 4, leaper=(0, 1)),
        Board(3, 3, leaper=(0, 1)),
        Board(3, 3, leaper=(1, 1)),
        Board(5, leaper=(0, 1)),
        Board(5),
        Board(2, 5, leaper=(0, 1)),
    ],
)
@pytest.mark.parametrize("closed", [False, True])
def test_what_theory_says_of_other_boards_is_true(board: Board, closed: bool) -> None:
    verdict = exists(board, closed=closed)
    if verdict.answer == "undecided":
        with pytest.raises(NotFoundError, match="does not decide"):
            bool(verdict)
    else:
        assert bool(verdict) == truth(board, closed)


@pytest.mark.parametrize("sides", [(3, 4), (4, 5), (5, 5), (3, 5), (4, 4)])
def test_starts_and_ends_against_the_reference(sides: tuple[int, int]) -> None:
    board = Board(*sides)
    neighbours = _reference.adjacency(board)
    ends = (
        {(p[0], p[-1]) for s in range(len(board)) for p in _reference.directed_paths(neighbours, s)}
        if len(board) < 25
        else None
    )
    for start, end in itertools.permutations(range(len(board)), 2):
        verdict = exists(board, start=start, end=end)
        if ends is not None and verdict.answer != "undecided":
            assert bool(verdict) == ((start, end) in ends)
    if ends is None:
        assert exists(board, start="a2").answer == "no"
        assert exists(board, start="a1", end="a2").answer == "no"
        assert exists(board, start="a1", end="c3").answer == "undecided"


def test_published_theorems() -> None:
    assert exists(Board(8, 8), closed=True).source.startswith("Schwenk")  # type: ignore[union-attr]
    assert [n for n in range(3, 13) if exists(Board(3, n), closed=True)] == [10, 12]
    assert [n for n in range(3, 13) if exists(Board(3, n))] == [4, 7, 8, 9, 10, 11, 12]
    assert [n for n in range(3, 13) if exists(Board(4, n))] == [3, 5, 6, 7, 8, 9, 10, 11, 12]
    assert not any(exists(Board(4, n), closed=True) for n in range(1, 30))
    assert exists(Board(2, 3, 4), closed=True).source.startswith("Erde")  # type: ignore[union-attr]
    assert exists(Board(2, 3, 3), closed=True).answer == "no"
    assert exists(Board(3, 3, 3), closed=True).answer == "no"
    assert exists(Board(7, 7), start="a1", end="c1").answer == "yes"
    assert exists(Board(8, 8), start="a1", end="c1").answer == "no"
    assert exists(Board(100_000, 100_000), closed=True).answer == "yes"
    assert exists(Board(1, 8, 8), start=(0, 0, 0), end=(0, 0, 1)).answer == "yes"


def test_degree_arguments() -> None:
    assert exists(Board(3, 3, holes=["a1"])).reason == "b2 has no move"
    assert exists(Board(3, 3, holes=["a1"]), closed=True).reason == "b2 has no move"
    pieces = exists(Board(4, 4, leaper="zebra", holes=["a1", "d1"]))
    assert pieces.answer == "no"
    star = exists(Board(1, 6, leaper=(0, 1), wrap=False), start=(0, 2))
    assert star.answer == "no"


def test_bad_questions() -> None:
    with pytest.raises(BadInputError, match="no end"):
        exists(Board(8, 8), closed=True, end="a1")
    with pytest.raises(BadInputError, match="same square"):
        exists(Board(8, 8), start="a1", end=0)
    with pytest.raises(BadInputError, match="off the 8x8 board"):
        exists(Board(8, 8), start="z9")


def test_the_reference_is_right_where_everyone_agrees() -> None:
    from babieca import Graph

    dodecahedron = Graph.of(networkx.dodecahedral_graph())
    assert _reference.count(dodecahedron, "closed") == 30
    petersen = Graph.of(networkx.petersen_graph())
    assert _reference.count(petersen, "closed") == 0
    assert _reference.count(petersen, "path") == 120
    assert _reference.count(petersen, "open") == 120
    assert _reference.count(Board(4, 4, leaper=(0, 1)), "closed") == 6
    assert _reference.count(Graph.of(networkx.hypercube_graph(3)), "closed") == 6
    assert _reference.count(Graph.from_edges([(0, 1)]), "closed") == 0
    assert _reference.count(Graph.from_edges([], vertices=[0]), "path") == 1
