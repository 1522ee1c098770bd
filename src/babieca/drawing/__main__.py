"""`python -m babieca.drawing [FOLDER]`: show the colours, a tour and a table in the terminal.

With a folder, also write the tour there in every format, and a chart.
"""

import sys
from pathlib import Path

from babieca.boards import Board
from babieca.drawing import charts
from babieca.drawing.saving import ANIMATIONS, PICTURES
from babieca.drawing.tables import Table
from babieca.drawing.text import RESET, for_this_terminal, ground, this_terminal
from babieca.palette import RAMP_SIZE, THEMES
from babieca.tour import Tour

MOVES = (
    "a1 c2 e1 d3 c1 e2 f4 e6 c5 a6 b4 a2 c3 a4 b2 d1 f2 e4 "
    "f6 d5 b6 c4 d6 b5 a3 b1 d2 f1 e3 f5 d4 f3 e5 c6 a5 b3"
)


def sample_tour() -> Tour:
    """Return a closed tour of the 6x6 board with the symmetry of a quarter-turn.

    >>> sorted(symmetry.name for symmetry in sample_tour().symmetries())
    ['half-turn', 'identity', 'quarter-turn', 'three-quarter-turn']
    """
    return Tour(Board(6, 6), MOVES)


def main(arguments: list[str]) -> None:
    colours, _ = this_terminal()
    for theme in THEMES.values():
        for name, ramp in (("path", theme.ramp), ("values", theme.heat)):
            shades = ramp[:: RAMP_SIZE // 64] if colours else ramp[:0]
            row = "".join(f"{ground(colour, colours)} {RESET}" for colour in shades)
            print(f"{theme.name:6} {name:7}{row}")
    for style in ("numbers", "line", "map"):
        print(f"\n{for_this_terminal(sample_tour(), style=style)}", end="")
    moves = {"corner": 2, "edge": 3, "rim": 4, "inside": 6, "centre": 8}
    print(f"\n{Table('Moves by square', ('square', 'moves'), list(moves.items()))}")
    for folder in arguments:
        for suffix in PICTURES + ANIMATIONS:
            sample_tour().save(Path(folder, f"tour{suffix}"), size=400)
        chart = charts.fractions_chart(list(moves), list(moves.values()), title="Moves by square")
        chart.save(Path(folder, "chart.svg"))


if __name__ == "__main__":
    main(sys.argv[1:2])
