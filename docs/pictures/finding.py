"""Draw the pictures of docs/finding.md: `python docs/pictures/finding.py`."""

from __future__ import annotations

from pathlib import Path

from babieca import Board, Tour, find

HERE = Path(__file__).parent
CELL = 24
TILE = 8
INK, RAIL, MARK, PALE = "#3b4a5a", "#c8442f", "#1f6fb2", "#eef1f4"
TINTS = ("#f6f1e4", "#e8eef5")


def page(width: float, height: float, body: list[str]) -> str:
    """Return elements as a picture with a white background."""
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    ground = f'<rect width="{width:g}" height="{height:g}" fill="white"/>'
    return "\n".join(
        [f'<svg xmlns="http://www.w3.org/2000/svg" {size}>', ground, *body, "</svg>\n"]
    )


def line(a: tuple[float, float], b: tuple[float, float], colour: str, width: float) -> str:
    """Return a line from a to b."""
    return (
        f'<line x1="{a[0]:g}" y1="{a[1]:g}" x2="{b[0]:g}" y2="{b[1]:g}" stroke="{colour}" '
        f'stroke-width="{width:g}" stroke-linecap="round"/>'
    )


def dot(at: tuple[float, float], colour: str, radius: float) -> str:
    """Return a disc."""
    return f'<circle cx="{at[0]:g}" cy="{at[1]:g}" r="{radius:g}" fill="{colour}"/>'


def text(at: tuple[float, float], words: str, colour: str = INK) -> str:
    """Return centred words."""
    return (
        f'<text x="{at[0]:g}" y="{at[1]:g}" font-family="sans-serif" font-size="15" '
        f'text-anchor="middle" dominant-baseline="central" fill="{colour}">{words}</text>'
    )


def centre(board: Board, index: int) -> tuple[float, float]:
    """Return the middle of a square, row 0 at the bottom."""
    row, column = board.square(index)
    return ((column + 0.5) * CELL, (board.sides[0] - row - 0.5) * CELL)


def draw(tour: Tour, corridor: set[tuple[int, int]]) -> str:
    """Draw a tour on its tiles: moves between tiles in red, moves in the corridor in blue."""
    board = tour.board
    assert board is not None
    rows, columns = board.sides
    body = []
    for row in range(rows // TILE):
        for column in range(columns // TILE):
            x, y = column * TILE * CELL, (rows - (row + 1) * TILE) * CELL
            body.append(
                f'<rect x="{x}" y="{y}" width="{TILE * CELL}" height="{TILE * CELL}" '
                f'fill="{TINTS[(row + column) % 2]}"/>'
            )
    order = tour.indices.tolist()
    links = list(zip(order, order[1:] + (order[:1] if tour.closed else []), strict=False))
    between = []
    for one, other in links:
        tiles = [tuple(part // TILE for part in board.square(index)) for index in (one, other)]
        ends = centre(board, one), centre(board, other)
        if tiles[0] != tiles[1]:
            between.append(line(*ends, RAIL, 3))
        else:
            body.append(line(*ends, MARK if tiles[0] in corridor else INK, 1.6))
    body += between
    if not tour.closed:
        body += [dot(centre(board, order[0]), RAIL, 7), dot(centre(board, order[-1]), RAIL, 7)]
    return page(columns * CELL, rows * CELL, body)


def draw_rail() -> str:
    """Draw two cycles before and after they are joined."""
    body: list[str] = []
    for panel, joined in enumerate((False, True)):
        left = 20 + panel * 330

        def at(row: int, column: int, left: int = left) -> tuple[float, float]:
            return (left + (column + 0.5) * 40, 20 + (4.5 - row) * 40)

        for column in range(7):
            for row in range(5):
                tint = TINTS[column >= 4]
                x, y = at(row, column)
                body.append(
                    f'<rect x="{x - 20:g}" y="{y - 20:g}" width="40" height="40" fill="{tint}" '
                    f'stroke="white"/>'
                )
        names = {"a": (1, 4), "b": (3, 5), "c": (0, 2), "d": (2, 3)}
        place = {name: at(*square) for name, square in names.items()}
        pairs = ("ac", "bd") if joined else ("ab", "cd")
        body += [line(place[p[0]], place[p[1]], RAIL if joined else INK, 3) for p in pairs]
        for name, (x, y) in place.items():
            body += [dot((x, y), "white", 13), dot((x, y), PALE, 12), text((x, y), name)]
    body.append(text((325, 120), "→"))
    return page(650, 240, body)


def main() -> None:
    """Write the pictures next to this file."""
    tiles = find(Board(16, 24))
    (HERE / "tiles.svg").write_text(draw(tiles, set()))
    crossing = find(Board(24, 32), "path", start=(3, 2), end=(20, 22))
    tiles_crossed = {(0, 0), (0, 1), (0, 2), (1, 2), (2, 2)}
    (HERE / "corridor.svg").write_text(draw(crossing, tiles_crossed))
    (HERE / "rail.svg").write_text(draw_rail())


if __name__ == "__main__":
    main()
