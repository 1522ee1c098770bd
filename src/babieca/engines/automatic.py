"""The finder that chooses: constructions, sweeps and searches, whichever the question allows.

On plain rectangles it never fails; where a theorem excludes a tour, it says so at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babieca.engines.best_effort import best_effort
from babieca.engines.constructions import layered, rectangles
from babieca.engines.constructions.organic import shaken
from babieca.engines.constructions.repeated import repeated
from babieca.engines.fold.counting import count_kept
from babieca.engines.fold.finding import find_kept
from babieca.engines.fold.listing import list_kept
from babieca.engines.magic import Magic, find_magic
from babieca.engines.protocol import Finding
from babieca.engines.refuter import refuted
from babieca.engines.refuter.forced_moves import forced_ends
from babieca.engines.refuter.theorems import plain_inside, rectangle_of
from babieca.engines.repair import can_be_repaired, repaired, repaired_by_chance
from babieca.engines.retirement import retirement_order
from babieca.engines.search.finding import search_one
from babieca.engines.search.instances import MOST_VERTICES
from babieca.engines.sweep.deciding import WIDEST, decide, width_of
from babieca.engines.symmetric_frame import symmetric_frame
from babieca.engines.wrapped import unwrapped
from babieca.errors import BadInputError, NotFoundError
from babieca.limits import Limits
from babieca.questions import Question

NARROW = 12
"""Graphs and unusual boards with a frontier up to this many vertices are decided exactly."""

NARROW_STATES = 2_000_000
"""How many states that may take before the heuristics have their turn."""

NARROW_VERTICES = 100_000

DEFAULT_SECONDS = 60.0
PATIENCE = 1.0

BASES = 8
"""Tours that are tried to be repaired, one after another."""


def known(question: Question) -> Finding | None:
    """Answer without a search, if the question is refuted or has a single square."""
    if reason := refuted(question):
        return Finding(proof=str(reason), method="theory")
    if len(question.graph) == 1:
        return Finding(order=np.zeros(1, dtype=np.int32), method="theory")
    return None


def automatic(question: Question, limits: Limits, *, magic: Magic | None = None) -> Finding:
    """Find a tour in whichever way the question allows, and make it look like any other."""
    if magic is not None:
        return find_magic(question, limits, magic)
    return shaken(question, _found(question, limits), limits)


def _found(question: Question, limits: Limits) -> Finding:
    """Construct on wide rectangles, sweep narrow ones, do the best on everything else."""
    if question.symmetry is not None:
        return _kept(question, limits)
    if question.through or question.avoiding or len(question.begin) > 2:
        return _constrained(question, limits)
    if question.kind == "open":
        return _open(question, limits)
    sides = rectangle_of(question.board)
    return _anywhere(question, limits) if sides is None else _rectangle(question, limits, sides)


def _rectangle(question: Question, limits: Limits, sides: tuple[int, int]) -> Finding:
    finding = Finding()
    if min(sides) >= rectangles.SHORTEST_SIDE:
        finding = rectangles.construction(question, limits)
        if finding.decided:
            return replace(finding, method="construction")
    if min(sides) <= WIDEST:
        return replace(decide(question, limits), method="sweep")
    return finding


def _anywhere(question: Question, limits: Limits) -> Finding:
    board = question.board
    box = board is not None and board.is_plain and sum(side > 1 for side in board.sides) > 2
    if box and len(question.begin) <= 2:
        finding = layered.layered(question, limits)
        if finding.decided:
            return replace(finding, method="layered")
    if not box and _is_narrow(question):
        finding = decide(question, replace(limits, states=limits.states or NARROW_STATES))
        if finding.decided:
            return replace(finding, method="sweep")
    if board is not None and plain_inside(board) is not None:
        finding = unwrapped(question, limits)
        if finding.decided:
            return replace(finding, method="unwrapped")
    return best_effort(question, limits)


def _is_narrow(question: Question) -> bool:
    graph = question.graph
    if len(graph) > NARROW_VERTICES:
        return False
    return width_of(graph, retirement_order(graph)) <= NARROW


def _constrained(question: Question, limits: Limits) -> Finding:
    """Decide with a beginning, or with moves required or avoided.

    By a sweep where it is narrow, by repairing a tour without them, in the end by a search.
    """
    sides = rectangle_of(question.board)
    narrow = min(sides) <= NARROW // 2 if sides is not None else _is_narrow(question)
    if narrow and question.kind != "open":
        finding = decide(question, replace(limits, states=limits.states or NARROW_STATES))
        if finding.decided:
            return replace(finding, method="sweep")
    finding = _repaired(question, limits)
    if finding.decided:
        return finding
    if not question.through and not question.avoiding and question.kind != "open":
        return _anywhere(question, limits)
    if len(question.graph) > MOST_VERTICES:
        return finding
    return replace(search_one(question, _with_an_end(limits)), method="search")


def _repaired(question: Question, limits: Limits) -> Finding:
    """Find a tour without the constraints, and change it around them until it obeys."""
    if not can_be_repaired(question.board):
        return Finding(method="repair")
    free = _without_moves(question)
    ends = () if question.closed else forced_ends(question)
    if len(ends) == 2 or (len(ends) == 1 and not free.ends):
        start = ends[0] if free.start is None else free.start
        other = next((end for end in ends if end != start), None)
        free = replace(free, start=start, end=other)
    # Another tour has another end, and other moves around the squares in question.
    for seed in range(BASES):
        finding = _found(free, replace(limits, seed=(limits.seed or 0) + seed))
        if finding.order is None:
            return finding
        for way in _ways(free, finding.order):
            order = repaired(question, way, limits)
            if order is not None:
                return replace(finding, order=question.written(order))
    return Finding(method="repair")


def _without_moves(question: Question) -> Question:
    """Return the question without a beginning, and without moves required or avoided."""
    return replace(
        question,
        start=None if question.closed else question.start,
        begin=(),
        through=frozenset(),
        avoiding=frozenset(),
    )


def _ways(question: Question, order: NDArray[np.integer[Any]]) -> Iterator[NDArray[Any]]:
    """Yield a tour, and where it is a cycle cut open the same cut on the other side."""
    yield order
    start, end = int(order[0]), int(order[-1])
    if question.kind == "path" and question.end is None and question.graph.has_edge(start, end):
        yield np.roll(order[::-1], 1)


def _kept(question: Question, limits: Limits) -> Finding:
    """Find a tour that a symmetry keeps: by constructions, or by searching the folded board.

    A search that has found nothing for a while is asked whether there is anything to find: the
    sweep of the folded board counts what is kept, and none is a proof.
    """
    free = _without_moves(question)
    for construct in (repeated, symmetric_frame):
        finding = construct(free, limits)
        if finding.order is not None:
            order = repaired_by_chance(question, finding.order, limits)
            if order is not None:
                return replace(finding, order=question.written(order))
    within = _with_an_end(limits)
    for search in (find_kept, _first_kept):
        finding = search(question, within.within(min(within.left(), PATIENCE)))
        if finding.decided:
            return finding
    try:
        counted = count_kept(question, replace(within.within(within.left() / 2), checkpoint=None))
        if counted.value == 0:
            return Finding(proof="counted on the folded board: none", method="fold")
    except (BadInputError, NotFoundError):
        pass  # too many states, or no time for them: back to the searches
    finding = find_kept(question, within.within(within.left() / 2))
    return finding if finding.decided else _first_kept(question, within)


def _first_kept(question: Question, limits: Limits) -> Finding:
    try:
        first = next(list_kept(question, limits), None)
    except NotFoundError:
        return Finding(method="fold")
    if first is None:
        return Finding(proof="the search of the folded board found none", method="fold")
    return Finding(order=first[0], method="fold")


def _with_an_end(limits: Limits) -> Limits:
    return limits if limits.timeout is not None else limits.within(DEFAULT_SECONDS)


def _open(question: Question, limits: Limits) -> Finding:
    """Find a path whose ends are not a move apart."""
    if len(question.ends) == 2:
        return _found(replace(question, kind="path"), limits)
    sides = rectangle_of(question.board)
    if sides is not None and min(sides) >= 6 and len(question.begin) <= 2:
        for ends in _open_ends(question):
            finding = _found(ends, limits)
            if finding.order is not None:
                return finding
    if len(question.graph) <= MOST_VERTICES:
        return replace(search_one(question, _with_an_end(limits)), method="search")
    finding = _found(replace(question, kind="path"), limits)
    if finding.order is None:
        return finding
    ends_meet = question.graph.has_edge(int(finding.order[0]), int(finding.order[-1]))
    return Finding(statistics=finding.statistics, method=finding.method) if ends_meet else finding


def _open_ends(question: Question) -> Iterator[Question]:
    """Yield the question with both ends given, not a move apart, as colours allow."""
    size = len(question.graph)
    if question.start is None and question.end is not None:
        for start in range(size):
            yield from _if_open(question, start, question.end)
        return
    start = 0 if question.start is None else question.start
    for end in reversed(range(size)):
        yield from _if_open(question, start, end)


def _if_open(question: Question, start: int, end: int) -> Iterator[Question]:
    if start == end or end in question.begin or question.graph.has_edge(start, end):
        return
    ends = replace(question, kind="path", start=start, end=end)
    if not refuted(ends):
        yield ends
