"""Which layers of a sweep are kept, and where.

Blocks need not keep every layer: the ways of a state between two kept layers are summed up from its
predecessors when a walk asks for them. Keeping one large layer in eight makes a walk take
milliseconds and an eighth of the room.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from babieca import _core
from babieca.counting.count import parse_memory
from babieca.counting.engines import MOST_BLOCK_SLOTS
from babieca.counting.questions import Question
from babieca.errors import BadInputError
from babieca.memory import available_bytes, human_bytes
from babieca.sampling.questions import Report, core_question, first_vertex, order_for, too_large
from babieca.threads import threads_or_all

METHODS = ("auto", "sparse", "blocks")
STRIDES = (1, 2, 3, 4, 6, 8)
# Sweeps with fewer counters than this are faster over a table of states.
FEWEST_COUNTERS = 1_000_000
# Layers beyond this go to disk even where there is memory, unless more is allowed.
MOST_MEMORY_KEPT = 4 * 2**30


@dataclass(frozen=True)
class Keeping:
    """A choice of layers: how many bytes they take, and what the sweep needs besides."""

    layers: list[int]
    bytes: int
    working_bytes: int


def plan_for(asked: _core.SamplingQuestion) -> _core.CountingPlan:
    """Return the sizes of the layers; where the frontier is so wide that they take long, refuse."""
    if asked.slot_count > MOST_BLOCK_SLOTS:
        raise BadInputError(
            f"the frontier has {asked.slot_count} slots, too many for blocks "
            f"(at most {MOST_BLOCK_SLOTS})"
        )
    return asked.plan()


def keeping_for(plan: _core.CountingPlan, stride: int, threads: int) -> Keeping:
    """Return what is kept at a stride."""
    layers = _core.layers_to_keep(plan, stride)
    return Keeping(
        layers, _core.bytes_to_keep(plan, layers), plan.bytes_needed(8, threads, in_place=True)
    )


def build_index(
    question: Question,
    *,
    order: Any,
    method: str,
    threads: int | None,
    memory: int | str | None,
    scratch: str | os.PathLike[str] | None,
    progress: Report | None,
    say: Callable[[str], Any] | None,
) -> _core.TourIndex | None:
    """Sweep once and keep what a walk back needs; None where no tour can exist."""
    if method not in METHODS:
        raise BadInputError(f"method is one of {', '.join(METHODS)}, not {method!r}")
    asked = core_question(question, order_for(question.graph, order))
    if asked.impossible:
        return None
    limit = parse_memory(memory)
    budget = limit or available_bytes()
    first = first_vertex(question)
    if method != "sparse" and (method == "blocks" or asked.slot_count <= MOST_BLOCK_SLOTS):
        plan = plan_for(asked)
        if method == "blocks" or plan.total_counters >= FEWEST_COUNTERS:
            workers = threads_or_all(threads)
            try:
                return _by_blocks(
                    asked, first, plan, workers, budget, limit, scratch, progress, say
                )
            except _core.TooNarrow:
                if method == "blocks":
                    raise BadInputError(
                        "the counts need more than 64 bits; use method='sparse'"
                    ) from None
    try:
        return _core.TourIndex.sparse(asked, first, budget, progress)
    except _core.OutOfMemoryBudget:
        raise too_large(question.graph, budget) from None


def _by_blocks(
    asked: _core.SamplingQuestion,
    first: int,
    plan: _core.CountingPlan,
    threads: int,
    budget: int,
    limit: int | None,
    scratch: str | os.PathLike[str] | None,
    progress: Report | None,
    say: Callable[[str], Any] | None,
) -> _core.TourIndex:
    room = budget if limit is not None else min(budget // 2, MOST_MEMORY_KEPT)
    for stride in STRIDES:
        keeping = keeping_for(plan, stride, threads)
        if keeping.working_bytes > budget:
            raise BadInputError(
                f"the sweep needs {human_bytes(keeping.working_bytes)} of memory; "
                f"{human_bytes(budget)} are allowed"
            )
        if keeping.working_bytes + keeping.bytes <= room:
            return _core.TourIndex.blocks(asked, first, plan, keeping.layers, "", threads, progress)
    require_disk(keeping.bytes, scratch or tempfile.gettempdir())
    with tempfile.TemporaryDirectory(prefix="babieca-", dir=scratch) as directory:
        if say is not None:
            say(f"keeping {human_bytes(keeping.bytes)} of counts in {directory} for the while")
        # The files stay readable through their mappings after the directory is gone.
        return _run(asked, first, plan, keeping, directory, threads, progress)


def _run(
    asked: _core.SamplingQuestion,
    first: int,
    plan: _core.CountingPlan,
    keeping: Keeping,
    directory: str,
    threads: int,
    progress: Report | None,
) -> _core.TourIndex:
    try:
        return _core.TourIndex.blocks(
            asked, first, plan, keeping.layers, directory, threads, progress
        )
    except _core.LayerFileError as error:
        raise BadInputError(str(error)) from None


def require_disk(count: int, directory: str | os.PathLike[str]) -> None:
    """Refuse to write more than fits."""
    try:
        free = shutil.disk_usage(directory).free
    except OSError as error:
        raise BadInputError(f"cannot use {directory}: {error.strerror or error}") from None
    if count > free:
        raise BadInputError(
            f"{human_bytes(count)} of disk are needed in {directory}; {human_bytes(free)} are free"
        )
