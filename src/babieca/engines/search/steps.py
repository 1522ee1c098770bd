"""Tours with some steps given, by a search that decides which square is at which step.

The core keeps the squares that may be at each step, the steps where each square may be, and the
moves that a tour may make. It drops what contradicts the given steps, the distances between them or
the two moves of every square, and then tries the step or square with the fewest choices. Without
given steps it answers too, more slowly than the other methods.
"""

import functools
import hashlib
from collections.abc import Iterator

from babieca import _core
from babieca.engines.protocol import Counted, Rows, built_question, require_graph
from babieca.engines.search.instances import refuse_many
from babieca.engines.search.visiting import in_rounds, limited, streamed
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.questions import Question
from babieca.reasons import Reason

MOST_BYTES = 2**28
"""Of the tables of a count."""


def _asked(question: Question, limits: Limits) -> _core.Question:
    refuse_many(question.graph)
    require_graph(question, limits)
    return built_question(question)


def list_by_steps(question: Question, limits: Limits, *, most: int | None = None) -> Iterator[Rows]:
    """Return the numberings as rows of vertices."""
    if limits.executor is not None:
        raise BadInputError("method_not_word", method="steps", word="cluster")
    search = _core.StepSearch(_asked(question, limits))
    if not _twice(question):
        return streamed(search, question, limits, most)
    both = streamed(search, question, limits, None)
    return limited((rows[rows[:, int(question.closed)] < rows[:, -1]] for rows in both), most)


def _twice(question: Question) -> bool:
    """Whether the search meets each tour in both directions, and the question asks for one."""
    one_way = question.givens if not question.closed else question.at or question.begin
    return not one_way and question.multiplicity == 1 and len(question.graph) > 1


def count_by_steps(question: Question, limits: Limits) -> Counted:
    """Count by parts, on all threads, with checkpoints."""
    fingerprint = hashlib.sha256(f"babieca steps 1 {question.fingerprint}".encode()).hexdigest()
    count = functools.partial(
        _core.StepCount,
        _asked(question, limits),
        threads=limits.workers,
        bytes=min(limits.budget // 4, MOST_BYTES),
    )
    work, finished = in_rounds(count, fingerprint, limits)
    nodes, low, high = work.tally()
    found = (high << 64 | low) // (1 + _twice(question))
    if not finished:
        raise limits.undecided(Reason("tours_counted", count=found))
    return Counted(found, "steps", steps=len(question.graph), counters=nodes)


def numbered(question: Question, rows: Rows) -> Rows:
    """Return the numberings of undirected tours that agree with `at`, one row for each."""
    return question.numberings(rows)
