"""The tours that a symmetry keeps, one after another, by searching the folded board.

The folded board has half the squares or fewer. Words that folding does not know (ends, beginnings,
moves that are required or avoided) are looked at in each tour found.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.engines import reference
from babieca.engines.answers import require_graph
from babieca.engines.fold.folding import FEWEST_ORBITS, folded_questions, image_of, orbit_count
from babieca.engines.search.listing import grown
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.questions import Question


def list_kept(
    question: Question, limits: Limits, *, most: int | None = None
) -> Iterator[NDArray[np.int32]]:
    """Return the tours as rows of vertices, in batches, written as the question says.

    >>> from babieca.boards import Board
    >>> symmetric = Question.ask(Board(6, 6), symmetry="half-turn")
    >>> sum(len(rows) for rows in list_kept(symmetric, Limits()))
    78
    """
    require_graph(question, limits)
    image = image_of(question)
    if np.array_equal(image, np.arange(len(image))):
        assert question.symmetry is not None
        raise BadInputError(f"symmetry: {question.symmetry} keeps every tour; leave it out")
    return _limited(_directed(question, _obeying(question, _kept(question, limits))), most)


def _kept(question: Question, limits: Limits) -> Iterator[NDArray[np.int32]]:
    """Yield every tour the symmetry keeps, whatever else is asked."""
    graph, image = question.graph, image_of(question)
    if orbit_count(image) < FEWEST_ORBITS:
        bare = Question(graph, question.kind, symmetry=question.symmetry)
        walks = list(reference.tours(bare))
        if walks:
            yield np.array(walks, dtype=np.int32)
        return
    for folded in folded_questions(question):
        stream = _core.FoldedStream(graph.offsets, graph.targets, image, folded)
        yield from grown(stream.next, len(graph), limits, None)


def _obeying(question: Question, found: Iterator[NDArray[np.int32]]) -> Iterator[NDArray[np.int32]]:
    looked_at = set(question.words) - {"directed", "symmetry"}
    if question.closed:
        looked_at.discard("start")
    for rows in found:
        if looked_at:
            undirected = replace(question, symmetry=None, directed=False)
            kept = [undirected.admits(tour) for tour in question.tours(rows)]
            rows = rows[np.array(kept, dtype=bool)]
        if len(rows):
            yield canonical(question, rows)


def canonical(question: Question, rows: NDArray[np.int32]) -> NDArray[np.int32]:
    """Write tours as asked, and where nothing is asked in one fixed way."""
    if question.closed:
        at = np.argmin(rows, axis=1)[:, np.newaxis]
        rows = np.take_along_axis(rows, (at + np.arange(rows.shape[1])) % rows.shape[1], axis=1)
        turned = rows[:, -1] < rows[:, 1]
        rows[turned, 1:] = rows[turned, :0:-1]
    else:
        rows = np.where((rows[:, -1] < rows[:, 0])[:, np.newaxis], rows[:, ::-1], rows)
    if question.start is None and question.end is None:
        return rows
    return np.array([question.written(row) for row in rows], dtype=np.int32)


def _directed(
    question: Question, found: Iterator[NDArray[np.int32]]
) -> Iterator[NDArray[np.int32]]:
    for rows in found:
        yield rows
        if question.multiplicity == 2:
            backwards = rows[:, ::-1]
            yield np.ascontiguousarray(
                np.roll(backwards, 1, axis=1) if question.closed else backwards
            )


def _limited(found: Iterator[NDArray[np.int32]], most: int | None) -> Iterator[NDArray[np.int32]]:
    for rows in found:
        if most is not None:
            rows = rows[:most]
            most -= len(rows)
        if len(rows):
            yield rows
        if most == 0:
            return
