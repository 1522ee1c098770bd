"""Time the methods of docs/warnsdorff.md and docs/dimensions.md on large boards.

    python benchmarks/heuristics.py

Times are of the method alone, without the check of the tour; memory is the peak of the process.
"""

from __future__ import annotations

import resource

from babieca import Board
from babieca.finding import find_report

CASES: list[tuple[str, Board, dict[str, object]]] = [
    ("warnsdorff", Board(1000, 1000), {"start": 0}),
    ("warnsdorff", Board(5000, 5000), {"start": 0}),
    ("warnsdorff", Board(200, 200, 200), {"start": 0}),
    ("squirrel-cull", Board(1000, 1000), {}),
    ("rotation", Board(60, 60), {"closed": True}),
    ("layered", Board(100, 100, 100), {"closed": True}),
    ("layered", Board(464, 464, 464), {"closed": True}),
    ("layered", Board(463, 463, 463), {"start": 0}),
    ("layered", Board(2, 7000, 7001), {"closed": True}),
    ("layered", Board(100, 100, 100, 100), {"closed": True}),
    ("layered", Board(100, 100, 100), {"start": 0, "end": 999_999}),
]


def main() -> None:
    """Print one line per case."""
    for method, board, wanted in CASES:
        report = find_report(board, method=method, **wanted)  # type: ignore[arg-type]
        rate = len(board) / report.seconds / 1e6
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
        answer = "found" if report.tour is not None else "not found"
        print(
            f"{method:>14} {board.name:>16}  {answer}  {report.seconds:8.3f} s  "
            f"{rate:6.1f} million squares/s  {peak:5.2f} GiB",
            flush=True,
        )


if __name__ == "__main__":
    main()
