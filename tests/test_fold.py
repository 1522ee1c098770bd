"""Tours that a symmetry keeps, against the symmetries of listed tours."""

from pathlib import Path
from typing import Any

import networkx
import numpy as np
import pytest
from numpy.typing import NDArray

from babieca import (
    BadInputError,
    Board,
    Graph,
    NoTourError,
    Progress,
    Tours,
    classes,
    count,
    find,
    tours,
)
from babieca.questions import KINDS, Kind

BOARDS = [
    Board(3, 4),
    Board(3, 7),
    Board(3, 8),
    Board(3, 10),
    Board(4, 5),
    Board(4, 6),
    Board(5, 5),
    Board(5, 6),
    Board(2, 2, leaper="wazir"),
    Board(2, 3, leaper="wazir"),
    Board(4, 4, leaper="wazir"),
    Board(3, 3, wrap=True),
    Board(5, 5, holes=["c3"]),
    Board(2, 3, 3),
    Board(2, 2, 2, leaper="wazir"),
    Board(1, 5, leaper="wazir"),
    Board(1, 1),
]
Rows = NDArray[np.int64]
CASES: list[tuple[Board, Kind]] = [(board, kind) for board in BOARDS for kind in KINDS]
CASES += [(Board(6, 6), "closed"), (Board(5, 8), "closed"), (Board(3, 4, wrap=True), "closed")]


def listed(board: Board, kind: Kind) -> Rows:
    """Return every tour as a row of square indices, by its number."""
    family = Tours(board, kind)
    rows = [tour.indices for tour in family.unrank_all(range(family.count()))]
    return np.array(rows, dtype=np.int64).reshape(len(rows), len(board))


def canonical(rows: Rows, closed: bool) -> Rows:
    """Apply `Tour.canonical` to many tours at once."""
    if not len(rows):
        return rows
    count, size = rows.shape
    if closed:
        start = rows.argmin(axis=1)
        rows = rows[np.arange(count)[:, None], (start[:, None] + np.arange(size)) % size]
        swap = rows[:, -1] < rows[:, 1]
        rows[swap, 1:] = rows[swap, :0:-1]
    else:
        swap = rows[:, -1] < rows[:, 0]
        rows = rows.copy()
        rows[swap] = rows[swap, ::-1]
    return rows


@pytest.mark.parametrize(("board", "kind"), CASES, ids=str)
def test_tours_kept_and_classes_against_listed_tours(board: Board, kind: Kind) -> None:
    rows = canonical(listed(board, "closed" if kind == "closed" else "path"), kind == "closed")
    if kind == "open":
        around = {
            index: set(map(board.index, board.neighbours(index))) for index in board.indices()
        }
        keep = [len(row) == 1 or int(row[-1]) not in around[row[0]] for row in rows]
        rows = rows[keep]
    counts: dict[str, int] = {}
    least: Any = None
    for symmetry in board.symmetries():
        moved = canonical(symmetry.permutation(board.sides)[rows], kind == "closed")
        counts[symmetry.name] = int((moved == rows).all(axis=1).sum()) if len(rows) else 0
        keys = np.array([row.tobytes() for row in moved], dtype=object)
        least = keys if least is None else np.minimum(least, keys)
    found = classes(board, kind)
    assert found.kept == counts
    assert found.value == int(found) == len(set(least))
    for name, number in counts.items():
        assert count(board, kind, symmetry=name) == number


def test_published_numbers() -> None:
    assert classes(Board(6, 6)).value == 5 + 17 + 1223
    assert count(Board(8, 8), symmetry="half-turn") == 2432932
    assert (13267364410532 + count(Board(8, 8), symmetry="half-turn")) // 8 == 1658420855433
    # Marlow 1985 found 415,902 tours with quarter-turn symmetry up to reflection.
    assert count(Board(10, 10), symmetry="quarter-turn") == 2 * 415902


def test_styles_of_the_half_turn() -> None:
    board = Board(6, 7)
    both = {
        style: list(tours(board, symmetry=f"{style} half-turn"))
        for style in ("Eulerian", "Bergholtian")
    }
    for style, found in both.items():
        assert len(found) == count(board, symmetry=f"{style} half-turn") > 0
        for tour in found:
            indices = tour.indices.tolist()
            half = [
                abs(indices.index(board.cells - 1 - square) - step)
                for step, square in enumerate(indices)
            ]
            centre_moves = sum(
                a + b == board.cells - 1
                for a, b in zip(indices, indices[1:] + indices[:1], strict=True)
            )
            assert (set(half) == {21}) == (style == "Eulerian")
            assert centre_moves == (0 if style == "Eulerian" else 2)
    assert sum(map(len, both.values())) == count(board, symmetry="half-turn")


@pytest.mark.parametrize(
    ("board", "symmetry", "kind"),
    [
        (Board(6, 6), "half-turn", "closed"),
        (Board(6, 6), "quarter-turn", "closed"),
        (Board(5, 6), "reflection", "closed"),
        (Board(3, 10), "half-turn", "closed"),
        (Board(3, 3, wrap=True), "half-turn", "closed"),
        (Board(3, 5, wrap=True), "half-turn", "closed"),
        (Board(5, 5), "half-turn", "path"),
        (Board(4, 5), "half-turn", "path"),
        (Board(4, 5), "half-turn", "open"),
        (Board(2, 2, 2, leaper="wazir"), "-0 -1 +2", "closed"),
        (Board(2, 2, leaper="wazir"), "quarter-turn", "closed"),
    ],
    ids=str,
)
def test_listed_symmetric_tours_are_all_there_are(board: Board, symmetry: str, kind: Kind) -> None:
    name = "left-right" if symmetry == "reflection" else symmetry
    found = list(tours(board, kind, symmetry=name))
    assert len(set(found)) == len(found) == count(board, kind, symmetry=symmetry) > 0
    for tour in found:
        assert tour == tour.canonical()
        assert name in " ".join(known.name for known in tour.symmetries())
    assert list(tours(board, kind, symmetry=name, limit=3)) == found[:3]
    assert find(board, kind, symmetry=name).canonical() in found


def test_no_tour_of_the_cube_is_kept_by_its_middle() -> None:
    asked = Tours(Board(2, 2, 2, leaper="wazir"), symmetry="-0 -1 -2")
    assert (asked.count(), list(asked)) == (0, [])
    with pytest.raises(NoTourError):
        asked.find()


def test_symmetric_tours_of_tori() -> None:
    """The half-turn fixes the middle square of a torus, and still keeps some tours."""
    for board, number in ((Board(3, 3, wrap=True), 8), (Board(3, 5, wrap=True), 3912)):
        asked = Tours(board, symmetry="half-turn")
        assert asked.count() == number
        assert asked.find() in asked
        with pytest.raises(BadInputError, match="symmetry half-turn asks for all"):
            find(board, method="two-knights")


def test_the_identity_keeps_every_tour() -> None:
    assert Tours(Board(5, 6), symmetry="identity") == Tours(Board(5, 6))


def test_plain_graphs_have_no_symmetries_here() -> None:
    for graph in (networkx.cycle_graph(5), Graph.from_edges(["ab", "bc"])):
        with pytest.raises(BadInputError, match="a plain graph has no known symmetries"):
            classes(graph)
        with pytest.raises(BadInputError, match="symmetry: a plain graph has none here"):
            count(graph, symmetry="half-turn")


@pytest.mark.parametrize(("board", "kind"), [(Board(6, 6), "closed"), (Board(5, 5), "path")])
def test_a_directed_list_has_each_tour_followed_by_its_reverse(board: Board, kind: Kind) -> None:
    """A limit only cuts the list, also between a tour and its reverse."""
    once = list(Tours(board, kind, symmetry="half-turn").list())
    both = list(Tours(board, kind, symmetry="half-turn", directed=True).list())
    assert both[::2] == once
    assert [tour.reversed() for tour in both[1::2]] == once
    few = list(Tours(board, kind, symmetry="half-turn", directed=True).list(limit=5))
    assert few == both[:5]


def test_symmetric_tours_come_one_by_one() -> None:
    for symmetry in ("half-turn", "quarter-turn"):
        asked = Tours(Board(10, 10), symmetry=symmetry)
        assert next(iter(asked)) in asked


WORDS: list[dict[str, Any]] = [
    {"start": "a1"},
    {"end": "e5"},
    {"begin": "a1 b3"},
    {"through": "a1-b3"},
    {"avoiding": "a1-b3"},
    {"directed": True},
]


@pytest.mark.parametrize("word", WORDS, ids=str)
def test_other_words_go_together_with_a_symmetry(word: dict[str, Any]) -> None:
    both = Tours(Board(5, 5), "path", symmetry="half-turn", **word)
    symmetric = list(tours(Board(5, 5), "path", symmetry="half-turn"))
    either_way = [*symmetric, *(tour.reversed() for tour in symmetric)]
    asked = Tours(Board(5, 5), "path", **word)
    wanted = {tour if word.get("directed") else tour.canonical() for tour in either_way}
    wanted = {tour for tour in wanted if tour in asked}
    assert 0 < both.count() == len(wanted)
    assert {tour if word.get("directed") else tour.canonical() for tour in both} == wanted


def test_classes_are_of_undirected_tours() -> None:
    for word in ({"directed": True}, {"symmetry": "half-turn"}, {"up_to": "symmetry"}):
        (name,) = word
        with pytest.raises(BadInputError, match=f"classes does not take {name}"):
            Tours(Board(5, 5), "path", **word).classes()  # type: ignore[arg-type]
    assert classes(Board(5, 5), "path", start=None, through=()).value == 112


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"order": range(25)}, "fold does not take order"),
        ({"counter_bits": 32}, "fold does not take counter_bits"),
        ({"mirror": True}, "fold does not take mirror"),
        ({"checkpoint": "here"}, "checkpoint"),
        ({"method": "nonsense"}, "method is one of"),
        ({"method": "blocks"}, "blocks does not take symmetry"),
        ({"threads": -5}, "threads is a whole number"),
    ],
    ids=str,
)
def test_options_that_do_not_go_together_are_not_dropped(
    option: dict[str, Any], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInputError, match=message):
        count(Board(5, 5), "path", symmetry="half-turn", **option)


def test_a_search_on_a_large_board_can_be_stopped() -> None:
    calls = 0

    def stop_soon(progress: Progress) -> None:
        nonlocal calls
        calls += 1
        if calls == 4:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        list(tours(Board(600, 600), symmetry="half-turn", limit=1, progress=stop_soon))


@pytest.mark.parametrize(
    ("board", "kind", "words", "message"),
    [
        (Board(5, 6), "closed", {"symmetry": "quarter-turn"}, "5x6 has no 'quarter-turn'"),
        (Board(5, 6), "round", {"symmetry": "half-turn"}, "kind is one of"),
        (Board(5, 6), "closed", {"symmetry": "round half-turn"}, "no 'round half-turn'"),
        (Board(5, 6), "path", {"symmetry": "Eulerian half-turn"}, "only closed tours"),
        (Board(10, 10), "closed", {"symmetry": "half-turn", "memory": "1M"}, "memory"),
    ],
    ids=str,
)
def test_bad_input(board: Board, kind: Any, words: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInputError, match=message):
        count(board, kind, **words)
