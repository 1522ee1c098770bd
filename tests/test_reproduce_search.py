"""The papers' tables that the search reproduces, as far as seconds allow."""

import math

import pytest

from babieca import Board, Limits, Question, Tours
from babieca.engines.comparisons import first_moves
from babieca.engines.search.instances import search_for
from babieca.engines.search.visiting import visit
from babieca.reproduce import Settings, banon_search, reproduce, searching

QUICK = Settings(quick=True)

# Partial paths of 1 to 16 jumps from the ten squares.
EXACT_PARTIAL_PATHS = [
    53, 265, 1312, 6226, 29332, 133140, 603373, 2629862, 11416876, 47595499, 197547363, 786115838,
    3112616416, 11797394804, 44474036584, 160227435372,
]  # fmt: skip


def test_caballosec_agrees_with_the_printed_tables():
    for side in (5, 6):
        start = searching.from_top(side, searching.START)
        question = Question.ask(Board(side, side), "path", start=start)
        assert searching.agrees(side, first_moves(question, Limits()).rows)
    tables = reproduce("caballosec", QUICK)
    assert [table.rows[-1][3] for table in tables[:2]] == [56, 52662]


def test_sanchez_prints_the_three_tours_and_one_misprint():
    printed = searching.printed_grids()
    found = [searching.as_printed(tour) for tour in searching.first_three()]
    wrong = [
        searching.differences(ours, theirs) for ours, theirs in zip(found, printed, strict=True)
    ]
    assert wrong == [[], [(7, 5, 5, 6)], []]
    assert "5 twice and 6 nowhere" in reproduce("sanchez", QUICK)[1].remark


def test_partial_paths_of_figure_2(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(banon_search, "FITTED", 10)
        growth = banon_search.partial_paths(timeout=math.inf, probes=2000)
    assert growth.exact == EXACT_PARTIAL_PATHS[:10]
    assert len(growth.probed) == 63
    for exact, probed in zip(EXACT_PARTIAL_PATHS, growth.probed, strict=False):
        assert abs(exact - probed.value) <= 5 * probed.error + 1e-6
    # The first 16 jumps, exactly: the author's parabola through them gives his 10^24.
    _, predicted = banon_search.parabola([*map(float, EXACT_PARTIAL_PATHS)])
    assert 1e23 < predicted < 1e25


def test_partial_paths_stop_before_the_first_level_that_is_not_complete():
    found = banon_search.partial_paths(timeout=1e-9, probes=2).exact
    assert len(found) < 16  # the 16th level takes any machine more than a moment
    assert found == EXACT_PARTIAL_PATHS[: len(found)]


@pytest.mark.parametrize("start", [1, 28])
def test_table_9_is_near_the_printed_one(start):
    rows = {row.measure: row for row in banon_search.endings(start, timeout=0.0, seed=1)}
    for row in rows.values():
        apart = abs(row.estimated - row.printed) - 2 * row.margin
        assert apart <= (2.0 if "%" in row.measure else 0.05 * row.printed)


# Figures 5 and 6 of Bañón, top row first: x visited, H the knight, the numbers are W.
FIGURES = {
    5: "xxx4xxx2 x4xxx5xx xx455x4x 4x5x645x xx4535x4 xHx436x3 0xxxxx4x xxxx3x2x",
    6: "xxx4xxx1 x4xxx5xx xx454xxx 4x5x545x xx464xxH x43436x2 2xxx4x3x xx4x3x3x",
}


@pytest.mark.parametrize("figure", FIGURES)
def test_figures_of_banon(figure):
    rows = FIGURES[figure].split()[::-1]
    board = Board(8, 8, holes=[(r, c) for r in range(8) for c in range(8) if rows[r][c] == "x"])
    knight = next(square for square in board if rows[square[0]][square[1]] == "H")
    for row, column in board:
        if (row, column) != knight:
            assert len(board.neighbours((row, column))) == int(rows[row][column])
    # The rule that the figure illustrates proves, without a move, that no path exists.
    seen = visit(search_for(Question.ask(board, "path", start=knight)), Limits())
    assert (seen.count, seen.tally.nodes) == (0, 0)


@pytest.mark.parametrize("words", [{"avoiding": "a1-b3"}, {"end": "b3"}, {"end": "e5"}])
def test_first_moves_that_lead_nowhere_have_no_tours(words: dict[str, str]) -> None:
    tours = Tours(Board(5, 5), "path", start="a1", **words)  # type: ignore[arg-type]
    rows = first_moves(tours.question, Limits()).rows
    assert {row.square: row.count for row in rows} == dict(tours.count_by("first-move"))
    assert all((row.first_tour is None) == (row.count == 0) for row in rows)
