"""Pictures of texts along tours: the puzzle, and its solution with the tour and the text."""

from __future__ import annotations

import textwrap
from dataclasses import replace
from typing import Unpack

import numpy as np

from babieca.drawing.board_pictures import BoardDrawing, board_title
from babieca.drawing.marks import Mark, Strokes, Texts, all_first
from babieca.drawing.picture import BOX, SIDE, Picture
from babieca.drawing.tour_pictures import TourDrawing
from babieca.looks import BoardLook, TourLook, completed
from babieca.reasons import Reason
from babieca.texts import TextPuzzle, clusters

_TEXT_SIZE, _LINE = 6.5, 9.0
"""The size of the text below a solution, and the distance of its lines."""


def draw_text_puzzle(puzzle: TextPuzzle, **look: Unpack[BoardLook]) -> Picture:
    """Draw the cells on their squares, the start framed, and the numbers of given steps."""
    drawing = BoardDrawing(puzzle.board, completed(BoardLook, look))
    centres, ink = drawing.layout.centres(puzzle.solution.indices), drawing.theme.ink
    count, longest = len(puzzle.cells), max(len(clusters(cell)) for cell in puzzle.cells)
    marks: list[Mark] = drawing.layout.floor(0, drawing.theme, squares=drawing.squares)
    size = min(10.0, 26.0 / longest)
    marks.append(Texts(centres, [*puzzle.cells], all_first(count), [ink], size, bold=True))
    frame = centres[0] + BOX * 0.88
    sides = np.hstack([frame, np.roll(frame, -1, axis=0)])
    marks.append(Strokes(sides, all_first(4), [ink], 1.2))
    if puzzle.givens:
        corners = centres[np.array(puzzle.givens) - 1] + [-0.32 * SIDE, -0.34 * SIDE]
        numbers = [str(step) for step in puzzle.givens]
        marks.append(Texts(corners, numbers, all_first(len(numbers)), [ink], 4.2))
    rows = "\n".join(" ".join(cell or "." for cell in row) for row in reversed(puzzle.grid()))
    about = Reason("cells_by_row", verdict=puzzle.verdict, rows=rows)
    title = Reason("text_along", board=board_title(puzzle.board))
    return drawing.pictured(title, about, marks + drawing.coordinates())


def draw_text_answer(puzzle: TextPuzzle, **look: Unpack[BoardLook]) -> Picture:
    """Draw the tour with the cells on it, and the text below."""
    drawing = TourDrawing(puzzle.solution, completed(TourLook, {**look, "style": "both"}))
    drawing.texts = puzzle.cells
    picture = drawing.picture(drawing.whole())
    lines = textwrap.wrap(puzzle.sentence, max(8, int(picture.width / (0.62 * _TEXT_SIZE))))
    tops = picture.height + _LINE * (np.arange(len(lines)) + 0.2)
    centres = np.column_stack([np.full(len(lines), picture.width / 2), tops])
    text = Texts(centres, lines, all_first(len(lines)), [drawing.theme.ink], _TEXT_SIZE)
    height = picture.height + _LINE * (len(lines) + 0.2)
    about = f"{puzzle.sentence}\n{picture.description}"
    return replace(picture, height=height, description=about, marks=[*picture.marks, text])
