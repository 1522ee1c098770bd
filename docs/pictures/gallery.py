"""Draws the pictures of docs/gallery.md: `python docs/pictures/gallery.py`."""

from __future__ import annotations

from pathlib import Path

from babieca import Board, edge_usage, find, formats, plan
from babieca.drawing import (
    draw_board,
    draw_degrees,
    draw_frontier,
    draw_tour,
    draw_usage,
)
from babieca.drawing.animation import animate
from babieca.drawing.charts import fractions_chart
from babieca.drawing.samples import sample_tour

HERE = Path(__file__).parent
DATA = HERE.parent.parent / "tests" / "data"


def fractions_of_table(name: str) -> tuple[list[str], list[int]]:
    """Return the labels and counts of a table of the article."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and line[0].isdigit()]
    return ["-".join(row[:-1]) for row in rows], [int(row[-1]) for row in rows]


def main() -> None:
    """Write every picture."""
    vazquez = formats.load(DATA / "grid_vazquez_largo.txt")[0]
    sanchez = formats.load(DATA / "grid_sanchez_1.txt")[0]
    institute = formats.load(DATA / "grid_german_institute.txt")[0]
    square = Board(8, 8)
    cube = find(Board(4, 4, 4), method="warnsdorff", seed=1)
    pictures = {
        "default.svg": draw_tour(vazquez),
        "line.svg": draw_tour(institute, style="line", arrows=True),
        "numbers.svg": draw_tour(vazquez, style="numbers", theme="print"),
        "night.svg": draw_tour(institute, theme="night"),
        "winding.svg": draw_tour(sanchez, style="line", fill=True),
        "symmetry.svg": draw_tour(sample_tour(), style="line", symmetry=True),
        "torus.svg": draw_tour(find(Board(6, 6, wrap=True), method="warnsdorff", seed=2)),
        "holes.svg": draw_tour(
            find(Board(8, 8, holes=["d4", "e4", "d5", "e5"]), method="warnsdorff", seed=3),
            style="line",
        ),
        "layers.svg": draw_tour(cube),
        "isometric.svg": draw_tour(cube, view="isometric"),
        "middle.svg": draw_tour(find(Board(30, 30), method="warnsdorff", seed=1)),
        "board.svg": draw_board(Board(6, 9, holes=["c3", "g4"])),
        "degrees.svg": draw_degrees(square),
        "usage.svg": draw_usage(Board(6, 6), edge_usage(Board(6, 6))),
        "frontier.svg": draw_frontier(square, plan(square).order, 28),
    }
    for name, picture in pictures.items():
        picture.save(HERE / name)
    (HERE / "moving.svg").write_bytes(animate(sanchez, "svg", speed=6))
    (HERE / "moving.gif").write_bytes(animate(sample_tour(), "gif", speed=6, size=280))
    large = find(Board(200, 200), method="warnsdorff", seed=1, timeout=60)
    draw_tour(large, size=900).save(HERE / "large.svg")
    labels, counts = fractions_of_table("seed000_table7.tsv")
    fractions_chart(labels, counts, title="Closed tours of 8x8 by first moves").save(
        HERE / "fractions.svg"
    )


if __name__ == "__main__":
    main()
