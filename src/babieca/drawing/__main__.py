"""`python -m babieca.drawing`: the ramps of every theme and the sample tour, in the terminal."""

from __future__ import annotations

from babieca.drawing.palette import RAMP_SIZE, THEMES, to_bytes
from babieca.drawing.samples import sample_tour
from babieca.drawing.text import for_this_terminal


def main() -> None:
    """Show the colours and a tour."""
    for theme in THEMES.values():
        for name, ramp in (("path", theme.ramp), ("values", theme.heat)):
            blocks = (to_bytes(colour) for colour in ramp[:: RAMP_SIZE // 64])
            row = "".join(f"\x1b[48;2;{r};{g};{b}m \x1b[0m" for r, g, b in blocks)
            print(f"{theme.name:6} {name:7}{row}")
    print()
    print(for_this_terminal(sample_tour()), end="")


if __name__ == "__main__":
    main()
