"""How many tours use each edge.

Where every state fits the memory, one sweep forwards and one backwards answer for all edges at
once: the ways to reach a state times the ways to go on from it. Elsewhere each edge is asked for by
a count of its own, edges that a symmetry of the board makes equal only once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from babieca import _core
from babieca.boards import Board
from babieca.counting.count import count, parse_memory
from babieca.counting.engines import MOST_BLOCK_SLOTS
from babieca.counting.questions import Question
from babieca.counting.symmetric import keeping, representatives
from babieca.counting.tables import image_of_pair
from babieca.errors import BadInputError
from babieca.graphs import Graph
from babieca.memory import available_bytes
from babieca.sampling.numbers import from_words
from babieca.sampling.questions import Report, ask, core_question, order_for, too_large

Edge = tuple[int, int]
Usage = dict[tuple[Any, Any], int]
METHODS = ("auto", "sweeps", "counts")
# Bytes a state takes in the tables of the two sweeps, free places included.
BYTES_PER_STATE = 48


def edge_usage(
    board_or_graph: Board | Graph,
    kind: str = "closed",
    *,
    start: Any = None,
    end: Any = None,
    through: Iterable[Any] = (),
    avoiding: Iterable[Any] = (),
    method: str = "auto",
    memory: int | str | None = None,
    progress: Report | None = None,
) -> Usage:
    """Return, for each undirected edge, the number of undirected tours that use it.

    Arguments as in `count`; `method` is "sweeps" (one forwards, one backwards), "counts" (one per
    class of edges) or "auto". Every closed tour uses as many edges as there are squares, so the
    numbers add up to that many times the count.

    >>> usage = edge_usage(Board(6, 6))
    >>> usage[(0, 0), (1, 2)], sum(usage.values()) == 36 * 9862
    (9862, True)
    """
    if method not in METHODS:
        raise BadInputError(f"method is one of {', '.join(METHODS)}, not {method!r}")
    graph = Graph.of(board_or_graph)
    question = ask(graph, kind, start, end, through, avoiding)
    counts = dict.fromkeys(graph.edges(), 0)
    if question.trivial_answer() is None:
        asked = core_question(question, order_for(graph, None))
        budget = parse_memory(memory) or available_bytes()
        if asked.impossible:
            pass
        elif method == "counts" or (method == "auto" and _too_many_states(asked, budget)):
            counts.update(_by_counts(question, kind, memory, progress))
        else:
            counts.update(_by_sweeps(asked, graph, budget, progress))
    return {(graph.labels[u], graph.labels[v]): value for (u, v), value in counts.items()}


def _too_many_states(asked: _core.SamplingQuestion, budget: int) -> bool:
    if asked.slot_count > MOST_BLOCK_SLOTS:
        return False  # sparsely reached, if at all
    return asked.plan().total_counters * BYTES_PER_STATE > budget


def _by_sweeps(
    asked: _core.SamplingQuestion, graph: Graph, budget: int, progress: Report | None
) -> dict[Edge, int]:
    try:
        edges, words, counts = asked.edge_usage(budget, progress)
    except _core.OutOfMemoryBudget:
        raise too_large(graph, budget) from None
    values = from_words(counts, words)
    return {edge: n for edge, n in zip(edges, values, strict=True) if edge[1] < len(graph)}


def _by_counts(
    question: Question, kind: str, memory: int | str | None, progress: Report | None
) -> dict[Edge, int]:
    graph, label = question.graph, question.graph.labels
    ends = [question.start, question.end]
    symmetries = keeping(graph, question.through, question.avoiding, vertices=ends)
    equal = representatives(graph.edges(), symmetries, image_of_pair)
    counted: dict[Edge, int] = {}
    for edge, (first, _) in equal.items():
        if edge == first:
            counted[edge] = count(
                graph,
                kind,
                start=None if question.start < 0 else label[question.start],
                end=None if question.end < 0 else label[question.end],
                through=[(label[u], label[v]) for u, v in question.through | {edge}],
                avoiding=[(label[u], label[v]) for u, v in question.avoiding],
                memory=memory,
                progress=progress,
            )
    return {edge: counted[first] for edge, (first, _) in equal.items()}
