"""PDF pages: their marks and positions, boards with numbers, grids with gaps, the PDF itself."""

from __future__ import annotations

import itertools
import re
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from babieca import BadInputError, Board, Tours, formats
from babieca.drawing import draw_board, draw_paper, draw_tour
from babieca.drawing.marks import Checkers, Discs, Mark, Polygons, Strokes, Texts, moved
from babieca.drawing.picture import Picture
from babieca.drawing.sheets import MOST_PRINTED
from tests.commands import run

EIGHT = list(Tours(Board(5, 6)).list())
SIZES = {"a4": (210, 297), "letter": (215.9, 279.4)}
GAPS = "1 0 0 10\n8 0 2 0\n0 6 0 12\n"


def texts_of(page: Picture) -> list[str]:
    return [text for mark in page.marks if isinstance(mark, Texts) for text in mark.texts]


def box_of(mark: Mark) -> tuple[np.ndarray, np.ndarray]:
    """Return the upper left and the lower right corner of a mark, without the width of texts."""
    if isinstance(mark, Checkers):
        corner = np.array([mark.x, mark.y])
        return corner, corner + mark.side * np.array([mark.columns, mark.rows])
    if isinstance(mark, Polygons):
        points, reach = np.concatenate(mark.outlines), 0.0
    elif isinstance(mark, Strokes):
        points, reach = mark.segments.reshape(-1, 2), mark.width / 2
    else:
        points = mark.centres
        reach = mark.radius if isinstance(mark, Discs) else mark.size / 2
    return points.min(axis=0) - reach, points.max(axis=0) + reach


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("count", "per_page"), [(1, 1), (8, 3), (40, 12), (30, 6)])
def test_boards_stand_apart_within_the_margins(paper, count: int, per_page: int) -> None:  # type: ignore[no-untyped-def]
    tours = list(itertools.islice(itertools.cycle(EIGHT), count))
    printout = draw_paper(
        tours, paper=paper, per_page=per_page, title="All of them", name_line=True
    )
    assert len(printout.pages) == -(-count // per_page)
    for page in printout.pages:
        assert (page.width, page.height) == pytest.approx(
            np.array(SIZES[paper]) * 72 / 25.4, abs=0.01
        )
        corners = [box_of(mark) for mark in page.marks]
        assert min(corner.min() for corner, _ in corners) >= 36
        assert max(corner[0] for _, corner in corners) <= page.width - 36
        assert max(corner[1] for _, corner in corners) <= page.height - 36
        boards = [box_of(mark) for mark in page.marks if isinstance(mark, Checkers)]
        for (left, right), (other, end) in itertools.combinations(boards, 2):
            assert (right < other).any() or (end < left).any()
        assert texts_of(page)[:3] == ["All of them", "Name", "Date"]
    boards = [m for page in printout.pages for m in page.marks if isinstance(m, Checkers)]
    assert len(boards) == count
    assert len({board.side for board in boards}) == 1
    last = printout.pages[-1].marks[-1]
    assert isinstance(last, Texts)
    assert last.texts[-1] == (str(count) if count > 1 else "")


def test_a_pdf_has_every_page_and_its_number(tmp_path: Path) -> None:
    printout = draw_paper(EIGHT, per_page=3, theme="print")
    solutions = draw_paper(EIGHT[:2], title="Answers", captions=["to 1", "to 2"])
    (printout + solutions).save(tmp_path / "all.pdf")
    pdf = (tmp_path / "all.pdf").read_bytes()
    assert re.findall(rb"/Count (\d+)", pdf) == [b"4"]
    assert (
        re.findall(rb"/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]", pdf) == [(b"595.28", b"841.89")] * 4
    )
    for number, offset in enumerate(re.findall(rb"^([0-9]{10}) 00000 n", pdf, re.MULTILINE), 1):
        assert pdf[int(offset) :].startswith(b"%d 0 obj" % number)
    contents = [
        zlib.decompress(stream)
        for stream in re.findall(rb"stream\n(.*?)\nendstream", pdf, re.DOTALL)
    ]
    written = [
        [bytes.fromhex(text.decode()).decode() for text in re.findall(rb"<([0-9a-f]*)> Tj", each)]
        for each in contents
    ]
    assert [page[-1] for page in written] == ["1 / 4", "2 / 4", "3 / 4", "4 / 4"]
    assert [page[-4:-1] for page in written[:2]] == [["1", "2", "3"], ["4", "5", "6"]]
    assert written[3][-3:-1] == ["to 1", "to 2"]
    assert "Answers" in written[3]


@pytest.mark.parametrize("scale", [0.5, 3.0])
def test_scaled_marks_keep_their_proportions(scale: float) -> None:
    for mark in draw_tour(EIGHT[0], style="both", arrows=True, fill=True).marks:
        by, small = np.array([7.0, -4.0]), box_of(mark)
        corner, end = box_of(moved(mark, 7.0, -4.0, scale))
        assert corner == pytest.approx(small[0] * scale + by)
        assert end == pytest.approx(small[1] * scale + by)


def test_numbers_stand_on_their_squares() -> None:
    board = Board(5, 6)
    numbers = {"a1": 1, (4, 5): 30, 9: 17}
    picture = draw_board(board, at=numbers)
    marks = [mark for mark in picture.marks if isinstance(mark, Texts)]
    centres = dict(zip(marks[-1].texts, marks[-1].centres.tolist(), strict=True))
    (checkers,) = [mark for mark in picture.marks if isinstance(mark, Checkers)]
    for number, (row, column) in {"1": (0, 0), "30": (4, 5), "17": (1, 3)}.items():
        x, y = checkers.x + (column + 0.5) * 20, checkers.y + (4.5 - row) * 20
        assert centres[number] == [x, y]
    assert draw_board(board, at="a1=1; (4,5)=30, d2=17").marks[0] == picture.marks[0]
    assert draw_board(board, at={}).svg() != draw_board(board).svg()


@pytest.mark.parametrize(
    ("at", "message"),
    [
        ("a1", "at is numbers on squares such as c3=15,e4=30, not 'a1'"),
        ("a1=x,b2=3", "not 'a1=x,b2=3'"),
        ("a1=1,a1=2", "twice: a1=2"),
        ("a1=1,b1=1", "twice: b1=1"),
        ("a1=31", "from 1 to 30, not a1=31"),
        ("z9=3", "off the 5x6 board"),
        ({"a1": "1"}, "at is numbers on squares such as c3=15,e4=30, not {'a1': '1'}"),
        ([1], "at is numbers on squares such as c3=15,e4=30, not [1]"),
    ],
)
def test_bad_numbers_are_refused(at: Any, message: str) -> None:
    with pytest.raises(BadInputError, match=re.escape(message)):
        draw_board(Board(5, 6), at=at)


def test_grids_with_gaps_are_drawn_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "gaps.svg"
    assert run("draw", "-o", str(path), text=GAPS).returncode == 0
    numbers = {"a3": 1, "d3": 10, "a2": 8, "c2": 2, "b1": 6, "d1": 12}
    assert sorted(re.findall(r">(\d+)</text>", path.read_text())) == sorted(
        ["1", "2", "3", *map(str, numbers.values())]
    )
    assert path.read_text() == draw_board(Board(3, 4), at=numbers).svg()
    shown = run("draw", text=GAPS, encoding="ascii").stdout.splitlines()
    assert [line[4:] for line in shown[:3]] == ["  1  .  # 10", "  8  #  2  #", "  #  6  # 12"]
    said = run("draw", "-o", str(tmp_path / "gaps.moves"), text=GAPS)
    assert (said.returncode, "step 3 is missing" in said.stderr) == (2, True)


def test_the_shell_prints_boards_and_tours(tmp_path: Path) -> None:
    path = tmp_path / "paper.pdf"
    words = ("--paper", "letter", "--per-page", "4", "--name-line", "--title", "Año", "-o")
    assert run("draw", "6x6", "--at", "a1=1,f6=36", *words, str(path)).returncode == 0
    blank = draw_board(Board(6, 6), at={"a1": 1, "f6": 36})
    empty = [""] * 4
    assert (
        path.read_bytes()
        == draw_paper(
            [blank] * 4, paper="letter", per_page=4, name_line=True, title="Año", captions=empty
        ).pdf()
    )
    assert run("list", "5x6", "-o", str(path)).returncode == 0
    assert path.read_bytes() == draw_paper(EIGHT, title="8 tours of 5x6").pdf()
    assert run("find", "5x6", "--paper", "a4", "-o", str(path)).returncode == 0
    assert b"595.28 841.89" in path.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("find", "5x6", "--paper", "a4", "-o", "x.svg"),
            "--paper is for .pdf files: only they have pages",
        ),
        (("draw", "-", "--per-page", "2", "-o", "x.png"), "--per-page is for .pdf files"),
        (("draw", "-", "--paper", "a4", "--sheet", "-o", "x.pdf"), "--paper does not go together"),
        (("draw", "-", "--paper", "a4", "--size", "90", "-o", "x.pdf"), "--size does not go"),
        (("draw", "-", "--paper", "a5", "-o", "x.pdf"), "--paper is one of a4, letter, not 'a5'"),
        (("draw", "-", "--paper", "a4"), "--paper is for files"),
        (("draw", "-", "--title", "One", "-o", "x.svg"), "--title is for sheets and PDF pages"),
        (("draw", "-", "--paper", "a4", "--title", "λ", "-o", "x.pdf"), "has Latin letters"),
        (("draw", "-", "--at", "a1=1"), "--at is for boards"),
        (("draw", "5x6", "--at", "a1=1", "--degrees", "-o", "x.svg"), "--at does not go together"),
        (("draw", "5x6", "--arrows", "--paper", "a4", "-o", "x.pdf"), "--arrows is for tours"),
    ],
    ids=str,
)
def test_what_paper_does_not_take_is_refused(arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments, text=formats.dump(EIGHT[0]))
    assert (result.returncode, result.stdout) == (2, "")
    assert message in result.stderr


def test_there_are_bounds() -> None:
    with pytest.raises(BadInputError, match="at most 2000 tours"):
        draw_paper([draw_board(Board(3, 3))] * (MOST_PRINTED + 1))
    with pytest.raises(BadInputError, match="per_page is 1 to 100, not 101"):
        draw_paper(EIGHT, per_page=101)
    with pytest.raises(BadInputError, match=r"cannot write this as 'x\.svg': use one of \.pdf"):
        draw_paper(EIGHT).save("x.svg")
