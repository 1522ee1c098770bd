"""The longest legal beginning of squares, and a tour that begins with it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from babieca import _core
from babieca.checking import Indices, SquaresLike, fault_of_walk, readable_indices
from babieca.engines.automatic import COMPLETING_SECONDS, complete
from babieca.engines.protocol import Finding, core_question, refuse_words, require_graph
from babieca.engines.puzzles import grade
from babieca.engines.search.instances import refuse_many
from babieca.errors import BadInputError, InvalidTourError
from babieca.givens import Level
from babieca.limits import Limits
from babieca.questions import Question
from babieca.reasons import Reason
from babieca.showing import Shown
from babieca.tour import Tour


def _legal(question: Question, squares: SquaresLike) -> tuple[list[int], InvalidTourError | None]:
    """Return the vertices of the longest legal beginning, and the fault that ends it."""
    graph, board = question.graph, question.graph.board
    toured = graph.toured
    indices, fault = readable_indices(board or toured, squares)
    if question.closed and len(indices) == len(toured) + 1 and indices[0] == indices[-1]:
        indices = indices[:-1]
    fault = fault_of_walk(board or toured, indices) or fault
    walk = indices if fault is None or fault.step is None else indices[: fault.step - 1]
    walk = graph.split(walk) if board is None else board.vertices()[walk]
    broken = min(_broken_words(question, walk), key=lambda found: found[0], default=None)
    if broken is not None:
        step, what = broken
        step = -(-step // graph.parts)
        walk = walk[: (step - 1) * graph.parts]
        fault = InvalidTourError(Reason("step_what", step=step, what=what), step=step)
    vertices = walk.tolist()
    return vertices if len(walk) == len(graph) else graph.passed(vertices[:: graph.parts]), fault


def _broken_words(question: Question, walk: Indices) -> Iterator[tuple[int, Reason]]:
    name = question.graph.name_of
    givens = {step: v for step, v in question.givens.items() if v != question.end}
    given = {vertex: step for step, vertex in givens.items()}
    for step, here in enumerate(walk.tolist()):
        wanted = givens.get(step, here)
        if wanted != here:
            yield step + 1, Reason("not_as_given", square=name(here), wanted=name(wanted))
        elif given.get(here, step) != step:
            asked = given[here] + 1
            yield step + 1, Reason("given_elsewhere", square=name(here), step=asked)
    if question.end is not None:
        for at in np.flatnonzero(walk[: len(question.graph) - 1] == question.end).tolist():
            yield at + 1, Reason("end_too_early", square=name(question.end))
    for u, v in question.avoiding:
        both = np.flatnonzero((walk == u) | (walk == v)).tolist()
        if len(both) == 2 and both[1] == both[0] + 1:
            yield both[1] + 1, Reason("makes_avoided", move=f"{name(u)}-{name(v)}")


def _moves(question: Question, walk: list[int]) -> list[int]:
    """Return the vertices that a legal beginning may go to next."""
    graph, parts = question.graph, question.graph.parts
    stops, begin = walk[::parts], question.begin[::parts]
    if parts * len(stops) == len(graph):
        return []
    if len(stops) < len(begin):
        return [begin[len(stops)]]
    if stops:
        near = [parts * v for v in graph.toured.near(stops[-1] // parts)]
    else:
        near = list(range(0, len(graph), parts)) if question.start is None else [question.start]
    if question.at:
        given = {vertex: step for step, vertex in question.givens.items()}
        wanted = question.givens.get(len(walk))
        near = [v for v in near if wanted in (None, v) and given.get(v, len(walk)) == len(walk)]
    if question.end is not None and parts * (len(stops) + 1) < len(graph):
        near = [v for v in near if v // parts != question.end // parts]
    visited, last = set(stops), stops[-1:]

    def is_avoided(vertex: int) -> bool:
        edge = graph.passed([*last, vertex])[-2:]
        return tuple(sorted(edge)) in question.avoiding

    return [v for v in near if v not in visited and not is_avoided(v)]


def _completed(question: Question, walk: list[int], limits: Limits) -> Finding:
    if len(walk) < len(question.graph):
        if len(walk) > max(len(question.begin), 1):
            return complete(replace(question, start=walk[0], begin=tuple(walk)), limits)
        return complete(replace(question, start=walk[0]) if walk else question, limits)
    walked = np.array(walk)
    try:
        tour = Tour(question.graph.toured, question.indices_of(walked), kind=question.kind)
    except InvalidTourError as error:
        return Finding(proof=error.reason, method="check")
    if not question.admits(tour):
        return Finding(proof=Reason("not_as_asked"), method="check")
    return Finding(vertices=walked, method="check")


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
    proof: Reason | None
    sound: int
    method: str
    seconds: float

    @property
    def whole(self) -> bool:
        """Whether the squares are a tour already."""
        return self.completion is not None and len(self.squares) == len(self.completion)


@dataclass(frozen=True)
class Solutions(Shown):
    """How many tours have the given steps: none, one or several.

    solutions  the first two tours, or fewer
    count      how many there are; None: not counted within the limits
    reason     why there is none: two steps that contradict each other, or a search
    conflict   if there is none, given steps that have no tour together, though they have one if any
               step is left out; empty if the time was too short to find them
    seconds    the time that was taken
    level      if there is one: what a person needs to find it (docs/puzzles.md)

    >>> from babieca import Board, Tours
    >>> found = Tours(Board(5, 5), "path", at="a1=1,c3=25,c1=15").solve()
    >>> found.unique, found.count, found.solutions[0].step("d2"), found.level
    (True, 1, 9, 'medium')
    """

    solutions: tuple[Tour, ...]
    count: int | None
    reason: Reason | None
    conflict: Mapping[str, int]
    seconds: float
    level: Level | None = None

    @property
    def unique(self) -> bool:
        """Whether there is exactly one solution."""
        return self.count == 1


def solutions(question: Question, limits: Limits) -> Solutions:
    """Solve given steps: find two tours or prove that there is one or none."""
    began = time.perf_counter()
    if not (question.at or question.ends):
        raise BadInputError("solve_needs_given_steps")
    refuse_words(question, "solve", "symmetry")
    refuse_many(question.graph)
    require_graph(question, limits)
    report = limits.reporter(timed=False)
    asked, left = core_question(question), limits.left(COMPLETING_SECONDS)
    found: Any = _core.solve(asked, left, limits.budget, limits.workers, report)
    if found is None:
        raise limits.undecided(Reason("fewer_than_two"))
    rows, count, reason, conflict = found
    return Solutions(
        tuple(question.tour(np.array(row, dtype=np.int32)) for row in rows),
        None if count is None else int(count),
        None if reason is None else question.graph.reason(reason),
        {question.graph.name_of(vertex): step for vertex, step in conflict},
        time.perf_counter() - began,
        grade(question)["level"] if count == "1" else None,
    )


def checked(question: Question, squares: SquaresLike, limits: Limits) -> CheckReport:
    """Find the longest legal beginning of squares, and the longest that begins a tour."""
    began, graph = time.perf_counter(), question.graph
    walk, fault = _legal(question, squares)
    stops = walk[:: graph.parts]
    finding = _completed(question, walk, limits)
    sound = len(stops) if finding.vertices is not None else 0
    if finding.proof is not None:

        def lost(count: int) -> bool:
            return _completed(question, graph.passed(stops[:count]), limits).vertices is None

        sound = _core.sound_beginning(len(stops), lost)
    return CheckReport(
        squares=tuple(map(graph.label, stops)),
        fault=None if fault is None else str(fault),
        step=None if fault is None else fault.step,
        moves=tuple(map(graph.label, _moves(question, walk))),
        completable=finding.vertices is not None if finding.decided else None,
        completion=None if finding.vertices is None else question.tour(finding.vertices),
        proof=finding.proof,
        sound=sound,
        method=finding.method,
        seconds=time.perf_counter() - began,
    )
