"""The finder that chooses: constructions, sweeps and searches, as the question allows.

On plain rectangles it never fails. `complete` says whether a beginning can be completed: exact, and
fast enough for every move of a game (docs/finding.md).
"""

import itertools
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from babieca.boards import Board
from babieca.engines.constructions.building import (
    SHORTEST_SIDE,
    Magic,
    construction,
    find_magic,
    layered,
    repeated,
    symmetric_frame,
)
from babieca.engines.constructions.changes import (
    can_be_repaired,
    repaired,
    repaired_by_chance,
    shaken,
)
from babieca.engines.fold import count_symmetric, find_symmetric, list_symmetric
from babieca.engines.heuristics.graph_searches import best_effort, known
from babieca.engines.protocol import Finder, Finding
from babieca.engines.refuter import forced_ends, plain_inside, rectangle_of, refuted
from babieca.engines.search.instances import MOST_VERTICES, search_one
from babieca.engines.search.steps import find_by_steps
from babieca.engines.sweep.sweeps import WIDEST, decide, width_of
from babieca.errors import BadInputError, NotFoundError
from babieca.graphs import Graph
from babieca.limits import USUAL_SECONDS, Limits
from babieca.questions import Question

NARROW = 12
"""Graphs with a frontier of at most this many vertices are swept before heuristics are tried."""

NARROW_STATES = 2_000_000

NARROW_VERTICES = 100_000

FIRST_SECONDS = 1.0
"""The time for each of the first searches of a folded board."""

MOST_CHANCE = 8
"""With more words on moves than this, a symmetric tour is not shaken."""

SMALL = 36
"""With words on moves, folded tours of boards up to this size are listed before a search."""

MOST_REPAIRED = 8
"""The most tours that are repaired, one after another, until one obeys."""

COMPLETING_SECONDS = 10.0

FIRST_NODES = 2**13
"""Nodes of the first round, about ten milliseconds. Each round has four times as many."""

MANY_VERTICES = 200
"""With more vertices than this, the other finders are tried after the first round."""

EXHAUSTED = "every continuation was tried"


def automatic(question: Question, limits: Limits, *, magic: Magic | None = None) -> Finding:
    """Find a tour by the methods that suit the question, and shake it until no tiles show."""
    if magic is not None:
        return find_magic(question, limits, magic)
    finding = _found(question, limits)
    return finding if question.at else shaken(question, finding, limits)


def _found(question: Question, limits: Limits) -> Finding:
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
    elif question.at:
        yield "steps", find_by_steps, limits
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
    return len(graph) <= NARROW_VERTICES and width_of(graph) <= NARROW


def _unwrapped(question: Question, limits: Limits) -> Finding:
    """Find a tour of the plain board, or a path on it that a move across the border closes."""
    for plain in _plain_questions(question):
        for _, method, within in () if refuted(plain) else _methods(plain, limits):
            if method is best_effort:
                break  # the wrapped board has more tours, so it is easier
            finding = method(plain, within)
            if finding.vertices is not None:
                tour = question.written(finding.vertices)
                return replace(finding, vertices=tour, method="unwrapped")
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


def _repaired(question: Question, limits: Limits) -> Finding:
    """Find a tour without the words on moves, and change it around them until it obeys."""
    free = _without_moves(question)
    ends = () if question.closed else forced_ends(question)
    if len(ends) == 2 or (len(ends) == 1 and not free.ends):
        start = ends[0] if free.start is None else free.start
        free = replace(free, start=start, end=next((end for end in ends if end != start), None))
    # Each seed gives another tour, with another end and other moves around the words.
    for seed in range(MOST_REPAIRED):
        finding = _found(free, replace(limits, seed=(limits.seed or 0) + seed))
        if finding.vertices is None:
            return finding
        cuts = [finding.vertices]
        if free.kind == "path" and free.end is None and _ends_meet(free, finding):
            cuts.append(np.roll(finding.vertices[::-1], 1))  # a closed tour, cut on the other side
        for vertices in cuts:
            if (changed := repaired(question, vertices, limits)) is not None:
                return replace(finding, vertices=question.written(changed))
    return Finding(method="repair")


def _without_moves(question: Question) -> Question:
    return replace(question.undirected(), through=frozenset(), avoiding=frozenset())


def _ends_meet(question: Question, finding: Finding) -> bool:
    assert finding.vertices is not None
    return question.graph.has_edge(int(finding.vertices[0]), int(finding.vertices[-1]))


def _symmetric_methods(question: Question, limits: Limits) -> Iterator[tuple[str, Finder, Limits]]:
    words = len(question.required) + len(question.avoiding)
    if question.at:
        yield "fold", _first_symmetric, limits.usually(USUAL_SECONDS)
        return
    if words <= MOST_CHANCE:
        yield "repeated", _constructed, limits
    within = limits.usually(USUAL_SECONDS)
    searches = (find_symmetric, _first_symmetric)
    for search in searches[::-1] if words and len(question.graph) <= SMALL else searches:
        yield "fold", search, within.within(min(within.left(), FIRST_SECONDS))
    yield "fold", _none_counted, within.within(within.left() / 2)
    yield "fold", find_symmetric, within.within(within.left() / 2)
    yield "fold", _first_symmetric, within


def _constructed(question: Question, limits: Limits) -> Finding:
    free = _without_moves(question)
    for construct in (repeated, symmetric_frame):
        finding = construct(free, limits)
        if finding.vertices is not None:
            vertices = repaired_by_chance(question, finding.vertices, limits)
            if vertices is not None:
                return replace(finding, vertices=question.written(vertices))
    return Finding()


def _none_counted(question: Question, limits: Limits) -> Finding:
    """Count the tours of the folded board: 0 is a proof."""
    try:
        counted = count_symmetric(question, replace(limits, checkpoint=None))
    except (BadInputError, NotFoundError):
        return Finding()  # too many states, or too little time for them
    return Finding(proof="counted on the folded board: none") if counted.value == 0 else Finding()


def _first_symmetric(question: Question, limits: Limits) -> Finding:
    try:
        first = next(list_symmetric(question, limits), None)
    except NotFoundError:
        return Finding(method="fold")
    if first is None:
        return Finding(proof="the search of the folded board found none")
    return Finding(vertices=first[0])


def _open(question: Question, limits: Limits) -> Finding:
    path = replace(question, kind="path")
    if len(question.ends) == 2:
        return _found(path, limits)
    sides = rectangle_of(question.board)
    if sides is not None and min(sides) >= 6:
        for ends in _open_ends(path):
            finding = _found(ends, limits)
            if finding.vertices is not None:
                return finding
    if len(question.graph) <= MOST_VERTICES:
        return replace(search_one(question, limits.usually(USUAL_SECONDS)), method="search")
    finding = _found(path, limits)
    meet = finding.vertices is not None and _ends_meet(question, finding)
    return replace(finding, vertices=None) if meet else finding


def _open_ends(path: Question) -> Iterator[Question]:
    """Yield the path with both ends, not a move apart, wherever they are not refuted."""
    vertices = range(len(path.graph))
    for other in vertices if path.end is not None else reversed(vertices):
        start, end = (path.start or 0, other) if path.end is None else (other, path.end)
        if start != end and end not in path.begin and not path.graph.has_edge(start, end):
            ends = replace(path, start=start, end=end)
            if not refuted(ends):
                yield ends


def complete(question: Question, limits: Limits) -> Finding:
    if finding := known(question):
        return finding
    limits = limits.usually(COMPLETING_SECONDS)
    if question.at or len(question.graph) > MOST_VERTICES or question.symmetry is not None:
        return _by_other_means(question, limits)
    cases: list[Question] = []  # searched in turns with the whole question until one decides
    for attempt in itertools.count():
        patience = replace(limits, nodes=FIRST_NODES * 4**attempt)
        finding = search_one(question, patience)
        if finding.decided or limits.over:
            proof = EXHAUSTED if finding.proof is not None else None
            return replace(finding, proof=proof, method="search")
        if attempt == 0:
            if len(question.graph) > MANY_VERTICES:
                finding = _by_other_means(question, limits.within(limits.left() / 2))
                if finding.decided:
                    return finding
            cases = list(_by_last_square(question))
        undecided = []
        for case in cases:
            finding = search_one(case, patience)
            if finding.vertices is not None or limits.over:
                return replace(finding, proof=None, method="search")
            if finding.proof is None:
                undecided.append(case)
        if cases and not undecided:
            return Finding(proof=EXHAUSTED, method="search")
        cases = undecided
    raise AssertionError("unreachable")


def _by_other_means(question: Question, limits: Limits) -> Finding:
    try:
        return automatic(question, limits)
    except NotFoundError:  # some methods raise it when the time is over
        return Finding(method="auto")


def _by_last_square(question: Question) -> Iterator[Question]:
    """Yield one question for each last square of the tour; none if the end is given."""
    begin, start = question.begin, question.start
    if start is None or question.end is not None:
        return
    if not question.closed:
        for last in range(len(question.graph)):
            meet = question.kind == "open" and question.graph.has_edge(start, last)
            if last != start and last not in begin and not meet:
                yield replace(question, kind="path", end=last)
    elif begin:
        for last in question.graph.near(start):
            closing = {(min(start, last), max(start, last))}
            if last not in begin and not closing & question.avoiding:
                yield replace(question, through=question.through | closing)
