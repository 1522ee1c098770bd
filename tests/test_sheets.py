"""Several tours on one sheet, and pictures of boards, from Python and from the shell."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import numpy as np
import pytest

from babieca import Board, Graph, Tour, Tours, find, formats
from babieca.drawing import draw_board, draw_sheet, draw_tour, draw_values
from babieca.drawing.marks import Checkers, Polygons, Strokes, Texts, moved
from babieca.drawing.sheets import MOST_TOURS
from babieca.drawing.text import draw_degrees_text, draw_text
from babieca.errors import BadInputError
from tests.commands import run

EIGHT = list(Tours(Board(5, 6)).list())


def test_a_sheet_shows_every_tour_in_a_place_of_its_own() -> None:
    sheet = draw_sheet(EIGHT, title="All of them")
    boards = [mark for mark in sheet.marks if isinstance(mark, Checkers)]
    assert len(boards) == len(EIGHT)
    for one, two in itertools.combinations(boards, 2):
        apart = max(abs(one.x - two.x) / one.columns, abs(one.y - two.y) / one.rows)
        assert apart > one.side
    for board in boards:
        assert 0 < board.x < sheet.width - board.columns * board.side
        assert 0 < board.y < sheet.height - board.rows * board.side
    words = [word for mark in sheet.marks if isinstance(mark, Texts) for word in mark.texts]
    assert words == ["All of them", *map(str, range(1, 9))]


def test_the_lines_of_a_sheet_are_those_of_each_tour() -> None:
    alone = draw_tour(EIGHT[0], style="line", labels=False)
    sheet = draw_sheet([EIGHT[0]] * 2)

    def lengths(strokes: Strokes) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        return np.hypot(*(strokes.segments[:, 2:] - strokes.segments[:, :2]).T)

    expected = [lengths(mark) for mark in alone.marks if isinstance(mark, Strokes)]
    found = [lengths(mark) for mark in sheet.marks if isinstance(mark, Strokes)]
    assert len(found) == 2 * len(expected)
    for one, two in zip(expected * 2, found, strict=True):
        assert np.allclose(one, two)


def test_a_mark_that_is_moved_back_is_where_it_was() -> None:
    for mark in draw_tour(EIGHT[0], style="both", arrows=True, fill=True).marks:
        back = moved(moved(mark, 30.0, -20.0), -30.0, 20.0)
        assert type(back) is type(mark)
        assert repr(back) == repr(mark)


def test_a_sheet_takes_a_number_of_tours_that_can_be_seen() -> None:
    with pytest.raises(BadInputError, match="no tour to draw"):
        draw_sheet([])
    with pytest.raises(BadInputError, match="at most 400 tours"):
        draw_sheet([EIGHT[0]] * (MOST_TOURS + 1))


@pytest.mark.parametrize("count", [2, 60, 100, 400])
def test_numbers_and_squares_of_a_large_sheet_are_legible(count: int) -> None:
    sheet = draw_sheet(EIGHT * (count // 8) + EIGHT[: count % 8])
    captions = sheet.marks[-1]
    assert isinstance(captions, Texts)
    assert captions.texts[-1] == str(count)
    for pixels in (sheet.dots, sheet.pixels):
        scale = pixels / max(sheet.width, sheet.height)
        assert captions.size * scale > 6
        assert 20 * scale > 12  # the side of a square


def test_the_shell_writes_several_tours_to_one_file(tmp_path: Path) -> None:
    sheet, text, one = (tmp_path / name for name in ("sheet.svg", "all.jsonl", "one.svg"))
    assert "wrote" in run("list", "5x6", "-o", str(sheet)).stderr
    assert ">8 tours of 5x6<" in sheet.read_text()
    assert run("list", "5x6", "-o", str(text)).returncode == 0
    assert formats.load(text) == EIGHT
    said = run("unrank", "5x6", "3", "-o", str(one)).stderr
    assert said.startswith("number 3, ")
    assert one.read_text() == draw_tour(Tours(Board(5, 6)).unrank(3)).svg()
    drawn = run("sample", "5x6", "-n", "3", "--seed", "1", "-o", str(text))
    assert drawn.returncode == 0
    assert formats.load(text) == list(Tours(Board(5, 6)).sample(3, seed=1))
    again = tmp_path / "again.svg"
    assert run("draw", str(text), "--sheet", "--theme", "night", "-o", str(again)).returncode == 0
    assert again.read_text() == draw_sheet(formats.load(text), theme="night").svg()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("list", "6x6", "-o", "all.svg"), "a .svg file takes at most 400 tours"),
        (("list", "5x6", "--json", "-o", "all.svg"), "leave out --format and --json"),
        (("sample", "5x6", "-o", "all.xyz"), "cannot tell the format"),
        (("draw", "-", "--sheet"), "--sheet is for files: give one with -o"),
        (("draw", "5x6", "--sheet"), "--sheet is for tours: a board has no tour; give a file"),
        (("draw", "5x6", "--play"), "--play is for tours: a board has no tour; give a file"),
        (("draw", "5x6", "--degrees", "--at", "a1=1"), "--at does not go together with --degrees"),
        (("draw", "5x6", "--title", "x", "-o", "b.svg"), "--title is for sheets and PDF pages"),
        (
            ("find", "5x6", "--paper", "a4"),
            "--paper is for files: give one with -o, such as -o tour.pdf",
        ),
        (
            ("draw", "5x6", "--sheet", "-o", "b.svg"),
            "--sheet is for tours: a board has no tour",
        ),
        (("draw", "5x6", "--theme", "night"), "--theme is for files"),
        (("draw", "5x6", "--board", "5x6", "-o", "b.svg"), "--board does not go together"),
        (("draw", "-", "--degrees"), "--degrees is for boards"),
        (("draw", "-", "--sheet", "--number", "1", "-o", "x.png"), "--number does not go together"),
        (("draw", "-", "--arrows", "--style", "numbers", "-o", "x.svg"), "arrows are on the line"),
        (("draw", "-", "--orbits", "-o", "x.svg"), "--orbits is for symmetric tours: no tour"),
        (("draw", "-", "--sheet", "--orbits", "-o", "x.svg"), "no tour here has a symmetry"),
        (("draw", "-", "--sheet", "-o", "x.gif"), "a moving picture shows one tour"),
        (
            ("find", "5x6", "--theme", "night"),
            "--theme is for files: give one with -o, such as -o tour.svg",
        ),
        (("sample", "5x6", "--arrows", "-o", "x.txt"), ".txt files hold text"),
        (("unrank", "5x6", "0", "--speed", "9", "-o", "x.png"), ".png files do not move"),
        (("list", "5x6", "-o", "x.gif"), "a moving picture shows one tour, not a sheet of 8"),
    ],
    ids=str,
)
def test_what_cannot_be_drawn_is_refused(arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments, text=formats.dump(EIGHT[1]))
    assert (result.returncode, result.stdout) == (2, "")
    assert message in result.stderr


def test_the_shell_draws_a_board(tmp_path: Path) -> None:
    board = Board(5, 6, holes="c3")
    text = run("draw", "5x6", "--holes", "c3", "--degrees", encoding="ascii").stdout
    assert text == draw_degrees_text(board, unicode=False)
    rows = [line.split()[1:] for line in text.splitlines()[:-1]][::-1]
    degrees = dict(zip(board, Graph.of(board).degrees.tolist(), strict=True))
    for row, column in itertools.product(range(5), range(6)):
        assert rows[row][column] == str(degrees.get((row, column), "."))
    squares = run("draw", "5x6", "--holes", "c3", encoding="ascii").stdout
    assert [line[5:] for line in squares.splitlines()[:-1]] == [
        *("# . # . # .", ". # . # . #", "# .   . # .", ". # . # . #", "# . # . # ."),
    ]
    picture = tmp_path / "board.svg"
    assert run("draw", "5x6", "--holes", "c3", "-o", str(picture)).returncode == 0
    assert picture.read_text() == draw_board(board).svg()


def test_all_tours_of_a_file_are_drawn(tmp_path: Path) -> None:
    path = tmp_path / "sheet.svg"
    three = "".join(map(formats.dump, EIGHT[:3]))
    assert run("draw", "-o", str(path), text=three).returncode == 0
    assert path.read_text() == draw_sheet(EIGHT[:3]).svg()
    shown = run("draw", text=three, encoding="utf-8").stdout
    assert shown == "\n".join(map(draw_text, EIGHT[:3]))


def test_the_commands_that_write_a_tour_take_the_words_of_drawing(tmp_path: Path) -> None:
    path = tmp_path / "tour.svg"
    words = ("--theme", "night", "--style", "line", "--size", "300", "--arrows", "-o", str(path))
    look = {"theme": "night", "style": "line", "size": 300, "arrows": True}
    assert run("find", "5x6", *words).returncode == 0
    assert path.read_text() == draw_tour(find(Board(5, 6)), **look).svg()
    assert run("unrank", "5x6", "3", *words).returncode == 0
    assert path.read_text() == draw_tour(Tours(Board(5, 6)).unrank(3), **look).svg()
    for command in (("list",), ("sample", "-n", "2", "--seed", "1")):
        said = run(*command, "5x6", *words)
        assert said.returncode == 0
        sheet = EIGHT if len(command) == 1 else Tours(Board(5, 6)).sample(2, seed=1)
        assert (
            "".join(path.read_text().splitlines(True)[4:]).partition("</g>")[2]
            == "".join(draw_sheet(sheet, **look).svg().splitlines(True)[4:]).partition("</g>")[2]
        )


def test_a_sheet_shows_the_orbits_of_its_symmetric_tours() -> None:
    symmetric = next(tour for tour in EIGHT if len(tour.symmetries()) > 1)
    other = next(tour for tour in EIGHT if len(tour.symmetries()) == 1)

    def colours(tour: Tour, orbits: bool) -> list[list[int]]:
        marks = draw_sheet([tour, other], orbits=orbits).marks
        return [mark.which.tolist() for mark in marks if isinstance(mark, Strokes)]

    assert colours(symmetric, True)[0] != colours(symmetric, False)[0]
    assert colours(symmetric, True)[-1] == colours(symmetric, False)[-1]


@pytest.mark.parametrize(("wrap", "arrows"), [("all", 6), ("0", 4), ("1", 2), ("", 0)])
def test_joined_borders_have_arrows(wrap: str, arrows: int) -> None:
    board = Board.parse("5x6", wrap=wrap) if wrap else Board(5, 6)
    marks = [mark for mark in draw_board(board).marks if isinstance(mark, Polygons)]
    assert sum(len(mark.outlines) for mark in marks) == arrows


def test_counts_by_start_are_a_heat_map(tmp_path: Path) -> None:
    path = tmp_path / "starts.svg"
    result = run("count", "3x4", "--path", "--by", "start", "-o", str(path))
    assert (result.returncode, result.stdout) == (0, "")
    counts = Tours(Board(3, 4), "path").count_by("start")
    title = "Paths of 3x4 by start"
    assert path.read_text() == draw_values(Board(3, 4), counts, title=title).svg()
    refused = run("count", "3x4", "--path", "-o", str(path)).stderr
    assert "--output draws the tables of --by start" in refused


def test_a_file_called_like_a_board_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tour = Tour(Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3")
    Path("3x4").write_text(formats.dump(tour))
    assert json.loads(Path("3x4").read_text())["board"] == "3x4"
    assert " 12" in run("draw", "3x4").stdout
