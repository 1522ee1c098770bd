"""Listers that obey `up_to`: they list all tours and keep the representatives of the classes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import wraps
from typing import Any

import numpy as np

from babieca.canonical import ranks_of, representatives
from babieca.engines.protocol import Rows
from babieca.engines.search.visiting import limited
from babieca.limits import Limits
from babieca.questions import Question

Lister = Callable[..., Iterator[Rows]]


def one_per_class(lister: Lister) -> Lister:
    """Let a lister obey `up_to`.

    The search lists closed tours from the square of least rank, in the order that representatives
    are least in. So the first tour listed is a representative, and many of the next ones too.
    """

    @wraps(lister)
    def listed(
        question: Question, limits: Limits, *, most: int | None = None, **choices: Any
    ) -> Iterator[Rows]:
        if question.up_to is None:
            return lister(question, limits, most=most, **choices)
        every = replace(question.undirected(), directed=question.multiplicity == 2, up_to=None)
        if question.closed and question.symmetry is None:
            every = replace(every, start=int(np.argmin(ranks_of(question.graph))))
        found = lister(every, limits, **choices)
        return limited(map(representatives(question), found), most)

    return listed
