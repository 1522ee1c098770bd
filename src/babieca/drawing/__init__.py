"""Pictures of tours, boards and counts, as SVG, PDF, pixels, animations and text."""

from babieca.drawing.board_pictures import (
    draw_board,
    draw_degrees,
    draw_frontier,
    draw_usage,
    draw_values,
)
from babieca.drawing.picture import Picture
from babieca.drawing.puzzles import draw_puzzles
from babieca.drawing.sheets import Printout, draw_paper, draw_sheet
from babieca.drawing.tour_pictures import draw_tour
from babieca.palette import THEMES

__all__ = [
    "THEMES",
    "Picture",
    "Printout",
    "draw_board",
    "draw_degrees",
    "draw_frontier",
    "draw_paper",
    "draw_puzzles",
    "draw_sheet",
    "draw_tour",
    "draw_usage",
    "draw_values",
]
