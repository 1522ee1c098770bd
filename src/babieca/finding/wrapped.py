"""Boards with joined borders, by the constructions for the same board with open ones.

Joining borders only adds moves, so every tour of the plain board is one of the wrapped board. And a
closed tour that the plain board does not have, because its squares are odd in number or it is too
narrow, is a path of the plain board between two squares that the seam makes neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from babieca.boards import Board
from babieca.finding import constructions, layered, sweep
from babieca.finding.problem import Finding, Problem
from babieca.theory import exists


def unwrapped(problem: Problem) -> Finding | None:
    """Return a tour that needs the seam at most once, or None if there is none at hand.

    >>> len(unwrapped(Problem(Board(25, 25, wrap=True), closed=True)).order)
    625
    """
    board = problem.board
    if board is None or board.leaper != (1, 2) or board.holes or not any(board.wrap):
        return None
    plain = Board(*board.sides)
    for easier in _problems(problem, board, plain):
        if exists(plain, closed=easier.closed, start=easier.start, end=easier.end).answer != "no":
            finding = _solve(easier)
            if finding is not None and finding.order is not None:
                return _written_from(problem, finding)
    return None


def _problems(problem: Problem, board: Board, plain: Board) -> Iterator[Problem]:
    if problem.first is None or plain.square(problem.first) in plain.neighbours(problem.start or 0):
        yield replace(problem, where=plain)
    if problem.closed and problem.first is None:
        # From the corner, whose colour is never in the minority; it is turned to its start later.
        for end in sorted(set(board.neighbours(0)) - set(plain.neighbours(0))):
            yield replace(problem, where=plain, closed=False, start=0, end=plain.index(end))


def _written_from(problem: Problem, finding: Finding) -> Finding:
    """Turn a closed tour so that it begins where it was asked to."""
    assert finding.order is not None
    if not problem.closed or problem.start is None:
        return finding
    at = int(np.flatnonzero(finding.order == problem.start)[0])
    return replace(finding, order=np.roll(finding.order, -at))


def _solve(problem: Problem) -> Finding | None:
    sides = constructions.rectangle_of(problem.board)
    if sides is None:
        assert problem.board is not None
        proper = sum(side > 1 for side in problem.board.sides)
        return layered.layered(problem) if proper > 2 else None
    if min(sides) >= constructions.SHORTEST_SIDE:
        return constructions.construction(problem)
    return sweep.sweep(problem)
