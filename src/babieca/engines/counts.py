"""How many tours: split a question into terms, count each, and add up; and up to symmetry.

Classes are counted by Burnside's lemma, which docs/symmetry.md explains.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from babieca.as_json import Big
from babieca.canonical import symmetries_of
from babieca.engines import COUNTERS
from babieca.engines.fold import is_swept
from babieca.engines.optima import WrittenTotal, goal_of
from babieca.engines.protocol import Counted, chosen, listing_method
from babieca.engines.refuter import refuted
from babieca.engines.sweep.counting import VERSION
from babieca.engines.sweep.sweeps import Term, terms, trivial_answer
from babieca.errors import ContradictionError
from babieca.invariants import Invariant
from babieca.limits import Limits
from babieca.questions import Kind, Question
from babieca.reasons import Reason
from babieca.showing import Shown
from babieca.symmetries import Symmetry
from babieca.tasks import Task


@dataclass(frozen=True)
class CountReport(Shown):
    """A count, its method and its costs. `int(report)` is the count.

    >>> from babieca import Board, Tours
    >>> report = Tours(Board(6, 6)).count_report(method="blocks")
    >>> report.value, report.method, report.steps
    (9862, 'blocks', 36)
    """

    value: Big
    method: str
    moduli: tuple[Big, ...]
    steps: int
    slots: int
    counters: int
    seconds: float
    peak_bytes: int
    disk_bytes: int
    proof: Reason | None = None  # why there is no tour, if a short proof gave the answer
    total: WrittenTotal | None = None  # of each of the cheapest tours, if only they were counted
    kept: Mapping[str, Big] | None = None  # tours that each symmetry keeps, if classes were counted

    def __int__(self) -> int:
        return self.value


@dataclass(frozen=True)
class WholeCount(Task[Counted]):
    """A count by an engine that does not divide its work."""

    question: Question
    method: str
    takes_all = True  # the need is not known beforehand

    @property
    def key(self) -> str:
        return f"{VERSION}-{self.question.fingerprint}-{self.method}"

    def run(self, limits: Limits) -> Counted:
        return chosen(COUNTERS, self.method)(self.question, limits)

    def to_json(self, answer: Counted) -> Any:
        return {**asdict(answer), "value": str(answer.value)}

    def from_json(self, record: Any) -> Counted:
        return Counted(**{**record, "value": int(record["value"]), "moduli": ()})

    def agree(self, one: Counted, other: Counted) -> bool:
        return one.value == other.value


def count_report(question: Question, limits: Limits, method: str, **choices: Any) -> CountReport:
    with limits.locked():
        began = time.perf_counter()
        refutation = refuted(question) if method == "auto" else None
        if method == "auto" and (question.symmetry is not None or question.at):
            method = listing_method(question)
        engine = chosen(COUNTERS, method)
        whole = method in ("fold", "steps", "reference")
        addends = [Term(1, question, "all")] if whole else terms(question)
        if not whole:  # also where nothing is left to count
            kind: Kind = "closed" if question.closed else "path"
            engine.accept(replace(question.undirected(), kind=kind), choices)
        if refutation is not None:
            seconds = time.perf_counter() - began
            return CountReport(0, "theory", (), 0, 0, 0, seconds, 0, 0, refutation)

        def answered(term: Term, part: Limits) -> Counted:
            one = term.question
            if (trivial := None if whole else trivial_answer(one)) is not None:
                return Counted(trivial, "theory")
            if whole and part.executor is not None and (method != "fold" or is_swept(one)):
                return part.run(WholeCount(one, method))
            return engine(one, part.saving(term.name), **choices)

        answers = limits.each(answered, addends, [term.weight for term in addends])
        value = sum(one.factor * answer.value for one, answer in zip(addends, answers, strict=True))
        return _together(value, answers, began)


def _together(value: int, parts: Sequence[Counted | CountReport], began: float) -> CountReport:
    """Return the report of a number that was computed from several counts."""
    return CountReport(
        value,
        "+".join(dict.fromkeys(part.method for part in parts)) or "theory",
        max((part.moduli for part in parts), key=len, default=()),
        sum(part.steps for part in parts),
        max((part.slots for part in parts), default=0),
        sum(part.counters for part in parts),
        time.perf_counter() - began,
        max((part.peak_bytes for part in parts), default=0),
        max((part.disk_bytes for part in parts), default=0),
    )


def count_classes(question: Question, limits: Limits) -> CountReport:
    """Count the classes of a board: the mean of the counts that each symmetry keeps."""
    began, every = time.perf_counter(), replace(question, up_to=None)
    symmetries = symmetries_of(every)

    def symmetric_count(symmetry: Symmetry, part: Limits) -> CountReport:
        own = replace(part, text=symmetry.name)
        if symmetry.is_identity:
            return count_report(every, own, "auto")
        # Folded counts are short: they need no checkpoint and no scratch.
        folded = replace(every, symmetry=Invariant(symmetry))
        return count_report(folded, replace(own, checkpoint=None, scratch=None), "auto")

    weights = [50 if symmetry.is_identity else 1 for symmetry in symmetries]
    counts = limits.each(symmetric_count, symmetries, weights)
    names = [symmetry.name for symmetry in symmetries]
    kept = {name: count.value for name, count in zip(names, counts, strict=True)}
    value, rest = divmod(sum(kept.values()), len(counts))
    if rest:
        raise ContradictionError("classes_not_whole")
    proof = counts[names.index("identity")].proof
    return replace(_together(value, counts, began), proof=proof, kept=kept)


def count_optimal(question: Question, choices: Mapping[str, Any], limits: Limits) -> CountReport:
    """Count the tours with the least or the largest total."""
    began = time.perf_counter()
    goal = goal_of(question, choices, limits)
    assert goal is not None
    found = goal.found(question, limits)
    optimum, steps = goal.optimum(question, found), len(question.graph) + (not question.closed)
    work = (steps, found.slots, found.states) if found.states else (0, 0, 0)
    seconds, total = time.perf_counter() - began, optimum.total if found.tours else None
    costs = (seconds, found.peak_bytes, 0)
    return CountReport(optimum.tours or 0, "sparse", (), *work, *costs, found.proof, total)
