"""Whether a beginning can be completed to a tour: exact, and fast enough for every move of a game.

The search with forced edges settles nearly every beginning in milliseconds. Otherwise the question
is divided by the last square of the tour, which forces moves at the other end too. The whole search
and the divided one take turns with more nodes each round, so that the faster one decides.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

from babieca.engines.automatic import automatic, known
from babieca.engines.protocol import Finding
from babieca.engines.search.finding import search_one
from babieca.engines.search.instances import MOST_VERTICES
from babieca.errors import NotFoundError
from babieca.limits import Limits
from babieca.questions import Question

DEFAULT_SECONDS = 10.0
"""The timeout if none is given."""

FIRST_NODES = 2**13
"""Nodes of the first round, about ten milliseconds. Each round has four times as many."""

SMALL = 200
"""Above so many vertices the other finders are tried after the first round."""

EXHAUSTED = "every way to go on was tried"


def complete(question: Question, limits: Limits) -> Finding:
    """Return a tour that begins as the question says, or the reason why none does.

    >>> from babieca.boards import Board
    >>> complete(Question.ask(Board(8, 8), begin="c2 a1 b3 d4 f5"), Limits()).order[:3]
    array([10,  0, 17], dtype=int32)
    >>> complete(Question.ask(Board(8, 8), begin="b3 d4 c2 e1"), Limits()).proof
    'a1 can be entered but not left again'
    """
    if finding := known(question):
        return finding
    within = limits.usually(DEFAULT_SECONDS)
    if len(question.graph) > MOST_VERTICES or question.symmetry is not None:
        return _by_other_means(question, within)
    return _rounds(question, within)


def _rounds(question: Question, limits: Limits) -> Finding:
    """Search for the whole and for its parts in turns until one of them decides."""
    parts: list[Question] = []
    for attempt in itertools.count():
        patience = replace(limits, nodes=FIRST_NODES * 4**attempt)
        finding = search_one(question, patience)
        if finding.decided or limits.over:
            proof = EXHAUSTED if finding.proof is not None else None
            return replace(finding, proof=proof, method="search")
        if attempt == 0:
            if len(question.graph) > SMALL:
                finding = _by_other_means(question, limits.within(limits.left() / 2))
                if finding.decided:
                    return finding
            parts = list(_by_last_square(question))
        undecided = []
        for part in parts:
            finding = search_one(part, patience)
            if finding.order is not None or limits.over:
                return replace(finding, proof=None, method="search")
            if finding.proof is None:
                undecided.append(part)
        if parts and not undecided:
            return Finding(proof=EXHAUSTED, method="search")
        parts = undecided
    raise AssertionError("unreachable")


def _by_other_means(question: Question, limits: Limits) -> Finding:
    try:
        return automatic(question, limits)
    except NotFoundError:  # some methods raise it when the time is over
        return Finding(method="auto")


def _by_last_square(question: Question) -> Iterator[Question]:
    """Yield one question for each last square of the tour; none if the end is given."""
    begin, start = question.begin, question.start
    if start is None or question.end is not None:
        return
    if not question.closed:
        for last in range(len(question.graph)):
            meet = question.kind == "open" and question.graph.has_edge(start, last)
            if last != start and last not in begin and not meet:
                yield replace(question, kind="path", end=last)
    elif begin:
        for last in question.graph.near(start):
            closing = {(min(start, last), max(start, last))}
            if last not in begin and not closing & question.avoiding:
                yield replace(question, through=question.through | closing)
