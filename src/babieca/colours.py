"""The two colours of a board's squares, and whether every move changes between them."""

from __future__ import annotations

from babieca.boards import Board


def colour_of(board: Board, index: int) -> int:
    """Return 0 for the colour of a1, 1 for the other: the parity of the sum of coordinates."""
    return sum(board.square(index)) % 2


def alternates(board: Board) -> bool:
    """Whether every move changes the colour of the square."""
    seams_match = all(
        side % 2 == 0 for side, joined in zip(board.sides, board.wrap, strict=True) if joined
    )
    return sum(board.leaper) % 2 == 1 and seams_match
