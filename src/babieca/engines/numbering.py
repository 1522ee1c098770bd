"""All tours of a question by number: the i-th tour, and the number of a given one.

The numbers depend only on the question and the retirement order: see docs/sampling.md. Symmetric
tours and open tours have numbers in a list, which must fit the memory, so they are counted first.
"""

from __future__ import annotations

import operator
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.canonical import canonical
from babieca.engines.fold import count_symmetric, list_symmetric
from babieca.engines.protocol import Counted, Estimate, Rows, listing_method
from babieca.engines.retirement import checked_order
from babieca.engines.search.steps import count_by_steps, list_by_steps
from babieca.engines.search.visiting import list_found
from babieca.engines.sweep.count_plan import CountPlan, Machine
from babieca.engines.sweep.counting import automatic
from babieca.engines.sweep.moduli import core_errors
from babieca.engines.sweep.plans import SweepMethod, numbering_plans
from babieca.engines.sweep.sweeps import prepare, terms, trivial_answer
from babieca.errors import BadInputError, NoTourError, shown
from babieca.limits import Limits
from babieca.memory import human_bytes, require_disk
from babieca.progress import Report, human_seconds
from babieca.questions import Question
from babieca.reasons import Reason, expected
from babieca.tour import Tour

BATCH = 1024

MOST_COUNTERS = 10**8
"""If a sweep has more, a list cannot hold its tours."""

LARGE = 2**30
"""A numbering that keeps so many bytes of layers says its size and its expected time."""

BYTES_BESIDE = 120
"""Bytes of a listed tour besides its squares: its entry in the table of ranks."""


class Numbering:
    """Every closed tour or path that a question asks for, numbered from 0.

    The question says how tours are written. Else closed tours are in canonical form, and paths
    begin at the lesser of their ends. The two directions of a tour have consecutive numbers.
    """

    def __init__(
        self,
        question: Question,
        index: _core.TourIndex | ListedIndex | None,
        method: str = "theory",
    ) -> None:
        self.question = question
        self.method = method
        self._index = index
        self._undirected = trivial_answer(question.undirected()) or 0
        if index is not None:
            self._undirected = index.total

    @property
    def total(self) -> int:
        return self._undirected * self.question.multiplicity

    @property
    def bytes(self) -> int:
        return 0 if self._index is None else self._index.bytes

    def unrank(self, numbers: Sequence[int], limits: Limits) -> Iterator[Tour]:
        """Yield the tours with these numbers; a batch shares one walk through the layers."""
        count = max(len(numbers), 1)
        for at in range(0, len(numbers), BATCH):
            wanted = [self.checked(number) for number in numbers[at : at + BATCH]]
            part = limits.part(at / count, min(1.0, (at + BATCH) / count))
            yield from self.question.tours(self.rows(wanted, part))

    def rows(self, numbers: Sequence[int], limits: Limits) -> Rows:
        if self._index is None or not numbers:
            return np.zeros((len(numbers), len(self.question.graph)), dtype=np.int32)
        directions = self.question.multiplicity
        undirected = [number // directions for number in numbers]
        with core_errors(limits):
            flat = self._index.unrank(undirected, limits.reporter())
        rows = flat.reshape(len(numbers), -1)
        if directions == 2:
            turned = np.array([number % 2 == 1 for number in numbers])
            backwards = rows[turned, ::-1]  # closed tours from the same square
            rows[turned] = np.roll(backwards, 1, axis=1) if self.question.closed else backwards
        return self.question.written(rows)

    def rank(self, tours: Sequence[Tour], limits: Limits) -> list[int]:
        rows = [self._vertices(tour) for tour in tours]
        if self._index is None:
            if rows and self.total == 0:
                raise BadInputError("no_number")
            return [0] * len(rows)
        if not rows:
            return []
        flat = np.ascontiguousarray(np.concatenate(rows), dtype=np.int32)
        try:
            with core_errors(limits):
                numbers = self._index.rank(flat, limits.reporter())
        except _core.Refused as error:
            raise BadInputError(self.question.graph.reason(error.args)) from None
        if self.question.multiplicity == 1:
            return numbers
        first = self.rows([2 * number for number in numbers], limits)
        for entry, (row, written) in enumerate(zip(rows, first, strict=True)):
            at, next_one = 0, 0
            if self.question.closed:  # the square after the first one tells the direction
                at, next_one = int(np.flatnonzero(row == written[0])[0]) + 1, 1
            numbers[entry] = 2 * numbers[entry] + int(row[at % len(row)] != written[next_one])
        return numbers

    def checked(self, number: int) -> int:
        try:
            index = operator.index(number)
        except TypeError:
            raise BadInputError("number_text", number=shown(number)) from None
        if not 0 <= index < self.total:
            if self.total == 0:
                raise NoTourError("count_is_0")
            which = str(index) if abs(index) < 10**60 else Reason("with_such_a_number")
            last = str(self.total - 1)
            raise BadInputError("no_tour_with_number", number=which, last=last)
        return index

    def _vertices(self, tour: Tour) -> NDArray[Any]:
        if not isinstance(tour, Tour):
            raise BadInputError(expected(Tour, tour, "rank"))
        if tour.graph != self.question.graph.toured:
            raise BadInputError("tour_of_other_board", own=tour.graph, other=self.question.graph)
        if self.question.closed != tour.closed:
            held = Reason("closed_tours" if self.question.closed else "paths")
            raise BadInputError("tour_of_kind", kind=tour.kind, held=held)
        return self.question.vertices_of(tour)


def number(
    question: Question, limits: Limits, *, method: SweepMethod = "auto", order: Any = None
) -> Numbering:
    """Number the tours by layers of 64-bit counters where they suffice, else by all states."""
    given = None if order is None else checked_order(question.graph, order)
    for plan in numbering_plans(question, limits, Machine.of(limits), method=method, order=given):
        if plan.method == "theory":
            break
        if plan.method == "sparse":
            return Numbering(question, _all_states(question, plan, limits), "sparse")
        try:
            return Numbering(question, _kept_in_scratch(question, plan, limits), "blocks")
        except _core.TooNarrow:
            if method == "blocks":
                raise BadInputError("use_sparse") from None
    return Numbering(question, None)


def estimate(question: Question, limits: Limits) -> Estimate:
    """Return the bytes of the layers, as few kept as possible."""
    try:
        found = numbering_plans(question, limits, Machine(0, limits.workers))
    except BadInputError as error:
        return Estimate(refusal=error.reason)
    layered = [plan for plan in found if plan.method == "layers"]
    return Estimate(bytes=layered[0].bytes + layered[0].disk_bytes) if layered else Estimate()


def _all_states(question: Question, plan: CountPlan, limits: Limits) -> _core.TourIndex:
    first, report = first_vertex(question), limits.reporter()
    try:
        with core_errors(limits, "more_words", question.graph):
            return _core.TourIndex.sparse(plan.ready.sweep, first, limits.budget, report)
    except _core.TooNarrow as error:
        raise BadInputError("not_numbered", error=question.graph.reason(error.args)) from None


def _kept_in_scratch(question: Question, plan: CountPlan, limits: Limits) -> _core.TourIndex:
    limits.require(plan.bytes, Reason("the_sweep"))
    directory, told = "", {"bytes": human_bytes(plan.bytes)}
    if plan.place == "scratch":
        directory = str(limits.scratch or tempfile.gettempdir())
        require_disk(plan.disk_bytes, directory)
        told = {"bytes": human_bytes(plan.disk_bytes), "directory": directory}
    if limits.say is not None and (directory or plan.bytes >= LARGE):
        time = human_seconds(plan.seconds(Path(directory)))
        limits.say(Reason("using_disk" if directory else "using_memory", **told, time=time))
    return kept_layers(question, plan, directory, limits, nameless=True)


def kept_layers(
    question: Question, plan: CountPlan, directory: str, limits: Limits, *, nameless: bool
) -> _core.TourIndex:
    """Sweep and keep layers: in files of `directory`, or in memory if it is empty."""
    with core_errors(limits):
        return _core.TourIndex.blocks(
            plan.ready.sweep,
            first_vertex(question),
            plan.ready.block_plan(),
            list(plan.layers),
            directory,
            limits.workers,
            limits.reporter(),
            nameless=nameless,
        )


def first_vertex(question: Question) -> int:
    return next(iter(question.ends), -1)


class ListedIndex:
    """The tours of a list, as a `Numbering` reads them. Ranks are positions in the list."""

    def __init__(self, question: Question, rows: NDArray[np.integer[Any]]) -> None:
        self._question = question
        self._rows = rows
        self._rank: dict[bytes, int] = {}
        self.total = len(rows)
        self.bytes = len(rows) * (rows.shape[1] * rows.itemsize + BYTES_BESIDE)

    def unrank(self, numbers: Sequence[int], report: Report | None) -> NDArray[np.int32]:
        return self._rows[list(numbers)].astype(np.int32).reshape(-1)

    def rank(self, flat: NDArray[np.int32], report: Report | None) -> list[int]:
        if not self._rank:
            self._rank = {row.tobytes(): number for number, row in enumerate(self._rows)}
        rows = flat.reshape(-1, self._rows.shape[1])
        keys = [row.tobytes() for row in canonical(self._question, rows).astype(self._rows.dtype)]
        try:
            return [self._rank[key] for key in keys]
        except KeyError:
            raise BadInputError("not_among") from None


def number_by_listing(question: Question, limits: Limits) -> Numbering:
    undirected = replace(question, directed=False)
    if question.symmetry is None and trivial_answer(question.undirected()) is not None:
        return Numbering(question, None)
    size = len(question.graph)
    narrow = np.uint8 if size <= 2**8 else np.uint16 if size <= 2**16 else np.int32
    count, lister = _LISTED[listing_method(question)]
    number = count(undirected, limits.part(0.0, 0.1)).value
    needed = number * (size * np.dtype(narrow).itemsize + BYTES_BESIDE)
    if needed > limits.budget:
        raise BadInputError(
            "only_in_list",
            count=number,
            bytes=human_bytes(needed),
            budget=human_bytes(limits.budget),
        )
    rows = np.empty((number, size), dtype=narrow)
    at = 0
    for batch in lister(undirected, limits.part(0.1, 1.0)):
        rows[at : at + len(batch)] = canonical(undirected, batch)
        at += len(batch)
    return Numbering(question, ListedIndex(undirected, rows[:at]), "list")


def _count(question: Question, limits: Limits) -> Counted:
    for term in terms(question):
        plan = prepare(term.question, limits).plan
        if plan is None or plan.total_counters > MOST_COUNTERS:
            raise BadInputError("question_have_numbers_only", question=question)
    addends = [(term.factor, automatic(term.question, limits).value) for term in terms(question)]
    return Counted(sum(factor * value for factor, value in addends), "auto")


_LISTED: dict[str, tuple[Callable[..., Counted], Callable[..., Iterator[Rows]]]] = {
    "fold": (count_symmetric, list_symmetric),
    "steps": (count_by_steps, list_by_steps),
    "search": (_count, list_found),
}
