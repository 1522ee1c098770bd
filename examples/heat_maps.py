"""Draw numbers on squares and moves: the W table, and how many closed tours use each move."""

from babieca import Board, Tours
from babieca.drawing import draw_degrees, draw_usage

board = Board(5, 6)
draw_degrees(board).save("degrees.svg")

tours = Tours(board)
usage = tours.usage()
draw_usage(board, usage).save("usage.svg")

total = tours.count()
always = sum(used == total for used in usage.values())
never = sum(used == 0 for used in usage.values())
print(f"{total} closed tours of {board}: {always} moves are in all of them, {never} in none")
