"""Pictures of tours: a line whose colour changes along the path, beads, numbers, end marks.

In the picture of a plain graph, the other edges are pale lines behind the tour. With networkx, a
spring layout places the vertices of graphs of up to 300 vertices. Without networkx, and in larger
graphs, they lie on a circle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from babieca.drawing import winding
from babieca.drawing.board_pictures import LARGEST_IN_WORDS, BoardDrawing, board_title
from babieca.drawing.layout import Isometric
from babieca.drawing.marks import Discs, Floats, Integers, Mark, Polygons, Strokes, Texts, all_first
from babieca.drawing.picture import BOX, SIDE, Picture
from babieca.errors import BadInputError
from babieca.looks import MovingLook, TourLook, completed
from babieca.memory import require
from babieca.palette import Theme, ink_on, mix, readable, theme_named
from babieca.reasons import Reason
from babieca.tour import Tour
from babieca.words import spelled

LARGEST_WITH_NUMBERS = 16
MOST_COLOURS = 96
BYTES_PER_SQUARE = 320
MOST_LABELS = 120
MOST_CHORDS = 4000
MOST_SPRINGS = 300
DISC = 17.0
"""Diameter of a vertex with some space around it."""
LONGEST_LABEL = 5


@spelled
def draw_tour(tour: Tour, **look: Unpack[TourLook]) -> Picture:
    """Draw a tour. A tour of a plain graph takes only `theme` and `size`.

    >>> from babieca.boards import Board
    >>> picture = draw_tour(Tour(Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3"))
    >>> picture.title
    "Knight's tour of the 3x4 board"
    """
    chosen = completed(TourLook, look)
    if tour.board is not None:
        drawing = TourDrawing(tour, chosen)
        return drawing.picture(drawing.whole())
    if chosen != completed(TourLook, {"theme": chosen["theme"], "size": chosen["size"]}):
        raise BadInputError("graph_look")
    return _on_graph(tour, theme_named(chosen["theme"]), chosen["size"])


class TourDrawing(BoardDrawing):
    """The marks of a tour of a board, whole or in part, in a completed look."""

    def __init__(self, tour: Tour, look: MovingLook) -> None:
        assert tour.board is not None
        require(len(tour) * BYTES_PER_SQUARE, Reason("picture_of_squares", squares=len(tour)))
        self.tour, self.longest = tour, max(tour.board.sides)
        self.texts: Sequence[str] = ()
        """The texts on the squares, in the order of the tour; without them, the steps."""
        # Whole tens, so that whole pixels per square stay whole; wide enough for the end marks.
        super().__init__(tour.board, look, margin=10.0 * max(1, -(-self.longest // 60)))
        automatic = "both" if self.longest <= LARGEST_WITH_NUMBERS else "line"
        self.style = automatic if look["style"] == "auto" else look["style"]
        planar = self.board.dimensions == 2 and not any(self.board.wrap)
        if look["fill"] and not (tour.closed and planar):
            raise BadInputError("winding_needs")
        if look["arrows"] and self.style == "numbers":
            raise BadInputError("arrows_line_use_style")
        if look["orbits"] and len(tour.symmetries()) == 1:
            raise BadInputError("orbits_symmetric_tours_none")
        order = tour.indices.astype(np.int64)
        self.starts = order if tour.closed else order[:-1]
        self.stops = np.roll(order, -1) if tour.closed else order[1:]
        self.segments, self.owner = self.layout.segments(self.starts, self.stops)
        self.over_border = np.bincount(self.owner, minlength=len(self.starts)) > 1
        """Whether each move is cut at a joined border."""
        self.colours = self.theme.colours(min(MOST_COLOURS, max(len(self.starts), 1)))
        self.which = np.rint(self._ramp_shares() * (len(self.colours) - 1)).astype(np.int64)
        """The index in `colours` of every move."""
        self.has_floors = isinstance(self.layout, Isometric)
        """Whether the board is drawn floor by floor, with the path between."""
        self.line_width = 2.6 if self.longest <= 12 else 3.4 if self.squares else 6.0
        if self.style == "both":
            self.line_width = 2.2

    def _ramp_shares(self) -> Floats:
        """Return the share of the colour ramp at each move, from 0 to 1."""
        ranks = np.arange(len(self.starts), dtype=np.int64)
        if self.look["orbits"]:
            position = np.zeros(self.board.cells, dtype=np.int64)
            position[self.tour.indices] = np.arange(len(self.tour))
            for symmetry in self.tour.symmetries():
                image = symmetry.permutation(self.board.sides)
                first, second = position[image[self.starts]], position[image[self.stops]]
                earlier, later = np.minimum(first, second), np.maximum(first, second)
                ranks = np.minimum(ranks, np.where(later - earlier == 1, earlier, later))
            ranks = np.unique(ranks, return_inverse=True)[1]
        return ranks / max(int(ranks.max(initial=0)), 1)

    def picture(self, marks: list[Mark]) -> Picture:
        return self.pictured(title_of(self.tour), describe(self.tour), marks)

    def whole(self) -> list[Mark]:
        return self.ground() + self.path() + self.front() + self.ends() + self._axes()

    def ground(self) -> list[Mark]:
        marks = [] if self.has_floors else self.layout.floor(0, self.theme, squares=self.squares)
        if self.board.dimensions <= 2:
            marks += self.coordinates()
        return marks + (self._filling() if self.look["fill"] else [])

    def front(self) -> list[Mark]:
        """Return the labels that lines between layers would cross."""
        return self.coordinates() if self.board.dimensions > 2 else []

    def path(self, first: int = 0, last: int | None = None) -> list[Mark]:
        """Return the moves `first` to `last` (not included) with the squares they join."""
        last = len(self.starts) if last is None else last
        chosen = (self.owner >= first) & (self.owner < last)
        steps = np.arange(first, min(last + 1, len(self.tour)))
        if not self.has_floors:
            return self._stretch(chosen, steps)
        marks: list[Mark] = []
        assert isinstance(self.layout, Isometric)
        per_level, heights = self.layout.rows * self.layout.columns, self.layout.heights
        first_floor, last_floor = self.starts // per_level, self.stops // per_level
        lower = np.where(heights[first_floor] < heights[last_floor], first_floor, last_floor)
        levels = self.tour.indices[steps] // per_level
        for level in np.argsort(heights, kind="stable").tolist():
            marks += self.layout.floor(level, self.theme, squares=self.squares)
            marks += self._stretch(chosen & (lower[self.owner] == level), steps[levels == level])
        return marks

    def _stretch(self, chosen: NDArray[np.bool_], steps: Integers) -> list[Mark]:
        marks: list[Mark] = []
        if self.style != "numbers":
            alike = list(self.lines(chosen))
            for moves, segments, width, opacity in alike:
                which = self.which[moves]
                marks.append(Strokes(segments, which, self.colours, width, opacity))
            if self.look["arrows"]:
                marks += [self._arrows(each[1], self.which[each[0]]) for each in alike]
        return marks + self._beads(steps)

    def lines(self, chosen: NDArray[np.bool_]) -> Iterator[tuple[Integers, Floats, float, float]]:
        """Yield lines that look alike: the move of each, the segments, the width, the opacity.

        Moves between layers are thin and pale, moves over a border are thin.
        """
        owner, segments, thin = self.owner[chosen], self.segments[chosen], self.line_width * 0.6
        apart = self.layout.apart(self.starts, self.stops)[owner]
        over = self.over_border[owner] & ~apart
        if over.any() and self.board.dimensions == 2:
            segments = self._within_frame(segments, owner, thin)
        kinds = ((apart, thin, 0.45), (over, thin, 1.0), (~apart & ~over, self.line_width, 1.0))
        for part, width, opacity in kinds:
            if part.any():
                yield owner[part], segments[part], width, opacity

    def _within_frame(self, segments: Floats, owner: Integers, width: float) -> Floats:
        """Shorten the lines that a border cuts, so that their round ends touch it from inside."""
        same = owner[1:] == owner[:-1]
        offsets = segments[:, 2:] - segments[:, :2]
        lengths = np.hypot(offsets[:, 0], offsets[:, 1])[:, None]
        units = offsets / lengths
        (left, top), shortened = self.layout.corners[0], segments.copy()
        borders = [left, left + self.layout.columns * SIDE], [top, top + self.layout.rows * SIDE]
        for cut, side, sign in ((np.append(False, same), 0, 1), (np.append(same, False), 2, -1)):
            ends = segments[:, side : side + 2]
            on = [np.isclose(ends[:, at, None], borders[at]).any(axis=1) for at in (0, 1)]
            slope = np.abs(np.column_stack([np.where(on[at], units[:, at], 1.0) for at in (0, 1)]))
            by = np.minimum(width / 2 / slope.min(axis=1, keepdims=True), lengths * 0.45)
            shortened[:, side : side + 2] += np.where(cut[:, None], sign * by * units, 0.0)
        return shortened

    def _beads(self, steps: Integers) -> list[Mark]:
        """Return the numbers or texts of steps, each on a disc unless the style is numbers."""
        if self.style == "line":
            return []
        centres = self.layout.centres(self.tour.indices[steps])
        texts = [self.texts[step] if self.texts else str(step + 1) for step in steps.tolist()]
        length = max(map(len, self.texts), default=len(str(len(self.tour))))
        colour_of = self.which if len(self.which) else all_first(1)
        which = colour_of[np.minimum(steps, len(colour_of) - 1)]
        if self.style == "numbers":
            size = min(9.0, 26.0 / max(length, 2))
            inks = [readable(colour, self.theme) for colour in self.colours]
            return [Texts(centres, texts, which, inks, size, bold=True)]
        inks = [ink_on(colour) for colour in self.colours]
        size = {1: 7.5, 2: 7.0, 3: 5.2}.get(length, 15.6 / length)
        beads = Discs(centres, which, self.colours, 5.8)
        return [beads, Texts(centres, texts, which, inks, size, bold=True)]

    def _arrows(self, segments: Floats, which: Integers) -> Strokes:
        """Return a chevron on every line, its tip at 60 %: in the middle moves cross each other."""
        offsets = segments[:, 2:] - segments[:, :2]
        lengths = np.hypot(offsets[:, 0], offsets[:, 1])
        long = lengths > 0.55 * SIDE
        offsets = offsets[long] / lengths[long, None]
        tips = segments[long, :2] * 0.4 + segments[long, 2:] * 0.6
        across = np.column_stack([-offsets[:, 1], offsets[:, 0]])
        reach = self.line_width * 1.5
        left, right = (
            tips - (offsets - across * 0.6) * reach,
            tips - (offsets + across * 0.6) * reach,
        )
        chevrons = np.hstack([left, tips, tips, right]).reshape(-1, 4)
        return Strokes(chevrons, np.repeat(which[long], 2), self.colours, self.line_width * 0.75)

    def ends(self) -> list[Mark]:
        """Return a ring at the start and, on a path, a square at the end."""
        start, end = self.layout.centres(self.tour.indices[[0, -1]])
        open_end = not self.tour.closed and len(self.tour) > 1
        one, ink, background = all_first(1), self.theme.ink, self.theme.background
        marks: list[Mark] = []
        if self.style != "line":
            marks.append(Discs(start[None], one, ["none"], 7.0, ink, 1.4))
            if open_end:
                corners = end + BOX * (7.0 / (SIDE / 2))
                lines = np.hstack([corners, np.roll(corners, -1, axis=0)])
                marks.append(Strokes(lines, all_first(4), [ink], 1.4))
            return marks
        radius = max(4.2, 0.006 * max(self.layout.width, self.layout.height))
        if open_end:
            box = BOX / (SIDE / 2) * radius * 0.9
            marks.append(Polygons([end + box * 1.35], background))
            marks.append(Polygons([end + box], self.colours[-1]))
        rings = ((background, 1.35), (self.colours[0], 1.0), (background, 0.42))
        return marks + [Discs(start[None], one, [fill], radius * by) for fill, by in rings]

    def _axes(self) -> list[Mark]:
        """Return the axes of reflections, dashed, and a mark at the centre of rotations."""
        if not self.look["orbits"] or self.board.dimensions != 2:
            return []
        names = {symmetry.name for symmetry in self.tour.symmetries()}
        (left, top), over = self.layout.corners[0], 4.0
        right, foot = left + self.layout.columns * SIDE, top + self.layout.rows * SIDE
        x, y = (left + right) / 2, (top + foot) / 2
        lines = {
            "left-right reflection": (x, top - over, x, foot + over),
            "up-down reflection": (left - over, y, right + over, y),
            "diagonal reflection": (left, foot, right, top),
            "antidiagonal reflection": (left, top, right, foot),
        }
        marks: list[Mark] = []
        drawn = np.array([line for name, line in lines.items() if name in names]).reshape(-1, 4)
        if len(drawn):
            marks.append(Strokes(drawn, all_first(len(drawn)), [self.theme.ink], 1.2, dashed=True))
        shapes = {"quarter-turn": [(-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)]}
        shapes["half-turn"] = [(-1.0, 0.0), (0.0, -0.55), (1.0, 0.0), (0.0, 0.55)]
        for shape in [shapes[turn] for turn in shapes if turn in names][:1]:
            for reach, fill in ((5.6, self.theme.background), (4.0, self.theme.ink)):
                marks.append(Polygons([np.array(shape) * reach + [x, y]], fill))
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
    piece = None if (short, long) == (1, 2) else f"({short},{long})"
    code = "closed_tour_titled" if tour.closed else "tour_titled"
    if piece:
        code = "closed_leaper_titled" if tour.closed else "leaper_titled"
    return Reason(code, board=board_title(tour.board), leaper=piece)


def describe(tour: Tour) -> str:
    """Return the picture as text: its ends and, up to 1024 squares, the grid of steps."""
    assert tour.board is not None
    first, last = (tour.board.name_of(square) for square in (tour[0], tour[-1]))
    if len(tour) == 1:
        return Reason("one_square", square=first)
    code = "squares_and_back" if tour.closed else "squares_between"
    text = Reason(code, squares=len(tour), first=first, last=last)
    if len(tour) > LARGEST_IN_WORDS:
        return text
    return Reason("steps_by_row", text=text, rows=tour)


def _on_graph(tour: Tour, theme: Theme, size: int | None) -> Picture:
    """Draw the vertices in a spring layout, or in the order of the tour around a circle."""
    count = len(tour)
    few = count <= MOST_LABELS
    radius = max(60.0, count * 3.2) if few else 400.0
    positions, gap = _positions(tour, DISC / radius / 3)
    radius = max(radius, DISC / gap) if few else radius
    middle = radius + 24
    points = middle + radius * positions
    marks: list[Mark] = []
    if tour.graph.edge_count <= MOST_CHORDS:
        edges = np.array(tour.graph.edges(), dtype=np.int64).reshape(-1, 2)
        chords = points[np.argsort(tour.indices)[edges]].reshape(-1, 4)
        marks.append(Strokes(chords, all_first(len(chords)), [theme.frame], 0.9, 0.8))
    lines = np.hstack([points, np.roll(points, -1, axis=0)])[: count if tour.closed else count - 1]
    colours = theme.colours(min(MOST_COLOURS, max(count, 1)))
    which = np.linspace(0, len(colours) - 1, count).round().astype(np.int64)
    marks.append(Strokes(lines, which[: len(lines)], colours, 2.6 if few else 4))
    if few:
        marks.append(Discs(points, which, colours, 7.5))
        labels = [_short(tour.graph.labels[vertex]) for vertex in tour.indices.tolist()]
        inks = [ink_on(colour) for colour in colours]
        font = min(7.0, 21 / max(map(len, labels), default=1))
        marks.append(Texts(points, labels, which, inks, font, bold=True))
    title = Reason("closed_tour_of_graph" if tour.closed else "tour_of_graph", vertices=count)
    words_of_all = " ".join(str(label) for label in tour.squares[:1000])
    return Picture(2 * middle, 2 * middle, size, theme.background, title, words_of_all, marks)


def _positions(tour: Tour, least: float) -> tuple[Floats, float]:
    """Return the positions of the vertices in the order of the tour, at most 1 from the origin.

    The second value is their smallest distance. If a spring layout brings vertices closer than
    `least`, the vertices are on a circle.
    """
    count = len(tour)
    angles = 2 * np.pi * np.arange(count) / max(count, 1)
    circle = np.column_stack([np.sin(angles), -np.cos(angles)])
    if not 3 < count <= MOST_SPRINGS:
        return circle, 2.0
    try:
        import networkx
    except ImportError:
        return circle, 2.0
    graph = networkx.Graph(tour.graph.edges())
    order = tour.indices.tolist()
    # The springs start from the circle and, in a planar graph, from a drawing without crossings:
    # they need no random start.
    begun = [dict(zip(order, circle, strict=True))]
    if networkx.is_planar(graph):
        begun.append(networkx.planar_layout(graph))
    layouts = []
    for positions in begun:
        found = networkx.spring_layout(graph, pos=positions, seed=0, iterations=200)
        points = np.array([found[vertex] for vertex in order])
        points -= (points.min(axis=0) + points.max(axis=0)) / 2
        points /= np.hypot(points[:, 0], points[:, 1]).max()
        between = points[:, None] - points[None]
        gap = float((np.hypot(between[..., 0], between[..., 1]) + 2 * np.eye(count)).min())
        layouts.append((gap, points))
    gap, points = max(layouts, key=lambda layout: layout[0])
    return (points, gap) if gap >= least else (circle, 2.0)


def _short(label: object) -> str:
    """Shorten a label to five characters.

    >>> _short((0, 12)), _short("a1"), _short("Trafalgar")
    ('0,12', 'a1', 'Traf…')
    """
    text = ",".join(map(str, label)) if isinstance(label, tuple) else str(label)
    return text if len(text) <= LONGEST_LABEL else text[: LONGEST_LABEL - 1] + "…"
