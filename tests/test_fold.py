"""Tours that a symmetry keeps, against the symmetries of listed tours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import networkx
import numpy as np
import pytest

from babieca import BadInputError, Board, Graph, Progress, Question, Tours, classes, count

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
CASES = [(board, kind) for board in BOARDS for kind in ("closed", "path", "open")]
CASES += [(Board(6, 6), "closed"), (Board(5, 8), "closed"), (Board(3, 4, wrap=True), "closed")]


def listed(board: Board, kind: Any) -> np.ndarray[Any, Any]:
    """Return every tour as a row of square indices."""
    rows = [tour.indices for tour in Tours(board, kind)]
    return np.array(rows, dtype=np.int64).reshape(len(rows), len(board))


def canonical(rows: np.ndarray[Any, Any], closed: bool) -> np.ndarray[Any, Any]:
    """Do to many tours at once what `Tour.canonical` does to one."""
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
def test_kept_counts_and_classes_against_listed_tours(board: Board, kind: Any) -> None:
    rows = canonical(listed(board, kind), kind == "closed")
    counts: dict[str, int] = {}
    least: np.ndarray[Any, Any] | None = None
    for symmetry in board.symmetries():
        moved = canonical(symmetry.permutation(board.sides)[rows], kind == "closed")
        counts[symmetry.name] = int((moved == rows).all(axis=1).sum()) if len(rows) else 0
        keys = np.array([row.tobytes() for row in moved], dtype=object)
        least = keys if least is None else np.minimum(least, keys)
    found = classes(board, kind)
    assert found.kept == counts
    assert least is not None
    assert found.value == len(set(least))
    for name, kept in counts.items():
        assert count(board, kind, symmetry=name) == kept


def test_published_numbers() -> None:
    assert classes(Board(6, 6)).value == 5 + 17 + 1223
    kept = count(Board(8, 8), symmetry="half-turn")
    assert kept == 2432932
    assert (13267364410532 + kept) // 8 == 1658420855433
    # Marlow 1985 found 415,902 tours with quarter-turn symmetry up to reflection.
    assert count(Board(10, 10), symmetry="quarter-turn") == 2 * 415902


def test_styles_of_the_half_turn() -> None:
    board = Board(6, 7)
    for style in ("Eulerian", "Bergholtian"):
        tours = list(Tours(board, symmetry=f"{style} half-turn"))
        assert tours
        assert len(tours) == count(board, symmetry=f"{style} half-turn")
        for tour in tours:
            order = tour.indices.tolist()
            half = [
                abs(order.index(board.cells - 1 - square) - step)
                for step, square in enumerate(order)
            ]
            centre_moves = sum(
                a + b == board.cells - 1 for a, b in zip(order, order[1:] + order[:1], strict=True)
            )
            assert (set(half) == {21}) == (style == "Eulerian")
            assert centre_moves == (0 if style == "Eulerian" else 2)


@pytest.mark.parametrize(
    ("board", "symmetry", "kind"),
    [
        (Board(6, 6), "half-turn", "closed"),
        (Board(6, 6), "quarter-turn", "closed"),
        (Board(5, 6), "reflection", "closed"),
        (Board(3, 10), "half-turn", "closed"),
        (Board(5, 5), "half-turn", "path"),
        (Board(4, 5), "half-turn", "path"),
        (Board(4, 5), "half-turn", "open"),
        (Board(2, 2, 2, leaper="wazir"), "-0 -1 -2", "closed"),
        (Board(2, 2, leaper="wazir"), "quarter-turn", "closed"),
        (Board(3, 3, wrap=True), "half-turn", "closed"),
        (Board(3, 5, wrap=True), "half-turn", "closed"),
    ],
    ids=str,
)
def test_listed_symmetric_tours_are_all_there_are(board: Board, symmetry: str, kind: Any) -> None:
    asked = Tours(board, kind, symmetry=symmetry)
    tours = list(asked)
    assert len(set(tours)) == len(tours) == asked.count()
    assert asked.question.symmetry is not None
    for tour in tours:
        assert tour == tour.canonical()
        assert asked.question.symmetry.symmetry in tour.symmetries()
    assert list(asked.list(limit=3)) == tours[:3]


def test_symmetric_tours_of_tori_keep_the_middle_square() -> None:
    """The half-turn keeps more squares of a torus than the middle one, and has its tours."""
    for board, number in ((Board(3, 3, wrap=True), 8), (Board(3, 5, wrap=True), 3912)):
        tours = Tours(board, symmetry="half-turn")
        assert tours.count() == number
        assert tours.find() in tours
        with pytest.raises(BadInputError, match="symmetry='half-turn' asks for all"):
            Tours(board).find(method="two-knights")


@pytest.mark.parametrize(
    ("board", "kind", "words"),
    [
        (Board(5, 6), "closed", {"start": "c3"}),
        (Board(5, 6), "closed", {"through": "a1-b3", "avoiding": "c1-d3"}),
        (Board(5, 6), "closed", {"begin": "a1 b3", "directed": True}),
        (Board(5, 6), "closed", {"directed": True}),
        (Board(4, 5), "path", {"start": "a1"}),
        (Board(4, 5), "path", {"start": "a1", "end": "e4"}),
        (Board(4, 5), "open", {"directed": True}),
        (Board(3, 3, wrap=True), "closed", {"through": "a1-b3"}),
    ],
    ids=str,
)
def test_symmetry_goes_together_with_every_word(board: Board, kind: Any, words: Any) -> None:
    for symmetry in ("half-turn", "left-right reflection"):
        tours = Tours(board, kind, symmetry=symmetry, **words)
        wanted = sum(
            symmetry in [known.name for known in tour.symmetries()]
            for tour in Tours(board, kind, **words)
        )
        assert tours.count() == wanted
        assert sum(tour in tours for tour in tours) == wanted


@pytest.mark.parametrize(
    "words",
    [
        {"start": 0},
        {"end": 0},
        {"through": "a1-b3"},
        {"directed": True},
        {"begin": "a1 b3"},
        {"avoiding": "a1-b3"},
        {"symmetry": "half-turn"},
    ],
    ids=str,
)
def test_classes_are_of_all_tours(words: dict[str, Any]) -> None:
    (name,) = words
    message = "start" if name == "begin" else name  # a beginning says the start, too
    with pytest.raises(BadInputError, match=f"classes does not take {message}"):
        classes(Board(5, 5), "path", **words)
    assert classes(Board(5, 5), "path", start=None, through=()).value == 112
    for graph in (networkx.cycle_graph(5), Graph.from_edges(["ab", "bc"])):
        with pytest.raises(BadInputError, match="a plain graph has no symmetries here"):
            classes(graph)
        with pytest.raises(BadInputError, match="symmetry: a plain graph has none here"):
            count(graph, symmetry="half-turn")


def test_a_search_on_a_large_board_can_be_stopped() -> None:
    calls = 0

    def stop_soon(told: Progress) -> None:
        nonlocal calls
        calls += 1
        if calls == 4:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        list(Tours(Board(600, 600), symmetry="half-turn").list(limit=1, progress=stop_soon))


def test_the_identity_keeps_every_tour() -> None:
    assert Question.ask(Board(5, 6), symmetry="identity").symmetry is None
    assert count(Board(5, 6), symmetry="identity") == 8


def test_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="has no 'quarter-turn'"):
        count(Board(5, 6), symmetry="quarter-turn")
    with pytest.raises(BadInputError, match="has no 'round half-turn'"):
        count(Board(5, 6), symmetry="round half-turn")
    with pytest.raises(BadInputError, match="only closed tours"):
        count(Board(5, 6), "path", symmetry="Eulerian half-turn")
    with pytest.raises(BadInputError, match="memory"):
        count(Board(10, 10), symmetry="half-turn", memory="1M")
    with pytest.raises(BadInputError, match="checkpoint: a count with symmetry is not saved"):
        count(Board(6, 6), symmetry="half-turn", checkpoint=tmp_path)
