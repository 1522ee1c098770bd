"""The positions of squares in a picture, and the lines of moves.

A board of two dimensions has row 0 at the bottom. Three dimensions are cut into layers, in a grid
that is nearly square. More dimensions have layers side by side along the third axis from the end,
stacked along the axes before it. Three dimensions can also be seen from a corner, floor above
floor. A move over a joined border is drawn to the border and continued at the opposite one.
"""

import itertools
import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from babieca.boards import Board
from babieca.checking import Indices
from babieca.drawing.marks import Checkers, Floats, Integers, Mark, Polygons, Strokes, all_first
from babieca.drawing.picture import SIDE, boxes
from babieca.errors import BadInputError
from babieca.palette import Theme

_SHAPE = 1.2
"""The preferred width of the layers of three dimensions, in heights."""

# One step along a column axis and along a row axis, seen from a corner. They are not mirror images,
# so that squares on a diagonal do not hide each other.
_COLUMN = (0.95, 0.27)
_ROW = (0.58, -0.45)


class Layout:
    """Layers side by side, or a plane; `centres` takes indices of squares, holes included."""

    def __init__(
        self, board: Board, *, margin: float, label_margin: float = 0.0, head: float = 0.0
    ) -> None:
        self.board = board
        sides = (1,) * (2 - board.dimensions) + board.sides
        self.rows, self.columns = sides[-2:]
        count = math.prod(sides[:-2])
        named = len(sides) > 2 and label_margin > 0
        wide, tall = self.columns * SIDE + SIDE, (self.rows + 1) * SIDE + 10 * named
        across = sides[-3] if len(sides) > 2 else 1
        if len(sides) == 3:
            across = columns_for(across, tall / wide, _SHAPE)
        down = math.ceil(count / across)
        left, top = margin + label_margin, margin + head + 10 * named
        # Layers of three dimensions read like a text; with more dimensions, rows grow upwards.
        rows = range(down) if len(sides) <= 3 else range(down - 1, -1, -1)
        corners = [(left + at * wide, top + row * tall) for row in rows for at in range(across)]
        self.corners = corners[:count]
        self.width = left + margin + across * wide - SIDE
        self.height = top + margin + label_margin + down * tall - SIDE - 10 * named

    def points(self, coordinates: Floats) -> Floats:
        """Return the positions of points given in board coordinates, one per row."""
        plane = coordinates[:, -2:]
        if self.board.dimensions == 1:
            plane = np.column_stack([np.zeros(len(coordinates)), coordinates])
        layers = np.zeros(len(coordinates), dtype=np.int64)
        for axis, side in enumerate(self.board.sides[:-2]):
            layers = layers * side + coordinates[:, axis].astype(np.int64)
        return np.array(self.corners)[layers] + SIDE * np.column_stack(
            [plane[:, 1] + 0.5, self.rows - plane[:, 0] - 0.5]
        )

    def coordinates(self, indices: Indices) -> Integers:
        return np.column_stack(np.unravel_index(indices, self.board.sides)).astype(np.int64)

    def centres(self, indices: Indices) -> Floats:
        return self.points(self.coordinates(indices).astype(np.float64))

    def segments(self, starts: Indices, ends: Indices) -> tuple[Floats, Integers]:
        """Return the lines of moves as rows of x1, y1, x2, y2, and the move of each line."""
        moves = np.arange(len(starts))
        segments = np.hstack([self.centres(starts), self.centres(ends)])
        if not any(self.board.wrap):
            return segments, moves
        origins, offsets = (
            self.coordinates(starts),
            self.coordinates(ends) - self.coordinates(starts),
        )
        shortest = displacements(self.board, offsets)
        bent = (shortest != offsets).any(axis=1) & self._can_bend(offsets)
        pieces, owners = [segments[~bent]], [moves[~bent]]
        for move in np.flatnonzero(bent).tolist():
            for piece in _pieces(self.board, origins[move], shortest[move]):
                pieces.append(self.points(piece).reshape(1, 4))
                owners.append(moves[move : move + 1])
        owner = np.concatenate(owners)
        order = np.argsort(owner, kind="stable")
        return np.concatenate(pieces)[order], owner[order]

    def _can_bend(self, offsets: Integers) -> NDArray[np.bool_]:
        """Whether a move stays in one layer, so that it can be drawn to the border of the layer."""
        return np.asarray((offsets[:, :-2] == 0).all(axis=1))

    def apart(self, starts: Indices, ends: Indices) -> NDArray[np.bool_]:
        """Whether moves join two layers."""
        per_layer = self.rows * self.columns
        return np.asarray(starts // per_layer != ends // per_layer)

    def layer_labels(self) -> Floats:
        """Return where the name of each layer stands."""
        above: Floats = np.array(self.corners) + np.array([self.columns * SIDE / 2, -6.0])
        return above

    def floor(self, level: int, theme: Theme, *, squares: bool) -> list[Mark]:
        """Return the squares of one level, all in one colour unless `squares`."""
        marks: list[Mark] = []
        for layer, (x, y) in enumerate(self.corners):
            colours = (theme.dark_square if squares else theme.light_square, theme.light_square)
            if sum(np.unravel_index(layer, self.board.sides[:-2])) % 2:
                colours = colours[::-1]
            frame = None if self.board.holes else theme.frame
            marks.append(Checkers(x, y, self.rows, self.columns, SIDE, colours, frame))
        return marks + (self._holes(theme) if self.board.holes else [])

    def _holes(self, theme: Theme) -> list[Mark]:
        """Return hatched holes, background over holes at the border, and the board's outline."""
        holes = np.zeros(self.board.cells, dtype=bool)
        holes[list(self.board.hole_indices)] = True
        layers = holes.reshape(len(self.corners), self.rows, self.columns)
        gone = np.pad(layers, ((0, 0), (1, 1), (1, 1)), constant_values=True)
        marks: list[Mark] = [boxes(self.centres(np.flatnonzero(holes)), theme.background)]
        hatched = self.centres(np.flatnonzero(layers & ~_outside(gone)[:, 1:-1, 1:-1]))
        ends = np.array([[-1, 0, 0, -1], [-1, 1, 1, -1], [0, 1, 1, 0]]) * SIDE / 2
        lines = (np.tile(hatched, 2)[:, None] + ends).reshape(-1, 4)
        if len(lines):
            marks.append(Strokes(lines, all_first(len(lines)), [theme.frame], 0.7))
        edges = []
        for (x, y), layer in zip(self.corners, gone, strict=True):
            foot = y + self.rows * SIDE
            for row, column in np.argwhere(layer[:, 1:] != layer[:, :-1]).tolist():
                at, below = x + column * SIDE, foot - (row - 1) * SIDE
                edges.append([at, below, at, below - SIDE])
            for row, column in np.argwhere(layer[1:] != layer[:-1]).tolist():
                at, left = foot - row * SIDE, x + (column - 1) * SIDE
                edges.append([left, at, left + SIDE, at])
        outline = np.array(edges, dtype=np.float64).reshape(-1, 4)
        return [*marks, Strokes(outline, all_first(len(outline)), [theme.frame], 1.0)]


class Isometric(Layout):
    """Three dimensions seen from a corner: floors above one another, without overlap.

    Many floors make several stacks. The second stack goes on beside the top of the first and runs
    down, so that the moves between two stacks are short.
    """

    def __init__(self, board: Board, *, margin: float) -> None:
        if board.dimensions != 3:
            raise BadInputError("isometric_dimensions", board=board, dimensions=board.dimensions)
        self.board = board
        floors, self.rows, self.columns = board.sides
        deep = self.columns * _COLUMN[1] - self.rows * _ROW[1]
        wide = (self.columns * _COLUMN[0] + self.rows * _ROW[0]) * SIDE
        self.rise = (deep + 0.5) * SIDE

        def fault(stacks: int) -> float:
            return abs(math.log(stacks * wide / (math.ceil(floors / stacks) * self.rise)))

        # One more stack must make the picture clearly more square.
        stacks = min(range(1, floors + 1), key=lambda stacks: fault(stacks) + stacks / 4)
        per_stack = math.ceil(floors / stacks)
        self.stack, up = np.divmod(np.arange(floors), per_stack)
        self.heights = np.where(self.stack % 2, per_stack - 1 - up, up)
        """How many floors are below each."""
        self.width = stacks * (wide + SIDE) - SIDE + 2 * margin
        self.height = per_stack * self.rise - 0.5 * SIDE + 2 * margin
        self._lefts = margin + self.stack * (wide + SIDE)
        self._ground = self.height - margin - self.columns * _COLUMN[1] * SIDE

    def points(self, coordinates: Floats) -> Floats:
        level, row, column = coordinates[:, 0], coordinates[:, 1] + 0.5, coordinates[:, 2] + 0.5
        floor = np.clip(level.astype(np.int64), 0, len(self.heights) - 1)
        x = self._lefts[floor] + (column * _COLUMN[0] + row * _ROW[0]) * SIDE
        up = (
            self.heights[floor] + np.where(self.stack[floor] % 2, floor - level, level - floor)
        ) * self.rise
        return np.column_stack(
            [x, self._ground + (column * _COLUMN[1] + row * _ROW[1]) * SIDE - up]
        )

    def apart(self, starts: Indices, ends: Indices) -> NDArray[np.bool_]:
        """Whether moves join two stacks."""
        first, second = (self.stack[at // (self.rows * self.columns)] for at in (starts, ends))
        return np.asarray(first != second)

    def layer_labels(self) -> Floats:
        corners = np.column_stack(
            [np.arange(len(self.stack)), *np.full((2, len(self.stack)), -0.5)]
        )
        below: Floats = self.points(corners) + np.array([8.0, 11.0])
        return below

    def _can_bend(self, offsets: Integers) -> NDArray[np.bool_]:
        return np.ones(len(offsets), dtype=bool)

    def floor(self, level: int, theme: Theme, *, squares: bool) -> list[Mark]:
        outlines: tuple[list[Floats], list[Floats]] = ([], [])
        corners = np.array([[0, 0], [0, 1], [1, 1], [1, 0]]) - 0.5
        all_squares = self.coordinates(self.board.indices())
        for square in all_squares[all_squares[:, 0] == level]:
            outlines[square.sum() % 2].append(self._on(level, corners + square[1:]))
        around = self._on(level, (corners + 0.5) * [self.rows, self.columns] - 0.5)
        frame = np.hstack([around, np.roll(around, -1, axis=0)])
        return [
            Polygons(outlines[0], theme.dark_square if squares else theme.light_square, 0.72),
            Polygons(outlines[1], theme.light_square, 0.72),
            Strokes(frame, all_first(4), [theme.frame], 0.8),
        ]

    def _on(self, level: int, plane: Floats) -> Floats:
        return self.points(np.column_stack([np.full(len(plane), level), plane]))


def columns_for(count: int, slope: float, shape: float) -> int:
    """Return the number of boxes in a row that gives a good shape with few gaps.

    `slope` is the height of a box in widths, `shape` the preferred width of all in heights.

    >>> columns_for(12, 1.0, 1.4), columns_for(7, 1.0, 1.4), columns_for(8, 1.0, 1.2)
    (4, 4, 3)
    """

    def fault(across: int) -> float:
        down = math.ceil(count / across)
        return abs(math.log(across / (down * slope * shape))) + (across * down - count) / count

    return min(range(1, count + 1), key=fault)


def _outside(gone: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the missing squares that are connected to the border of their layer."""
    reached = np.zeros_like(gone)
    waiting = [(layer, 0, 0) for layer in range(len(gone))]
    while waiting:
        layer, row, column = at = waiting.pop()
        inside = 0 <= row < gone.shape[1] and 0 <= column < gone.shape[2]
        if inside and gone[at] and not reached[at]:
            reached[at] = True
            waiting += [(layer, row + by, column) for by in (-1, 1)]
            waiting += [(layer, row, column + by) for by in (-1, 1)]
    return reached


def displacements(board: Board, differences: Integers) -> Integers:
    """Return one move for each difference of squares, if possible one that crosses no border.

    >>> displacements(Board(5, 5, wrap=True), np.array([[4, 2], [1, 2]])).tolist()
    [[-1, 2], [1, 2]]
    """
    chosen = differences.copy()
    sides, moves = np.array(board.sides), np.array(board.moves())
    found = (differences[:, None] == moves).all(axis=2).any(axis=1)
    for move in moves:
        off = differences - move
        fits = np.where(board.wrap, off % sides == 0, off == 0).all(axis=1) & ~found
        chosen[fits] = move
        found |= fits
    return chosen


def _pieces(board: Board, origin: Integers, offset: Integers) -> Iterator[Floats]:
    """Yield the two ends of each part of a wrapped move on the board, from its start to its end.

    In a plane tiled with copies of the board, the move is one straight line. Each copy that it
    touches gives one part, in the coordinates of that copy.
    """
    sides = np.array(board.sides)
    cuts = {0.0, 1.0}
    for at, by, side in zip(origin.tolist(), offset.tolist(), board.sides, strict=True):
        for border in range(min(at, at + by) // side * side, max(at, at + by) + 1, side):
            if by and 0 < (border - 0.5 - at) / by < 1:
                cuts.add((border - 0.5 - at) / by)
    for enter, leave in itertools.pairwise(sorted(cuts)):
        if leave - enter > 1e-9:
            copy = np.floor((origin + (enter + leave) / 2 * offset + 0.5) / sides).astype(np.int64)
            yield origin - copy * sides + np.array([[enter], [leave]]) * offset
