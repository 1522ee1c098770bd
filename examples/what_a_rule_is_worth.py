"""Search the paths of 5x5 from a corner with thirteen choices of rules and move order."""

from babieca import Board, study

for row in study(Board(5, 5), "path", start="a1"):
    print(f"{row.name:<50} {row.tally.solutions} paths, {row.tally.nodes:>8} nodes")
