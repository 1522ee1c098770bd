"""What each rule and each order is worth: the same search again and again, differently equipped."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from babieca.boards import Board, SquareLike
from babieca.errors import BadInputError
from babieca.graphs import Graph
from babieca.searching.counts import count_question
from babieca.searching.orders import OrderLike
from babieca.searching.questions import RULE_SETS, Kind, ask
from babieca.searching.tallies import Tally

SEED_RULES = RULE_SETS["seed"]

# Name, rules, order. The order of moves is the seed's (clockwise) until the orders are compared.
PLAN: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("no rules", (), "seed"),
    ("island", ("island",), "seed"),
    ("island, dangling by colour", ("island", "dangling-colour"), "seed"),
    ("… and by permitted end", ("island", "dangling-colour", "dangling-end"), "seed"),
    ("… and last three squares: the seed's rules", SEED_RULES, "seed"),
    ("the seed's rules, second dangling square", (*SEED_RULES, "second-dangling"), "seed"),
    ("the seed's rules, divided board", (*SEED_RULES, "divided"), "seed"),
    ("the seed's rules, equivalent subtours", (*SEED_RULES, "equivalent"), "seed"),
    ("the seed's rules, order fixed by the first W table", SEED_RULES, "fixed"),
    ("the seed's rules, Warnsdorff's order at every step", SEED_RULES, "warnsdorff"),
    ("forced edges", ("dangling-colour", "forced"), "fixed"),
    ("forced edges, divided board", ("dangling-colour", "forced", "divided"), "fixed"),
    ("forced edges, equivalent subtours", ("dangling-colour", "forced", "equivalent"), "fixed"),
)


@dataclass(frozen=True)
class StudyRow:
    """One way to search. Where `finished` is False the time limit ended it: numbers are partial."""

    name: str
    rules: tuple[str, ...]
    order: str
    tally: Tally
    seconds: float
    finished: bool


def study(
    board: Board | Graph,
    *,
    kind: Kind = "closed",
    start: SquareLike | None = None,
    time_limit: float = 10.0,
    subtour_squares: int | None = None,
    progress: Callable[[str], None] | None = None,
) -> list[StudyRow]:
    """Run the search with rules and orders on and off, each for at most `time_limit` seconds.

    One thread each, and `seconds` are of the processor, so that times compare. `progress(name)` is
    called before each.

    >>> rows = study(Board(5, 5), kind="path", start="a1")
    >>> {row.tally.solutions for row in rows}, rows[0].tally.nodes > 100 * rows[10].tally.nodes
    ({304}, True)
    """
    if time_limit <= 0:
        raise BadInputError(f"time_limit must be positive, not {time_limit}")
    graph = Graph.of(board)
    in_plane = graph.board is not None and graph.board.dimensions == 2
    rows = []
    for name, rules, order in PLAN:
        if progress is not None:
            progress(name)
        chosen: OrderLike = order
        if order == "seed":
            chosen = "clockwise" if in_plane else "index"
        question = ask(
            board,
            kind=kind,
            start=start,
            rules=rules,
            order=chosen,
            subtour_squares=subtour_squares,
        )
        began = time.process_time()
        count = count_question(question, threads=1, time_limit=time_limit)
        seconds = time.process_time() - began
        rows.append(StudyRow(name, rules, str(chosen), count.tally, seconds, count.finished))
    return rows
