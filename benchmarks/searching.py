"""Measure the speed of visiting all tours: `python benchmarks/searching.py`.

Three searches on one core: plain backtracking as in the course exercise, Bañón's rules, and forced
edges. Times are processor times. The fraction of 8x8 is fixed: the paths that begin with the first
28 squares of a given tour. Plain backtracking stops after 10^8 nodes; its numbers of nodes are then
lower bounds. The last table counts 6x7 on one core and on all cores.
"""

from __future__ import annotations

import os
import platform
import time
from datetime import UTC, datetime

from babieca import Board, Tours, _core
from babieca.engines.search.instances import search_for
from babieca.engines.search.visiting import visit
from babieca.limits import Limits, available_threads
from babieca.questions import Question

MOST_PLAIN_NODES = 100_000_000

# The beginning of the first tour of figure 3 of Sánchez: the visited squares.
VISITED = "a8 b6 d5 f4 h3 g1 e2 c1 a2 c3 a4 b2 d1 e3 g2 e1 c2 a1 b3 a5 c4 a3 b1 d2 f1 h2 g4 e5"


def fraction() -> Question:
    """Return the paths of 8x8 without the visited squares, from the square of the knight."""
    *visited, head = VISITED.split()
    return Question.ask(Board(8, 8, holes=visited), "path", start=head)


def plain(question: Question) -> tuple[int, int, float, bool]:
    """Return tours, nodes, seconds and whether plain backtracking finished."""
    graph, closed, start = question.graph, question.closed, question.start or 0
    began = time.process_time()
    tours, nodes = _core.plain_backtrack(graph.place, start, closed, MOST_PLAIN_NODES, None)
    seconds = time.process_time() - began
    return tours // (2 if closed else 1), nodes, seconds, nodes < MOST_PLAIN_NODES


def ruled(question: Question, rules: str) -> tuple[int, int, float, bool]:
    """Return tours, nodes, seconds and completion of the search with rules."""
    began = time.process_time()
    found = visit(search_for(question, rules=rules), Limits.of(threads=1))
    return found.count, found.tally.nodes, time.process_time() - began, True


def show(name: str, way: str, result: tuple[int, int, float, bool]) -> None:
    """Print one line."""
    tours, nodes, seconds, finished = result
    more = " " if finished else ">"
    per_tour = f"{nodes / tours:.1f}" if tours else ""
    print(
        f"{name:<14} {way:<14} {tours:>9} {more}{nodes:>11} {per_tour:>10} {seconds:>8.3f} "
        f"{tours / seconds:>9.2g} {nodes / seconds:>9.2g}"
    )


def main() -> None:
    """Print both tables."""
    print(f"{datetime.now(UTC):%Y-%m-%d}, {platform.machine()}, {os.cpu_count()} cores\n")
    print(
        f"{'':<14} {'':<14} {'tours':>9}  {'nodes':>11} {'nodes/tour':>10} {'seconds':>8} "
        f"{'tours/s':>9} {'nodes/s':>9}"
    )
    cases = {
        "6x6 closed": Question.ask(Board(6, 6), start="a1"),
        "5x8 closed": Question.ask(Board(5, 8), start="a1"),
        "6x7 closed": Question.ask(Board(6, 7), start="a1"),
        "8x8 fraction": fraction(),
    }
    for name, question in cases.items():
        show(name, "plain", plain(question))
        show(name, "Bañón's rules", ruled(question, "banon"))
        show(name, "forced edges", ruled(question, "default"))
    began = time.process_time()
    listed = sum(len(rows) for rows in Tours(Board(6, 6)).batches())
    print(f"\n6x6 closed, {listed} listed as arrays: {time.process_time() - began:.4f} s")
    for threads in sorted({1, available_threads()}):
        found = visit(search_for(cases["6x7 closed"]), Limits.of(threads=threads))
        print(f"6x7 closed on {threads} threads: {found.seconds:.3f} s by the clock")


if __name__ == "__main__":
    main()
