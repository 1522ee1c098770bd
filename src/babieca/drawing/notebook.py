"""Answers in a notebook: each kind as the table or picture that says most."""

from __future__ import annotations

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
"""A longer table says how many rows it leaves out: nobody reads them."""


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
    return _facts("", {"answer": answer.answer, "why": answer.reason, "source": answer.source})


@html_of.register
def _(answer: FindReport) -> str:
    facts = {"method": answer.method, "time": human_seconds(answer.seconds)}
    facts |= {name: str(value) for name, value in answer.statistics.items()}
    if answer.proof is not None:
        facts["there is none"] = answer.proof
    return _picture(answer.tour) + _facts("", facts)


@html_of.register
def _(answer: CountReport) -> str:
    facts: dict[str, Any] = {"tours": answer.value, "method": answer.method}
    if answer.counters:
        facts |= {"steps": answer.steps, "slots": answer.slots, "counters": answer.counters}
        facts["memory"] = human_bytes(answer.peak_bytes)
    return _facts("", facts | {"time": human_seconds(answer.seconds)})


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
    return _picture(answer.completion) + _facts("", facts)


@html_of.register
def _(answer: Classes) -> str:
    rows = [*answer.kept.items(), ("classes", answer.value)]
    return Table("", ("kept by", "tours"), rows).html()


@html_of.register
def _(answer: Plan) -> str:
    rows = [
        (verb, method, *_taken(estimate))
        for verb, methods in answer.estimates.items()
        for method, estimate in methods.items()
    ]
    return Table(_title(answer.question), ("verb", "method", "memory", "time", ""), rows).html()


@html_of.register
def _(answer: Counts) -> str:
    board = answer.question.board
    if board is not None and board.dimensions == 2:
        by_square = all(isinstance(key[0], int) for key in answer)  # and not by pairs of squares
        if by_square:
            return draw_values(board, answer, title=_title(answer.question)).svg()
    return _table(_title(answer.question), ("", "tours"), named(answer.question, answer))


@html_of.register
def _(answer: Tabled) -> str:  # type: ignore[type-arg]
    columns = {
        FirstMove: ("first move", "tours", "time"),
        Fraction: ("first", "last", "tours", "how"),
        StudyRow: ("way to search", "nodes", "tours", "time", "finished"),
    }
    shown = [_row(row, answer.question) for row in answer]
    kind = type(answer[0]) if answer else StudyRow
    return _table(_title(answer.question), columns[kind], shown)


@singledispatch
def _row(row: Any, question: Question) -> tuple[Any, ...]:
    raise TypeError(f"no row of a table: {row!r}")


@_row.register
def _(row: FirstMove, question: Question) -> tuple[Any, ...]:
    return name_of(question, row.square), row.count, human_seconds(row.seconds)


@_row.register
def _(row: Fraction, question: Question) -> tuple[Any, ...]:
    ends = name_of(question, row.first), name_of(question, row.last)
    same = "-".join(name_of(question, end) for end in row.equal_to)
    how = row.impossible or ("explored" if row.explored else f"as {same} by {row.symmetry}")
    return *ends, row.tours, how


@_row.register
def _(row: StudyRow, question: Question) -> tuple[Any, ...]:
    tally = row.tally
    return row.name, tally.nodes, tally.solutions, human_seconds(row.seconds), row.finished


def _title(question: Question) -> str:
    text = str(question)
    return text[:1].upper() + text[1:]


def _taken(estimate: Estimate) -> tuple[str | None, str | None, str]:
    memory = None if estimate.bytes is None else human_bytes(estimate.bytes)
    time = None if estimate.seconds is None else f"about {human_seconds(estimate.seconds)}"
    return memory, time, estimate.refusal


def _picture(tour: Tour | None) -> str:
    return "" if tour is None or tour.board is None else tour._repr_svg_() or ""


def _facts(title: str, facts: dict[str, Any]) -> str:
    rows = [(name, value) for name, value in facts.items() if value is not None]
    return Table(title, ("", ""), rows).html()


def _table(title: str, columns: tuple[str, ...], rows: list[Any]) -> str:
    text = Table(title, columns, rows[:MOST_ROWS]).html()
    return text if len(rows) <= MOST_ROWS else f"{text}<p>… {len(rows)} rows in all</p>"
