"""The two colours of a board's squares, and whether every move changes between them."""

from __future__ import annotations

from babieca.boards import Board


def colour_of(board: Board, index: int) -> int:
    """Return 0 for the colour of a1, 1 for the other: the parity of the sum of coordinates."""
    return sum(board.square(index)) % 2


def alternates(board: Board) -> bool:
    """Whether every move changes the colour of the square."""
    return sum(board.leaper) % 2 == 1 and _borders_match(board)


def never_changes(board: Board) -> bool:
    """Whether no move changes the colour of the square."""
    return sum(board.leaper) % 2 == 0 and _borders_match(board)


def _borders_match(board: Board) -> bool:
    """Whether the colours of the box alternate across every wrapped border."""
    return all(side % 2 == 0 for side, wraps in zip(board.sides, board.wrap, strict=True) if wraps)
