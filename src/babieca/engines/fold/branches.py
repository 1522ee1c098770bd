"""Branches of the searches on a folded board, for tours that a symmetry keeps."""

from __future__ import annotations

from dataclasses import dataclass

from babieca import _core
from babieca.engines.branches import Branch, Walked, even_parts, paths_of
from babieca.engines.fold.folding import folded_questions, image_of
from babieca.engines.fold.obeying import as_asked
from babieca.limits import Limits
from babieca.questions import Question

VERSION = 1
"""Of the search on the folded board: pieces of others do not mix with it."""


@dataclass(frozen=True, kw_only=True)
class FoldedBranch(Branch):
    """Some branches of the searches for one folded question after another."""

    @classmethod
    def whole(cls, question: Question, listing: bool) -> FoldedBranch:
        """Return the whole trees."""
        roots = paths_of([(number, ()) for number, _ in enumerate(folded_questions(question))])
        return cls(question=question, paths=roots, listing=listing, parts=even_parts(roots))

    @property
    def holds_tours(self) -> bool:
        """They are, also where they are only counted: not all of them may be wanted."""
        return True

    @property
    def search(self) -> str:
        """The version of the search, and the question."""
        return f"fold-{VERSION}-{self.question.fingerprint}"

    def run(self, limits: Limits) -> Walked:
        """Walk, and leave out what else the question does not want: a tally is of the others."""
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
