"""Numbers for symmetric tours and open tours, by listing all of them.

The list must fit the memory, so the tours are counted first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babieca.engines.fold.counting import count_kept
from babieca.engines.fold.folding import canonical
from babieca.engines.fold.listing import list_kept
from babieca.engines.search.listing import list_found
from babieca.engines.sweep.counting import automatic
from babieca.engines.sweep.numbering import Numbering
from babieca.engines.sweep.sweeps import prepare
from babieca.engines.sweep.terms import terms, trivial_answer
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.memory import human_bytes
from babieca.progress import Report
from babieca.questions import Question

MOST_COUNTERS = 10**8
"""If a sweep has more, a list cannot hold its tours."""

BYTES_BESIDE = 120
"""Of a tour in the list besides its squares: its entry in the table of ranks."""


class ListedIndex:
    """The tours of a list, as a `Numbering` reads them. Ranks are places in the list."""

    words = 1

    def __init__(self, question: Question, rows: NDArray[np.integer[Any]]) -> None:
        self._question = question
        self._rows = rows
        self._rank: dict[bytes, int] = {}
        self.total = [len(rows)]
        self.states = len(rows)
        self.bytes = len(rows) * (rows.shape[1] * rows.itemsize + BYTES_BESIDE)

    def unrank(self, numbers: NDArray[np.uint64], report: Report | None) -> NDArray[np.int32]:
        return self._rows[numbers.astype(np.int64)].astype(np.int32).reshape(-1)

    def rank(self, flat: NDArray[np.int32], report: Report | None) -> NDArray[np.uint64]:
        if not self._rank:
            self._rank = {row.tobytes(): number for number, row in enumerate(self._rows)}
        rows = flat.reshape(-1, self._rows.shape[1])
        written = canonical(self._question, rows).astype(self._rows.dtype)
        keys = [row.tobytes() for row in written]
        try:
            return np.array([self._rank[key] for key in keys], dtype=np.uint64)
        except KeyError:
            raise ValueError("the tour is not among those numbered") from None


def number_by_listing(question: Question, limits: Limits) -> Numbering:
    """List all tours of a question and number them in that order."""
    asked = replace(question, directed=False)
    if question.symmetry is None and trivial_answer(question.undirected()) is not None:
        return Numbering(question, None)
    size = len(question.graph)
    narrow = np.uint8 if size <= 2**8 else np.uint16 if size <= 2**16 else np.int32
    number = _count(asked, limits.part(0.0, 0.1))
    needed = number * (size * np.dtype(narrow).itemsize + BYTES_BESIDE)
    if needed > limits.budget:
        raise BadInputError(
            f"these {number} tours have numbers only in a list, which takes "
            f"{human_bytes(needed)}; the budget is {human_bytes(limits.budget)}"
        )
    lister = list_found if question.symmetry is None else list_kept
    rows = np.empty((number, size), dtype=narrow)
    at = 0
    for batch in lister(asked, limits.part(0.1, 1.0)):
        rows[at : at + len(batch)] = canonical(asked, batch)
        at += len(batch)
    return Numbering(question, ListedIndex(asked, rows[:at]), "list")


def _count(question: Question, limits: Limits) -> int:
    if question.symmetry is not None:
        return count_kept(question, limits).value
    for term in terms(question):
        plan = prepare(term.question, limits).plan
        if plan is None or plan.total_counters > MOST_COUNTERS:
            raise BadInputError(
                f"the {question} have numbers only in a list, and are too many for one; "
                "ask for kind path, or use sample"
            )
    return sum(
        term.factor * (trivial_answer(term.question) or automatic(term.question, limits).value)
        for term in terms(question)
    )
