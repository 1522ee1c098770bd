"""Contradictions between given steps: colours and distances of their squares."""

import itertools

import numpy as np
from numpy.typing import NDArray

from babieca.engines.refuter.theorems import COLOURS, Reason
from babieca.errors import quantity
from babieca.graphs import Graph
from babieca.questions import Question

MOST_STEPS = 64
"""With more given steps than this, only consecutive ones are compared."""


def contradicting_steps(question: Question) -> Reason | None:
    """Return two given steps, or one, that no tour can have."""
    givens, graph, size = question.givens, question.graph, len(question.graph)
    said = {step: f"{graph.name_of(vertex)} at step {step + 1}" for step, vertex in givens.items()}
    colours = graph.bipartition()
    if colours is not None:
        for step, vertex in givens.items():
            squares = int(np.count_nonzero(colours == colours[vertex]))
            wanted = (size + 1 - step % 2) // 2
            if squares != wanted:
                return Reason(
                    f"{said[step]}: its colour would be at {quantity(wanted, 'step')}, and has "
                    f"{quantity(squares, 'square')}",
                    COLOURS,
                )
        (first, here), *others = givens.items()
        for step, vertex in others:
            if (colours[here] == colours[vertex]) != ((step - first) % 2 == 0):
                alike = (
                    "the same colour" if colours[here] == colours[vertex] else "different colours"
                )
                number = "odd" if (step - first) % 2 else "even"
                return Reason(
                    f"{said[first]} and {said[step]} have {alike}, but the number of moves "
                    f"between them is {number}",
                    COLOURS,
                )
    steps = sorted(givens)
    few = len(steps) <= MOST_STEPS
    pairs = [*itertools.combinations(steps, 2)] if few else _consecutive(steps)
    distances: dict[int, NDArray[np.int64]] = {}
    for one, other in pairs:
        if one not in distances:
            distances[one] = _distances(graph, givens[one])
        between = min(other - one, size - other + one) if question.closed else other - one
        moves = int(distances[one][givens[other]])
        if moves > between:
            return Reason(
                f"{said[one]} and {said[other]} are {quantity(between, 'move')} apart, but the "
                f"squares are {quantity(moves, 'move')} apart at least"
                if moves < size
                else f"no walk leads from {said[one]} to {said[other]}"
            )
    return None


def _consecutive(steps: list[int]) -> list[tuple[int, int]]:
    return [*itertools.pairwise(steps), (steps[0], steps[-1])]


def _distances(graph: Graph, start: int) -> NDArray[np.int64]:
    """Return the number of moves to every vertex; the number of vertices if there is no walk."""
    found = np.full(len(graph), len(graph), dtype=np.int64)
    found[start] = 0
    layer, moves = [start], 0
    while layer:
        moves += 1
        reached = np.unique(np.concatenate([graph.neighbours(vertex) for vertex in layer]))
        layer = reached[found[reached] == len(graph)].tolist()
        found[layer] = moves
    return found
