"""Run the commands under the pictures of docs/gallery.md: `python docs/pictures/gallery.py`.

Three pictures have no command and are drawn here.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from babieca import Board, Tours, plan
from babieca.drawing import draw_board, draw_frontier, draw_paper
from babieca.drawing.charts import fractions_chart
from babieca.reproduce.banon_tables import published

HERE = Path(__file__).parent
COMMAND = re.compile(r"^!\[[^]]*\]\([^)]+\)\n\n`(babieca [^`]+)`$", re.MULTILINE)


def main() -> None:
    """Write every picture."""
    for command in COMMAND.findall((HERE.parent / "gallery.md").read_text()):
        print(command)
        subprocess.run(command, shell=True, check=True, cwd=HERE)
    square = Board(8, 8)
    draw_frontier(square, plan(square).order, 28).save(HERE / "frontier.svg")
    tours = Tours(Board(6, 6)).sample(2, seed=5)
    given = [{tour[step - 1]: step for step in range(1, 37, 5)} for tour in tours]
    boards = [draw_board(Board(6, 6), at=at) for at in given]
    draw_paper(boards, title="Fill in the numbers", name_line=True).pages[0].save(
        HERE / "paper.svg"
    )
    rows = published(7)
    labels = ["-".join(map(str, squares)) for squares, _ in rows]
    fractions_chart(
        labels, [tours for _, tours in rows], title="Closed tours of 8x8 by first moves"
    ).save(HERE / "fractions.svg")


if __name__ == "__main__":
    main()
