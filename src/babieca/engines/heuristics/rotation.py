"""Rotation and extension (Pósa 1976): grow a path; where it cannot grow, reverse its tail."""

from __future__ import annotations

from babieca import _core
from babieca.engines.answers import finding_of, require_graph, vertex_or_nobody
from babieca.engines.heuristics import from_start
from babieca.engines.protocol import Finding
from babieca.limits import Limits
from babieca.questions import Question

DEFAULT_SECONDS = 30.0
"""The method never gives up by itself."""


@from_start
def rotation(question: Question, limits: Limits) -> Finding:
    """Search by rotation and extension within `timeout` seconds (30 by default); proves nothing.

    >>> from babieca.boards import Board
    >>> finding = rotation(Question.ask(Board(6, 6)), Limits(seed=1))
    >>> len(finding.order)
    36
    """
    require_graph(question, limits)
    graph = question.graph
    answer = _core.rotation_extension(
        graph.offsets,
        graph.targets,
        vertex_or_nobody(question.start),
        vertex_or_nobody(question.end),
        question.closed,
        limits.core_seed,
        limits.left(DEFAULT_SECONDS),
        limits.reporter(timed=False),
    )
    return finding_of(answer, ["restarts", "rotations", "nodes"])
