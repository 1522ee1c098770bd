"""Measure how often Warnsdorff's rule fails; `find` never fails on a rectangle."""

from babieca import Board, Tours, find

board = Board(5, 12)
for criteria in ("degree", "degree,random", "degree,corner,edge,random"):
    found = restarts = 0
    for start in range(len(board)):
        paths = Tours(board, "path", start=start)
        report = paths.find_report(method="warnsdorff", criteria=criteria, seed=1)
        found += report.tour is not None
        restarts += int(report.statistics["restarts"])
    print(f"{board} by {criteria}: from {found} of {len(board)} squares, {restarts} restarts")

reached = sum(len(find(board, "path", start=start)) == len(board) for start in range(len(board)))
print(f"by construction: from {reached} of {len(board)}")
