"""Tables of counts: by start, by first move, by neighbours, by sums over moves, by move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Unpack, get_args, overload

from babieca.engines import CountMethod
from babieca.engines.comparisons import FirstMove, FirstMoves, first_moves
from babieca.engines.entries import TABLES, Fraction, distribution, divided, require_countable, used
from babieca.engines.protocol import refuse_arcs, refuse_words
from babieca.engines.statistics import NAMES, TURNS, MoveValue, is_statistic
from babieca.engines.sweep.gpu.gpus import Device
from babieca.errors import BadInputError, shown
from babieca.graphs import Graph
from babieca.limits import (
    Limits,
    LongCountWords,
    MemoryWords,
    ScratchWords,
    WorkWords,
)
from babieca.reasons import Reason
from babieca.showing import Counts, Tabled, Totals
from babieca.verbs import asked
from babieca.verbs.asked import Asked, DeviceWords, SearchWords
from babieca.words import Word, declared, one_of, spelled

__all__ = ["FirstMove", "FirstMoves", "Fraction"]

By = str | MoveValue
Table = Literal["start", "first-move", "edge-pair"]
"""The tables by squares; all others are by totals of moves."""
_SHOW_FIRST = "With by first-move: search, and show the first tour with each move and the time."
UsageMethod = Literal["auto", "sweeps", "counts"]


class FirstMoveWords(SearchWords, WorkWords, total=False):
    """The words of a table by first-move that shows tours: a search visits them."""

    show_first: Annotated[
        bool, Word(_SHOW_FIRST, "The question", default=False, names=("--show-first",))
    ]


class CountByWords(FirstMoveWords, DeviceWords, LongCountWords, total=False):
    method: Annotated[CountMethod, asked.method_word(CountMethod)]


class UsageWords(WorkWords, ScratchWords, total=False):
    method: Annotated[UsageMethod, asked.method_word(UsageMethod)]


class Tabling(Asked):
    @overload
    def count_by(self, by: Table, **words: Unpack[CountByWords]) -> Counts: ...  # type: ignore[overload-overlap]

    @overload
    def count_by(self, by: By, **words: Unpack[CountByWords]) -> Totals: ...

    @spelled
    def count_by(self, by: By, **words: Unpack[CountByWords]) -> Counts:
        """Count a whole table: by start, by first move, by neighbours, or by a sum over the moves.

        `by` is "start" (paths from each square), "first-move" (by the square after `start` or after
        `begin`) or "edge-pair" (closed tours by the two neighbours of `start`). The entries are
        counted together, or one of each class under the symmetries, whichever is cheaper.

        Other tables tell how a sum over the moves is distributed over all tours: "slope" (a column
        for each slope), "slope:2", "move-class:a1-b3" (moves like this one, turned or mirrored),
        "across:d-e" (a line between columns, or rows), "edges:a1-b3,c1-d3" (how many of a set),
        "turn" (a column for each angle), "turn:90", "turns" (all but those of 0°), or a function of
        a move that returns a whole number or a tuple.

        With `show_first`, a table by first-move is a `FirstMoves`: a search with `rules` and
        `move_order` visits the tours, and `rows` has a tour with each first move, and the time.

        >>> from babieca import Board, Tours, count_by
        >>> count_by(Board(3, 4), "path", by="start")[(0, 0)]
        2
        >>> sum(Tours(Board(6, 6), start="c3").count_by("edge-pair").values())
        9862
        >>> dict(Tours(Board(5, 5), "path", begin="a1 b3 c5").count_by("first-move"))
        {(2, 3): 0, (3, 0): 4, (3, 4): 4}
        >>> dict(Tours(Board(5, 6)).count_by(lambda move: 0 in (move[0][1], move[1][1])))
        {10: 8}
        >>> rows = Tours(Board(5, 5), "path", start="d2").count_by("first-move", show_first=True)
        >>> dict(rows)
        {(3, 4): 28, (0, 1): 28, (2, 1): 0, (3, 2): 0}
        """
        limits, choices = self._parted(CountByWords, words, "count_by", "a table")
        if choices.pop("show_first"):
            return self._first_moves(by, words, limits)
        for name in declared(SearchWords).keys() & choices:
            raise BadInputError("goes_with", name=name, other="show_first")
        device = choices.get("device")
        if is_statistic(by):
            return self._totals(by, limits, choices["method"], device)
        if by not in TABLES:
            known = [*TABLES, *NAMES, *([] if isinstance(by, str) else ["Callable"])]
            raise BadInputError("one_of", name="by", listed=known, value=shown(by))
        with limits.at_work() as working:
            refused = ("symmetry",) if by == "first-move" else ("begin", "symmetry")
            refuse_words(self.question, Reason("table_by", by=by), *refused)
            require_countable(self.question, working, choices["method"])
            with working.locked():
                found = TABLES[by](self.question, working, choices["method"], device)
        return Counts(self.question, _labelled(self.question.graph, found))

    def _first_moves(self, by: By, words: Mapping[str, Any], limits: Limits) -> FirstMoves:
        if by != "first-move":
            together: Any = {"name": "show_first", "other": "by", "value": "first-move"}
            raise BadInputError("goes_with", **together)
        known = declared(FirstMoveWords)
        for name, value in words.items():
            if name not in known and value != declared(CountByWords)[name].word.default:
                raise BadInputError("not_together", one=name, other="show_first")
        refuse_arcs(self.question, Reason("table_by", by=by))
        rules, moves = words.get("rules") or "default", words.get("move_order") or "clockwise"
        return first_moves(self.question, limits, rules, moves)

    def _totals(self, by: By, limits: Limits, method: str, device: Device | None) -> Totals:
        question = self.question
        named = by if isinstance(by, str) else "Callable"
        refuse_words(question, Reason("table_by", by=named), "symmetry")
        if device == "cuda" and isinstance(by, str) and by.partition(":")[0] in TURNS:
            raise BadInputError("table_turns_does_not", word="device", value="cuda")
        with limits.at_work() as working, working.locked():
            columns, table = distribution(question, by, working, method, device)
        return Totals(question, columns, table)

    @spelled
    def fractions(self, **words: Unpack[MemoryWords]) -> Tabled[Fraction]:
        """Divide the closed tours by the two neighbours of `start`, and say which parts to count.

        Bañón divides his search this way: his tables 3 to 6 list the fractions of square 28, the
        pairs that a reflection makes equal, and the remaining pairs; table 8 has their sizes, which
        `count_by("edge-pair")` counts.

        >>> from babieca import Board, Tours, fractions
        >>> [(fraction.first, fraction.last) for fraction in fractions(Board(6, 6), start="a1")]
        [((1, 2), (2, 1))]
        >>> found = Tours(Board(8, 8), start="d4").fractions()
        >>> len(found), sum(not f.impossible for f in found), sum(f.explored for f in found)
        (28, 27, 15)
        """
        limits, _ = self._parted(MemoryWords, words, "fractions")
        question = self.question
        if not question.closed:
            raise BadInputError("fractions_closed")
        if question.start is None:
            raise BadInputError("fractions_need_start_give")
        refuse_arcs(question, "fractions")
        require_countable(question, limits)
        return Tabled(question, divided(question, question.start))

    @spelled
    def usage(self, **words: Unpack[UsageWords]) -> Counts:
        """Return, for each edge or arc, the number of tours that use it.

        The method "sweeps" sweeps forwards and backwards, "counts" counts once per class of edges,
        and "auto" takes the cheaper of the two that fits the memory.

        >>> from babieca import Board, Tours, usage
        >>> usage(Board(6, 6))[(0, 0), (1, 2)]
        9862
        >>> sum(Tours(Board(6, 6)).usage().values()) == 36 * 9862
        True
        """
        limits, choices = self._parted(UsageWords, words, "usage")
        question, method = self.question, choices["method"]
        one_of("method", method, get_args(UsageMethod))
        found = used(question, limits, method)
        return Counts(question, _labelled(question.graph, found))


def _labelled(graph: Graph, found: Mapping[Any, int]) -> dict[Any, int]:
    def label(key: Any) -> Any:
        if not isinstance(key, tuple):
            return graph.label(key)
        return tuple(map(graph.label, graph.in_direction(key)))

    return {label(key): found[key] for key in sorted(found) if key not in graph.forced}
