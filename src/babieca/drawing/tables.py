"""Tables of results, for terminals, notebooks and reports."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any


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
        cells = self._cells()
        widths = [max(len(cell) for cell in column) for column in zip(*cells, strict=True)]
        right = self._numeric()
        lines = [
            "  ".join(
                cell.rjust(width) if flush else cell.ljust(width)
                for cell, width, flush in zip(row, widths, right, strict=True)
            ).rstrip()
            for row in cells
        ]
        return "\n".join([self.title, *lines] if self.title else lines)

    def markdown(self) -> str:
        r"""Return the table in Markdown, without its title.

        >>> print(Table("", ("a", "b"), [("x|y", 1.5)]).markdown())
        | a | b |
        |---|---:|
        | x\|y | 1.5 |
        """
        cells = [[cell.replace("|", "\\|") for cell in row] for row in self._cells()]
        lines = [f"| {' | '.join(row)} |" for row in cells]
        rule = "|" + "|".join("---:" if flush else "---" for flush in self._numeric()) + "|"
        return "\n".join([lines[0], rule, *lines[1:]])

    def html(self, *, cell: Callable[[Any], str] | None = None) -> str:
        """Return the table as HTML, numbers flush right; `cell` may replace the text of values.

        >>> Table("T", ("a",), [("<b>",)]).html().count("&lt;b&gt;")
        1
        """
        write = cell or (lambda value: html.escape(_show(value)))
        styles = [' style="text-align:right"' if flush else "" for flush in self._numeric()]

        def line(tag: str, texts: Iterable[str]) -> str:
            cells = zip(texts, styles, strict=True)
            opening, closing = f"<{tag}", f"</{tag.split()[0]}>"
            return "".join(f"{opening}{style}>{text}{closing}" for text, style in cells)

        head = line('th scope="col"', map(html.escape, self.columns))
        body = "\n".join(f"<tr>{line('td', map(write, row))}</tr>" for row in self.rows)
        caption = f"<caption>{html.escape(self.title)}</caption>\n" if self.title else ""
        return (
            f"<table>\n{caption}<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"
        )

    def _repr_html_(self) -> str:
        return self.html()

    def _cells(self) -> list[list[str]]:
        return [list(self.columns), *([_show(value) for value in row] for row in self.rows)]

    def _numeric(self) -> list[bool]:
        """Whether each column holds numbers, and nothing else but gaps."""
        values = list(zip(*self.rows, strict=True)) or [()] * len(self.columns)
        return [
            any(isinstance(value, int | float) for value in column)
            and all(value is None or isinstance(value, int | float) for value in column)
            for column in values
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
