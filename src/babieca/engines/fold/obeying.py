"""Which of the tours that a symmetry keeps a question wants, and how it wants them written.

Folding knows symmetry and kind; every other word is looked at in each tour found.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from babieca.progress import Report
from babieca.questions import Question

LOOKED_AT_ONCE = 1024


def words_beyond(question: Question) -> set[str]:
    """Return the words of a question that folding does not know.

    >>> from babieca.boards import Board
    >>> sorted(words_beyond(Question.ask(Board(6, 6), start="a1", through="a1-b3")))
    ['through']
    """
    known = {"directed", "symmetry", "start"} if question.closed else {"directed", "symmetry"}
    return set(question.words) - known


def as_asked(
    question: Question, rows: NDArray[np.int32], report: Report | None = None
) -> NDArray[np.int32]:
    """Return those rows that obey every word, written as asked, if directed in both directions.

    `report` is called now and then, and may end it.
    """
    if words_beyond(question):
        rows = rows[_admitted(question, rows, report)]
    rows = canonical(question, rows)
    if question.multiplicity == 1:
        return rows
    backwards = rows[:, ::-1]
    if question.closed:
        backwards = np.roll(backwards, 1, axis=1)
    return np.stack([rows, backwards], axis=1).reshape(-1, rows.shape[1])


def _admitted(
    question: Question, rows: NDArray[np.int32], report: Report | None
) -> NDArray[np.bool_]:
    undirected = replace(question, symmetry=None, directed=False)
    admitted: list[bool] = []
    for at in range(0, len(rows), LOOKED_AT_ONCE):
        some = question.tours(rows[at : at + LOOKED_AT_ONCE])
        admitted += [undirected.admits(tour) for tour in some]
        if report is not None:
            report(sum(admitted), 0)
    return np.array(admitted, dtype=bool)


def canonical(question: Question, rows: NDArray[np.int32]) -> NDArray[np.int32]:
    """Write tours as asked, and where nothing is asked in one fixed way."""
    if not len(rows):
        return rows
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
