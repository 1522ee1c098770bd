"""Pictures of boards: the bare board, values on squares, values on moves, a frontier.

The W table of a board, how often tours use each move, where a sweep has come to: whatever can be
said square by square or move by move, with a scale beside it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from babieca.boards import Board, SquareLike
from babieca.drawing.layout import Layout
from babieca.drawing.numbers import in_one_style
from babieca.drawing.palette import Theme, from_hex, ink_on, lab_from_rgb, mix, theme_named
from babieca.drawing.picture import (
    SIDE,
    TITLE_SIZE,
    Floats,
    Integers,
    Mark,
    Picture,
    Polygons,
    Strokes,
    Texts,
    one_colour,
    title_marks,
)
from babieca.errors import BadInputError
from babieca.graphs import Graph

LARGEST_WITH_SQUARES = 64
LARGEST_WITH_LABELS = 16
MOST_LAYERS = 64
LARGEST_WITH_VALUES = 24
LARGEST_DRAWN = 1_000_000
SHADES = 64


def draw_board(
    board: Board,
    *,
    theme: str | Theme = "paper",
    labels: bool | None = None,
    size: int | None = None,
) -> Picture:
    """Draw the squares of a board, its holes and its labels; arrows show which borders are joined.

    >>> draw_board(Board(8, 8)).title
    'The 8x8 board'
    """
    colours = theme_named(theme)
    layout = _layout(board, labels)
    marks = layout.floor(0, _bare(colours), squares=max(board.sides) <= LARGEST_WITH_SQUARES)
    marks += _joined_borders(layout, colours)
    if labelled(board, labels):
        marks += label_marks(layout, colours)
    words = f"{len(board)} squares, {len(board.holes)} holes."
    return _picture(layout, colours, f"The {_name(board)}", words, marks, size)


def draw_values(
    board: Board,
    values: Mapping[Any, float] | Iterable[float],
    *,
    title: str | None = None,
    theme: str | Theme = "paper",
    numbers: bool | None = None,
    labels: bool | None = None,
    size: int | None = None,
) -> Picture:
    """Colour the squares by a value each: one per square in index order, or a mapping by square.

    >>> draw_values(Board(2, 2), {"a1": 3, "b2": 5}).description.splitlines()[-1]
    '3 .'
    """
    colours = theme_named(theme)
    table = _table(board, values)
    title = title or f"Values on the {_name(board)}"
    layout = _layout(board, labels, scale=True)
    marks = layout.floor(0, colours, squares=False)
    known = np.flatnonzero(np.isfinite(table))
    low, high = _range(table[known])
    shades = colours.heat_colours(SHADES)
    which = _shade(table[known], low, high)
    centres = layout.centres(known)
    box = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * SIDE * 0.475
    for shade in np.unique(which).tolist():
        marks.append(Polygons([c + box for c in centres[which == shade]], shades[shade]))
    if numbers if numbers is not None else max(board.sides) <= LARGEST_WITH_VALUES:
        words = in_one_style(table[known])
        longest = max(map(len, words), default=1)
        inks = [ink_on(shade) for shade in shades]
        marks.append(Texts(centres, words, which, inks, min(8.0, 28 / longest)))
    if labelled(board, labels):
        marks += label_marks(layout, colours)
    marks += _scale(layout, colours, shades, _ends(table[known]))
    marks += title_marks(layout.width, colours, title)[0]
    grid = _in_words(board, table)
    return _picture(layout, colours, title, grid, marks, size)


def draw_degrees(
    board: Board,
    *,
    title: str | None = None,
    theme: str | Theme = "paper",
    numbers: bool | None = None,
    labels: bool | None = None,
    size: int | None = None,
) -> Picture:
    """Draw the W table: how many moves each square has.

    >>> print(draw_degrees(Board(3, 4)).description)
    Values, row by row from the top:
    2 3 3 2
    2 2 2 2
    2 3 3 2
    """
    table = np.full(board.cells, np.nan)
    table[board.indices()] = Graph.from_board(board).degrees
    title = title or f"Moves from each square of the {_name(board)}"
    return draw_values(
        board, table, title=title, theme=theme, numbers=numbers, labels=labels, size=size
    )


def draw_usage(
    board: Board,
    usage: Mapping[tuple[Any, Any], float],
    *,
    title: str | None = None,
    theme: str | Theme = "paper",
    labels: bool | None = None,
    size: int | None = None,
) -> Picture:
    """Draw a value on each move as the width and colour of its line; `usage` maps pairs of squares.

    >>> draw_usage(Board(3, 4), {("a1", "b3"): 2.0, ("a1", "c2"): 1.0}).title
    'Use of moves on the 3x4 board'
    """
    colours = theme_named(theme)
    layout = _layout(board, labels, scale=True)
    ends = np.array(
        [[board.index(first), board.index(second)] for first, second in usage], dtype=np.int64
    ).reshape(-1, 2)
    values = _finite(np.array(list(usage.values()), dtype=np.float64))
    low, high = _range(values)
    order = np.argsort(values, kind="stable")
    ends, which = ends[order], _shade(values[order], low, high)
    marks = layout.floor(0, colours, squares=max(board.sides) <= LARGEST_WITH_SQUARES)
    segments, owner = layout.segments(ends[:, 0], ends[:, 1])
    shades = colours.heat_on_squares(SHADES)
    bands = 8
    for band in range(bands):  # the strongest last, on top
        chosen = which[owner] * bands // SHADES == band
        if chosen.any():
            width = 1.2 + 3.0 * band / (bands - 1)
            marks.append(Strokes(segments[chosen], which[owner][chosen], shades, width))
    if labelled(board, labels):
        marks += label_marks(layout, colours)
    most, least = _ends(values)
    title = title or f"Use of moves on the {_name(board)}"
    marks += _scale(layout, colours, shades, (most, least))
    marks += title_marks(layout.width, colours, title)[0]
    words = f"{len(values)} moves, values from {least} to {most}."
    return _picture(layout, colours, title, words, marks, size)


def draw_frontier(
    board: Board,
    order: Iterable[SquareLike],
    step: int,
    *,
    theme: str | Theme = "paper",
    labels: bool | None = None,
    size: int | None = None,
) -> Picture:
    """Draw a sweep that has retired the first `step` squares of `order`, and its frontier.

    The frontier is the squares not yet retired that a retired one can reach. Retired squares carry
    their place in the order.

    >>> draw_frontier(Board(5, 4), range(20), 4).description
    '4 squares retired, 8 in the frontier, 8 untouched.'
    """
    colours = theme_named(theme)
    retired = [board.index(square) for square in order][:step]
    if not 0 <= step <= len(board) or len(set(retired)) < step:
        raise BadInputError(
            f"a sweep retires each of {len(board)} squares once; step {step} does not fit its order"
        )
    graph = Graph.from_board(board)
    done = np.zeros(board.cells, dtype=bool)
    done[retired] = True
    indices = board.indices()
    touched = np.zeros(board.cells, dtype=bool)
    sources = np.repeat(indices, graph.degrees)
    touched[indices[graph.targets[done[sources]]]] = True
    frontier = np.flatnonzero(touched & ~done)
    layout = _layout(board, labels)
    marks = layout.floor(0, colours, squares=max(board.sides) <= LARGEST_WITH_SQUARES)
    box = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * SIDE * 0.475
    cold, warm = colours.colours(8)[1], colours.colours(8)[6]
    pale = mix(colours.background, cold, 0.35)
    centres = layout.centres(np.array(retired, dtype=np.int64)) if retired else np.empty((0, 2))
    marks.append(Polygons([centre + box for centre in centres], pale))
    if len(frontier):
        marks.append(Polygons([centre + box for centre in layout.centres(frontier)], warm))
    if max(board.sides) <= LARGEST_WITH_VALUES:
        words = [str(at + 1) for at in range(len(retired))]
        longest = max(map(len, words), default=1)
        marks.append(
            Texts(centres, words, one_colour(len(words)), [ink_on(pale)], min(7.5, 24 / longest))
        )
    if labelled(board, labels):
        marks += label_marks(layout, colours)
    rest = len(board) - step - len(frontier)
    words_for = f"{step} squares retired, {len(frontier)} in the frontier, {rest} untouched."
    title = f"Frontier of a sweep of the {_name(board)} after {step} squares"
    return _picture(layout, colours, title, words_for, marks, size)


def labelled(board: Board, wanted: bool | None) -> bool:
    """Whether coordinates stand at the border: by default on small boards."""
    can = board.has_names or board.dimensions > 2
    if wanted and not can:
        raise BadInputError("labels are for two dimensions with at most 26 columns, and for more")
    small = max(board.sides) <= LARGEST_WITH_LABELS and math.prod(board.sides[:-2]) <= MOST_LAYERS
    return (can and small) if wanted is None else wanted


def _bare(theme: Theme) -> Theme:
    """Return the theme with its squares further apart: nothing is drawn over them here."""
    light, dark, frame = (
        lab_from_rgb(from_hex(colour))[0]
        for colour in (theme.light_square, theme.dark_square, theme.frame)
    )
    if abs(light - frame) < abs(dark - frame):
        return replace(theme, light_square=mix(theme.light_square, theme.frame, 0.4))
    return replace(theme, dark_square=mix(theme.dark_square, theme.frame, 0.4))


def _joined_borders(layout: Layout, theme: Theme) -> list[Mark]:
    """Return arrows on the borders of the plane that are joined, alike on the two that are one."""
    board = layout.board
    if board.dimensions != 2 or not any(board.wrap):
        return []
    (left, top), size = layout.corners[0], SIDE / 4
    right, bottom = left + layout.columns * SIDE, top + layout.rows * SIDE
    across, up = (left + right) / 2, (top + bottom) / 2
    head = np.array([[0.0, -1.0], [0.7, 0.6], [-0.7, 0.6]]) * size
    places: list[Floats] = []
    if board.wrap[1]:
        places += [head + np.array([x, up]) for x in (left, right)]
    if board.wrap[0]:
        aside = head[:, ::-1] * np.array([-1.0, 1.0])
        shifts = (-size * 0.7, size * 0.7)
        places += [aside + np.array([across + by, y]) for y in (top, bottom) for by in shifts]
    return [Polygons(places, theme.ink)]


def label_marks(layout: Layout, theme: Theme) -> list[Mark]:
    """Return the coordinates of squares as their names have them, around every layer.

    In the plane these are letters below the columns and figures left of the rows; in more
    dimensions figures from 0, and the coordinates of the layer above it.
    """
    board = layout.board
    rows, columns = range(layout.rows), range(layout.columns)
    words, points = [], []
    for layer, (left, top) in enumerate(layout.corners):
        bottom = top + layout.rows * SIDE
        words += [chr(ord("a") + at) if board.has_names else str(at) for at in columns]
        points += [(left + (at + 0.5) * SIDE, bottom + 7) for at in columns]
        words += [str(at + board.has_names) for at in rows]
        points += [(left - 7, bottom - (at + 0.5) * SIDE) for at in rows]
        if board.dimensions > 2:
            place = np.unravel_index(layer, board.sides[:-2])
            words.append(f"layer {','.join(str(at) for at in place)}")
            points.append((left + layout.columns * SIDE / 2, top - 6))
    return [Texts(np.array(points), words, one_colour(len(words)), [theme.faint], 6.5)]


def _layout(board: Board, labels: bool | None, *, scale: bool = False) -> Layout:
    if board.cells > LARGEST_DRAWN:
        raise BadInputError(f"the {board.name} board has more squares than can be drawn one by one")
    head = TITLE_SIZE * 2 if scale else 0.0
    label_margin = 10 if labelled(board, labels) else 0
    layout = Layout(board, margin=10, label_margin=label_margin, head=head)
    if scale:
        layout.width += max(30.0, 0.08 * layout.width)
    return layout


def _picture(
    layout: Layout, theme: Theme, title: str, words: str, marks: list[Mark], size: int | None
) -> Picture:
    return Picture(layout.width, layout.height, size, theme.background, title, words, marks)


def _name(board: Board) -> str:
    return f"{board.name} {'torus' if all(board.wrap) else 'board'}"


def _table(board: Board, values: Mapping[Any, float] | Iterable[float]) -> Floats:
    if isinstance(values, Mapping):
        table = np.full(board.cells, np.nan)
        for square, value in values.items():
            table[board.index(square)] = value
        return _finite(table)
    array = np.asarray(values if isinstance(values, np.ndarray) else list(values), dtype=np.float64)
    if array.size == len(board) != board.cells:
        table = np.full(board.cells, np.nan)
        table[board.indices()] = array.reshape(-1)
        return _finite(table)
    if array.size != board.cells:
        raise BadInputError(f"{array.size} values for the {len(board)} squares of the board")
    return _finite(array.reshape(-1).copy())


def _finite(table: Floats) -> Floats:
    """Refuse infinite values; NaN stands for none."""
    if np.isinf(table).any():
        raise BadInputError("the values to draw must be finite numbers")
    return table


def _range(values: Floats) -> tuple[float, float]:
    if not len(values):
        return 0.0, 1.0
    return float(values.min()), float(values.max())


def _shade(values: Floats, low: float, high: float) -> Integers:
    share = (values - low) / (high - low) if high > low else np.ones(len(values))
    return np.rint(share * (SHADES - 1)).astype(np.int64)


def _ends(values: Floats) -> tuple[str, str]:
    """Return the highest and the lowest value in the style of all."""
    if not len(values):
        return "1", "0"
    written = in_one_style(values)
    return written[int(values.argmax())], written[int(values.argmin())]


def _scale(layout: Layout, theme: Theme, shades: list[str], words: tuple[str, str]) -> list[Mark]:
    """Return a bar of the shades at the right, its ends labelled: the highest and the lowest."""
    heights = [y for _, y in layout.corners]
    top = min(heights) + 8
    height = max(max(heights) + layout.rows * SIDE - 8 - top, 20.0)
    thick = max(8.0, (layout.width - 40) * 0.02)
    x = layout.width - 8 - thick * 1.5
    each = height / SHADES
    foot = top + height
    # Each shade reaches down to the foot, under those that follow: shades that only touched would
    # let the ground shine through between them.
    bar: list[Mark] = [
        Polygons([np.array([[x, y], [x + thick, y], [x + thick, foot], [x, foot]])], shade)
        for shade, y in zip(shades[::-1], (top + each * np.arange(SHADES)).tolist(), strict=True)
    ]
    ends = np.array([[x + thick / 2, top - 5], [x + thick / 2, foot + 6]])
    size = max(5.5, thick * 0.7)
    return [*bar, Texts(ends, list(words), one_colour(2), [theme.ink], size)]


def _in_words(board: Board, table: Floats) -> str:
    if len(table) > 1024:
        return f"{len(table)} values."
    rows = table.reshape(-1, board.sides[-1])
    written = iter(in_one_style(table[np.isfinite(table)]))
    words = [
        " ".join(next(written).replace(" ", "") if known else "." for known in row.tolist())
        for row in np.isfinite(rows)
    ]
    per_layer = board.sides[-2] if board.dimensions > 1 else 1
    layers = ["\n".join(words[at : at + per_layer][::-1]) for at in range(0, len(words), per_layer)]
    return "Values, row by row from the top:\n" + "\n\n".join(layers)
