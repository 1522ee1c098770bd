"""Check squares: the longest legal beginning, and whether it can be completed to a tour."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from babieca.checking import Indices, SquaresLike, fault_of_walk, readable_indices
from babieca.engines.completing import DEFAULT_SECONDS, complete
from babieca.engines.protocol import Finding
from babieca.errors import InvalidTourError
from babieca.limits import Limits
from babieca.questions import Question
from babieca.showing import Shown
from babieca.tour import Tour


@dataclass(frozen=True)
class CheckReport(Shown):
    """The longest legal beginning of given squares, and whether it can be completed.

    squares      the longest beginning of legal moves that repeats no square and obeys the question
    fault, step  the first fault after it, and its step, counted from 1; None if there is no fault
    moves        the legal next squares
    completable  whether some tour begins with `squares`; None: not decided within the limits
    completion   such a tour
    proof        why there is none
    sound        how many of `squares` are known to begin a tour: all if `completable`, else those
                 before the move that made it impossible
    method, seconds    the method that decided, and the time of the whole check

    >>> from babieca import Board, check
    >>> report = check(Board(8, 8), squares="b3 d4 c2 e1")
    >>> report.completable, report.proof, report.sound
    (False, 'a1 can be entered but not left again', 2)
    """

    squares: tuple[Any, ...]
    fault: str | None
    step: int | None
    moves: tuple[Any, ...]
    completable: bool | None
    completion: Tour | None
    proof: str | None
    sound: int
    method: str
    seconds: float

    @property
    def whole(self) -> bool:
        """Whether the squares are a tour already."""
        return self.completion is not None and len(self.squares) == len(self.completion)


def check_report(question: Question, squares: SquaresLike, limits: Limits) -> CheckReport:
    """Check squares against a question; see `Tours.check`."""
    began = time.perf_counter()
    limits = limits.usually(DEFAULT_SECONDS)
    order, fault = _legal(question, squares)
    finding = _completed(question, order, limits)
    sound = len(order) if finding.order is not None else 0
    proof = finding.proof
    if proof is not None:
        sound = _sound(question, order, limits)
    graph = question.graph
    return CheckReport(
        squares=tuple(map(graph.label, order)),
        fault=None if fault is None else str(fault),
        step=None if fault is None else fault.step,
        moves=tuple(map(graph.label, _moves(question, order))),
        completable=finding.order is not None if finding.decided else None,
        completion=None if finding.order is None else question.tour(finding.order),
        proof=proof,
        sound=sound,
        method=finding.method,
        seconds=time.perf_counter() - began,
    )


# The longest legal beginning --------------------------------------------------------------------


def _legal(question: Question, squares: SquaresLike) -> tuple[list[int], InvalidTourError | None]:
    """Return the vertices of the longest legal beginning, and the fault that ends it."""
    graph, board = question.graph, question.graph.board
    indices, fault = readable_indices(board or graph, squares)
    returns = question.closed and len(indices) == len(graph) + 1 and indices[0] == indices[-1]
    if returns:
        indices = indices[:-1]
    fault = fault_of_walk(board or graph, indices) or fault
    legal = len(indices) if fault is None or fault.step is None else fault.step - 1
    order: Indices = indices[:legal]
    if board is not None:
        order = board.vertices()[order]
    for broken in sorted(_broken_words(question, order), key=lambda found: found.step or 0):
        assert broken.step is not None
        return order[: broken.step - 1].tolist(), broken
    return order.tolist(), fault


def _broken_words(question: Question, order: Indices) -> Iterator[InvalidTourError]:
    """Yield the first step that breaks each word of the question."""
    name = question.graph.name_of
    begin = question.begin or (() if question.start is None else (question.start,))
    for step, (here, wanted) in enumerate(zip(order.tolist(), begin, strict=False), start=1):
        if here != wanted:
            yield InvalidTourError(
                f"step {step} is on {name(here)}, not on {name(wanted)} as asked", step=step
            )
            break
    if question.end is not None:
        for at in np.flatnonzero(order == question.end).tolist():
            if at + 1 < len(question.graph):
                message = f"step {at + 1} is on the end {name(question.end)} before the last step"
                yield InvalidTourError(message, step=at + 1)
    for u, v in question.avoiding:
        both = np.flatnonzero((order == u) | (order == v)).tolist()
        if len(both) == 2 and both[1] == both[0] + 1:
            step = both[1] + 1
            yield InvalidTourError(
                f"step {step} makes the move {name(u)}-{name(v)}, which is to be avoided",
                step=step,
            )


def _moves(question: Question, order: list[int]) -> list[int]:
    graph = question.graph
    if len(order) == len(graph):
        return []
    if len(order) < len(question.begin):
        return [question.begin[len(order)]]
    if order:
        near = graph.near(order[-1])
    else:
        near = list(range(len(graph))) if question.start is None else [question.start]
    last = len(order) + 1 == len(graph)
    visited = set(order)
    avoided = {v for pair in question.avoiding for v in pair if order and order[-1] in pair}
    return [v for v in near if v not in visited | avoided and (last or v != question.end)]


# Completion -------------------------------------------------------------------------------------


def _completed(question: Question, order: list[int], limits: Limits) -> Finding:
    """Find a tour that begins with these vertices, a legal beginning."""
    if len(order) == len(question.graph):
        return _whole(question, order)
    return complete(_begun(question, order), limits)


def _begun(question: Question, order: list[int]) -> Question:
    """Return the question about the tours that begin with these vertices."""
    if len(order) > max(len(question.begin), 1):
        return replace(question, start=order[0], begin=tuple(order))
    return replace(question, start=order[0]) if order else question


def _whole(question: Question, order: list[int]) -> Finding:
    """Say whether a walk that visits every square is one of the tours."""
    walked = np.array(order)
    try:
        tour = Tour(question.graph, question.indices_of(walked), kind=question.kind)
    except InvalidTourError as error:
        return Finding(proof=str(error), method="check")
    if not question.admits(tour):
        return Finding(proof="everything is visited, but not as asked", method="check")
    return Finding(order=walked, method="check")


def _sound(question: Question, order: list[int], limits: Limits) -> int:
    """Return how many of the squares begin a tour, by bisection."""
    sound, lost = 0, len(order)
    while lost - sound > 1:
        middle = (sound + lost) // 2
        if _completed(question, order[:middle], limits).order is not None:
            sound = middle
        else:
            lost = middle
    return sound
