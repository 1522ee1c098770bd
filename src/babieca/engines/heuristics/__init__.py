"""Methods that look for one tour and may give up, each a function (Question, Limits) -> Finding."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from babieca.engines.answers import TOO_FEW, reduced, vertex_count
from babieca.engines.protocol import Finding
from babieca.limits import Limits
from babieca.questions import Question

Choices = ParamSpec("Choices")
Finder = Callable[Concatenate[Question, Limits, Choices], Finding]


def from_start(method: Finder[Choices]) -> Finder[Choices]:
    """Let a method that only understands `start` and `end` answer for `end` alone and `begin`.

    It also refuses a graph without vertices, and proves that two squares have no closed tour.
    """

    @wraps(method)
    def answer(
        question: Question, limits: Limits, /, *args: Choices.args, **choices: Choices.kwargs
    ) -> Finding:
        def again(easier: Question, within: Limits) -> Finding:
            return answer(easier, within, *args, **choices)

        easier = reduced(again, question, limits)
        if easier is not None:
            return easier
        if vertex_count(question) < 3 and question.closed:
            return Finding(proof=TOO_FEW)
        return method(question, limits, *args, **choices)

    return answer
