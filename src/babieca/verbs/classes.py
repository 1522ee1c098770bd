"""Tours up to rotation and reflection, by Burnside's lemma.

The number of classes is the average, over the symmetries of the board, of the number of tours that
each keeps. The identity keeps all tours; those of the others are counted on folded boards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from babieca.errors import BadInputError, ContradictionError
from babieca.invariants import Invariant
from babieca.limits import Limits
from babieca.questions import Question
from babieca.showing import Shown
from babieca.symmetries import Symmetry
from babieca.verbs.count import count_report, refuse_words


@dataclass(frozen=True)
class Classes(Shown):
    """The number of classes, and how many tours each symmetry of the board keeps, by its name.

    >>> from babieca import Board, classes
    >>> answer = classes(Board(5, 6))
    >>> int(answer), answer.kept
    (3, {'identity': 8, 'left-right reflection': 4, 'up-down reflection': 0, 'half-turn': 0})
    """

    value: int
    kept: Mapping[str, int]

    def __int__(self) -> int:
        return self.value


def classes_of(question: Question, limits: Limits) -> Classes:
    """Count the undirected tours of a board up to its symmetries; see `Tours.classes`."""
    refuse_words(question, "classes", "directed", "begin", "start", "end", "through", "avoiding")
    refuse_words(question, "classes", "symmetry")
    if question.board is None:
        raise BadInputError("classes are of a board's tours; a plain graph has no symmetries here")
    symmetries = question.board.symmetries()

    def kept_by(symmetry: Symmetry, part: Limits) -> int:
        own = replace(part, text=symmetry.name)
        if symmetry.is_identity:
            return count_report(question, own, "auto").value
        # Folded counts are short: they need no checkpoint and no scratch.
        asked = replace(question, symmetry=Invariant(symmetry))
        return count_report(asked, replace(own, checkpoint=None, scratch=None), "auto").value

    weights = [50 if symmetry.is_identity else 1 for symmetry in symmetries]
    counts = limits.each(kept_by, symmetries, weights)
    kept = {symmetry.name: n for symmetry, n in zip(symmetries, counts, strict=True)}
    value, rest = divmod(sum(kept.values()), len(kept))
    if rest:
        raise ContradictionError("the tours kept do not add up to whole classes: this is a bug")
    return Classes(value, kept)
