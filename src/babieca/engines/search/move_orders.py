"""Move orders: the order in which a search tries the moves.

`fixed` (the default) tries first the squares with few neighbours on the empty board, `warnsdorff`
those with few unvisited neighbours. `clockwise` begins with the move two up and one to the right,
as in the course exercise. `index` goes by the number of the square. A list of displacements is a
move order too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from babieca.boards import Board
from babieca.errors import BadInputError, shown
from babieca.graphs import Graph

ORDERS = ("fixed", "warnsdorff", "clockwise", "index")
INCREASING, LISTED, WARNSDORFF = 0, 1, 2


class MoveOrder(NamedTuple):
    """A move order for the core: its code, and its lists."""

    code: int
    listed: list[int]
    rank: list[int]


OrderLike = str | Sequence[tuple[int, ...]] | MoveOrder


def shuffled_warnsdorff(graph: Graph, seed: int) -> MoveOrder:
    """Return Warnsdorff's order with ties broken at random by the seed."""
    rank = np.random.default_rng(seed).permutation(len(graph))
    return MoveOrder(WARNSDORFF, [], rank.tolist())


def move_order(graph: Graph, order: OrderLike) -> MoveOrder:
    """Return a move order by its name or by its list of displacements."""
    if isinstance(order, MoveOrder):
        return order
    if order == "fixed":
        return MoveOrder(INCREASING, [], graph.degrees.tolist())
    if order == "index":
        return MoveOrder(INCREASING, [], [])
    if order == "warnsdorff":
        return MoveOrder(WARNSDORFF, [], [])
    if isinstance(order, str) and order != "clockwise":
        raise BadInputError(f"unknown move_order {shown(order)}: choose {', '.join(ORDERS)}")
    board = graph.board
    if board is None or (order == "clockwise" and board.dimensions != 2):
        raise BadInputError("this move_order needs a board of two dimensions; try fixed")
    moves = clockwise(board) if isinstance(order, str) else _moves(order)
    if sorted(moves) != board.moves():
        raise BadInputError(f"a move_order lists each of the {len(board.moves())} moves once")
    return MoveOrder(LISTED, _listed(graph, board, moves), [])


def _moves(order: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    try:
        return [tuple(move) for move in order]
    except TypeError:
        raise BadInputError(
            f"move_order is a name or a list of moves, not {shown(order)}"
        ) from None


def clockwise(board: Board) -> list[tuple[int, ...]]:
    """Return the moves of a board in two dimensions, clockwise from straight up.

    >>> clockwise(Board(8, 8))[:3]
    [(2, 1), (1, 2), (-1, 2)]
    """
    return sorted(board.moves(), key=lambda move: math.atan2(move[1], move[0]) % (2 * math.pi))


def _listed(graph: Graph, board: Board, moves: list[tuple[int, ...]]) -> list[int]:
    number = board.vertices()
    listed: list[int] = []
    for square in board:
        reached: dict[int, None] = {}
        for move in moves:
            target = tuple(
                (at + by) % side if joined else at + by
                for at, by, side, joined in zip(square, move, board.sides, board.wrap, strict=True)
            )
            if target != square and target in board:
                reached.setdefault(int(number[board.index(target)]))
        listed.extend(reached)
    return listed
