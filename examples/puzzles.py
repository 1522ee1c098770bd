"""Make puzzles of three levels, and a sheet with their answers."""

from babieca import puzzle
from babieca.drawing import draw_puzzles

made = [puzzle("6x6", level=level, seed=1) for level in ("easy", "medium", "hard")]
for one in made:
    print(f"{one.caption}: {one.look_aheads} look-aheads, proof of {one.nodes} nodes")
    print(one)
sheet = draw_puzzles(made, title="Three levels", name_line=True)
print(f"a sheet of {len(sheet.pages)} pages, {len(sheet.pdf())} bytes")
