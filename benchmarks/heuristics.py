"""Time the methods of docs/warnsdorff.md and docs/dimensions.md on large boards.

    python benchmarks/heuristics.py

Times are of the method alone, without the check of the tour; memory is the peak of the process.
"""

from __future__ import annotations

import resource

from babieca import Board, Tours

CASES: list[tuple[str, Tours]] = [
    ("warnsdorff", Tours(Board(1000, 1000), "path", start=0)),
    ("warnsdorff", Tours(Board(5000, 5000), "path", start=0)),
    ("warnsdorff", Tours(Board(200, 200, 200), "path", start=0)),
    ("squirrel-cull", Tours(Board(1000, 1000), "path")),
    ("rotation", Tours(Board(60, 60))),
    ("layered", Tours(Board(100, 100, 100))),
    ("layered", Tours(Board(464, 464, 464))),
    ("layered", Tours(Board(463, 463, 463), "path", start=0)),
    ("layered", Tours(Board(2, 7000, 7001))),
    ("layered", Tours(Board(100, 100, 100, 100))),
    ("layered", Tours(Board(100, 100, 100), "path", start=0, end=999_999)),
]


def main() -> None:
    """Print one line per case."""
    for method, tours in CASES:
        report = tours.find_report(method=method)
        board = tours.question.graph
        rate = len(board) / report.seconds / 1e6
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
        answer = "found" if report.tour is not None else "not found"
        print(
            f"{method:>14} {board!s:>16}  {answer}  {report.seconds:8.3f} s  "
            f"{rate:6.1f} million squares/s  {peak:5.2f} GiB",
            flush=True,
        )


if __name__ == "__main__":
    main()
