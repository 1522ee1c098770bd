"""Draw the picture of docs/dimensions.md: `python docs/pictures/dimensions.py`."""

from __future__ import annotations

from finding import HERE, RAIL, TINTS, line, page

from babieca import Board, find

PALE_INK = "#93a1af"
SIDES = (4, 8, 8)
PART = 4


def at(square: tuple[int, ...]) -> tuple[float, float]:
    """Return the place of a square: layers above each other, seen a little from above."""
    layer, row, column = square
    return (30 + column * 44 + row * 20, 560 - layer * 135 - row * 14)


def main() -> None:
    """Write the picture next to this file."""
    tour = find(Board(*SIDES), seed=1)
    body = []
    for layer in range(SIDES[0]):
        for row in range(SIDES[1]):
            for column in range(SIDES[2]):
                corners = [
                    at((layer, row + up, column + right))  # type: ignore[arg-type]
                    for up, right in ((-0.5, -0.5), (-0.5, 0.5), (0.5, 0.5), (0.5, -0.5))
                ]
                points = " ".join(f"{x:g},{y:g}" for x, y in corners)
                tint = TINTS[(row // PART + column // PART) % 2]
                body.append(f'<polygon points="{points}" fill="{tint}" stroke="white"/>')
    squares = list(tour)
    between = []
    for here, there in zip(squares, squares[1:] + squares[:1], strict=True):
        blocks = [tuple(part // PART for part in square) for square in (here, there)]
        if blocks[0] == blocks[1]:
            body.append(line(at(here), at(there), PALE_INK, 0.9))
        else:
            between.append(line(at(here), at(there), RAIL, 3))
    (HERE / "dimensions.svg").write_text(page(540, 600, body + between))


if __name__ == "__main__":
    main()
