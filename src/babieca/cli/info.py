"""`babieca info BOARD`: the facts of a board."""

from __future__ import annotations

from babieca.boards import Board
from babieca.cli.printing import show
from babieca.cli.words import Json
from babieca.formats import answers
from babieca.graphs import Graph

LARGEST_TABLE = 26


def info(board: Board, as_json: Json = False) -> None:
    """Describe a board: squares, moves, colours, symmetries, and what theory says of its tours.

    On small boards in two dimensions it draws the W table: how many moves each square has.

    Examples:
    - `babieca info 8x8`
    - `babieca info 5x5 --wrap all --leaper zebra`
    """
    record = answers.described(board)
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


def _draw_degrees(board: Board) -> str:
    graph = Graph.from_board(board)
    table = [["."] * board.sides[1] for _ in range(board.sides[0])]
    for (row, column), degree in zip(board, graph.degrees.tolist(), strict=True):
        table[row][column] = str(degree)
    return "\n".join(" ".join(row) for row in reversed(table))
