"""The finder that chooses. The core chooses for questions without symmetry; symmetric and magic
tours are found here.
"""

import itertools
import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from babieca.engines import finders
from babieca.engines.constructions.building import Magic, find_magic, repeated, symmetric_frame
from babieca.engines.constructions.changes import repaired_by_chance, shaken
from babieca.engines.finders import known
from babieca.engines.fold import count_symmetric, find_symmetric, list_symmetric
from babieca.engines.protocol import Finder, Finding
from babieca.errors import BadInputError, NotFoundError
from babieca.limits import USUAL_SECONDS, Limits
from babieca.questions import Question
from babieca.reasons import Reason

FIRST_WORK, GROWTH = 20, 4
"""The work of each of the first searches of a folded board, about a second, and its growth."""

NODES = 2**16
"""Nodes of a list of folded tours that are as much work as 1."""

MOST_CHANCE = 8
"""With more words on moves than this, a symmetric tour is not shaken."""

SMALL = 36
"""With words on moves, folded tours of boards up to this size are listed before a search."""

COMPLETING_SECONDS = 10.0


def automatic(question: Question, limits: Limits, *, magic: Magic | None = None) -> Finding:
    """Find a tour by the methods that suit the question, and shake it until no tiles show."""
    if magic is not None:
        return find_magic(question, limits, magic)
    if question.symmetry is None:
        return finders.automatic(question, limits)
    finding = Finding()
    for name, method, within in _symmetric_methods(question, limits):
        finding = method(question, within)
        if finding.decided:
            finding = replace(finding, method=finding.method or name)
            break
    return finding if question.at else shaken(question, finding, limits)


def complete(question: Question, limits: Limits) -> Finding:
    """Say whether a beginning can be completed: exact, and fast enough for every move of a game."""
    if question.symmetry is None:
        return finders.complete(question, limits)
    if finding := known(question):
        return finding
    try:
        return automatic(question, limits.usually(COMPLETING_SECONDS))
    except NotFoundError:  # some methods raise it when the time is over
        return Finding(method="auto")


def _symmetric_methods(question: Question, limits: Limits) -> Iterator[tuple[str, Finder, Limits]]:
    words = len(question.required) + len(question.avoiding)
    if question.at:
        yield "fold", _first_symmetric, limits.usually(USUAL_SECONDS)
        return
    if words <= MOST_CHANCE:
        yield "repeated", _constructed, limits
    within = limits.usually(USUAL_SECONDS)
    searches: list[Callable[..., Finding]] = [find_symmetric, _first_symmetric]
    if words and len(question.graph) <= SMALL:
        searches.reverse()
    # Work is no time: on a busy machine, a seed finds the same tour.
    for round in itertools.count():
        for search in searches:
            yield "fold", partial(search, work=FIRST_WORK * GROWTH**round), within
        if within.over:
            return
        if round == 0:
            yield "fold", _none_counted, within.within(within.left() / 2)


def _constructed(question: Question, limits: Limits) -> Finding:
    free = replace(question.undirected(), through=frozenset(), avoiding=frozenset())
    for construct in (repeated, symmetric_frame):
        finding = construct(free, limits)
        if finding.vertices is not None:
            vertices = repaired_by_chance(question, finding.vertices, limits)
            if vertices is not None:
                return replace(finding, vertices=question.written(vertices))
    return Finding()


def _none_counted(question: Question, limits: Limits) -> Finding:
    """Count the tours of the folded board: 0 is a proof."""
    try:
        counted = count_symmetric(question, replace(limits, checkpoint=None))
    except (BadInputError, NotFoundError):
        return Finding()  # too many states, or too little time for them
    return Finding(proof=None if counted.value else Reason("counted_folded"))


def _first_symmetric(question: Question, limits: Limits, work: float = math.inf) -> Finding:
    nodes = None if work == math.inf else int(work * NODES)
    try:
        first = next(list_symmetric(question, replace(limits, nodes=nodes)), None)
    except NotFoundError:
        return Finding(method="fold")
    if first is None:
        return Finding(proof=Reason("searched_folded"))
    return Finding(vertices=first[0])
