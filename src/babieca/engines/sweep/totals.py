"""Tables of totals by one sweep: how many tours have each sum over their moves and turns.

The states are kept in a hash table together with their totals so far, and with the kind of the move
at each end (cpp/core/frontier/turn_state.hpp). docs/weights.md says what that takes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.engines.sweep.count_plan import CountPlan
from babieca.engines.sweep.counting import VERSION, telling
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.reasons import Reason
from babieca.tasks import Task, digits, whole_numbers

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
        with telling(plan, limits):
            found = self._called(_core.count_totals, limits.budget, limits.reporter())
        shifts, masks = _shifts(self._bits), (np.uint64(1) << self._bits) - np.uint64(1)
        totals = (found["totals"][:, None] >> shifts & masks).astype(np.int64)
        totals += self._length * self._moves.min(axis=0, initial=0)
        return dict(sorted(zip(map(tuple, totals.tolist()), found["counts"], strict=True)))

    def check(self) -> None:
        """Raise the error of `run` if the board is too wide, without a sweep."""
        if self.plan.method != "theory":
            self._called(_core.check_totals)

    @property
    def _length(self) -> int:
        """How many moves a tour makes."""
        return len(self.plan.question.graph) - (not self.plan.question.closed)

    @cached_property
    def _moves(self) -> NDArray[np.int64]:
        return np.array(self.moves, dtype=np.int64).reshape(-1, self.columns)

    @cached_property
    def _turns(self) -> NDArray[np.int64]:
        return np.array([*self.turns.values()], dtype=np.int64).reshape(-1, self.columns)

    @cached_property
    def _bits(self) -> NDArray[np.uint64]:
        """The bits of each column in a total; every column starts at 0."""
        moves = self._moves - self._moves.min(axis=0, initial=0)
        most = np.minimum(moves.sum(axis=0), self._length * moves.max(axis=0, initial=0))
        at = np.zeros((len(self.plan.question.graph), self.columns), dtype=np.int64)
        np.maximum.at(at, [vertex for vertex, *_ in self.turns], self._turns)
        bounds = most + at.sum(axis=0)
        return np.array([int(bound).bit_length() for bound in bounds], dtype=np.uint64)

    def _called(self, function: Callable[..., Any], *more: Any) -> Any:
        """Call a function of the core with the packed vectors; refuse totals that do not fit."""
        graph, bits = self.plan.question.graph, int(self._bits.sum())
        moves = self._moves - self._moves.min(axis=0, initial=0)
        code = "narrower_board_or_column" if self.columns > 1 else "narrower_board"
        told = {"graph": graph, "advice": Reason(code)}
        if bits > 64:
            raise BadInputError("too_wide_for_table", error=Reason("totals_64_bits"), **told)
        try:
            return function(
                self.plan.ready.sweep,
                graph.edges(),
                _fields(moves, _shifts(self._bits)),
                np.array([*self.turns], dtype=np.int32).reshape(-1),
                _fields(self._turns, _shifts(self._bits)),
                bits,
                *more,
            )
        except _core.Refused as refused:
            why = graph.reason(refused.args)
            raise BadInputError("too_wide_for_table", error=why, **told) from None

    def to_json(self, answer: dict[Vector, int]) -> Any:
        return [[*total, str(tours)] for total, tours in answer.items()]

    def from_json(self, record: Any) -> dict[Vector, int]:
        if not isinstance(record, list) or {len(row) for row in record} - {self.columns + 1}:
            raise TypeError(f"totals are a list of rows with {self.columns} numbers and the tours")
        return {whole_numbers(total): digits(tours) for *total, tours in record}


def _shifts(bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the first bit of each column."""
    return np.cumsum(bits, dtype=np.uint64) - bits


def _fields(rows: NDArray[np.int64], shifts: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return each row as one number: the columns are sums of separate bits."""
    packed: NDArray[np.uint64] = (rows.astype(np.uint64) << shifts).sum(axis=1, dtype=np.uint64)
    return packed
