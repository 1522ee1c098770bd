"""Changes of a symmetric tour: random switches that hide its tiles, or make the moves asked for.

`cpp/core/constructions/organic.cpp` explains how switches on parallelograms of two moves change a
tour, and how its pieces are joined again. Ends, beginnings, required and avoided moves, and the
symmetry stay. The distribution is not uniform over all tours; that of `sample` is.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.edges import Edge
from babieca.engines.finders import asked_of_core
from babieca.engines.protocol import Finding
from babieca.errors import NotFoundError
from babieca.limits import Limits
from babieca.questions import Question, Vertices

SECONDS = 0.3
"""With less time than this, a tour is not shaken again."""

SHAKES, FEW_TRIES = 64, 8
"""Shakes for each word on moves, and switches tried in each shake."""

_USUAL_TRIES = -1


def shaken(question: Question, finding: Finding, limits: Limits) -> Finding:
    """Shake a tour: return another one with the same ends and required moves, or itself."""
    if finding.vertices is None or finding.vertices.dtype != np.int32:
        return finding
    found = joined(question, [finding.vertices], limits, _USUAL_TRIES)
    return replace(finding, vertices=found)


def joined(
    question: Question, pieces: Sequence[Vertices], limits: Limits, tries: int
) -> NDArray[np.int32] | None:
    """Join pieces that cover the board into one tour by switches; None if they cannot be joined.

    First, `tries` random switches are tried per square. The first piece is a path if the question
    asks for paths; all others are cycles. The symmetry of the question keeps the pieces; if it
    shifts the tour along itself, the voltages of all pieces of the folded board have an odd sum.
    """
    symmetry = None if question.symmetry is None else question.symmetry.symmetry
    tour: NDArray[np.int32] = asked_of_core(
        partial(
            _core.switched_tour,
            squares=np.ascontiguousarray(np.concatenate(pieces), dtype=np.int32),
            lengths=[len(piece) for piece in pieces],
            tries=tries,
            transposed=symmetry is not None and symmetry.axes == (1, 0),
            flips=(False, False) if symmetry is None else symmetry.flips[:2],
        ),
        question,
        limits,
    )
    return tour if len(tour) else None


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


def _made(question: Question, vertices: Vertices) -> frozenset[Edge]:
    """Return the required and avoided moves that a tour makes."""
    step = np.empty(len(vertices), dtype=np.int64)
    step[vertices] = np.arange(len(vertices))
    apart = {1, len(vertices) - 1} if question.closed else {1}
    named = question.required | question.avoiding
    return frozenset((u, v) for u, v in named if abs(int(step[u]) - int(step[v])) in apart)
