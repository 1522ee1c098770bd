"""Rotation and extension (Pósa 1976): a path that grows, and turns its tail when it cannot."""

from __future__ import annotations

from babieca import _core
from babieca.finding.answers import (
    finding_of,
    reversed_if_only_end,
    seed_of,
    vertex_count,
    vertex_or_nobody,
    with_first_move,
)
from babieca.finding.problem import Finding, Problem

DEFAULT_SECONDS = 30.0
"""The method never gives up by itself, so there is always a limit."""


def rotation(problem: Problem) -> Finding:
    """Search by rotation and extension within `timeout` seconds, on any graph; proves nothing.

    >>> from babieca.boards import Board
    >>> finding = rotation(Problem(Board(6, 6), closed=True, seed=1))
    >>> len(finding.order)
    36
    """
    reduced = reversed_if_only_end(rotation, problem) or with_first_move(rotation, problem)
    if reduced is not None:
        return reduced
    if vertex_count(problem) < 3 and problem.closed:
        return Finding(proof="a closed tour needs at least three squares")
    graph = problem.graph
    answer = _core.rotation_extension(
        graph.offsets,
        graph.targets,
        vertex_or_nobody(problem.start),
        vertex_or_nobody(problem.end),
        problem.closed,
        seed_of(problem),
        0,
        problem.timeout or DEFAULT_SECONDS,
        problem.progress,
    )
    return finding_of(answer, ["restarts", "rotations", "nodes"])


METHODS = {"rotation": rotation}
