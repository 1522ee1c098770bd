"""`babieca draw FILE`: a tour as a picture, an animation or text."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from babieca.boards import Board
from babieca.cli.common import note, read_tours
from babieca.errors import BadInputError


def draw(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A file of tours, or - for standard input.")
    ] = "-",
    out: Annotated[
        str | None,
        typer.Option(
            "--out", "-o", metavar="OUT", help="svg, pdf, png, gif or webp; else the terminal."
        ),
    ] = None,
    style: Annotated[
        str, typer.Option(help="auto, line, numbers or both; in the terminal also map.")
    ] = "auto",
    theme: Annotated[str, typer.Option(help="paper, night or print.")] = "paper",
    view: Annotated[
        str, typer.Option(help="More than two dimensions: layers or isometric.")
    ] = "layers",
    size: Annotated[
        int | None, typer.Option(metavar="PIXELS", help="The longer side of the picture.")
    ] = None,
    speed: Annotated[
        float | None, typer.Option(metavar="MOVES", help="Animate: moves per second.")
    ] = None,
    arrows: Annotated[bool, typer.Option("--arrows", help="Show the direction of moves.")] = False,
    fill: Annotated[
        bool, typer.Option("--fill", help="Colour the regions a closed tour winds around.")
    ] = False,
    symmetry: Annotated[
        bool, typer.Option("--symmetry", help="One colour for moves that a symmetry exchanges.")
    ] = False,
    number: Annotated[int, typer.Option(metavar="N", help="Which tour of the file, from 1.")] = 1,
    board: Annotated[
        str | None,
        typer.Option(metavar="BOARD", help="The board, if the file does not tell, such as 8x8."),
    ] = None,
    format: Annotated[
        str | None, typer.Option(help="The format of FILE; sniffed if not given.")
    ] = None,
) -> None:
    """Draw a tour: in the terminal, or into a file whose suffix tells the format.

    Examples: `babieca draw tour.txt`, `babieca draw tour.txt -o tour.svg --symmetry`,
    `babieca find 8x8 | babieca draw - -o tour.gif --speed 10`.
    """
    # Imported here, so that the other verbs start without the drawing layer.
    from babieca.drawing.text import for_this_terminal

    tours = read_tours(file, Board.parse(board) if board else None, format)
    if not 1 <= number <= len(tours):
        raise BadInputError(f"there is no tour {number}: the file holds {len(tours)}")
    tour = tours[number - 1]
    options: dict[str, Any] = {
        "style": style,
        "theme": theme,
        "view": view,
        "size": size,
        "arrows": arrows,
        "fill": fill,
        "symmetry": symmetry,
    }
    plain = {"style": "auto", "theme": "paper", "view": "layers", "size": None}
    given = {name: value for name, value in options.items() if value != plain.get(name, False)}
    if out is not None:
        tour.save(out, speed=speed, **given)
        note(f"{out} written")
        return
    if wrong := sorted({*given, *(["speed"] if speed is not None else [])} - {"style"}):
        raise BadInputError(f"--{wrong[0]} is for files: give one with -o, such as -o tour.svg")
    print(for_this_terminal(tour, style=style), end="")  # type: ignore[arg-type]
