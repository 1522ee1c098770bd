"""Count the tours that a symmetry keeps: by a sweep over the folded board, or by visiting each."""

from __future__ import annotations

import numpy as np

from babieca import _core
from babieca.engines.fold.folding import (
    FEWEST_ORBITS,
    folded_questions,
    image_of,
    orbit_count,
    words_beyond,
)
from babieca.engines.fold.listing import visit_kept
from babieca.engines.protocol import Counted
from babieca.engines.retirement import retirement_order
from babieca.engines.sweep.integers import from_words
from babieca.engines.sweep.sweeps import require_narrow
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.memory import human_bytes
from babieca.questions import Question


def is_swept(question: Question) -> bool:
    """Whether a sweep counts the tours: it obeys no ends and no moves."""
    return not words_beyond(question) and orbit_count(image_of(question)) >= FEWEST_ORBITS


def count_kept(question: Question, limits: Limits) -> Counted:
    """Count the tours that the symmetry of a question keeps.

    >>> from babieca.boards import Board
    >>> [count_kept(Question.ask(Board(6, 6), symmetry=name), Limits()).value
    ...  for name in ("half-turn", "quarter-turn")]
    [78, 10]
    """
    if limits.checkpoint is not None:
        raise BadInputError("checkpoint: a count with symmetry is not saved on the way")
    require_narrow(question, limits, folds=2)
    if not is_swept(question):
        return Counted(visit_kept(question, limits), "fold")
    image = image_of(question)
    graph = question.graph
    base = retirement_order(graph)
    asked = folded_questions(question)
    answers = []
    for number, folded in enumerate(asked):
        report = limits.part(number / len(asked), (number + 1) / len(asked)).reporter()
        try:
            answers.append(
                _core.count_folded(
                    graph.offsets, graph.targets, image, folded, base, limits.budget, report
                )
            )
        except _core.OutOfBudget:
            raise BadInputError(
                f"the folded {graph} has more states than {human_bytes(limits.budget)} of memory "
                "hold; allow more with memory"
            ) from None
        except (ValueError, _core.TooNarrow) as error:
            raise BadInputError(f"cannot fold {graph}: {error}") from None
    words = [answer["words"] for answer in answers]
    return Counted(
        sum(from_words(np.array(each, dtype=np.uint64), len(each))[0] for each in words)
        * question.multiplicity,
        "fold",
        slots=max(answer["slots"] for answer in answers),
        counters=sum(answer["states"] for answer in answers),
        peak_bytes=max(answer["peak_bytes"] for answer in answers),
    )
