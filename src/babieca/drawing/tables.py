"""Tables of results, for terminals, notebooks and reports; answers in a notebook."""

import html
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from babieca.drawing.board_pictures import draw_values
from babieca.engines.comparisons import FirstMoves, StudyRow
from babieca.engines.completing import CheckReport
from babieca.engines.costs import Plan
from babieca.engines.counts import CountReport
from babieca.engines.describing import Description
from babieca.engines.entries import Fraction
from babieca.engines.refuter import Verdict
from babieca.formats.answer_texts import in_columns
from babieca.formats.answers import name_of, named
from babieca.memory import human_bytes
from babieca.progress import human_seconds
from babieca.public import Tours
from babieca.questions import Question
from babieca.showing import Counts, Tabled, Totals
from babieca.tour import Tour
from babieca.verbs.find import FindReport

MOST_ROWS = 200
"""A longer table in a notebook is cut, and its length is printed below it."""


@dataclass(frozen=True)
class Table:
    """Rows under columns, as aligned text (`str`), Markdown or HTML.

    >>> table = Table("Closed tours", ("board", "tours"), [("5x6", 8), ("6x6", 9862)])
    >>> print(table)
    Closed tours
    board  tours
    5x6        8
    6x6    9 862
    """

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    remark: str = ""

    def records(self) -> list[dict[str, Any]]:
        """Return one dictionary per row.

        >>> Table("squares", ["n", "tours"], [[5, 1728]]).records()
        [{'n': 5, 'tours': 1728}]
        """
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    def to_json(self) -> dict[str, Any]:
        """Return the table as plain values for JSON."""
        return {"title": self.title, "rows": self.records(), "remark": self.remark}

    def __str__(self) -> str:
        cells = [self.columns, *(map(_show, row) for row in self.rows)]
        text = in_columns([*map(list, cells)], "".join("<>"[flush] for flush in self._numeric()))
        return f"{self.title}\n{text}" if self.title else text

    def html(self, *, cell: Callable[[Any], str] | None = None) -> str:
        """Return the table as HTML, numbers flush right; `cell` may replace the text of values.

        >>> Table("T", ("a",), [("<b>",)]).html().count("&lt;b&gt;")
        1
        """
        write = cell or (lambda value: html.escape(_show(value)))
        styles = [' style="text-align:right"' if flush else "" for flush in self._numeric()]

        def line(tag: str, attributes: str, texts: Iterable[str]) -> str:
            cells = zip(texts, styles, strict=True)
            return "".join(f"<{tag}{attributes}{style}>{text}</{tag}>" for text, style in cells)

        head = line("th", ' scope="col"', map(html.escape, self.columns))
        body = "\n".join(f"<tr>{line('td', '', map(write, row))}</tr>" for row in self.rows)
        caption = f"<caption>{html.escape(self.title)}</caption>\n" if self.title else ""
        return (
            f"<table>\n{caption}<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"
        )

    def _repr_html_(self) -> str:
        return self.html()

    def _numeric(self) -> list[bool]:
        """Whether each column holds numbers, and nothing else but gaps."""
        return [
            any(value is not None for value in column)
            and all(value is None or isinstance(value, int | float) for value in column)
            for column in list(zip(*self.rows, strict=True)) or [()] * len(self.columns)
        ]


def _show(value: Any) -> str:
    """Write a value: large integers in groups of three, gaps as a dash.

    >>> _show(13267364410532), _show(0.25), _show(None), _show(True)
    ('13 267 364 410 532', '0.25', '–', 'yes')
    """
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}".replace(",", " ")
    return f"{value:g}" if isinstance(value, float) else str(value)


def html_of(answer: object) -> str:
    """Return an answer as HTML.

    >>> from babieca import Board, exists
    >>> "Schwenk" in html_of(exists(Board(4, 8)))
    True
    """
    facts: dict[str, Any] = {}
    match answer:
        case Tours(question=question):
            picture = (question.board and question.board._repr_svg_()) or ""
            caption = html.escape(_title(question))
            return f"<figure>{picture}<figcaption>{caption}</figcaption></figure>"
        case CountReport(kept=dict() as kept):
            rows = [*kept.items(), ("classes", answer.value)]
            return Table("", ("kept by", "tours"), rows).html()
        case Plan():
            lines: list[Any] = []
            for verb, methods in answer.estimates.items():
                for method, one in methods.items():
                    memory = None if one.bytes is None else human_bytes(one.bytes)
                    time = None if one.seconds is None else f"about {human_seconds(one.seconds)}"
                    lines.append((verb, method, memory, time, one.refusal))
            return _table(answer.question, ("verb", "method", "memory", "time", ""), lines)
        case Totals(question=question):
            return _table(question, (*answer.columns, "tours"), answer.rows())
        case FirstMoves(question=question):
            lines = [
                (name, row.count, human_seconds(row.seconds))
                for (name, _), row in zip(named(question, answer), answer.rows, strict=True)
            ]
            return _table(question, ("first move", "tours", "time"), lines)
        case Counts(question=question):
            board = question.board
            by_square = all(isinstance(key, tuple) and isinstance(key[0], int) for key in answer)
            if board is not None and board.dimensions == 2 and by_square:
                return draw_values(board, answer, title=_title(question)).svg()
            return _table(question, ("", "tours"), named(question, answer))
        case Tabled():
            columns, row_of = _ROWS[type(answer[0])] if answer else (("no rows",), None)
            cells = [row_of(row, answer.question) for row in answer] if row_of else []
            return _table(answer.question, columns, cells)
        case Verdict():
            facts = {"answer": answer.answer, "why": answer.reason.text, "source": answer.source}
            return _facts(facts)
        case FindReport():
            facts = {"method": answer.method, "time": human_seconds(answer.seconds)}
            facts |= {name: str(value) for name, value in answer.statistics.items()}
            facts |= {} if answer.optimum is None else {"optimum": str(answer.optimum)}
            return _facts(facts | {"there is none": answer.proof}, answer.tour)
        case CountReport():
            facts = {"tours": answer.value, "total of each": answer.total, "method": answer.method}
            if answer.counters:
                facts |= {"steps": answer.steps, "slots": answer.slots, "counters": answer.counters}
                facts["memory"] = human_bytes(answer.peak_bytes)
            return _facts(facts | {"time": human_seconds(answer.seconds)})
        case CheckReport():
            facts = {"squares in order": len(answer.squares), "fault": answer.fault}
            facts |= {"can be completed": answer.completable, "why not": answer.proof}
            facts |= {"sound so far": answer.sound, "time": human_seconds(answer.seconds)}
            return _facts(facts, answer.completion)
        case Description():
            return f"<pre>{html.escape(str(answer))}</pre>"
    return f"<pre>{html.escape(repr(answer))}</pre>"


def _fraction(row: Fraction, question: Question) -> tuple[Any, ...]:
    same = "-".join(name_of(question, end) for end in row.equal_to)
    how = row.impossible or ("explored" if row.explored else f"as {same} by {row.symmetry}")
    return name_of(question, row.first), name_of(question, row.last), how


_ROWS: dict[type, tuple[tuple[str, ...], Callable[[Any, Question], tuple[Any, ...]]]] = {
    Fraction: (("first", "last", "how"), _fraction),
    StudyRow: (
        ("way to search", "nodes", "tours", "time", "finished"),
        lambda row, _: (
            *(row.name, row.tally.nodes, row.tally.solutions),
            *(human_seconds(row.seconds), row.finished),
        ),
    ),
}
"""The columns of a table of rows of a type, and the cells of a row."""


def _title(question: Question) -> str:
    text = str(question)
    return text[:1].upper() + text[1:]


def _facts(facts: dict[str, Any], tour: Tour | None = None) -> str:
    """Return the picture of a tour, if any, and a table of the facts that are known."""
    picture = "" if tour is None or tour.board is None else tour._repr_svg_() or ""
    rows = [(name, value) for name, value in facts.items() if value is not None]
    return picture + Table("", ("", ""), rows).html()


def _table(question: Question, columns: tuple[str, ...], rows: list[Any]) -> str:
    text = Table(_title(question), columns, rows[:MOST_ROWS]).html()
    return text if len(rows) <= MOST_ROWS else f"{text}<p>… {len(rows)} rows in all</p>"
