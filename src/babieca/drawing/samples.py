"""The tour that the drawing modules demonstrate themselves with."""

from __future__ import annotations

from pathlib import Path

from babieca.boards import Board
from babieca.drawing.picture import Picture
from babieca.drawing.tour_pictures import draw_tour
from babieca.tour import Tour

MOVES = (
    "a1 c2 e1 d3 c1 e2 f4 e6 c5 a6 b4 a2 c3 a4 b2 d1 f2 e4 "
    "f6 d5 b6 c4 d6 b5 a3 b1 d2 f1 e3 f5 d4 f3 e5 c6 a5 b3"
)


def sample_tour() -> Tour:
    """Return a closed tour of the 6x6 board that a quarter-turn keeps.

    >>> sorted(symmetry.name for symmetry in sample_tour().symmetries())
    ['half-turn', 'identity', 'quarter-turn', 'three-quarter-turn']
    """
    return Tour(Board(6, 6), MOVES)


def closed_tour() -> Picture:
    """Return the picture of the sample."""
    return draw_tour(sample_tour())


def show_file(picture: Picture, name: str) -> None:
    """Write a picture into the current folder and say so."""
    picture.save(Path(name))
    print(f"{name}: {picture.title}")
