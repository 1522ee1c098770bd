import itertools
import pickle

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from babieca import (
    BadInputError,
    Board,
    Graph,
    InvalidTourError,
    Symmetry,
    Tour,
    _reference,
    formats,
)
from tests import DATA

PATHS_3X4 = [
    Tour(Board(3, 4), np.array(p)) for p in _reference.paths(_reference.adjacency(Board(3, 4)))
]
TORUS_TOURS = [
    Tour(Board(3, 3, wrap=True), np.array(p))
    for p in _reference.closed_tours(_reference.adjacency(Board(3, 3, wrap=True)))
]
tours = st.sampled_from(PATHS_3X4 + TORUS_TOURS)
BEVERLEY = """
 1 30 47 52  5 28 43 54
48 51  2 29 44 53  6 27
31 46 49  4 25  8 55 42
50  3 32 45 56 41 26  7
33 62 15 20  9 24 39 58
16 19 34 61 40 57 10 23
63 14 17 36 21 12 59 38
18 35 64 13 60 37 22 11
"""


@given(tours)
def test_repr_rebuilds_and_str_parses_back(tour: Tour) -> None:
    assert eval(repr(tour)) == tour == pickle.loads(pickle.dumps(tour))
    assert formats.parse(str(tour), board=tour.board)[0].indices.tolist() == tour.indices.tolist()


@given(tours)
def test_reversing_twice_is_nothing(tour: Tour) -> None:
    assert tour.reversed() != tour
    assert tour.reversed().reversed() == tour
    assert tour.reversed().same_up_to_direction(tour)
    assert tour.reversed().squares[0] == (tour.squares[0] if tour.closed else tour.squares[-1])


@given(tours, st.integers(-5, 5))
def test_turning_four_times_is_nothing(tour: Tour, turns: int) -> None:
    turned = tour
    for _ in range(turns % 4):
        turned = turned.rotated()
    assert turned == tour.rotated(turns)
    assert tour.rotated().rotated(3) == tour
    assert tour.reflected("diagonal").reflected("diagonal") == tour
    assert tour.reflected("left-right").same_up_to_symmetry(tour)


@given(tours)
def test_steps_are_the_inverse_of_squares(tour: Tour) -> None:
    for step, square in enumerate(tour.squares, start=1):
        assert tour.steps[square] == step


def test_starting_elsewhere() -> None:
    tour = TORUS_TOURS[0]
    assert tour.starting_at("b2").squares[0] == (1, 1)
    assert tour.starting_at("b2") != tour
    assert tour.starting_at("b2").same_up_to_direction(tour)
    with pytest.raises(BadInputError, match="only a closed tour"):
        PATHS_3X4[0].starting_at("b2")


def test_canonical_forms_count_undirected_tours() -> None:
    assert len({t.canonical() for t in PATHS_3X4 + [t.reversed() for t in PATHS_3X4]}) == 8
    assert sum(len(t.symmetries()) for t in PATHS_3X4) / 4 == 3  # Burnside: 3 classes of 8 paths
    assert not PATHS_3X4[0].same_up_to_direction(PATHS_3X4[1])


def test_magic_sums() -> None:
    beverley = formats.parse(BEVERLEY)[0]
    assert beverley.is_semimagic()
    assert not beverley.is_magic()
    assert [sums.tolist() for sums in beverley.line_sums()] == [[260] * 8] * 2
    assert not PATHS_3X4[0].is_semimagic()
    pandiagonal = "18 21 4 7 15\n10 13 16 24 2\n22 5 8 11 19\n14 17 25 3 6\n1 9 12 20 23"
    magic = formats.parse(pandiagonal, board=Board(5, 5, wrap=True))[0]
    assert magic.closed
    assert magic.is_magic()


def crossings_one_by_one(tour: Tour) -> int:
    points = list(tour.squares) + ([tour.squares[0]] if tour.closed else [])
    segments = list(itertools.pairwise(points))

    def side(a: tuple[int, ...], b: tuple[int, ...], c: tuple[int, ...]) -> int:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    return sum(
        side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
        for i, (a, b) in enumerate(segments)
        for c, d in segments[:i]
    )


def test_crossings_against_all_pairs() -> None:
    for tour in [*PATHS_3X4, formats.parse(BEVERLEY)[0]]:
        assert tour.crossings() == crossings_one_by_one(tour)


def test_plain_graphs() -> None:
    cube = Graph.of(networkx.hypercube_graph(3))
    cycle = next(_reference.closed_tours(_reference.adjacency(cube)))
    tour = Tour(cube, [cube.labels[v] for v in cycle])
    assert tour.closed
    assert eval(repr(tour)) == tour
    assert tour.steps.tolist()[cycle[3]] == 4
    assert formats.parse(formats.dump(tour))[0].indices.tolist() == list(cycle)
    with pytest.raises(BadInputError, match="plain graph"):
        tour.rotated()


def test_tours_with_holes_and_dimensions() -> None:
    ring = Board(3, 3, holes=["b2"])
    tour = Tour(ring, "a1 c2 a3 b1 c3 a2 c1 b3")
    assert tour.closed
    assert "." in str(tour)
    assert len(tour.symmetries()) == 8
    box = Board(2, 3, 4)
    cells = next(_reference.directed_paths(_reference.adjacency(box), 0))
    path = Tour(box, np.array(cells))
    assert eval(repr(path)) == path
    assert formats.parse(str(path), board=box)[0].indices.tolist() == path.indices.tolist()


@pytest.mark.parametrize(
    ("board", "squares", "closed", "message", "step"),
    [
        (Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3", True, "d3 to the first a1", 12),
        (Board(3, 4), "a1 c2 a3 b1 d2 b3 c1", None, "5 squares are missing: d1, a2, b2", None),
        (Board(3, 4), "a1 c2 a1", None, "step 3 is on a1, already visited at step 1", 3),
        (Board(3, 4), "a1 b2", None, "step 2 goes from a1 to b2, which is not a move", 2),
        (Board(3, 4), "a1 q7", None, "step 2: square q7 is off", 2),
        (Board(3, 4), np.array([0, 99]), None, "step 2 is 99", 2),
        (Board(3, 3, holes=["b2"]), np.array([4]), None, "step 1 is .*hole", 1),
        (Graph.from_edges([(0, 1), (1, 2)]), [0, 2], None, "step 2 goes from 0 to 2", 2),
        (Graph.from_edges([(0, 1), (1, 2)]), [0, 5], None, "step 2: the graph has no vertex", 2),
    ],
)
def test_the_first_fault_is_named(
    board: Board | Graph, squares: object, closed: bool | None, message: str, step: int | None
) -> None:
    with pytest.raises(InvalidTourError, match=message) as caught:
        Tour(board, squares, closed=closed)  # type: ignore[arg-type]
    assert caught.value.step == step


def test_the_five_grids_of_sanchez() -> None:
    """Seed 001: four valid tours, three closed, two of them centrally symmetric, one misprint."""
    valid = [
        formats.load(DATA / f"grid_{name}.txt")[0]
        for name in ("german_institute", "vazquez_largo", "sanchez_1", "sanchez_3")
    ]
    assert [tour.closed for tour in valid] == [False, True, True, True]
    for tour in valid[2:]:
        assert "half-turn" in [symmetry.name for symmetry in tour.symmetries()]
        for step, (row, column) in enumerate(tour.squares):
            assert tour.squares[(step + 32) % 64] == (7 - row, 7 - column)
    assert "half-turn" not in [symmetry.name for symmetry in valid[1].symmetries()]
    with pytest.raises(
        InvalidTourError, match=r"step 5 appears twice \(at g1 and e2\), step 6 is missing"
    ):
        formats.load(DATA / "grid_sanchez_2.txt")


def test_large_tours_are_one_array() -> None:
    """A boustrophedon walk of the wazir: a million squares without a million objects."""
    side = 1000
    rows = np.arange(side * side).reshape(side, side)
    rows[1::2] = rows[1::2, ::-1]
    tour = Tour(Board(side, side, leaper=(0, 1)), rows.reshape(-1))
    assert not tour.closed
    assert tour.indices.dtype == np.int32
    assert tour.squares[-1] == (999, 0)
    assert "1000000 squares" in repr(tour)
    with pytest.raises(ValueError, match="read-only"):
        tour.indices[0] = 5


def test_a_tour_never_changes() -> None:
    order = PATHS_3X4[0].indices.copy()
    view = order.view()
    view.flags.writeable = False
    tour = Tour(Board(3, 4), view)
    order[:] = 0
    assert tour == PATHS_3X4[0]


def test_huge_boards_are_refused_or_answered_without_a_map_of_them() -> None:
    with pytest.raises(BadInputError, match=r"needs .* of memory"):
        Tour(Board(2**24, 2**24), [(0, 0)])
    with pytest.raises(InvalidTourError, match="399999999 squares are missing"):
        Tour(Board(20_000, 20_000), [(0, 0)])


def test_symmetries_stay_in_their_dimensions() -> None:
    cube = Tour(Board(1, 1, 1), [(0, 0, 0)])
    with pytest.raises(BadInputError, match="2 dimensions"):
        cube.transformed(Symmetry.named("half-turn"))
    with pytest.raises(BadInputError, match="no symmetry"):
        Symmetry.named("somersault")
