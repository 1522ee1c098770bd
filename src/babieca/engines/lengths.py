"""The numbers of tours of all boards of one width: swept together, or board by board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from babieca.engines.counts import count_report
from babieca.engines.sweep.laws import StripCounts
from babieca.engines.sweep.moduli import OutgrownError
from babieca.engines.sweep.prefixes import (
    CountedLengths,
    PrefixMethod,
    Strip,
    boards_alone_take_less,
    count_prefixes,
)
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.questions import Kind, Question


@dataclass(frozen=True)
class Lengths:
    """The boards of a strip, each of some squares, and the tours that are counted on them."""

    strip: Strip
    kind: Kind
    directed: bool
    symmetry: str | None

    def question(self, squares: int) -> Question:
        board = self.strip.board(squares)
        return Question.ask(board, self.kind, directed=self.directed, symmetry=self.symmetry)

    def count(self, squares: int, limits: Limits) -> int:
        """Count the tours of one board."""
        if self.symmetry is not None and squares == self.strip.width:
            # A column has other symmetries than longer boards.
            if replace(self, symmetry=None).count(squares, limits):
                raise BadInputError("symmetry_leapers_cannot_walk")
            return 0
        return count_report(self.question(squares), limits, "auto").value

    @property
    def swept_from(self) -> int:
        """Return the fewest squares that are swept; smaller boards are counted one by one.

        Boards with fewer than three squares are special cases. On a cylinder a leaper may walk
        along the first column alone, although it never reaches the next one: (0, 2) on three rows.
        """
        strip = self.strip
        return max(3, strip.width + 1) if strip.wrap[0] and strip.leaper[0] == 0 else 3

    def counts(
        self, squares: Sequence[int], limits: Limits, method: PrefixMethod
    ) -> CountedLengths:
        """Count all these boards by one sweep, or one by one if that takes less."""
        if self.symmetry is not None:
            if method != "auto" or limits.checkpoint is not None:
                raise BadInputError("symmetry_takes_no_method")
            return self._one_by_one(squares, limits)
        few = [n for n in squares if n < self.swept_from]
        values = [self.count(n, limits) for n in few]
        rest = squares[len(few) :]
        if not rest:
            return CountedLengths(tuple(values), "reference")
        kinds: list[Kind] = ["closed", "path"] if self.kind == "open" else [self.kind]
        choosing = method == "auto" and limits.checkpoint is None
        if choosing and boards_alone_take_less(self.strip, rest, kinds, limits):
            return self._one_by_one(squares, limits)
        swept = []
        try:
            for i, kind in enumerate(kinds):
                part = limits.part(i / len(kinds), (i + 1) / len(kinds))
                swept.append(count_prefixes(self.strip, rest, kind == "path", part, method))
        except OutgrownError:  # short boards alone take less memory than one long board
            if not choosing:
                raise
            return self._one_by_one(squares, limits)
        found: Sequence[int] = swept[-1].values
        if self.kind == "open":  # a closed tour is a path from each of its squares
            closed = zip(found, swept[0].values, rest, strict=True)
            found = [paths - tours * n for paths, tours, n in closed]
        values += [2 * value if self.directed else value for value in found]
        return CountedLengths(
            tuple(values),
            swept[-1].method,
            max((one.moduli for one in swept), key=len),
            sum(one.counters for one in swept),
            max(one.peak_bytes for one in swept),
        )

    def _one_by_one(self, squares: Sequence[int], limits: Limits) -> CountedLengths:
        count = len(squares)
        parts = [limits.part(n / count, (n + 1) / count) for n in range(count)]
        method = "boards" if self.symmetry is None else "fold"
        return CountedLengths(tuple(map(self.count, squares, parts)), method)

    def whole_columns(self, limits: Limits) -> StripCounts:
        """Return the counts of whole columns, from which a recurrence follows."""
        width = self.strip.width
        few = range(1, -(-self.swept_from // width))
        first = [0, *(self.count(n * width, limits) for n in few)]
        return StripCounts.of(self.strip, self.kind, 2 if self.directed else 1, first, limits)
