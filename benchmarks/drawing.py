"""Measure the time and the size of pictures: `python benchmarks/drawing.py`.

Every time is the best of a few runs, from the tour to the bytes of the file.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable
from datetime import UTC, datetime

from babieca import Board, find
from babieca.drawing import draw_tour
from babieca.drawing.animation import animate
from babieca.drawing.text import draw_text
from babieca.memory import human_bytes


def best_of(runs: int, draw: Callable[[], bytes]) -> tuple[float, int]:
    """Return the least seconds of some runs, and the size of the file."""
    seconds = []
    for _ in range(runs):
        began = time.perf_counter()
        size = len(draw())
        seconds.append(time.perf_counter() - began)
    return min(seconds), size


def main() -> None:
    """Print one table."""
    chess, hundred, thousand = (find(Board(side, side), seed=1) for side in (8, 100, 1000))
    two_hundred = find(Board(200, 200), "path", method="warnsdorff", seed=1)
    cases: dict[str, tuple[int, Callable[[], bytes]]] = {
        "8x8 SVG": (5, lambda: draw_tour(chess).svg().encode()),
        "8x8 SVG, filled by winding": (5, lambda: draw_tour(chess, fill=True).svg().encode()),
        "8x8 PNG": (5, lambda: draw_tour(chess).png()),
        "8x8 PDF": (5, lambda: draw_tour(chess).pdf()),
        "8x8 GIF, 65 frames": (2, lambda: animate(chess, "gif")),
        "8x8 WebP, 65 frames": (2, lambda: animate(chess, "webp")),
        "8x8 moving SVG": (5, lambda: animate(chess, "svg")),
        "8x8 text in colour": (5, lambda: draw_text(chess, colours=16777216).encode()),
        "100x100 SVG": (5, lambda: draw_tour(hundred).svg().encode()),
        "100x100 PDF": (5, lambda: draw_tour(hundred).pdf()),
        "200x200 SVG": (5, lambda: draw_tour(two_hundred).svg().encode()),
        "200x200 PNG": (3, lambda: draw_tour(two_hundred).png()),
        "1000x1000 PNG": (3, lambda: draw_tour(thousand).png()),
        "1000x1000 SVG": (2, lambda: draw_tour(thousand).svg().encode()),
    }
    print(f"{datetime.now(UTC):%Y-%m-%d}, {platform.machine()}, {os.cpu_count()} cores\n")
    print("| picture | time | size |\n|---|---|---|")
    for name, (runs, draw) in cases.items():
        seconds, size = best_of(runs, draw)
        taken = f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.2f} s"
        print(f"| {name} | {taken} | {human_bytes(size)} |")


if __name__ == "__main__":
    main()
