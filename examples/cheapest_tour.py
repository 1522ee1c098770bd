"""Find the tour of 8x8 with the most moves of one slope, and the cheapest by random prices."""

import random

from babieca import Board, Graph, Tours

tours = Tours(Board(8, 8))
report = tours.find_report(most="slope:2")
print(report.optimum)
print(report.tour)

draw = random.Random(1)
prices = {move: draw.randint(1, 1000) for move in Graph.of("8x8").edges()}
print(tours.find_report(cheapest=prices).optimum)
