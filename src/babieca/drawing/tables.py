"""Tables of results, for terminals, notebooks and reports."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Table:
    """Rows under columns. `str` aligns them, a notebook shows them, `markdown` and `html` write.

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
        """Return everything as JSON takes it."""
        return {"title": self.title, "rows": self.records(), "remark": self.remark}

    def __str__(self) -> str:
        cells = [list(self.columns), *([_show(value) for value in row] for row in self.rows)]
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
        rows = [list(self.columns), *([_show(value) for value in row] for row in self.rows)]
        lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
        rule = "|" + "|".join("---:" if flush else "---" for flush in self._numeric()) + "|"
        return "\n".join([lines[0], rule, *lines[1:]])

    def html(self, *, cell: Callable[[Any], str] | None = None) -> str:
        """Return the table as HTML, numbers flush right; `cell` may write values in its own way.

        >>> Table("T", ("a",), [("<b>",)]).html().count("&lt;b&gt;")
        1
        """
        write = cell or (lambda value: html.escape(_show(value)))
        styles = [' style="text-align:right"' if flush else "" for flush in self._numeric()]
        head = "".join(
            f'<th scope="col"{style}>{html.escape(column)}</th>'
            for column, style in zip(self.columns, styles, strict=True)
        )
        body = "\n".join(
            "<tr>"
            + "".join(
                f"<td{style}>{write(value)}</td>" for value, style in zip(row, styles, strict=True)
            )
            + "</tr>"
            for row in self.rows
        )
        caption = f"<caption>{html.escape(self.title)}</caption>\n" if self.title else ""
        return (
            f"<table>\n{caption}<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"
        )

    def _repr_html_(self) -> str:
        return self.html()

    def _numeric(self) -> list[bool]:
        """Whether a column holds numbers, and nothing but numbers and gaps."""
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


def main() -> None:
    """Print a sample."""
    print(Table("Closed tours", ("board", "tours"), [("5x6", 8), ("6x6", 9862)]))


if __name__ == "__main__":
    main()
