import copy
import itertools
import pickle
from pathlib import Path

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
    Tours,
    checking,
    formats,
)
from babieca.checking import Kind
from babieca.engines import reference
from tests import DATA

PATHS_3X4 = [
    Tour(Board(3, 4), np.array(p))
    for p in reference.paths(reference.adjacency(Graph.of(Board(3, 4))))
]
TORUS_TOURS = [
    Tour(Board(3, 3, wrap=True), np.array(p))
    for p in reference.closed_tours(reference.adjacency(Graph.of(Board(3, 3, wrap=True))))
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
    assert not tour.same_up_to_symmetry(Tour(Graph.of(networkx.path_graph(2)), [0, 1]))


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
    cycle = next(reference.closed_tours(reference.adjacency(cube)))
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
    cells = next(reference.directed_paths(reference.adjacency(Graph.of(box)), 0))
    path = Tour(box, np.array(cells))
    assert eval(repr(path)) == path
    assert formats.parse(str(path), board=box)[0].indices.tolist() == path.indices.tolist()


@pytest.mark.parametrize(
    ("board", "squares", "kind", "message", "step"),
    [
        (Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3", "closed", "d3 to the first a1", 12),
        (Board(3, 4), "a1 c2 a3 b1 d2 b3 c1", None, "5 squares are missing: d1, a2, b2", None),
        (Board(3, 4), "c2 a3 b1 d2 b3 c1 a2 c3 d1 b2", None, "2 squares are missing: a1, d3", None),
        (Board(3, 3, holes=["b2"]), "a1 c2 a3 b1 c3 a2 c1 b3", "open", "ends b3 and a1 are", None),
        (Board(1, 2, leaper=(0, 1)), "a1 b1", "closed", "at least 3 squares", 2),
        (Board(3, 4), "a1 c2 a1", None, "step 3 is on a1, already visited at step 1", 3),
        (Board(3, 4), "a1 b2", None, "step 2 goes from a1 to b2, which is not a move", 2),
        (Board(3, 4), "a1 q7", None, "step 2: square 'q7' is off", 2),
        (Board(3, 4), np.array([0, 99]), None, "step 2 is 99", 2),
        (Board(3, 3, holes=["b2"]), np.array([4]), None, "step 1 is .*hole", 1),
        (Graph.from_edges([(0, 1), (1, 2)]), [0, 2], None, "step 2 goes from 0 to 2", 2),
        (Graph.from_edges([(0, 1), (1, 2)]), [0, 5], None, "step 2: the graph has no vertex", 2),
    ],
)
def test_the_first_fault_is_named(
    board: Board | Graph, squares: object, kind: Kind | None, message: str, step: int | None
) -> None:
    with pytest.raises(InvalidTourError, match=message) as caught:
        Tour(board, squares, kind=kind)  # type: ignore[arg-type]
    assert caught.value.step == step


def test_the_five_grids_of_sanchez() -> None:
    """Four are valid, three of these closed, two centrally symmetric; the fifth has a misprint."""
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
        InvalidTourError, match=r"step 5 appears 2 times \(at g1, e2\), step 6 is missing"
    ):
        formats.load(DATA / "grid_sanchez_2.txt")


def test_large_tours_are_one_array() -> None:
    """A boustrophedon walk of the wazir: a million squares, no object for each."""
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


def test_huge_boards_are_answered_without_a_map_of_them() -> None:
    vast = Board(2**24, 2**24)
    with pytest.raises(InvalidTourError, match=r"281474976710655 squares are missing: b1, c1"):
        Tour(vast, [(0, 0)])
    with pytest.raises(InvalidTourError, match=r"step 2 goes from a1 to b2"):
        Tour(vast, [(0, 0), (1, 1)])
    with pytest.raises(InvalidTourError, match=r"step 3 is on a1, already visited at step 1"):
        Tour(vast, [(0, 0), (1, 2), (0, 0)])
    with pytest.raises(InvalidTourError, match="399999999 squares are missing"):
        Tour(Board(20_000, 20_000), [(0, 0)])


def test_symmetries_stay_in_their_dimensions() -> None:
    cube = Tour(Board(1, 1, 1), [(0, 0, 0)])
    with pytest.raises(BadInputError, match="2 dimensions"):
        cube.transformed(Symmetry.named("half-turn"))
    with pytest.raises(BadInputError, match="no symmetry"):
        Symmetry.named("somersault")
    assert PATHS_3X4[0].transformed("half-turn") == PATHS_3X4[0].rotated(2)
    assert cube.transformed("-1 +0 -2") == cube.transformed("identity") == cube


# Kinds ----------------------------------------------------------------------------------------

RING = Board(3, 3, holes=["b2"])
AROUND = "a1 c2 a3 b1 c3 a2 c1 b3"
PAIR = Board(1, 2, leaper=(0, 1))


@pytest.mark.parametrize(
    ("board", "squares", "kind", "becomes"),
    [
        (RING, AROUND, None, "closed"),
        (RING, AROUND, "closed", "closed"),
        (RING, AROUND, "path", "path"),
        (Board(3, 4), PATHS_3X4[0].names, None, "open"),
        (Board(3, 4), PATHS_3X4[0].names, "open", "open"),
        (Board(3, 4), PATHS_3X4[0].names, "path", "open"),
        (PAIR, "a1 b1", None, "path"),
        (PAIR, "a1 b1", "path", "path"),
        (Board(1, 1), "a1", None, "open"),
    ],
)
def test_kinds(board: Board, squares: object, kind: Kind | None, becomes: str) -> None:
    tour = Tour(board, squares, kind=kind)  # type: ignore[arg-type]
    assert (tour.kind, tour.closed) == (becomes, becomes == "closed")
    assert Tour.batch(board, tour.indices[None], kind=kind) == [tour]
    for same in (tour.reversed(), tour.canonical(), tour.rotated()):
        assert same.kind == becomes


def test_a_kind_that_there_is_not() -> None:
    for kind in ("round", True, ["closed"]):
        with pytest.raises(BadInputError, match="kind is one of closed, path, open"):
            Tour(RING, AROUND, kind=kind)  # type: ignore[arg-type]


# Squares --------------------------------------------------------------------------------------


@given(tours)
def test_a_tour_is_a_sequence_of_squares(tour: Tour) -> None:
    squares = list(tour)
    assert squares == [tour[at] for at in range(len(tour))] == list(tour.squares)
    assert list(tour[2:5]) == squares[2:5]
    assert tour[-1] == squares[-1]
    assert list(reversed(tour)) == squares[::-1]
    assert "a1" in tour
    assert (0, 0) in tour
    assert "z9" not in tour
    assert None not in tour
    assert tour.board is not None
    assert tour.names == [tour.board.name_of(square) for square in tour]
    with pytest.raises(IndexError):
        tour[len(tour)]


def test_tours_of_graphs_are_sequences_of_labels() -> None:
    tour = Tour(Graph.from_edges(["ab", "bc", "ca"]), "a b c")
    assert tour.names == list(tour) == ["a", "b", "c"]
    assert "b" in tour
    assert "d" not in tour


def test_squares_may_be_written_with_blanks_and_commas() -> None:
    text = ", ".join(str(square) for square in PATHS_3X4[0])
    assert Tour(Board(3, 4), text) == PATHS_3X4[0]


def test_a_tour_of_a_large_graph_has_a_short_repr() -> None:
    count = 200
    wheel = Graph.from_edges([(v, (v + step) % count) for v in range(count) for step in (1, 2)])
    text = repr(Tour(wheel, range(count)))
    assert text == "<Tour: closed tour of a graph with 200 vertices and 400 edges>"
    with pytest.raises(InvalidTourError) as caught:
        Tour(wheel, np.array([0, 999]))
    assert len(str(caught.value)) < 100


# Batches, copies, files -----------------------------------------------------------------------


def test_a_batch_is_its_rows() -> None:
    rows = np.array([tour.indices for tour in PATHS_3X4])
    for table in (rows, rows.astype(np.uint8), rows.astype(np.int64)[:, ::-1][:, ::-1]):
        batch = Tour.batch(Board(3, 4), table)
        assert batch == PATHS_3X4
        assert Tour.batch(Graph.of(Board(3, 4)), table, kind="path") == PATHS_3X4
    rows[:] = 0
    assert Tour.batch(Board(3, 4), rows[:0]) == []
    assert batch == PATHS_3X4
    for tour in batch:
        with pytest.raises(ValueError, match="read-only"):
            tour.indices[0] = 5
    triangle = Graph.from_edges(["ab", "bc", "ca"])
    assert [tour.names for tour in Tour.batch(triangle, np.array([[0, 1, 2], [2, 1, 0]]))] == [
        ["a", "b", "c"],
        ["c", "b", "a"],
    ]


def test_a_batch_may_mix_open_and_closed() -> None:
    board = Board(3, 3, wrap=True)
    rows = np.array(
        list(itertools.islice(reference.paths(reference.adjacency(Graph.of(board))), 500))
    )
    batch = Tour.batch(board, rows)
    assert {tour.kind for tour in batch} == {"open", "closed"}
    assert batch == [Tour(board, row) for row in rows]
    assert [tour.kind == "path" for tour in Tour.batch(board, rows, kind="path")] == [
        tour.closed for tour in batch
    ]
    wrong = next(at for at, tour in enumerate(batch) if not tour.closed)
    with pytest.raises(InvalidTourError, match=f"^row {wrong}: not closed"):
        Tour.batch(board, rows, kind="closed")
    wrong = next(at for at, tour in enumerate(batch) if tour.closed)
    with pytest.raises(InvalidTourError, match=f"^row {wrong}: not an open tour"):
        Tour.batch(board, rows, kind="open")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda rows: rows[2].__setitem__(5, rows[2][4]), "row 2: step 6 is on"),
        (lambda rows: rows[7].__setitem__(0, 99), "row 7: step 1 is 99, which is no square"),
        (lambda rows: rows[1].__setitem__(slice(2), rows[1][1::-1].copy()), "row 1: step 3 goes"),
    ],
)
def test_a_faulty_row_is_named(change: object, message: str) -> None:
    rows = np.array([tour.indices for tour in PATHS_3X4])
    change(rows)  # type: ignore[operator]
    with pytest.raises(InvalidTourError, match=message):
        Tour.batch(Board(3, 4), rows)


def test_what_is_no_batch() -> None:
    with pytest.raises(InvalidTourError, match="row 0: 10 squares are missing"):
        Tour.batch(Board(3, 4), np.array([[0, 6]]))
    for rows in (PATHS_3X4[0].indices, [[0, 6]], np.zeros((2, 12))):
        with pytest.raises(BadInputError, match="table of indices"):
            Tour.batch(Board(3, 4), rows)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda t: pickle.loads(pickle.dumps(t))]
)
def test_copies_are_checked_and_cannot_be_written_to(again, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    triangle = Tour(Graph.from_edges(["ab", "bc", "ca"]), "a b c")
    for tour in (PATHS_3X4[0], Tour(RING, AROUND, kind="path"), triangle):
        assert again(tour) == tour
        with pytest.raises(ValueError, match="read-only"):
            again(tour).indices[0] = 5
    seen = []
    check = checking.check_rows
    monkeypatch.setattr(
        checking, "check_rows", lambda *given, **named: seen.append(given) or check(*given, **named)
    )
    again(PATHS_3X4[0])
    assert len(seen) == 1


def test_a_pickle_of_no_tour_is_refused() -> None:
    spoiled = PATHS_3X4[0]._with(np.zeros(12, dtype=np.int32))
    with pytest.raises(InvalidTourError, match="already visited"):
        pickle.loads(pickle.dumps(spoiled))


def test_load_beside_save(tmp_path: Path) -> None:
    for suffix in (".json", ".txt", ".moves", ".tour"):
        for tour in (PATHS_3X4[0], Tour(RING, AROUND, kind="path")):
            tour.save(tmp_path / f"one{suffix}")
            assert Tour.load(tmp_path / f"one{suffix}") == tour
    PATHS_3X4[0].save(tmp_path / "one.npy")
    assert Tour.load(tmp_path / "one.npy", "3x4") == PATHS_3X4[0]
    assert Tour.load(tmp_path / "one.npy", board=Board(3, 4)) == PATHS_3X4[0]
    formats.save(PATHS_3X4, tmp_path / "all.jsonl")
    with pytest.raises(BadInputError, match=r"holds 8 tours.*formats\.load"):
        Tour.load(tmp_path / "all.jsonl")


def test_a_tour_asks_nothing_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> int:
        raise AssertionError("asked how much memory there is")

    monkeypatch.setattr("babieca.memory.available_bytes", refuse)
    rows = np.array([tour.indices for tour in PATHS_3X4])
    assert Tour.batch(Board(3, 4), rows, kind="path")[0] == Tour(Board(3, 4), rows[0])


def test_a_square_is_no_position() -> None:
    with pytest.raises(
        TypeError, match=r"positions are whole numbers, not 'c3'; tour.step\('c3'\)"
    ):
        Tours(Board(5, 5), "path").find()["c3"]  # type: ignore[index]
