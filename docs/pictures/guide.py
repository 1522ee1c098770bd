"""Draw the pictures of docs/guide.md that no command draws: `python docs/pictures/guide.py`."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from babieca import Board
from babieca.drawing import draw_board, draw_frontier, draw_paper, draw_values
from babieca.drawing.board_pictures import BoardDrawing
from babieca.drawing.marks import Discs, Mark, Strokes, Texts, all_first
from babieca.drawing.picture import Picture, boxes
from babieca.looks import BoardLook, completed

HERE = Path(__file__).parent
LINE, BEAD, CHOICE, OUTER, INNER = "#7a2a86", "#7a2a86", "#d9722e", "#f2c9a1", "#b9d3e6"
STUCK = "a1 c2 e3 d5 b4 a2 c3 e4 c5 a4 b2 d3 e5 c4 a5 b3 d4 b5 a3 b1 d2"


def neighbours(board: Board, square: str) -> list[str]:
    """Return the squares that a knight reaches from a square."""
    return [board.name_of(reached) for reached in board.neighbours(square)]


def marked(
    board: Board,
    title: str,
    *,
    moves: Iterable[tuple[str, str]] = (),
    beads: Mapping[str, str] | None = None,
    choices: Mapping[str, str] | None = None,
    tints: Mapping[str, Iterable[str]] | None = None,
) -> Picture:
    """Return a board with tinted squares, lines for moves, and discs with texts."""
    layout = BoardDrawing(board, completed(BoardLook, {})).layout

    def centres(squares: Iterable[str]) -> np.ndarray:
        return layout.centres(np.array([board.index(square) for square in squares]))

    plain = draw_board(board)
    marks: list[Mark] = [boxes(centres(at), fill, 0.98) for fill, at in (tints or {}).items()]
    pairs = list(moves)
    if pairs:
        ends = [np.array([board.index(move[side]) for move in pairs]) for side in (0, 1)]
        segments, _ = layout.segments(*ends)
        marks.append(Strokes(segments, all_first(len(segments)), [LINE], 1.6))
    for fill, texts in ((BEAD, beads), (CHOICE, choices)):
        if texts:
            at, none = centres(texts), all_first(len(texts))
            marks.append(Discs(at, none, [fill], 6.5, "#ffffff", 0.8))
            marks.append(Texts(at, list(texts.values()), none, ["#ffffff"], 7.0, bold=True))
    return replace(plain, title=title, marks=[*plain.marks, *marks])


def main() -> None:
    """Write the pictures next to this file."""
    small, long = Board(5, 5), Board(4, 8)
    around = neighbours(small, "c3")
    marked(
        small,
        "The eight jumps of a knight on c3",
        moves=[("c3", square) for square in around],
        beads={"c3": "\N{BLACK CHESS KNIGHT}"},
        choices={square: str(number) for number, square in enumerate(around, 1)},
    ).save(HERE / "guide_moves.svg")
    boards = [draw_board(small, at={"a1": 1}) for _ in range(4)]
    sheet = draw_paper(boards, title="A knight's tour of 5x5", name_line=True, captions=[""] * 4)
    sheet.save(HERE / "guide_boards.pdf")
    replace(sheet.pages[0], size=560).save(HERE / "guide_boards.svg")
    marked(
        small,
        "A walk on 5x5 that is stuck after 21 squares",
        moves=itertools.pairwise(STUCK.split()),
        beads={square: str(step) for step, square in enumerate(STUCK.split(), 1)},
    ).save(HERE / "guide_stuck.svg")
    rows = {row: [f"{column}{row}" for column in "abcdefgh"] for row in (1, 2, 3, 4)}
    marked(
        long,
        "Two outer rows and two inner rows of 4x8",
        moves=[("c1", square) for square in neighbours(long, "c1")],
        beads={"c1": "\N{BLACK CHESS KNIGHT}"},
        tints={OUTER: rows[1] + rows[4], INNER: rows[2] + rows[3]},
    ).save(HERE / "guide_rows.svg")
    walk = ["a1", "c2"]
    free = [square for square in neighbours(small, "c2") if square not in walk]
    ways = {square: len(set(neighbours(small, square)) - set(walk)) for square in free}
    marked(
        small,
        "Where next? The number of ways on from each choice",
        moves=[("a1", "c2"), *(("c2", square) for square in free)],
        beads={"a1": "1", "c2": "2"},
        choices={square: str(number) for square, number in ways.items()},
    ).save(HERE / "guide_warnsdorff.svg")
    streets = {f"{'abcde'[x]}{y + 1}": math.comb(x + y, x) for x in range(5) for y in range(5)}
    draw_values(small, streets, title="Ways to each corner of a town").save(
        HERE / "guide_streets.svg"
    )
    draw_frontier(Board(5, 6), range(30), 14).save(HERE / "guide_frontier.svg")


if __name__ == "__main__":
    main()
