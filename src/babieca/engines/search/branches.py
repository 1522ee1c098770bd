"""Branches of the search that visits every tour."""

from __future__ import annotations

from dataclasses import dataclass

from babieca import _core
from babieca.engines.branches import Branch, Walked, even_parts, paths_of
from babieca.engines.search.instances import RulesLike, search_for
from babieca.engines.search.move_orders import OrderLike
from babieca.limits import Limits
from babieca.questions import Question


@dataclass(frozen=True, kw_only=True)
class SearchBranch(Branch):
    """Some branches of a search with its rules and its move order."""

    rules: RulesLike
    move_order: OrderLike
    fingerprint: str

    @classmethod
    def whole(
        cls, question: Question, rules: RulesLike, move_order: OrderLike, listing: bool
    ) -> SearchBranch:
        """Return the whole tree."""
        search = search_for(question, rules=rules, order=move_order)
        roots = paths_of(_core.TourCount(search.instance, 1).tasks()[::-1])
        return cls(
            question=question,
            rules=rules,
            move_order=move_order,
            fingerprint=search.fingerprint,
            paths=roots,
            listing=listing,
            parts=even_parts(roots),
        )

    @property
    def search(self) -> str:
        """The fingerprint of the question, the rules and the move order."""
        return self.fingerprint

    def run(self, limits: Limits) -> Walked:
        """Walk until `nodes` are entered."""
        search = search_for(self.question, rules=self.rules, order=self.move_order)
        tasks = [(root, list(path)) for root, path in self.paths]
        tally, left, squares = _core.walk_branches(
            search.instance, tasks, self.nodes, self.listing, limits.reporter()
        )
        rows = squares.reshape(-1, max(len(self.question.graph), 1)) if self.listing else None
        return Walked(tuple(tally), paths_of(left), rows)
