"""Draw the sheet of docs/teachers.md: `python docs/pictures/puzzles.py`."""

from pathlib import Path

from babieca import puzzle
from babieca.drawing import draw_puzzles

HERE = Path(__file__).parent


def main() -> None:
    """Write the first page of the first sheet."""
    made = [puzzle("5x5", "path", givens=9, level="easy", seed=seed) for seed in range(1, 5)]
    sheet = draw_puzzles(made, name_line=True, title="The knight's path", per_page=4)
    sheet.pages[0].save(HERE / "teachers_sheet.svg")


if __name__ == "__main__":
    main()
