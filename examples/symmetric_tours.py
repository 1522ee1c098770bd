"""List the closed tours of 6x6 with rotational symmetry, and count tours up to symmetry."""

from babieca import Board, Tours, classes

board = Board(6, 6)
turned = list(Tours(board, symmetry="quarter-turn"))
print(f"{len(turned)} tours have quarter-turn symmetry; the first one:")
print(turned[0])

opposite = Tours(board, symmetry="half-turn")
print(f"all {sum(tour in opposite for tour in turned)} have half-turn symmetry too, with ", end="")
print(f"{opposite.count() - len(turned)} others")

found = classes(board)
print(f"{found.kept['identity']} tours, {found.value} up to rotation and reflection")

large = Tours(Board(101, 100), symmetry="half-turn")
print(f"one of 101x100 is found as well: {large.find(seed=1) in large}")
