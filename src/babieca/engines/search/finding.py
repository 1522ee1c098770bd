"""One tour by the search that visits all of them: the first it meets, or the proof that none is."""

from __future__ import annotations

from babieca import _core
from babieca.engines.protocol import Finding
from babieca.engines.search.instances import search_for
from babieca.engines.search.tallies import Tally
from babieca.errors import NotFoundError
from babieca.limits import Limits
from babieca.questions import Question


def search_one(question: Question, limits: Limits) -> Finding:
    """Search with forced edges, every word of the question heeded, until the first tour.

    >>> from babieca.boards import Board
    >>> len(search_one(Question.ask(Board(6, 6), through="c3-d5"), Limits()).order)
    36
    >>> search_one(Question.ask(Board(3, 8)), Limits()).proof
    'the search visited the whole tree of partial tours'
    """
    stream = _core.TourStream(search_for(question, order="warnsdorff").instance)
    try:
        order = stream.next(1, limits.reporter())
    except NotFoundError:
        order = None
    statistics = {"nodes": Tally.of(stream.tally()).nodes}
    if order is None:
        return Finding(statistics=statistics)
    if len(order) == 0:
        proof = "the search visited the whole tree of partial tours"
        return Finding(proof=proof, statistics=statistics)
    return Finding(order=order, statistics=statistics)
