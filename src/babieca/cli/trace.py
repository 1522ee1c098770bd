"""`babieca trace BOARD`: what a method does, step by step."""

from __future__ import annotations

import json
from typing import Annotated

from babieca.cli.words import Json, Memory, Seed, Timed, limiting, method, word
from babieca.engines import TRACERS
from babieca.engines.search.instances import RULE_SETS, RULES
from babieca.engines.search.move_orders import ORDERS
from babieca.events import Event, Happened
from babieca.graphs import Graph
from babieca.verbs.tourset import Tours


class TraceWords(Timed, total=False):
    """What `trace` takes besides the question."""

    limit: Annotated[int, limiting(None, "How many events at most.", "--limit", "-n")]
    method: Annotated[str, method(TRACERS)]
    criteria: Annotated[str, word("NAMES", "Of warnsdorff, in order: degree,random.")]
    warnsdorff: Annotated[bool, word(None, "Of backtrack: try moves in Warnsdorff's order.")]
    rules: Annotated[str, word("NAMES", f"Of search: {', '.join((*RULE_SETS, *RULES))}.")]
    move_order: Annotated[str, word("NAME", f"Of search: {', '.join(ORDERS)}.")]
    subtour_squares: Annotated[int, word(None, "Of search: which partial tours are tabulated.")]
    examples: Annotated[int, word(None, "Of sweep: states shown of each layer.")]
    restarts: Annotated[int, word(None, "Most restarts of warnsdorff.")]
    nodes: Annotated[int, word(None, "Most squares a search enters.")]
    seed: Seed
    memory: Memory


def trace(tours: Tours, words: TraceWords, as_json: Json = False) -> None:
    """Tell what a method does: moves, islands, dangling squares, dead ends, ways back, the end.

    Each line is an event: how many squares the walk has, what happened, where, and among which
    squares it was chosen. A sweep tells its layers.

    Examples:
    - `babieca trace 5x5 --path --start a1 --method warnsdorff`
    - `babieca trace 6x6 --rules banon --limit 40`
    - `babieca trace 6x6 --method sweep --json`
    """
    graph = tours.question.graph
    for event in tours.trace(**words):
        print(json.dumps(event.to_json(graph)) if as_json else line_of(event, graph))


def line_of(event: Happened, graph: Graph) -> str:
    """Write an event as one line.

    >>> from babieca.boards import Board
    >>> tours = Tours(Board(5, 5), "path", start="a1")
    >>> for event in tours.trace(3, method="warnsdorff"):
    ...     print(line_of(event, tours.question.graph))
       1  start      a1
       2  move       b3   of c2 b3, by random
       3  move       a5   of d4 c5 a5 c1 d2, by degree
    """
    record = event.to_json(graph)
    if not isinstance(event, Event):
        slots = " ".join(_name(slot) for slot in record["slots"] if slot is not None)
        retired = _name(record["retired"]) if "retired" in record else "-"
        return f"{event.step:4}  layer      {retired:4} {event.states} states at {slots}".rstrip()
    squares = " ".join(_name(square) for square in record.get("squares", []))
    said = {"move": f"of {squares}", "found": squares}
    if event.what in ("island", "dangling", "divided", "joined", "ride", "dead-end"):
        said[event.what] = squares
    details = [said.get(event.what, "")]
    if event.criterion is not None:
        details.append(f"by {event.criterion}")
    if event.twin is not None:
        details.append(f"twin {_name(record['twin'])}")
    if event.what in ("found", "exhausted", "gave-up", "known"):
        counted = event.counters
        details.append(f"{counted.nodes} nodes, {counted.backtracks} backtracks")
        details.append(f"{counted.restarts} restarts, {counted.tours} tours")
    shown = ", ".join(part for part in details if part)
    square = _name(record["square"]) if "square" in record else ""
    return f"{event.depth:4}  {event.what:10} {square:4} {shown}".rstrip()


def _name(square: object) -> str:
    return ",".join(map(str, square)) if isinstance(square, list) else str(square)
