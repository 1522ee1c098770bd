"""A question about symmetric tours, as questions about the folded board."""

from __future__ import annotations

import numpy as np

from babieca.errors import BadInputError
from babieca.invariants import Image, vertex_image
from babieca.questions import Question

FEWEST_ORBITS = 3
"""A folded board with fewer squares than this is not folded but listed."""


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
    """Return the questions of the core whose answers add up.

    A closed tour is shifted along itself ("rotation") or run backwards ("reflection").
    """
    if not question.closed:
        return [question.kind]
    assert question.symmetry is not None
    by_style = {"Eulerian": "rotation", "Bergholtian": "reflection"}
    return [by_style[style] for style in question.symmetry.styles]
