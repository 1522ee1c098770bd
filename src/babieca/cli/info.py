"""`babieca info BOARD`: the facts of a board."""

from __future__ import annotations

from collections import Counter
from typing import Any

from babieca.boards import Board
from babieca.cli.printing import show
from babieca.cli.words import Json
from babieca.graphs import Graph
from babieca.symmetries import symmetry_count
from babieca.verbs.tourset import Tours

LARGEST_TABLE = 26
LARGEST_GROUP = 400


def info(board: Board, as_json: Json = False) -> None:
    """Describe a board: squares, moves, colours, symmetries, and what theory says of its tours.

    On small boards in two dimensions it draws the W table: how many moves each square has.

    Examples:
    - `babieca info 8x8`
    - `babieca info 5x5 --wrap all --leaper zebra`
    """
    record = describe(board)
    lines = [
        f"board        {board}",
        f"squares      {record['squares']}",
        f"leaper       {board.leaper[0]},{board.leaper[1]}",
        f"moves        {record['moves']}",
        "degrees      " + ", ".join(f"{count} of {degree}" for degree, count in record["degrees"]),
        "colours      "
        + (" and ".join(map(str, record["colours"])) if record["colours"] else "none"),
        f"connected    {'yes' if record['connected'] else 'no'}",
        f"symmetries   {', '.join(record['symmetries'])}",
        f"closed tour  {record['closed']}",
        f"path         {record['path']}",
    ]
    if board.dimensions == 2 and max(board.sides) <= LARGEST_TABLE:
        lines += ["\nW table (moves from each square):", _draw_degrees(board)]
    show(record, "\n".join(lines), as_json)


def describe(board: Board) -> dict[str, Any]:
    """Return the facts as a dictionary; `moves` counts undirected ones."""
    graph = Graph.from_board(board)
    colours = graph.bipartition()
    return board.to_json() | {
        "squares": len(board),
        "leaper": list(board.leaper),
        "moves": graph.edge_count,
        "degrees": sorted(Counter(graph.degrees.tolist()).items()),
        "colours": [int((colours == c).sum()) for c in (0, 1)] if colours is not None else None,
        "connected": graph.is_connected(),
        "symmetries": _symmetry_names(board),
        "closed": str(Tours(board, "closed").exists()),
        "path": str(Tours(board, "path").exists()),
    }


def _symmetry_names(board: Board) -> list[str]:
    """Return the names, or only the number of the box's where there are too many to list."""
    count = symmetry_count(board.sides)
    if count > LARGEST_GROUP:
        return [f"{count} of the box"]
    return [symmetry.name for symmetry in board.symmetries()]


def _draw_degrees(board: Board) -> str:
    graph = Graph.from_board(board)
    table = [["."] * board.sides[1] for _ in range(board.sides[0])]
    for (row, column), degree in zip(board, graph.degrees.tolist(), strict=True):
        table[row][column] = str(degree)
    return "\n".join(" ".join(row) for row in reversed(table))
