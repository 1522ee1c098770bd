"""Tables of totals by one sweep: how many tours have each sum over their moves and turns.

The states are kept in a hash table together with their totals so far, and with the kind of the move
at each end (cpp/core/frontier/turn_state.hpp). docs/weights.md says what that takes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.engines.sweep.count_plan import CountPlan
from babieca.engines.sweep.counting import VERSION, telling
from babieca.engines.sweep.moduli import from_limbs
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.tasks import Task

Vector = tuple[int, ...]
Turn = tuple[int, int, int]
"""The vertex where a tour turns, and its two neighbours on the tour."""


@dataclass(frozen=True)
class TotalsTask(Task[dict[Vector, int]]):
    """How many tours have each sum of vectors with so many `columns`.

    `moves` has a vector for each edge of the graph. `turns` has vectors of some turns, without
    negative numbers; other turns add nothing.
    """

    plan: CountPlan
    columns: int
    moves: tuple[Vector, ...]
    turns: Mapping[Turn, Vector]
    takes_all: ClassVar[bool] = True

    @property
    def key(self) -> str:
        numbers = (self.plan.order, self.moves, sorted(self.turns.items()))
        parts = hashlib.sha256(repr(numbers).encode()).hexdigest()[:16]
        return f"{VERSION}-totals-{self.plan.question.fingerprint}-{parts}"

    def run(self, limits: Limits) -> dict[Vector, int]:
        plan, question, columns = self.plan, self.plan.question, self.columns
        if plan.method == "theory":
            return {(0,) * columns: 1} if len(question.graph) == 1 and not question.closed else {}
        edges = question.graph.edges()
        moves = np.array(self.moves, dtype=np.int64).reshape(-1, columns)
        turns = np.array([*self.turns.values()], dtype=np.int64).reshape(-1, columns)
        length = len(question.graph) - (not question.closed)
        least = moves.min(axis=0, initial=0)
        moves -= least
        most = np.minimum(moves.sum(axis=0), length * moves.max(axis=0, initial=0))
        at = np.zeros((len(question.graph), columns), dtype=np.int64)
        np.maximum.at(at, [vertex for vertex, *_ in self.turns], turns)
        bits = [int(bound).bit_length() for bound in most + at.sum(axis=0)]
        shifts = np.concatenate([[0], np.cumsum(bits)[:-1]]).astype(np.uint64)
        with telling(plan, limits):
            try:
                if sum(bits) > 64:
                    raise ValueError("the totals need more than 64 bits")
                found = _core.count_totals(
                    plan.ready.sweep,
                    edges,
                    _fields(moves, shifts),
                    np.array([*self.turns], dtype=np.int32).reshape(-1),
                    _fields(turns, shifts),
                    sum(bits),
                    limits.budget,
                    limits.reporter(),
                )
            except ValueError as error:
                advice = "take a narrower board"
                advice += ", or one column, such as turn:90" * (columns > 1)
                raise BadInputError(
                    f"{question.graph} is too wide for this table: {error}; {advice}"
                ) from None
        masks = (np.uint64(1) << np.array(bits, dtype=np.uint64)) - np.uint64(1)
        totals = (found["totals"][:, None] >> shifts & masks).astype(np.int64) + length * least
        counts = from_limbs(found["counts"], found["limbs"])
        return dict(sorted(zip(map(tuple, totals.tolist()), counts, strict=True)))

    def to_json(self, answer: dict[Vector, int]) -> Any:
        return [[*total, str(tours)] for total, tours in answer.items()]

    def from_json(self, record: Any) -> dict[Vector, int]:
        return {tuple(total): int(tours) for *total, tours in record}


def _fields(rows: NDArray[np.int64], shifts: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return each row as one number: the columns are sums of separate bits."""
    packed: NDArray[np.uint64] = (rows.astype(np.uint64) << shifts).sum(axis=1, dtype=np.uint64)
    return packed
