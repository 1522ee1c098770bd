"""Count the knight's paths of a 5x5 board by their first square."""

from babieca import Board, count, count_by

board = Board(5, 5)
starts = count_by(board, "path", by="start")
for row in reversed(range(5)):
    print(" ".join(f"{starts[row, column]:>4}" for column in range(5)))
print("paths:", sum(starts.values()) // 2, "of which open:", count(board, "open"))
