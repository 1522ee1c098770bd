"""Pictures of tours: a line whose colour changes along the path, beads, numbers, end marks."""

from __future__ import annotations

from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from babieca.drawing import winding
from babieca.drawing.board_pictures import LARGEST_WITH_SQUARES, board_title, label_marks, labelled
from babieca.drawing.graph_pictures import draw_on_graph
from babieca.drawing.layout import Isometric, Layout
from babieca.drawing.picture import (
    BOX,
    SIDE,
    Discs,
    Floats,
    Integers,
    Mark,
    Picture,
    Polygons,
    Strokes,
    Texts,
    one_colour,
)
from babieca.errors import BadInputError
from babieca.looks import MovingLook, TourLook, completed
from babieca.memory import require
from babieca.palette import ink_on, mix, readable, theme_named
from babieca.tour import Tour
from babieca.words import spelled

LARGEST_WITH_NUMBERS = 16
LARGEST_GRID_IN_WORDS = 1024
MOST_COLOURS = 96
BYTES_PER_SQUARE = 320


@spelled
def draw_tour(tour: Tour, **look: Unpack[TourLook]) -> Picture:
    """Draw a tour. A tour of a plain graph takes only `theme` and `size`.

    >>> from babieca.boards import Board
    >>> picture = draw_tour(Tour(Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3"))
    >>> picture.title
    "Knight's tour of the 3x4 board"
    """
    chosen = completed(TourLook, look)
    if tour.board is None:
        if chosen != completed(TourLook, {"theme": chosen["theme"], "size": chosen["size"]}):
            raise BadInputError(
                "a tour of a plain graph is drawn without squares: it takes only theme and size"
            )
        return draw_on_graph(tour, theme=theme_named(chosen["theme"]), size=chosen["size"])
    drawing = TourDrawing(tour, chosen)
    return drawing.picture(drawing.ground() + drawing.path() + drawing.ends() + drawing.axes())


class TourDrawing:
    """The marks of a tour of a board, whole or in part, in a completed look."""

    def __init__(self, tour: Tour, look: MovingLook) -> None:
        assert tour.board is not None
        require(len(tour) * BYTES_PER_SQUARE, f"a picture of {len(tour)} squares")
        self.tour, self.board, self.look = tour, tour.board, look
        self.theme = theme_named(look["theme"])
        self.longest = max(self.board.sides)
        style, isometric = look["style"], look["view"] == "isometric"
        small = self.longest <= LARGEST_WITH_NUMBERS
        self.style = style if style != "auto" else "both" if small else "line"
        self.squares = self.longest <= LARGEST_WITH_SQUARES
        if look["labels"] and isometric:
            raise BadInputError("labels are for the view layers, not for isometric")
        self.labels = labelled(self.board, look["labels"]) and not isometric
        # Whole tens, so that whole pixels per square stay whole; wide enough for the end marks.
        margin = 10.0 * max(1, -(-self.longest // 60))
        self.layout: Layout = (
            Isometric(self.board, margin=margin)
            if isometric
            else Layout(self.board, margin=margin, label_margin=10 if self.labels else 0)
        )
        planar = self.board.dimensions == 2 and not any(self.board.wrap)
        if look["fill"] and not (tour.closed and planar):
            raise BadInputError(
                "filling by winding is for closed tours in two dimensions without wrapping"
            )
        order = tour.indices.astype(np.int64)
        self.starts = order if tour.closed else order[:-1]
        self.stops = np.roll(order, -1) if tour.closed else order[1:]
        self.segments, self.owner = self.layout.segments(self.starts, self.stops)
        self.colours = self.theme.colours(min(MOST_COLOURS, max(len(self.starts), 1)))
        self.which = np.rint(self._places() * (len(self.colours) - 1)).astype(np.int64)
        """The place in `colours` of every move."""

    def _places(self) -> Floats:
        """Return the place of each move on the colour ramp, from 0 to 1."""
        places = np.arange(len(self.starts), dtype=np.int64)
        if self.look["orbits"]:
            position = np.zeros(self.board.cells, dtype=np.int64)
            position[self.tour.indices] = np.arange(len(self.tour))
            for symmetry in self.tour.symmetries():
                image = symmetry.permutation(self.board.sides)
                first, second = position[image[self.starts]], position[image[self.stops]]
                earlier, later = np.minimum(first, second), np.maximum(first, second)
                move = np.where(later - earlier == 1, earlier, later)
                places = np.minimum(places, move)
            places = np.unique(places, return_inverse=True)[1]
        return places / max(int(places.max(initial=0)), 1)

    @property
    def line_width(self) -> float:
        """The width of the path: thicker, in squares, where squares are smaller."""
        if self.style == "both":
            return 2.2
        return 2.6 if self.longest <= 12 else 3.4 if self.squares else 6.0

    def picture(self, marks: list[Mark]) -> Picture:
        """Return a picture of these marks with the title and the description of the tour."""
        return Picture(
            self.layout.width,
            self.layout.height,
            self.look["size"],
            self.theme.background,
            title_of(self.tour),
            describe(self.tour),
            marks,
        )

    def ground(self) -> list[Mark]:
        """Return the board, the labels around it and the filled regions."""
        marks = [] if self.has_floors else self.layout.floor(0, self.theme, squares=self.squares)
        if self.labels:
            marks += label_marks(self.layout, self.theme)
        return marks + (self._filling() if self.look["fill"] else [])

    def path(self, first: int = 0, last: int | None = None) -> list[Mark]:
        """Return the moves `first` to `last` (not included) with the squares they join."""
        last = len(self.starts) if last is None else last
        if not self.has_floors:
            return self._stretch(first, last, None)
        marks: list[Mark] = []
        for level in range(self.board.sides[0]):
            marks += self.layout.floor(level, self.theme, squares=self.squares)
            marks += self._stretch(first, last, level)
        return marks

    @property
    def has_floors(self) -> bool:
        """Whether the board is drawn floor by floor, with the path between."""
        return isinstance(self.layout, Isometric)

    def _stretch(self, first: int, last: int, level: int | None) -> list[Mark]:
        chosen = (self.owner >= first) & (self.owner < last)
        steps = np.arange(first, min(last + 1, len(self.tour)))
        if level is not None:
            lowest = np.minimum(self.layout.levels(self.starts), self.layout.levels(self.stops))
            chosen &= lowest[self.owner] == level
            steps = steps[self.layout.levels(self.tour.indices[steps]) == level]
        marks: list[Mark] = []
        if self.style != "numbers":
            which = self.which[self.owner[chosen]]
            between = self._between_layers[self.owner[chosen]]
            segments = self.segments[chosen]
            for far in (True, False):
                part = between == far
                if part.any():
                    width, opacity = (self.line_width * 0.6, 0.45) if far else (self.line_width, 1)
                    marks.append(Strokes(segments[part], which[part], self.colours, width, opacity))
            if self.look["arrows"]:
                marks.append(self._arrows(segments, which))
        return marks + self._beads(steps)

    @property
    def _between_layers(self) -> NDArray[np.bool_]:
        """Whether each move goes from one layer to another."""
        if self.board.dimensions < 3 or self.has_floors:
            return np.zeros(len(self.starts), dtype=bool)
        per_layer = self.layout.rows * self.layout.columns
        return np.asarray(self.starts // per_layer != self.stops // per_layer)

    def _beads(self, steps: Integers) -> list[Mark]:
        """Return the numbers of steps, each on a disc unless the style is numbers."""
        if self.style == "line":
            return []
        centres = self.layout.centres(self.tour.indices[steps])
        words = [str(step + 1) for step in steps.tolist()]
        length = len(str(len(self.tour)))
        colour_of = self.which if len(self.which) else one_colour(1)
        which = colour_of[np.minimum(steps, len(colour_of) - 1)]
        if self.style == "numbers":
            size = min(9.0, 26.0 / max(length, 2))
            inks = [readable(colour, self.theme) for colour in self.colours]
            return [Texts(centres, words, which, inks, size, bold=True)]
        inks = [ink_on(colour) for colour in self.colours]
        size = {1: 7.5, 2: 7.0, 3: 5.2}.get(length, 15.6 / length)
        return [
            Discs(centres, which, self.colours, 5.8),
            Texts(centres, words, which, inks, size, bold=True),
        ]

    def _arrows(self, segments: Floats, which: Integers) -> Strokes:
        """Return a chevron on every line, its tip at 60 %: in the middle moves cross each other."""
        ways = segments[:, 2:] - segments[:, :2]
        lengths = np.hypot(ways[:, 0], ways[:, 1])
        long = lengths > 0.55 * SIDE
        ways = ways[long] / lengths[long, None]
        tips = segments[long, :2] * 0.4 + segments[long, 2:] * 0.6
        across = np.column_stack([-ways[:, 1], ways[:, 0]])
        reach = self.line_width * 1.5
        left, right = tips - (ways - across * 0.6) * reach, tips - (ways + across * 0.6) * reach
        chevrons = np.hstack([left, tips, tips, right]).reshape(-1, 4)
        return Strokes(chevrons, np.repeat(which[long], 2), self.colours, self.line_width * 0.75)

    def ends(self) -> list[Mark]:
        """Return a ring at the start and, on a path, a square at the end."""
        start, end = self.layout.centres(self.tour.indices[[0, -1]])
        open_end = not self.tour.closed and len(self.tour) > 1
        one = one_colour(1)
        marks: list[Mark] = []
        if self.style != "line":
            radius, ink = 7.0, self.theme.ink
            marks.append(Discs(start[None], one, ["none"], radius, ink, 1.4))
            if open_end:
                corners = end + BOX * (radius / (SIDE / 2))
                lines = np.hstack([corners, np.roll(corners, -1, axis=0)])
                marks.append(Strokes(lines, one_colour(4), [ink], 1.4))
            return marks
        radius = max(4.2, 0.006 * max(self.layout.width, self.layout.height))
        background = self.theme.background
        if open_end:
            box = BOX / (SIDE / 2) * radius * 0.9
            marks.append(Polygons([end + box * 1.35], background))
            marks.append(Polygons([end + box], self.colours[-1]))
        rings = ((background, 1.35), (self.colours[0], 1.0), (background, 0.42))
        return marks + [Discs(start[None], one, [fill], radius * by) for fill, by in rings]

    def axes(self) -> list[Mark]:
        """Return the axes of reflections, dashed, and a mark at the centre of rotations."""
        if not self.look["orbits"] or self.board.dimensions != 2:
            return []
        names = {symmetry.name for symmetry in self.tour.symmetries()}
        (left, top), width = self.layout.corners[0], self.layout.columns * SIDE
        height = self.layout.rows * SIDE
        x, y, over = left + width / 2, top + height / 2, 4.0
        lines = {
            "left-right reflection": (x, top - over, x, top + height + over),
            "up-down reflection": (left - over, y, left + width + over, y),
            "diagonal reflection": (left, top + height, left + width, top),
            "antidiagonal reflection": (left, top, left + width, top + height),
        }
        marks: list[Mark] = []
        drawn = np.array([line for name, line in lines.items() if name in names]).reshape(-1, 4)
        if len(drawn):
            colour = [self.theme.ink]
            marks.append(Strokes(drawn, one_colour(len(drawn)), colour, 1.2, dashed=True))
        corners = {"half-turn": [(-1.0, 0.0), (0.0, -0.55), (1.0, 0.0), (0.0, 0.55)]}
        corners["quarter-turn"] = [(-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)]
        turn = "quarter-turn" if "quarter-turn" in names else "half-turn"
        if turn in names:
            shape = np.array(corners[turn])
            for reach, fill in ((5.6, self.theme.background), (4.0, self.theme.ink)):
                marks.append(Polygons([shape * reach + [x, y]], fill))
        return marks

    def _filling(self) -> list[Mark]:
        """Return the regions by winding number: warm left of the tour, cold right of it."""
        rows, columns = np.divmod(self.tour.indices.astype(np.int64), self.board.sides[1])
        found = winding.regions(np.column_stack([columns, rows]))
        most = max((abs(number) for number, _ in found), default=1)
        marks: list[Mark] = []
        for number in sorted({number for number, _ in found} - {0}):
            pole = self.theme.colours(8)[6 if number > 0 else 1]
            share = 0.16 + 0.44 * abs(number) / max(most, 2)
            outlines = [
                self.layout.points(outline[:, ::-1]) for winds, outline in found if winds == number
            ]
            marks.append(Polygons(outlines, mix(self.theme.background, pole, share)))
        return marks


def title_of(tour: Tour) -> str:
    """Return the title of the picture of a tour.

    >>> from babieca.boards import Board
    >>> title_of(Tour(Board(1, 1), "a1"))
    "Knight's tour of the 1x1 board"
    """
    assert tour.board is not None
    short, long = tour.board.leaper
    piece = "knight's" if (short, long) == (1, 2) else f"({short},{long})-leaper's"
    start = f"Closed {piece}" if tour.closed else piece.capitalize()
    return f"{start} tour of the {board_title(tour.board)}"


def describe(tour: Tour) -> str:
    """Return the picture in words: its ends and, up to 1024 squares, the grid of steps."""
    assert tour.board is not None
    first, last = (tour.board.name_of(square) for square in (tour[0], tour[-1]))
    if len(tour) == 1:
        return f"One square, {first}."
    words = f"{len(tour)} squares, from {first} to {last}" + (" and back." if tour.closed else ".")
    if len(tour) > LARGEST_GRID_IN_WORDS:
        return words
    return f"{words} Steps, row by row from the top:\n{tour}"
