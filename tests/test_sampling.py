"""Tours by number, uniform samples, edge usage: against listing, and against each other."""

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from babieca.sampling import build_atlas, open_atlas, rank_all
from hypothesis import given
from hypothesis import strategies as st

from babieca import (
    BadInputError,
    Board,
    Graph,
    NoTourError,
    Tour,
    TourFamily,
    _reference,
    count,
    edge_usage,
    formats,
    rank,
    sample,
    unrank,
)
from tests.test_cli import run

SIX = TourFamily(Board(6, 6))
DODECAHEDRON = Graph.from_edges(
    [(i, (i + 1) % 5) for i in range(5)]
    + [(i, 5 + i) for i in range(5)]
    + [(5 + i, 10 + i) for i in range(5)]
    + [(10 + i, 5 + (i + 1) % 5) for i in range(5)]
    + [(10 + i, 15 + i) for i in range(5)]
    + [(15 + i, 15 + (i + 1) % 5) for i in range(5)]
)


def vertices(tour: Tour) -> tuple[int, ...]:
    return tuple(tour.graph.vertex(square) for square in tour.canonical().squares)


@pytest.mark.parametrize(
    "place",
    [DODECAHEDRON, Board(3, 3, wrap=True), Board(4, 4, leaper="wazir"), Board(2, 3, 3)],
    ids=["dodecahedron", "3x3 torus", "4x4 wazir", "2x3x3"],
)
def test_numbers_list_exactly_the_closed_tours(place: Board | Graph) -> None:
    family = TourFamily(place)
    tours = list(family)
    assert len(tours) == len(family) == count(place)
    expected = set(_reference.closed_tours(_reference.adjacency(place)))
    assert {vertices(tour) for tour in tours} == expected
    assert family.rank(tours) == list(range(len(family)))


@pytest.mark.parametrize("board", [Board(3, 4), Board(4, 5), Board(4, 4, holes=["a1"])])
def test_numbers_list_exactly_the_paths(board: Board) -> None:
    tours = list(TourFamily(board, "path"))
    expected = set(_reference.paths(_reference.adjacency(board)))
    assert {vertices(tour) for tour in tours} == expected
    assert len(tours) == len(expected)


def test_all_closed_tours_of_6x6() -> None:
    tours = set(SIX)
    assert len(tours) == len(SIX) == 9862
    assert all(tour.closed and tour == tour.canonical() for tour in tours)


@given(st.integers(0, 9861))
def test_rank_undoes_unrank(number: int) -> None:
    tour = SIX[number]
    assert SIX.index(tour) == number
    assert SIX.index(tour.reversed().starting_at("c4")) == number


CONSTRAINED = TourFamily(
    Board(5, 8), "path", start="a1", through=[("b3", "d4")], avoiding="c1-d3,e5-g4"
)


@given(st.integers(0, CONSTRAINED.total - 1))
def test_rank_undoes_unrank_with_constraints(number: int) -> None:
    tour = CONSTRAINED[number]
    assert CONSTRAINED.index(tour) == number
    assert tour.squares[0] == (0, 0)
    moves = {frozenset(pair) for pair in zip(tour.squares, tour.squares[1:], strict=False)}
    assert frozenset([(2, 1), (3, 3)]) in moves
    assert frozenset([(0, 2), (2, 3)]) not in moves
    assert frozenset([(4, 4), (3, 6)]) not in moves


def test_a_constrained_family_is_as_large_as_its_count() -> None:
    options = {"through": [("b3", "d4")], "avoiding": "c1-d3,e5-g4"}
    assert CONSTRAINED.total == count(Board(5, 8), "path", start="a1", **options)


@pytest.mark.parametrize(
    ("board", "draws", "seed"),
    [(Board(5, 6), 8000, 1), (Board(3, 10), 8000, 2), (Board(6, 6), 98620, 3)],
)
def test_samples_are_uniform(board: Board, draws: int, seed: int) -> None:
    family = TourFamily(board)
    seen = Counter(tour.indices.tobytes() for tour in family.sample(draws, seed=seed))
    assert len(seen) <= len(family)
    expected = draws / len(family)
    statistic = sum((times - expected) ** 2 for times in seen.values()) / expected
    statistic += (len(family) - len(seen)) * expected
    # Mean and standard deviation of chi-square with that many degrees of freedom.
    freedom = len(family) - 1
    assert abs(statistic - freedom) < 4 * (2 * freedom) ** 0.5


def test_seeds() -> None:
    assert sample(Board(6, 6), 5, seed=7) == SIX.sample(5, seed=7)
    assert sample(Board(6, 6), 5, seed=7) != sample(Board(6, 6), 5, seed=8)
    assert sample(Board(6, 6), 0, seed=7) == []


def test_samples_with_ends() -> None:
    for tour in sample(Board(5, 5), 20, "path", start="a1", end="e5", seed=1):
        assert (tour.squares[0], tour.squares[-1]) == ((0, 0), (4, 4))
    for tour in sample(Board(5, 5), 20, "path", end="e5", seed=1):
        assert tour.squares[-1] == (4, 4)


def test_numbers_wider_than_a_word() -> None:
    board = Board(4, 60)
    family = TourFamily(board, "path", start="a1" if board.has_names else (0, 0))
    assert family.total > 2**64
    number = family.total // 3
    tour = family[number]
    assert family.index(tour) == number
    assert family.total == count(board, "path", start=(0, 0))


def test_single_calls() -> None:
    tour = unrank(Board(5, 6), 5)
    assert rank(tour) == 5
    path = Tour(Board(5, 6), tour.indices, kind="path")
    assert unrank(Board(5, 6), rank(path), "path") == unrank(
        Board(5, 6), rank(path, "path"), "path"
    )


def test_single_calls_tell_long_orders_apart() -> None:
    board = Board(3, 340)
    columns = np.arange(len(board)).reshape(3, 340).T
    turned = columns.copy()
    turned[100:200] = columns[100:200, ::-1]
    number = TourFamily(board).total // 3
    tours = [TourFamily(board, order=order.reshape(-1))[number] for order in (columns, turned)]
    assert tours[0] != tours[1]
    assert tours == [unrank(board, number, order=order.reshape(-1)) for order in (columns, turned)]


def test_single_calls_read_generators_once() -> None:
    boards = [Board(6, 6), Board(5, 6), Board(6, 6)]
    tours = [unrank(board, 1, through="c3-d5") for board in boards]
    assert rank_all(tours, through=(edge for edge in ["c3-d5"])) == [1, 1, 1]


def test_tiny_families() -> None:
    assert [len(TourFamily(Board(1, 1), kind)) for kind in ("closed", "path")] == [0, 1]
    assert TourFamily(Board(1, 1), "path")[0].squares[0] == (0, 0)
    assert TourFamily(Board(1, 1), "path").index(Tour(Board(1, 1), [0], kind="path")) == 0
    assert len(TourFamily(Board(4, 4))) == 0
    assert list(TourFamily(Board(4, 4))) == []


def test_refusals() -> None:
    with pytest.raises(BadInputError, match="numbered 0 to 9861"):
        unrank(Board(6, 6), 9862)
    with pytest.raises(NoTourError):
        sample(Board(4, 4))
    with pytest.raises(NoTourError):
        unrank(Board(5, 5), 0)
    with pytest.raises(BadInputError, match="another board"):
        SIX.index(unrank(Board(5, 6), 0))
    with pytest.raises(BadInputError, match="is a path"):
        TourFamily(Board(5, 6)).index(unrank(Board(5, 6), 0, "path", start="a1"))
    with pytest.raises(BadInputError, match="constraint"):
        TourFamily(Board(6, 6), avoiding="a1-b3").index(SIX[0])
    with pytest.raises(BadInputError, match="memory"):
        TourFamily(Board(8, 8), memory="10M")
    with pytest.raises(BadInputError, match="kind is one of"):
        sample(Board(6, 6), kind="open")
    with pytest.raises(BadInputError, match="no start or end"):
        sample(Board(6, 6), start="a1")


@pytest.mark.parametrize("kind", ["closed", "path"])
@pytest.mark.parametrize("board", [Board(5, 6), Board(3, 10), Board(4, 6), Board(3, 3, wrap=True)])
def test_edge_usage_against_listing(board: Board, kind: str) -> None:
    listed: Counter[frozenset[tuple[int, ...]]] = Counter()
    family = TourFamily(board, kind)
    for tour in family:
        squares = list(tour.squares)
        after = squares[1:] + squares[:1] if kind == "closed" else squares[1:]
        listed.update(frozenset(pair) for pair in zip(squares, after, strict=False))
    usage = edge_usage(board, kind)
    assert {frozenset(edge): tours for edge, tours in usage.items() if tours} == dict(listed)
    per_tour = len(board) - (kind == "path")
    assert sum(usage.values()) == per_tour * len(family)


@pytest.mark.parametrize(
    ("board", "kind", "options"),
    [
        (Board(5, 6), "closed", {}),
        (Board(6, 6), "closed", {"through": "c3-d5", "avoiding": "a3-b5"}),
        (Board(5, 5), "path", {"start": "c3"}),
        (Board(3, 4), "path", {"end": "a1"}),
    ],
)
def test_both_methods_of_edge_usage_agree(board: Board, kind: str, options: dict[str, str]) -> None:
    by_counts = edge_usage(board, kind, method="counts", **options)
    assert by_counts == edge_usage(board, kind, method="sweeps", **options)
    assert edge_usage(board, kind, memory="1M", **options) == by_counts


def test_edge_usage_with_constraints_is_a_count_each() -> None:
    usage = edge_usage(Board(6, 6), through="c3-d5", avoiding="b2-c4")
    assert usage[(2, 2), (4, 3)] == count(Board(6, 6), through="c3-d5", avoiding="b2-c4")
    assert usage[(1, 1), (3, 2)] == 0
    for edge in [((0, 2), (2, 3)), ((3, 3), (5, 2))]:
        assert usage[edge] == count(Board(6, 6), through=["c3-d5", edge], avoiding="b2-c4")


def test_commands() -> None:
    drawn = run("sample", "6x6", "-n", "2", "--seed", "7", "--format", "moves")
    assert drawn.returncode == 0
    numbers = run("rank", "-", "--board", "6x6", text=drawn.stdout).stdout.split()
    again = [run("unrank", "6x6", n, "--format", "moves").stdout for n in numbers]
    assert "".join(again) == drawn.stdout
    assert run("usage", "6x6").stdout.splitlines()[0].split() == ["a1-c2", "9862"]
    assert "c2-b3" in run("usage", "6x6", "--square", "a1").stdout
    for end in ("--start", "--end"):
        refused = run("usage", "6x6", "--square", "c3", end, "a1")
        assert refused.returncode == 2
        assert "--square" in refused.stderr
    record = json.loads(run("sample", "6x6", "--seed", "7", "--json").stdout)
    assert formats.from_json(record) == sample(Board(6, 6), seed=7)[0]
    assert run("sample", "4x4").returncode == 1
    assert run("unrank", "6x6", "9862").returncode == 2
    assert run("unrank", "6x6", "-3").returncode == 2
    assert "5000 digits" in run("unrank", "6x6", "9" * 5000).stderr.splitlines()[0]


@pytest.mark.parametrize(
    ("board", "kind", "options"),
    [
        (Board(6, 6), "closed", {}),
        (Board(6, 6), "closed", {"through": "c3-d5", "avoiding": "a3-b5"}),
        (Board(5, 5), "path", {}),
        (Board(5, 6), "path", {"start": "a1"}),
        (Board(5, 6), "path", {"end": "a1"}),
        (Board(4, 4, wrap=True), "closed", {}),
    ],
)
def test_blocks_number_tours_as_the_states_do(
    board: Board, kind: str, options: dict[str, str]
) -> None:
    sparse = TourFamily(board, kind, method="sparse", **options)
    blocks = TourFamily(board, kind, method="blocks", **options)
    assert sparse.total == blocks.total == count(board, kind, **options)
    numbers = range(0, sparse.total, max(1, sparse.total // 300))
    tours = sparse.unrank(numbers)
    assert blocks.unrank(numbers) == tours
    assert blocks.rank(tours) == list(numbers)


def test_layers_on_disk_and_in_memory_agree(tmp_path: Path) -> None:
    said: list[str] = []
    board = Board(6, 8)
    little = TourFamily(board, memory="20M", scratch=tmp_path, say=said.append)
    assert "of counts in" in said[0]
    assert not list(tmp_path.iterdir())
    assert little.sample(50, seed=1) == TourFamily(board).sample(50, seed=1)


def test_an_atlas_answers_like_the_family(tmp_path: Path) -> None:
    said: list[str] = []
    built = build_atlas(Board(6, 6), tmp_path / "six", stride=5, through="c3-d5", say=said.append)
    assert "of disk" in said[0]
    assert built.total == count(Board(6, 6), through="c3-d5")
    options = {"through": "c3-d5", "atlas": tmp_path / "six"}
    for tour in sample(Board(6, 6), 20, seed=3, **options):
        number = rank(tour, **options)
        assert unrank(Board(6, 6), number, **options) == tour
        assert number == rank(tour, through="c3-d5")
    with pytest.raises(BadInputError, match="another board or of other constraints"):
        sample(Board(6, 6), atlas=tmp_path / "six")
    with pytest.raises(BadInputError, match="there is no atlas"):
        sample(Board(6, 6), atlas=tmp_path / "none")


@pytest.mark.parametrize("method", ["sparse", "blocks", "atlas"])
def test_threads_share_a_family(method: str, tmp_path: Path) -> None:
    board = Board(6, 8)
    # The atlas leaves out layers and checks its chunks as it goes: all that walks could disturb.
    family = build_atlas(board, tmp_path) if method == "atlas" else TourFamily(board, method=method)
    numbers = [list(range(first, family.total, family.total // 100)) for first in range(8)]

    def there_and_back(wanted: list[int]) -> list[int]:
        return family.rank(family.unrank(wanted))

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(there_and_back, numbers)) == numbers


def test_a_damaged_atlas_is_refused(tmp_path: Path) -> None:
    build_atlas(Board(6, 6), tmp_path)
    layer = max(tmp_path.glob("layer-*.counts"), key=lambda path: path.stat().st_size)
    whole = layer.read_bytes()
    for at in (8, len(whole) // 2, len(whole) - 1):
        layer.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(BadInputError, match="damaged"):
            list(open_atlas(tmp_path))
    layer.write_bytes(whole[:-8])
    with pytest.raises(BadInputError, match="damaged"):
        open_atlas(tmp_path)
    layer.unlink()
    with pytest.raises(BadInputError, match="cannot read"):
        open_atlas(tmp_path)
    (tmp_path / "atlas.json").write_text("{}")
    with pytest.raises(BadInputError, match="damaged"):
        open_atlas(tmp_path)


SIX_ATLAS = {
    "layers": [
        [],
        [1, 2, 3],
        [0, 36],
        [-1, 36],
        [2, 1, 36],
        [7, 7, 36],
        [36, 37],
        ["36"],
        36,
        [[36]],
    ],
    "order": [[], [0], [*range(35), 35.0], [*range(35), 36], [*range(35), 2**40], "36"],
    "sides": [[], [6], [6, "6"], [6, 0], [True, 6], [10**6, 10**6], {}, None],
    "leaper": [[], [1], [1, 2, 3], ["a", 2], [0, 0], [-1, 2], None, [[1], 2]],
    "holes": [[36], ["a1"], [0, [1]], None, {"a": 1}],
    "wrap": [[], [True], "ab", [0, 0], None],
    "kind": ["open", 3, None, ["closed"], "path"],
    "start": ["a1", 0, -1, [0, 0], True],
    "through": [[1], [[0, 1]], [[0]], [[0, 13, 5]], [["a1", "b3"]], None, "a1-b3"],
    "total": [9862, None, "9863"],
    "bytes": ["many"],
    "format": ["babieca atlas 2", None],
}


@pytest.mark.parametrize("field", SIX_ATLAS)
def test_a_damaged_manifest_is_refused(field: str, tmp_path: Path) -> None:
    build_atlas(Board(6, 6), tmp_path)
    manifest = tmp_path / "atlas.json"
    whole = json.loads(manifest.read_text())
    for wrong in SIX_ATLAS[field]:
        manifest.write_text(json.dumps(whole | {field: wrong}))
        with pytest.raises(BadInputError, match=r"cannot be used|is damaged|another format"):
            open_atlas(tmp_path)
    del whole[field]
    for text in (json.dumps(whole), "[]", "[" * 100_000, "\N{BULLET}"):
        manifest.write_text(text)
        with pytest.raises(BadInputError, match="damaged"):
            open_atlas(tmp_path)


def test_an_atlas_of_paths_can_be_opened(tmp_path: Path) -> None:
    built = build_atlas(Board(5, 5), tmp_path, "path", start="a1")
    assert open_atlas(tmp_path).total == built.total == count(Board(5, 5), "path", start="a1")


def test_frontiers_too_wide_for_blocks_are_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="28 slots, too many for blocks"):
        build_atlas(Board(14, 14), tmp_path / "atlas")
    assert not (tmp_path / "atlas").exists()
    with pytest.raises(BadInputError, match="28 slots, too many for blocks"):
        TourFamily(Board(14, 14), method="blocks")


def test_atlas_commands(tmp_path: Path) -> None:
    directory = str(tmp_path / "atlas")
    told = json.loads(run("atlas", "build", "5x6", "--dir", directory, "--json").stdout)
    built = run("atlas", "build", "5x6", "--dir", directory)
    assert (built.returncode, built.stdout.split()[:2]) == (0, ["8", "tours,"])
    assert "of disk" in built.stderr
    record = json.loads(run("atlas", "info", "--dir", directory, "--json").stdout)
    assert (record["board"], record["tours"]) == ("5x6", "8")
    assert told == record
    tour = run("unrank", "5x6", "3", "--atlas", directory, "--format", "moves").stdout
    assert run("rank", "--board", "5x6", "--atlas", directory, text=tour).stdout == "3\n"
    assert run("atlas", "info", "--dir", str(tmp_path / "none")).returncode == 2
