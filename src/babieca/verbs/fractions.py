"""Fractions: the closed tours divided by the two neighbours of a square in the tour.

Bañón divides his search this way: his tables 3 to 6 list the fractions of square 28, the pairs that
a reflection makes equal, and the remaining ones; table 8 has their sizes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from babieca.edges import Edge
from babieca.engines.images import fixing, image_of_pair, representatives
from babieca.engines.refuter import refuted
from babieca.engines.sweep.gpu.gpus import Device
from babieca.engines.sweep.sweeps import require_narrow
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.questions import Question
from babieca.verbs.count import locked_checkpoint, refuse_words
from babieca.verbs.count_by import between, counted, neighbour_pairs


@dataclass(frozen=True)
class Fraction:
    """The closed tours in which `start` lies between `first` and `last`, in either direction.

    `equal_to` is the first pair that `symmetry` maps to this one. `impossible` says why there are
    no tours, if that is known without a count. `tours` is None if it was not counted.

    >>> from babieca import Board, fractions
    >>> one = fractions(Board(6, 6), start="b2", count=True)[0]
    >>> one.first, one.last, one.tours
    ((0, 3), (2, 3), 1035)
    """

    first: Any
    last: Any
    equal_to: tuple[Any, Any]
    symmetry: str
    impossible: str
    tours: int | None = None

    @property
    def explored(self) -> bool:
        """Whether this one has to be counted."""
        return not self.impossible and self.equal_to == (self.first, self.last)


def fractions_of(
    question: Question, limits: Limits, *, count: bool, device: Device | None = None
) -> list[Fraction]:
    """List the fractions of the start square, counted if asked; see `Tours.fractions`."""
    if device is not None and not count:
        raise BadInputError("device says where fractions are counted: ask for count too")
    if not question.closed:
        raise BadInputError("fractions divide closed tours; count_by first-move divides paths")
    if question.start is None:
        raise BadInputError("fractions need a start: the square to divide at")
    refuse_words(question, "fractions", "begin", "symmetry", "directed")
    require_narrow(question, limits)
    with locked_checkpoint(limits):
        return _divided(question, question.start, limits, count, device)


def _divided(
    question: Question, origin: int, limits: Limits, count: bool, device: Device | None
) -> list[Fraction]:
    graph = question.graph
    pairs = neighbour_pairs(graph, origin)
    if not pairs:
        raise BadInputError("the square has fewer than two moves: no closed tour passes through it")
    symmetries = fixing(graph, question.through, question.avoiding, vertices=[origin])
    equal = representatives(pairs, symmetries, image_of_pair)
    reasons = {pair: _reason(question, origin, pair) for pair in pairs}

    def entry(pair: Edge) -> Question | None:
        return None if reasons[pair] else between(question, origin, pair)

    found: dict[Edge, int] = {}
    if count:
        found = counted(question, equal, entry, limits, "auto", device=device)
    return [
        Fraction(
            graph.label(pair[0]),
            graph.label(pair[1]),
            (graph.label(equal[pair][0][0]), graph.label(equal[pair][0][1])),
            equal[pair][1],
            reasons[pair],
            found.get(equal[pair][0]),
        )
        for pair in pairs
    ]


def _reason(question: Question, origin: int, pair: Edge) -> str:
    asked = between(question, origin, pair)
    if asked is None:
        return "a move to avoid"
    return str(refuted(asked) or "")
