"""Tours by number, uniform samples, edge usage: against listing, and against each other."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from babieca import (
    BadInputError,
    Board,
    Graph,
    Limits,
    NoTourError,
    Question,
    Tour,
    Tours,
    count,
    rank,
    sample,
    unrank,
    usage,
)
from babieca.engines import NUMBERERS, reference
from babieca.engines.numbering import Numbering

SIX = Tours(Board(6, 6))
DODECAHEDRON = Graph.from_edges(
    [(i, (i + 1) % 5) for i in range(5)]
    + [(i, 5 + i) for i in range(5)]
    + [(5 + i, 10 + i) for i in range(5)]
    + [(10 + i, 5 + (i + 1) % 5) for i in range(5)]
    + [(10 + i, 15 + i) for i in range(5)]
    + [(15 + i, 15 + (i + 1) % 5) for i in range(5)]
)


def numbered(tours: Tours, method: str = "auto") -> Numbering:
    return NUMBERERS[method](tours.question, Limits())


def family(tours: Tours) -> list[Tour]:
    """All tours in the order of their numbers."""
    return list(tours.unrank_all(range(tours.count())))


def vertices(tour: Tour) -> tuple[int, ...]:
    return tuple(tour.graph.vertex(square) for square in tour.canonical())


@pytest.mark.parametrize(
    "place",
    [DODECAHEDRON, Board(3, 3, wrap=True), Board(4, 4, leaper="wazir"), Board(2, 3, 3)],
    ids=["dodecahedron", "3x3 torus", "4x4 wazir", "2x3x3"],
)
def test_numbers_list_exactly_the_closed_tours(place: Board | Graph) -> None:
    tours = Tours(place)
    listed = family(tours)
    assert len(listed) == numbered(tours).total == count(place)
    expected = set(reference.closed_tours(reference.adjacency(Graph.of(place))))
    assert {vertices(tour) for tour in listed} == expected
    assert tours.rank_all(listed) == list(range(len(listed)))


@pytest.mark.parametrize("board", [Board(3, 4), Board(4, 5), Board(4, 4, holes=["a1"])])
def test_numbers_list_exactly_the_paths(board: Board) -> None:
    listed = family(Tours(board, "path"))
    expected = set(reference.paths(reference.adjacency(Graph.of(board))))
    assert {vertices(tour) for tour in listed} == expected
    assert len(listed) == len(expected)


def test_all_closed_tours_of_6x6() -> None:
    tours = set(family(SIX))
    assert len(tours) == SIX.count() == 9862
    assert all(tour.closed and tour == tour.canonical() for tour in tours)


@given(st.integers(0, 9861))
def test_rank_undoes_unrank(number: int) -> None:
    tour = SIX.unrank(number)
    assert SIX.rank(tour) == number
    assert SIX.rank(tour.reversed().starting_at("c4")) == number


CONSTRAINED = Tours(Board(5, 8), "path", start="a1", through=[("b3", "d4")], avoiding="c1-d3,e5-g4")


@given(st.integers(0, numbered(CONSTRAINED).total - 1))
def test_rank_undoes_unrank_with_constraints(number: int) -> None:
    tour = CONSTRAINED.unrank(number)
    assert CONSTRAINED.rank(tour) == number
    assert tour[0] == (0, 0)
    moves = {frozenset(pair) for pair in itertools.pairwise(tour)}
    assert frozenset([(2, 1), (3, 3)]) in moves
    assert frozenset([(0, 2), (2, 3)]) not in moves
    assert frozenset([(4, 4), (3, 6)]) not in moves


def test_a_constrained_family_is_as_large_as_its_count() -> None:
    assert numbered(CONSTRAINED).total == CONSTRAINED.count()


@pytest.mark.parametrize(
    ("board", "draws", "seed"),
    [(Board(5, 6), 8000, 1), (Board(3, 10), 8000, 2), (Board(6, 6), 98620, 3)],
)
def test_samples_are_uniform(board: Board, draws: int, seed: int) -> None:
    tours = Tours(board)
    known = {tour.canonical().indices.tobytes() for tour in tours}
    size = len(known)
    seen = Counter(tour.indices.tobytes() for tour in tours.sample(draws, seed=seed))
    assert seen.keys() <= known
    expected = draws / size
    statistic = sum((times - expected) ** 2 for times in seen.values()) / expected
    statistic += (size - len(seen)) * expected
    # Mean and standard deviation of chi-square with that many degrees of freedom.
    freedom = size - 1
    assert abs(statistic - freedom) < 4 * (2 * freedom) ** 0.5


def test_open_samples_are_uniform() -> None:
    tours = Tours(Board(3, 4), "open")
    seen = Counter(tour.canonical() for tour in tours.sample(2800, seed=5))
    assert seen.keys() == {tour.canonical() for tour in tours}
    expected = 2800 / len(seen)
    statistic = sum((times - expected) ** 2 for times in seen.values()) / expected
    freedom = len(seen) - 1
    assert abs(statistic - freedom) < 4 * (2 * freedom) ** 0.5


def test_seeds() -> None:
    drawn = list(SIX.sample(5, seed=7))
    assert list(sample(Board(6, 6), limit=5, seed=7)) == drawn
    assert list(sample(Board(6, 6), limit=5, seed=8)) != drawn
    assert list(sample(Board(6, 6), limit=0, seed=7)) == []


def test_samples_stream() -> None:
    """A tour is drawn only when it is asked for, with any limit."""
    endless = SIX.sample(10**18, seed=7)
    assert list(itertools.islice(endless, 5)) == list(SIX.sample(5, seed=7))
    assert next(sample(Board(5, 5), "open", limit=10**18)).kind == "open"
    for wrong in (-1, 1.5, None, 2**63, "many"):
        with pytest.raises(BadInputError, match="limit"):
            SIX.sample(wrong)  # type: ignore[arg-type]


def test_samples_with_ends() -> None:
    for tour in sample(Board(5, 5), "path", limit=20, start="a1", end="e5", seed=1):
        assert (tour[0], tour[-1]) == ((0, 0), (4, 4))
    for tour in sample(Board(5, 5), "path", limit=20, end="e5", seed=1):
        assert tour[-1] == (4, 4)
    for tour in sample(Board(6, 6), limit=20, start="c3", seed=1):
        assert tour[0] == (2, 2)


def test_numbers_wider_than_a_word() -> None:
    tours = Tours(Board(4, 60), "path", start=(0, 0))
    total = tours.count()
    assert total > 2**64
    tour = tours.unrank(total // 3)
    assert tours.rank(tour) == total // 3
    assert tours.numbering is not None
    assert tours.numbering.total == total


def test_single_calls() -> None:
    tour = unrank(Board(5, 6), number=5)
    assert rank(tour) == 5
    path = Tour(Board(5, 6), tour.indices, kind="path")
    assert unrank(Board(5, 6), "path", number=rank(path)).same_up_to_direction(path)
    assert rank(path) == rank(path, "path")


def test_single_calls_tell_long_orders_apart() -> None:
    board = Board(3, 340)
    columns = np.arange(len(board)).reshape(3, 340).T
    turned = columns.copy()
    turned[100:200] = columns[100:200, ::-1]
    number = numbered(Tours(board)).total // 3
    orders = [order.reshape(-1) for order in (columns, turned)]
    tours = [Tours(board).unrank(number, order=order) for order in orders]
    assert tours[0] != tours[1]
    assert tours == [unrank(board, number=number, order=order) for order in orders]
    assert [rank(tour, order=order) for tour, order in zip(tours, orders, strict=True)] == [
        number,
        number,
    ]


def test_words_are_read_once() -> None:
    boards = [Board(6, 6), Board(5, 6), Board(6, 6)]
    tours = [unrank(board, number=1, through=(edge for edge in ["c3-d5"])) for board in boards]
    assert [rank(tour, through=(edge for edge in ["c3-d5"])) for tour in tours] == [1, 1, 1]
    assert unrank(Board(5, 6), number=1, order=iter(Board(5, 6))).closed


def test_tiny_families() -> None:
    assert [Tours(Board(1, 1), kind).count() for kind in ("closed", "path")] == [0, 1]
    single = Tours(Board(1, 1), "path")
    assert list(single.unrank(0)) == [(0, 0)]
    assert single.rank(Tour(Board(1, 1), [0], kind="path")) == 0
    assert family(Tours(Board(4, 4))) == []


def test_refusals() -> None:
    with pytest.raises(BadInputError, match="numbered 0 to 9861"):
        unrank(Board(6, 6), number=9862)
    with pytest.raises(BadInputError, match="numbered 0 to 9861"):
        unrank(Board(6, 6), number=-1)
    with pytest.raises(BadInputError, match=r"the number of a tour is .*, not 1"):
        unrank(Board(6, 6), number=1.5)  # type: ignore[arg-type]
    with pytest.raises(BadInputError, match="no tour with such a number"):
        unrank(Board(6, 6), number=10**5000)
    with pytest.raises(NoTourError):
        sample(Board(4, 4))
    with pytest.raises(NoTourError):
        unrank(Board(5, 5), number=0)
    with pytest.raises(BadInputError, match="the tour is of 5x6, not of 6x6"):
        SIX.rank(unrank(Board(5, 6), number=0))
    with pytest.raises(BadInputError, match="these are closed tours"):
        Tours(Board(5, 6)).rank(unrank(Board(5, 6), "path", number=0, start="a1"))
    with pytest.raises(BadInputError, match="does not obey the question"):
        Tours(Board(6, 6), avoiding="a3-b5").rank(next(SIX.list(1, rules="none")))
    with pytest.raises(BadInputError, match="memory"):
        Tours(Board(8, 8)).unrank(0, memory="10M")
    with pytest.raises(BadInputError, match="have numbers only in a list"):
        unrank(Board(8, 8), "open", number=0)
    with pytest.raises(BadInputError, match="rank: expected Tour, not str"):
        SIX.rank("a1 b3")  # type: ignore[arg-type]
    with pytest.raises(BadInputError, match="method is one of auto, sparse, blocks"):
        SIX.unrank(0, method="magic")


@pytest.mark.parametrize("kind", ["closed", "path"])
@pytest.mark.parametrize("board", [Board(5, 6), Board(3, 10), Board(4, 6), Board(3, 3, wrap=True)])
def test_edge_usage_against_listing(board: Board, kind: Any) -> None:
    listed: Counter[frozenset[tuple[int, ...]]] = Counter()
    tours = Tours(board, kind)
    for tour in tours:
        squares = list(tour)
        after = squares[1:] + squares[:1] if kind == "closed" else squares[1:]
        listed.update(frozenset(pair) for pair in zip(squares, after, strict=False))
    found = usage(board, kind)
    assert {frozenset(edge): times for edge, times in found.items() if times} == dict(listed)
    per_tour = len(board) - (kind == "path")
    assert sum(found.values()) == per_tour * tours.count()


@pytest.mark.parametrize(
    ("board", "kind", "words"),
    [
        (Board(5, 6), "closed", {}),
        (Board(5, 6), "closed", {"through": "c3-e2", "avoiding": "c3-d5"}),
        (Board(5, 5), "path", {"start": "c3"}),
        (Board(3, 4), "path", {"end": "a1"}),
    ],
)
def test_both_methods_of_edge_usage_agree(board: Board, kind: Any, words: dict[str, Any]) -> None:
    by_counts = usage(board, kind, method="counts", **words)
    assert by_counts == usage(board, kind, method="sweeps", **words)
    assert usage(board, kind, memory="12M", **words) == by_counts
    with pytest.raises(BadInputError, match="method is one of auto, sweeps, counts"):
        usage(board, kind, method="magic", **words)


def test_edge_usage_with_constraints_is_a_count_each() -> None:
    found = usage(Board(6, 6), through="c3-d5", avoiding="b2-c4")
    assert found[(2, 2), (4, 3)] == count(Board(6, 6), through="c3-d5", avoiding="b2-c4")
    assert found[(1, 1), (3, 2)] == 0
    for edge in [((0, 2), (2, 3)), ((3, 3), (5, 2))]:
        assert found[edge] == count(Board(6, 6), through=["c3-d5", edge], avoiding="b2-c4")


@pytest.mark.parametrize(
    ("board", "kind", "words"),
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
    board: Board, kind: Any, words: dict[str, Any]
) -> None:
    tours = Tours(board, kind, **words)
    sparse, blocks = numbered(tours, "sparse"), numbered(tours, "blocks")
    assert sparse.total == blocks.total == tours.count()
    numbers = range(0, sparse.total, max(1, sparse.total // 300))
    found = list(sparse.unrank(numbers, Limits()))
    assert list(blocks.unrank(numbers, Limits())) == found
    assert blocks.rank(found, Limits()) == list(numbers)


def test_layers_on_disk_and_in_memory_agree(tmp_path: Path) -> None:
    said: list[str] = []
    board = Board(6, 8)
    little = sample(board, limit=50, seed=1, memory="20M", scratch=tmp_path, say=said.append)
    (notice,) = said
    size = r"using [0-9.]+ MiB of temporary disk in "
    assert re.match(
        size + re.escape(str(tmp_path)) + r", about [0-9.:]+( s)?; `babieca atlas", notice
    )
    assert not list(tmp_path.iterdir())
    assert list(little) == list(sample(board, limit=50, seed=1))


def test_tours_keep_their_numbering() -> None:
    tours = Tours(Board(6, 6))
    assert tours.numbering is None
    tours.unrank(5)
    first = tours.numbering
    assert first is not None
    tours.rank(tours.unrank(7))
    assert tours.numbering is first


@pytest.mark.parametrize(("larger", "made"), [(0, 1), (1, 4)])
def test_calls_share_the_last_numbering_while_it_is_small(
    larger: int, made: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A numbering that is `larger` than the largest kept one is made again by every call."""
    engine = NUMBERERS["auto"]
    calls: list[Numbering] = []

    def noting(*arguments: Any, **choices: Any) -> Numbering:
        calls.append(engine.answer(*arguments, **choices))
        return calls[-1]

    monkeypatch.setitem(NUMBERERS, "auto", replace(engine, answer=noting))
    most = engine(Question.ask(Board(5, 6)), Limits()).bytes - larger
    monkeypatch.setattr("babieca.engines.sampling.MOST_REMEMBERED", most)
    monkeypatch.setattr("babieca.engines.sampling._last", None)
    assert [rank(unrank(Board(5, 6), number=number)) for number in (3, 5)] == [3, 5]
    assert len(calls) == made


@pytest.mark.parametrize("method", ["sparse", "blocks", "atlas"])
def test_threads_share_a_family(method: str, tmp_path: Path) -> None:
    tours = Tours(Board(6, 8))
    # An atlas keeps some layers only and checks a chunk at its first use: threads might interfere.
    if method == "atlas":
        tours.save(tmp_path)
        shared = tours.numbering
        assert shared is not None
    else:
        shared = numbered(tours, method)
    numbers = [list(range(first, shared.total, shared.total // 100)) for first in range(8)]

    def there_and_back(wanted: list[int]) -> list[int]:
        return shared.rank(list(shared.unrank(wanted, Limits())), Limits())

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(there_and_back, numbers)) == numbers


def test_frontiers_too_wide_for_blocks_are_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="28 slots, too many for blocks"):
        Tours(Board(14, 14)).save(tmp_path / "atlas")
    assert not (tmp_path / "atlas").exists()
    with pytest.raises(BadInputError, match="28 slots, too many for blocks"):
        Tours(Board(14, 14)).sample(method="blocks")
