"""Tours of boards with three or more dimensions, in linear time: blocks joined by rails.

Closed wherever the theorem of Erde, Golénia and Golénia (2012) admits it, open from every square
that colours allow; `docs/dimensions.md` tells how. It goes beyond the slices of seed 003, which
need two equal even sides.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from babieca import _core
from babieca.errors import BadInputError
from babieca.finding.answers import (
    reversed_if_only_end,
    seed_of,
    vertex_count,
    vertex_or_nobody,
)
from babieca.finding.problem import Finding, Problem
from babieca.memory import require
from babieca.theory import ERDE

STEERING_TRIES = 8
"""How many tours are tried when the far end must be steered to a given square."""


def layered(problem: Problem) -> Finding:
    """Construct a tour of a plain board with three or more sides above 1.

    >>> from babieca.boards import Board
    >>> len(layered(Problem(Board(2, 3, 4), closed=True)).order)
    24
    >>> layered(Problem(Board(3, 3, 3))).proof
    '(1,1,1) has no move'
    """
    board = problem.board
    if board is None or not board.is_plain or sum(side > 1 for side in board.sides) < 3:
        raise BadInputError("layered is for plain boards with at least three sides above 1")
    reversed_finding = reversed_if_only_end(layered, problem)
    if reversed_finding is not None:
        return reversed_finding
    require(_BYTES_PER_SQUARE * vertex_count(problem), f"a tour of the {board.name} board")
    # A side of 1 is no room at all; row-major indices are the same without it.
    sides = [side for side in board.sides if side > 1]
    proof = _impossible(problem, sides)
    if proof is not None:
        return Finding(proof=proof)
    if problem.first is None:
        return _path(problem, sides)
    # A path from the start to the first move, closed by that move and read backwards.
    if any(side % 2 == 0 for side in sides):
        path = _path(replace(problem, closed=False, end=problem.first), sides)
        if path.order is not None and problem.end is None:
            return replace(path, order=np.roll(path.order[::-1], 1))
    return Finding()


METHODS = {"layered": layered}

_BYTES_PER_SQUARE = 14  # the links, the answer, and what steering its end and checking it take


def _path(problem: Problem, sides: list[int]) -> Finding:
    start = problem.start or 0
    for tries in range(STEERING_TRIES if problem.end is not None else 1):
        order = _core.layered_tour(
            sides,
            start,
            vertex_or_nobody(problem.end),
            (seed_of(problem) + tries) % 2**64,
            problem.progress,
        )
        if len(order):
            return Finding(order=order, statistics={"restarts": tries})
    return Finding(statistics={"restarts": STEERING_TRIES})


def _impossible(problem: Problem, sides: list[int]) -> str | None:
    """Return why there is no such tour, or None. Complete but for paths with both ends given."""
    assert problem.board is not None
    *_, second, largest = sorted(sides)
    name = problem.board.name
    odd = all(side % 2 for side in sides)
    if largest <= 3:
        # In the middle along every side of 3 there is no step of two either way.
        middle = tuple(side // 2 if side == 3 else 0 for side in problem.board.sides)
        return f"{problem.board.name_of(middle)} has no move"
    if second == 2:
        return f"on the {name} board moves keep the parity along the long side"
    if problem.closed:
        return f"the {name} board has no closed tour ({ERDE})" if odd else None
    ends = [end for end in (problem.start, problem.end) if end is not None]
    colours = [sum(problem.board.square(end)) % 2 for end in ends]
    if odd and any(colours):
        return "a path of an odd board starts and ends on the colour of the corners"
    if not odd and len(set(ends)) == 2 and colours[0] == colours[1]:
        return "the colours balance, so a path ends on the colour it did not start on"
    return None
