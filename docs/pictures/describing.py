"""Draw the pictures of docs/describing.md: `python docs/pictures/describing.py`."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np

from babieca import Board, Tour, Tours, find, unrank
from babieca.drawing.board_pictures import BoardDrawing
from babieca.drawing.marks import Discs, Floats, Mark, Strokes, Texts, all_first, moved
from babieca.drawing.picture import SIDE, Picture, title_mark
from babieca.drawing.tour_pictures import TourDrawing
from babieca.looks import TourLook, completed
from babieca.measures import degrees
from babieca.palette import mix

HERE = Path(__file__).parent
TOUR = unrank(Board(6, 6), number=4232)
HEAD = 18.0
LEFT, RIGHT, THIRD, FOURTH = "#c8442f", "#1f6fb2", "#d9962b", "#3f8f5f"

Panel = tuple[str, BoardDrawing, list[Mark]]


def drawing_of(tour: Tour, **look: object) -> TourDrawing:
    """Return the drawing of a tour as a line."""
    return TourDrawing(tour, completed(TourLook, {"style": "line", **look}))


def on_board(board: Board) -> BoardDrawing:
    """Return the drawing of an empty board."""
    return BoardDrawing(board, completed(TourLook, {}))


def pale(drawing: TourDrawing) -> list[Mark]:
    """Return the board and the whole tour, in a pale colour."""
    colour = mix(drawing.theme.light_square, drawing.theme.ink, 0.35)
    which = all_first(len(drawing.segments))
    return [*drawing.ground(), Strokes(drawing.segments, which, [colour], 1.6)]


def lines(segments: Floats, colour: str, width: float = 2.6) -> Strokes:
    return Strokes(segments, all_first(len(segments)), [colour], width)


def dots(centres: Floats, colour: str, radius: float) -> Discs:
    return Discs(np.reshape(centres, (-1, 2)), all_first(np.size(centres) // 2), [colour], radius)


def text(at: tuple[float, float], words: str, colour: str, size: float = 8.0) -> Texts:
    return Texts(np.array([at]), [words], all_first(1), [colour], size, bold=True)


def save(name: str, title: str, *panels: Panel, across: int = 9, foot: float = 0.0) -> None:
    """Write panels side by side, each under its title, into docs/pictures."""
    marks: list[Mark] = []
    theme = panels[0][1].theme
    widest = max(drawing.layout.width for _, drawing, _ in panels)
    height = max(drawing.layout.height for _, drawing, _ in panels) + HEAD
    for number, (head, drawing, own) in enumerate(panels):
        x, y = number % across * widest, number // across * height
        x += (widest - drawing.layout.width) / 2
        own = [moved(mark, 0, HEAD) for mark in own]
        own.append(title_mark(drawing.layout.width, theme.ink, head))
        marks += [moved(mark, x, y) for mark in own]
    wide, high = min(across, len(panels)), -(-len(panels) // across)
    size = round(min(44.0, 900 / (wide * widest / SIDE)) * wide * widest / SIDE)
    whole = max(wide * widest, high * height + foot)
    about = "; ".join(head for head, _, _ in panels)
    picture = Picture(
        *(wide * widest, high * height + foot, round(size * whole / (wide * widest))),
        *(theme.background, title, about, marks),
    )
    picture.save(HERE / f"describing_{name}.svg")


def kinds() -> None:
    closed, path = find(Board(5, 6)), find(Board(5, 6), "open", seed=2)
    panels = [
        (f"{tour.kind}, from {tour.names[0]} to {tour.names[-1]}", drawing, drawing.whole())
        for tour in (closed, path)
        for drawing in [drawing_of(tour, arrows=True)]
    ]
    save("kind", "A closed tour and an open tour", *panels)


def symmetry() -> None:
    panels = []
    for style, tour in (
        ("Eulerian", TOUR),
        ("Bergholtian", find(Board(6, 7), symmetry="Bergholtian half-turn")),
    ):
        drawing = drawing_of(tour, orbits=True)
        panels.append((f"{style} half-turn", drawing, drawing.whole()))
    save("symmetry", "The two styles of the half-turn", *panels)


def ranks() -> None:
    panels = []
    for number, tour in enumerate(Tours(Board(5, 6)).unrank_all(range(8))):
        drawing = drawing_of(tour, labels=False)
        panels.append((f"number {number}", drawing, drawing.whole()))
    save("rank", "The closed tours of 5x6 by number", *panels, across=4)


def slopes() -> None:
    drawing = drawing_of(TOUR)
    marks = drawing.ground()
    counts = TOUR.line.slopes()
    up, right = TOUR.line.moves.T
    of_move = up / right
    left, foot = drawing.layout.corners[0][0], drawing.layout.height + HEAD
    for place, (name, colour) in enumerate(zip(counts, (LEFT, THIRD, FOURTH, RIGHT), strict=True)):
        chosen = np.isclose(of_move, {"1/2": 0.5, "2": 2, "-2": -2, "-1/2": -0.5}[name])
        marks.append(lines(drawing.segments[chosen], colour))
        at = (left + 12 + 33 * place, foot - 4 - HEAD)
        marks.append(text(at, f"{counts[name]} of {name}", colour, 6))
    save("slopes", "The moves of a tour by slope", ("slopes", drawing, marks), foot=4)


def turns() -> None:
    panels = []
    for cosine in TOUR.line.turns():
        drawing = on_board(Board(5, 5))
        drawing.labels = False
        first = np.array([1, 2])
        choices = [move for move in Board(5, 5).moves() if np.dot(move, first) == cosine * 5]
        second = np.array(max(choices, key=lambda move: 2 * move[0] - move[1]))  # to the left
        middle = np.array([2.0, 2.0])
        points = drawing.layout.points(np.array([middle - first, middle, middle + second]))
        onward = drawing.layout.points(np.array([middle, middle + first]))
        dashed = Strokes(
            onward.reshape(1, 4), all_first(1), [drawing.theme.faint], 1.2, dashed=True
        )
        marks: list[Mark] = [
            *drawing.layout.floor(0, drawing.theme, squares=True),
            dashed,
            lines(np.array([[*points[0], *points[1]]]), RIGHT),
            lines(np.array([[*points[1], *points[2]]]), LEFT),
            dots(points[1], drawing.theme.ink, 3.0),
        ]
        panels.append((f"{degrees(cosine):.2f}°, cosine {cosine}", drawing, marks))
    save("turns", "The six turns of a knight", *panels, across=3)


def runs() -> None:
    drawing = drawing_of(TOUR)
    moves = TOUR.line.moves
    same = (moves == np.roll(moves, -1, axis=0)).all(axis=1)
    chosen = same | np.roll(same, 1)
    marks = [*pale(drawing), lines(drawing.segments[chosen], LEFT, 3.2)]
    save("runs", "The straight runs of a tour", ("2 straight runs of 2 moves", drawing, marks))


def crossings() -> None:
    drawing = drawing_of(TOUR)
    points = []
    for one, other in itertools.combinations(drawing.segments, 2):
        start, along = one[:2], one[2:] - one[:2]
        across, apart = other[2:] - other[:2], other[:2] - one[:2]
        size = along[0] * across[1] - along[1] * across[0]
        if abs(size) > 1e-9:
            here = (apart[0] * across[1] - apart[1] * across[0]) / size
            there = (apart[0] * along[1] - apart[1] * along[0]) / size
            if 1e-9 < here < 1 - 1e-9 and 1e-9 < there < 1 - 1e-9:
                points.append(start + here * along)
    assert len(points) == TOUR.crossings()
    marks = [*pale(drawing), dots(np.array(points), LEFT, 2.2)]
    save("crossings", "The crossings of a tour", (f"{len(points)} crossings", drawing, marks))


def turning() -> None:
    drawing = drawing_of(TOUR, arrows=True)
    moves = TOUR.line.moves
    after = np.roll(moves, -1, axis=0)
    bend = moves[:, 1] * after[:, 0] - moves[:, 0] * after[:, 1]
    centres = np.roll(drawing.layout.centres(TOUR.indices), -1, axis=0)
    ink = [mix(drawing.theme.light_square, drawing.theme.ink, 0.45)]
    arrows = Strokes(drawing.segments, all_first(len(bend)), ink, 1.6)
    chevrons = drawing._arrows(drawing.segments, all_first(len(bend)))
    marks: list[Mark] = [*drawing.ground(), arrows]
    marks.append(Strokes(chevrons.segments, all_first(len(chevrons.segments)), ink, 1.8))
    marks += [dots(centres[bend > 0], LEFT, 4.5), dots(centres[bend < 0], RIGHT, 4.5)]
    marks.append(dots(centres[bend == 0], drawing.theme.ink, 2.5))
    head = (
        f"{np.sum(bend > 0)} turns left, {np.sum(bend < 0)} right: {TOUR.line.turning()} full turns"
    )
    save("turning", "Left and right turns of a tour", (head, drawing, marks))


def winding() -> None:
    drawing = drawing_of(TOUR)
    centre = drawing.layout.points(np.array([[2.5, 2.5]]))[0]
    end = drawing.layout.corners[0][0] + 6 * SIDE + 4
    marks = [*pale(drawing), lines(np.array([[*centre, end, centre[1]]]), drawing.theme.ink, 1.6)]
    for x1, y1, x2, y2 in drawing.segments.tolist():
        if (y1 > centre[1]) == (y2 > centre[1]):
            continue
        x = x1 + (centre[1] - y1) / (y2 - y1) * (x2 - x1)
        if x > centre[0]:
            colour = LEFT if y2 < y1 else RIGHT
            marks += [
                lines(np.array([[x1, y1, x2, y2]]), colour, 2.4),
                dots([x, centre[1]], colour, 3),
            ]
    marks.append(dots(centre, drawing.theme.ink, 4.0))
    head = f"{TOUR.line.winding()} times around the centre"
    save("winding", "How often a tour goes around the centre", (head, drawing, marks))


def sums() -> None:
    tour = find(Board(8, 8), "path", magic="semi", seed=2)
    told = tour.describe()
    drawing = drawing_of(tour, style="numbers", labels=False)
    layout = drawing.layout
    left, top = layout.corners[0]
    layout.width += 22
    marks = drawing.ground() + drawing.path()
    assert told.rows
    assert told.columns
    assert told.diagonals
    for at in range(8):
        row, column = top + (7.5 - at) * SIDE, left + (at + 0.5) * SIDE
        marks.append(text((left + 8 * SIDE + 14, row), str(told.rows[at]), LEFT, 7))
        marks.append(text((column, top + 8 * SIDE + 9), str(told.columns[at]), LEFT, 7))
    edge = left + 8 * SIDE + 14
    marks.append(text((edge, top - 5), str(told.diagonals[0]), RIGHT, 7))
    marks.append(text((edge, top + 8 * SIDE + 9), str(told.diagonals[1]), RIGHT, 7))
    save("sums", "A semimagic tour with its sums", ("a semimagic path", drawing, marks), foot=6)


def classes() -> None:
    board = Board(8, 8)
    first = {name: name.split("-") for name in (find(board).describe().move_classes or {})}
    panels: list[Panel] = []
    drawing = on_board(board)
    ends = [
        drawing.layout.centres(np.array([*map(board.index, pair)])).ravel()
        for pair in first.values()
    ]
    colours = drawing.theme.colours(len(ends))
    ground = [*drawing.layout.floor(0, drawing.theme, squares=True), *drawing.coordinates()]
    strokes = Strokes(np.array(ends), np.arange(len(ends)), colours, 2.4)
    panels.append((f"the first moves of the {len(ends)} classes", drawing, [*ground, strokes]))
    images = {
        tuple(
            sorted(
                int(symmetry.permutation(board.sides)[board.index(end)]) for end in first["c1-e2"]
            )
        )
        for symmetry in board.symmetries()
    }
    whole = np.array([drawing.layout.centres(np.array(pair)).ravel() for pair in images])
    panels.append(("the class of c1-e2", drawing, [*ground, lines(whole, LEFT)]))
    save("classes", "Classes of moves of the chessboard", *panels)


def main() -> None:
    """Write every picture next to this file."""
    for draw in (kinds, symmetry, ranks, slopes, turns, runs, crossings, turning, winding, sums):
        draw()
    classes()


if __name__ == "__main__":
    main()
