"""Pictures of boards: the empty board, values on squares, values on moves, a frontier."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Unpack

import numpy as np

from babieca.board_text import column_name
from babieca.boards import Board, SquareLike
from babieca.checking import numbers_at
from babieca.drawing.layout import Isometric, Layout
from babieca.drawing.marks import Floats, Integers, Mark, Polygons, Strokes, Texts, all_first
from babieca.drawing.picture import BOX, SIDE, TITLE_SIZE, Picture, boxes, title_mark
from babieca.errors import BadInputError
from babieca.graphs import Graph
from babieca.looks import BoardLook, MovingLook, completed
from babieca.palette import Theme, from_hex, ink_on, lab_from_rgb, mix, theme_named
from babieca.reasons import Reason
from babieca.words import spelled

LARGEST_WITH_SQUARES = 64
LARGEST_WITH_LABELS = 16
MOST_LAYERS = 64
LARGEST_WITH_VALUES = 24
LARGEST_DRAWN = 1_000_000
LARGEST_IN_FULL = 10**6
LARGEST_IN_WORDS = 1024
SHADES = 64
BANDS = 8
"""How many widths the lines of moves have."""


class BoardDrawing:
    """The theme, the layout and the labels of a picture of a board, in a completed look."""

    def __init__(
        self, board: Board, look: MovingLook, *, margin: float = 10.0, heat_map: bool = False
    ) -> None:
        self.board, self.look = board, look
        self.theme = theme_named(look["theme"])
        longest, layers = max(board.sides), math.prod(board.sides[:-2])
        self.squares = longest <= LARGEST_WITH_SQUARES
        """Whether squares are large enough to be seen; if not, the board has one colour."""
        isometric, wanted = look.get("view") == "isometric", look["labels"]
        can_have_labels = board.has_names or board.dimensions > 2
        if wanted and not can_have_labels:
            raise BadInputError("labels_boards_with_two")
        small = longest <= LARGEST_WITH_LABELS and layers <= MOST_LAYERS
        self.labels = can_have_labels and small if wanted is None else wanted
        self.layout: Layout
        if isometric:
            self.layout = Isometric(board, margin=margin)
            return
        head, beside = TITLE_SIZE * 2 if heat_map else 0.0, 10 if self.labels else 0
        self.layout = Layout(board, margin=margin, label_margin=beside, head=head)
        if heat_map:
            self.layout.width += max(30.0, 0.08 * self.layout.width)

    def coordinates(self) -> list[Mark]:
        """Return the names of layers, and around each the coordinates of its squares.

        Lines between layers may pass: the texts stand on boxes of the background.
        """
        if not self.labels:
            return []
        board, layout = self.board, self.layout
        rows, columns = range(layout.rows), range(layout.columns)
        texts: list[str] = []
        points: list[tuple[float, float]] = []
        for left, top in () if isinstance(layout, Isometric) else layout.corners:
            bottom = top + layout.rows * SIDE
            texts += [column_name(at) if board.has_names else str(at) for at in columns]
            points += [(left + (at + 0.5) * SIDE, bottom + 7) for at in columns]
            texts += [str(at + board.has_names) for at in rows]
            points += [(left - 7, bottom - (at + 0.5) * SIDE) for at in rows]
        marks: list[Mark] = []
        if board.dimensions > 2:
            layers = np.ndindex(board.sides[:-2])
            texts += [Reason("layer", at=",".join(map(str, position))) for position in layers]
            points += [(x, y) for x, y in layout.layer_labels().tolist()]
            wide = np.array([[len(text) * 3.4 + 2, 8.5] for text in texts])
            outlines = BOX / SIDE * wide[:, None] + np.array(points)[:, None]
            marks.append(Polygons([*outlines], self.theme.background))
        inks = [self.theme.faint]
        return [*marks, Texts(np.array(points), texts, all_first(len(texts)), inks, 6.5)]

    def pictured(self, title: str, about: str, marks: list[Mark]) -> Picture:
        background, size = self.theme.background, self.look["size"]
        return Picture(self.layout.width, self.layout.height, size, background, title, about, marks)

    def heat_map(
        self, title: str, about: str, marks: list[Mark], shades: list[str], ends: tuple[str, str]
    ) -> Picture:
        """Add the labels, the title and the bar with the highest and the lowest value."""
        heights = [y for _, y in self.layout.corners]
        top = min(heights) + 8
        height = max(max(heights) + self.layout.rows * SIDE - 8 - top, 20.0)
        thick = max(8.0, (self.layout.width - 40) * 0.02)
        x = self.layout.width - 8 - thick * 1.5
        foot = top + height
        # Every shade reaches down to the foot, under the next ones: if shades only touched, the
        # background would shine through between them.
        tops = (top + height / SHADES * np.arange(SHADES)).tolist()
        bar: list[Mark] = [
            Polygons([np.array([[x, y], [x + thick, y], [x + thick, foot], [x, foot]])], shade)
            for shade, y in zip(shades[::-1], tops, strict=True)
        ]
        centres = np.array([[x + thick / 2, top - 5], [x + thick / 2, foot + 6]])
        size = max(5.5, thick * 0.7)
        bar.append(Texts(centres, list(ends), all_first(2), [self.theme.ink], size))
        bar.append(title_mark(self.layout.width, self.theme.ink, title))
        return self.pictured(title, about, marks + self.coordinates() + bar)


def _drawing(board: Board, look: BoardLook, *, heat_map: bool = False) -> BoardDrawing:
    if board.cells > LARGEST_DRAWN:
        raise BadInputError("too_many_drawn", board=board.name, most=f"{LARGEST_DRAWN:,}")
    return BoardDrawing(board, completed(BoardLook, look), heat_map=heat_map)


@spelled
def draw_board(
    board: Board,
    *,
    at: Mapping[Any, int] | str | None = None,
    **look: Unpack[BoardLook],
) -> Picture:
    """Draw the squares of a board, its holes and its labels; arrows show which borders are joined.

    `at` puts numbers on squares: a mapping, or text such as `c3=15,e4=30`. A board with numbers, or
    with `at={}`, has paler squares, to write on.

    >>> draw_board(Board(8, 8)).title
    'The 8x8 board'
    >>> draw_board(Board(3, 4), at="a1=1,b3=2").description
    '12 squares, 0 holes, numbers: a1 1, b3 2.'
    """
    drawing = _drawing(board, look)
    theme = drawing.theme
    squares = _stronger(theme) if at is None else theme
    marks = drawing.layout.floor(0, squares, squares=drawing.squares)
    marks += _joined_borders(drawing.layout, theme) + drawing.coordinates()
    about: dict[str, Any] = {"squares": len(board), "holes": len(board.holes)}
    if numbers := {} if at is None else numbers_at(at, board.index, len(board)):
        texts = [str(number) for number in numbers.values()]
        size = min(9.0, 26.0 / max(map(len, texts)))
        centres = drawing.layout.centres(np.array([*numbers]))
        marks.append(Texts(centres, texts, all_first(len(texts)), [theme.ink], size, bold=True))
        names = board.names_at(np.array([*numbers]))
        about["numbers"] = [*map(" ".join, zip(names, texts, strict=True))]
    return drawing.pictured(
        Reason("picture_of", board=board_title(board)), Reason("squares_and_holes", **about), marks
    )


def _stronger(theme: Theme) -> Theme:
    """Return a theme whose squares have more contrast, for boards without anything on them."""
    light, dark, frame = (
        lab_from_rgb(from_hex(colour))[0]
        for colour in (theme.light_square, theme.dark_square, theme.frame)
    )
    if abs(light - frame) < abs(dark - frame):
        return replace(theme, light_square=mix(theme.light_square, theme.frame, 0.4))
    return replace(theme, dark_square=mix(theme.dark_square, theme.frame, 0.4))


@spelled
def draw_values(
    board: Board,
    values: Mapping[Any, float] | Iterable[float],
    *,
    title: str | None = None,
    numbers: bool | None = None,
    **look: Unpack[BoardLook],
) -> Picture:
    """Colour the squares by values: a mapping by square, or one value per square by index.

    >>> draw_values(Board(2, 2), {"a1": 3, "b2": 5}).description.splitlines()[-1]
    '3 .'
    """
    drawing = _drawing(board, look, heat_map=True)
    table = _table(board, values)
    known = np.flatnonzero(np.isfinite(table))
    shades = drawing.theme.heat_colours(SHADES)
    which = _shade(table[known])
    centres = drawing.layout.centres(known)
    marks = drawing.layout.floor(0, drawing.theme, squares=False)
    for shade in np.unique(which).tolist():
        marks.append(boxes(centres[which == shade], shades[shade], 0.95))
    if numbers if numbers is not None else max(board.sides) <= LARGEST_WITH_VALUES:
        written = in_one_style(table[known])
        size = min(8.0, 28 / max(map(len, written), default=1))
        marks.append(Texts(centres, written, which, [ink_on(shade) for shade in shades], size))
    title = title or Reason("values_on", board=board_title(board))
    return drawing.heat_map(title, _in_words(board, table), marks, shades, _ends(table[known]))


@spelled
def draw_degrees(
    board: Board,
    *,
    title: str | None = None,
    numbers: bool | None = None,
    **look: Unpack[BoardLook],
) -> Picture:
    """Draw the W table: how many moves each square has.

    >>> print(draw_degrees(Board(3, 4)).description)
    Values, row by row from the top:
    2 3 3 2
    2 2 2 2
    2 3 3 2
    """
    degrees = Graph.from_board(board).degrees.astype(np.float64)
    title = title or Reason("moves_from_each", board=board_title(board))
    return draw_values(board, degrees, title=title, numbers=numbers, **look)


@spelled
def draw_usage(
    board: Board,
    usage: Mapping[tuple[Any, Any], float],
    *,
    title: str | None = None,
    **look: Unpack[BoardLook],
) -> Picture:
    """Draw a value on each move as the width and colour of its line; `usage` maps pairs of squares.

    >>> draw_usage(Board(3, 4), {("a1", "b3"): 2.0, ("a1", "c2"): 1.0}).title
    'Use of moves on the 3x4 board'
    """
    drawing = _drawing(board, look, heat_map=True)
    ends = np.array(
        [[board.index(first), board.index(second)] for first, second in usage], dtype=np.int64
    ).reshape(-1, 2)
    values = _finite(np.array(list(usage.values()), dtype=np.float64))
    order = np.argsort(values, kind="stable")
    segments, owner = drawing.layout.segments(ends[order, 0], ends[order, 1])
    which = _shade(values[order])[owner]
    marks = drawing.layout.floor(0, drawing.theme, squares=drawing.squares)
    shades = drawing.theme.heat_on_squares(SHADES)
    for band in range(BANDS):  # the strongest last, on top
        chosen = which * BANDS // SHADES == band
        if chosen.any():
            width = 1.2 + 3.0 * band / (BANDS - 1)
            marks.append(Strokes(segments[chosen], which[chosen], shades, width))
    most, least = _ends(values)
    title = title or Reason("use_of_moves", board=board_title(board))
    about = Reason("moves_with_values", moves=len(values), least=least, most=most)
    return drawing.heat_map(title, about, marks, shades, (most, least))


@spelled
def draw_frontier(
    board: Board, order: Iterable[SquareLike], step: int, **look: Unpack[BoardLook]
) -> Picture:
    """Draw a sweep that has retired the first `step` squares of `order`, and its frontier.

    The frontier is the set of squares not yet retired that a move joins to a retired one. Retired
    squares carry their number in the order.

    >>> draw_frontier(Board(5, 4), range(20), 4).description
    '4 squares retired, 8 in the frontier, 8 untouched.'
    """
    drawing = _drawing(board, look)
    retired = np.array([board.index(square) for square in order][:step], dtype=np.int64)
    if not 0 <= step <= len(board) or len(set(retired.tolist())) < step:
        raise BadInputError("retires_once", count=len(board), step=step)
    graph = Graph.from_board(board)
    indices = board.indices()
    done, touched = np.zeros((2, board.cells), dtype=bool)
    done[retired] = True
    touched[indices[graph.targets[done[np.repeat(indices, graph.degrees)]]]] = True
    frontier = np.flatnonzero(touched & ~done)
    cold, warm = drawing.theme.colours(8)[1], drawing.theme.colours(8)[6]
    pale = mix(drawing.theme.background, cold, 0.35)
    centres = drawing.layout.centres(retired)
    marks = drawing.layout.floor(0, drawing.theme, squares=drawing.squares)
    marks.append(boxes(centres, pale, 0.95))
    if len(frontier):
        marks.append(boxes(drawing.layout.centres(frontier), warm, 0.95))
    if max(board.sides) <= LARGEST_WITH_VALUES:
        numbers = [str(at + 1) for at in range(step)]
        size = min(7.5, 24 / max(map(len, numbers), default=1))
        marks.append(Texts(centres, numbers, all_first(step), [ink_on(pale)], size))
    rest = len(board) - step - len(frontier)
    about = Reason("squares_retired", squares=step, frontier=len(frontier), rest=rest)
    title = Reason("frontier_after", board=board_title(board), squares=step)
    return drawing.pictured(title, about, marks + drawing.coordinates())


def board_title(board: Board) -> str:
    """Return a board as titles name it.

    >>> board_title(Board(3, 3, wrap=True))
    '3x3 torus'
    """
    return Reason("titled_torus" if all(board.wrap) else "titled_board", board=board.name)


def _joined_borders(layout: Layout, theme: Theme) -> list[Mark]:
    """Return arrow heads on the joined borders, the same on both borders of a pair."""
    board = layout.board
    if board.dimensions != 2 or not any(board.wrap):
        return []
    (left, top), size = layout.corners[0], SIDE / 4
    right, bottom = left + layout.columns * SIDE, top + layout.rows * SIDE
    across, up = (left + right) / 2, (top + bottom) / 2
    head = np.array([[0.0, -1.0], [0.7, 0.6], [-0.7, 0.6]]) * size
    heads: list[Floats] = []
    if board.wrap[1]:
        heads += [head + np.array([x, up]) for x in (left, right)]
    if board.wrap[0]:
        aside, by = head[:, ::-1] * [-1.0, 1.0], size * 0.7
        sides = [(x, y) for y in (top, bottom) for x in (across - by, across + by)]
        heads += [aside + np.array(at) for at in sides]
    return [Polygons(heads, theme.ink)]


def _table(board: Board, values: Mapping[Any, float] | Iterable[float]) -> Floats:
    """Return the value of every index; NaN: none."""
    table = np.full(board.cells, np.nan)
    if isinstance(values, Mapping):
        for square, value in values.items():
            table[board.index(square)] = value
        return _finite(table)
    array = np.array(values if isinstance(values, np.ndarray) else list(values), dtype=np.float64)
    if array.size not in (len(board), board.cells):
        raise BadInputError("values_for_squares", values=array.size, squares=len(board))
    table[board.indices() if array.size == len(board) else slice(None)] = array.reshape(-1)
    return _finite(table)


def _finite(table: Floats) -> Floats:
    if np.isinf(table).any():
        raise BadInputError("values_not_finite")
    return table


def _shade(values: Floats) -> Integers:
    """Return the shade of each value: 0 for the lowest, all the highest if they are equal."""
    low, high = values.min(initial=np.inf), values.max(initial=-np.inf)
    share = (values - low) / (high - low) if high > low else np.ones(len(values))
    return np.rint(share * (SHADES - 1)).astype(np.int64)


def _ends(values: Floats) -> tuple[str, str]:
    if not len(values):
        return "1", "0"
    written = in_one_style(values)
    return written[int(values.argmax())], written[int(values.argmin())]


def _in_words(board: Board, table: Floats) -> str:
    if len(table) > LARGEST_IN_WORDS:
        return Reason("so_many_values", count=len(table))
    written = iter(in_one_style(table[np.isfinite(table)]))
    rows = [
        " ".join(next(written).replace(" ", "") if known else "." for known in row)
        for row in np.isfinite(table).reshape(-1, board.sides[-1]).tolist()
    ]
    per_layer = board.sides[-2] if board.dimensions > 1 else 1
    layers = ["\n".join(rows[at : at + per_layer][::-1]) for at in range(0, len(rows), per_layer)]
    return Reason("values_by_row", rows="\n\n".join(layers))


def in_one_style(values: Floats) -> list[str]:
    """Write whole numbers in full, others with equal decimals, or all with exponents.

    >>> in_one_style(np.array([8.0, 9862.0])), in_one_style(np.array([0.12345, -2.5]))
    (['8', '9 862'], ['0.12', '-2.50'])
    >>> in_one_style(np.array([13267364410532.0, 5.0, 0.0]))
    ['1.3e13', '5.0e0', '0']
    """
    largest = float(np.abs(values).max(initial=0.0))
    decimals = max(0, 2 - math.floor(math.log10(max(largest, 1.0))))
    if largest < LARGEST_IN_FULL and (values == np.rint(values)).all():
        decimals = 0
    elif not 1e-3 <= largest < LARGEST_IN_FULL:
        parts = [f"{value:.1e}".split("e") for value in values.tolist()]
        return ["0" if float(one) == 0 else f"{one}e{int(power)}" for one, power in parts]
    return [f"{value:,.{decimals}f}".replace(",", " ") for value in (values + 0.0).tolist()]
