"""A sharp bound on the number of tours: the pairs of matchings of a graph.

The edges of a closed tour of an even number of vertices, taken alternately, are two perfect
matchings. For a path, one of the two leaves out both ends, or each leaves out one end if the number
of vertices is odd. So there are at most as many tours as such pairs. A sweep counts matchings; its
states are the sets of matched vertices.
"""

from __future__ import annotations

import functools
import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.engines.retirement import retirement_order
from babieca.engines.sweep.moduli import bound_bits
from babieca.questions import Question

MOST_SLOTS = 20
MOST_LEFT_OUT = 2

States = NDArray[np.float64]
"""By the number of vertices left out, then by the set of slots whose vertices are matched."""


def log2_matching_pairs(question: Question) -> float:
    """Return log2 of the number of pairs of matchings; infinity if they cannot be counted.

    >>> from babieca.boards import Board
    >>> round(log2_matching_pairs(Question.ask(Board(6, 6))), 2)
    24.66
    """
    odd = len(question.graph) % 2
    if question.closed and odd:
        return math.inf
    if question.closed:
        pairs = _pairs_of_perfect(question)
    else:
        whole, without_one, without_two = matchings(question, MOST_LEFT_OUT)
        pairs = without_one * without_one / 2 if odd else whole * without_two
    return math.log2(pairs) if pairs > 0 else 0.0


def _pairs_of_perfect(question: Question) -> float:
    """Return the pairs of perfect matchings; of a vertex with two edges, each takes one."""
    for vertex in range(len(question.graph)):
        edges = [
            (min(vertex, other), max(vertex, other))
            for other in question.graph.neighbours(vertex).tolist()
        ]
        left = [edge for edge in edges if edge not in question.avoiding]
        if len(left) == 2:
            first, second = (
                matchings(replace(question, avoiding=question.avoiding | {edge}))[0]
                for edge in left
            )
            return first * second
    whole = matchings(question)[0]
    return whole * whole / 2


def matchings(question: Question, most_left_out: int = 0) -> list[float]:
    """Return how many matchings leave out no vertex, one, …, at most so many.

    >>> from babieca.boards import Board
    >>> matchings(Question.ask(Board(3, 4)), 2)
    [4.0, 0.0, 54.0]
    """
    graph = question.graph
    retired = retirement_order(graph)
    if _core.frontier_width(graph.offsets, graph.targets, retired) > MOST_SLOTS:
        return [math.inf] * (most_left_out + 1)
    order = retired.tolist()
    met = {vertex: step for step, vertex in enumerate(order)}
    slots: dict[int, int] = {}
    free: list[int] = []
    states = np.zeros((most_left_out + 1, 1))
    states[0, 0] = 1.0
    for step, vertex in enumerate(order):
        later = [
            other
            for other in graph.neighbours(vertex).tolist()
            if met[other] > step
            and (min(vertex, other), max(vertex, other)) not in question.avoiding
        ]
        for entering in (vertex, *later):
            if entering in slots:
                continue
            if not free:
                free.append(len(slots))
                states = np.concatenate([states, np.zeros_like(states)], axis=1)
            slots[entering] = free.pop()
        states = _retired(states, slots[vertex], [slots[other] for other in later])
        free.append(slots.pop(vertex))
    found: list[float] = states[:, 0].tolist()
    return found


def _retired(states: States, slot: int, others: list[int]) -> States:
    """Match the vertex in a slot with one of the others, or leave it out, unless it is matched."""
    after = np.zeros_like(states)
    before, now = (array.reshape(len(states), -1, 2, 2**slot) for array in (states, after))
    now[:, :, 0] = before[:, :, 1]
    now[1:, :, 0] += before[:-1, :, 0]
    for other in others:
        low, high = min(slot, other), max(slot, other)
        shape = (len(states), -1, 2, 2 ** (high - low - 1), 2, 2**low)
        bits = (0, 1) if high == slot else (1, 0)
        after.reshape(shape)[:, :, bits[0], :, bits[1]] += states.reshape(shape)[:, :, 0, :, 0]
    return after


@functools.lru_cache(maxsize=64)
def sharp_bound_bits(question: Question) -> int:
    """Return a number of bits that the answer surely fits in, by the best bound.

    >>> from babieca.boards import Board
    >>> sharp_bound_bits(Question.ask(Board(6, 6)))
    25
    """
    pairs = log2_matching_pairs(question)
    usual = bound_bits(question)
    return usual if math.isinf(pairs) else min(usual, math.floor(pairs + 0.001) + 1)
