"""Tours of boards with three or more dimensions, in linear time: blocks joined by rails.

Closed wherever the theorem of Erde, Golénia and Golénia (2012) admits it, open from every square
that colours allow; `docs/dimensions.md` explains the method. The slices of Costa and Pereira de Sá
need two equal even sides; this does not.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from babieca import _core
from babieca.engines.answers import vertex_count, vertex_or_minus_one
from babieca.engines.protocol import Finding
from babieca.engines.refuter import refuted
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
    if reason := refuted(question):
        return Finding(proof=str(reason))
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
            vertex_or_minus_one(question.end),
            (limits.core_seed + tries) % 2**64,
            limits.reporter(),
        )
        if len(order):
            return Finding(order=order, statistics={"restarts": tries})
    return Finding(statistics={"restarts": STEERING_TRIES})
