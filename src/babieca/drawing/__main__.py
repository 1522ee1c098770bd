"""`python -m babieca.drawing`: the ramps of every theme and the sample tour, in the terminal."""

from __future__ import annotations

from babieca.drawing.palette import RAMP_SIZE, THEMES
from babieca.drawing.samples import sample_tour
from babieca.drawing.terminal import RESET, ground, this_terminal
from babieca.drawing.text import for_this_terminal


def main() -> None:
    """Show the colours and a tour."""
    colours, _ = this_terminal()
    for theme in THEMES.values():
        for name, ramp in (("path", theme.ramp), ("values", theme.heat)):
            shades = ramp[:: RAMP_SIZE // 64] if colours else ramp[:0]
            row = "".join(f"{ground(colour, colours)} {RESET}" for colour in shades)
            print(f"{theme.name:6} {name:7}{row}")
    print()
    print(for_this_terminal(sample_tour()), end="")


if __name__ == "__main__":
    main()
