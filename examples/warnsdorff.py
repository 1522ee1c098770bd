"""Warnsdorff's rule may fail; it says what it did, and `find` never fails on a rectangle."""

from babieca import Board, find
from babieca.finding import find_report

board = Board(5, 12)
for criteria in ("degree", "degree,random", "degree,corner,edge,random"):
    found = restarts = 0
    for start in range(len(board)):
        report = find_report(
            board, start=start, method="warnsdorff", options={"criteria": criteria}, seed=1
        )
        found += report.tour is not None
        restarts += int(report.statistics["restarts"])
    print(f"{board} by {criteria}: from {found} of {len(board)} squares, {restarts} restarts")

print(f"by construction: from {sum(len(find(board, start=s)) == 60 for s in range(60))} of 60")
