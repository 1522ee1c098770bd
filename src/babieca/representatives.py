"""One tour of each class: the symmetries that keep a question, and its tours in canonical form.

The classes of a question are the orbits of its tours under the symmetries that map its words to
themselves. A directed tour and its reversal are two tours, otherwise one.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.canonical import ranks_of
from babieca.invariants import Image, edge_images, vertex_image
from babieca.symmetries import Symmetry

if TYPE_CHECKING:
    from babieca.questions import Question

Rows = NDArray[np.int32]
Vertices = NDArray[np.integer[Any]]


def symmetries_of(question: Question) -> list[Symmetry]:
    """Return the board's symmetries that keep the question, the identity first.

    They map the required moves, the avoided moves and the ends of paths to themselves, and turn the
    question's own symmetry into a symmetry of the same tours.

    >>> from babieca.questions import Question
    >>> from babieca.boards import Board
    >>> question = Question.ask(Board(5, 5), "path", start="a1")
    >>> [symmetry.name for symmetry in symmetries_of(question)]
    ['identity', 'diagonal reflection']
    """
    board = question.board
    assert board is not None
    ends, own = set(question.ends), question.symmetry
    if not (ends or question.required or question.avoiding or own):
        return board.symmetries()  # large boards: without an image of every square
    image_of = functools.partial(vertex_image, board)
    same_tours = set() if own is None else _powers(image_of(own.symmetry))

    def keeps(image: Image) -> bool:
        return (
            {int(image[end]) for end in ends} == ends
            and edge_images(question.required, image) == question.required
            and edge_images(question.avoiding, image) == question.avoiding
            and (own is None or _conjugate(image_of(own.symmetry), image) in same_tours)
        )

    return [symmetry for symmetry in board.symmetries() if keeps(image_of(symmetry))]


def _powers(image: Image) -> set[bytes]:
    powers, power = set[bytes](), image
    while power.tobytes() not in powers:
        powers.add(power.tobytes())
        power = image[power]
    return powers


def _conjugate(image: Image, by: Image) -> bytes:
    conjugate = np.empty_like(image)
    conjugate[by] = by[image]
    return conjugate.tobytes()


def canonical(question: Question, rows: Vertices) -> Rows:
    """Write tours as asked: by their given steps, from the given start or end, or canonically."""
    if question.at:
        return np.array([question.written(row) for row in rows], dtype=np.int32)
    return _canonical(question, rows, directed=False)[1]


def representatives(question: Question) -> Callable[[Vertices], Rows]:
    """Return a function that takes tours of a question and returns the representatives."""
    board = question.board
    assert board is not None
    images = np.concatenate([vertex_image(board, one) for one in symmetries_of(question)])
    ranks = ranks_of(question.graph)

    def chosen(rows: Vertices) -> Rows:
        directed = question.multiplicity == 2
        symmetries, forms = _canonical(question, rows, directed, images=images, ranks=ranks)
        kept: Rows = forms[symmetries == 0]
        return kept

    return chosen


def _canonical(
    question: Question, rows: Vertices, directed: bool, **classes: Any
) -> tuple[NDArray[np.int32], Rows]:
    """Return which symmetry makes each row least, and its least image, written as asked."""
    start, end = (None, None) if question.closed else (question.start, question.end)
    symmetries, squares = _core.canonical_forms(
        np.ascontiguousarray(rows, dtype=np.int32),
        question.closed,
        directed,
        -1 if start is None else start,
        -1 if end is None else end,
        **classes,
    )
    forms: Rows = squares.reshape(rows.shape)
    if question.closed and question.start is not None and len(forms):
        forms = np.array([question.written(row) for row in forms], dtype=np.int32)
    return symmetries, forms
