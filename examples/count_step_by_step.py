"""Draw the sweep that counts the paths of a 3x4 board, one panel per step.

Grey squares have retired: their two edges are final (an end of the path has one edge; the *apex*
replaces the other). Coloured squares are in the frontier, each in a numbered slot: white: no edge
yet; blue: the end of a fragment; green: both edges. The moves are those of one of the eight
paths. The number under each panel is the number of counters of the layer, for all paths together.

    python examples/count_step_by_step.py [FILE]     (counting_3x4.svg if not given)
"""

import itertools
import sys

from babieca import Board, Tour, count, plan

CELL, GAP, ACROSS = 26, 34, 5
COLOURS = {"retired": "#c9c9c9", 0: "#ffffff", 1: "#9ecbff", 2: "#a8dfb0"}

board = Board(3, 4)
path = Tour(board, "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3")
sweep = plan(board, "path")


def panel(layer: int) -> list[str]:
    """Draw one layer with its corner at the origin."""
    retired = set(sweep.order[:layer])
    moves = list(itertools.pairwise(path))
    ends = [path[0], path[-1]]
    decided = [move for move in moves if retired & set(move)]
    waiting = {
        sweep.question.graph.label(vertex): slot
        for slot, vertex in enumerate(sweep.layers[layer])
        if 0 <= vertex < len(board)
    }

    def centre(square: tuple[int, ...]) -> tuple[float, float]:
        return (square[1] + 0.5) * CELL, (board.sides[0] - square[0] - 0.5) * CELL

    parts = []
    for square in board:
        x, y = centre(square)
        edges = sum(square in move for move in decided)
        colour = COLOURS["retired"] if square in retired else COLOURS[edges]
        if square not in retired and square not in waiting:
            colour = "none"
        parts.append(
            f'<rect x="{x - CELL / 2}" y="{y - CELL / 2}" width="{CELL}" height="{CELL}" '
            f'fill="{colour}" stroke="#888"/>'
        )
        if square in waiting:
            parts.append(f'<text x="{x + 5}" y="{y - 4}" class="slot">{waiting[square]}</text>')
    for here, there in decided:
        (x1, y1), (x2, y2) = centre(here), centre(there)
        parts.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>')
    for end in ends:
        if end in retired:
            x, y = centre(end)
            parts.append(f'<circle cx="{x}" cy="{y}" r="4"/>')
    name = "start" if layer == 0 else f"{layer}: {board.name_of(sweep.order[layer - 1])} retires"
    low = board.sides[0] * CELL
    parts.append(f'<text x="0" y="{low + 13}">{name}</text>')
    parts.append(f'<text x="0" y="{low + 25}">{(sweep.counters or [])[layer]} counters</text>')
    return parts


def drawing() -> str:
    """Return all panels as one SVG."""
    width, height = board.sides[1] * CELL + GAP, board.sides[0] * CELL + GAP
    layers = range(len(board) + 1)
    rows = -(-len(layers) // ACROSS)
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="-8 -8 {ACROSS * width} {rows * height}">',
        "<style>text{font:10px sans-serif}.slot{font-size:8px;fill:#555}"
        "line{stroke:#b33;stroke-width:2}circle{fill:#b33}</style>",
    ]
    for layer in layers:
        x, y = layer % ACROSS * width, layer // ACROSS * height
        lines += [f'<g transform="translate({x},{y})">', *panel(layer), "</g>"]
    return "\n".join([*lines, "</svg>", ""])


if __name__ == "__main__":
    name = sys.argv[1] if len(sys.argv) > 1 else "counting_3x4.svg"
    with open(name, "w", encoding="utf-8") as file:
        file.write(drawing())
    print(f"{count(board, 'path')} paths; the sweep is drawn in {name}")
