"""Draws the pictures of docs/gallery.md: `python docs/pictures/gallery.py`."""

from __future__ import annotations

from pathlib import Path

from babieca import Board, Tour, Tours, find, plan, usage
from babieca.drawing import (
    draw_board,
    draw_degrees,
    draw_frontier,
    draw_sheet,
    draw_tour,
    draw_usage,
)
from babieca.drawing.animation import animate
from babieca.drawing.charts import fractions_chart
from babieca.drawing.samples import sample_tour
from babieca.reproduce.banon_tables import published

HERE = Path(__file__).parent
DATA = HERE.parent.parent / "tests" / "data"


def main() -> None:
    """Write every picture."""
    vazquez = Tour.load(DATA / "grid_vazquez_largo.txt")
    sanchez = Tour.load(DATA / "grid_sanchez_1.txt")
    institute = Tour.load(DATA / "grid_german_institute.txt")
    square = Board(8, 8)
    cube = find(Board(4, 4, 4), "path", method="warnsdorff", seed=1)
    pictures = {
        "default.svg": draw_tour(vazquez),
        "line.svg": draw_tour(institute, style="line", arrows=True),
        "numbers.svg": draw_tour(vazquez, style="numbers", theme="print"),
        "night.svg": draw_tour(institute, theme="night"),
        "winding.svg": draw_tour(sanchez, style="line", fill=True),
        "sheet.svg": draw_sheet(Tours(Board(5, 6)).list(), title="The closed tours of 5x6"),
        "symmetry.svg": draw_tour(sample_tour(), style="line", orbits=True),
        "torus.svg": draw_tour(find(Board(6, 6, wrap="all"), "path", method="warnsdorff", seed=2)),
        "holes.svg": draw_tour(
            find(Board(8, 8, holes="d4,e4,d5,e5"), "path", method="warnsdorff", seed=3),
            style="line",
        ),
        "layers.svg": draw_tour(cube),
        "isometric.svg": draw_tour(cube, view="isometric"),
        "middle.svg": draw_tour(find(Board(30, 30), "path", method="warnsdorff", seed=1)),
        "board.svg": draw_board(Board(6, 9, holes="c3,g4")),
        "degrees.svg": draw_degrees(square),
        "usage.svg": draw_usage(Board(6, 6), usage(Board(6, 6))),
        "frontier.svg": draw_frontier(square, plan(square).order, 28),
    }
    for name, picture in pictures.items():
        picture.save(HERE / name)
    (HERE / "moving.svg").write_bytes(animate(sanchez, "svg", speed=6))
    (HERE / "moving.gif").write_bytes(animate(sample_tour(), "gif", speed=6, size=280))
    large = find(Board(200, 200), "path", method="warnsdorff", seed=1, timeout=60)
    draw_tour(large, size=900).save(HERE / "large.svg")
    rows = published(7)
    labels = ["-".join(map(str, squares)) for squares, _ in rows]
    fractions_chart(
        labels, [tours for _, tours in rows], title="Closed tours of 8x8 by first moves"
    ).save(HERE / "fractions.svg")


if __name__ == "__main__":
    main()
