"""Questions about symmetric tours as questions about the folded board, and their answers.

Folding obeys symmetry and kind. The other words of a question are checked in each tour found.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from babieca.errors import BadInputError
from babieca.invariants import Image, vertex_image
from babieca.progress import Report
from babieca.questions import Question

FEWEST_ORBITS = 3
"""A board with fewer orbits than this is not folded; its tours are listed and filtered."""

CHECKED_AT_ONCE = 1024


def image_of(question: Question) -> Image:
    """Return where the symmetry of a question sends each vertex."""
    if question.symmetry is None:
        raise BadInputError("method fold answers for tours that a symmetry keeps; give a symmetry")
    assert question.board is not None
    return vertex_image(question.board, question.symmetry.symmetry)


def orbit_count(image: Image) -> int:
    """Return the number of orbits of a permutation.

    >>> orbit_count(np.array([1, 0, 2], dtype=np.int32))
    2
    """
    least = np.arange(len(image))
    at = image.copy()
    while not np.array_equal(at, np.arange(len(image))):
        least = np.minimum(least, at)
        at = image[at]
    return len(np.unique(least))


def folded_questions(question: Question) -> list[str]:
    """Return the questions of the core, whose answers add up.

    The symmetry rotates a closed tour ("rotation") or reverses it ("reflection").
    """
    if not question.closed:
        return [question.kind]
    assert question.symmetry is not None
    by_style = {"Eulerian": "rotation", "Bergholtian": "reflection"}
    return [by_style[style] for style in question.symmetry.styles]


def words_beyond(question: Question) -> set[str]:
    """Return the words of a question that folding does not obey.

    >>> from babieca.boards import Board
    >>> sorted(words_beyond(Question.ask(Board(6, 6), start="a1", through="a1-b3")))
    ['through']
    """
    known = {"directed", "symmetry", "start"} if question.closed else {"directed", "symmetry"}
    return set(question.words) - known


def as_asked(
    question: Question, rows: NDArray[np.int32], report: Report | None = None
) -> NDArray[np.int32]:
    """Return the rows that obey every word, written as asked; directed ones in both directions."""
    if words_beyond(question):
        rows = rows[_admitted(question, rows, report)]
    rows = canonical(question, rows)
    if question.multiplicity == 1:
        return rows
    backwards = rows[:, ::-1]
    if question.closed:
        backwards = np.roll(backwards, 1, axis=1)
    return np.stack([rows, backwards], axis=1).reshape(-1, rows.shape[1])


def _admitted(
    question: Question, rows: NDArray[np.int32], report: Report | None
) -> NDArray[np.bool_]:
    undirected = replace(question, symmetry=None, directed=False)
    admitted: list[bool] = []
    for at in range(0, len(rows), CHECKED_AT_ONCE):
        some = question.tours(rows[at : at + CHECKED_AT_ONCE])
        admitted += [undirected.admits(tour) for tour in some]
        if report is not None:
            report(sum(admitted), 0)
    return np.array(admitted, dtype=bool)


def canonical(question: Question, rows: NDArray[np.int32]) -> NDArray[np.int32]:
    """Write tours as asked: from the given start or end, otherwise in one canonical way."""
    if not len(rows):
        return rows
    if question.closed:
        at = np.argmin(rows, axis=1)[:, np.newaxis]
        rows = np.take_along_axis(rows, (at + np.arange(rows.shape[1])) % rows.shape[1], axis=1)
        turned = rows[:, -1] < rows[:, 1]
        rows[turned, 1:] = rows[turned, :0:-1]
    else:
        rows = np.where((rows[:, -1] < rows[:, 0])[:, np.newaxis], rows[:, ::-1], rows)
    if question.start is None and question.end is None:
        return rows
    return np.array([question.written(row) for row in rows], dtype=np.int32)
