"""All boards of one width from one sweep: it retires column after column, from bottom to top.

The first k squares of that order are a board whose last column may be unfinished. The sweep of a
longer board also builds the tours of all these shorter ones, and `cpp/core/frontier/prefixes.hpp`
says where they are read. The numbers are combined from residues, as in every count.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import numpy as np

from babieca import _core
from babieca.boards import Board
from babieca.engines.refuter import refuted
from babieca.engines.sweep.count_plan import Machine
from babieca.engines.sweep.moduli import (
    Found,
    bounds_of,
    core_errors,
    determined,
    enough_moduli,
    sharp_bound_bits,
)
from babieca.engines.sweep.plans import plans
from babieca.errors import BadInputError
from babieca.graphs import Graph
from babieca.limits import Limits
from babieca.questions import Kind, Question
from babieca.reasons import Reason
from babieca.store import parts_in
from babieca.tasks import whole_numbers

PrefixMethod = Literal["auto", "blocks", "sparse"]

AT_ONCE = 2
"""With a checkpoint, as many moduli run between two savings."""


MOST_SHARP = 100
"""For more boards than this, the sharp bounds would take longer than they save."""

LEAST_COMPARED = 10_000_000
"""A sweep of fewer counters takes less time than the plans of the boards alone."""

MOST_ALONE = 4
"""Boards with more columns than this times the width are not planned alone."""


@dataclass(frozen=True)
class Strip:
    """Boards of one width, of any length: rows, leaper, and which axes wrap: the rows at most."""

    width: int
    leaper: tuple[int, int] = (1, 2)
    wrap: tuple[bool, bool] = (False, False)

    def board(self, squares: int) -> Board:
        """Return the board of the first squares; its last column may have holes at the top."""
        columns = -(-squares // self.width)
        missing = range(self.width - (columns * self.width - squares), self.width)
        return Board(
            self.width,
            columns,
            leaper=self.leaper,
            holes=[(row, columns - 1) for row in missing],
            wrap=self.wrap,
        )

    def sweep(self, columns: int, paths: bool) -> _core.Sweep:
        """Return the sweep of a longer board, so long that its end is out of sight.

        A square beyond the columns may still be unvisited, so it needs two moves onwards: the
        longer board has room for two of the longest leaps. An even number of squares lets the
        colours of closed tours balance.
        """
        longer = columns + 2 * self.leaper[1]
        longer += longer * self.width % 2
        graph = Graph.of(self.board(self.width * longer))
        order = np.arange(len(graph), dtype=np.int32).reshape(self.width, longer).T.reshape(-1)
        try:
            ordered = np.ascontiguousarray(order)
            return _core.prefix_sweep(graph.built, ordered, paths)
        except _core.Refused as refused:
            why = graph.reason(refused.args)
            raise BadInputError("width_too_wide", width=self.width, error=why) from None


@dataclass(frozen=True)
class CountedLengths:
    """The counts of several lengths, with the method and its costs."""

    values: tuple[int, ...]
    method: str
    moduli: tuple[int, ...] = ()
    counters: int = 0
    peak_bytes: int = 0


def count_prefixes(
    strip: Strip, squares: Sequence[int], paths: bool, limits: Limits, method: PrefixMethod = "auto"
) -> CountedLengths:
    """Count the closed tours, or the paths, of the boards with these numbers of squares.

    The numbers increase, and are at least 2.
    """
    sweep = strip.sweep(-(-squares[-1] // strip.width), paths)
    counting = _by_states if method == "sparse" else _by_blocks
    try:
        with core_errors(limits, "narrower_board"):
            return counting(strip, sweep, squares, paths, limits)
    except _core.TooNarrow as error:
        raise BadInputError("take_blocks", error=Reason(error.args[0], **error.args[1])) from None


def boards_alone_take_less(
    strip: Strip, squares: Sequence[int], kinds: Sequence[Kind], limits: Limits
) -> bool:
    """Whether counts of each board take less work together than the sweeps of the long board.

    The sweep of the long board has no mirror, and computes the counters of states that short boards
    never reach. The longest board is planned first: it often takes more than the sweep.
    """
    if -(-squares[-1] // strip.width) > MOST_ALONE * strip.width:
        return False
    machine = Machine.of(limits)
    try:
        left = sum(_work(strip, squares, kind, limits) for kind in kinds) / machine.threads
        if left < LEAST_COMPARED / machine.threads:
            return False
        for count in reversed(squares):
            for kind in kinds:
                question = Question.ask(strip.board(count), kind)
                if refuted(question):
                    continue
                found = plans(question, limits, machine)
                if not found or (found[0].method != "theory" and not found[0].counters):
                    return False  # it does not fit, or its work is not known
                left -= found[0].work
                if left <= 0:
                    return False
    except BadInputError:  # too wide
        return False
    return True


def _work(strip: Strip, squares: Sequence[int], kind: Kind, limits: Limits) -> float:
    """Return the expected work of the sweep, of one thread; infinite: too wide for blocks."""
    try:
        sweep = strip.sweep(-(-squares[-1] // strip.width), kind == "path")
    except BadInputError:
        return math.inf
    if sweep.slot_count > _core.usual_block_slots:
        return math.inf
    layers = sweep.plan(limits.reporter()).layers[: squares[-1]]
    bits = bounds_of(Question.ask(strip.board(squares[-1]), kind)).expected_sharp_bits
    return len(enough_moduli(64, bits)) * sum(layer.counters for layer in layers)


def _by_states(
    strip: Strip, sweep: _core.Sweep, squares: Sequence[int], paths: bool, limits: Limits
) -> CountedLengths:
    if limits.checkpoint is not None:
        raise BadInputError("method_not_word", method="sparse", word="checkpoint")
    counts, states, _, size = _core.count_prefixes_exactly(
        sweep, list(squares), limits.budget, limits.reporter()
    )
    return CountedLengths(tuple(counts), "sparse", (), states, size)


def _by_blocks(
    strip: Strip, sweep: _core.Sweep, squares: Sequence[int], paths: bool, limits: Limits
) -> CountedLengths:
    if sweep.slot_count > _core.usual_block_slots:
        raise BadInputError(
            "strip_too_wide",
            rows=strip.width,
            slots=sweep.slot_count,
            most=_core.usual_block_slots,
        )
    plan = sweep.plan(limits.reporter())

    def question(count: int) -> Question:
        return Question.ask(strip.board(count), "path" if paths else "closed")

    largest = [2**bits - 1 for bits in _bits([question(count) for count in squares])]
    asked = hashlib.sha256(repr((strip, list(squares), paths)).encode()).hexdigest()[:16]
    saved = None if limits.checkpoint is None else parts_in(limits.checkpoint)
    loop = _core.Residues(together=0 if saved is None else AT_ONCE)
    loop.set_bounds(largest)
    keys = {modulus: f"sequence-{asked}-{modulus}" for modulus in loop.missing}
    if saved is not None:
        readers = {key: partial(_read, len(squares), modulus) for modulus, key in keys.items()}
        known = saved.find(readers)
        for modulus, key in keys.items():
            if key in known:
                loop.add(modulus, known[key])
    counters = peak = 0

    def swept(moduli: list[int], part: Limits) -> list[Found]:
        nonlocal counters, peak
        residues, some, size = _core.count_prefixes(
            sweep, plan, list(squares), moduli, limits.workers, limits.budget, part.reporter()
        )
        counters, peak = counters + some, max(peak, size)
        rows = np.asarray(residues).reshape(len(moduli), -1).tolist()
        if saved is not None:
            saved.write({keys[modulus]: row for modulus, row in zip(moduli, rows, strict=True)})
        return [Found(modulus, row) for modulus, row in zip(moduli, rows, strict=True)]

    values, _ = determined(loop, swept, limits, lambda: largest)
    return CountedLengths(tuple(values), "blocks", tuple(keys), counters, peak)


def _read(count: int, modulus: int, record: Any) -> tuple[int, ...]:
    """Return the residues that a checkpoint has."""
    residues = whole_numbers(record)
    if len(residues) != count or not all(0 <= residue < modulus for residue in residues):
        raise ValueError(f"these are not {count} residues modulo {modulus}")
    return residues


def _bits(questions: Sequence[Question]) -> list[int]:
    """Return bits that each answer surely fits in: the quick bound, or the sharp one if it helps.

    The sharp bound of the longest board tells how many bits the others may have for nothing.
    """
    quick = [bounds_of(question).bits for question in questions]
    if len(questions) > MOST_SHARP:
        return quick
    free = sharp_bound_bits(questions[-1])
    return [
        bits if bits <= free else sharp_bound_bits(question)
        for bits, question in zip(quick, questions, strict=True)
    ]
