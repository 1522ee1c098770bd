"""Which closed tours of 6x6 look the same after a quarter-turn? And how many are there really?"""

from babieca import Board, count_classes, symmetric_tours

board = Board(6, 6)
tours = symmetric_tours(board, "quarter-turn")
print(f"{len(tours)} tours keep the quarter-turn; the first one:")
print(tours[0])
print(f"{count_classes(board)} tours up to rotation and reflection")
