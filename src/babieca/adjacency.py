"""Compressed adjacency: all edges of a graph in two read-only arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from babieca.boards import Board
from babieca.errors import BadInputError


class Adjacency(NamedTuple):
    """The neighbours of v are `targets[offsets[v]:offsets[v + 1]]`, increasing, without v."""

    offsets: NDArray[np.int64]
    targets: NDArray[np.int32]
    degrees: NDArray[np.int64]


def compressed(
    sources: NDArray[np.int64], targets: NDArray[np.int64], vertex_count: int
) -> Adjacency:
    """Build from pairs of vertices in either direction; drop loops and merge parallel edges."""
    if vertex_count >= 2**31:
        raise BadInputError(f"a graph has fewer than 2^31 vertices, not {vertex_count}")
    proper = sources != targets
    sources, targets = sources[proper], targets[proper]
    keys = np.sort(
        np.concatenate([sources * vertex_count + targets, targets * vertex_count + sources])
    )
    keys = keys[np.diff(keys, prepend=-1) > 0]  # faster than np.unique, which hashes
    degrees = np.bincount(keys // max(vertex_count, 1), minlength=vertex_count)
    offsets = np.zeros(vertex_count + 1, dtype=np.int64)
    np.cumsum(degrees, out=offsets[1:])
    neighbours = (keys % max(vertex_count, 1)).astype(np.int32)
    found = Adjacency(offsets, neighbours, np.diff(offsets))
    for array in found:
        array.flags.writeable = False
    return found


def moves_of(board: Board) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the ends of every move of a board, as vertices."""
    grid = np.arange(board.cells, dtype=np.int64).reshape(board.sides)
    sources, targets = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
    for move in board.fitting_moves():
        # Along a wrapped axis the grid rolls; along the others, only squares with the move count.
        rolled = np.roll(
            grid,
            [-by if joined else 0 for by, joined in zip(move, board.wrap, strict=True)],
            axis=tuple(range(board.dimensions)),
        )
        here, there = [], []
        for by, side, joined in zip(move, board.sides, board.wrap, strict=True):
            reach = 0 if joined else min(abs(by), side)
            here.append(slice(0, side - reach) if by >= 0 else slice(reach, side))
            there.append(slice(reach, side) if by >= 0 else slice(0, side - reach))
        sources.append(grid[tuple(here)].reshape(-1))
        targets.append(rolled[tuple(there)].reshape(-1))
    source, target = np.concatenate(sources), np.concatenate(targets)
    if board.holes:
        number = board.vertices()
        source, target = number[source], number[target]
        kept = (source >= 0) & (target >= 0)
        source, target = source[kept], target[kept]
    return source, target
