"""Tours of boards with three or more dimensions, in linear time: blocks joined by rails.

Closed wherever the theorem of Erde, Golénia and Golénia (2012) admits it, open from every square
that colours allow; `docs/dimensions.md` explains the method. The slices of Costa and Pereira de Sá
need two equal even sides; this does not.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from babieca import _core
from babieca.engines.answers import vertex_count, vertex_or_nobody
from babieca.engines.protocol import Finding
from babieca.engines.theory import ERDE
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.questions import Question

STEERING_TRIES = 8
"""Tours that are tried if both ends are given."""


def layered(question: Question, limits: Limits) -> Finding:
    """Construct a tour of a plain board with three or more sides above 1.

    >>> from babieca.boards import Board
    >>> len(layered(Question.ask(Board(2, 3, 4)), Limits()).order)
    24
    >>> layered(Question.ask(Board(3, 3, 3), "path"), Limits()).proof
    '(1,1,1) has no move'
    """
    board = question.board
    if board is None or not board.is_plain or sum(side > 1 for side in board.sides) < 3:
        raise BadInputError("layered is for plain boards with at least three sides above 1")
    if len(question.begin) > 2:
        raise BadInputError("layered takes a beginning of two squares, not more")
    if not question.closed and question.start is None and question.end is not None:
        backwards = layered(replace(question, start=question.end, end=None), limits)
        order = None if backwards.order is None else backwards.order[::-1]
        return replace(backwards, order=order)
    limits.require(_BYTES_PER_SQUARE * vertex_count(question), f"a tour of the {board.name} board")
    # Without its sides of 1, a board has the same row-major indices.
    sides = [side for side in board.sides if side > 1]
    proof = _impossible(question, sides)
    if proof is not None:
        return Finding(proof=proof)
    if question.first is None:
        return _path(question, limits, sides)
    # A path from the start to the second square, closed by the first move and read backwards.
    if any(side % 2 == 0 for side in sides):
        ends = replace(question, kind="path", end=question.first, begin=())
        path = _path(ends, limits, sides)
        if path.order is not None and question.end is None:
            return replace(path, order=np.roll(path.order[::-1], 1))
    return Finding()


_BYTES_PER_SQUARE = 14  # the links, the answer, steering its end, checking it


def _path(question: Question, limits: Limits, sides: list[int]) -> Finding:
    start = question.start or 0
    for tries in range(STEERING_TRIES if question.end is not None else 1):
        order = _core.layered_tour(
            sides,
            start,
            vertex_or_nobody(question.end),
            (limits.core_seed + tries) % 2**64,
            limits.reporter(),
        )
        if len(order):
            return Finding(order=order, statistics={"restarts": tries})
    return Finding(statistics={"restarts": STEERING_TRIES})


def _impossible(question: Question, sides: list[int]) -> str | None:
    """Return why there is no such tour, or None. Complete except for paths with both ends given."""
    assert question.board is not None
    *_, second, largest = sorted(sides)
    name = question.board.name
    odd = all(side % 2 for side in sides)
    if largest <= 3:
        # From the middle of a side of 3, no step of two stays on the board.
        middle = tuple(side // 2 if side == 3 else 0 for side in question.board.sides)
        return f"{question.board.name_of(middle)} has no move"
    if second == 2:
        return f"on the {name} board moves keep the parity along the long side"
    if question.closed:
        return f"the {name} board has no closed tour ({ERDE})" if odd else None
    ends = question.ends
    colours = [sum(question.board.square(end)) % 2 for end in ends]
    if odd and any(colours):
        return "a path of an odd board starts and ends on the colour of the corners"
    if not odd and len(set(ends)) == 2 and colours[0] == colours[1]:
        return "the colours balance, so a path ends on the colour it did not start on"
    return None
