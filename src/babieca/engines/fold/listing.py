"""The tours that a symmetry keeps, one after another, by searching the folded board.

The folded board has at most half the squares. The tours come in the order of its search, also from
an executor.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.engines import reference
from babieca.engines.answers import require_graph
from babieca.engines.branches import (
    Branch,
    Walked,
    even_parts,
    limited,
    list_branches,
    paths_of,
    visit_branches,
)
from babieca.engines.fold.folding import (
    FEWEST_ORBITS,
    as_asked,
    folded_questions,
    image_of,
    orbit_count,
)
from babieca.engines.search.listing import grown
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.questions import Question

VERSION = 1
"""The version of the search on the folded board, part of the key of its tasks."""


@dataclass(frozen=True, kw_only=True)
class FoldedBranch(Branch):
    """Branches of the searches for the folded questions, one after another."""

    @classmethod
    def whole(cls, question: Question, listing: bool) -> FoldedBranch:
        """Return the whole trees."""
        roots = paths_of([(number, ()) for number, _ in enumerate(folded_questions(question))])
        return cls(question=question, paths=roots, listing=listing, parts=even_parts(roots))

    @property
    def holds_tours(self) -> bool:
        """Always: tours that are only counted are filtered too."""
        return True

    @property
    def search(self) -> str:
        """The version of the search, and the question."""
        return f"fold-{VERSION}-{self.question.fingerprint}"

    def run(self, limits: Limits) -> Walked:
        """Walk, and keep the tours that obey the question."""
        graph, report = self.question.graph, limits.reporter()
        nodes, left, vertices = _core.walk_folded(
            graph.offsets,
            graph.targets,
            image_of(self.question),
            folded_questions(self.question),
            [(question, list(path)) for question, path in self.paths],
            self.nodes,
            report,
        )
        rows = as_asked(self.question, vertices.reshape(-1, len(graph)), report)
        return Walked((nodes, len(rows)), paths_of(left), rows if self.listing else None)


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
    """Return how many tours `list_kept` lists."""
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
    """Yield every tour that the symmetry keeps, whatever the other words."""
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
