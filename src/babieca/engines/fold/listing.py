"""The tours that a symmetry keeps, one after another, by searching the folded board.

The folded board has half the squares or fewer. Their order is that of its search, whoever searches.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.engines import reference
from babieca.engines.answers import require_graph
from babieca.engines.branches import limited, list_branches, visit_branches
from babieca.engines.fold.branches import FoldedBranch
from babieca.engines.fold.folding import FEWEST_ORBITS, folded_questions, image_of, orbit_count
from babieca.engines.fold.obeying import as_asked
from babieca.engines.search.listing import grown
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.questions import Question


def list_kept(
    question: Question, limits: Limits, *, most: int | None = None
) -> Iterator[NDArray[np.int32]]:
    """Return the tours as rows of vertices, in batches, written as the question says.

    >>> from babieca.boards import Board
    >>> symmetric = Question.ask(Board(6, 6), symmetry="half-turn")
    >>> sum(len(rows) for rows in list_kept(symmetric, Limits()))
    78
    """
    _require(question, limits)
    if limits.executor is not None and _is_folded(question):
        whole = FoldedBranch.whole(question, listing=True)
        return limited(list_branches(whole, limits.executor, limits), most)
    return limited((as_asked(question, rows) for rows in _kept(question, limits)), most)


def visit_kept(question: Question, limits: Limits) -> int:
    """Return how many tours `list_kept` lists; an executor sends no tours for that."""
    if limits.executor is None or not _is_folded(question):
        return sum(len(rows) for rows in list_kept(question, limits))
    _require(question, limits)
    whole = FoldedBranch.whole(question, listing=False)
    return visit_branches(whole, limits.executor, limits)[1]


def _require(question: Question, limits: Limits) -> None:
    require_graph(question, limits)
    image = image_of(question)
    if np.array_equal(image, np.arange(len(image))):
        assert question.symmetry is not None
        raise BadInputError(f"symmetry: {question.symmetry} keeps every tour; leave it out")


def _is_folded(question: Question) -> bool:
    return orbit_count(image_of(question)) >= FEWEST_ORBITS


def _kept(question: Question, limits: Limits) -> Iterator[NDArray[np.int32]]:
    """Yield every tour the symmetry keeps, whatever else is asked."""
    graph = question.graph
    if not _is_folded(question):
        bare = Question(graph, question.kind, symmetry=question.symmetry)
        walks = list(reference.tours(bare))
        if walks:
            yield np.array(walks, dtype=np.int32)
        return
    for folded in folded_questions(question):
        stream = _core.FoldedStream(graph.offsets, graph.targets, image_of(question), folded)
        yield from grown(stream.next, len(graph), limits, None)
