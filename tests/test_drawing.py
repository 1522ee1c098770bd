"""Pictures: snapshots of SVG and text, properties of pixels, laws of the geometry.

`python -m tests.test_drawing` rewrites the snapshots; look at them before you commit them.
"""

import functools
import inspect
import io
import itertools
import re
import sys
import xml.etree.ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from babieca import BadInputError, Board, Graph, Symmetry, Tour, drawing, find, formats
from babieca.drawing import (
    THEMES,
    animation,
    draw_board,
    draw_degrees,
    draw_frontier,
    draw_sheet,
    draw_tour,
    draw_usage,
    draw_values,
    raster,
    winding,
)
from babieca.drawing.__main__ import sample_tour
from babieca.drawing.animation import animate, moves_per_frame
from babieca.drawing.layout import Isometric, Layout
from babieca.drawing.marks import Discs, Polygons, Strokes, Texts
from babieca.drawing.picture import SIDE
from babieca.drawing.text import (
    COLOURS,
    TRUE_COLOUR,
    colours_of,
    draw_board_text,
    draw_degrees_text,
    draw_text,
    ground,
    ink,
)
from babieca.drawing.tour_pictures import TourDrawing
from babieca.drawing.vectors import polylines
from babieca.looks import TourLook, View, completed
from babieca.palette import from_hex, ink_on, lab_from_rgb, rgb_from_lab
from tests import DATA

SMALL = Tour(Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3")
TORUS = Tour(Board(3, 3, wrap=True), "a1 b3 c2 a3 b2 c1 a2 b1 c3")
HOLED = Tour(Board(3, 3, holes=["b2"]), "a1 b3 c1 a2 c3 b1 a3 c2")
LAYERED = Tour(
    Board(2, 3, 4),
    [4, 18, 20, 0, 6, 16, 14, 10, 3, 23, 17, 7, 9, 13, 19, 5, 11, 15, 1, 21, 12, 8, 22, 2],
)
SYMMETRIC = sample_tour()
OLD = formats.load(DATA / "grid_vazquez_largo.txt")[0]


@functools.cache
def snapshots() -> dict[str, str]:
    return {
        "both.svg": SMALL.svg(),
        "line.svg": draw_tour(SYMMETRIC, style="line", orbits=True, fill=True).svg(),
        "numbers.svg": draw_tour(HOLED, style="numbers", theme="print").svg(),
        "torus.svg": draw_tour(TORUS, arrows=True, theme="night").svg(),
        "layers.svg": draw_tour(LAYERED).svg(),
        "isometric.svg": draw_tour(LAYERED, view="isometric").svg(),
        "moving.svg": animate(SMALL, "svg", speed=4).decode(),
        "board.svg": draw_board(Board(4, 5, holes=["c2"])).svg(),
        "joined.svg": draw_board(Board(3, 4, wrap="all"), theme="night").svg(),
        "sheet.svg": draw_sheet([SMALL, HOLED, SMALL], title="Three").svg(),
        "degrees.svg": draw_degrees(Board(5, 5)).svg(),
        "frontier.svg": draw_frontier(Board(4, 5), range(20), 7).svg(),
        "numbers.txt": draw_text(OLD),
        "plain.txt": draw_text(OLD, unicode=False),
        "colour.txt": draw_text(SMALL, colours=TRUE_COLOUR),
        "line.txt": draw_text(OLD, style="line"),
        "line_colour.txt": draw_text(SMALL, style="line", colours=TRUE_COLOUR),
        "map.txt": draw_text(OLD, style="map"),
        "board.txt": draw_board_text(Board(4, 5, holes=["c2"])),
        "degrees.txt": draw_degrees_text(Board(4, 5, holes=["c2"])),
        "degrees_colour.txt": draw_degrees_text(Board(4, 5, holes=["c2"]), colours=TRUE_COLOUR),
        "layers.txt": draw_text(LAYERED),
    }


@pytest.mark.parametrize("name", snapshots())
def test_snapshot(name: str) -> None:
    assert snapshots()[name] == (DATA / f"drawing_{name}").read_text(encoding="utf-8")


# SVG ------------------------------------------------------------------------------------------


def lines_of(svg: str) -> list[tuple[float, float, float, float, str]]:
    """Return the stroked lines of an SVG, each as two points and a colour."""
    found = []
    for group in xml.etree.ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}g"):
        if not group.get("stroke-width") or group.get("fill") != "none":
            continue
        for path in group:
            for line in re.findall(r"M[^M]*", path.get("d", "")):
                numbers = [float(word) for word in re.findall(r"-?[0-9]*\.?[0-9]+", line)]
                x, y = numbers[:2]
                for by_x, by_y in zip(numbers[2::2], numbers[3::2], strict=True):
                    found.append((x, y, x + by_x, y + by_y, path.get("stroke", "")))
                    x, y = x + by_x, y + by_y
    return found


def moves_of(svg: str, board: Board) -> list[tuple[frozenset[int], str]]:
    """Return the drawn moves as unordered pairs of indices with their colours."""
    centres = Layout(board, margin=10, label_margin=10).centres(np.arange(board.cells))
    index = {(round(x), round(y)): at for at, (x, y) in enumerate(centres.tolist())}
    return [
        (frozenset([index[round(x), round(y)], index[round(to_x), round(to_y)]]), colour)
        for x, y, to_x, to_y, colour in lines_of(svg)
    ]


@functools.cache
def closed(rows: int, columns: int) -> Tour:
    return find(Board(rows, columns))


tours = st.builds(
    lambda size, turns, start: closed(*size).rotated(turns).starting_at(start),
    st.sampled_from([(5, 6), (6, 6), (8, 8), (6, 8)]),
    st.integers(0, 3),
    st.integers(0, 29),
)


@given(tours)
def test_the_moves_can_be_read_back_from_the_picture(tour: Tour) -> None:
    assert tour.board is not None
    svg = tour.svg(style="line")
    indices = tour.indices.tolist()
    moves = [frozenset(pair) for pair in zip(indices, indices[1:] + indices[:1], strict=True)]
    assert [move for move, _ in moves_of(svg, tour.board)] == moves


def test_svg_is_accessible_and_small() -> None:
    root = xml.etree.ElementTree.fromstring(OLD.svg())
    texts = {element.tag.split("}")[1]: element.text or "" for element in root}
    assert root.get("role") == "img"
    assert texts["title"] == "Closed knight's tour of the 8x8 board"
    assert str(OLD) in texts["desc"]
    assert len(OLD.svg()) < 12_000
    large = find(Board(100, 100))
    assert len(large.svg()) < 100_000
    assert len(xml.etree.ElementTree.fromstring(large.svg()).findall(".//{*}text")) == 0


def test_graphs_are_laid_out_by_their_edges(monkeypatch: pytest.MonkeyPatch) -> None:
    ladder = Graph.from_edges(
        [((side, at), (side, at + 1)) for side in (0, 1) for at in range(9)]
        + [((0, at), (1, at)) for at in range(10)]
    )
    tour = Tour(ladder, [(0, at) for at in range(10)] + [(1, at) for at in range(9, -1, -1)])

    def widest() -> float:
        (points,) = [m.centres for m in draw_tour(tour).marks if isinstance(m, Discs)]
        sizes = np.linalg.svd(points - points.mean(axis=0), compute_uv=False)
        return float(sizes[0] / sizes[1])

    assert widest() > 2
    (discs,) = [mark for mark in draw_tour(tour).marks if isinstance(mark, Discs)]
    for first, second in itertools.combinations(discs.centres, 2):
        assert np.hypot(*(first - second)) > 2 * discs.radius
    monkeypatch.setitem(sys.modules, "networkx", None)
    assert widest() == pytest.approx(1)


def test_labels_of_graphs_are_escaped() -> None:
    triangle = Graph.from_edges([("<a&", "b"), ("b", "c"), ("c", "<a&")])
    svg = Tour(triangle, ["<a&", "b", "c"]).svg()
    assert "&lt;a&amp;" in svg
    assert xml.etree.ElementTree.fromstring(svg).find("{*}title") is not None


def test_symmetric_moves_share_a_colour() -> None:
    board = SYMMETRIC.board
    assert board is not None
    drawn = set(moves_of(SYMMETRIC.svg(style="line", orbits=True), board))
    turn = Symmetry.named("quarter-turn").permutation(board.sides)
    assert {(frozenset(turn[list(move)].tolist()), colour) for move, colour in drawn} == drawn
    plain = set(moves_of(SYMMETRIC.svg(style="line"), board))
    assert {(frozenset(turn[list(move)].tolist()), colour) for move, colour in plain} != plain


# Geometry -------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", [Board(6, 6, wrap=True), Board(5, 6, wrap=(False, True))])
def test_wrapped_moves_keep_their_length_and_stay_on_the_board(board: Board) -> None:
    drawing = TourDrawing(
        find(board, "path", method="warnsdorff", seed=1), completed(TourLook, {"style": "line"})
    )
    pieces = drawing.segments
    lengths = np.hypot(*(pieces[:, 2:] - pieces[:, :2]).T)
    whole = np.bincount(drawing.owner, lengths, minlength=len(drawing.starts))
    assert whole == pytest.approx(np.full(len(whole), SIDE * 5**0.5))
    assert len(pieces) > len(drawing.starts)
    (left, top), layout = drawing.layout.corners[0], drawing.layout
    xs, ys = pieces[:, [0, 2]], pieces[:, [1, 3]]
    assert xs.min() >= left - 1e-9
    assert xs.max() <= left + layout.columns * SIDE + 1e-9
    assert ys.min() >= top - 1e-9
    assert ys.max() <= top + layout.rows * SIDE + 1e-9


@pytest.mark.parametrize("wrap", ["torus", "cylinder"])
def test_lines_over_a_border_end_inside_the_frame(wrap: str) -> None:
    tour = find(Board(12, 12, wrap=wrap), "path", method="warnsdorff", seed=2)
    drawing = TourDrawing(tour, completed(TourLook, {"style": "line"}))
    thin, thick = [mark for mark in drawing.path() if isinstance(mark, Strokes)]
    assert thin.width < thick.width
    (left, top), layout = drawing.layout.corners[0], drawing.layout
    points = thin.segments.reshape(-1, 2) - [left, top]
    reach = thin.width / 2 - 1e-9
    assert points.min() >= reach
    assert (points <= np.array([layout.columns, layout.rows]) * SIDE - reach).all()
    # Each end that was cut touches the border that cut it.
    cut = np.flatnonzero(drawing.over_border[drawing.owner])
    whole = drawing.segments[cut]
    moved_ends = np.hypot(*(whole - thin.segments).reshape(-1, 2).T) > 1e-9
    gaps = np.minimum(points, np.array([layout.columns, layout.rows]) * SIDE - points).min(axis=1)
    lengths = np.repeat(np.hypot(*(whole[:, 2:] - whole[:, :2]).T), 2)
    assert gaps[moved_ends & (lengths > SIDE / 2)] == pytest.approx(thin.width / 2)
    assert moved_ends.sum() == 2 * (len(cut) - drawing.over_border.sum())


@given(tours)
def test_winding_times_area_is_the_area_of_the_tour(tour: Tour) -> None:
    corners = np.array(list(tour.squares))[:, ::-1]

    def doubled_area(outline: np.ndarray) -> float:
        following = np.roll(outline, -1, axis=0)
        return float((outline[:, 0] * following[:, 1] - outline[:, 1] * following[:, 0]).sum())

    parts = sum(number * doubled_area(outline) for number, outline in winding.regions(corners))
    assert parts == pytest.approx(doubled_area(corners))


def test_winding_of_lines_that_run_along_each_other() -> None:
    there_and_back = np.array([[0, 0], [4, 0], [4, 2], [2, 2], [2, 0], [6, 0], [6, 4], [0, 4]])
    numbers = sorted(number for number, _ in winding.regions(there_and_back))
    assert numbers == [1, 2]


def test_every_number_of_dimensions_is_drawn() -> None:
    line = Tour(Board(5, leaper=(0, 1)), np.arange(5))
    four = find(Board(2, 2, 3, 4), "path", seed=1)
    assert len(lines_of(line.svg(style="line"))) == 4
    assert len(lines_of(four.svg(style="line"))) == 47
    for style in ("line", "numbers", "both"):
        alone = draw_tour(Tour(Board(1, 1), "a1"), style=style, arrows=style != "numbers")
        assert lines_of(alone.svg()) == []
        assert pixels_of(alone.png()).std() > 1
    for board in (Board(3), Board(3, 4), Board(2, 3, 4), Board(2, 2, 2, 2)):
        assert "<title>" in (board._repr_svg_() or "")
    assert Board(1000, 1000)._repr_svg_() is None


def test_arrow_heads_are_at_60_percent_of_a_move() -> None:
    drawing = TourDrawing(SMALL, completed(TourLook, {"style": "line", "arrows": True}))
    *_, chevrons = (mark for mark in drawing.path() if isinstance(mark, Strokes))
    starts, ends = drawing.segments[:, :2], drawing.segments[:, 2:]
    assert chevrons.segments[::2, 2:] == pytest.approx(starts + (ends - starts) * 0.6)


def test_colour_bars_have_no_gaps_between_their_shades() -> None:
    picture = draw_degrees(Board(5, 5), theme="night", size=333)
    shades = [mark for mark in picture.marks if isinstance(mark, Polygons)][-64:]
    boxes = [(mark.outlines[0].min(axis=0), mark.outlines[0].max(axis=0)) for mark in shades]
    for (above, _), (below, _) in itertools.pairwise(boxes):
        assert above[1] < below[1]
    assert len({end[1] for _, end in boxes}) == 1


def test_heat_maps_show_their_title_and_write_numbers_alike() -> None:
    values = {"a1": 5, "b1": 9862, "a2": 620_000, "b2": 0}
    svg = draw_values(Board(2, 2), values, title="Tours <all>").svg()
    words = [text.text for text in xml.etree.ElementTree.fromstring(svg).findall(".//{*}text")]
    assert words == ["5", "9 862", "620 000", "0", *"ab12", "620 000", "0", "Tours <all>"]
    large = draw_values(Board(1, 3), [7, 1e9, 0]).marks
    assert next(mark.texts for mark in large if isinstance(mark, Texts)) == ["7.0e0", "1.0e9", "0"]
    usage = draw_usage(Board(3, 4), {("a1", "b3"): 1, ("a1", "c2"): 2500}).svg()
    assert all(
        f">{word}</text>" in usage for word in ("2 500", "1", "Use of moves on the 3x4 board")
    )


def test_holes_are_hatched_and_odd_shapes_outlined() -> None:
    def strokes(board: Board) -> list[Strokes]:
        return [mark for mark in draw_board(board).marks if isinstance(mark, Strokes)]

    hatching, outline = strokes(Board(5, 5, holes=["c3"]))
    assert len(hatching.segments) == 3
    assert len(outline.segments) == 5 * 4 + 4
    (outline,) = strokes(Board(5, 5, holes=["a1", "b1", "e5"]))
    assert len(outline.segments) == 5 * 4
    corner = outline.segments.reshape(-1, 2) == [20, 110]
    assert not corner.all(axis=1).any()
    assert strokes(Board(5, 5)) == []


def test_cubes_are_grids_of_labelled_layers() -> None:
    board = Board(8, 8, 8)
    layout = Layout(board, margin=10, label_margin=10)
    assert layout.width / layout.height < 2.2
    boxes = np.array(layout.corners)
    assert len({(x, y) for x, y in layout.corners}) == 8
    assert (boxes + 8 * SIDE <= [layout.width, layout.height]).all()
    texts = next(mark for mark in draw_board(board).marks if isinstance(mark, Texts))
    at = dict(zip(texts.texts, texts.centres.tolist(), strict=True))
    places = [at[f"layer {layer}"] for layer in range(8)]
    assert places == sorted(places, key=lambda place: (place[1], place[0]))
    for layer, (x, y) in enumerate(places):
        middle = layout.centres(np.array([layer * 64 + 59]))[0]
        assert abs(x - middle[0]) <= SIDE / 2 + 1e-9
        assert 0 < middle[1] - y < SIDE
    assert texts.texts.count("7") == 16


@pytest.mark.parametrize("sides", [(4, 4, 4), (8, 8, 8), (3, 8, 8), (12, 5, 5), (2, 9, 9)])
@pytest.mark.parametrize("view", ["layers", "isometric"])
def test_three_dimensions_are_nearly_square(sides: tuple[int, ...], view: View) -> None:
    board = Board(*sides)
    made = Layout(board, margin=10) if view == "layers" else Isometric(board, margin=10)
    assert 1 / 2.1 < made.width / made.height < 2.1
    centres = made.centres(np.arange(board.cells))
    assert (centres > 10).all()
    assert (centres < [made.width - 10, made.height - 10]).all()
    floors = centres.reshape(sides[0], -1, 2)
    for one, two in itertools.combinations(floors, 2):
        apart = (one.max(axis=0) < two.min(axis=0)) | (two.max(axis=0) < one.min(axis=0))
        assert apart.any()


@pytest.mark.parametrize("view", ["layers", "isometric"])
def test_labels_of_layers_are_above_the_lines(view: View) -> None:
    *_, boxes, texts, ring = draw_tour(LAYERED, view=view).marks
    assert isinstance(boxes, Polygons)
    assert isinstance(texts, Texts)
    assert texts.texts[-2:] == ["layer 0", "layer 1"]
    for box, centre in zip(boxes.outlines, texts.centres, strict=True):
        assert box.mean(axis=0) == pytest.approx(centre)
        assert np.ptp(box, axis=0)[1] > texts.size
    assert isinstance(ring, Discs)


# Colours --------------------------------------------------------------------------------------

# How protanopes and deuteranopes see linear RGB (Viénot, Brettel, Mollon 1999).
BLIND = {
    "protan": [[0.11238, 0.88762, 0.0], [0.11238, 0.88762, 0.0], [0.00401, -0.00401, 1.0]],
    "deutan": [[0.29275, 0.70725, 0.0], [0.29275, 0.70725, 0.0], [-0.02234, 0.02234, 1.0]],
}


def linear(rgb: np.ndarray) -> np.ndarray:
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def contrast(first: np.ndarray, second: np.ndarray) -> float:
    dark, light = sorted(float(linear(rgb) @ [0.2126, 0.7152, 0.0722]) for rgb in (first, second))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_ramps_are_even_monotone_and_visible_to_all(theme) -> None:  # type: ignore[no-untyped-def]
    for ramp in (theme.ramp, theme.heat):
        assert ramp.min() > -0.005
        assert ramp.max() < 1.005
        lab = lab_from_rgb(np.clip(ramp, 0, 1))
        steps = np.linalg.norm(np.diff(lab, axis=0), axis=1)
        assert steps.max() < 1.3 * steps.mean()
        lightness = np.diff(lab[:, 0])
        assert (lightness > 0).all() or (lightness < 0).all()
        for matrix in BLIND.values():
            seen = np.clip(linear(ramp) @ np.array(matrix).T, 0, 1)
            seen = np.where(seen <= 0.0031308, seen * 12.92, 1.055 * seen ** (1 / 2.4) - 0.055)
            seen_lab = lab_from_rgb(seen)
            assert np.linalg.norm(seen_lab[32:] - seen_lab[:-32], axis=1).min() > 0.02
    for square in (theme.light_square, theme.dark_square):
        assert min(contrast(colour, from_hex(square)) for colour in theme.ramp) > 2.5


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_numbers_are_readable(theme) -> None:  # type: ignore[no-untyped-def]
    squares = [from_hex(colour) for colour in (theme.light_square, theme.dark_square)]
    numbers = draw_tour(OLD, style="numbers", theme=theme)
    inks = [ink for mark in numbers.marks[-2:] if isinstance(mark, Texts) for ink in mark.colours]
    assert len(inks) == 64
    assert min(contrast(from_hex(ink), square) for ink in inks for square in squares) >= 4.5
    for ramp in (theme.colours(96), theme.heat_colours(64)):
        assert min(contrast(from_hex(ink_on(bead)), from_hex(bead)) for bead in ramp) > 4
    labels = from_hex(theme.faint)
    assert contrast(labels, from_hex(theme.background)) >= 4.5


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_rarest_moves_are_visible(theme) -> None:  # type: ignore[no-untyped-def]
    picture = draw_usage(Board(5, 5), {("a1", "b3"): 1, ("b3", "d4"): 1000}, theme=theme)
    lines = [mark for mark in picture.marks if isinstance(mark, Strokes)]
    for mark in lines:
        colour = from_hex(mark.colours[int(mark.which[0])])
        for square in (theme.light_square, theme.dark_square):
            assert contrast(colour, from_hex(square)) > 1.6
        assert mark.width * picture.dots / picture.width > 3
    assert len(lines) == 2


@given(st.tuples(*[st.floats(0, 1)] * 3))
def test_colours_survive_the_way_through_oklab(rgb: tuple[float, ...]) -> None:
    assert rgb_from_lab(lab_from_rgb(np.array(rgb))) == pytest.approx(rgb, abs=1e-4)


# Pixels ---------------------------------------------------------------------------------------


def pixels_of(data: bytes) -> np.ndarray:
    return np.array(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)


def share_near(pixels: np.ndarray, colour: str, within: int = 12) -> float:
    away = np.abs(pixels - np.rint(from_hex(colour) * 255)).max(axis=2)
    return float((away <= within).mean())


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_png_has_its_size_its_colours_and_both_ends(theme) -> None:  # type: ignore[no-untyped-def]
    picture = draw_tour(OLD, theme=theme, size=500)
    pixels = pixels_of(picture.png())
    assert pixels.shape == (500, 500, 3)
    for colour in theme.colours(9):
        assert share_near(pixels, colour) > 0.002, colour
    for colour in (theme.background, theme.dark_square, theme.ink):
        assert share_near(pixels, colour) > 0.0005, colour


@pytest.mark.parametrize(
    "picture",
    [
        draw_tour(LAYERED, view="isometric", size=300),
        draw_tour(SYMMETRIC, orbits=True, fill=True, arrows=True, size=300),
        draw_degrees(Board(4, 4, 4), size=300),
        draw_usage(Board(5, 5), {("a1", "b3"): 1, ("b3", "d4"): 5}, size=300),
        draw_values(Board(4, 5, holes=["b2"]), np.arange(19) / 7, size=300),
    ],
    ids=lambda picture: picture.title,
)
def test_every_kind_of_picture_has_pixels_and_a_page(picture) -> None:  # type: ignore[no-untyped-def]
    pixels = pixels_of(picture.png())
    assert max(pixels.shape) == 300
    assert pixels.std() > 5
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 50
    pdf = picture.pdf()
    assert pdf.startswith(b"%PDF-1.4")
    start = int(pdf.split(b"startxref\n")[1].split()[0])
    assert pdf[start : start + 4] == b"xref"
    for number, offset in enumerate(re.findall(rb"^([0-9]{10}) 00000 n", pdf, re.MULTILINE), 1):
        assert pdf[int(offset) :].startswith(b"%d 0 obj" % number)


@pytest.mark.parametrize("sides", [(3, 4), (8, 8), (5, 40), (100, 100), (4, 4, 4)])
def test_pixels_are_about_1200_by_default(sides: tuple[int, ...]) -> None:
    assert 1150 <= max(pixels_of(draw_board(Board(*sides)).png()).shape) <= 1250


def test_long_animations_are_smaller_unless_a_size_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def longer(size: int | None) -> int:
        return max(Image.open(io.BytesIO(animate(SMALL, "gif", size=size))).size)

    assert longer(None) >= 1150
    monkeypatch.setattr(animation, "MOST_PIXELS", 12 * 500 * 400)
    assert 400 <= longer(None) <= 600
    with pytest.raises(BadInputError, match="too large an animation"):
        longer(1200)


def test_stamped_lines_look_like_drawn_ones() -> None:
    picture = draw_tour(find(Board(30, 30)), style="line", size=620)
    drawn = pixels_of(picture.png())
    stamped = np.empty_like(drawn, dtype=np.uint8)
    stamped[...] = drawn[0, 0]
    for mark in picture.marks:
        if hasattr(mark, "segments"):
            ramp = np.array([from_hex(colour) for colour in mark.colours])
            raster.stamp(stamped, mark.segments * 1.0, mark.which, ramp, mark.width)
    inked = np.abs(drawn - drawn[0, 0]).sum(axis=2) > 150
    stamped_ink = np.abs(stamped.astype(int) - drawn[0, 0]).sum(axis=2) > 150
    assert (inked == stamped_ink).mean() > 0.95


def test_large_boards_as_pixels() -> None:
    tour = find(Board(400, 400))
    pixels = pixels_of(draw_tour(tour).png())
    assert pixels.shape[0] == pixels.shape[1] > 1200
    assert 0.3 < (np.abs(pixels - 255).max(axis=2) > 60).mean() < 0.95
    squares_smaller_than_pixels = pixels_of(draw_tour(tour, size=300).png())
    assert (np.abs(squares_smaller_than_pixels - 255).max(axis=2) > 60).mean() > 0.85


# Animation ------------------------------------------------------------------------------------


@pytest.mark.parametrize("format", ["gif", "webp"])
@pytest.mark.parametrize(("speed", "frames"), [(5, 65), (60, 23)])
def test_frames(format: str, speed: float, frames: int) -> None:
    image = Image.open(io.BytesIO(animate(OLD, format, speed=speed, size=200)))
    assert image.size == (200, 200)
    assert getattr(image, "n_frames", 1) == frames == -(-64 // moves_per_frame(speed)) + 1
    inked = []
    for frame in (1, frames // 2, frames - 1, 0):
        image.seek(frame)
        dark = np.array(image.convert("L")) < 150
        inked.append(int(dark.sum()))
    assert inked == sorted(set(inked))  # the first frame is the whole tour


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_squares_of_a_gif_have_the_colours_of_the_theme(theme) -> None:  # type: ignore[no-untyped-def]
    image = Image.open(io.BytesIO(animate(SYMMETRIC, "gif", size=280, theme=theme)))
    image.seek(1)
    pixels = np.array(image.convert("RGB"))
    layout = Layout(SYMMETRIC.board, margin=10, label_margin=10)  # type: ignore[arg-type]
    centres = (layout.centres(np.arange(36)) * 280 / layout.width).astype(int)
    for index, (x, y) in enumerate(centres.tolist()):
        if index != SYMMETRIC.indices[0]:
            row, column = divmod(index, 6)
            square = theme.light_square if (row + column) % 2 else theme.dark_square
            assert pixels[y, x].tolist() == np.rint(from_hex(square) * 255).tolist()
    assert pixels[1, 1].tolist() == np.rint(from_hex(theme.background) * 255).tolist()


def test_webp_is_smaller_than_gif() -> None:
    sizes = [len(animate(SYMMETRIC, format, size=280)) for format in ("webp", "gif")]
    assert sizes[0] < sizes[1]


@pytest.mark.parametrize("view", ["layers", "isometric"])
def test_a_knight_is_at_the_head_of_frames(view: View) -> None:
    image = Image.open(io.BytesIO(animate(LAYERED, "webp", view=view, size=800, theme="print")))
    drawing = TourDrawing(LAYERED, completed(TourLook, {"view": view}))
    places = drawing.layout.centres(LAYERED.indices) * 800 / drawing.layout.width
    for frame in (0, 3, 9):
        image.seek(frame + 1)  # after the whole tour
        dark = np.array(image.convert("L")) < 30
        near = [
            (slice(int(y) - 12, int(y) + 12), slice(int(x) - 12, int(x) + 12)) for x, y in places
        ]
        shares = [float(dark[box].mean()) for box in near]
        assert shares[frame] == max(shares[frame:]) > 0.4


def test_marks_that_do_not_stay_leave_no_trace() -> None:
    drawing = TourDrawing(SMALL, completed(TourLook, {"size": 300}))
    canvas = raster.Canvas(drawing.picture([]))
    canvas.draw(drawing.ground() + drawing.path())
    before = canvas.image()
    assert canvas.image_with(drawing.ends()) != before
    assert canvas.image() == before


def test_speed_is_duration() -> None:
    slow, fast = (
        Image.open(io.BytesIO(animate(SMALL, "gif", speed=speed, size=100))) for speed in (2, 10)
    )
    assert (slow.info["duration"], fast.info["duration"]) == (2500, 2100)
    slow.seek(1)
    fast.seek(1)
    assert (slow.info["duration"], fast.info["duration"]) == (500, 100)


def test_isometric_views_move_too() -> None:
    data = animate(LAYERED, "gif", speed=10, view="isometric", size=200)
    assert getattr(Image.open(io.BytesIO(data)), "n_frames", 1) == len(LAYERED) + LAYERED.closed


def test_moving_svg_draws_every_move_in_turn() -> None:
    svg = animate(SMALL, "svg", speed=4).decode()
    root = xml.etree.ElementTree.fromstring(svg)
    delays = [path.get("style") for path in root.findall(".//{*}path") if path.get("class") == "m"]
    assert delays == [f"animation-delay:{step / 4:g}s".replace(":0.", ":.") for step in range(11)]
    assert "prefers-reduced-motion" in svg
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize(("tour", "opacity"), [(TORUS, None), (LAYERED, "0.45")])
def test_moving_svg_has_the_lines_of_the_picture(tour: Tour, opacity: str | None) -> None:
    root = xml.etree.ElementTree.fromstring(animate(tour, "svg"))
    moving = [path for path in root.findall(".//{*}path") if path.get("class") == "m"]
    thin = [path for path in moving if path.get("stroke-width") == "1.32"]
    assert 0 < len(thin) < len(moving)
    assert {path.get("stroke-opacity") for path in thin} == {opacity}
    still = draw_tour(tour, style="both")
    lines = [mark.segments for mark in still.marks if isinstance(mark, Strokes)]
    ends = [path.get("d") for path in moving]
    assert sorted(ends) == sorted(polylines(line[None]) for line in np.concatenate(lines))


# Text -----------------------------------------------------------------------------------------


def test_wide_boards_have_the_letters_of_spreadsheets() -> None:
    board = Board(3, 30)
    texts = next(mark for mark in draw_board(board, labels=True).marks if isinstance(mark, Texts))
    assert list(texts.texts[24:30]) == ["y", "z", "aa", "ab", "ac", "ad"]
    tour = draw_text(find(Board(4, 30), "path"), width=200)
    for text in (draw_board_text(board), draw_degrees_text(board), tour):
        *rows, letters = text.splitlines()
        assert letters.split()[25:] == ["z", "aa", "ab", "ac", "ad"]
        assert [len(row) for row in rows[:3]] == [len(letters)] * 3


def test_text_fits_the_width_or_changes_its_style() -> None:
    for side in (5, 30, 100, 300):
        tour = find(Board(side, side), "path")
        for width in (40, 80, 200):
            for unicode in (False, True):
                text = draw_text(tour, width=width, unicode=unicode)
                assert text.endswith("\n")
                assert max(map(len, text.splitlines())) <= width
                assert unicode or text.isascii()
    assert "\x1b[48;2;" in draw_text(find(Board(300, 300), "path"), width=80, colours=TRUE_COLOUR)


def test_plain_text_is_the_grid_again() -> None:
    for name in ("vazquez_largo", "german_institute"):
        tour = formats.load(DATA / f"grid_{name}.txt")[0]
        rows = [line.split()[1:] for line in draw_text(tour, unicode=False).splitlines()[:-1]]
        assert formats.parse("\n".join(" ".join(row) for row in rows))[0] == tour


def test_lines_without_unicode_are_ascii_marks_in_the_same_places() -> None:
    for style in ("line", "both"):
        plain = draw_text(OLD, style=style, unicode=False)
        assert plain.isascii()
    dots, marks = (
        draw_text(OLD, style="line", unicode=unicode).splitlines() for unicode in (True, False)
    )
    for row, plain_row in zip(dots, marks, strict=True):
        for dot, mark in zip(row, plain_row, strict=True):
            assert " .,:;+*#@".index(mark) == ((ord(dot) - 0x2800).bit_count() if dot != " " else 0)


def test_both_is_the_numbers_and_the_line() -> None:
    parts = [draw_text(OLD, style=style) for style in ("numbers", "line")]
    assert draw_text(OLD, style="both") == "\n".join(parts)
    with pytest.raises(BadInputError, match="not 'bold'"):
        draw_text(OLD, style="bold")  # type: ignore[arg-type]
    with pytest.raises(BadInputError, match="not 3"):
        draw_text(OLD, colours=3)  # type: ignore[arg-type]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environment", "in_terminal", "in_pipe"),
    [
        ({}, 16, 0),
        ({"TERM": "xterm-256color"}, 256, 0),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, TRUE_COLOUR, 0),
        ({"TERM": "xterm", "COLORTERM": "24bit"}, TRUE_COLOUR, 0),
        ({"TERM": "xterm", "COLORTERM": "yes"}, 16, 0),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, 0, 0),
        ({"NO_COLOR": "1", "COLORTERM": "truecolor"}, 0, 0),
        ({"NO_COLOR": "", "COLORTERM": "truecolor"}, TRUE_COLOUR, 0),
        ({"FORCE_COLOR": "1"}, 16, 16),
        ({"FORCE_COLOR": "2"}, 256, 256),
        ({"FORCE_COLOR": "3"}, TRUE_COLOUR, TRUE_COLOUR),
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, 16, 16),
        ({"FORCE_COLOR": "1", "COLORTERM": "truecolor"}, TRUE_COLOUR, TRUE_COLOUR),
        ({"FORCE_COLOR": "0", "COLORTERM": "truecolor"}, 0, 0),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, 0, 0),
    ],
)
def test_colours_are_those_the_environment_tells(
    environment: dict[str, str], in_terminal: int, in_pipe: int
) -> None:
    assert colours_of(Terminal(), environment) == in_terminal
    assert colours_of(io.StringIO(), environment) == in_pipe


def test_fewer_colours_are_the_nearest() -> None:
    white, blue = np.ones(3), np.array([0.0, 0.0, 0.67])
    assert [ink(white, colours) for colours in (16, 256)] == ["\x1b[97m", "\x1b[38;5;231m"]
    assert [ground(blue, colours) for colours in (16, 256)] == ["\x1b[44m", "\x1b[48;5;19m"]
    for colours in COLOURS:
        text = draw_text(SMALL, colours=colours)
        assert re.sub(r"\x1b\[[0-9;]*m", "", text) == draw_text(SMALL)


@pytest.mark.parametrize("options", [{"style": "line"}, {"arrows": True}, {"labels": True}])
def test_graphs_refuse_what_is_for_boards(options: dict[str, object]) -> None:
    triangle = Tour(Graph.from_edges(["ab", "bc", "ca"]), "a b c")
    assert "<title>" in triangle.svg(theme="night", size=100)
    with pytest.raises(BadInputError, match="only theme and size"):
        triangle.svg(**options)  # type: ignore[arg-type]


def test_every_word_is_in_the_signature() -> None:
    public = [Tour.svg, Tour.save, animate, draw_text]
    public += [getattr(drawing, name) for name in drawing.__all__ if name.startswith("draw_")]
    for function in public:
        kinds = {one.kind for one in inspect.signature(function).parameters.values()}
        assert inspect.Parameter.VAR_KEYWORD not in kinds, function


if __name__ == "__main__":
    for snapshot, content in snapshots().items():
        (DATA / f"drawing_{snapshot}").write_text(content, encoding="utf-8")
