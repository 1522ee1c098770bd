"""Tours that a symmetry keeps, against the symmetries of listed tours."""

from typing import Any

import numpy as np
import pytest

from babieca import BadInputError, Board, TourFamily, count
from babieca.symmetry import count_classes, count_fixed, fixed_counts, symmetric_tours

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


def listed(board: Board, kind: str) -> np.ndarray:
    """Return every tour as a row of square indices, in canonical form."""
    family = TourFamily(board, kind)
    rows = [tour.indices for tour in family]
    return np.array(rows, dtype=np.int64).reshape(len(family), len(board))


def canonical(rows: np.ndarray, closed: bool) -> np.ndarray:
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
def test_fixed_counts_and_classes_against_listed_tours(board: Board, kind: str) -> None:
    rows = canonical(listed(board, "closed" if kind == "closed" else "path"), kind == "closed")
    if kind == "open":
        around = {
            index: set(map(board.index, board.neighbours(index))) for index in board.indices()
        }
        keep = [len(row) == 1 or int(row[-1]) not in around[row[0]] for row in rows]
        rows = rows[keep]
    counts, classes = {}, None
    for symmetry in board.symmetries():
        moved = canonical(symmetry.permutation(board.sides)[rows], kind == "closed")
        counts[symmetry.name] = int((moved == rows).all(axis=1).sum()) if len(rows) else 0
        keys = np.array([row.tobytes() for row in moved], dtype=object)
        classes = keys if classes is None else np.minimum(classes, keys)
    assert fixed_counts(board, kind) == counts
    assert count_classes(board, kind) == len(set(classes))


def test_published_numbers() -> None:
    assert count_classes(Board(6, 6)) == 5 + 17 + 1223
    assert count_fixed(Board(8, 8), "half-turn") == 2432932
    assert (13267364410532 + count_fixed(Board(8, 8), "half-turn")) // 8 == 1658420855433
    # Marlow 1985 found 415,902 tours with quarter-turn symmetry up to reflection.
    assert count_fixed(Board(10, 10), "quarter-turn") == 2 * 415902


def test_styles_of_the_half_turn() -> None:
    board = Board(6, 7)
    both = {
        style: symmetric_tours(board, "half-turn", style=style)
        for style in ("Eulerian", "Bergholtian")
    }
    assert {style: len(tours) for style, tours in both.items()} == {
        "Eulerian": count_fixed(board, "half-turn", style="Eulerian"),
        "Bergholtian": count_fixed(board, "half-turn", style="Bergholtian"),
    }
    for style, tours in both.items():
        assert tours
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
    ],
    ids=str,
)
def test_listed_symmetric_tours_are_all_there_are(board: Board, symmetry: str, kind: str) -> None:
    name = "left-right" if symmetry == "reflection" else symmetry
    tours = symmetric_tours(board, name, kind)
    assert len(set(tours)) == len(tours) == count_fixed(board, symmetry, kind)
    for tour in tours:
        assert tour == tour.canonical()
        assert name.removesuffix(" reflection") in " ".join(s.name for s in tour.symmetries())
    assert symmetric_tours(board, name, kind, limit=3) == tours[:3]


@pytest.mark.parametrize(
    "option",
    [{"start": 0}, {"end": 0}, {"order": np.arange(25)}, {"through": "a1-b3"}, {"directed": True}],
)
def test_options_that_do_not_go_together_are_not_dropped(option: dict[str, Any]) -> None:
    (name,) = option
    for reduction in ({"up_to": "symmetry"}, {"symmetry": "half-turn"}):
        with pytest.raises(BadInputError, match=f"does not go together with {name}="):
            count(Board(5, 5), "path", **reduction, **option)
    assert count(Board(5, 5), "path", up_to="symmetry", start=None, through=()) == 112


def test_a_search_on_a_large_board_can_be_stopped() -> None:
    calls = 0

    def stop_soon(done: int, total: int) -> None:
        nonlocal calls
        calls += 1
        if calls == 4:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        symmetric_tours(Board(600, 600), "half-turn", limit=1, progress=stop_soon)


def test_bad_input() -> None:
    with pytest.raises(BadInputError, match="no symmetry 'quarter-turn'"):
        count_fixed(Board(5, 6), "quarter-turn")
    with pytest.raises(BadInputError, match="kind is one of"):
        count_fixed(Board(5, 6), "half-turn", "round")
    with pytest.raises(BadInputError, match="style is one of"):
        count_fixed(Board(5, 6), "half-turn", style="round")
    with pytest.raises(BadInputError, match="only closed tours"):
        count_fixed(Board(5, 6), "half-turn", "path", style="Eulerian")
    with pytest.raises(BadInputError, match="memory"):
        count_fixed(Board(10, 10), "half-turn", memory="1M")
