"""The finder that chooses: constructions, sweeps and searches, as the question allows.

On plain rectangles it never fails.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from babieca.boards import Board
from babieca.engines.answers import Finder
from babieca.engines.best_effort import best_effort
from babieca.engines.constructions.layered import layered
from babieca.engines.constructions.organic import shaken
from babieca.engines.constructions.rectangles import SHORTEST_SIDE, construction
from babieca.engines.constructions.repeated import repeated
from babieca.engines.fold.counting import count_kept
from babieca.engines.fold.finding import find_kept
from babieca.engines.fold.listing import list_kept
from babieca.engines.magic import Magic, find_magic
from babieca.engines.protocol import Finding
from babieca.engines.refuter import refuted
from babieca.engines.refuter.forced_moves import forced_ends
from babieca.engines.refuter.theorems import plain_inside, rectangle_of
from babieca.engines.repair import Order, can_be_repaired, repaired, repaired_by_chance
from babieca.engines.retirement import retirement_order
from babieca.engines.search.finding import search_one
from babieca.engines.search.instances import MOST_VERTICES
from babieca.engines.sweep.deciding import WIDEST, decide, width_of
from babieca.engines.symmetric_frame import symmetric_frame
from babieca.errors import BadInputError, NotFoundError
from babieca.graphs import Graph
from babieca.limits import USUAL_SECONDS, Limits
from babieca.questions import Question

NARROW = 12
"""Graphs with a frontier of at most this many vertices are swept before heuristics are tried."""

NARROW_STATES = 2_000_000
"""The most states of such a sweep."""

NARROW_VERTICES = 100_000
"""The most vertices of such a graph."""

FIRST_SECONDS = 1.0
"""For the first searches of a folded board."""

MOST_CHANCE = 8
"""The most words on moves that a symmetric tour is shaken for."""

SMALL = 36
"""With words on moves, folded tours of boards up to this size are listed before a search."""

MOST_REPAIRED = 8
"""Tours that are repaired one after another until one obeys."""


def known(question: Question) -> Finding | None:
    """Answer without a search, if the question is refuted or has a single square."""
    if reason := refuted(question):
        return Finding(proof=str(reason), method="theory")
    if len(question.graph) == 1:
        return Finding(order=np.zeros(1, dtype=np.int32), method="theory")
    return None


def automatic(question: Question, limits: Limits, *, magic: Magic | None = None) -> Finding:
    """Find a tour by the methods that suit the question, and shake it until no tiles show."""
    if magic is not None:
        return find_magic(question, limits, magic)
    return shaken(question, _found(question, limits), limits)


def _found(question: Question, limits: Limits) -> Finding:
    """Run the methods that suit the question until one decides it."""
    finding = Finding()
    for name, method, within in _methods(question, limits):
        finding = method(question, within)
        if finding.decided:
            return replace(finding, method=finding.method or name)
    return finding


def _methods(question: Question, limits: Limits) -> Iterator[tuple[str, Finder, Limits]]:
    """Yield methods with their names and limits, the fastest first."""
    sides = rectangle_of(question.board)
    few_states = replace(limits, states=limits.states or NARROW_STATES)
    if question.symmetry is not None:
        yield from _symmetric_methods(question, limits)
    elif question.through or question.avoiding or len(question.begin) > 2:
        narrow = min(sides) <= NARROW // 2 if sides is not None else _is_narrow(question.graph)
        if narrow and question.kind != "open":
            yield "sweep", decide, few_states
        if can_be_repaired(question.board):
            yield "repair", _repaired, limits
        if not question.through and not question.avoiding and question.kind != "open":
            yield "best effort", best_effort, limits
        elif len(question.graph) <= MOST_VERTICES:
            yield "search", search_one, limits.usually(USUAL_SECONDS)
    elif question.kind == "open":
        yield "", _open, limits
    elif sides is not None:
        if min(sides) >= SHORTEST_SIDE:
            yield "construction", construction, limits
        if min(sides) <= WIDEST:
            yield "sweep", decide, limits
    else:
        board = question.board
        if board is not None and board.is_plain and board.dimensions > 2:
            yield "layered", layered, limits
        elif _is_narrow(question.graph):
            yield "sweep", decide, few_states
        if board is not None and plain_inside(board) is not None:
            yield "unwrapped", _unwrapped, limits
        yield "best effort", best_effort, limits


def _is_narrow(graph: Graph) -> bool:
    if len(graph) > NARROW_VERTICES:
        return False
    return width_of(graph, retirement_order(graph)) <= NARROW


# Wrapped boards ---------------------------------------------------------------------------------


def _unwrapped(question: Question, limits: Limits) -> Finding:
    """Find a tour of the plain board, or a path of it that a move across the border closes."""
    for plain in _plain_questions(question):
        for _, method, within in () if refuted(plain) else _methods(plain, limits):
            if method is best_effort:
                break  # the wrapped board has more tours, so it is easier
            finding = method(plain, within)
            if finding.order is not None:
                order = question.written(finding.order)
                return replace(finding, order=order, method="unwrapped")
    return Finding()


def _plain_questions(question: Question) -> Iterator[Question]:
    board = question.board
    assert board is not None
    inside = Graph.of(Board(*board.sides))
    if all(inside.has_edge(u, v) for u, v in itertools.pairwise(question.begin)):
        yield replace(question, graph=inside)
    if question.closed and not question.begin:
        # The corner has the majority colour, so a path may start there.
        for end in sorted(set(question.graph.near(0)) - set(inside.near(0))):
            yield replace(question, graph=inside, kind="path", start=0, end=end)


# Words on moves ---------------------------------------------------------------------------------


def _repaired(question: Question, limits: Limits) -> Finding:
    """Find a tour without the words on moves, and change it around them until it obeys."""
    free = _without_moves(question)
    ends = () if question.closed else forced_ends(question)
    if len(ends) == 2 or (len(ends) == 1 and not free.ends):
        start = ends[0] if free.start is None else free.start
        other = next((end for end in ends if end != start), None)
        free = replace(free, start=start, end=other)
    # Each seed gives another tour, with another end and other moves around the words.
    for seed in range(MOST_REPAIRED):
        finding = _found(free, replace(limits, seed=(limits.seed or 0) + seed))
        if finding.order is None:
            return finding
        for order in _cuts(free, finding.order):
            changed = repaired(question, order, limits)
            if changed is not None:
                return replace(finding, order=question.written(changed))
    return Finding(method="repair")


def _without_moves(question: Question) -> Question:
    """Return the question without a beginning, and without moves required or avoided."""
    return replace(question.undirected(), through=frozenset(), avoiding=frozenset())


def _cuts(question: Question, order: Order) -> Iterator[Order]:
    """Yield a tour, and if a path comes from a closed tour, the cut on the other side too."""
    yield order
    start, end = int(order[0]), int(order[-1])
    if question.kind == "path" and question.end is None and question.graph.has_edge(start, end):
        yield np.roll(order[::-1], 1)


# Symmetric tours --------------------------------------------------------------------------------


def _symmetric_methods(question: Question, limits: Limits) -> Iterator[tuple[str, Finder, Limits]]:
    """Yield constructions, then short searches of the folded board, a count, long searches."""
    words = len(question.required) + len(question.avoiding)
    if words <= MOST_CHANCE:
        yield "repeated", _constructed, limits
    within = limits.usually(USUAL_SECONDS)
    list_first = words > 0 and len(question.graph) <= SMALL
    for search in (_first_kept, find_kept) if list_first else (find_kept, _first_kept):
        yield "fold", search, within.within(min(within.left(), FIRST_SECONDS))
    yield "fold", _none_counted, within.within(within.left() / 2)
    yield "fold", find_kept, within.within(within.left() / 2)
    yield "fold", _first_kept, within


def _constructed(question: Question, limits: Limits) -> Finding:
    free = _without_moves(question)
    for construct in (repeated, symmetric_frame):
        finding = construct(free, limits)
        if finding.order is not None:
            order = repaired_by_chance(question, finding.order, limits)
            if order is not None:
                return replace(finding, order=question.written(order))
    return Finding()


def _none_counted(question: Question, limits: Limits) -> Finding:
    """Count the tours of the folded board: 0 is a proof."""
    try:
        counted = count_kept(question, replace(limits, checkpoint=None))
    except (BadInputError, NotFoundError):
        return Finding()  # too many states, or too little time for them
    return Finding(proof="counted on the folded board: none") if counted.value == 0 else Finding()


def _first_kept(question: Question, limits: Limits) -> Finding:
    try:
        first = next(list_kept(question, limits), None)
    except NotFoundError:
        return Finding(method="fold")
    if first is None:
        return Finding(proof="the search of the folded board found none")
    return Finding(order=first[0])


# Open tours -------------------------------------------------------------------------------------


def _open(question: Question, limits: Limits) -> Finding:
    """Find a path whose ends are not a move apart."""
    path = replace(question, kind="path")
    if len(question.ends) == 2:
        return _found(path, limits)
    sides = rectangle_of(question.board)
    if sides is not None and min(sides) >= 6:
        for ends in _open_ends(path):
            finding = _found(ends, limits)
            if finding.order is not None:
                return finding
    if len(question.graph) <= MOST_VERTICES:
        return replace(search_one(question, limits.usually(USUAL_SECONDS)), method="search")
    finding = _found(path, limits)
    if finding.order is None:
        return finding
    ends_meet = question.graph.has_edge(int(finding.order[0]), int(finding.order[-1]))
    return Finding(statistics=finding.statistics, method=finding.method) if ends_meet else finding


def _open_ends(path: Question) -> Iterator[Question]:
    """Yield the path with both ends, not a move apart, wherever they are not refuted."""
    vertices = range(len(path.graph))
    pairs = (
        ((path.start or 0, end) for end in reversed(vertices))
        if path.end is None
        else ((start, path.end) for start in vertices)
    )
    for start, end in pairs:
        if start != end and end not in path.begin and not path.graph.has_edge(start, end):
            ends = replace(path, start=start, end=end)
            if not refuted(ends):
                yield ends
