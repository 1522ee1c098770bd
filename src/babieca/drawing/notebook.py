"""Answers in a notebook, as tables and pictures."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch
from html import escape
from typing import Any

from babieca.drawing.board_pictures import draw_values
from babieca.drawing.tables import Table
from babieca.engines.protocol import Estimate
from babieca.engines.refuter.verdicts import Verdict
from babieca.formats.answers import name_of, named
from babieca.memory import human_bytes
from babieca.progress import human_seconds
from babieca.questions import Question
from babieca.showing import Counts, Tabled
from babieca.tour import Tour
from babieca.verbs.check import CheckReport
from babieca.verbs.classes import Classes
from babieca.verbs.count import CountReport
from babieca.verbs.find import FindReport
from babieca.verbs.first_moves import FirstMove
from babieca.verbs.fractions import Fraction
from babieca.verbs.plan import Plan
from babieca.verbs.study import StudyRow
from babieca.verbs.tourset import Tours

MOST_ROWS = 200
"""A longer table is cut, and its length is printed below it."""


@singledispatch
def html_of(answer: object) -> str:
    """Return an answer as HTML.

    >>> from babieca import Board, exists
    >>> "Schwenk" in html_of(exists(Board(4, 8)))
    True
    """
    return f"<pre>{escape(repr(answer))}</pre>"


@html_of.register
def _(answer: Tours) -> str:
    board = answer.question.board
    picture = "" if board is None else board._repr_svg_() or ""
    return f"<figure>{picture}<figcaption>{escape(_title(answer.question))}</figcaption></figure>"


@html_of.register
def _(answer: Verdict) -> str:
    return _facts({"answer": answer.answer, "why": answer.reason, "source": answer.source})


@html_of.register
def _(answer: FindReport) -> str:
    facts = {"method": answer.method, "time": human_seconds(answer.seconds)}
    facts |= {name: str(value) for name, value in answer.statistics.items()}
    return _facts(facts | {"there is none": answer.proof}, answer.tour)


@html_of.register
def _(answer: CountReport) -> str:
    facts: dict[str, Any] = {"tours": answer.value, "method": answer.method}
    if answer.counters:
        facts |= {"steps": answer.steps, "slots": answer.slots, "counters": answer.counters}
        facts["memory"] = human_bytes(answer.peak_bytes)
    return _facts(facts | {"time": human_seconds(answer.seconds)})


@html_of.register
def _(answer: CheckReport) -> str:
    facts = {
        "squares in order": len(answer.squares),
        "fault": answer.fault,
        "can be completed": answer.completable,
        "why not": answer.proof,
        "sound so far": answer.sound,
        "time": human_seconds(answer.seconds),
    }
    return _facts(facts, answer.completion)


@html_of.register
def _(answer: Classes) -> str:
    rows = [*answer.kept.items(), ("classes", answer.value)]
    return Table("", ("kept by", "tours"), rows).html()


@html_of.register
def _(answer: Plan) -> str:
    rows = [
        (verb, method, *_cost(estimate))
        for verb, methods in answer.estimates.items()
        for method, estimate in methods.items()
    ]
    return Table(_title(answer.question), ("verb", "method", "memory", "time", ""), rows).html()


@html_of.register
def _(answer: Counts) -> str:
    question, board = answer.question, answer.question.board
    by_square = all(isinstance(key, tuple) and isinstance(key[0], int) for key in answer)
    if board is not None and board.dimensions == 2 and by_square:
        return draw_values(board, answer, title=_title(question)).svg()
    return _table(question, ("", "tours"), named(question, answer))


@html_of.register
def _(answer: Tabled) -> str:  # type: ignore[type-arg]
    columns, row_of = _ROWS[type(answer[0])] if answer else (("no rows",), None)
    rows = [] if row_of is None else [row_of(row, answer.question) for row in answer]
    return _table(answer.question, columns, rows)


def _first_move(row: FirstMove, question: Question) -> Row:
    return name_of(question, row.square), row.count, human_seconds(row.seconds)


def _fraction(row: Fraction, question: Question) -> Row:
    ends = name_of(question, row.first), name_of(question, row.last)
    same = "-".join(name_of(question, end) for end in row.equal_to)
    how = row.impossible or ("explored" if row.explored else f"as {same} by {row.symmetry}")
    return *ends, row.tours, how


def _study(row: StudyRow, question: Question) -> Row:
    tally = row.tally
    return row.name, tally.nodes, tally.solutions, human_seconds(row.seconds), row.finished


Row = tuple[Any, ...]
_ROWS: dict[type, tuple[tuple[str, ...], Callable[[Any, Question], Row]]] = {
    FirstMove: (("first move", "tours", "time"), _first_move),
    Fraction: (("first", "last", "tours", "how"), _fraction),
    StudyRow: (("way to search", "nodes", "tours", "time", "finished"), _study),
}


def _title(question: Question) -> str:
    text = str(question)
    return text[:1].upper() + text[1:]


def _cost(estimate: Estimate) -> tuple[str | None, str | None, str]:
    memory = None if estimate.bytes is None else human_bytes(estimate.bytes)
    time = None if estimate.seconds is None else f"about {human_seconds(estimate.seconds)}"
    return memory, time, estimate.refusal


def _facts(facts: dict[str, Any], tour: Tour | None = None) -> str:
    """Return the picture of a tour, if any, and a table of the facts that are known."""
    picture = "" if tour is None or tour.board is None else tour._repr_svg_() or ""
    rows = [(name, value) for name, value in facts.items() if value is not None]
    return picture + Table("", ("", ""), rows).html()


def _table(question: Question, columns: tuple[str, ...], rows: list[Any]) -> str:
    text = Table(_title(question), columns, rows[:MOST_ROWS]).html()
    return text if len(rows) <= MOST_ROWS else f"{text}<p>… {len(rows)} rows in all</p>"
