"""How many tours use each edge: one sweep forwards, one backwards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from babieca import _core
from babieca.boards import Board
from babieca.counting.count import parse_memory
from babieca.graphs import Graph
from babieca.memory import available_bytes
from babieca.sampling.numbers import from_words
from babieca.sampling.questions import Report, ask, core_question, order_for, too_large

Usage = dict[tuple[Any, Any], int]


def edge_usage(
    board_or_graph: Board | Graph,
    kind: str = "closed",
    *,
    start: Any = None,
    end: Any = None,
    through: Iterable[Any] = (),
    avoiding: Iterable[Any] = (),
    order: Any = None,
    memory: int | str | None = None,
    progress: Report | None = None,
) -> Usage:
    """Return, for each undirected edge, the number of undirected tours that use it.

    Arguments as in `count`. Every closed tour uses as many edges as there are squares, so the
    numbers add up to that many times the count.

    >>> usage = edge_usage(Board(6, 6))
    >>> usage[(0, 0), (1, 2)], sum(usage.values()) == 36 * 9862
    (9862, True)
    """
    graph = Graph.of(board_or_graph)
    question = ask(graph, kind, start, end, through, avoiding)
    counts = dict.fromkeys(graph.edges(), 0)
    if question.trivial_answer() is None:
        counts.update(_swept(question, order, parse_memory(memory), progress))
    return {(graph.labels[u], graph.labels[v]): value for (u, v), value in counts.items()}


def _swept(
    question: Any, order: Any, memory: int | None, progress: Report | None
) -> dict[tuple[int, int], int]:
    asked = core_question(question, order_for(question.graph, order))
    if asked.impossible:
        return {}
    budget = memory or available_bytes()
    try:
        edges, words, counts = asked.edge_usage(budget, progress)
    except _core.OutOfMemoryBudget:
        raise too_large(question.graph, budget) from None
    values = from_words(counts, words)
    size = len(question.graph)
    return {edge: value for edge, value in zip(edges, values, strict=True) if edge[1] < size}
