"""Walk at random; after every move, ask whether a closed tour is still possible."""

import random

from babieca import Board, Tours

board = Board(8, 8)
tours = Tours(board)
chance = random.Random(22)

walk = ["e4"]
while (report := tours.check(walk)).completable:
    walk.append(board.name_of(chance.choice(report.moves)))

print("walked:", " ".join(walk))
print("lost:", report.proof)

before = tours.check(walk[: report.sound])
assert before.completion is not None
print("instead of", walk[-1], "for example", before.completion.names[report.sound])
