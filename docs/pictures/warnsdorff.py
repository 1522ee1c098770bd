"""Draw the picture of docs/warnsdorff.md: `python docs/pictures/warnsdorff.py` (a minute)."""

from __future__ import annotations

import itertools

from finding import HERE, INK, MARK, RAIL, dot, line, page, text

from babieca import Board, Tours

SIZES = (8, 20, 40, 60, 80, 100, 140, 200, 280, 400)
SAMPLES = 60
SETS = {
    "degree": "#9a9a9a",
    "degree,random": MARK,
    "degree,edge,random": "#d9962b",
    "degree,corner,edge,random": RAIL,
}
LEFT, TOP, WIDTH, HEIGHT = 60, 20, 560, 300


def rate(n: int, criteria: str) -> float:
    """Return the share of evenly spread starts from which at most 16 walks find a tour."""
    board = Board(n, n)
    starts = range(0, len(board), max(len(board) // SAMPLES, 1))
    found = 0
    for start in starts:
        paths = Tours(board, "path", start=start)
        report = paths.find_report(method="warnsdorff", criteria=criteria, seed=start)
        found += report.tour is not None
    return found / len(starts)


def main() -> None:
    """Write the picture next to this file."""

    def at(number: int, share: float) -> tuple[float, float]:
        return (LEFT + WIDTH * number / (len(SIZES) - 1), TOP + HEIGHT * (1 - share))

    body = []
    for percent in (0, 25, 50, 75, 100):
        x, y = at(0, percent / 100)
        body += [line((x, y), (x + WIDTH, y), "#dddddd", 1), text((x - 32, y), f"{percent} %")]
    for number, n in enumerate(SIZES):
        body.append(text((at(number, 0)[0], TOP + HEIGHT + 18), str(n)))
    body.append(text((LEFT + WIDTH / 2, TOP + HEIGHT + 42), "side of the square board", INK))
    for order, (criteria, colour) in enumerate(SETS.items()):
        points = [at(number, rate(n, criteria)) for number, n in enumerate(SIZES)]
        body += [line(a, b, colour, 2.5) for a, b in itertools.pairwise(points)]
        body += [dot(point, colour, 4) for point in points]
        words = criteria.replace(",", ", ")
        body.append(text((LEFT + WIDTH / 2, TOP + HEIGHT + 68 + 20 * order), words, colour))
    (HERE / "warnsdorff.svg").write_text(page(LEFT + WIDTH + 30, TOP + HEIGHT + 150, body))


if __name__ == "__main__":
    main()
