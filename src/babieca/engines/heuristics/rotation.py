"""Rotation and extension (Pósa 1976): a path that grows, and turns its tail when it cannot."""

from __future__ import annotations

from babieca import _core
from babieca.engines.answers import (
    TOO_FEW,
    finding_of,
    reduced,
    require_graph,
    vertex_count,
    vertex_or_nobody,
)
from babieca.engines.protocol import Finding
from babieca.limits import Limits
from babieca.questions import Question

DEFAULT_SECONDS = 30.0
"""The method never gives up by itself, so there is always a limit."""


def rotation(question: Question, limits: Limits) -> Finding:
    """Search by rotation and extension within `timeout` seconds, on any graph; proves nothing.

    >>> from babieca.boards import Board
    >>> finding = rotation(Question.ask(Board(6, 6)), Limits(seed=1))
    >>> len(finding.order)
    36
    """
    easier = reduced(rotation, question, limits)
    if easier is not None:
        return easier
    if vertex_count(question) < 3 and question.closed:
        return Finding(proof=TOO_FEW)
    require_graph(question, limits)
    graph = question.graph
    answer = _core.rotation_extension(
        graph.offsets,
        graph.targets,
        vertex_or_nobody(question.start),
        vertex_or_nobody(question.end),
        question.closed,
        limits.core_seed,
        0,
        limits.left(DEFAULT_SECONDS),
        limits.reporter(timed=False),
    )
    return finding_of(answer, ["restarts", "rotations", "nodes"])
