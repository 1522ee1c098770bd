"""Changes of a tour: random switches that hide its tiles, and repairs of single moves.

`cpp/core/constructions/organic.cpp` explains how switches on parallelograms of two moves change a
tour, and how its pieces are joined again. Ends, beginnings, required and avoided moves, and the
symmetry stay. The distribution is not uniform over all tours; that of `sample` is.

A tour that lacks a required move or makes an avoided one is repaired window by window: see
docs/finding.md. The work does not grow with the board.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.boards import Board
from babieca.edges import Edge
from babieca.engines.protocol import Finding
from babieca.engines.search.instances import search_one
from babieca.errors import NotFoundError
from babieca.graphs import Graph
from babieca.limits import Limits
from babieca.questions import Question, Vertices

MOST_SQUARES = 3_000_000
"""Larger boards keep the constructed tour: switching takes about a second per half million."""

TRIES = 50
"""Switches tried per square: about nine succeed."""

REACHES = (2, 3, 4)
"""How far a window extends around the wrong move, in moves; tried in this order."""

SECONDS = 0.3
"""The time for one window: a search takes a few milliseconds, or finds nothing."""

SHAKES, FEW_TRIES = 64, 8
"""Shakes for each word on moves, and switches tried in each shake."""

_BYTES_PER_SQUARE = 24


def shaken(question: Question, finding: Finding, limits: Limits) -> Finding:
    """Shake a tour: return another one with the same ends and required moves, or itself.

    Switches need two dimensions, eight moves, and wrapped sides that are long enough.
    """
    board = question.board
    if finding.vertices is None or board is None or board.dimensions != 2:
        return finding
    shorter, longer = board.leaper
    wrapped = [side for side, wraps in zip(board.sides, board.wrap, strict=True) if wraps]
    long_enough = all(side > 2 * longer for side in wrapped)
    if not 0 < shorter < longer or not long_enough or board.cells > MOST_SQUARES:
        return finding
    try:
        found = joined(question, [finding.vertices], limits)
    except NotFoundError:  # the time is up: the tour that was found stays
        found = None
    return finding if found is None else replace(finding, vertices=found)


def joined(
    question: Question, pieces: Sequence[Vertices], limits: Limits, tries: int = TRIES
) -> NDArray[np.int32] | None:
    """Join pieces that cover the board into one tour by switches; None if they cannot be joined.

    First, `tries` random switches are tried per square. The first piece is a path if the question
    asks for paths; all others are cycles. The symmetry of the question keeps the pieces; if it
    shifts the tour along itself, the voltages of all pieces of the folded board have an odd sum.
    """
    board = question.board
    assert board is not None
    limits.require(_BYTES_PER_SQUARE * board.cells, f"a tour of the {board.name} board")
    vertices = np.concatenate(pieces)
    edges = [sorted(question.required), sorted(question.avoiding)]
    if board.hole_indices:
        indices = board.indices()
        vertices = indices[vertices]
        edges = [[(int(indices[u]), int(indices[v])) for u, v in some] for some in edges]
    symmetry = None if question.symmetry is None else question.symmetry.symmetry
    found = _core.organic_tour(
        np.ascontiguousarray(vertices, dtype=np.int32),
        board.sides,
        board.wrap,
        board.leaper,
        question.closed,
        edges[0],
        edges[1],
        tries,
        limits.core_seed,
        symmetry is not None and symmetry.axes == (1, 0),
        (False, False) if symmetry is None else symmetry.flips,
        [len(piece) for piece in pieces],
        limits.reporter(),
    )
    if len(found) == 0:
        return None
    if board.hole_indices:
        found = np.searchsorted(indices, found).astype(np.int32)
    return np.ascontiguousarray(question.written(found), dtype=np.int32)


def repaired(question: Question, vertices: Vertices, limits: Limits) -> Vertices | None:
    """Change a tour with the same ends until it obeys the words on moves; None if that fails."""
    for _ in range(4 * (len(question.required) + len(question.avoiding)) + 1):
        made = _made(question, vertices)
        wrong = [*sorted(question.required - made), *sorted(question.avoiding & made)]
        if not wrong:
            return vertices
        windows = (_window(question.graph, wrong[0], reach) for reach in REACHES)
        changes = (_walked_anew(question, vertices, window, limits) for window in windows)
        changed = next((change for change in changes if change is not None), None)
        if changed is None:
            return None
        vertices = changed
    return None


def repaired_by_chance(question: Question, vertices: Vertices, limits: Limits) -> Vertices | None:
    """Shake a tour until it obeys, and keep the words that it obeys already; None if that fails.

    This serves symmetric tours, whose symmetry a window would break. About every fourth tour makes
    a given move.
    """
    for shake in range(SHAKES * (len(question.required) + len(question.avoiding)) + 1):
        made = _made(question, vertices)
        if question.required <= made and not question.avoiding & made:
            return vertices
        if limits.timeout is not None and limits.left() < SECONDS:
            return None
        obeyed = replace(question.undirected(), through=question.required & made)
        chance = replace(limits, seed=(limits.seed or 0) + shake)
        try:
            found = joined(obeyed, [vertices], chance, tries=FEW_TRIES)
        except NotFoundError:
            return None
        vertices = vertices if found is None else found
    return None


def can_be_repaired(board: Board | None) -> bool:
    """Whether this is a board large enough for a window: two sides of at least two moves."""
    return board is not None and sorted(board.sides)[-2:] >= [2 * max(board.leaper)] * 2


def _made(question: Question, vertices: Vertices) -> frozenset[Edge]:
    """Return the required and avoided moves that a tour makes."""
    step = np.empty(len(vertices), dtype=np.int64)
    step[vertices] = np.arange(len(vertices))
    apart = {1, len(vertices) - 1} if question.closed else {1}
    named = question.required | question.avoiding
    return frozenset((u, v) for u, v in named if abs(int(step[u]) - int(step[v])) in apart)


def _window(graph: Graph, edge: Edge, reach: int) -> list[int]:
    """Return the vertices at most `reach` moves away from an edge."""
    window, border = set(edge), set(edge)
    for _ in range(reach):
        border = {other for vertex in border for other in graph.near(vertex)} - window
        window |= border
    return sorted(window)


def _walked_anew(
    question: Question, vertices: Vertices, window: list[int], limits: Limits
) -> Vertices | None:
    """Take the tour apart at a window and walk the window anew; None if no other walk is found.

    The small graph has the squares of the window first, then one vertex for each run outside it,
    joined to the two squares where the run begins and ends. One more vertex outside closes a path.
    """
    cycle = vertices.astype(np.int64) if question.closed else np.append(vertices, len(vertices))
    step = np.empty(len(cycle), dtype=np.int64)
    step[cycle] = np.arange(len(cycle))
    number = {vertex: local for local, vertex in enumerate(window)}
    edges: set[Edge] = set()
    required: set[Edge] = set()
    for vertex, local in number.items():
        for other in question.graph.near(vertex):
            edge = (min(vertex, other), max(vertex, other))
            if other in number and vertex < other and edge not in question.avoiding:
                edges.add((local, number[other]))
                if edge in question.required:
                    required.add((local, number[other]))
    runs: list[Vertices] = []  # without the squares of the window before and after
    before: list[int] = []  # the square before each run, by its number in the window
    inside = np.sort(step[window])
    for here, there in zip(inside, np.roll(inside, -1), strict=True):
        length = int((there - here) % len(cycle)) or len(cycle)
        if length > 1:
            ends = (number[int(cycle[here])], number[int(cycle[there])])
            joints = {(end, len(window) + len(runs)) for end in ends}
            edges |= joints
            required |= joints
            runs.append(np.take(cycle, np.arange(here + 1, here + length), mode="wrap"))
            before.append(ends[0])
    pairs = np.array(sorted(edges), dtype=np.int64).reshape(-1, 2)
    small = Graph(pairs[:, 0], pairs[:, 1], len(window) + len(runs))
    inside_question = Question(small, through=frozenset(required))
    found = search_one(inside_question, limits.within(min(SECONDS, limits.left(SECONDS)))).vertices
    if found is None:
        return None
    pieces: list[Vertices] = []
    for at, vertex in enumerate(found.tolist()):
        run = vertex - len(window)
        if run < 0:
            pieces.append(np.array([window[vertex]], dtype=np.int64))
        else:
            forwards = int(found[at - 1]) == before[run]
            pieces.append(runs[run] if forwards else runs[run][::-1])
    whole = np.concatenate(pieces)
    if not question.closed:
        whole = np.roll(whole, -1 - int(np.flatnonzero(whole == len(vertices))[0]))[:-1]
    return whole.astype(np.int32)
