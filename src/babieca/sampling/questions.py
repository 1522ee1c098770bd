"""What is asked of a family of tours, for Python and for the core."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from babieca import _core
from babieca.counting.questions import Question, parse_edges
from babieca.errors import BadInputError
from babieca.graphs import Graph
from babieca.memory import human_bytes
from babieca.orders import Order, checked_order, retirement_order

Report = Callable[[int, int], Any]
KINDS = ("closed", "path")


def ask(
    graph: Graph,
    kind: str,
    start: Any,
    end: Any,
    through: Iterable[Any],
    avoiding: Iterable[Any],
) -> Question:
    """Return the question in terms of vertices, refusing what makes no sense."""
    if kind not in KINDS:
        raise BadInputError(f"kind is one of {', '.join(KINDS)}, not {kind!r}")
    if kind == "closed" and (start is not None or end is not None):
        raise BadInputError("a closed tour has no start or end; ask for paths")
    return Question(
        graph,
        paths=kind == "path",
        start=-1 if start is None else graph.vertex(start),
        end=-1 if end is None else graph.vertex(end),
        through=parse_edges(graph, through),
        avoiding=parse_edges(graph, avoiding),
    )


def order_for(graph: Graph, order: Any) -> Order:
    """Return the order in which vertices retire: the one given, or a good one."""
    return retirement_order(graph) if order is None else checked_order(graph, order)


def core_question(question: Question, order: Order) -> _core.SamplingQuestion:
    """Return the question as the core sees it."""
    graph = question.graph
    try:
        return _core.SamplingQuestion(
            graph.offsets,
            graph.targets,
            np.ascontiguousarray(order, np.int32),
            question.paths,
            question.start,
            question.end,
            sorted(question.through),
            sorted(question.avoiding),
        )
    except ValueError as error:
        raise BadInputError(f"cannot be swept: {error}") from None


def first_vertex(question: Question) -> int:
    """Return the vertex from which paths are written, or -1: an end alone is written backwards."""
    return question.start if question.start >= 0 else question.end


def too_large(graph: Graph, budget: int) -> BadInputError:
    """Return the refusal when states do not fit."""
    place = graph.board if graph.board is not None else "the graph"
    return BadInputError(
        f"the states of {place} take more than {human_bytes(budget)} of memory; allow more with "
        "memory=, or add constraints"
    )
